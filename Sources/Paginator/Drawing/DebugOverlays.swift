/// Overlays that show how a page was laid out. They form one group of shapes at the end of
/// the page and leave the rest of it unchanged.
public struct DebugOverlays: OptionSet, Hashable, Sendable {
  /// One bit for each value.
  public let rawValue: Int
  /// A set of the values with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Line fragments and the boxes of blocks.
  public static let boxes = DebugOverlays(rawValue: 1)
  /// The baseline of every line.
  public static let baselines = DebugOverlays(rawValue: 2)
  /// Where lines end: red for a hyphen, blue for the end of a paragraph, else orange.
  public static let breaks = DebugOverlays(rawValue: 4)
  /// Exclusion paths, and the content area.
  public static let exclusions = DebugOverlays(rawValue: 8)

  /// The overlays by their names on the command line.
  public static let names: [(name: String, overlay: DebugOverlays)] = [
    ("boxes", .boxes), ("baselines", .baselines), ("breaks", .breaks), ("exclusions", .exclusions),
  ]
}

/// Draws overlays over one page.
struct OverlayDrawing {
  private let overlays: DebugOverlays
  private let origin: Point
  private var context = DrawingContext()

  private static let line = Color(red: 0x2A, green: 0x7D, blue: 0xE1)
  private static let used = Color(red: 0xE1, green: 0x8A, blue: 0x2A)
  private static let block = Color(red: 0x8A, green: 0x2A, blue: 0xE1)
  private static let hyphen = Color(red: 0xD0, green: 0x20, blue: 0x20)
  private static let exclusion = Color(red: 0x20, green: 0xA0, blue: 0x60)

  init(_ overlays: DebugOverlays, origin: Point) {
    self.overlays = overlays
    self.origin = origin
  }

  /// What was drawn.
  var group: PageShape { .group("debug", context.shapes) }

  mutating func draw(_ layout: ChapterLayout, _ page: PageLayout) {
    if overlays.contains(.exclusions) {
      stroke(
        Rect(
          x: 0, y: 0, width: page.containerSize.width,
          height: min(page.containerSize.height, Length(rawValue: page.usedHeight))),
        Self.exclusion)
    }
    if overlays.contains(.boxes) {
      for frame in page.frames {
        for box in layout.boxes[frame.boxes] {
          stroke(
            Rect(raw: box.x, box.y, box.width, box.height)
              .offset(x: frame.rect.minX, y: frame.rect.minY), Self.block)
        }
      }
    }
    for index in page.lines { draw(page.line(index, in: layout)) }
  }

  private mutating func draw(_ fragment: LineFragment) {
    if overlays.contains(.boxes) {
      stroke(fragment.rect, Self.line)
      stroke(fragment.usedRect, Self.used)
    }
    let used = fragment.usedRect.offset(x: origin.x, y: origin.y)
    let baseline = used.minY + Length(rawValue: fragment.baseline)
    if overlays.contains(.baselines) {
      context.line(
        from: Point(x: used.minX, y: baseline), to: Point(x: used.maxX, y: baseline), Self.line,
        width: 0.25)
    }
    if overlays.contains(.breaks) {
      let color =
        fragment.flags.contains(.isHyphenated)
        ? Self.hyphen : fragment.flags.contains(.isLastOfParagraph) ? Self.line : Self.used
      context.line(
        from: Point(x: used.maxX, y: baseline - 6), to: Point(x: used.maxX, y: baseline + 2),
        color, width: 0.75)
    }
  }

  mutating func draw(_ paths: [ExclusionPath]) {
    guard overlays.contains(.exclusions) else { return }
    for path in paths {
      context.stroke(
        path.moved(x: origin.x, y: origin.y).outlines, Self.exclusion, width: 0.5)
    }
  }

  private mutating func stroke(_ rect: Rect, _ color: Color) {
    context.stroke(rect.offset(x: origin.x, y: origin.y), color, width: 0.25)
  }
}
