/// The syntax of `box-shadow` (CSS Backgrounds 3, section 6.1).
enum ShadowGrammar {
  /// Boxes with more shadows are refused: each is drawn on every page of the box.
  private static let mostShadows = 64

  @Sendable static func shadows(_ parser: inout ValueParser) -> StyleValue? {
    if let none = parser.keyword(of: ["none"]) { return none }
    var result: [StyleValue] = []
    repeat {
      guard result.count < mostShadows, let shadow = shadow(&parser) else { return nil }
      result.append(shadow)
    } while parser.comma()
    return .list(result)
  }

  /// Two to four lengths, with a color and `inset` before or after them.
  private static func shadow(_ parser: inout ValueParser) -> StyleValue? {
    var color: StyleValue?
    var inset: StyleValue?
    var lengths: [StyleValue] = []
    while !parser.isAtEnd, parser.peek != .token(.comma) {
      if lengths.isEmpty, let first = parser.dimension() {
        guard let second = parser.dimension() else { return nil }
        lengths = [first, second]
        if let blur = parser.dimension([.length, .nonNegative]) {
          lengths.append(blur)
          if let spread = parser.dimension() { lengths.append(spread) }
        }
      } else if inset == nil, let word = parser.keyword(of: ["inset"]) {
        inset = word
      } else if color == nil, let value = parser.color() {
        color = value
      } else {
        return nil
      }
    }
    guard !lengths.isEmpty else { return nil }
    return .list([color ?? .keyword("currentcolor"), inset ?? .keyword("none")] + lengths)
  }
}

extension StyleComputer {
  /// Larger distances are no larger: what is beyond is on no page.
  private static let mostShadow: Length = 5000

  /// The computed shadows; nil for none.
  func shadows(_ value: StyleValue) -> [BoxShadow]? {
    guard case .list(let values) = value else { return nil }
    return values.compactMap { value in
      guard case .list(let parts) = value, parts.count >= 4 else { return nil }
      let sizes = parts.dropFirst(2).map { length in
        min(max(lengths.length(length, percentOf: 0) ?? 0, -Self.mostShadow), Self.mostShadow)
      }
      var shadow = BoxShadow()
      (shadow.x, shadow.y) = (sizes[0], sizes[1])
      shadow.blur = sizes.count > 2 ? sizes[2] : 0
      shadow.spread = sizes.count > 3 ? sizes[3] : 0
      shadow.color = color(parts[0])
      shadow.isInset = parts[1] == .keyword("inset")
      return shadow
    }
  }

  /// Gives inherited shadows that have the color of the text that of the element's own text.
  mutating func takeCurrentColor(ofShadows value: StyleValue) {
    guard case .list(let values) = value, box.shadows?.count == values.count else { return }
    for (index, shadow) in values.enumerated() where shadow.isInCurrentColor {
      box.shadows?[index].color = text.color
    }
  }

  /// Parts of tables that share their borders have no shadows, except that of a cell inside its borders.
  mutating func finishShadows() {
    guard box.shadows != nil, text.collapsesBorders, box.display.isTablePart,
      box.display != .tableCaption
    else { return }
    let inset = box.display == .tableCell ? box.shadows?.filter(\.isInset) ?? [] : []
    box.shadows = inset.isEmpty ? nil : inset
  }
}
