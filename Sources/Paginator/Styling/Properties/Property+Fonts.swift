/// The properties of fonts (CSS Fonts 4), in the order in which they are computed: the size adjustment and the size
/// come last.
extension Property {
  static let fonts: [Property] = [
    value(
      "font-family", .moves(.allElements), .custom(PropertyGrammar.fontFamily),
      .text(\.font.families)
    ) {
      $0.families($1)
    },
    value(
      "font-weight", .moves(.allElements), .custom(PropertyGrammar.fontWeight), .text(\.font.weight)
    ) {
      $0.weight($1)
    },
    value(
      "font-style", .moves(.allElements), .custom(PropertyGrammar.fontStyle), .text(\.font.isItalic)
    ) { _, value in
      value != .keyword("normal")
    },
    value(
      "font-stretch", .moves(.allElements), .custom(PropertyGrammar.fontStretch),
      .text(\.font.stretch)
    ) {
      $0.lengths.number($1)
    },
    flag(
      "font-optical-sizing", .moves(.allElements), .text(\.font.hasOpticalSizing), on: "auto",
      off: "none"),
    keywords("font-variant-caps", .moves(.allElements), .text(\.font.caps)),
    variants(
      "font-variant-numeric", .moves(.allElements), .keywordSet(PropertyGrammar.numericKeywords),
      PropertyGrammar.numericKeywords),
    variants(
      "font-variant-ligatures", .moves(.allElements), .keywordSet(PropertyGrammar.ligatureKeywords),
      PropertyGrammar.ligatureKeywords.union(["no-ligatures"]), none: "no-ligatures"),
    variants(
      "font-variant-position", .moves(.allElements), .keywords(["normal", "sub", "super"]),
      ["sub", "super"]),
    variants(
      "font-variant-east-asian", .moves(.allElements),
      .keywordSet(PropertyGrammar.eastAsianKeywords),
      PropertyGrammar.eastAsianKeywords),
    custom(
      "font-variant-alternates", .moves(.allElements), .custom(AlternateGrammar.value),
      .inherited { target, source in
        target.font.alternates = source.font.alternates
        target.font.setVariants(of: AlternateGrammar.keywords, from: source.font)
      }
    ) { $0.setAlternates($1) },
    value(
      "font-language-override", .moves(.allElements), .custom(PropertyGrammar.languageSystem),
      .text(\.font.languageSystem)
    ) { _, value in
      if case .string(let system) = value { system } else { nil }
    },
    synthesis("font-synthesis-weight", .weight),
    synthesis("font-synthesis-style", .style),
    synthesis("font-synthesis-small-caps", .smallCaps),
    flag(
      "font-kerning", .moves(.allElements), .text(\.font.hasKerning), on: "auto", "normal",
      off: "none"),
    value(
      "font-feature-settings", .moves(.allElements), .custom(PropertyGrammar.featureSettings),
      .text(\.font.features)
    ) { _, value in
      FontFeature.list(value)
    },
    custom(
      "font-size-adjust", .moves(.allElements), .custom(PropertyGrammar.sizeAdjust),
      .text(.field(\.font.sizeAdjust), .field(\.font.sizeAdjustMetric))
    ) { $0.setSizeAdjust($1) },
    custom(
      "font-size", .moves(.allElements),
      .dimension(.positive, or: Set(StyleComputer.sizeKeywords.keys).union(["smaller", "larger"])),
      .text(\.font.size)
    ) { $0.setFontSize($1) },
  ].map(\.early)

  /// A part of `font-synthesis`.
  private static func synthesis(_ name: String, _ part: FontSynthesis) -> Property {
    custom(
      name, .moves(.allElements), .keywords(["auto", "none"]),
      .inherited { $0.font.setSynthesis(of: part, to: $1.font.synthesizes(part)) }
    ) { $0.text.font.setSynthesis(of: part, to: $1 != .keyword("none")) }
  }

  /// The keywords of one group of font variants; all groups are kept together.
  private static func variants(
    _ name: String, _ effect: PropertyEffect, _ syntax: PropertySyntax, _ group: Set<String>,
    none: String? = nil
  ) -> Property {
    custom(
      name, effect, syntax,
      .inherited { $0.font.setVariants(of: group, from: $1.font) }
    ) { $0.setVariants(group, $1, none: none) }
  }
}

extension StyleComputer {
  fileprivate func families(_ value: StyleValue) -> [String]? {
    guard case .list(let names) = value else { return nil }
    return names.compactMap {
      guard case .string(let name) = $0 else { return nil }
      return context.familyNames.isEmpty
        ? name : context.familyNames[name.lowercased()] ?? name
    }
  }

  fileprivate func weight(_ value: StyleValue) -> Int? {
    let inherited = parent?.text.font.weight ?? 400
    switch value {
    case .number(let number): return Int(number)
    case .keyword("bolder"):
      return inherited < 350 ? 400 : inherited < 550 ? 700 : max(900, inherited)
    case .keyword("lighter"):
      return inherited < 550 ? min(100, inherited) : inherited < 750 ? 400 : 700
    default: return nil
    }
  }

  /// Replaces the keywords of one group of font variants.
  /// - Parameter none: what `none` stands for; nil for no keyword.
  fileprivate mutating func setVariants(_ group: Set<String>, _ value: StyleValue, none: String?) {
    var kept = text.font.variants.filter { !group.contains($0) }
    switch value {
    case .list: kept += words(value)
    case .keyword("none"): if let none { kept.append(none) }
    case .keyword("normal"): break
    case .keyword(let word): kept.append(word)
    default: break
    }
    text.font.variants = kept.sorted()
  }

  fileprivate mutating func setAlternates(_ value: StyleValue) {
    setVariants(AlternateGrammar.keywords, value, none: nil)
    let names = AlternateGrammar.names(value)
    text.font.alternates = context.featureValues.features(of: names)
    for name in names where !context.featureValues.has(name) {
      generated.unhonoured.append("\(name.kind.rawValue)(\(name.name))")
    }
  }

  fileprivate mutating func setSizeAdjust(_ value: StyleValue) {
    text.font.sizeAdjust = nil
    text.font.sizeAdjustMetric = nil
    guard case .list(let items) = value, items.count == 2 else { return }
    text.font.sizeAdjust = lengths.number(items[1])
    text.font.sizeAdjustMetric = keyword(items[0]).flatMap { FontStyle.SizeMetric(rawValue: $0) }
  }

  fileprivate static let sizeKeywords: [String: Double] = [
    "xx-small": 0.6, "x-small": 0.75, "small": 8.0 / 9, "medium": 1, "large": 1.2,
    "x-large": 1.5, "xx-large": 2, "xxx-large": 3,
  ]

  fileprivate mutating func setFontSize(_ value: StyleValue) {
    let inherited = parent?.text.font.size ?? lengths.mediumSize
    switch value {
    case .keyword("smaller"): text.font.size = inherited * (5.0 / 6)
    case .keyword("larger"): text.font.size = inherited * 1.2
    case .keyword(let word):
      if let factor = Self.sizeKeywords[word] { text.font.size = lengths.mediumSize * factor }
    case .textStyle(let name):
      if let cell = context.textStyle(name) {
        text.font.size = cell.size * lengths.scale
      } else {
        missingTextStyles.append(name)
      }
    default:
      if let size = typeLength(value, percentOf: inherited), size >= 0 {
        text.font.size = size
      }
    }
    text.font.size = min(text.font.size, FontStyle.largestSize)
  }
}
