/// The longhands whose values are more than a keyword or a dimension.
enum PropertyGrammar {
  static let numericKeywords: Set<String> = [
    "lining-nums", "oldstyle-nums", "proportional-nums", "tabular-nums", "diagonal-fractions",
    "stacked-fractions", "ordinal", "slashed-zero",
  ]
  static let ligatureKeywords: Set<String> = [
    "common-ligatures", "no-common-ligatures", "discretionary-ligatures",
    "no-discretionary-ligatures", "historical-ligatures", "no-historical-ligatures",
    "contextual", "no-contextual",
  ]
  static let eastAsianKeywords: Set<String> = [
    "jis78", "jis83", "jis90", "jis04", "simplified", "traditional", "full-width",
    "proportional-width", "ruby",
  ]

  /// One or more of a set of keywords, or `none`/`normal`.
  static func keywordSet(_ parser: inout ValueParser, _ allowed: Set<String>) -> StyleValue? {
    if let single = parser.keyword(of: ["none", "normal"]) { return single }
    var result: [StyleValue] = []
    while let value = parser.keyword(of: allowed) {
      guard !result.contains(value) else { return nil }
      result.append(value)
    }
    return result.isEmpty ? nil : .list(result)
  }

  @Sendable static func identifier(_ parser: inout ValueParser) -> StyleValue? {
    guard case .token(.ident(let name)) = parser.peek else { return nil }
    parser.advance()
    return name.asciiLowercased == "auto" ? .keyword("auto") : .string(name)
  }

  @Sendable static func fontFamily(_ parser: inout ValueParser) -> StyleValue? {
    var families: [StyleValue] = []
    repeat {
      if let name = parser.string() {
        families.append(.string(name))
        continue
      }
      var words: [String] = []
      while case .token(.ident(let word)) = parser.peek {
        words.append(word)
        parser.advance()
      }
      guard !words.isEmpty else { return nil }
      families.append(.string(words.joined(separator: " ")))
    } while parser.comma()
    return .list(families)
  }

  @Sendable static func fontWeight(_ parser: inout ValueParser) -> StyleValue? {
    if let value = parser.keyword(of: ["bolder", "lighter"]) { return value }
    if let value = parser.keyword(of: ["normal", "bold"]) {
      return .number(value == .keyword("bold") ? 700 : 400)
    }
    var ahead = parser
    guard let number = ahead.number(), (1...1000).contains(number) else { return nil }
    parser = ahead
    return .number(number)
  }

  @Sendable static func fontStyle(_ parser: inout ValueParser) -> StyleValue? {
    guard let value = parser.keyword(of: ["normal", "italic", "oblique"]) else { return nil }
    // The angle after "oblique" is ignored: text faces do not offer a choice of slants.
    if value == .keyword("oblique"), case .token(.dimension(_, "deg")) = parser.peek {
      parser.advance()
    }
    return value
  }

  /// The URL of an image, or `none`.
  @Sendable static func image(_ parser: inout ValueParser) -> StyleValue? {
    parser.url().map { .url($0) } ?? parser.keyword(of: ["none"])
  }

  /// A metric of the font, by default the x-height, as a fraction of the font size.
  @Sendable static func sizeAdjust(_ parser: inout ValueParser) -> StyleValue? {
    if let value = parser.keyword(of: ["none"]) { return value }
    let metric = parser.keyword(of: ["ex-height", "cap-height", "ch-width", "ic-width"])
    guard let number = parser.dimension([.number, .nonNegative]) else { return nil }
    return .list([metric ?? .keyword("ex-height"), number])
  }

  /// The containers whose children are items (CSS Flexbox 1, CSS Grid 1), and what they are set as:
  /// with their items one below the other.
  static let itemContainers: [String: Display] = [
    "flex": .flowRoot, "grid": .flowRoot, "inline-flex": .inlineBlock, "inline-grid": .inlineBlock,
  ]

