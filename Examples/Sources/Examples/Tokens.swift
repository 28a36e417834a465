import Paginator

/// Names after "@" carry a custom attribute; a hit test finds the token under a point.
public enum Tokens {
  public enum Mention: TextAttributeKey {
    public typealias Value = String
    public static let name = "mention"
  }

  private static let text =
    "Set by @gutenberg, spaced by @granjon, read by @jenson and paid for by @fust."

  static func storage() throws -> TextStorage {
    let storage = TextStorage(
      text,
      attributes: Setting.body(size: 13) {
        $0.alignment = .left
        $0.firstLineHeadIndent = 0
      })
    for match in try TextPattern(#"@\w+"#).matches(in: storage.text, 0..<storage.length) {
      let name = storage.text.string(in: match.lowerBound + 1..<match.upperBound)
      storage.modifyAttributes(in: match) {
        $0[Mention.self] = name
        $0.inlineBackground = Color(red: 0xDC, green: 0xE9, blue: 0xF8)
      }
    }
    return storage
  }

  /// The token at a point of the first container; nil if the point is inside no token.
  public static func token(at point: Point, in manager: LayoutManager) throws -> String? {
    guard let hit = try manager.hit(point, inContainerAt: 0), hit.isInside else { return nil }
    return manager.storage.attributes(at: hit.characterRange.lowerBound)
      .attributes[Mention.self]
  }

  static func svg() throws -> [UInt8] {
    let storage = try storage()
    let manager = LayoutManager(storage: storage, typesetter: Setting.typesetter())
    try manager.add(TextContainer(size: Size(width: 260, height: 100)))
    var drawing = SVGDrawing(
      size: Size(width: 300, height: 120), title: "Tokens", renderer: RoundedHighlights())
    try drawing.draw(manager, containerAt: 0, at: Point(x: 20, y: 20))
    let tap = Point(x: 150, y: 25)
    let found = try token(at: tap, in: manager) ?? "nothing"
    drawing.shapes {
      let dot = Rect(x: tap.x + 17, y: tap.y + 17, width: 6, height: 6)
      $0.fill(ExclusionPath(ellipseIn: dot).outlines, Color(red: 0xD0, green: 0x20, blue: 0x20))
    }
    try drawing.draw(
      AttributedText(
        "the tap finds \(found)", attributes: Setting.body(size: 9) { $0.firstLineHeadIndent = 0 }),
      at: Point(x: 20, y: 85), typesetter: manager.typesetter)
    return drawing.svg()
  }
}

/// Backgrounds with round corners.
class RoundedHighlights: TextRenderer {
  override func drawBackground(_ background: Background, in context: inout DrawingContext) {
    let rect = background.rect.inset(by: Insets(top: 1, right: -2, bottom: 1, left: -2))
    context.fill(rect, background.color, cornerRadius: 4)
  }
}
