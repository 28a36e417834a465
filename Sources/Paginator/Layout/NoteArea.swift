/// The notes at the foot of the page that is being filled: those called on it, the rest of those
/// from the previous page, and the height that they need.
struct NoteArea {
  /// A note, or the rest of one.
  private struct Piece {
    var note: Int32
    var firstLine: Int
    var isContinued = false
  }

  private let offsets: [Int32]
  private var carried: [Piece] = []
  /// The notes called on this page, each with the row that calls it.
  private var called: [(row: Int, note: Int32)] = []
  private(set) var layouts: [Int32: ChapterLayout] = [:]
  private var ends: [Int32: End] = [:]

  /// The end of a note that is laid out.
  private struct End {
    /// The bottom of the lowest line.
    let bottom: Int
    /// The space below it.
    let space: Int
    /// The height of the highest line.
    let highest: Int
  }

  /// The minimum number of lines of a split note on the page of its call.
  private static let leastLines = 2

  init(_ text: AttributedText) { offsets = text.notes.map(\.offset) }

  var isUnused: Bool { offsets.isEmpty }
  var hasRest: Bool { !carried.isEmpty }

  // MARK: Filling a page

  /// The notes that are called in the lines of a row, in order. Cells beside each other may go on in
  /// another row: between the first and the last line of a row is text that is not in it.
  private func notes(in row: Row, _ flow: borrowing Flow) -> [Int32] {
    let all = notes(in: Self.text(of: row, flow))
    guard row.lineCount > 1, !all.isEmpty else { return all.map(Int32.init) }
    var found: [Int32] = []
    for index in row.lineRange {
      let line = flow.setLines.lines[index]
      found += notes(in: Int(line.start)..<Int(line.end)).map(Int32.init)
    }
    return found.sorted()
  }

