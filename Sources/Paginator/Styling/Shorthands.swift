/// Parses a declaration into typed longhands, or returns the reason why it is not supported.
enum DeclarationParser {
  typealias Longhands = [(property: String, value: StyleValue)]

  enum Failure: Error {
    case unknownProperty
    case invalidValue
  }

  static let wideKeywords: Set<String> = [
    "inherit", "initial", "unset", "revert", "revert-layer",
  ]

  static func parse(_ name: String, _ value: [CSSValue]) -> Result<Longhands, Failure> {
    if name.hasPrefix("--") {
      guard CustomProperties.isCustom(name) else { return .failure(.unknownProperty) }
      guard isDeclarationValue(value) else { return .failure(.invalidValue) }
      return .success([(name, .pending(shorthand: name, boxed(value)))])
    }
    var lower = name.asciiLowercased
    // Names that EPUB 3.0 prefixed while CSS was not settled (EPUB 3.3, section 6.3.1.3).
    if lower.hasPrefix("-epub-") { lower = String(lower.dropFirst(6)) }
    let property = PropertyTable.aliases[lower] ?? lower
    if PropertyTable.drawing.contains(property) {
      return .success([(property, .string(CSSText.text(value)))])
    }
    let syntax = PropertyTable.syntax(of: property)
    guard syntax != nil || shorthands[property] != nil || property == "all" else {
      return .failure(.unknownProperty)
    }
    if containsVariable(value) {
      guard isDeclarationValue(value) else { return .failure(.invalidValue) }
      let pending = StyleValue.pending(shorthand: property, boxed(value))
      return .success(longhands(of: property).map { ($0, pending) })
    }
    var parser = ValueParser(value)
    if let word = parser.keyword(of: wideKeywords), parser.isAtEnd {
      return .success(longhands(of: property).map { ($0, word) })
    }
    parser.reset(to: 0)
    // A shorthand with this value only (CSS Text 3, section 6.1).
    if property == "text-align", parser.keyword(of: ["justify-all"]) != nil, parser.isAtEnd {
      return .success([(property, .keyword("justify")), ("text-align-last", .keyword("justify"))])
    }
    parser.reset(to: 0)
    if let syntax {
      guard let result = syntax.value(&parser), parser.isAtEnd else {
        return .failure(.invalidValue)
      }
      return .success([(property, result)])
    }
    guard !parser.isAtEnd, let result = shorthands[property]?(&parser), parser.isAtEnd else {
      return .failure(.invalidValue)
    }
    return .success(result)
  }

  /// The longhands of a shorthand; for a longhand, the longhand itself.
  static func longhands(of property: String) -> [String] {
    if property == "all" {
      return PropertyTable.all.map(\.name).sorted().filter { $0 != "direction" }
    }
    return shorthandLonghands[property] ?? [property]
  }

  private static func boxed(_ values: [CSSValue]) -> [CSSValueBox] {
    values.enumerated().map { CSSValueBox(value: $1, identity: $0) }
  }

  /// Whether the values are a `<declaration-value>` (CSS Syntax 3, section 8.2), including the
  /// content of every `var()`.
  private static func isDeclarationValue(_ values: [CSSValue]) -> Bool {
    !values.contains(.token(.semicolon)) && !values.contains(.token(.delim("!"))) && isWhole(values)
  }

  /// Whether there is no unmatched bracket, bad string or bad URL at any depth.
  private static func isWhole(_ values: [CSSValue]) -> Bool {
    values.allSatisfy { value in
      switch value {
      case .unmatched, .token(.badString), .token(.badURL): false
      case .function(let name, let content) where name.asciiLowercased == "var":
        isDeclarationValue(content) && CustomProperties.name(inVariable: content) != nil
      case .function(_, let content), .block(_, let content): isWhole(content)
      case .token: true
      }
    }
  }