  /// One keyword, or an outer and an inner display type in any order (CSS Display 3, section 2).
  @Sendable static func display(_ parser: inout ValueParser) -> StyleValue? {
    var words: Set<String> = []
    while let word = parser.keyword() {
      if parser.isAtEnd, words.isEmpty,
        Display(rawValue: word) != nil || itemContainers[word] != nil
      {
        return .keyword(word)
      }
      guard
        ["block", "inline", "flow", "flow-root", "table", "list-item", "run-in"].contains(word),
        words.insert(word).inserted
      else { return nil }
    }
    let isInline = words.remove("inline") != nil
    if words.remove("block") != nil, isInline { return nil }
    if words.remove("list-item") != nil {
      guard words.subtracting(["flow", "flow-root"]).isEmpty else { return nil }
      guard isInline else { return .keyword("list-item") }
      return .keyword(words.contains("flow-root") ? "inline-block-list-item" : "inline-list-item")
    }
    switch words {
    case ["flow"]: return .keyword(isInline ? "inline" : "block")
    case ["flow-root"]: return .keyword(isInline ? "inline-block" : "flow-root")
    case ["run-in"], ["run-in", "flow"]: return isInline ? nil : .keyword("run-in")
    case ["table"]: return .keyword(isInline ? "inline-table" : "table")
    default: return nil
    }
  }

  static let stretches: [String: Double] = [
    "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5,
    "normal": 100, "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150,
    "ultra-expanded": 200,
  ]

  @Sendable static func fontStretch(_ parser: inout ValueParser) -> StyleValue? {
    if case .percentage(let value) = parser.dimension([.percentage, .nonNegative]) {
      return .number(value)
    }
    return parser.keyword().flatMap { stretches[$0] }.map { .number($0) }
  }

  @Sendable static func featureSettings(_ parser: inout ValueParser) -> StyleValue? {
    if let value = parser.keyword(of: ["normal"]) { return value }
    var features: [StyleValue] = []
    repeat {
      guard let tag = parser.string(), tag.utf8.count == 4 else { return nil }
      var value = 1
      if let number = parser.integer() {
        guard number >= 0 else { return nil }
        value = number
      } else if let word = parser.keyword(of: ["on", "off"]) {
        value = word == .keyword("on") ? 1 : 0
      }
      features.append(.function(tag, [.number(Double(value))]))
    } while parser.comma()
    return .list(features)
  }

  /// An OpenType language system tag, or `normal`.
  @Sendable static func languageSystem(_ parser: inout ValueParser) -> StyleValue? {
    if let value = parser.keyword(of: ["normal"]) { return value }
    guard let tag = parser.string(), (1...4).contains(tag.utf8.count),
      tag.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    return .string(tag)
  }

  @Sendable static func textIndent(_ parser: inout ValueParser) -> StyleValue? {
    var amount: StyleValue?
    var words: [StyleValue] = []
    while !parser.isAtEnd {
      if let word = parser.keyword(of: ["hanging", "each-line", "-paginate-prose"]) {
        words.append(word)
      } else if amount == nil, let value = parser.dimension([.length, .percentage]) {
        amount = value
      } else {
        return nil
      }
    }
    return amount.map { .list([$0] + words) }
  }

  @Sendable static func limitCharacters(_ parser: inout ValueParser) -> StyleValue? {
    var values: [StyleValue] = []
    while values.count < 3, !parser.isAtEnd {
      if let word = parser.keyword(of: ["auto"]) {
        values.append(word)
      } else if let number = parser.integer(), number >= 0 {
        values.append(.number(Double(number)))
      } else {
        return nil
      }
    }
    return values.isEmpty ? nil : .list(values)
  }

  /// `none | <number [0,inf]> nowrap?`, as a list.
  @Sendable static func preScale(_ parser: inout ValueParser) -> StyleValue? {
    if let word = parser.keyword(of: ["none"]) { return .list([word]) }
    guard let least = parser.number(), least >= 0 else { return nil }
    let number = StyleValue.number(least)
    return .list(parser.keyword(of: ["nowrap"]).map { [number, $0] } ?? [number])
  }

  /// `normal | <number [1,inf]> [<integer [1,inf]> | drop | raise]?`
  @Sendable static func initialLetter(_ parser: inout ValueParser) -> StyleValue? {
    if let word = parser.keyword(of: ["normal"]) { return word }
    guard let size = parser.number(), size >= 1 else { return nil }
    if let word = parser.keyword(of: ["drop", "raise"]) { return .list([.number(size), word]) }
    guard let sink = parser.integer() else { return .list([.number(size)]) }
    return sink >= 1 ? .list([.number(size), .number(Double(sink))]) : nil
  }

