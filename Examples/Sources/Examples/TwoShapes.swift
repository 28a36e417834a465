import Paginator

/// One storage with two layout managers: the same text as a column and as a disc. An edit of the
/// storage would show in both.
enum TwoShapes {
  static func svg() throws -> [UInt8] {
    let storage = TextStorage(Setting.text, attributes: Setting.body(size: 10))
    let typesetter = Setting.typesetter()
    let column = LayoutManager(storage: storage, typesetter: typesetter)
    try column.add(TextContainer(size: Size(width: 170, height: 300)))
    let disc = LayoutManager(storage: storage, typesetter: typesetter)
    try disc.add(Disc(diameter: 290))
    var drawing = SVGDrawing(size: Size(width: 520, height: 330), title: "Two shapes")
    try drawing.draw(column, containerAt: 0, at: Point(x: 20, y: 20))
    try drawing.draw(disc, containerAt: 0, at: Point(x: 215, y: 20))
    return drawing.svg()
  }
}

/// A container in the shape of a circle: every line is as wide as the circle at the line's height.
final class Disc: TextContainer {
  init(diameter: Length) { super.init(size: Size(width: diameter, height: diameter)) }

  override var isSimpleRectangular: Bool { false }

  override func lineFragmentRect(
    forProposedRect proposed: Rect, at offset: Int,
    writingDirection: ParagraphStyle.WritingDirection, remaining: inout Rect
  ) -> Rect {
    let half = min(halfChord(at: proposed.minY), halfChord(at: proposed.maxY))
    return Rect(
      x: size.width / 2 - half, y: proposed.minY, width: half * 2, height: proposed.height)
  }

  private func halfChord(at y: Length) -> Length {
    let radius = size.width.points / 2
    let distance = y.points - radius
    return Length(points: max(0, radius * radius - distance * distance).squareRoot())
  }
}
