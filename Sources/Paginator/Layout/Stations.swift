/// The text that is laid out, and the managers that lay it out. The start of TextKit's chain:
/// storage, layout manager, container. A storage owns its managers; a manager its containers.
public final class TextStorage {
  public private(set) var text: AttributedText
  public private(set) var layoutManagers: [LayoutManager] = []

  public init(_ text: AttributedText) { self.text = text }

  /// Makes another layout of the same text. Adding a manager twice changes nothing.
  public func add(_ manager: LayoutManager) {
    guard !layoutManagers.contains(where: { $0 === manager }) else { return }
    layoutManagers.append(manager)
  }
}

/// A region that text flows into: a page's content area, a column, a galley.
public final class TextContainer {
  public let size: Size
  /// Room kept free at both ends of every line. Zero here: UIKit's 5 points would silently narrow
  /// the measure.
  public let lineFragmentPadding: Length
  /// What stands between the text and the notes below it.
  public let noteSeparator: Length
  /// The page's height where the container has no end: what percentages of a height are of.
  public let pageHeight: Length?

  public init(
    size: Size, lineFragmentPadding: Length = 0, noteSeparator: Length = 12,
    pageHeight: Length? = nil
  ) {
    self.pageHeight = pageHeight
    self.size = size
    self.lineFragmentPadding = lineFragmentPadding
    self.noteSeparator = noteSeparator
  }

  /// Whether no text ever flows on to a container behind this one.
  public var isEndless: Bool { size.height >= .infinite }

  /// The measure at a height.
  var lineWidth: Int { (size.width - lineFragmentPadding * 2).rawValue }
}

/// What a chain of containers can't be.
public enum LayoutError: Error, Sendable, CustomStringConvertible {
  /// A container of zero or negative height or width (E9: it would swallow the book).
  case invalidContainer(Size)
  /// A container behind an endless one never gets any text.
  case unreachableContainer
  /// The containers are full and nothing supplies more.
  case containersFull(at: Int)

  public var description: String {
    switch self {
    case .invalidContainer(let size):
      "a container of \(size.width.points) x \(size.height.points) points holds no text"
    case .unreachableContainer: "a container after an endless one never gets any text"
    case .containersFull(let offset): "the containers are full at offset \(offset)"
    }
  }
}
