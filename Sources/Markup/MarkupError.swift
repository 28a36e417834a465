/// Why a document could not be parsed: the place, what is wrong, the text there and what to do.
public struct MarkupError: Error, Sendable, CustomStringConvertible {
  public let location: SourceLocation
  public let message: String
  /// The offending line of the source, shortened around the column.
  public let excerpt: String
  public let hint: String

  public var description: String {
    var text = "\(location): \(message)"
    if !excerpt.isEmpty { text += "\n    \(excerpt)" }
    if !hint.isEmpty { text += "\n  hint: \(hint)" }
    return text
  }
}

/// Something the parser mended in lenient mode, or a limit of ours that it met.
public struct MarkupRepair: Sendable {
  public let location: SourceLocation
  public let message: String
}
