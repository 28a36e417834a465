/// `object-position` (CSS Images 3, section 5.6).
enum ObjectPositionGrammar {
  /// A position of one, two or four values; only backgrounds have positions of three.
  @Sendable static func position(_ parser: inout ValueParser) -> StyleValue? {
    var lookahead = parser
    guard BackgroundGrammar.parts(&lookahead, atMost: 4).count != 3 else { return nil }
    return BackgroundGrammar.position(&parser)
  }
}

extension StyleComputer {
  /// Nil for the middle, the initial value.
  func objectPosition(_ value: StyleValue) -> ObjectPosition? {
    guard case .list(let places) = value, places.count == 2 else { return nil }
    let position = ObjectPosition.at(x: place(places[0]), y: place(places[1]))
    let middle = Dimension(fraction: 0.5)
    return position == .at(x: middle, y: middle) ? nil : position
  }
}
