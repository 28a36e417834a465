/// Computes one style from a parent and the winning declarations (CSS Cascade 4, section 7).
struct StyleComputer {
  let context: StyleContext
  /// With its lengths scaled as those of the box are.
  var parent: ComputedStyle?
  let root: ComputedStyle?
  var text: TextProperties
  var box = BoxProperties()
  var generated = GeneratedContent()
  /// Whether the element has a `text-indent` of its own.
  var declaresIndent = false
  private(set) var custom: [String: [CSSValueBox]]
  /// Requested text styles that the preset does not have.
  private(set) var missingTextStyles: [String] = []
  var lengths: LengthResolver
  /// By how much the element's own transform scales it.
  var ownScale = 1.0
  var borderColors: [String: StyleValue] = [:]
  var decoration: [String: StyleValue] = [:]
  /// By property, the values of background layers.
  var pictureLayers: [String: [StyleValue]] = [:]

  init(context: StyleContext, parent: ComputedStyle?, root: ComputedStyle?, language: String?) {
    self.context = context
    self.parent = parent
    self.root = root
    text = parent?.text ?? TextProperties()
    if parent == nil { text.font.size = context.mediumSize }
    custom = parent?.custom ?? [:]
    if let language {
      text.language = language.isEmpty ? nil : LanguageTag.canonical(language)
    } else if parent == nil {
      text.language = context.language
    }
    let size = parent?.text.font.size ?? text.font.size
    // In the properties of the font, `lh` is the parent's line height (CSS Values 4, section
    // 6.1.1.2).
    func lineHeight(of style: ComputedStyle?) -> Length {
      style.map { $0.text.lineHeight.resolved($0.text.font, context.fonts) } ?? size
    }
    lengths = LengthResolver(
      context: context, scale: parent?.generated.scale ?? 1, emBase: size,
      rootSize: root?.text.font.size ?? size, font: text.font,
      lineHeight: lineHeight(of: parent), rootLineHeight: lineHeight(of: root))
    setInitialBorder()
  }

  mutating func apply(_ winners: [String: StyleValue]) {
    let winners = substituted(winners)
    generated.scale = parent?.generated.scale ?? 1
    scaleInherited(winners)
    // The font comes first, because every other length may depend on it.
    for property in Self.fontProperties {
      if let value = winners[property] { apply(property, value) }
    }
    updateLengths()
    if let value = winners["line-height"] {
      // `lh` in `line-height` is the parent's line height (CSS Values 4, section 6.1.1.2).
      let outer = parent?.text ?? TextProperties()
      lengths.lineHeight = outer.lineHeight.resolved(outer.font, context.fonts)
      apply("line-height", value)
      updateLengths()
    }
    if let value = winners["color"] { apply("color", value) }
    for (property, value) in winners
    where !Self.early.contains(property) && !property.hasPrefix("--") {
      apply(property, value)
    }
    finishTransform(winners)
    finishWritingMode(winners)
    // They are honoured in drawings.
    for property in Self.effects {
      guard case .string(let text) = winners[property], !["none", "1", "100%"].contains(text) else {
        continue
      }
      generated.unhonoured.append("\(property): \(text)")
    }
    finish()
  }

  private static let fontProperties = [
    "font-family", "font-weight", "font-style", "font-stretch", "font-optical-sizing",
    "font-variant-caps", "font-variant-numeric", "font-variant-ligatures",
    "font-variant-position", "font-variant-east-asian", "font-kerning", "font-feature-settings",
    "font-size-adjust", "font-size",
  ]
  private static let effects = ["clip-path", "filter", "mask", "opacity"]
  private static let early = Set(fontProperties + ["line-height", "color"])

  mutating func updateLengths() {
    lengths = LengthResolver(
      context: context, scale: generated.scale, emBase: text.font.size,
      rootSize: root?.text.font.size ?? text.font.size, font: text.font,
      lineHeight: text.lineHeight.resolved(text.font, context.fonts),
      rootLineHeight: (root?.text ?? text).lineHeight.resolved(
        (root?.text ?? text).font, context.fonts))
  }

