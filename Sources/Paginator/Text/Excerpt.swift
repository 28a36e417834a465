/// The beginning of a text from outside, for a message: a line of a file may be long, or no text at
/// all.
package enum Excerpt {
  private static let longest = 40

  /// At most 40 characters, with an ellipsis for the rest.
  package static func of(_ text: some StringProtocol) -> String {
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: longest, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return String(text) }
    return String(text[..<end]) + "…"
  }
}