  static func containsVariable(_ values: [CSSValue]) -> Bool {
    values.contains { value in
      switch value {
      case .function(let name, let content):
        name.asciiLowercased == "var" || containsVariable(content)
      case .block(_, let content): containsVariable(content)
      default: false
      }
    }
  }

  static func longhand(_ property: String, _ parser: inout ValueParser) -> StyleValue? {
    PropertyTable.syntax(of: property)?.value(&parser)
  }

  /// Across, then down; one value is for both.
  @Sendable private static func overflow(_ parser: inout ValueParser) -> Longhands? {
    guard let across = longhand("overflow-x", &parser) else { return nil }
    let down = parser.isAtEnd ? across : longhand("overflow-y", &parser)
    return down.map { [("overflow-x", across), ("overflow-y", $0)] }
  }

  private static let edges = ["top", "right", "bottom", "left"]

  /// The shorthands of whole borders, with the sides that they set.
  private static let borderShorthands: [String: [String]] = {
    var result = LogicalProperties.borders
    result["border"] = edges
    for edge in edges { result["border-\(edge)"] = [edge] }
    return result
  }()

  private static let shorthandLonghands: [String: [String]] = {
    var result: [String: [String]] = [
      "margin": edges.map { "margin-\($0)" }, "padding": edges.map { "padding-\($0)" },
      "border-width": edges.map { "border-\($0)-width" },
      "border-style": edges.map { "border-\($0)-style" },
      "border-color": edges.map { "border-\($0)-color" },
      "font-variant": fontVariantLonghands,
      "font-synthesis": synthesisParts.map { "font-synthesis-\($0)" },
      "list-style": ["list-style-type", "list-style-position", "list-style-image"],
      "text-decoration": [
        "text-decoration-line", "text-decoration-style", "text-decoration-color",
        "text-decoration-thickness",
      ],
      "text-emphasis": EmphasisGrammar.longhands,
      "background": BackgroundGrammar.longhands,
      "background-position": BackgroundGrammar.positionLonghands,
      "text-style": ["font-size", "line-height"],
      "inset": edges, "border-radius": CornerGrammar.longhands,
      "overflow": ["overflow-x", "overflow-y"],
      "contain-intrinsic-size": ContainmentGrammar.longhands,
      "border-image": BorderImageGrammar.longhands,
      "columns": ["column-width", "column-count"],
      "flex-flow": ["flex-direction"],
      "column-rule": ColumnGrammar.ruleLonghands, "outline": OutlineGrammar.longhands,
    ]
    for (name, sides) in borderShorthands {
      result[name] = sides.flatMap { side in
        LogicalProperties.borderParts.map { "border-\(side)-\($0)" }
      }
    }
    result["border", default: []].append(BorderImageGrammar.longhands[0])
    result.merge(LogicalProperties.pairs) { first, _ in first }
    result.merge(ItemGrammar.longhands) { first, _ in first }
    result["font"] =
      ["font-style", "font-weight", "font-stretch", "font-size", "line-height", "font-family"]
      + fontVariantLonghands
      + ["font-kerning", "font-feature-settings", "font-language-override"]
    return result
  }()

  private static let shorthands: [String: @Sendable (inout ValueParser) -> Longhands?] = {
    var result: [String: @Sendable (inout ValueParser) -> Longhands?] = [
      "margin": { fourSides(&$0) { "margin-\($0)" } },
      "padding": { fourSides(&$0) { "padding-\($0)" } },
      "inset": { fourSides(&$0) { $0 } }, "overflow": overflow,
      "contain-intrinsic-size": ContainmentGrammar.sizes,
      "border-width": { fourSides(&$0) { "border-\($0)-width" } },
      "border-style": { fourSides(&$0) { "border-\($0)-style" } },
      "border-color": { fourSides(&$0) { "border-\($0)-color" } },
      "font": font, "font-variant": fontVariant, "font-synthesis": fontSynthesis,
      "list-style": listStyle,
      "text-decoration": textDecoration, "background": BackgroundGrammar.shorthand,
      "background-position": BackgroundGrammar.positions,
      "text-style": textStyle, "border-radius": CornerGrammar.shorthand,
      "border-image": BorderImageGrammar.shorthand,
      "columns": ColumnGrammar.columns, "column-rule": columnRule,
      "text-emphasis": EmphasisGrammar.shorthand, "outline": outline,
      "flex-flow": ItemGrammar.flow,
    ]
    for (name, sides) in borderShorthands { result[name] = { border(&$0, sides) } }
    for (name, longhands) in LogicalProperties.pairs { result[name] = { pair(&$0, longhands) } }
    for (name, longhands) in ItemGrammar.longhands {
      result[name] = { ItemGrammar.places(&$0, longhands) }
    }
    return result
  }()

