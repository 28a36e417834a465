/// Why a book could not be paginated. Each kind maps to an exit status of the command.
public struct BookError: Error, Sendable, CustomStringConvertible {
  public enum Kind: Sendable {
    case noSuchInput
    case badInput
    case badUsage
    case noUsableFont
    case cannotCreateOutput
    case inputOutput
    case `internal`
  }

  public let kind: Kind
  public let message: String

  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  public var description: String { message }
}
