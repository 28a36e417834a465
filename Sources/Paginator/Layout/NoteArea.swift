/// The notes at the foot of the page that is being filled: which are called on it, what is left of
/// those of the page before, and how much room they take.
struct NoteArea {
  /// A note, or the rest of one.
  private struct Piece {
    var note: Int32
    var firstLine: Int
    var isContinued = false
  }

  private let offsets: [Int32]
  private var carried: [Piece] = []
  /// Called on this page, by the row that calls.
  private var called: [(row: Int, note: Int32)] = []
  private(set) var layouts: [Int32: ChapterLayout] = [:]

  /// How many lines of a note that is split come at least on the page of its call.
  private static let leastLines = 2

  init(_ text: AttributedText) { offsets = text.notes.map(\.offset) }

  var isUnused: Bool { offsets.isEmpty }
  var hasRest: Bool { !carried.isEmpty }

  // MARK: Filling a page

  /// The notes that the lines of a row call.
  private func notes(in row: Row, _ flow: borrowing Flow) -> Range<Int> {
    let text = Self.text(of: row, flow)
    return notes(in: text)
  }

  /// The text of a row's lines, from the first to the last.
  private static func text(of row: Row, _ flow: borrowing Flow) -> Range<Int> {
    var start = Int32.max
    var end: Int32 = -1
    for index in Int(row.firstLine)..<Int(row.firstLine + row.lineCount) {
      let line = flow.setter.lines[index]
      start = min(start, line.start)
      end = max(end, line.end)
    }
    return start < end ? Int(start)..<Int(end) : 0..<0
  }

  private func notes(in text: Range<Int>) -> Range<Int> {
    if text.isEmpty { return 0..<0 }
    let first = offsets.partitioningIndex { Int($0) >= text.lowerBound }
    let last = offsets.partitioningIndex { Int($0) >= text.upperBound }
    return first..<max(first, last)
  }

  /// How much room all notes take that a row calls, or a text.
  mutating func fullHeight(of row: Row, _ flow: borrowing Flow) throws -> Int {
    try fullHeight(of: Self.text(of: row, flow), flow)
  }

  mutating func fullHeight(of text: Range<Int>, _ flow: borrowing Flow) throws -> Int {
    var sum = 0
    for note in notes(in: text) {
      try layOut(Int32(note), flow)
      sum += height(Int32(note), from: 0)
    }
    return sum
  }

  /// Whether a row whose bottom would be at `bottom` leaves the notes the room they need: those
  /// called before all of theirs, its own at least their beginning.
  mutating func allows(
    _ row: Row, bottom: Int, height: Int, separator: Int, _ flow: borrowing Flow
  ) throws -> Bool {
    let own = notes(in: row, flow)
    for note in own { try layOut(Int32(note), flow) }
    guard hasRest || !called.isEmpty || !own.isEmpty else { return bottom <= height }
    var full = separator
    for piece in carried { full += self.height(piece.note, from: piece.firstLine) }
    for (_, note) in called { full += self.height(note, from: 0) }
    var least = full
    for note in own {
      full += self.height(Int32(note), from: 0)
      let isLast = note == own.upperBound - 1
      least +=
        isLast ? beginning(of: Int32(note)) : self.height(Int32(note), from: 0)
    }
    if bottom + full <= height { return true }
    return !own.isEmpty && bottom + least <= height
  }

  /// A row has been placed: its notes are called on this page.
  mutating func place(_ row: Row, at index: Int, _ flow: borrowing Flow) throws {
    for note in notes(in: row, flow) {
      try layOut(Int32(note), flow)
      called.append((index, Int32(note)))
    }
  }

  /// Ends the page before a row: notes called from there on belong to the next one.
  /// - Parameter room: from the bottom of the text to the foot of the page.
  /// - Returns: what of the notes is on the page, placed from the area's top.
  mutating func endPage(before row: Int, room: Int, separator: Int) -> [NoteFragment] {
    var pieces = carried
    for (caller, note) in called where caller < row {
      pieces.append(Piece(note: note, firstLine: 0))
    }
    called.removeAll()
    carried.removeAll()
    var fragments: [NoteFragment] = []
    var y = separator
    for piece in pieces {
      let end = lastLine(of: piece, from: y, room: room, isFirst: fragments.isEmpty)
      let lines = layouts[piece.note]?.lines ?? []
      if end > piece.firstLine {
        fragments.append(
          NoteFragment(
            note: piece.note, lines: piece.firstLine..<end, y: y, isContinued: piece.isContinued))
        y += height(of: lines, piece.firstLine, end)
      }
      if end < lines.count {
        carried.append(
          Piece(note: piece.note, firstLine: end, isContinued: true))
      }
    }
    return fragments
  }

  /// Behind the last line of a piece that fits. One line of a note stands with its call whatever
  /// happens, and one line at least on every page that a rest is carried to.
  private func lastLine(of piece: Piece, from y: Int, room: Int, isFirst: Bool) -> Int {
    let lines = layouts[piece.note]?.lines ?? []
    var end = piece.firstLine
    if isFirst || !piece.isContinued { end = min(end + 1, lines.count) }
    guard carried.isEmpty else { return end }
    while end < lines.count, y + height(of: lines, piece.firstLine, end + 1) <= room { end += 1 }
    return end
  }

  // MARK: Heights

  private mutating func layOut(_ note: Int32, _ flow: borrowing Flow) throws {
    guard layouts[note] == nil else { return }
    layouts[note] = try NestedLayout.layOut(
      flow.text.notes[Int(note)].text, typesetter: flow.setter.typesetter,
      width: Length(rawValue: flow.width))
  }

  private func height(_ note: Int32, from line: Int) -> Int {
    let lines = layouts[note]?.lines ?? []
    return height(of: lines, line, lines.count)
  }

  private func beginning(of note: Int32) -> Int {
    let lines = layouts[note]?.lines ?? []
    return height(of: lines, 0, min(lines.count, Self.leastLines))
  }

  /// From the top of one line to the bottom of the one before `end`.
  private func height(of lines: [LineFragment], _ start: Int, _ end: Int) -> Int {
    guard start < end else { return 0 }
    return lines[end - 1].y + lines[end - 1].height - lines[start].y
  }

  static func height(of fragments: [NoteFragment], _ layouts: [Int32: ChapterLayout]) -> Int {
    guard let last = fragments.last, let lines = layouts[last.note]?.lines else { return 0 }
    let end = lines[last.lines.upperBound - 1]
    return last.y + end.y + end.height - lines[last.lines.lowerBound].y
  }
}
