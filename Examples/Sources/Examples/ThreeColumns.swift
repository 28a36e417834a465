import Paginator

/// One layout manager with three containers, which are filled one after the other.
enum ThreeColumns {
  static func svg() throws -> [UInt8] {
    let storage = TextStorage(Setting.text, attributes: Setting.body(size: 10))
    let manager = LayoutManager(storage: storage, typesetter: Setting.typesetter())
    var drawing = SVGDrawing(size: Size(width: 520, height: 190), title: "Three columns")
    for _ in 0..<3 { try manager.add(TextContainer(size: Size(width: 150, height: 146))) }
    for column in 0..<3 {
      let x = Length(points: 20 + Double(column) * 165)
      try drawing.draw(manager, containerAt: column, at: Point(x: x, y: 20))
    }
    return drawing.svg()
  }
}
