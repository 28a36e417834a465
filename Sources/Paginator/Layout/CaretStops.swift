/// The position of the caret on a line: exactly one for every text offset.
///
/// Where the direction changes, an offset is at two edges: that of the character before it and that
/// of the character after it. The caret is at the edge of the character whose direction is closer
/// to the paragraph's (the lower embedding level of UAX #9); at the ends of a line, it is at the
/// line's edge. So no two offsets share a position, and a walk from edge to edge meets each offset
/// once.
struct CaretStops {
  private let line: TextLine
  /// The boxes in logical order, as indices into the line's boxes, which are in visual order.
  private let logical: [Int]

  init(_ line: TextLine) {
    self.line = line
    logical = line.boxes.indices.sorted {
      line.boxes[$0].range.lowerBound < line.boxes[$1].range.lowerBound
    }
  }

  /// The offsets from left to right.
  /// - Parameter endsText: whether the position after the last character is on this line instead of
  ///   at the start of the next one.
  func places(endsText: Bool) -> [Int] {
    guard !logical.isEmpty else { return [line.characterRange.lowerBound] }
    var stops = logical.indices.map { number in
      (offset: box(number).range.lowerBound, boundary: boundary(before: number))
    }
    if endsText { stops.append((line.characterRange.upperBound, boundary(before: logical.count))) }
    return stops.sorted { ($0.boundary, $0.offset) < ($1.boundary, $1.offset) }.map(\.offset)
  }

  /// The x of the caret at an offset; nil on a line without text.
  func x(of offset: Int) -> Length? {
    guard !logical.isEmpty else { return nil }
    let number = logical.partitioningIndex { line.boxes[$0].range.upperBound > offset }
    let boundary = boundary(before: number)
    let boxes = line.boxes
    // Two boxes meet at a boundary inside the line; the line's edges have one.
    let x =
      boundary < boxes.count ? boxes[boundary].x : boxes[boundary - 1].x + boxes[boundary - 1].width
    return Length(rawValue: x)
  }

  private func box(_ number: Int) -> CharacterBox { line.boxes[logical[number]] }

  /// How many boxes are to the left of the caret before a character; `number` is in logical order.
  private func boundary(before number: Int) -> Int {
    let level: UInt8 = line.isRightToLeft ? 1 : 0
    let before = number > 0 ? box(number - 1).level : level
    let after = number < logical.count ? box(number).level : level
    if number > 0, before <= after { return trailing(of: number - 1) }
    if number < logical.count, after <= before { return leading(of: number) }
    // At the line's own edge, next to text of the opposite direction.
    return (number == 0) != line.isRightToLeft ? 0 : logical.count
  }

  private func leading(of number: Int) -> Int {
    logical[number] + (box(number).isRightToLeft ? 1 : 0)
  }

  private func trailing(of number: Int) -> Int {
    logical[number] + (box(number).isRightToLeft ? 0 : 1)
  }
}