  // MARK: Custom properties (CSS Variables 1)

  private mutating func substituted(_ winners: [String: StyleValue]) -> [String: StyleValue] {
    let depends = winners.contains { name, value in
      if case .pending = value { true } else { name.hasPrefix("--") }
    }
    guard depends else { return winners }
    let isRightToLeft = isRightToLeft(winners)
    defineCustom(winners)
    var result: [String: StyleValue] = [:]
    // A shorthand gives all its longhands the same value.
    var parsed: [StyleValue: DeclarationParser.Longhands?] = [:]
    for (property, value) in winners where !property.hasPrefix("--") {
      guard case .pending(let shorthand, let values) = value else {
        result[property] = value
        continue
      }
      let longhands = parsed[value] ?? longhands(of: shorthand, values)
      parsed[value] = .some(longhands)
      result[property] = Self.value(of: property, in: longhands, isRightToLeft: isRightToLeft)
    }
    return result
  }

  /// What a shorthand with its variables replaced sets; nil if it is not valid.
  private func longhands(
    of shorthand: String, _ values: [CSSValueBox]
  ) -> DeclarationParser.Longhands? {
    var properties = CustomProperties(custom)
    guard let replaced = properties.replaced(in: values.map(\.value)),
      case .success(let longhands) = DeclarationParser.parse(shorthand, replaced)
    else { return nil }
    return longhands
  }

  /// - Returns: nil if the shorthand does not set the property.
  private static func value(
    of property: String, in longhands: DeclarationParser.Longhands?, isRightToLeft: Bool
  ) -> StyleValue? {
    guard let longhands else { return .keyword("unset") }
    return longhands.last {
      LogicalProperties.physical($0.property, isRightToLeft: isRightToLeft) == property
    }?.value
  }

  /// Whether text with these declarations runs from right to left.
  func isRightToLeft(_ winners: [String: StyleValue]) -> Bool {
    guard let value = winners["direction"] else { return text.isRightToLeft }
    var copy = self
    copy.defineCustom(winners)
    guard case .pending(let shorthand, let values) = value else {
      copy.apply("direction", value)
      return copy.text.isRightToLeft
    }
    let longhands = copy.longhands(of: shorthand, values)
    if let value = Self.value(of: "direction", in: longhands, isRightToLeft: false) {
      copy.apply("direction", value)
    }
    return copy.text.isRightToLeft
  }

  /// Computes the custom properties that the element declares, from one another and from inherited
  /// ones.
  private mutating func defineCustom(_ winners: [String: StyleValue]) {
    var declared: [String: [CSSValueBox]] = [:]
    for (name, value) in winners where name.hasPrefix("--") {
      guard case .pending(_, let values) = value else { continue }
      var parser = ValueParser(values.map(\.value))
      guard case .keyword(let word) = parser.keyword(of: DeclarationParser.wideKeywords),
        parser.isAtEnd
      else {
        declared[name] = values
        continue
      }
      // `initial` removes the value, and the cascade has replaced `revert` and `revert-layer`; the
      // other keywords keep the inherited value.
      if word == "initial" { custom[name] = nil }
    }
    guard !declared.isEmpty else { return }
    var properties = CustomProperties(custom)
    properties.compute(declared)
    custom = properties.values
  }

  // MARK: Applying

  private mutating func apply(_ property: String, _ value: StyleValue) {
    if case .keyword(let word) = value, DeclarationParser.wideKeywords.contains(word) {
      let isInherited = PropertyTable.inherited.contains(property)
      let inherits = word == "inherit" || (word != "initial" && isInherited)
      let source = inherits ? parent : nil
      if property == "font-size" {
        text.font.size = source?.text.font.size ?? lengths.mediumSize
        return
      }
      if let copy = PropertyCopying.text[property] {
        copy(&text, source?.text ?? TextProperties())
      } else if let copy = PropertyCopying.box[property] {
        copy(&box, source?.box ?? BoxProperties())
      } else {
        PropertyCopying.generated[property]?(&generated, source?.generated ?? GeneratedContent())
      }
      return
    }
    if applyFont(property, value) || applyText(property, value) || applySpacing(property, value)
      || applyBreaking(property, value) || applyListOrTable(property, value)
    {
      return
    }
    applyBox(property, value)
  }

