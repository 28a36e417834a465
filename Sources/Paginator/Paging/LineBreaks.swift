/// The lines of a page in few characters, as maps and baselines hold them: for every line how many
/// UTF-16 units it has (base 36), "-" when it ends in a hyphen, "." when it ends its paragraph.
public enum LineBreaks {
  public struct Line: Equatable, Sendable {
    public let length: Int
    public let isHyphenated: Bool
    public let endsParagraph: Bool
  }

  static func text(of page: PageLayout, in chapter: ChapterLayout) -> String {
    var words: [String] = []
    for index in page.lines {
      let line = chapter.lines[index]
      guard !line.flags.contains(.isRepeated) else { continue }
      var word = String(Int(line.end - line.start), radix: 36)
      if line.flags.contains(.isHyphenated) { word += "-" }
      let paragraph = chapter.text.paragraphs[Int(line.paragraph)]
      if line.end >= paragraph.end { word += "." }
      words.append(word)
    }
    return words.joined(separator: " ")
  }

  /// - Returns: nil for what no map has written.
  public static func lines(_ text: String) -> [Line]? {
    var lines: [Line] = []
    for word in text.split(separator: " ") {
      let digits = word.prefix { $0 != "-" && $0 != "." }
      guard let length = Int(digits, radix: 36) else { return nil }
      lines.append(
        Line(
          length: length, isHyphenated: word.contains("-"), endsParagraph: word.hasSuffix(".")))
    }
    return lines
  }
}
