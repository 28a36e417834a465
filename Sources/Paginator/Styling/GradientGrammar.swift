/// `linear-gradient()`, `radial-gradient()` and `conic-gradient()`, also repeating (CSS Images 4, section 3). Color hints
/// are not supported.
enum GradientGrammar {
  /// More stops than this make no picture that a page can show.
  private static let mostStops = 256

  /// The name of the function, with the shape and the stops as lists.
  @Sendable static func gradient(_ parser: inout ValueParser) -> StyleValue? {
    guard case .function(let written, let content) = parser.peek else { return nil }
    let name = written.asciiLowercased
    let kind = name.hasPrefix("repeating-") ? String(name.dropFirst(10)) : name
    let kinds: Set = ["linear-gradient", "radial-gradient", "conic-gradient"]
    guard kinds.contains(kind) else { return nil }
    let isConic = kind == "conic-gradient"
    var parts = content.split(separator: .token(.comma), omittingEmptySubsequences: false)[...]
    guard parts.count <= mostStops, let first = parts.first else { return nil }
    var start = ValueParser(Array(first))
    let shape: StyleValue?
    if stop(&start, isConic) != nil {
      shape =
        isConic
        ? .list([.number(0), center])
        : kind == "linear-gradient" ? .number(180) : .list([.list([]), center])
    } else {
      start.reset(to: 0)
      shape =
        isConic
        ? rotation(&start) : kind == "linear-gradient" ? direction(&start) : ending(&start)
      parts.removeFirst()
    }
    guard start.isAtEnd, let shape else { return nil }
    let stops = parts.compactMap { part -> StyleValue? in
      var parser = ValueParser(Array(part))
      guard let stop = stop(&parser, isConic), parser.isAtEnd else { return nil }
      return stop
    }
    guard stops.count == parts.count, stops.count > 1 else { return nil }
    parser.advance()
    return .function(name, [shape] + stops)
  }

  private static let center = StyleValue.list([.percentage(50), .percentage(50)])

  /// A color with up to two places: lengths, or numbers of degrees.
  private static func stop(_ parser: inout ValueParser, _ isConic: Bool) -> StyleValue? {
    guard let color = parser.color() else { return nil }
    var values = [color]
    while values.count < 3,
      let place = isConic
        ? parser.dimension(.percentage) ?? parser.degrees().map({ .number($0) })
        : parser.dimension(.lengthOrPercent)
    {
      values.append(place)
    }
    return .list(values)
  }

  /// Where a conic gradient starts, and its center.
  private static func rotation(_ parser: inout ValueParser) -> StyleValue? {
    var (angle, place) = (0.0, center)
    var word = parser.keyword()
    if word == "from" {
      guard let given = parser.angle() else { return nil }
      angle = given
      if parser.isAtEnd { return .list([.number(angle), place]) }
      word = parser.keyword()
    }
    guard word == "at", let given = BackgroundGrammar.position(&parser) else { return nil }
    place = given
    return .list([.number(angle), place])
  }

  /// An angle in degrees, or the words after `to`.
  private static func direction(_ parser: inout ValueParser) -> StyleValue? {
    // An angle of 0 needs a unit here.
    if case .token(.dimension) = parser.peek { return parser.angle().map { .number($0) } }
    guard parser.keyword() == "to" else { return nil }
    var words: [StyleValue] = []
    while let word = parser.keyword(of: ["left", "right", "top", "bottom"]) { words.append(word) }
    let across = words.filter { $0 == .keyword("left") || $0 == .keyword("right") }.count
    guard across <= 1, words.count - across <= 1, !words.isEmpty else { return nil }
    return .list(words)
  }

  /// The size of a radial gradient, and its center.
  private static func ending(_ parser: inout ValueParser) -> StyleValue? {
    let words: Set<String> = [
      "circle", "ellipse", "closest-side", "farthest-side", "closest-corner", "farthest-corner",
    ]
    var size: [StyleValue] = []
    while true {
      if let word = parser.keyword(of: words) {
        size.append(word)
      } else if let length = parser.dimension(.positive) {
        size.append(length)
      } else {
        break
      }
    }
    let lengths = size.filter { if case .keyword = $0 { false } else { true } }.count
    let shapes = size.filter { $0 == .keyword("circle") || $0 == .keyword("ellipse") }.count
    let extents = size.count - lengths - shapes
    let expected =
      size.contains(.keyword("circle")) ? 1 : size.contains(.keyword("ellipse")) ? 2 : 0
    guard shapes <= 1, extents <= 1, extents == 0 || lengths == 0,
      lengths <= 2, lengths == 0 || expected == 0 || lengths == expected
    else { return nil }
    guard !parser.isAtEnd else { return size.isEmpty ? nil : .list([.list(size), center]) }
    guard parser.keyword() == "at", let place = BackgroundGrammar.position(&parser) else {
      return nil
    }
    return .list([.list(size), place])
  }
}

extension StyleComputer {
  /// The gradient of a value that `GradientGrammar` made; nil for other values.
  func gradient(_ value: StyleValue) -> Gradient? {
    guard case .function(let name, let values) = value, name.hasSuffix("-gradient"),
      let shape = values.first.flatMap({ shape($0) })
    else { return nil }
    var stops: [Gradient.Stop] = []
    for case .list(let parts) in values.dropFirst() {
      guard let color = parts.first.map({ color($0) }) else { continue }
      let places = parts.dropFirst().map { value -> Dimension? in
        // Degrees of a conic gradient.
        if case .number(let degrees) = value { return Dimension(length: Length(points: degrees)) }
        return lengths.dimension(value)
      }
      stops += (places.isEmpty ? [nil] : places).map { Gradient.Stop(color: color, place: $0) }
    }
    return Gradient(shape: shape, stops: stops, repeats: name.hasPrefix("repeating-"))
  }

  private func shape(_ value: StyleValue) -> Gradient.Shape? {
    switch value {
    case .number(let degrees): return .linear(degrees: degrees)
    case .list(let parts):
      if parts.count == 2, case .number(let degrees) = parts[0], case .list(let place) = parts[1] {
        return .conic(degrees: degrees, x: self.place(place[0]), y: self.place(place[1]))
      }
      if parts.count == 2, case .list(let size) = parts[0], case .list(let place) = parts[1] {
        return .radial(radii(size), x: self.place(place[0]), y: self.place(place[1]))
      }
      func sign(_ least: String, _ most: String) -> Int {
        parts.contains(.keyword(least)) ? -1 : parts.contains(.keyword(most)) ? 1 : 0
      }
      return .towards(x: sign("left", "right"), y: sign("top", "bottom"))
    default: return nil
    }
  }

  private func radii(_ size: [StyleValue]) -> Gradient.Radii {
    let given = size.compactMap { value -> Dimension? in
      if case .keyword = value { nil } else { lengths.dimension(value) }
    }
    if let first = given.first { return .lengths(first, given.count > 1 ? given[1] : first) }
    let words = size.compactMap { keyword($0) }
    return .extent(
      isCircle: words.contains("circle"), isFarthest: !words.contains { $0.hasPrefix("closest") },
      isCorner: !words.contains { $0.hasSuffix("side") })
  }
}
