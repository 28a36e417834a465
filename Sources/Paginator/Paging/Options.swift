/// How a book is to be paginated. The defaults are a trade novel's.
public struct PaginationOptions: Sendable {
  /// The page; nil for what the style says.
  public var page: Size?
  /// The page's margins; nil for what the style says.
  public var margin: Insets?
  /// The preset's CSS and the name that messages and the map give it.
  public var preset: (name: String, css: String)
  /// Which cells of the text styles are used.
  public var readerSize = ReaderSize.large
  /// Over every stylesheet.
  public var fontFamilies: [String] = []
  /// Whether the book's own sheets and attributes count.
  public var usesAuthorStyles = true
  /// Whether malformed markup is repaired by the rules of HTML.
  public var isLenient = false
  /// Where notes stand; nil for what the style says.
  public var notes: NotePosition?
  /// How many chapters are laid out at a time; nil for as many as the machine has cores.
  public var jobs: Int?
  /// The fonts there are besides the book's.
  public var fonts: FontLibrary
  /// Where dictionaries are looked for.
  public var hyphenation: HyphenationLibrary
  /// Turned off to compare: every paragraph by the greedy breaker.
  public var breaking = BreakParameters()
  /// How page ends are chosen; nil for what the style says.
  public var pageBreaking: PageBreaking?
  /// Where pages of an earlier edition began: they begin there again where they can.
  public var keptPages: KeptPages?
  /// How much the book is set otherwise than its style says, to fill a number of pages.
  public var copyfit = Copyfit()
  /// Whether line breaks are kept for a dump.
  public var recordsBreaks = false
  /// What the book may take.
  public var budgets = Budgets()
  /// Counts what this run takes; made when it begins.
  var meter: BudgetMeter?

  /// Where notes stand.
  public enum NotePosition: String, Sendable, CaseIterable {
    /// On the page of their call.
    case foot
    /// Where the book has them; those that stand at their calls, at the end of their document.
    case end
  }

  /// Options with a preset, and the defaults for the rest.
  public init(
    preset: (name: String, css: String), fonts: FontLibrary = FontLibrary(),
    hyphenation: HyphenationLibrary = HyphenationLibrary()
  ) {
    self.preset = preset
    self.fonts = fonts
    self.hyphenation = hyphenation
  }

  /// How the page ends of a chapter are chosen that begins on a kind of page.
  func pageBreaking(on template: PageTemplate) -> PageBreaking {
    pageBreaking ?? (keptPages == nil ? template.style.text.pageBreaking : .optimal)
  }

  /// Whether two editions of a book are set alike but for the size of their pages.
  func differsInPageAlone(from other: PaginationOptions) -> Bool {
    page != nil && other.page != nil && preset == other.preset && margin == other.margin
      && readerSize == other.readerSize && fontFamilies == other.fontFamilies
      && copyfit == other.copyfit && usesAuthorStyles == other.usesAuthorStyles
      && isLenient == other.isLenient
      && notes == other.notes && jobs == other.jobs && fonts === other.fonts
      && hyphenation === other.hyphenation && breaking == other.breaking
      && pageBreaking == other.pageBreaking && keptPages == nil && other.keptPages == nil
      && recordsBreaks == other.recordsBreaks
      && budgets == other.budgets
  }
}
