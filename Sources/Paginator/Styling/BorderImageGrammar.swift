/// The syntax of `border-image` and its longhands (CSS Backgrounds 3, section 6).
enum BorderImageGrammar {
  static let longhands = ["source", "slice", "width", "outset", "repeat"].map {
    "border-image-\($0)"
  }

  /// Up to four numbers or percentages, and the word `fill`.
  @Sendable static func slices(_ parser: inout ValueParser) -> StyleValue? {
    let fill: Set<String> = ["fill"]
    var word = parser.keyword(of: fill)
    guard let sides = sides(&parser, [.number, .percentage, .nonNegative]) else { return nil }
    if word == nil { word = parser.keyword(of: fill) }
    return .list([.list(sides)] + (word.map { [$0] } ?? []))
  }

  @Sendable static func widths(_ parser: inout ValueParser) -> StyleValue? {
    sides(&parser, [.number, .positive], or: ["auto"]).map { .list($0) }
  }

  @Sendable static func outsets(_ parser: inout ValueParser) -> StyleValue? {
    sides(&parser, [.number, .length, .nonNegative]).map { .list($0) }
  }

  /// Across and down.
  @Sendable static func repetition(_ parser: inout ValueParser) -> StyleValue? {
    let words = Set(BorderPicture.Repetition.allCases.map(\.rawValue))
    guard let across = parser.keyword(of: words) else { return nil }
    return .list([across, parser.keyword(of: words) ?? across])
  }

  /// Top, right, bottom and left, from one to four values.
  private static func sides(
    _ parser: inout ValueParser, _ kinds: DimensionKinds, or words: Set<String> = []
  ) -> [StyleValue]? {
    var values: [StyleValue] = []
    while values.count < 4, let value = parser.keyword(of: words) ?? parser.dimension(kinds) {
      values.append(value)
    }
    guard let first = values.first else { return nil }
    let second = values.count > 1 ? values[1] : first
    return [
      first, second, values.count > 2 ? values[2] : first, values.count > 3 ? values[3] : second,
    ]
  }

  /// The longhands in any order, but the widths after the slices and the outsets after the widths.
  @Sendable static func shorthand(_ parser: inout ValueParser) -> DeclarationParser.Longhands? {
    var values: [StyleValue?] = [nil, nil, nil, nil, nil]
    func take(_ index: Int, _ value: StyleValue?) -> Bool {
      guard values[index] == nil, let value else { return false }
      values[index] = value
      return true
    }
    while !parser.isAtEnd {
      if take(0, values[0] == nil ? BackgroundGrammar.image(&parser) : nil) { continue }
      if take(4, values[4] == nil ? repetition(&parser) : nil) { continue }
      guard values[1] == nil, take(1, slices(&parser)) else { return nil }
      guard parser.slash() else { continue }
      values[2] = widths(&parser)
      if parser.slash() {
        guard take(3, outsets(&parser)) else { return nil }
      } else if values[2] == nil {
        return nil
      }
    }
    guard values.contains(where: { $0 != nil }) else { return nil }
    return zip(longhands, zip(values, initial)).map { ($0, $1.0 ?? $1.1) }
  }

  private static let initial: [StyleValue] = [
    .keyword("none"), .list([.list(Array(repeating: .percentage(100), count: 4))]),
    .list(Array(repeating: .number(1), count: 4)), .list(Array(repeating: .number(0), count: 4)),
    .list([.keyword("stretch"), .keyword("stretch")]),
  ]
}

extension StyleComputer {
  /// The distances from the four edges.
  func distances(_ value: StyleValue) -> Edges<BorderPicture.Distance>? {
    guard case .list(let values) = value, values.count == 4 else { return nil }
    let sides = values.map { value -> BorderPicture.Distance in
      switch value {
      case .keyword: .auto
      // Larger factors saturate, as others do.
      case .number(let number): .number(min(number, 10_000))
      default: .dimension(lengths.dimension(value) ?? .zero)
      }
    }
    return Edges(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
  }
}
