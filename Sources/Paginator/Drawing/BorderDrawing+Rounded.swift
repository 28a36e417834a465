/// Borders of boxes with rounded corners: bands between two rounded rectangles. Sides that differ are
/// parts of such bands, divided on the line between the corners of the border box and the padding box.
extension BorderDrawing {
  /// - Parameter outline: the border box.
  func shapes(along outline: RoundedRect) -> [PageShape] {
    let present = sides.indices.filter { sides[$0].width > 0 }
    guard let first = present.first else { return [] }
    if present.allSatisfy({ isAlike(sides[$0], sides[first]) }) {
      guard sides[first].isVisible else { return [] }
      let bands = bands(of: first, along: outline)
      // Where there is no side, both outlines are the same: viewers would draw a hairline there.
      return present.count == 4
        ? bands
        : [.clipped(bands, to: PagePath(present.flatMap { area(of: $0, outline).steps }))]
    }
    return [0, 2, 3, 1].filter { sides[$0].isVisible }.map {
      .clipped(bands(of: $0, along: outline), to: area(of: $0, outline))
    }
  }

  /// Whether two sides may be one ring.
  private func isAlike(_ side: BorderSide, _ other: BorderSide) -> Bool {
    side.style == other.style && side.drawnColor == other.drawnColor && !side.hasShades
      && (side.style == .solid || side.width == other.width)
  }

  /// The bands of a side, drawn all around the box.
  private func bands(of index: Int, along outline: RoundedRect) -> [PageShape] {
    let side = sides[index]
    guard side.isDashed else {
      return bands(of: index).map { band in
        let outer = inset(outline, sixths: band.from).path
        return .path(
          PagePath(outer.steps + inset(outline, sixths: band.to).path.steps), fill: band.color)
      }
    }
    return [
      .strokedPath(
        inset(outline, sixths: 3).path, side.drawnColor, width: side.width,
        dash: side.style == .dotted ? side.width : side.width * 3)
    ]
  }

  /// The border box moved inwards by some sixths of each side.
  private func inset(_ outline: RoundedRect, sixths: Int) -> RoundedRect {
    let corners = corners(sixths)
    return outline.inset(
      to: Rect(
        x: corners[0].x, y: corners[0].y, width: max(0, corners[2].x - corners[0].x),
        height: max(0, corners[2].y - corners[0].y)))
  }

  /// Where a side is drawn. Beyond the border box, it is no limit.
  private func area(of index: Int, _ outline: RoundedRect) -> PagePath {
    let next = (index + 1) % 4
    let (start, end) = (division(at: index, outline), division(at: next, outline))
    return PagePath(polygon: [start.outer, end.outer, end.inner, start.inner])
  }

  /// A line between two sides: from outside of a corner through the corner of the padding box to where
  /// the curves end.
  private func division(
    at corner: Int, _ outline: RoundedRect
  ) -> (outer: Point, inner: Point) {
    let (isLeft, isTop) = (corner == 0 || corner == 3, corner < 2)
    let (across, down) = (sides[isLeft ? 3 : 1].width, sides[isTop ? 0 : 2].width)
    let radius = outline.radii[corner]
    func ratio(_ radius: Length, _ side: Length) -> Double {
      side > 0 ? Double(radius.rawValue) / Double(side.rawValue) : .infinity
    }
    let nearest = min(ratio(radius.width, across), ratio(radius.height, down))
    let reach = nearest.isFinite ? max(1, nearest) : 1
    let place = corners(0)[corner]
    func moved(_ times: Double) -> Point {
      Point(
        x: place.x + across * (isLeft ? times : -times),
        y: place.y + down * (isTop ? times : -times))
    }
    return (moved(-1), moved(reach))
  }
}
