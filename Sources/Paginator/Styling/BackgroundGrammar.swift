/// The values of backgrounds (CSS Backgrounds 3, section 3).
enum BackgroundGrammar {
  /// More layers than this are reported and not drawn.
  private static let mostLayers = 64

  /// The syntax of a value that each layer has, from the top layer down.
  static func layers(
    _ parse: @escaping @Sendable (inout ValueParser) -> StyleValue?
  ) -> PropertySyntax {
    .custom { parser in
      var layers: [StyleValue] = []
      repeat {
        guard layers.count < mostLayers, let value = parse(&parser) else { return nil }
        layers.append(value)
      } while parser.comma()
      return StyleValue(layers: layers)
    }
  }

  @Sendable static func area(_ parser: inout ValueParser) -> StyleValue? {
    parser.keyword(of: areas)
  }

  @Sendable static func attachment(_ parser: inout ValueParser) -> StyleValue? {
    parser.keyword(of: ["scroll", "fixed", "local"])
  }

  /// A file, a gradient, or `none`.
  @Sendable static func image(_ parser: inout ValueParser) -> StyleValue? {
    PropertyGrammar.image(&parser) ?? GradientGrammar.gradient(&parser)
  }

  static let areas: Set<String> = ["border-box", "padding-box", "content-box"]
  private static let repetitions: Set<String> = ["repeat", "space", "round", "no-repeat"]

  /// Two keywords: across and down.
  @Sendable static func repetition(_ parser: inout ValueParser) -> StyleValue? {
    if parser.keyword(of: ["repeat-x"]) != nil {
      return .list([.keyword("repeat"), .keyword("no-repeat")])
    }
    if parser.keyword(of: ["repeat-y"]) != nil {
      return .list([.keyword("no-repeat"), .keyword("repeat")])
    }
    guard let across = parser.keyword(of: repetitions) else { return nil }
    return .list([across, parser.keyword(of: repetitions) ?? across])
  }

  /// `cover`, `contain`, or two sizes.
  @Sendable static func size(_ parser: inout ValueParser) -> StyleValue? {
    if let word = parser.keyword(of: ["cover", "contain"]) { return word }
    guard let width = length(&parser) else { return nil }
    return .list([width, length(&parser) ?? .keyword("auto")])
  }

  private static func length(_ parser: inout ValueParser) -> StyleValue? {
    parser.keyword(of: ["auto"]) ?? parser.dimension(.positive)
  }

  /// For each direction, an edge and the distance from it: one to four values.
  @Sendable static func position(_ parser: inout ValueParser) -> StyleValue? {
    let parts = parts(&parser, atMost: 4)
    return parts.count <= 2 ? twoPlaces(parts) : long(parts)
  }

  /// Edges and distances, in any order.
  static func parts(_ parser: inout ValueParser, atMost most: Int) -> [StyleValue] {
    var parts: [StyleValue] = []
    while parts.count < most {
      if let word = parser.keyword(of: ["left", "right", "top", "bottom", "center"]) {
        parts.append(word)
      } else if let value = parser.dimension(.lengthOrPercent) {
        parts.append(value)
      } else {
        break
      }
    }
    return parts
  }

  /// A place across and one down, as distances from the left and the top.
  static func twoPlaces(_ parts: [StyleValue]) -> StyleValue? {
    guard let first = parts.first else { return nil }
    var (x, y) = (first, parts.count > 1 ? parts[1] : .keyword("center"))
    if isVertical(x) || isHorizontal(y) {
      // Only two keywords may be in either order.
      guard case (.keyword, .keyword) = (x, y) else { return nil }
      (x, y) = (y, x)
    }
    guard !isVertical(x), !isHorizontal(y) else { return nil }
    return .list([edge(x), edge(y)])
  }

  /// Edges, each of which may have a distance.
  private static func long(_ parts: [StyleValue]) -> StyleValue? {
    var places: [(word: StyleValue, distance: StyleValue?)] = []
    for part in parts {
      if case .keyword = part {
        places.append((part, nil))
      } else if let last = places.last, last.distance == nil, last.word != .keyword("center") {
        places[places.count - 1].distance = part
      } else {
        return nil
      }
    }
    guard places.count == 2 else { return nil }
    if isVertical(places[0].word) || isHorizontal(places[1].word) { places.swapAt(0, 1) }
    guard !isVertical(places[0].word), !isHorizontal(places[1].word) else { return nil }
    return .list(
      places.map { place in
        place.distance.map { .list([edge(place.word), $0]) } ?? edge(place.word)
      })
  }

  private static func isHorizontal(_ value: StyleValue) -> Bool {
    value == .keyword("left") || value == .keyword("right")
  }
  private static func isVertical(_ value: StyleValue) -> Bool {
    value == .keyword("top") || value == .keyword("bottom")
  }

