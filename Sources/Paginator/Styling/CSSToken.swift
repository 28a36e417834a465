/// A token of CSS Syntax 3, section 4, with the match operators that selectors use.
package enum CSSToken: Equatable, Sendable {
  case ident(String)
  case function(String)
  case atKeyword(String)
  case hash(String, isID: Bool)
  case string(String)
  case badString
  case url(String)
  case badURL
  case delim(Unicode.Scalar)
  /// `~=`, `|=`, `^=`, `$=`, `*=` or `||`.
  case match(String)
  case number(CSSNumber)
  case percentage(CSSNumber)
  case dimension(CSSNumber, unit: String)
  case unicodeRange(UInt32, UInt32)
  case whitespace
  case cdo
  case cdc
  case colon
  case semicolon
  case comma
  case openBracket
  case closeBracket
  case openParenthesis
  case closeParenthesis
  case openBrace
  case closeBrace
  case endOfInputInString
  case endOfInputInURL
}

/// A number with its source text.
package struct CSSNumber: Equatable, Sendable {
  package let text: String
  package let value: Double
  package let isInteger: Bool
}

extension String {
  /// The string with only A to Z in lower case, as CSS compares names (CSS Values 4, section 2.1).
  /// Full case mapping would map the Kelvin sign to "k".
  var asciiLowercased: String {
    guard utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return self }
    return String(
      decoding: utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
