/// The syntax of what is done to a box with all that it holds: `opacity` (CSS Color 4, section 4.2) and `clip-path`
/// (CSS Masking 1, section 5.1).
enum GroupGrammar {
  @Sendable static func opacity(_ parser: inout ValueParser) -> StyleValue? {
    parser.dimension([.number, .percentage]).flatMap { value in
      if case .length = value { nil } else { value }
    }
  }

  /// The boxes of drawings, and the boxes that they stand for elsewhere.
  private static let drawn = [
    "fill-box": "content-box", "stroke-box": "border-box", "view-box": "border-box",
  ]

  /// A shape, a box, or both; or the file of a path, which is for drawings.
  @Sendable static func clipPath(_ parser: inout ValueParser) -> StyleValue? {
    if let none = parser.keyword(of: ["none"]) { return none }
    if let url = parser.url() { return .url(url) }
    return ShapeGrammar.shape(&parser, boxes: drawn, usual: .border)
  }
}

extension StyleComputer {
  /// Nil for 1.
  func opacity(_ value: StyleValue) -> Double? {
    let share = lengths.number(value) ?? lengths.dimension(value)?.fraction ?? 1
    let opacity = share.isNaN ? 0 : min(max(share, 0), 1)
    return opacity < 1 ? opacity : nil
  }

  /// Nil for `none`, and for a path in a file.
  mutating func clipPath(_ value: StyleValue) -> FloatShape? {
    if case .url(let url, _) = value { generated.unhonoured.append("clip-path: url(\(url))") }
    return floatShape(value)
  }
}