  private mutating func applyFont(_ property: String, _ value: StyleValue) -> Bool {
    switch property {
    case "font-family":
      if case .list(let names) = value {
        text.font.families = names.compactMap {
          if case .string(let name) = $0 {
            context.familyNames.isEmpty ? name : context.familyNames[name.lowercased()] ?? name
          } else {
            nil
          }
        }
      }
    case "font-size": fontSize(value)
    case "font-weight":
      let inherited = parent?.text.font.weight ?? 400
      switch value {
      case .number(let number): text.font.weight = Int(number)
      case .keyword("bolder"):
        text.font.weight = inherited < 350 ? 400 : inherited < 550 ? 700 : max(900, inherited)
      case .keyword("lighter"):
        text.font.weight = inherited < 550 ? min(100, inherited) : inherited < 750 ? 400 : 700
      default: break
      }
    case "font-style": text.font.isItalic = value != .keyword("normal")
    case "font-stretch": if case .number(let percent) = value { text.font.stretch = percent }
    case "font-variant-caps": text.font.caps = keyword(value, or: .normal)
    case "font-variant-numeric": variants(PropertyGrammar.numericKeywords, value)
    case "font-variant-ligatures":
      variants(
        PropertyGrammar.ligatureKeywords.union(["no-ligatures"]), value, none: "no-ligatures")
    case "font-variant-position": variants(["sub", "super"], value)
    case "font-variant-east-asian": variants(PropertyGrammar.eastAsianKeywords, value)
    case "font-kerning": text.font.hasKerning = value != .keyword("none")
    case "font-optical-sizing": text.font.hasOpticalSizing = value != .keyword("none")
    case "font-size-adjust":
      text.font.sizeAdjust = nil
      text.font.sizeAdjustMetric = nil
      if case .list(let items) = value, items.count == 2 {
        text.font.sizeAdjust = lengths.number(items[1])
        text.font.sizeAdjustMetric = keyword(items[0]).flatMap {
          FontStyle.SizeMetric(rawValue: $0)
        }
      }
    case "font-feature-settings": text.font.features = FontFeature.list(value)
    default: return false
    }
    return true
  }

  /// Replaces the keywords of one font-variant group.
  private mutating func variants(_ group: Set<String>, _ value: StyleValue, none: String? = nil) {
    var kept = text.font.variants.filter { !group.contains($0) }
    switch value {
    case .list(let items):
      kept += items.compactMap { if case .keyword(let word) = $0 { word } else { nil } }
    case .keyword("none"): if let none { kept.append(none) }
    case .keyword("normal"): break
    case .keyword(let word): kept.append(word)
    default: break
    }
    text.font.variants = kept.sorted()
  }

  private static let sizeKeywords: [String: Double] = [
    "xx-small": 0.6, "x-small": 0.75, "small": 8.0 / 9, "medium": 1, "large": 1.2,
    "x-large": 1.5, "xx-large": 2, "xxx-large": 3,
  ]

  private mutating func fontSize(_ value: StyleValue) {
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
      if let size = lengths.length(value, percentOf: inherited), size >= 0 { text.font.size = size }
    }
    text.font.size = min(text.font.size, FontStyle.largestSize)
  }
}

// The setters below are one switch over the property table; each case is a line or two.
extension StyleComputer {
  func keyword(_ value: StyleValue) -> String? {
    if case .keyword(let word) = value { word } else { nil }
  }

