/// A shape on a page that is not a glyph: a background, a border, a text decoration. Coordinates
/// are in points, relative to the page.
public indirect enum PageShape: Hashable, Sendable {
  /// A filled rectangle, with rounded corners if the radius is not 0.
  case rect(Rect, fill: Color, cornerRadius: Length)
  /// Closed outlines, filled by the even-odd rule.
  case outlines([[Point]], fill: Color)
  /// Polygons, drawn as lines of a width.
  case strokedOutlines([[Point]], Color, width: Length)
  /// A straight line; the points are the ends of its center line.
  case line(from: Point, to: Point, Color, width: Length, Dash)
  /// A wavy line along a baseline, from a point to an x coordinate.
  case wave(from: Point, to: Length, Color, width: Length)
  /// A dotted or dashed side of a box; its center line starts at the point and runs across or down.
  case side(from: Point, length: Length, isVertical: Bool, Color, width: Length, dash: Length)
  /// A path, filled by the even-odd rule.
  case path(PagePath, fill: Color)
  /// A path, drawn as a dotted or dashed line: dashes and gaps are equally long.
  case strokedPath(PagePath, Color, width: Length, dash: Length)
  /// Shapes of which only what is inside a path is drawn.
  case clipped([PageShape], to: PagePath)
  /// An image that repeats.
  case tiles(PictureTiles)
  /// Shapes under a class name.
  case group(String, [PageShape])

  /// The dash pattern of a line.
  public enum Dash: Hashable, Sendable {
    /// No gaps.
    case solid
    /// Round dots, at intervals of two line widths.
    case dots
    /// Lengths of dashes and gaps in turn, in line widths.
    case pattern([Int])
  }
}

/// Collects the shapes that a renderer draws. Coordinates are in points, relative to the page or
/// the drawing.
public struct DrawingContext {
  /// The shapes drawn so far, in order.
  public private(set) var shapes: [PageShape] = []

  /// Lengths of dashes and gaps.
  public typealias Dash = PageShape.Dash

  /// Fills a rectangle, in points.
  public mutating func fill(_ rect: Rect, _ color: Color, cornerRadius: Length = 0) {
    guard !rect.isEmpty, !color.isTransparent else { return }
    shapes.append(.rect(rect, fill: color, cornerRadius: cornerRadius))
  }

  /// Fills closed outlines by the even-odd rule.
  public mutating func fill(_ outlines: [[Point]], _ color: Color) {
    shapes.append(.outlines(outlines, fill: color))
  }

  /// Fills a path by the even-odd rule.
  public mutating func fill(_ path: PagePath, _ color: Color) {
    guard !color.isTransparent else { return }
    shapes.append(.path(path, fill: color))
  }

  /// Draws lines along polygons, in points.
  public mutating func stroke(_ outlines: [[Point]], _ color: Color, width: Length) {
    shapes.append(.strokedOutlines(outlines, color, width: width))
  }

  /// Draws a line along a rectangle's edges, in points.
  public mutating func stroke(_ rect: Rect, _ color: Color, width: Length) {
    let corners = [
      rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
      Point(x: rect.minX, y: rect.maxY),
    ]
    stroke([corners], color, width: width)
  }

  /// Draws a straight line.
  public mutating func line(
    from start: Point, to end: Point, _ color: Color, width: Length, dash: Dash = .solid
  ) {
    shapes.append(.line(from: start, to: end, color, width: width, dash))
  }

  /// Draws a wavy line along a baseline.
  mutating func wave(from start: Point, to end: Length, _ color: Color, width: Length) {
    shapes.append(.wave(from: start, to: end, color, width: width))
  }

  /// Groups what `body` draws under a class name.
  public mutating func group(_ name: String, _ body: (inout DrawingContext) throws -> Void) rethrows
  {
    var inner = DrawingContext()
    try body(&inner)
    shapes.append(.group(name, inner.shapes))
  }
}