  @Sendable static func quotes(_ parser: inout ValueParser) -> StyleValue? {
    if let word = parser.keyword(of: ["none", "auto"]) { return word }
    var marks: [StyleValue] = []
    while let text = parser.string() { marks.append(.string(text)) }
    return marks.isEmpty || marks.count % 2 == 1 ? nil : .list(marks)
  }

  /// `none | [ <string> <percentage>{1,2} ]#`, as a list of a string and two percentages for each item.
  @Sendable static func marginCharacters(_ parser: inout ValueParser) -> StyleValue? {
    if let word = parser.keyword(of: ["none"]) { return word }
    var items: [StyleValue] = []
    repeat {
      guard let characters = parser.string(), let left = parser.dimension(.percentage) else {
        return nil
      }
      items += [.string(characters), left, parser.dimension(.percentage) ?? left]
    } while parser.comma()
    return .list(items)
  }

  @Sendable static func listStyleType(_ parser: inout ValueParser) -> StyleValue? {
    if let text = parser.string() { return .string(text) }
    if case .function(let name, let content) = parser.peek {
      guard name.asciiLowercased == "symbols" else { return nil }
      parser.advance()
      return CounterStyleParser.function(content)
    }
    return counterStyleName(&parser)
  }

  /// Predefined names are case-insensitive; author-defined names are case-sensitive.
  static func counterStyleName(_ parser: inout ValueParser) -> StyleValue? {
    guard case .token(.ident(let name)) = parser.peek else { return nil }
    parser.advance()
    let lower = name.asciiLowercased
    return .keyword(lower == "none" || CounterStyleTable.styles[lower] != nil ? lower : name)
  }

  @Sendable static func borderSpacing(_ parser: inout ValueParser) -> StyleValue? {
    guard let first = parser.dimension([.length, .nonNegative]) else { return nil }
    return .list([first, parser.dimension([.length, .nonNegative]) ?? first])
  }

  @Sendable static func counters(_ parser: inout ValueParser) -> StyleValue? {
    counterList(&parser, mayReverse: false)
  }

  /// Counters, some of them as `reversed(name)` (CSS Lists 3, section 4.1).
  @Sendable static func counterReset(_ parser: inout ValueParser) -> StyleValue? {
    counterList(&parser, mayReverse: true)
  }

  private static func counterList(
    _ parser: inout ValueParser, mayReverse: Bool
  ) -> StyleValue? {
    if let word = parser.keyword(of: ["none"]) { return word }
    var result: [StyleValue] = []
    while let (name, isReversed) = parser.peek.flatMap(counterName), mayReverse || !isReversed {
      parser.advance()
      var arguments: [StyleValue] = isReversed ? [.keyword("reversed")] : []
      if let number = parser.integer() { arguments.append(.number(Double(number))) }
      result.append(.function(name, arguments))
    }
    return result.isEmpty ? nil : .list(result)
  }

  private static func counterName(_ value: CSSValue) -> (name: String, isReversed: Bool)? {
    switch value {
    case .token(.ident(let name)): return (name, false)
    case .function(let function, let content) where function.asciiLowercased == "reversed":
      var inner = ValueParser(content)
      guard case .token(.ident(let name))? = inner.peek else { return nil }
      inner.advance()
      return inner.isAtEnd ? (name, true) : nil
    default: return nil
    }
  }

  @Sendable static func stringSet(_ parser: inout ValueParser) -> StyleValue? {
    if let word = parser.keyword(of: ["none"]) { return word }
    var result: [StyleValue] = []
    repeat {
      guard case .token(.ident(let name)) = parser.peek else { return nil }
      parser.advance()
      let items = contentItems(&parser)
      guard !items.isEmpty else { return nil }
      result.append(.function(name, items))
    } while parser.comma()
    return .list(result)
  }

  @Sendable static func content(_ parser: inout ValueParser) -> StyleValue? {
    if let word = parser.keyword(of: ["none", "normal"]) { return word }
    let items = contentItems(&parser)
    // The alternative text for speech is not set (CSS Content 3, section 2).
    if parser.peek == .token(.delim("/")) {
      parser.advance()
      guard !contentItems(&parser).isEmpty else { return nil }
    }
    return items.isEmpty ? nil : .list(items)
  }