  /// - Returns: the case that a keyword names, or else the initial value.
  func keyword<Value: RawRepresentable<String>>(
    _ value: StyleValue, or initial: Value
  ) -> Value {
    keyword(value).flatMap { Value(rawValue: $0) } ?? initial
  }

  func words(_ value: StyleValue) -> [String] {
    guard case .list(let items) = value else { return keyword(value).map { [$0] } ?? [] }
    return items.compactMap { keyword($0) }
  }

  func color(_ value: StyleValue) -> Color {
    if case .color(let color) = value { color } else { text.color }
  }

  private mutating func applyText(_ property: String, _ value: StyleValue) -> Bool {
    switch property {
    case "color":
      if case .color(let color) = value { text.color = color }
    case "line-height": lineHeight(value)
    case "text-align": text.align = align(value) ?? text.align
    case "text-align-last": text.alignLast = align(value)
    case "text-justify":
      text.justifiesLetters = ["inter-character", "distribute"].contains(keyword(value))
      text.justifies = keyword(value) != "none"
    case "text-indent":
      if case .list(let items) = value, let amount = items.first.flatMap({ lengths.dimension($0) })
      {
        text.indent = amount
        text.indentHangs = items.contains(.keyword("hanging"))
        text.indentEachLine = items.contains(.keyword("each-line"))
        text.indentsProse = items.contains(.keyword("-paginate-prose")) ? true : nil
        declaresIndent = true
      }
    case "text-transform": textTransform(value)
    case "initial-letter": box.initialLetter = initialLetter(value)
    case "lead-in": box.leadIn = lengths.number(value).map { Int(min($0, 100)) }
    case "heading-keep": text.keepsShapedHeadings = keyword(value) == "shape"
    case "initial-letter-wrap": text.initialLetterWrap = keyword(value, or: .none)
    case "initial-letter-fit": text.fitsFloatedInitials = keyword(value) == "lines"
    case "quotes":
      switch value {
      case .list(let marks):
        text.quotes = marks.compactMap { if case .string(let mark) = $0 { mark } else { nil } }
      case .keyword("none"): text.quotes = []
      default: text.quotes = nil
      }
    case "visibility": text.visibility = keyword(value, or: .visible)
    case "direction": text.isRightToLeft = keyword(value) == "rtl"
    case "text-underline-offset":
      text.underlineOffset = lengths.length(value, percentOf: text.font.size)
    default: return applyEmphasis(property, value)
    }
    return true
  }

  private mutating func lineHeight(_ value: StyleValue) {
    switch value {
    case .keyword("normal"): text.lineHeight = .normal
    case .textStyle(let name):
      // A factor, so that nested text of another size keeps the proportion.
      if let cell = context.textStyle(name), cell.size > 0 {
        text.lineHeight = .number(cell.leading.points / cell.size.points)
      }
    default:
      if let number = lengths.number(value) {
        text.lineHeight = .number(number)
      } else if let length = lengths.length(value, percentOf: text.font.size) {
        text.lineHeight = .length(length)
      }
    }
  }

  private mutating func textTransform(_ value: StyleValue) {
    text.transform = []
    for word in words(value) {
      switch word {
      case "uppercase": text.transform.insert(.uppercase)
      case "lowercase": text.transform.insert(.lowercase)
      case "capitalize": text.transform.insert(.capitalize)
      case "full-width": text.transform.insert(.fullWidth)
      case "full-size-kana": text.transform.insert(.fullSizeKana)
      default:
        if let variant = MathVariant.allCases.first(where: { "math-" + $0.name == word }) {
          text.transform.formUnion(.math(variant))
        }
      }
    }
  }

