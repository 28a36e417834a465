/// `clip` (CSS 2, section 11.1.2).
enum ClipGrammar {
  /// `auto`, or a rectangle of four edges with or without commas between them.
  @Sendable static func clip(_ parser: inout ValueParser) -> StyleValue? {
    if let word = parser.keyword(of: ["auto"]) { return word }
    guard case .function(let name, let content) = parser.peek, name.asciiLowercased == "rect" else {
      return nil
    }
    parser.advance()
    var inner = ValueParser(content)
    var edges: [StyleValue] = []
    var hasCommas = false
    while let edge = inner.keyword(of: ["auto"]) ?? inner.dimension(.length) {
      edges.append(edge)
      let isComma = inner.comma()
      if edges.count == 1 { hasCommas = isComma }
      guard isComma == (hasCommas && edges.count < 4) else { return nil }
    }
    return edges.count == 4 && inner.isAtEnd ? .list(edges) : nil
  }
}

extension StyleComputer {
  /// The edges of the rectangle, from the top left corner of the border box; nil for `auto`.
  func clip(_ value: StyleValue) -> Edges<Dimension>? {
    guard case .list(let edges) = value, edges.count == 4 else { return nil }
    let sides = edges.map { lengths.dimension($0) ?? .auto }
    return Edges(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
  }
}
