/// Where the one caret of every text offset stands on a line.
///
/// Where the direction changes, an offset lies at two edges: that of the character before it and that
/// of the one after. The caret stands at the edge of the character that is nearer to the paragraph's
/// own direction (the lower embedding level of UAX #9); at the ends of a line, at its edges. No two
/// offsets then share a place, and a walk from edge to edge meets each of them once.
struct CaretStops {
  private let line: TextLine
  /// The boxes in the order of the text, as indices in the line's, which are from left to right.
  private let logical: [Int]

  init(_ line: TextLine) {
    self.line = line
    logical = line.boxes.indices.sorted {
      line.boxes[$0].range.lowerBound < line.boxes[$1].range.lowerBound
    }
  }

  /// The offsets from left to right.
  ///
  /// - Parameter endsText: whether the place after the last character is on this line and not at the
  ///   start of the next one.
  func places(endsText: Bool) -> [Int] {
    guard !logical.isEmpty else { return [line.characterRange.lowerBound] }
    var stops = logical.indices.map { number in
      (offset: box(number).range.lowerBound, boundary: boundary(before: number))
    }
    if endsText { stops.append((line.characterRange.upperBound, boundary(before: logical.count))) }
    return stops.sorted { ($0.boundary, $0.offset) < ($1.boundary, $1.offset) }.map(\.offset)
  }

  /// Where the caret of an offset stands across; nil on a line without text.
  func x(of offset: Int) -> Length? {
    guard !logical.isEmpty else { return nil }
    let number = logical.partitioningIndex { line.boxes[$0].range.upperBound > offset }
    let boundary = boundary(before: number)
    let boxes = line.boxes
    // Two boxes meet there; the line's edges have one.
    let x =
      boundary < boxes.count ? boxes[boundary].x : boxes[boundary - 1].x + boxes[boundary - 1].width
    return Length(rawValue: x)
  }

  private func box(_ number: Int) -> CharacterBox { line.boxes[logical[number]] }

  /// How many boxes are to the left of the caret before a character, counted in the order of the text.
  private func boundary(before number: Int) -> Int {
    let level: UInt8 = line.isRightToLeft ? 1 : 0
    let before = number > 0 ? box(number - 1).level : level
    let after = number < logical.count ? box(number).level : level
    if number > 0, before <= after { return trailing(of: number - 1) }
    if number < logical.count, after <= before { return leading(of: number) }
    // At the line's own edge, beside text that runs the other way.
    return (number == 0) != line.isRightToLeft ? 0 : logical.count
  }

  private func leading(of number: Int) -> Int {
    logical[number] + (box(number).isRightToLeft ? 1 : 0)
  }

  private func trailing(of number: Int) -> Int {
    logical[number] + (box(number).isRightToLeft ? 0 : 1)
  }
}
