import Foundation
import Paginator

/// What a proof shows of a page that an earlier run drew.
struct DrawnPage {
  /// The page's SVG as a script.
  let script: [UInt8]
  let size: Size
  /// The text of its lines. A line is one word: its drawing does not tell where words are.
  let text: ProofText

  init(_ script: [UInt8]) {
    self.script = script
    size = Self.size(of: script)
    var text = ProofText()
    for line in DrawnLine.lines(of: script) {
      text.add(
        ProofText.Line(
          baseline: Length(points: line.baseline), size: Self.usualSize,
          words: [
            ProofText.Word(
              x: Length(points: line.left), width: Length(points: line.right - line.left),
              text: Self.plain(line.text), endsInHyphen: line.endsInHyphen)
          ]))
    }
    self.text = text
  }

  /// How high a line is marked: its drawing does not tell the size of its type.
  private static let usualSize: Length = 11

  /// The size in the SVG's `viewBox`.
  private static func size(of script: [UInt8]) -> Size {
    let head = String(decoding: script.prefix(1000), as: UTF8.self)
    let numbers = head.components(separatedBy: "viewBox=\"0 0 ").last?
      .prefix { $0 != "\"" }.split(separator: " ").compactMap { Double($0) }
    guard let numbers, numbers.count == 2, numbers.allSatisfy({ $0 > 0 && $0 < 1e5 }) else {
      return PageSizes.standard
    }
    return Size(width: Length(points: numbers[0]), height: Length(points: numbers[1]))
  }

  /// The text of an attribute.
  private static func plain(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let references = [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#96;", "`"), ("&#36;", "$"),
      ("&#92;", "\\"), ("&amp;", "&"),
    ]
    return references.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}
