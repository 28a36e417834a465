/// On which page every id of the book is, for `target-counter()` (CSS GCPM 3, section 2).
struct TargetPages: Equatable, Sendable {
  struct Target: Equatable, Sendable {
    /// As `counter(page)` counts.
    let value: Int
    /// The style that the page numbers are in there: "decimal", "lower-roman".
    let style: String
    /// Counted from 1 through the whole book.
    let page: Int
  }

  /// By "href#id"; a document's beginning by its href alone.
  private(set) var targets: [String: Target] = [:]

  /// Notes where a place is; of one that occurs twice the first occurrence counts.
  mutating func note(_ place: String, _ target: Target) {
    if targets[place] == nil { targets[place] = target }
  }
}
