/// The syntax of a longhand's value.
enum PropertySyntax {
  case keywords(Set<String>)
  case dimension(DimensionKinds, or: Set<String>)
  case color
  case integer(minimum: Int, or: Set<String>)
  case custom(@Sendable (inout ValueParser) -> StyleValue?)

  /// The keywords that a type has as its cases.
  static func keywords<Value: CaseIterable & RawRepresentable<String>>(
    of type: Value.Type, and others: Set<String> = []
  ) -> PropertySyntax {
    .keywords(Set(type.allCases.map(\.rawValue)).union(others))
  }
}

/// The supported longhands with their syntax. Unsupported properties are reported as findings.
enum PropertyTable {
  static let inherited: Set<String> = [
    "font-family", "font-size", "font-weight", "font-style", "font-stretch", "font-variant-caps",
    "font-variant-numeric", "font-variant-ligatures", "font-variant-position",
    "font-variant-east-asian", "font-kerning", "font-feature-settings", "font-optical-sizing",
    "font-size-adjust",
    "color", "direction", "writing-mode", "line-height", "text-align", "text-align-last",
    "text-justify",
    "justified-measure-min", "measure-min", "table-scale-min", "initial-letter-fit",
    "initial-letter-wrap",
    "heading-keep",
    "text-indent", "text-transform", "letter-spacing", "tracking", "word-spacing", "looseness",
    "white-space", "tab-size",
    "hyphens", "hyphenate-character", "hyphenate-limit-chars", "hyphenate-limit-lines",
    "hyphenate-limit-last", "overflow-wrap", "word-break", "line-break",
    "baseline-grid", "page-breaking", "hanging-punctuation", "margin-kerning",
    "margin-kerning-characters", "glyph-scaling-limit", "letter-spacing-limit",
    "italic-correction",
    "text-wrap", "quotes", "list-style-type", "list-style-position",
    "list-style-image", "widows", "orphans", "visibility", "border-collapse", "border-spacing",
    "caption-side", "empty-cells", "text-underline-offset",
    "text-emphasis-style", "text-emphasis-color", "text-emphasis-position",
  ]

  static let lengthOrPercent: DimensionKinds = [.length, .percentage]
  static let positive: DimensionKinds = [.length, .percentage, .nonNegative]
  private static let breaks: Set<String> = [
    "auto", "avoid", "avoid-page", "page", "left", "right", "recto", "verso", "always", "column",
    "avoid-column", "all",
  ]

  static let syntax: [String: PropertySyntax] = text.merging(box) { first, _ in first }
    .merging(sides) { first, _ in first }

  /// The syntax of a longhand, also of those that depend on the direction.
  static func syntax(of property: String) -> PropertySyntax? {
    syntax[LogicalProperties.physical(property, isRightToLeft: false)]
  }

