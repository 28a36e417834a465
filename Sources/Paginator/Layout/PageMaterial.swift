/// The page breaker's input for one chapter: rows with their heights and the cost of a page end
/// before each. Plain numbers; lengths are in 1/1024 points.
struct PageMaterial {
  struct Row {
    /// The text offset with which it begins.
    var offset: Int
    var height: Int
    /// The space above the row: after another row of the same page, and at a page's top.
    var gap: Int
    var gapAtTop: Int
    /// The baseline of a row on the grid, from the row's top; -1 for other rows.
    var baseline: Int
    /// The cost of a page end before it.
    var cost: Int
    /// The room for the notes that it calls.
    var notes: NoteRoom
    /// Whether it takes no height in the flow.
    var isOutOfFlow: Bool
    /// How far down it, its floats and the boxes that end with it must have room on its page.
    var reach: Int
    var hasText: Bool
    /// Whether it is a line outside tables, no deeper than others, which may be the one by which a page is long.
    var isLine: Bool
    /// The height of the table head that is repeated if a page begins with this row.
    var headHeight: Int
    /// Whether a page must end before it.
    var forcesBreak: Bool
    /// Whether a page end before it divides a box whose area is seen.
    var isInColoredBox = false
  }

  /// The height of notes and of the space below each.
  struct NoteRoom {
    var height = 0
    /// The least height on the page of their calls, if the last one goes on on the next page.
    var least = 0
    /// The height of their highest line.
    var highestLine = 0

    /// Adds the room for notes that are called after these.
    mutating func add(_ other: NoteRoom) {
      if other.height > 0 { least = height + other.least }
      height += other.height
      highestLine = max(highestLine, other.highestLine)
    }

    /// Whether the last note may be divided: together they are so long that a page that ends before
    /// their calls would be half empty.
    func isDivided(onPageOf height: Int) -> Bool { self.height > height / 2 }
  }

  /// A paragraph, or a single row.
  struct Piece {
    /// Indices into `variants`; the first variant is the piece as it is already set.
    var variants: Range<Int>
  }

  /// A way to set a piece.
  struct Variant {
    /// Indices into `rows`.
    var rows: Range<Int>
    var cost: Int
  }

  var rows: [Row] = []
  var variants: [Variant] = []
  var pieces: [Piece] = []
  var grid: BaselineGrid?
  /// The height of a line, in which shortfalls are counted.
  var lineHeight = 1
  /// The offsets at which pages began in an earlier edition, by page; -1 where unknown. Empty if
  /// there is no earlier edition to match.
  var keptStarts: [Int] = []
  /// The height by which a page may be too long.
  var overrun = 0
  /// The space between the text and the notes.
  var noteSeparator = 0
  /// The height of the highest line of all notes.
  var highestNoteLine = 0
}

// MARK: Rows of an earlier edition

extension PageMaterial {
  private func rows(ofPiece piece: Int) -> Range<Int> {
    variants[pieces[piece].variants.lowerBound].rows
  }

  /// The row at a position, in the text as it is already set.
  func row(_ position: PageBreaker.Position) -> Int {
    guard position.piece < pieces.count else { return rows.count }
    let own = rows(ofPiece: position.piece)
    return own.lowerBound + min(position.row, own.count)
  }

  /// The text offset at a position; nil where nothing is left.
  func offset(_ position: PageBreaker.Position) -> Int? { firstRow(at: position)?.offset }

  /// The row at a position; nil where nothing is left.
  func firstRow(at position: PageBreaker.Position) -> Row? {
    guard position.piece < pieces.count else { return nil }
    let variant = pieces[position.piece].variants.lowerBound + position.variant
    let own = variants[variant].rows
    return own.isEmpty ? nil : rows[min(own.lowerBound + position.row, own.upperBound - 1)]
  }

  /// The row at which a page began in an earlier edition, in the text as it is already set.
  /// - Returns: nil where that is not known.
  func keptRow(ofPage page: Int) -> Int? {
    guard page < keptStarts.count, keptStarts[page] >= 0 else { return nil }
    let start = keptStarts[page]
    let next = pieces.indices.partitioningIndex {
      rows[rows(ofPiece: $0).lowerBound].offset > start
    }
    guard next > 0 else { return nil }
    let own = rows(ofPiece: next - 1)
    return own.partitioningIndex { rows[$0].offset >= start }
  }
}
