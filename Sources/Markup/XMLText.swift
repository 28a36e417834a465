/// Characters that mean something in XML, as references: right in text and in quoted attributes.
public enum XMLText {
  /// Text with the five characters that mean something in XML written as references.
  public static func escaped(_ text: String) -> String {
    var result = ""
    // By scalars: with a mark behind it "<" is a character of another name.
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
