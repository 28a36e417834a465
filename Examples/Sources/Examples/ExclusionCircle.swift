import Paginator

/// Drags an exclusion path: each picture shows the same container after the circle has moved.
enum ExclusionCircle {
  static func svg() throws -> [UInt8] {
    let storage = TextStorage(Setting.text, attributes: Setting.body(size: 8.5))
    let manager = LayoutManager(storage: storage, typesetter: Setting.typesetter())
    let container = TextContainer(size: Size(width: 240, height: 210))
    try manager.add(container)
    var drawing = SVGDrawing(size: Size(width: 800, height: 250), title: "The exclusion circle")
    for (index, center) in [Point(x: 120, y: 70), Point(x: 70, y: 95), Point(x: 150, y: 125)]
      .enumerated()
    {
      let circle = Rect(x: center.x - 45, y: center.y - 45, width: 90, height: 90)
      container.exclusionPaths = [ExclusionPath(ellipseIn: circle)]
      manager.invalidateLayout()
      let origin = Point(x: Length(points: 20 + Double(index) * 260), y: 20)
      drawing.shapes {
        let inner = Rect(x: circle.minX + 5, y: circle.minY + 5, width: 80, height: 80)
        $0.fill(
          ExclusionPath(ellipseIn: inner).moved(x: origin.x, y: origin.y).outlines,
          Color(red: 0xE6, green: 0xD9, blue: 0xC2))
      }
      try drawing.draw(manager, containerAt: 0, at: origin)
    }
    return drawing.svg()
  }
}