  /// The text of a row's lines, from the first to the last.
  private static func text(of row: Row, _ flow: borrowing Flow) -> Range<Int> {
    var start = Int32.max
    var end: Int32 = -1
    for index in row.lineRange {
      let line = flow.setLines.lines[index]
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

  /// The room for the notes that a row, or a range of text, calls.
  mutating func room(for row: Row, _ flow: borrowing Flow) throws -> PageMaterial.NoteRoom {
    isUnused ? PageMaterial.NoteRoom() : try room(for: notes(in: row, flow), flow)
  }

  mutating func room(
    for text: Range<Int>, _ flow: borrowing Flow
  ) throws -> PageMaterial.NoteRoom {
    try room(for: notes(in: text).map(Int32.init), flow)
  }

  private mutating func room(
    for notes: [Int32], _ flow: borrowing Flow
  ) throws -> PageMaterial.NoteRoom {
    var room = PageMaterial.NoteRoom()
    for note in notes {
      try layOut(note, flow)
      room.least = room.height + beginning(of: note)
      room.height += height(note, from: 0) + space(below: note)
      room.highestLine = max(room.highestLine, ends[note]?.highest ?? 0)
    }
    return room
  }

  /// Whether a row whose bottom is at `bottom` leaves enough room for notes: for all notes called
  /// before it, and for its own up to the beginning of the last one.
  mutating func allows(
    _ row: Row, bottom: Int, height: Int, separator: Int, _ flow: borrowing Flow
  ) throws -> Bool {
    let own = notes(in: row, flow)
    for note in own { try layOut(note, flow) }
    guard hasRest || !called.isEmpty || !own.isEmpty else { return bottom <= height }
    var full = max(separator, heightSoFar(separator: separator))
    var least = full
    var last = lastNote
    for note in own {
      if let last { full += space(below: last) }
      least = full + beginning(of: note)
      full += self.height(note, from: 0)
      last = note
    }
    if bottom + full <= height { return true }
    return !own.isEmpty && bottom + least <= height
  }

  /// Whether a row that is kept with the row before it takes room from the last note of the page: from the rest of one,
  /// which goes on in any case, or from one that goes on or is so long that it may be divided
  /// (`PageMaterial.NoteRoom.isDivided`).
  func allowsKept(
    _ row: Row, bottom: Int, height: Int, separator: Int, _ flow: borrowing Flow
  ) -> Bool {
    guard let last = called.last else {
      guard let rest = carried.first else { return false }
      let lines = layouts[rest.note]?.lines ?? []
      return bottom + separator + Self.height(of: lines, rest.firstLine, rest.firstLine + 1)
        <= height
    }
    let full = heightSoFar(separator: separator)
    let own = called.reduce(0) { $1.row == last.row ? $0 + self.height($1.note, from: 0) : $0 }
    let goesOn = bottom - row.height - row.gap.total + full > height
    guard goesOn || own > height / 2, !isCalled(in: row, flow) else { return false }
    return bottom + full - self.height(last.note, from: 0) + beginning(of: last.note) <= height
  }

  /// Whether a note is called in the lines of a row.
  func isCalled(in row: Row, _ flow: borrowing Flow) -> Bool {
    !isUnused && !notes(in: row, flow).isEmpty
  }

  /// The height to which a page may be filled with a row that is cut, so that there is room for the
  /// notes that are called in the part on the page: all but the last note whole, and the beginning of
  /// that one.
  ///
  /// - Parameter room: that from the row's top to the notes that are on the page already.
  mutating func limit(
    of row: Row, room: Int, separator: Int, _ flow: borrowing Flow
  ) throws -> Int {
    guard isCalled(in: row, flow) else { return room }
    var limit = room
    var needed = hasRest || !called.isEmpty ? 0 : separator
    if let lastNote { needed += space(below: lastNote) }
    let lines = flow.setLines.lines[row.lineRange]
    for line in lines.sorted(by: { $0.y < $1.y }) {
      for note in notes(in: Int(line.start)..<Int(line.end)).map(Int32.init) {
        try layOut(note, flow)
        let own = min(limit, room - needed - beginning(of: note))
        guard line.y + line.height <= own else { return min(limit, line.y) }
        limit = own
        needed += height(note, from: 0) + space(below: note)
      }
    }
    return limit
  }

  /// The height of the notes that are on the page already, and of the space above them.
  func heightSoFar(separator: Int) -> Int {
    guard hasRest || !called.isEmpty else { return 0 }
    let sum =
      carried.reduce(separator) { $0 + height($1.note, from: $1.firstLine) + space(below: $1.note) }
      + called.reduce(0) { $0 + height($1.note, from: 0) + space(below: $1.note) }
    return sum - (lastNote.map { space(below: $0) } ?? 0)
  }

  /// The row that calls the last note of the page; nil if there is none, or if the rest of another note is on the
  /// page.
  var lastCall: Int? { carried.isEmpty ? called.last?.row : nil }

  private var lastNote: Int32? { called.last?.note ?? carried.last?.note }

  /// Notes that a row has been placed, and that its notes are called on this page.
  mutating func place(_ row: Row, at index: Int, _ flow: borrowing Flow) throws {
    for note in notes(in: row, flow) {
      try layOut(note, flow)
      called.append((index, note))
    }
  }

  /// Ends the page before a row: notes called from that row on belong to the next page.
  /// - Parameter room: the height from the bottom of the text to the foot of the page.
  /// - Returns: the parts of notes on the page, placed from the top of the note area.
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
        y += Self.height(of: lines, piece.firstLine, end) + space(below: piece.note)
      }
      if end < lines.count {
        carried.append(
          Piece(note: piece.note, firstLine: end, isContinued: piece.isContinued || end > 0))
      }
    }
    return fragments
  }

  /// The end of the lines of a piece that fit. At least one line of a note is on the page of its
  /// call, unless a note before it fills the page, and at least one line is on every page to which a
  /// rest is carried. Lines beside each other, in the cells of a table, are on one page.
  private func lastLine(of piece: Piece, from y: Int, room: Int, isFirst: Bool) -> Int {
    let lines = layouts[piece.note]?.lines ?? []
    var end = piece.firstLine
    var bottom = Int.min
    for index in piece.firstLine..<max(piece.firstLine, lines.count) {
      bottom = max(bottom, lines[index].y + lines[index].height)
      if index + 1 < lines.count, lines[index + 1].y < bottom { continue }
      let fits = carried.isEmpty && y + bottom - lines[piece.firstLine].y <= room
      guard fits || isFirst && end == piece.firstLine else { break }
      end = index + 1
    }
    return end
  }

  // MARK: Heights

  private mutating func layOut(_ note: Int32, _ flow: borrowing Flow) throws {
    guard layouts[note] == nil else { return }
    let layout = try NestedLayout.layOut(
      flow.text.notes[Int(note)].text, typesetter: flow.setter.typesetter,
      width: Length(rawValue: flow.width), pageHeight: Self.imageHeight(flow.pageHeight))
    layouts[note] = layout
    ends[note] = End(
      bottom: Self.bottom(of: layout.lines[...]), space: Self.space(below: layout),
      highest: layout.lines.lazy.map(\.height).max() ?? 0)
  }

  /// The maximum height of an image in a note, which is on a page with its call.
  private static func imageHeight(_ page: Length) -> Length {
    Length(rawValue: page.rawValue / 4 * 3)
  }

  private func height(_ note: Int32, from line: Int) -> Int {
    guard let lines = layouts[note]?.lines, line < lines.count else { return 0 }
    // A note is divided only where all that follows is lower.
    return (ends[note]?.bottom ?? 0) - lines[line].y
  }

  /// What is below the last line of a note, before the next one: the edges and collapsed margins of
  /// the blocks that end there, such as a quotation.
  private static func space(below layout: ChapterLayout) -> Int {
    guard let last = layout.text.paragraphs.last else { return 0 }
    let width = layout.pages.first?.containerSize.width ?? 0
    var space = 0
    var margin = 0
    for block in layout.text.blocks(around: last.block) {
      let box = layout.text.box(of: block)
      let edge = box.edges(against: width).bottom
      if edge > 0 {
        space += margin + edge
        margin = 0
      }
      margin = max(margin, box.margins(against: width).bottom)
    }
    return space + margin
  }

  private func space(below note: Int32) -> Int { ends[note]?.space ?? 0 }

  private func beginning(of note: Int32) -> Int {
    let lines = layouts[note]?.lines ?? []
    return Self.height(of: lines, 0, min(lines.count, Self.leastLines))
  }

  /// From the top of line `start` to the lowest bottom of the lines before `end`.
  private static func height(of lines: [LineFragment], _ start: Int, _ end: Int) -> Int {
    start < end ? bottom(of: lines[start..<end]) - lines[start].y : 0
  }

  /// The bottom of the lowest line: the last one may be beside a longer cell of its table.
  private static func bottom(of lines: ArraySlice<LineFragment>) -> Int {
    lines.lazy.map { $0.y + $0.height }.max() ?? 0
  }

  static func height(of fragments: [NoteFragment], _ layouts: [Int32: ChapterLayout]) -> Int {
    guard let last = fragments.last, let lines = layouts[last.note]?.lines else { return 0 }
    return last.y + height(of: lines, last.lines.lowerBound, last.lines.upperBound)
  }
}
