/// What touches the page's edge goes on into the bleed, so that no white shows if the page is not
/// trimmed exactly.
extension PDFCanvas {
  private var bleed: Length { printing?.bleed ?? 0 }

  /// A rectangle that is extended by the bleed on the sides where it touches the edge.
  func bled(_ rect: Rect) -> Rect {
    guard bleed > 0 else { return rect }
    let size = page.page.size
    let left = rect.minX <= 0 ? bleed : 0
    let top = rect.minY <= 0 ? bleed : 0
    let right = rect.maxX >= size.width ? bleed : 0
    let bottom = rect.maxY >= size.height ? bleed : 0
    return Rect(
      x: rect.minX - left, y: rect.minY - top, width: rect.width + left + right,
      height: rect.height + top + bottom)
  }

  func bled(_ shape: PageShape) -> PageShape {
    switch shape {
    case .rect(let rect, let fill, let radius):
      .rect(bled(rect), fill: fill, cornerRadius: radius)
    case .path(let path, let fill): .path(bled(path), fill: fill)
    default: shape
    }
  }

  /// A path whose points on the edge are at the end of the bleed. Only what is beyond the edge, and the
  /// curve of a corner that is on it, changes.
  func bled(_ path: PagePath) -> PagePath {
    guard bleed > 0 else { return path }
    let size = page.page.size
    func moved(_ place: Length, edge: Length) -> Length {
      place <= 0 ? place - bleed : place >= edge ? place + bleed : place
    }
    return path.mapped {
      Point(x: moved($0.x, edge: size.width), y: moved($0.y, edge: size.height))
    }
  }

  // MARK: Pictures

  /// A part of the bleed that shows the mirror image of a picture's edge. Mirrored, and not scaled,
  /// the picture stays on the page as it is, and the join cannot be seen.
  struct Strip {
    let area: Rect
    /// What it mirrors.
    let source: Rect
    /// The upright line about which it is mirrored; nil if it is not mirrored to the side.
    let x: Length?
    /// The level line about which it is mirrored; nil if it is not mirrored up or down.
    let y: Length?
  }

  /// The strips of the bleed beyond a picture's sides and corners.
  func strips(beyond picture: Rect) -> [Strip] {
    let size = page.page.size
    let across = BleedSide.sides(picture.minX, picture.maxX, edge: size.width, bleed)
    let down = BleedSide.sides(picture.minY, picture.maxY, edge: size.height, bleed)
    return down.flatMap { row in
      across.filter { row.axis != nil || $0.axis != nil }.map { column in
        Strip(
          area: Self.rect(column.area, row.area), source: Self.rect(column.source, row.source),
          x: column.axis, y: row.axis)
      }
    }
  }

  /// Whether the strips reach the end of the bleed: a picture is not mirrored twice.
  func fillsBleed(_ picture: Rect) -> Bool {
    strips(beyond: picture).allSatisfy {
      ($0.x == nil || $0.area.width <= picture.width)
        && ($0.y == nil || $0.area.height <= picture.height)
    }
  }

  private static func rect(_ x: BleedSide.Span, _ y: BleedSide.Span) -> Rect {
    Rect(x: x.start, y: y.start, width: x.end - x.start, height: y.end - y.start)
  }

  /// Begins a graphics state in which a picture is drawn as a strip shows it.
  mutating func begin(_ strip: Strip) {
    content.write("q ")
    text.writeDefaults(&content)
    writeClip(strip.area)
    content.write(strip.x == nil ? "1 0 0 " : "-1 0 0 ")
    content.write(strip.y == nil ? "1 " : "-1 ")
    content.write(points: (strip.x?.rawValue ?? 0) * 2)
    content.write(points: strip.y.map { (height - $0.rawValue) * 2 } ?? 0)
    content.write("cm\n")
  }

  mutating func writeClip(_ rect: Rect) {
    content.write(points: rect.minX.rawValue)
    content.write(points: height - rect.maxY.rawValue)
    content.write(points: rect.width.rawValue)
    content.write(points: rect.height.rawValue)
    content.write("re W n\n")
  }
}

/// A strip of the bleed in one direction, or the picture itself.
private struct BleedSide {
  typealias Span = (start: Length, end: Length)

  let area: Span
  let source: Span
  /// Nil for the picture itself.
  var axis: Length?

  /// - Parameters:
  ///   - start, end: where the picture is.
  ///   - edge: the end of the page, which begins at zero.
  static func sides(_ start: Length, _ end: Length, edge: Length, _ bleed: Length) -> [BleedSide] {
    var sides = [BleedSide(area: (start, end), source: (start, end))]
    let (before, after) = (start + bleed, edge + bleed - end)
    if start <= 0, before > 0 {
      sides.append(
        BleedSide(area: (start - before, start), source: (start, start + before), axis: start))
    }
    if end >= edge, after > 0 {
      sides.append(BleedSide(area: (end, end + after), source: (end - after, end), axis: end))
    }
    return sides
  }
}
