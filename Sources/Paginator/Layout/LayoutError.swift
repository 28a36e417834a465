/// An error in a chain of containers, or in filling it.
public enum LayoutError: Error, Sendable, CustomStringConvertible {
  /// A container of zero or negative height or width. Height 0 does not mean endless (`TextKitRows.md`, E9).
  case invalidContainer(Size)
  /// A container after an endless one, which never gets any text.
  case unreachableContainer
  /// A container that is already in a chain.
  case containerInUse
  /// The containers are full and nothing supplies more.
  case containersFull(at: Int)
  /// The shape of an endless container, or of a hundred consecutive others, has no room for a line.
  case noRoom(at: Int)
  /// A page break in a container without an end, after which there is no other container.
  case breakInEndlessContainer(at: Int)
  /// A delegate asked for layout while a delegate's decision was being asked for.
  case layoutInProgress
  /// A query while the text is being edited: before the matching `endEditing()`, or in a pass.
  case editingInProgress

  /// The error as a sentence, with the size or the text offset that it concerns.
  public var description: String {
    switch self {
    case .invalidContainer(let size):
      "a container of \(size.width.shown) x \(size.height.shown) points holds no text"
    case .unreachableContainer: "a container after an endless one never gets any text"
    case .containerInUse: "the container belongs to a layout manager already"
    case .containersFull(let offset): "the containers are full at offset \(offset)"
    case .noRoom(let offset): "no container has room for the line at offset \(offset)"
    case .breakInEndlessContainer(let offset):
      "there is a page break at offset \(offset), in a container without an end"
    case .layoutInProgress: "a delegate asks for the layout that it is deciding about"
    case .editingInProgress: "the text is being edited: ask after the matching endEditing()"
    }
  }
}
