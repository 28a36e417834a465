/// Escapes the special characters of XML, for text and for attributes in double quotes.
public enum XMLText {
  /// Text with `&`, `<`, `>` and `"` written as references.
  public static func escaped(_ text: String) -> String {
    // Most text has none, and is not copied.
    guard text.utf8.contains(where: isSpecial) else { return text }
    var result = ""
    // By scalars: "<" with a combining mark after it is another `Character`.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
    default: false
    }
  }
}

extension String {
  /// The beginning of the text, in at most so many UTF-16 units; it ends between two scalars.
  package func cut(toUnits most: Int) -> String {
    guard utf16.count > most else { return self }
    var kept = String.UnicodeScalarView()
    var units = 0
    for scalar in unicodeScalars {
      units += UTF16.width(scalar)
      guard units <= most else { break }
      kept.append(scalar)
    }
    return String(kept)
  }
}
