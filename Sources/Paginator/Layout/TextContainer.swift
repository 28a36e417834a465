/// A region that text flows into: a page's content area, a column, a galley.
///
/// A container is a rectangle with paths cut out of it. For another shape, override
/// `lineFragmentRect(forProposedRect:at:writingDirection:remaining:)` and `isSimpleRectangular`;
/// see the circle in `Examples/`.
open class TextContainer {
  /// The size of the region; an endless region has the height `Length.infinite`.
  public internal(set) var size: Size
  /// Whether its text is a box in a line, a note or page furniture, which no page break divides (CSS
  /// Fragmentation 3, section 4.4).
  var isInLine = false
  /// The space kept free at both ends of every line. The default is 0: UIKit's 5 points would
  /// silently narrow the measure.
  public let lineFragmentPadding: Length
  /// The height of the separator between the text and the notes below it.
  public let noteSeparator: Length
  /// The page's height for a container without an end; percentage heights refer to it.
  public let pageHeight: Length?
  /// The place of the container in the page or view that shows it. Paths use the container's
  /// coordinates: move a path drawn in the view's coordinates by the negated inset.
  public let inset: Insets
  /// The manager that fills the container.
  public internal(set) weak var layoutManager: LayoutManager?
  /// The paths that text flows around, in the container's coordinates.
  public var exclusionPaths: [ExclusionPath] = [] { didSet { layoutManager?.invalidateLayout() } }
  /// The maximum number of lines in the container; 0 for no limit.
  public var maximumNumberOfLines = 0 { didSet { layoutManager?.invalidateLayout() } }
  /// What happens to the last line where the limit cuts the text off. With `.byWordWrapping` the
  /// rest continues in the next container.
  public var lineBreakMode = ParagraphStyle.LineBreakMode.byWordWrapping {
    didSet { layoutManager?.invalidateLayout() }
  }
  /// The vertical alignment of text that does not fill the container. Text that flows around paths
  /// is always at the top.
  public var blockAlignment = BlockAlignment.top { didSet { layoutManager?.invalidateLayout() } }

  /// The vertical alignment of text that does not fill its container.
  public enum BlockAlignment: String, Sendable {
    /// All free height is below, on both sides in equal parts, or above.
    case top, center, bottom
    /// The free height is divided among the spaces between paragraphs.
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

  /// A container that fills a view, less the insets.
  public convenience init(viewSize: Size, inset: Insets) {
    self.init(
      size: Size(
        width: viewSize.width - inset.horizontal,
        height: viewSize.height >= .infinite ? .infinite : viewSize.height - inset.vertical),
      inset: inset)
  }

  /// Whether the container has no end, so that no text ever flows on to another one.
  public var isEndless: Bool { size.height >= .infinite }

  /// Whether every line is as wide as the container. In other containers text is set line by line,
  /// each line in the space that it finds. Override it together with `lineFragmentRect`.
  open var isSimpleRectangular: Bool { exclusionPaths.isEmpty }

  /// The height from which on every line is as wide as the container; nil if there is none, or if it is
  /// not known, as for the shape of a subclass. In an endless container, text below it is divided into
  /// sections, so that an edit sets only a part of it again. Override it together with
  /// `lineFragmentRect`.
  open var shapedHeight: Length? {
    if isSimpleRectangular { return 0 }
    guard type(of: self) == TextContainer.self else { return nil }
    return exclusionPaths.reduce(0) { max($0, $1.bounds.maxY) }
  }

  /// Returns the space for a line: the first free rectangle in a proposed one, and the part of it
  /// that is left after an obstacle.
  ///
  /// - Parameters:
  ///   - proposed: as wide as the container, as high as the line.
  ///   - offset: the offset of the line's first character.
  ///   - remaining: the part of the proposed rectangle after the result, in the writing direction;
  ///     empty if there is none.
  /// - Returns: an empty rectangle where there is no space at this height: the line goes further
  ///   down.
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

  /// The height to which images are fitted; nil where there is no limit.
  var heightForImages: Length? { pageHeight ?? (isEndless ? nil : size.height) }

  /// Whether text set for one container fits the other one unchanged.
  func isAlike(_ other: TextContainer) -> Bool {
    self === other
      || size == other.size && lineFragmentPadding == other.lineFragmentPadding
        && noteSeparator == other.noteSeparator && isSimpleRectangular && other.isSimpleRectangular
        && maximumNumberOfLines == 0 && other.maximumNumberOfLines == 0
        && blockAlignment == other.blockAlignment && pageHeight == other.pageHeight
  }
}