  private static let text: [String: PropertySyntax] = [
    "font-family": .custom(PropertyGrammar.fontFamily),
    "font-size": .dimension(
      positive,
      or: [
        "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large",
        "smaller", "larger",
      ]),
    "font-weight": .custom(PropertyGrammar.fontWeight),
    "font-style": .custom(PropertyGrammar.fontStyle),
    "font-stretch": .custom(PropertyGrammar.fontStretch),
    "font-variant-caps": .keywords(of: FontStyle.Caps.self),
    "font-variant-numeric": .custom {
      PropertyGrammar.keywordSet(&$0, PropertyGrammar.numericKeywords)
    },
    "font-variant-ligatures": .custom {
      PropertyGrammar.keywordSet(&$0, PropertyGrammar.ligatureKeywords)
    },
    "font-variant-position": .keywords(["normal", "sub", "super"]),
    "font-variant-east-asian": .custom {
      PropertyGrammar.keywordSet(&$0, PropertyGrammar.eastAsianKeywords)
    },
    "font-kerning": .keywords(["auto", "normal", "none"]),
    "font-feature-settings": .custom(PropertyGrammar.featureSettings),
    "font-optical-sizing": .keywords(["auto", "none"]),
    "font-size-adjust": .custom(PropertyGrammar.sizeAdjust),
    "color": .color,
    "direction": .keywords(["ltr", "rtl"]),
    "writing-mode": .keywords(WritingMode.keywords),
    "unicode-bidi": .keywords(of: UnicodeBidi.self),
    "line-height": .dimension([.length, .percentage, .number, .nonNegative], or: ["normal"]),
    "text-align": .keywords(of: TextAlign.self, and: ["match-parent"]),
    "text-align-last": .keywords(of: TextAlign.self, and: ["auto", "match-parent"]),
    "text-justify": .keywords(["auto", "none", "inter-word", "inter-character", "distribute"]),
    "text-indent": .custom(PropertyGrammar.textIndent),
    "text-transform": .custom {
      PropertyGrammar.keywordSet(
        &$0,
        Set(["capitalize", "uppercase", "lowercase", "full-width", "full-size-kana"])
          .union(MathVariant.allCases.map { "math-" + $0.name }))
    },
    "text-decoration-line": .custom {
      PropertyGrammar.keywordSet(&$0, ["underline", "overline", "line-through", "blink"])
    },
    "text-decoration-style": .keywords(of: TextDecoration.Style.self),
    "text-decoration-color": .color,
    "text-decoration-thickness": .dimension(lengthOrPercent, or: ["auto", "from-font"]),
    "text-underline-offset": .dimension(lengthOrPercent, or: ["auto"]),
    "text-emphasis-style": .custom(EmphasisGrammar.style), "text-emphasis-color": .color,
    "text-emphasis-position": .custom(EmphasisGrammar.position),
    "letter-spacing": .dimension(.length, or: ["normal"]),
    "word-spacing": .dimension(lengthOrPercent, or: ["normal"]),
    "white-space": .keywords(of: WhiteSpace.self),
    "tab-size": .dimension([.length, .number, .nonNegative], or: []),
    "hyphens": .keywords(of: TextProperties.Hyphens.self),
    "hyphenate-character": .custom {
      $0.string().map { .string($0) } ?? $0.keyword(of: ["auto"])
    },
    "hyphenate-limit-chars": .custom(PropertyGrammar.limitCharacters),
    "hyphenate-limit-lines": .integer(minimum: 0, or: ["no-limit"]),
    "hyphenate-limit-last": .keywords(of: HyphenationLimits.Last.self),
    "overflow-wrap": .keywords(of: TextProperties.OverflowWrap.self),
    "word-break": .keywords(of: TextProperties.WordBreak.self),
    "line-break": .keywords(["auto", "loose", "normal", "strict", "anywhere"]),
    "hanging-punctuation": .custom {
      PropertyGrammar.keywordSet(&$0, ["first", "last", "force-end", "allow-end"])
    },
    "baseline-grid": .keywords(["none", "auto"]),
    "page-breaking": .keywords(of: PageBreaking.self),
    "margin-kerning-characters": .custom(PropertyGrammar.marginCharacters),
    "margin-kerning": .dimension([.percentage, .nonNegative], or: ["none", "auto"]),
    "glyph-scaling-limit": .dimension([.percentage, .nonNegative], or: ["none"]),
    "italic-correction": .keywords(["none", "auto"]),
    "tracking": .dimension([.length], or: ["none"]),
    "looseness": .dimension([.number], or: ["none"]),
    "letter-spacing-limit": .dimension([.length, .nonNegative], or: ["none"]),
    "lead-in": .integer(minimum: 1, or: ["none"]),
    "initial-letter-wrap": .keywords(of: InitialLetterWrap.self),
    "initial-letter": .custom(PropertyGrammar.initialLetter),
    "initial-letter-fit": .keywords(["none", "lines"]),
    "heading-keep": .keywords(["none", "shape"]),
    "justified-measure-min": .dimension([.number, .nonNegative], or: ["none"]),
    "measure-min": .dimension([.number, .nonNegative], or: ["none"]),
    "table-scale-min": .dimension([.number, .nonNegative], or: ["none"]),
    "text-wrap": .keywords(of: TextProperties.TextWrap.self),
    "quotes": .custom(PropertyGrammar.quotes),
  ]