  private static func edge(_ value: StyleValue) -> StyleValue {
    switch value {
    case .keyword("left"), .keyword("top"): .percentage(0)
    case .keyword("right"), .keyword("bottom"): .percentage(100)
    case .keyword("center"): .percentage(50)
    default: value
    }
  }

  // MARK: Shorthands

  /// `background-position`: places across and down, for each layer.
  @Sendable static func positions(_ parser: inout ValueParser) -> DeclarationParser.Longhands? {
    var layers: [(x: StyleValue, y: StyleValue)] = []
    repeat {
      guard layers.count < mostLayers, let value = position(&parser) else { return nil }
      layers.append(halves(value))
    } while parser.comma()
    return [
      (positionLonghands[0], StyleValue(layers: layers.map(\.x))),
      (positionLonghands[1], StyleValue(layers: layers.map(\.y))),
    ]
  }

  static let positionLonghands = ["background-position-x", "background-position-y"]

  private static func halves(_ position: StyleValue) -> (StyleValue, StyleValue) {
    guard case .list(let places) = position, places.count == 2 else { return (position, position) }
    return (places[0], places[1])
  }

  /// `background-position-x` (CSS Backgrounds 4, section 2.6).
  @Sendable static func across(_ parser: inout ValueParser) -> StyleValue? {
    place(&parser, edges: ["left", "right"])
  }

  /// `background-position-y` (CSS Backgrounds 4, section 2.6).
  @Sendable static func down(_ parser: inout ValueParser) -> StyleValue? {
    place(&parser, edges: ["top", "bottom"])
  }

  /// The middle, a distance, or an edge with or without a distance from it.
  private static func place(_ parser: inout ValueParser, edges: Set<String>) -> StyleValue? {
    if let middle = parser.keyword(of: ["center"]) { return edge(middle) }
    guard let word = parser.keyword(of: edges) else { return parser.dimension(.lengthOrPercent) }
    return parser.dimension(.lengthOrPercent).map { .list([edge(word), $0]) } ?? edge(word)
  }

  /// `background`: layers, of which the last may have the color.
  @Sendable static func shorthand(_ parser: inout ValueParser) -> [(String, StyleValue)]? {
    var layers: [[String: StyleValue]] = []
    repeat {
      if let above = layers.last, above["background-color"] != nil { return nil }
      guard layers.count < mostLayers, let layer = layer(&parser) else { return nil }
      layers.append(layer)
    } while parser.comma()
    let color = layers.last?["background-color"] ?? .color(.transparent)
    return longhands.map { name in
      (
        name,
        name == "background-color" ? color : StyleValue(layers: layers.map { $0[name] ?? color })
      )
    }
  }

  /// The values of a layer, without a color if none is given; nil if it is not one.
  private static func layer(_ parser: inout ValueParser) -> [String: StyleValue]? {
    var values = initial
    values["background-color"] = nil
    var seen: Set<String> = []
    func set(_ name: String, _ value: StyleValue) -> Bool {
      values[name] = value
      return seen.insert(name).inserted
    }
    while !parser.isAtEnd, parser.peek != .token(.comma) {
      let isFine: Bool
      if let color = parser.color() {
        isFine = set("background-color", color)
      } else if let image = image(&parser) {
        isFine = set("background-image", image)
      } else if let word = attachment(&parser) {
        isFine = set("background-attachment", word)
      } else if let area = parser.keyword(of: areas) {
        isFine = seen.insert("areas").inserted
        values["background-origin"] = area
        values["background-clip"] = parser.keyword(of: areas) ?? area
      } else if let value = repetition(&parser) {
        isFine = set("background-repeat", value)
      } else if let value = position(&parser) {
        isFine = seen.insert("position").inserted
        (values["background-position-x"], values["background-position-y"]) = halves(value)
        if parser.slash() {
          guard let size = size(&parser) else { return nil }
          values["background-size"] = size
        }
      } else {
        return nil
      }
      guard isFine else { return nil }
    }
    return seen.isEmpty ? nil : values
  }

  private static let initial: [String: StyleValue] = [
    "background-color": .color(.transparent), "background-image": .keyword("none"),
    "background-repeat": .list([.keyword("repeat"), .keyword("repeat")]),
    "background-position-x": .percentage(0), "background-position-y": .percentage(0),
    "background-size": .list([.keyword("auto"), .keyword("auto")]),
    "background-origin": .keyword("padding-box"), "background-clip": .keyword("border-box"),
    "background-attachment": .keyword("scroll"),
  ]
  static let longhands = initial.keys.sorted()
}
