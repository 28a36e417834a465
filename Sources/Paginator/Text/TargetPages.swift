/// The page of every id in the book, for `target-counter()` (CSS GCPM 3, section 2).
struct TargetPages: Equatable, Sendable {
  struct Target: Equatable, Sendable {
    /// The value of `counter(page)` on the page.
    let value: Int
    /// The counter style of the page number: "decimal", "lower-roman".
    let style: String
    /// The page, counted from 1 through the whole book.
    let page: Int
  }

  /// Targets by "href#id"; the start of a document by its href alone.
  private(set) var targets: [String: Target] = [:]

  /// By document whose notes are at the feet of pages, the place of the first of them that is called.
  private(set) var firstNotes: [String: String] = [:]

  /// The target of a place; for a document of which only notes are set, that of the first one.
  func target(of place: String) -> Target? {
    targets[place] ?? firstNotes[place].flatMap { targets[$0] }
  }

  /// Records that a note of a document is at the foot of a page.
  mutating func note(_ note: String, of href: String) {
    if firstNotes[href] == nil { firstNotes[href] = note }
  }

  /// Records the target of a place. If a place occurs twice, the first occurrence is kept.
  mutating func note(_ place: String, _ target: Target) {
    if targets[place] == nil { targets[place] = target }
  }

  /// Records the target of all ids among the anchors of a document.
  mutating func note(_ anchors: [Anchor], of href: String, _ target: Target) {
    for id in anchors.compactMap(\.id) { note("\(href)#\(id)", target) }
  }
}
