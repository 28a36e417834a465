import Paginator

/// A galley proof: one endless container with its baselines and line ends marked, and the results
/// of a few hit tests.
enum Galley {
  static func svg() throws -> [UInt8] {
    let storage = TextStorage(Setting.text, attributes: Setting.body(size: 10))
    let manager = LayoutManager(storage: storage, typesetter: Setting.typesetter())
    try manager.add(TextContainer(size: Size(width: 220, height: .infinite)))
    let used = try manager.usedRect(forContainerAt: 0)
    var drawing = SVGDrawing(
      size: Size(width: 400, height: used.height + 40), title: "A galley proof")
    try drawing.draw(
      manager, containerAt: 0, at: Point(x: 20, y: 20), overlays: [.baselines, .breaks])
    for y in stride(from: 30.0, to: used.height.points, by: 60) {
      let point = Point(x: 120, y: Length(points: y))
      guard let hit = try manager.hit(point, inContainerAt: 0),
        let word = try manager.range(enclosing: hit.characterRange.lowerBound, by: .word)
      else { continue }
      drawing.shapes {
        $0.line(
          from: Point(x: point.x + 20, y: point.y + 20), to: Point(x: 255, y: point.y + 20),
          Color(red: 0xD0, green: 0x20, blue: 0x20), width: 0.4)
      }
      try drawing.draw(
        AttributedText(
          "“\(storage.text.string(in: word))”, character \(hit.characterRange.lowerBound)",
          attributes: Setting.body(size: 8) { $0.firstLineHeadIndent = 0 }),
        at: Point(x: 260, y: point.y + 14), typesetter: manager.typesetter)
    }
    return drawing.svg()
  }
}