  private mutating func applySpacing(_ property: String, _ value: StyleValue) -> Bool {
    switch property {
    case "letter-spacing":
      text.letterSpacing = lengths.length(value, percentOf: text.font.size) ?? 0
    case "tracking": text.tracking = lengths.length(value, percentOf: 0)
    case "looseness": text.looseness = lengths.number(value).map { min(max($0, -1), 1) }
    case "word-spacing":
      let amount = lengths.dimension(value) ?? Dimension.zero
      text.wordSpacing = amount.length
      text.wordSpacingShare = amount.fraction == 0 ? nil : amount.fraction
    case "white-space": text.whiteSpace = keyword(value, or: .normal)
    case "tab-size":
      if let number = lengths.number(value) {
        text.tabSize = TabSize(spaces: number)
      } else if let length = lengths.length(value, percentOf: 0) {
        text.tabSize = TabSize(spaces: 0, length: length)
      }
    case "hanging-punctuation":
      text.hangingPunctuation = []
      let map: [String: HangingPunctuation] = [
        "first": .first, "last": .last, "force-end": .forceEnd, "allow-end": .allowEnd,
      ]
      for word in words(value) { if let flag = map[word] { text.hangingPunctuation.insert(flag) } }
    case "margin-kerning", "margin-kerning-characters", "glyph-scaling-limit",
      "letter-spacing-limit", "italic-correction":
      setMicrotypography(property, value)
    case "baseline-grid":
      text.baselineGrid = keyword(value) == "auto" ? lengths.rootLineHeight : 0
    default: return false
    }
    return true
  }

  private mutating func applyBreaking(_ property: String, _ value: StyleValue) -> Bool {
    switch property {
    case "hyphens": text.hyphens = keyword(value, or: .manual)
    case "hyphenate-character":
      if case .string(let string) = value {
        text.hyphenateCharacter = string
      } else {
        text.hyphenateCharacter = nil
      }
    case "hyphenate-limit-chars": limitCharacters(value)
    case "hyphenate-limit-lines":
      text.hyphenationLimits.lines = lengths.number(value).map { Int($0) }
    case "hyphenate-limit-last": text.hyphenationLimits.last = keyword(value, or: .none)
    case "overflow-wrap": text.overflowWrap = keyword(value, or: .normal)
    case "word-break": text.wordBreak = keyword(value, or: .normal)
    case "line-break": text.lineBreak = keyword(value) ?? "auto"
    case "justified-measure-min":
      text.justifiedMeasureMin = lengths.number(value) ?? 0
    case "measure-min": text.measureMin = lengths.number(value) ?? 0
    case "table-scale-min": text.tableScaleMin = lengths.number(value)
    case "page-breaking": text.pageBreaking = keyword(value, or: .firstFit)
    case "text-wrap": text.wrap = keyword(value, or: .wrap)
    case "widows": text.widows = lengths.number(value).map { Int($0) } ?? 2
    case "orphans": text.orphans = lengths.number(value).map { Int($0) } ?? 2
    default: return false
    }
    return true
  }

  private mutating func applyListOrTable(_ property: String, _ value: StyleValue) -> Bool {
    switch property {
    case "list-style-type":
      text.listStyleType = ListStyleType(value) ?? text.listStyleType
    case "list-style-position": text.listStyleIsInside = keyword(value) == "inside"
    case "list-style-image": text.listStyleImage = value.file
    case "border-collapse": text.collapsesBorders = keyword(value) == "collapse"
    case "border-spacing":
      if case .list(let items) = value, items.count == 2 {
        text.borderSpacing = Size(
          width: lengths.length(items[0], percentOf: 0) ?? 0,
          height: lengths.length(items[1], percentOf: 0) ?? 0)
      }
    case "caption-side": text.captionIsAtBottom = keyword(value) == "bottom"
    case "empty-cells": text.hidesEmptyCells = keyword(value) == "hide"
    default: return false
    }
    return true
  }

  private func align(_ value: StyleValue) -> TextAlign? {
    if keyword(value) == "match-parent" {
      let parentText = parent?.text ?? TextProperties()
      switch parentText.align {
      case .start: return parentText.isRightToLeft ? .right : .left
      case .end: return parentText.isRightToLeft ? .left : .right
      default: return parentText.align
      }
    }
    return keyword(value).flatMap { TextAlign(rawValue: $0) }
  }
}
