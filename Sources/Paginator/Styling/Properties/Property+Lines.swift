/// Spacing, and where lines and pages end.
extension Property {
  static let spacing: [Property] = [
    value(
      "letter-spacing", .moves([.inlineBoxes, .text]), .dimension(.length, or: ["normal"]),
      .text(\.letterSpacing)
    ) {
      $0.lengths.length($1, percentOf: $0.text.font.size)
    },
    value(
      "tracking", .moves([.inlineBoxes, .text]), .dimension(.length, or: ["none"]),
      .text(\.tracking)
    ) {
      $0.lengths.length($1, percentOf: 0)
    },
    custom(
      "word-spacing", .moves(.text), .dimension(.lengthOrPercent, or: ["normal"]),
      .text(.field(\.wordSpacing), .field(\.wordSpacingShare))
    ) {
      let amount = $0.lengths.dimension($1) ?? .zero
      $0.text.wordSpacing = amount.length
      $0.text.wordSpacingShare = amount.fraction == 0 ? nil : amount.fraction
    },
    keywords("white-space", .moves(.text), .text(\.whiteSpace)),
    value(
      "tab-size", .moves(.text), .dimension([.length, .number, .nonNegative], or: []),
      .text(\.tabSize)
    ) {
      $0.tabSize($1)
    },
    value(
      "hanging-punctuation", .moves(.text), .keywordSet(Set(HangingPunctuation.keywords.keys)),
      .text(\.hangingPunctuation)
    ) { computer, value in
      HangingPunctuation(computer.words(value).compactMap { HangingPunctuation.keywords[$0] })
    },
    value(
      "baseline-grid", .moves(.blockContainers), .keywords(["none", "auto"]), .text(\.baselineGrid)
    ) {
      $0.keyword($1) == "auto" ? $0.lengths.rootLineHeight : 0
    },
  ]

  /// Our own properties, which no specification defines. Values are limited, because larger ones are visible.
  static let microtypography: [Property] = [
    value(
      "margin-kerning", .moves(.text),
      .dimension([.percentage, .nonNegative], or: ["none", "auto"]),
      .text(\.microtypography.marginKerning)
    ) { $0.keyword($1) == "auto" ? 1 : min($0.share($1), 2) },
    value(
      "margin-kerning-characters", .moves(.text), .custom(PropertyGrammar.marginCharacters),
      .text(\.microtypography.marginCharacters)
    ) { $0.characterEdges($1) },
    value(
      "glyph-scaling-limit", .moves(.text), .dimension([.percentage, .nonNegative], or: ["none"]),
      .text(\.microtypography.glyphScalingLimit)
    ) { min($0.share($1), 0.05) },
    value(
      "letter-spacing-limit", .moves(.text), .dimension([.length, .nonNegative], or: ["none"]),
      .text(\.microtypography.letterSpacingLimit)
    ) {
      min($0.lengths.length($1, percentOf: 0) ?? 0, $0.text.font.size * 0.05)
    },
    flag(
      "italic-correction", .moves(.text), .text(\.microtypography.correctsItalics), on: "auto",
      off: "none"),
  ]