  private static func fourSides(
    _ parser: inout ValueParser, name: (String) -> String
  ) -> Longhands? {
    var values: [StyleValue] = []
    while values.count < 4, !parser.isAtEnd {
      guard let value = longhand(name("top"), &parser) else { return nil }
      values.append(value)
    }
    guard let top = values.first else { return nil }
    let right = values.count > 1 ? values[1] : top
    let bottom = values.count > 2 ? values[2] : top
    let left = values.count > 3 ? values[3] : right
    return zip(edges, [top, right, bottom, left]).map { (name($0), $1) }
  }

  /// One or two values, for the start and the end.
  private static func pair(_ parser: inout ValueParser, _ longhands: [String]) -> Longhands? {
    guard let start = longhand(longhands[0], &parser) else { return nil }
    guard !parser.isAtEnd else { return longhands.map { ($0, start) } }
    return longhand(longhands[1], &parser).map { [(longhands[0], start), (longhands[1], $0)] }
  }

  @Sendable private static func columnRule(_ parser: inout ValueParser) -> Longhands? {
    line(&parser).map { Array(zip(ColumnGrammar.ruleLonghands, $0)) }
  }

  @Sendable private static func outline(_ parser: inout ValueParser) -> Longhands? {
    line(&parser, style: { $0.keyword(of: OutlineGrammar.styles) }, color: OutlineGrammar.color)
      .map { Array(zip(OutlineGrammar.longhands, $0)) }
  }

  private static func border(_ parser: inout ValueParser, _ edges: [String]) -> Longhands? {
    line(&parser).map { parts in
      let sides = edges.flatMap { edge in
        zip(LogicalProperties.borderParts, parts).map { ("border-\(edge)-\($0)", $1) }
      }
      // `border` resets the image, too; without its source, the rest of it has no effect.
      return edges.count < 4 ? sides : sides + [(BorderImageGrammar.longhands[0], .keyword("none"))]
    }
  }

  /// The width, style and color of a border or an outline, in any order.
  private static func line(
    _ parser: inout ValueParser,
    style parseStyle: (inout ValueParser) -> StyleValue? = { longhand("border-top-style", &$0) },
    color parseColor: (inout ValueParser) -> StyleValue? = { $0.color() }
  ) -> [StyleValue]? {
    var width: StyleValue?
    var style: StyleValue?
    var color: StyleValue?
    while !parser.isAtEnd {
      if width == nil, let value = longhand("border-top-width", &parser) {
        width = value
      } else if style == nil, let value = parseStyle(&parser) {
        style = value
      } else if color == nil, let value = parseColor(&parser) {
        color = value
      } else {
        return nil
      }
    }
    guard width != nil || style != nil || color != nil else { return nil }
    return [
      width ?? .keyword("medium"), style ?? .keyword("none"), color ?? .keyword("currentcolor"),
    ]
  }

