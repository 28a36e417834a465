/// The sizes of boxes that are no lengths (CSS Sizing 3, section 3.2; CSS Sizing 4, sections 4.1 and 5.1).
enum SizeGrammar {
  private static let widths = Set(IntrinsicWidth.allCases.map(\.rawValue))
  /// Other names that browsers know.
  private static let stretching: Set<String> = ["-webkit-fill-available", "-moz-available"]

  /// A `max-width` of the presets (`ContentWidth.measure`).
  fileprivate static let measure = "-paginate-measure"

  /// A `min-height` of the presets (`BoxProperties.minHeightIsOfText`).
  static let textHeight = "-paginate-text"

  private static let contentWords: Set<String> = ["min-content", "max-content", "fit-content"]
  /// The `height` of the content.
  static let contentHeight = "fit-content"

  /// `width` and `min-width`.
  static let width = PropertySyntax.custom { size(&$0, automatic: "auto") }
  /// `max-width`.
  static let maxWidth = PropertySyntax.custom {
    $0.keyword(of: [measure]) ?? size(&$0, automatic: "none")
  }
  /// `height`, of which all words for widths mean the height of the content.
  static let height = PropertySyntax.custom { parser in
    parser.keyword(of: contentWords) != nil
      ? .keyword(contentHeight) : parser.keyword(of: ["auto"]) ?? parser.dimension(.positive)
  }
  /// `min-height`, of which the words for widths mean `auto`.
  static let minHeight = PropertySyntax.custom {
    $0.keyword(of: [textHeight]) ?? height(&$0, automatic: "auto")
  }
  /// `max-height`.
  static let maxHeight = PropertySyntax.custom { height(&$0, automatic: "none") }

  private static func size(_ parser: inout ValueParser, automatic: String) -> StyleValue? {
    if let word = parser.keyword(of: widths.union([automatic])) { return word }
    if parser.keyword(of: stretching) != nil { return .keyword(IntrinsicWidth.stretch.rawValue) }
    if case .function(let name, let content) = parser.peek, name.asciiLowercased == "fit-content" {
      var inner = ValueParser(content)
      guard let limit = inner.dimension(.positive), inner.isAtEnd else { return nil }
      parser.advance()
      return .function("fit-content", [limit])
    }
    return parser.dimension(.positive)
  }

  private static func height(_ parser: inout ValueParser, automatic: String) -> StyleValue? {
    if parser.keyword(of: contentWords) != nil { return .keyword(automatic) }
    return parser.keyword(of: [automatic]) ?? parser.dimension(.positive)
  }

  /// `aspect-ratio`: `auto`, a ratio, or both, in any order.
  @Sendable static func ratio(_ parser: inout ValueParser) -> StyleValue? {
    var word = parser.keyword(of: ["auto"])
    var sides: [StyleValue] = []
    if let width = parser.dimension([.number, .nonNegative]) {
      var height = StyleValue.number(1)
      if parser.slash() {
        guard let own = parser.dimension([.number, .nonNegative]) else { return nil }
        height = own
      }
      sides = [width, height]
      if word == nil { word = parser.keyword(of: ["auto"]) }
    }
    guard word != nil || !sides.isEmpty else { return nil }
    return .list([word ?? .keyword("none")] + sides)
  }
}

extension StyleComputer {
  /// Computes `width`.
  mutating func setWidth(_ value: StyleValue) {
    let content: ContentWidth?
    (box.width, content) = limit(value)
    (box.widthKeyword, box.widthContent) = (nil, nil)
    switch content {
    case .keyword(let word): box.widthKeyword = word
    case .within: (box.widthKeyword, box.widthContent) = (.fitContent, content)
    case .measure, nil: break
    }
  }

  /// Computes `max-width`. Of boxes other than blocks, the measure is the width of the container.
  mutating func setMaxWidth(_ value: StyleValue) {
    (box.maxWidth, box.maxWidthContent) = limit(value)
    guard value == .keyword(SizeGrammar.measure) else { return }
    (box.maxWidth, box.maxWidthContent) = (Dimension(fraction: 1), .measure)
  }

  /// A width as a length or percentage, and as one that depends on the content.
  func limit(_ value: StyleValue) -> (length: Dimension, content: ContentWidth?) {
    (lengths.dimension(value) ?? .auto, contentWidth(value))
  }

  private func contentWidth(_ value: StyleValue) -> ContentWidth? {
    if case .function(_, let arguments) = value, let limit = arguments.first {
      return lengths.dimension(limit).map { .within($0) }
    }
    return keyword(value).flatMap { IntrinsicWidth(rawValue: $0) }.map { .keyword($0) }
  }

  /// Nil for `auto`.
  func aspectRatio(_ value: StyleValue) -> AspectRatio? {
    guard case .list(let parts) = value, parts.count == 3, let width = lengths.number(parts[1]),
      let height = lengths.number(parts[2])
    else { return nil }
    return AspectRatio(width: width, height: height, isAuto: parts[0] == .keyword("auto"))
  }
}
