import Paginator

/// A text pass that marks names as they are typed. Each line shows the text after one more edit.
enum Highlighting {
  static func svg() throws -> [UInt8] {
    let storage = TextStorage(
      "My ", attributes: Setting.body(size: 14) { $0.firstLineHeadIndent = 0 })
    storage.passes = [try IdentifierPass()]
    let manager = LayoutManager(storage: storage, typesetter: Setting.typesetter())
    try manager.add(TextContainer(size: Size(width: 260, height: .infinite)))
    var drawing = SVGDrawing(
      size: Size(width: 300, height: 190), title: "Highlighting while typing")
    var y: Length = 20
    func show() throws {
      try drawing.draw(manager, containerAt: 0, at: Point(x: 20, y: y))
      y = y + 26
    }
    for key in ["i", "P", "a", "d"] {
      storage.append(key)
      try show()
    }
    storage.delete(4..<5)
    try show()
    storage.insert("P", at: 4)
    storage.append(" and my iPhone, not an ipod")
    try show()
    return drawing.svg()
  }
}