  @Sendable private static func font(_ parser: inout ValueParser) -> Longhands? {
    var style: StyleValue?
    var weight: StyleValue?
    var stretch: StyleValue?
    var caps: StyleValue?
    let systemFonts: Set<String> = [
      "caption", "icon", "menu", "message-box", "small-caption", "status-bar",
    ]
    if parser.keyword(of: systemFonts) != nil { return [] }
    for _ in 0..<4 {
      if parser.keyword(of: ["normal"]) != nil { continue }
      if style == nil, let value = PropertyGrammar.fontStyle(&parser) {
        style = value
      } else if caps == nil, let value = parser.keyword(of: ["small-caps"]) {
        caps = value
      } else if weight == nil, let value = PropertyGrammar.fontWeight(&parser) {
        weight = value
      } else if stretch == nil, case .token(.ident(let word)) = parser.peek,
        PropertyGrammar.stretches[word.asciiLowercased] != nil
      {
        stretch = PropertyGrammar.fontStretch(&parser)
      } else {
        break
      }
    }
    guard let size = longhand("font-size", &parser) else { return nil }
    var lineHeight: StyleValue = .keyword("normal")
    if parser.slash() {
      guard let value = longhand("line-height", &parser) else { return nil }
      lineHeight = value
    }
    guard let family = PropertyGrammar.fontFamily(&parser) else { return nil }
    let own: Longhands = [
      ("font-style", style ?? .keyword("normal")), ("font-weight", weight ?? .number(400)),
      ("font-stretch", stretch ?? .number(100)), ("font-size", size),
      ("line-height", lineHeight), ("font-family", family),
      ("font-variant-caps", caps ?? .keyword("normal")), ("font-kerning", .keyword("auto")),
      ("font-feature-settings", .keyword("normal")),
      ("font-language-override", .keyword("normal")),
    ]
    return own + fontVariantLonghands.dropFirst().map { ($0, StyleValue.keyword("normal")) }
  }

  private static let fontVariantLonghands = [
    "font-variant-caps", "font-variant-numeric", "font-variant-ligatures",
    "font-variant-position", "font-variant-east-asian", "font-variant-alternates",
  ]

  /// Those that have properties of their own.
  private static let synthesisParts = ["weight", "style", "small-caps"]

  @Sendable private static func fontSynthesis(_ parser: inout ValueParser) -> Longhands? {
    var allowed: Set<String> = []
    if parser.keyword(of: ["none"]) == nil {
      // Small figures and letters of `font-variant-position` are never synthesized.
      while case .keyword(let part)? = parser.keyword(of: Set(synthesisParts + ["position"])) {
        guard allowed.insert(part).inserted else { return nil }
      }
      guard !allowed.isEmpty else { return nil }
    }
    return synthesisParts.map {
      ("font-synthesis-\($0)", .keyword(allowed.contains($0) ? "auto" : "none"))
    }
  }

  @Sendable private static func fontVariant(_ parser: inout ValueParser) -> Longhands? {
    var result: Longhands = fontVariantLonghands.map { ($0, .keyword("normal")) }
    if parser.keyword(of: ["normal"]) != nil { return result }
    if parser.keyword(of: ["none"]) != nil {
      result[2].value = .keyword("none")
      return result
    }
    let sets = [
      PropertyGrammar.numericKeywords, PropertyGrammar.ligatureKeywords,
    ]
    while !parser.isAtEnd {
      if let value = longhand("font-variant-caps", &parser) {
        result[0].value = value
      } else if let index = sets.indices.first(where: { isNext(in: sets[$0], parser) }),
        let value = PropertyGrammar.keywordSet(&parser, sets[index])
      {
        result[index + 1].value = value
      } else if let value = longhand("font-variant-position", &parser) {
        result[3].value = value
      } else if let value = AlternateGrammar.value(&parser) {
        result[5].value = value
      } else if let value = PropertyGrammar.keywordSet(&parser, PropertyGrammar.eastAsianKeywords) {
        result[4].value = value
      } else {
        return nil
      }
    }
    return result
  }

  private static func isNext(in words: Set<String>, _ parser: ValueParser) -> Bool {
    guard case .token(.ident(let word)) = parser.peek else { return false }
    return words.contains(word.asciiLowercased)
  }

