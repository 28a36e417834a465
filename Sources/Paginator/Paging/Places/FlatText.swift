/// A text with the texts of the boxes in its lines at their places, as it is read.
struct FlatText {
  private struct Piece {
    /// Where it begins in this text, and in the outer one.
    let start: Int
    let offset: Int
    let isBox: Bool
  }

  private typealias Box = (at: Int, text: AttributedText)

  private(set) var units: [UInt16] = []
  private var pieces: [Piece] = []

  /// - Returns: nil for a text without boxes.
  init?(_ text: AttributedText) {
    let boxes = text.boxesInLines
    guard !boxes.isEmpty else { return nil }
    append(boxes[...], of: text, 0..<text.length)
  }

  /// Part of a text, with the texts of some boxes in it.
  private init(_ text: AttributedText, _ range: Range<Int>, _ boxes: ArraySlice<Box>) {
    append(boxes, of: text, range)
  }

  /// By paragraph, its text with those of the boxes in its lines. A box of several paragraphs is apart: no
  /// match crosses their ends.
  static func paragraphs(of text: AttributedText) -> [Int: FlatText] {
    let boxes = text.boxesInLines.filter { $0.text.paragraphs.count == 1 }
    var result: [Int: FlatText] = [:]
    var next = 0
    while next < boxes.count {
      let paragraph = text.paragraphs.partitioningIndex { $0.end > boxes[next].at }
      guard paragraph < text.paragraphs.count else { break }
      let range = text.paragraphs[paragraph].range
      let end = boxes[next...].partitioningIndex { $0.at >= range.upperBound }
      result[paragraph] = FlatText(text, range, boxes[next..<end])
      next = max(next + 1, end)
    }
    return result
  }

  private mutating func append(
    _ boxes: ArraySlice<Box>, of text: AttributedText, _ range: Range<Int>
  ) {
    var start = range.lowerBound
    for box in boxes where box.at >= start && box.at < range.upperBound {
      append(text.units[start..<box.at], offset: start, isBox: false)
      append((FlatText(box.text)?.units ?? box.text.units)[...], offset: box.at, isBox: true)
      start = box.at + 1
    }
    append(text.units[start..<range.upperBound], offset: start, isBox: false)
  }

  private mutating func append(_ more: ArraySlice<UInt16>, offset: Int, isBox: Bool) {
    pieces.append(Piece(start: units.count, offset: offset, isBox: isBox))
    units += more
  }

  /// The offset in the outer text of a place; for text of a box, that of the box.
  func offset(at index: Int) -> Int {
    let piece = pieces[pieces.partitioningIndex { $0.start > index } - 1]
    return piece.isBox ? piece.offset : piece.offset + index - piece.start
  }

  /// Whether a range is in one box, and so is found in its text alone.
  func isInBox(_ range: Range<Int>) -> Bool {
    pieces[pieces.partitioningIndex { $0.start > range.lowerBound } - 1].isBox && !isDivided(range)
  }

  /// Whether a range is in a box in part, and so is found in no text alone.
  func isDivided(_ range: Range<Int>) -> Bool {
    let next = pieces.partitioningIndex { $0.start > range.lowerBound }
    return next < pieces.count && pieces[next].start < range.upperBound
  }
}

extension AttributedText {
  /// The boxes in its lines, in their order.
  var boxesInLines: [(at: Int, text: AttributedText)] { boxesInLines(0..<Int.max) }

  func boxesInLines(_ range: Range<Int>) -> [(at: Int, text: AttributedText)] {
    attachments.compactMap { attachment in
      guard range.contains(Int(attachment.offset)), case .text(let inner) = attachment.content
      else { return nil }
      return (Int(attachment.offset), inner)
    }.sorted { $0.at < $1.at }
  }
}
