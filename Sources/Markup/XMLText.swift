/// Escapes the special characters of XML, for text and for attributes in double quotes.
public enum XMLText {
  /// Text with `&`, `<`, `>` and `"` written as references.
  public static func escaped(_ text: String) -> String {
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
}
