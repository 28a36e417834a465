/// A region that text flows into: a page's content area, a column, a galley.
///
/// A container is a rectangle with paths cut out of it. For another shape override
/// `lineFragmentRect(forProposedRect:at:writingDirection:remaining:)` and
/// `isSimpleRectangular`; see the circle in `Examples/`.
open class TextContainer {
  /// Of the region; of an endless one the height is `Length.infinite`.
  public let size: Size
  /// Room kept free at both ends of every line. Zero here: UIKit's 5 points would silently narrow
  /// the measure.
  public let lineFragmentPadding: Length
  /// What stands between the text and the notes below it.
  public let noteSeparator: Length
  /// The page's height where the container has no end: what percentages of a height are of.
  public let pageHeight: Length?
  /// Where the container stands in the page or view that shows it. Paths are in the container's
  /// coordinates: one drawn in the view's is moved by the inset, negated.
  public let inset: Insets
  /// The manager that fills the container.
  public internal(set) weak var layoutManager: LayoutManager?
  /// What text flows around, in the container's coordinates.
  public var exclusionPaths: [ExclusionPath] = [] { didSet { layoutManager?.invalidateLayout() } }
  /// How many lines the container takes; 0 is no limit.
  public var maximumNumberOfLines = 0 { didSet { layoutManager?.invalidateLayout() } }
  /// What becomes of the last line where the limit cuts the text off. With `.byWordWrapping` the
  /// rest goes on in the next container.
  public var lineBreakMode = ParagraphStyle.LineBreakMode.byWordWrapping {
    didSet { layoutManager?.invalidateLayout() }
  }
  /// How the text stands in the container when it does not fill it; always at the top where lines
  /// are fitted around something.
  public var blockAlignment = BlockAlignment.top { didSet { layoutManager?.invalidateLayout() } }

  /// Where text stands that does not fill the container.
  public enum BlockAlignment: String, Sendable {
    case top, center, bottom
    /// The room is shared out between the paragraphs.
    case justified
  }

  /// A container of a size in points.
  public init(
    size: Size, lineFragmentPadding: Length = 0, noteSeparator: Length = 12,
    pageHeight: Length? = nil, inset: Insets = .zero
  ) {
    self.pageHeight = pageHeight
    self.size = size
    self.lineFragmentPadding = lineFragmentPadding
    self.noteSeparator = noteSeparator
    self.inset = inset
  }

  /// The container that is left of a view between insets.
  public convenience init(viewSize: Size, inset: Insets) {
    self.init(
      size: Size(
        width: viewSize.width - inset.horizontal,
        height: viewSize.height >= .infinite ? .infinite : viewSize.height - inset.vertical),
      inset: inset)
  }

  /// Whether no text ever flows on to a container behind this one.
  public var isEndless: Bool { size.height >= .infinite }

  /// Whether every line is as wide as the container. Text in one that is not is set line by line,
  /// each in the room it finds; override it together with `lineFragmentRect`.
  open var isSimpleRectangular: Bool { exclusionPaths.isEmpty }

  /// The room for a line: the first free rectangle in a proposed one, and what is left of it
  /// behind an obstacle.
  ///
  /// - Parameters:
  ///   - proposed: as wide as the container, as high as the line.
  ///   - offset: of the character that the line begins with.
  ///   - remaining: what of the proposed rectangle lies behind the result, in the direction of the
  ///     writing; empty when nothing does.
  /// - Returns: an empty rectangle where the height has no room: the line goes further down.
  open func lineFragmentRect(
    forProposedRect proposed: Rect, at offset: Int,
    writingDirection: ParagraphStyle.WritingDirection, remaining: inout Rect
  ) -> Rect {
    let blocked = exclusionPaths.flatMap { $0.ranges(from: proposed.minY, to: proposed.maxY) }
      .merged
    var free: [Range<Length>] = []
    var x = proposed.minX
    for range in blocked {
      if range.lowerBound > x { free.append(x..<min(range.lowerBound, proposed.maxX)) }
      x = max(x, range.upperBound)
      if x >= proposed.maxX { break }
    }
    if x < proposed.maxX { free.append(x..<proposed.maxX) }
    if writingDirection == .rightToLeft { free.reverse() }
    func rect(_ range: Range<Length>) -> Rect {
      Rect(
        x: range.lowerBound, y: proposed.minY, width: range.upperBound - range.lowerBound,
        height: proposed.height)
    }
    remaining = Rect(x: proposed.maxX, y: proposed.minY, width: 0, height: proposed.height)
    guard let first = free.first else { return remaining }
    if free.count > 1 {
      remaining =
        writingDirection == .rightToLeft
        ? rect(proposed.minX..<first.lowerBound) : rect(first.upperBound..<proposed.maxX)
    }
    return rect(first)
  }

  /// The measure of lines that meet no obstacle, in 1/1024 points.
  var lineWidth: Int { (size.width - lineFragmentPadding * 2).rawValue }

  /// Whether text set for one container stands in the other as it is.
  func isAlike(_ other: TextContainer) -> Bool {
    self === other
      || size == other.size && lineFragmentPadding == other.lineFragmentPadding
        && noteSeparator == other.noteSeparator && isSimpleRectangular && other.isSimpleRectangular
        && maximumNumberOfLines == 0 && other.maximumNumberOfLines == 0
        && blockAlignment == other.blockAlignment
  }
}

/// What a chain of containers can't be.
public enum LayoutError: Error, Sendable, CustomStringConvertible {
  /// A container of zero or negative height or width (E9: it would swallow the book).
  case invalidContainer(Size)
  /// A container behind an endless one never gets any text.
  case unreachableContainer
  /// A container that is in the chain already, or in another manager's.
  case containerInUse
  /// The containers are full and nothing supplies more.
  case containersFull(at: Int)
  /// The shape of an endless container, or of a hundred others in turn, has no room for a line.
  case noRoom(at: Int)
  /// A page break in a container without an end: nothing comes behind it.
  case breakInEndlessContainer(at: Int)

  /// The container's size.
  public var description: String {
    switch self {
    case .invalidContainer(let size):
      "a container of \(size.width.points) x \(size.height.points) points holds no text"
    case .unreachableContainer: "a container after an endless one never gets any text"
    case .containerInUse: "the container belongs to a layout manager already"
    case .containersFull(let offset): "the containers are full at offset \(offset)"
    case .noRoom(let offset): "no container has room for the line at offset \(offset)"
    case .breakInEndlessContainer(let offset):
      "there is a page break at offset \(offset), in a container without an end"
    }
  }
}
