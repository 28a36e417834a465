/// What a chapter's pages are made of, as a page breaker is told of it: rows with heights and with what
/// a page end before them costs. Plain numbers, lengths in 1/1024 points.
struct PageMaterial {
  struct Row {
    /// Of the text that it begins with.
    var offset: Int
    var height: Int
    /// Between the row before and this one, on one page; and above it at a page's top.
    var gap: Int
    var gapAtTop: Int
    /// From the row's top, where it stands on the grid; -1 for others.
    var baseline: Int
    /// Of a page end before it.
    var cost: Int
    /// Of the notes that it calls.
    var noteHeight: Int
    /// It takes no room; a float wants so much of the page.
    var isOutOfFlow: Bool
    var floatHeight: Int
    var hasText: Bool
    /// Of the table's head that is repeated when a page begins with it.
    var headHeight: Int
    /// A page must end before it.
    var forcesBreak: Bool
  }

  /// A paragraph, or a row by itself.
  struct Piece {
    /// In `variants`; the first one is how it is set.
    var variants: Range<Int>
  }

  /// A way to set a piece.
  struct Variant {
    /// In `rows`.
    var rows: Range<Int>
    var cost: Int
  }

  var rows: [Row] = []
  var variants: [Variant] = []
  var pieces: [Piece] = []
  var grid: BaselineGrid?
  /// A line's height, to count what pages are short of.
  var lineHeight = 1
  /// Where pages began in an earlier edition, by page: offsets, -1 where that is not known. Empty where
  /// nothing is to be kept.
  var keptStarts: [Int] = []
  /// Between the text and the notes.
  var noteSeparator = 0
}
