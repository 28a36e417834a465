/// Why a book could not be paginated. Each kind maps to an exit status of the command.
public struct BookError: Error, Sendable, CustomStringConvertible {
  /// The kinds of errors; each maps to an exit status of the command.
  public enum Kind: Sendable {
    /// A file does not exist. Exit status 66.
    case noSuchInput
    /// A file can't be read as what it should be. Exit status 65.
    case badInput
    /// Options are wrong or contradict each other. Exit status 64.
    case badUsage
    /// No font for the text was found. Exit status 66.
    case noUsableFont
    /// A file can't be created. Exit status 73.
    case cannotCreateOutput
    /// Reading or writing failed. Exit status 74.
    case inputOutput
    /// A fault of the program. Exit status 70.
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

  /// The message, without the kind.
  public var description: String { message }
}
