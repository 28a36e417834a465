/// A text with the texts of the boxes in its lines at their places, as it is read.
struct FlatText {
  private struct Piece {
    /// Where it begins in this text, and in the outer one.
    let start: Int
    let offset: Int
    let isBox: Bool
  }

  private(set) var units: [UInt16] = []
  private var pieces: [Piece] = []

  /// - Returns: nil for a text without boxes.
  init?(_ text: AttributedText) {
    let boxes = text.attachments.compactMap { attachment -> (at: Int, text: AttributedText)? in
      guard attachment.offset >= 0, case .text(let inner) = attachment.content else { return nil }
      return (Int(attachment.offset), inner)
    }.sorted { $0.at < $1.at }
    guard !boxes.isEmpty else { return nil }
    var start = 0
    for box in boxes where box.at >= start && box.at < text.length {
      append(text.units[start..<box.at], offset: start, isBox: false)
      append((FlatText(box.text)?.units ?? box.text.units)[...], offset: box.at, isBox: true)
      start = box.at + 1
    }
    append(text.units[start..<text.length], offset: start, isBox: false)
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

  /// Whether a range is in a box in part, and so is found in no text alone.
  func isDivided(_ range: Range<Int>) -> Bool {
    let next = pieces.partitioningIndex { $0.start > range.lowerBound }
    return next < pieces.count && pieces[next].start < range.upperBound
  }
}