  @Sendable private static func listStyle(_ parser: inout ValueParser) -> Longhands? {
    var type: StyleValue?
    var position: StyleValue?
    var image: StyleValue?
    var nones = 0
    while !parser.isAtEnd {
      if parser.keyword(of: ["none"]) != nil {
        nones += 1
      } else if position == nil, let value = longhand("list-style-position", &parser) {
        position = value
      } else if image == nil, let url = parser.url() {
        image = .url(url)
      } else if type == nil, let value = PropertyGrammar.listStyleType(&parser) {
        type = value
      } else {
        return nil
      }
    }
    guard nones + (type == nil ? 0 : 1) + (image == nil ? 0 : 1) <= 2 else { return nil }
    return [
      ("list-style-type", type ?? .keyword(nones > 0 ? "none" : "disc")),
      ("list-style-position", position ?? .keyword("outside")),
      ("list-style-image", image ?? .keyword("none")),
    ]
  }

  @Sendable private static func textDecoration(_ parser: inout ValueParser) -> Longhands? {
    let lines: Set<String> = ["underline", "overline", "line-through", "blink"]
    var found: [StyleValue] = []
    var style: StyleValue?
    var color: StyleValue?
    var thickness: StyleValue?
    while !parser.isAtEnd {
      if parser.keyword(of: ["none"]) != nil {
        continue
      } else if let value = parser.keyword(of: lines) {
        found.append(value)
      } else if style == nil, let value = longhand("text-decoration-style", &parser) {
        style = value
      } else if color == nil, let value = parser.color() {
        color = value
      } else if thickness == nil, let value = longhand("text-decoration-thickness", &parser) {
        thickness = value
      } else {
        return nil
      }
    }
    return [
      ("text-decoration-line", found.isEmpty ? .keyword("none") : .list(found)),
      ("text-decoration-style", style ?? .keyword("solid")),
      ("text-decoration-color", color ?? .keyword("currentcolor")),
      ("text-decoration-thickness", thickness ?? .keyword("auto")),
    ]
  }

  /// The color of a `background` with unsupported parts; transparent if it names none, because an
  /// image or a gradient hides what an earlier declaration painted. Nil if the value is not a
  /// background.
  static func backgroundColor(_ value: [CSSValue]) -> StyleValue? {
    guard !value.contains(.token(.comma)) else { return .color(.transparent) }
    // Without a picture of an unknown kind, what the grammar refuses is wrong.
    guard value.contains(where: isPicture) else { return nil }
    var color: StyleValue?
    var parser = ValueParser(value)
    while !parser.isAtEnd {
      if let found = parser.color() {
        guard color == nil else { return nil }
        color = found
      } else if parser.peek.map(isPicture) ?? false {
        parser.advance()
      } else if parser.url() == nil, parser.dimension([.length, .percentage]) == nil,
        !parser.slash(), parser.keyword(of: backgroundWords) == nil
      {
        return nil
      }
    }
    return color ?? .color(.transparent)
  }

  private static func isPicture(_ value: CSSValue) -> Bool {
    guard case .function(let name, _) = value else { return false }
    return name.asciiLowercased.hasSuffix("-gradient")
  }

  private static let backgroundWords: Set<String> = [
    "repeat", "repeat-x", "repeat-y", "no-repeat", "space", "round", "left", "right", "top",
    "bottom", "center", "scroll", "fixed", "local", "cover", "contain", "auto", "border-box",
    "padding-box", "content-box", "none",
  ]

  /// The preset's text style of that name: font size and line height from its table.
  @Sendable private static func textStyle(_ parser: inout ValueParser) -> Longhands? {
    guard case .token(.ident(let name)) = parser.peek else { return nil }
    parser.advance()
    return [("font-size", .textStyle(name)), ("line-height", .textStyle(name))]
  }
}