  /// The items of `content` and `string-set`: text, attributes, counters, quotes, strings.
  private static func contentItems(_ parser: inout ValueParser) -> [StyleValue] {
    let words: Set<String> = ["open-quote", "close-quote", "no-open-quote", "no-close-quote"]
    let functions: Set<String> = [
      "attr", "counter", "counters", "string", "content", "target-counter", "target-counters",
      "target-text", "leader",
    ]
    var items: [StyleValue] = []
    while !parser.isAtEnd {
      if let text = parser.string() {
        items.append(.string(text))
      } else if let url = parser.url() {
        items.append(.url(url))
      } else if let word = parser.keyword(of: words) {
        items.append(word)
      } else if case .function(let name, let content) = parser.peek,
        functions.contains(name.asciiLowercased), isWellFormed(name.asciiLowercased, content)
      {
        parser.advance()
        items.append(.function(name.asciiLowercased, arguments(content)))
      } else {
        break
      }
    }
    return items
  }

  /// Whether `counter()` has a name and perhaps a style, and `counters()` a separator between them
  /// (CSS Lists 3, section 4.6), and `string()` a name and perhaps a place on the page (GCPM 3, section
  /// 1.1.2). Other functions are checked where they are used.
  private static func isWellFormed(_ name: String, _ content: [CSSValue]) -> Bool {
    if name == "string" { return isNamedString(arguments(content)) }
    if name == "content" { return isContentPart(arguments(content)) }
    if name == "attr" {
      guard case .keyword? = arguments(content).first else { return false }
      return true
    }
    guard name == "counter" || name == "counters" else { return true }
    var rest = arguments(content)[...]
    guard case .keyword(let counter)? = rest.popFirst(), counter != "none",
      !DeclarationParser.wideKeywords.contains(counter.asciiLowercased)
    else { return false }
    if name == "counters" {
      guard case .string? = rest.popFirst() else { return false }
    }
    switch rest.first {
    case nil: return true
    case .keyword?, .function?: return rest.count == 1
    default: return false
    }
  }

  /// `content()` is the text of the element, or that of one of its pseudo-elements (GCPM 3, section
  /// 1.1.1); that of its marker is not honoured.
  private static func isContentPart(_ arguments: [StyleValue]) -> Bool {
    guard let first = arguments.first else { return true }
    guard arguments.count == 1, case .keyword(let part) = first else { return false }
    return ["text", "before", "after", "first-letter"].contains(part)
  }

  /// `-paginate-except-opening` is the last value on the page, and empty on a page that begins with the
  /// element that sets the string: a running head that only a chapter's first page is without. A page that begins
  /// with a heading inside a chapter has a head unless that repeats the heading.
  private static func isNamedString(_ arguments: [StyleValue]) -> Bool {
    guard case .keyword? = arguments.first, arguments.count <= 2 else { return false }
    guard arguments.count == 2 else { return true }
    guard case .keyword(let place) = arguments[1] else { return false }
    return ["first", "start", "last", "first-except", "-paginate-except-opening"].contains(place)
  }

  private static func arguments(_ content: [CSSValue]) -> [StyleValue] {
    content.compactMap { value in
      switch value {
      case .token(.ident(let name)): .keyword(name)
      case .token(.string(let text)): .string(text)
      case .token(.url(let text)): .url(text)
      case .token(.number(let number)): .number(number.value)
      case .function(let name, let inner): .function(name.asciiLowercased, arguments(inner))
      default: nil
      }
    }
  }

  /// `size` of `@page` (CSS Paged Media 3, section 7.1).
  @Sendable static func pageSize(_ parser: inout ValueParser) -> StyleValue? {
    var values: [StyleValue] = []
    while !parser.isAtEnd {
      if let word = parser.keyword() {
        values.append(.keyword(word))
      } else if let value = parser.dimension([.length, .nonNegative]) {
        values.append(value)
      } else {
        return nil
      }
    }
    guard !values.isEmpty, values.count <= 2 else { return nil }
    let size = StyleValue.list(values)
    let isKnown =
      values == [.keyword("auto")] || PageSizes.orientation(size) != nil
      || PageSizes.size(size) != nil
    return isKnown ? size : nil
  }
}