extension DrawingContext {
  /// Draws the background and the borders of a box.
  /// - Parameter pictures: its background images, from the top layer down.
  mutating func box(
    _ fragment: BoxFragment, style: BoxProperties, pictures: [BoxPicture] = [], originX: Int,
    originY: Int
  ) {
    let x = originX + fragment.x
    let y = originY + fragment.y
    // The color is the lowest layer, and clipped as that is.
    let clip = (style.lowerPictures?.last ?? style.picture)?.clip ?? .border
    let outline = RoundedRect(fragment, style, x: x, y: y)
    let area = fragment.area(clip, style, x: x, y: y)
    let shadows =
      style.hasShadow ? ShadowDrawing(fragment, style: style, x: x, y: y) : nil
    shapes += shadows?.outer ?? []
    if let outline {
      if !area.isEmpty { fill(outline.inset(to: area).path, style.background) }
    } else {
      fill(area, style.background)
    }
    for picture in pictures.reversed() where picture.border == nil {
      if let tiles = PictureTiles(picture, behind: fragment, style, x: x, y: y) {
        shapes.append(
          outline.map { .clipped([.tiles(tiles)], to: $0.inset(to: tiles.clip).path) }
            ?? .tiles(tiles))
      }
    }
    shapes += shadows?.inset ?? []
    if let first = pictures.first,
      let image = BorderImageDrawing(first, behind: fragment, style, x: x, y: y)
    {
      shapes += image.shapes
    } else {
      borders(BorderDrawing(fragment, style: style, x: x, y: y), along: outline)
    }
    if style.hasOutline { self.outline(fragment, style: style, x: x, y: y) }
  }

  /// Draws the outline of a box: the borders of a larger one. Where a page or a line divides the box, it is
  /// open (CSS UI 4, section 5).
  private mutating func outline(
    _ fragment: BoxFragment, style: BoxProperties, x: Int, y: Int
  ) {
    guard let outline = style.outline else { return }
    let width = outline.side.width.rawValue
    // One that is inside never becomes smaller than its own lines.
    let least = -min(fragment.width, fragment.height) / 2
    let distance = max(outline.offset.rawValue, least) + width
    var outer = fragment
    outer.borders = nil
    outer.width += (fragment.hasLeft ? distance : 0) + (fragment.hasRight ? distance : 0)
    outer.height += (fragment.hasTop ? distance : 0) + (fragment.hasBottom ? distance : 0)
    let (left, top) = (
      x - (fragment.hasLeft ? distance : 0), y - (fragment.hasTop ? distance : 0)
    )
    var line = BoxProperties()
    line.border = Edges(outline.side)
    for corner in CornerRadii.Corner.allCases where fragment.borders == nil {
      var radius = style[corner]
      guard radius != CornerRadii.Radius() else { continue }
      radius.across.length = max(0, radius.across.length + Length(rawValue: distance))
      radius.down.length = max(0, radius.down.length + Length(rawValue: distance))
      line[corner] = radius
    }
    borders(
      BorderDrawing(outer, style: line, x: left, y: top),
      along: RoundedRect(outer, line, x: left, y: top))
  }

  /// - Parameter outline: the border box, if it has rounded corners.
  private mutating func borders(_ borders: BorderDrawing, along outline: RoundedRect?) {
    if let outline {
      shapes += borders.shapes(along: outline)
      return
    }
    for part in borders.parts {
      switch part {
      case .rect(let rect, let color): fill(rect, color)
      case .polygon(let points, let color): fill([points], color)
      }
    }
    for (side, isVertical, start, length) in borders.dashed {
      shapes.append(
        .side(
          from: start, length: length, isVertical: isVertical, side.drawnColor, width: side.width,
          dash: side.style == .dotted ? side.width : side.width * 3))
    }
  }
}

extension Rect {
  /// A rectangle from lengths in 1/1024 points.
  init(raw x: Int, _ y: Int, _ width: Int, _ height: Int) {
    self.init(
      x: Length(rawValue: x), y: Length(rawValue: y), width: Length(rawValue: width),
      height: Length(rawValue: height))
  }
}
