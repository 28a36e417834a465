/// Why a document could not be parsed: the place, what is wrong, the text there and what to do.
public struct MarkupError: Error, Sendable, CustomStringConvertible {
  /// Where the fault is.
  public let location: SourceLocation
  /// What is wrong.
  public let message: String
  /// The offending line of the source, shortened around the column.
  public let excerpt: String
  /// What to do.
  public let hint: String

  /// The place, what is wrong and what to do.
  public var description: String {
    var text = "\(location): \(message)"
    if !excerpt.isEmpty { text += "\n    \(excerpt)" }
    if !hint.isEmpty { text += "\n  hint: \(hint)" }
    return text
  }

  /// The error for a document that exceeds one of the parser's limits.
  static func exceeded(_ message: String, at location: SourceLocation) -> MarkupError {
    MarkupError(
      location: location, message: message, excerpt: "", hint: "this is more than any book needs")
  }

  /// The error with another hint.
  func withHint(_ other: String) -> MarkupError {
    MarkupError(location: location, message: message, excerpt: excerpt, hint: other)
  }
}

/// A repair in lenient mode, or an assumption about the encoding.
public struct MarkupRepair: Sendable {
  /// Where the fault was.
  public let location: SourceLocation
  /// What was done.
  public let message: String
}