  private static let box: [String: PropertySyntax] = [
    "display": .custom(PropertyGrammar.display),
    "float": .keywords(of: FloatValue.self, and: ["inline-start", "inline-end"]),
    "clear": .keywords(of: ClearValue.self, and: ["inline-start", "inline-end"]),
    "position": .keywords(of: Position.self),
    "width": SizeGrammar.width,
    "height": SizeGrammar.height,
    "min-width": SizeGrammar.width,
    "min-height": SizeGrammar.height,
    "max-width": SizeGrammar.maxWidth,
    "max-height": SizeGrammar.maxHeight,
    "aspect-ratio": .custom(SizeGrammar.ratio),
    "box-sizing": .keywords(["content-box", "border-box"]),
    "top": .dimension(lengthOrPercent, or: ["auto"]),
    "right": .dimension(lengthOrPercent, or: ["auto"]),
    "bottom": .dimension(lengthOrPercent, or: ["auto"]),
    "left": .dimension(lengthOrPercent, or: ["auto"]),
    "transform": .custom(TransformGrammar.transform),
    "transform-origin": .custom(TransformGrammar.origin),
    "z-index": .integer(minimum: .min, or: ["auto"]),
    "overflow": .keywords(of: Overflow.self),
    "object-fit": .keywords(of: ObjectFit.self),
    "object-position": .custom(ObjectPositionGrammar.position),
    "shape-outside": .custom(ShapeGrammar.outside),
    "shape-margin": .dimension(positive, or: []),
    "visibility": .keywords(of: Visibility.self),
    "box-shadow": .custom(ShadowGrammar.shadows),
    "background-color": .color,
    "background-image": BackgroundGrammar.layers(BackgroundGrammar.image),
    "background-repeat": BackgroundGrammar.layers(BackgroundGrammar.repetition),
    "background-position": BackgroundGrammar.layers(BackgroundGrammar.position),
    "background-size": BackgroundGrammar.layers(BackgroundGrammar.size),
    "background-origin": BackgroundGrammar.layers(BackgroundGrammar.area),
    "background-clip": BackgroundGrammar.layers(BackgroundGrammar.area),
    "background-attachment": BackgroundGrammar.layers(BackgroundGrammar.attachment),
    "vertical-align": .dimension(
      lengthOrPercent,
      or: ["baseline", "sub", "super", "top", "text-top", "middle", "bottom", "text-bottom"]),
    "break-before": .keywords(breaks),
    "break-after": .keywords(breaks),
    "break-inside": .keywords(["auto", "avoid", "avoid-page", "avoid-column"]),
    "box-decoration-break": .keywords(["slice", "clone"]),
    "widows": .integer(minimum: 1, or: []),
    "orphans": .integer(minimum: 1, or: []),
    "page": .custom(PropertyGrammar.identifier),
    "content": .custom(PropertyGrammar.content),
    "counter-reset": .custom(PropertyGrammar.counterReset),
    "counter-increment": .custom(PropertyGrammar.counters),
    "counter-set": .custom(PropertyGrammar.counters),
    "string-set": .custom(PropertyGrammar.stringSet),
    "list-style-type": .custom(PropertyGrammar.listStyleType),
    "list-style-position": .keywords(["inside", "outside"]),
    "list-style-image": .custom(PropertyGrammar.image),
    "border-collapse": .keywords(["separate", "collapse"]),
    "border-spacing": .custom(PropertyGrammar.borderSpacing),
    "caption-side": .keywords(["top", "bottom"]),
    "empty-cells": .keywords(["show", "hide"]),
    "table-layout": .keywords(["auto", "fixed"]),
    "size": .custom(PropertyGrammar.pageSize),
  ]

  private static let sides: [String: PropertySyntax] = {
    var result: [String: PropertySyntax] = [:]
    for side in ["top", "right", "bottom", "left"] {
      result["margin-\(side)"] = .dimension(lengthOrPercent, or: ["auto"])
      result["padding-\(side)"] = .dimension(positive, or: [])
      result["border-\(side)-width"] = .dimension(
        [.length, .nonNegative], or: ["thin", "medium", "thick"])
      result["border-\(side)-style"] = .keywords(of: LineStyle.self)
      result["border-\(side)-color"] = .color
    }
    for corner in CornerGrammar.longhands { result[corner] = .custom(CornerGrammar.corner) }
    return result
  }()

  /// Properties of elements in drawings (SVG 2, appendix L). Their values are passed on without
  /// parsing.
  static let drawing: Set<String> = [
    "alignment-baseline", "baseline-shift", "clip-path", "clip-rule", "color-interpolation",
    "dominant-baseline", "fill", "fill-opacity", "fill-rule", "filter", "flood-color",
    "flood-opacity", "image-rendering", "lighting-color", "marker-end", "marker-mid",
    "marker-start", "mask", "opacity", "paint-order", "shape-rendering", "stop-color",
    "stop-opacity", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor",
    "text-rendering", "vector-effect",
  ]

  /// Other names of a property, from older specifications and reading systems.
  static let aliases: [String: String] = [
    "page-break-before": "break-before", "page-break-after": "break-after",
    "page-break-inside": "break-inside", "word-wrap": "overflow-wrap",
    "-webkit-box-shadow": "box-shadow", "-webkit-text-emphasis": "text-emphasis",
    "-webkit-text-emphasis-style": "text-emphasis-style",
    "-webkit-text-emphasis-color": "text-emphasis-color",
    "-webkit-text-emphasis-position": "text-emphasis-position",
    "-webkit-hyphens": "hyphens", "-moz-hyphens": "hyphens", "adobe-hyphenate": "hyphens",
    "text-wrap-mode": "text-wrap",
    "-webkit-writing-mode": "writing-mode", "-webkit-transform": "transform",
    "-webkit-transform-origin": "transform-origin",
    "text-wrap-style": "text-wrap", "-webkit-text-decoration-line": "text-decoration-line",
  ].merging(LogicalProperties.aliases) { first, _ in first }
    .merging(CornerGrammar.aliases) { first, _ in first }
}
