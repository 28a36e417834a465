/// A token of CSS Syntax 3, section 4, with the match operators that selectors use.
public enum CSSToken: Equatable, Sendable {
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

/// A number as it was written and as it is meant.
public struct CSSNumber: Equatable, Sendable {
  public let text: String
  public let value: Double
  public let isInteger: Bool
}
