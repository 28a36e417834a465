/// How page ends are chosen when a chapter is laid out once. A layout that is kept while its storage is
/// edited always uses first fit.
public struct PagingRules: Sendable {
  /// Whether each page is filled as far as possible, or all page ends are chosen together.
  public var breaking: PageBreaking
  /// Whether the first container is a left page. Only for page ends that are chosen together.
  public var startsOnLeft: Bool
  /// Whether that is certain; otherwise pages are chosen for both sides, where they differ.
  var sideIsKnown = false
  /// The page starts of an earlier edition, to be kept where possible. Only for page ends that are
  /// chosen together.
  var kept: KeptChapter?
  /// The height by which planned pages may be too long, if that is a line at least.
  var mostOverrun = Length.zero

  /// Rules for containers of a program.
  public init(breaking: PageBreaking = .firstFit, startsOnLeft: Bool = false) {
    self.breaking = breaking
    self.startsOnLeft = startsOnLeft
  }
}