  static let breaking: [Property] = [
    keywords("hyphens", .moves(.text), .text(\.hyphens)),
    value(
      "hyphenate-character", .moves(.text),
      .custom { $0.string().map { .string($0) } ?? $0.keyword(of: ["auto"]) },
      .text(\.hyphenateCharacter)
    ) { $0.string($1) },
    custom(
      "hyphenate-limit-chars", .moves(.text), .custom(PropertyGrammar.limitCharacters),
      .text(
        .field(\.hyphenationLimits.word), .field(\.hyphenationLimits.before),
        .field(\.hyphenationLimits.after))
    ) { $0.setLimitCharacters($1) },
    value(
      "hyphenate-limit-lines", .moves(.blockContainers), .integer(minimum: 0, or: ["no-limit"]),
      .text(\.hyphenationLimits.lines)
    ) { $0.integer($1) },
    keywords("hyphenate-limit-last", .moves(.blockContainers), .text(\.hyphenationLimits.last)),
    keywords("overflow-wrap", .moves(.text), .text(\.overflowWrap)),
    keywords("word-break", .moves(.text), .text(\.wordBreak)),
    keywords("line-break", .moves(.text), .text(\.lineBreak)),
    keywords("text-wrap", .moves(.text), .text(\.wrap)),
    value(
      "looseness", .moves(.blockContainers), .dimension(.number, or: ["none"]), .text(\.looseness)
    ) {
      $0.lengths.number($1).map { min(max($0, -1), 1) }
    },
    value("justified-measure-min", .moves(.blockContainers), ems, .text(\.justifiedMeasureMin)) {
      $0.lengths.number($1)
    },
    value("measure-min", .moves(.blockContainers), ems, .text(\.measureMin)) {
      $0.lengths.number($1)
    },
    value("table-scale-min", .moves(.tables), ems, .text(\.tableScaleMin)) {
      $0.lengths.number($1)
    },
    custom(
      "pre-scale-min", .moves(.blockContainers), .custom(PropertyGrammar.preScale),
      .text(.field(\.preScaleMin), .field(\.scalesOnlyUnwrapped))
    ) {
      guard case .list(let items) = $1, let least = items.first else { return }
      $0.text.preScaleMin = $0.lengths.number(least)
      $0.text.scalesOnlyUnwrapped = items.count > 1 ? true : nil
    },
    value("word-scale-min", .moves(.blockContainers), ems, .text(\.wordScaleMin)) {
      $0.lengths.number($1)
    },
    keywords("page-breaking", .moves(.pages), .text(\.pageBreaking)),
    integer("widows", .moves(.blockContainers), .text(\.widows), minimum: 1),
    integer("orphans", .moves(.blockContainers), .text(\.orphans), minimum: 1),
    value(
      "break-before", .moves([.blockLevel, .rows, .rowGroups]), .keywords(breaks),
      .box(\.breakBefore)
    ) { $0.breakValue($1) },
    value(
      "break-after", .moves([.blockLevel, .rows, .rowGroups]), .keywords(breaks), .box(\.breakAfter)
    ) { $0.breakValue($1) },
    custom(
      "break-inside", .moves(.all(except: [.inlineBoxes, .tableColumns])),
      .keywords(["auto", "avoid", "avoid-page", "avoid-column"]),
      .box(.field(\.avoidsBreakInside), .field(\.avoidsColumnBreak))
    ) {
      let word = $0.keyword($1)
      $0.box.avoidsBreakInside = word == "avoid" || word == "avoid-page"
      $0.box.avoidsColumnBreak = word == "avoid-column" ? true : nil
    },
  ]

  private static let ems = PropertySyntax.dimension([.number, .nonNegative], or: ["none"])
  private static let breaks: Set<String> = [
    "auto", "avoid", "avoid-page", "page", "left", "right", "recto", "verso", "always", "column",
    "avoid-column", "all",
  ]
}

extension HangingPunctuation {
  fileprivate static let keywords: [String: HangingPunctuation] = [
    "first": .first, "last": .last, "force-end": .forceEnd, "allow-end": .allowEnd,
  ]
}

extension StyleComputer {
  /// The fraction of a percentage; 0 for other values.
  fileprivate func share(_ value: StyleValue) -> Double {
    lengths.dimension(value).map { $0.isAuto ? 0 : $0.fraction } ?? 0
  }

  fileprivate func tabSize(_ value: StyleValue) -> TabSize? {
    if let number = lengths.number(value) { return TabSize(spaces: number) }
    return lengths.length(value, percentOf: 0).map { TabSize(spaces: 0, length: $0) }
  }

  /// The edges of `margin-kerning-characters`; of a character that is given twice, the last ones.
  fileprivate func characterEdges(_ value: StyleValue) -> [CharacterEdges] {
    guard case .list(let items) = value else { return [] }
    var edges: [UInt16: CharacterEdges] = [:]
    for index in stride(from: 0, to: items.count - 2, by: 3) {
      guard case .string(let characters) = items[index] else { continue }
      let sides = items[index + 1...index + 2].map { lengths.dimension($0)?.fraction ?? 0 }
      for unit in characters.utf16 {
        edges[unit] = CharacterEdges(character: unit, left: sides[0], right: sides[1])
      }
    }
    return edges.values.sorted { $0.character < $1.character }
  }

  fileprivate mutating func setLimitCharacters(_ value: StyleValue) {
    guard case .list(let items) = value else { return }
    func number(_ index: Int, _ automatic: Int) -> Int {
      guard index < items.count, case .number(let number) = items[index] else { return automatic }
      return Int(number)
    }
    text.hyphenationLimits.word = number(0, 5)
    text.hyphenationLimits.before = number(1, 2)
    text.hyphenationLimits.after = items.count > 2 ? number(2, 2) : number(1, 2)
  }

  fileprivate func breakValue(_ value: StyleValue) -> BreakValue {
    switch keyword(value) {
    case "avoid", "avoid-page": .avoid
    case "page", "always", "all": .page
    case "left", "verso": .left
    case "right", "recto": .right
    case "column": .column
    default: .auto
    }
  }
}
