/// Why a book could not be paginated. Each kind maps to an exit status of the command.
public struct BookError: Error, Sendable, CustomStringConvertible {
  /// The kinds of errors; each maps to an exit status of the command.
  public enum Kind: Sendable {
    case noSuchInput
    case badInput
    case badUsage
    case noUsableFont
    case cannotCreateOutput
    case inputOutput
    case `internal`
  }

  /// What went wrong.
  public let kind: Kind
  /// A sentence with the file, the place and what to do.
  public let message: String

  /// An error with a sentence for the user.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
