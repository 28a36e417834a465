/// The compact notation of a page's lines in page maps and baselines. For every line: its length in
/// UTF-16 units (base 36), "-" if it ends in a hyphen, "." if it ends its paragraph.
public enum LineBreaks {
  /// A line of the notation.
  public struct Line: Equatable, Sendable {
    /// UTF-16 units.
    public let length: Int
    /// Whether it ends in a hyphen.
    public let isHyphenated: Bool
    /// Whether it is its paragraph's last.
    public let endsParagraph: Bool
  }

  static func lines(of page: PageLayout, in chapter: ChapterLayout) -> [Line] {
    chapter.lines[page.lines].compactMap { (line: LineFragment) -> Line? in
      guard !line.flags.contains(.isRepeated) else { return nil }
      let paragraph = chapter.text.paragraphs[Int(line.paragraph)]
      return Line(
        length: Int(line.end - line.start), isHyphenated: line.flags.contains(.isHyphenated),
        endsParagraph: line.end >= paragraph.end)
    }
  }

  static func text(_ lines: [Line]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(lines.count * 5)
    for line in lines {
      if !text.isEmpty { text.append(UInt8(ascii: " ")) }
      append(line.length, to: &text)
      if line.isHyphenated { text.append(UInt8(ascii: "-")) }
      if line.endsParagraph { text.append(UInt8(ascii: ".")) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)

  /// - Parameter length: not negative.
  private static func append(_ length: Int, to text: inout [UInt8]) {
    if length >= 36 { append(length / 36, to: &text) }
    text.append(digits[length % 36])
  }

  /// An upper limit for lengths: sums of lengths can't overflow.
  static let longest = 1 << 40

  /// - Returns: nil for text that is not in this notation.
  public static func lines(_ text: String) -> [Line]? {
    var lines: [Line] = []
    for word in text.split(separator: " ") {
      let digits = word.prefix { $0 != "-" && $0 != "." }
      guard let length = Int(digits, radix: 36), (0...longest).contains(length) else { return nil }
      lines.append(
        Line(
          length: length, isHyphenated: word.contains("-"), endsParagraph: word.hasSuffix(".")))
    }
    return lines
  }
}
