/// Makes text of books, file names and messages safe for terminals and logs: control characters are
/// shown, not sent.
enum PrintableText {
  /// One line. Control characters (C0, DEL, C1), line and paragraph separators, and the characters
  /// that change the direction of text (UAX #9, section 2) are written in the form `\u{1B}`.
  static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isControl($0) && $0 != "\t" }) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar), scalar != "\t" {
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// The same for text of several lines; line feeds are kept.
  static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
      .joined(separator: "\n")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
