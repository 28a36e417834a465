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
  var missingTextStyles: [String] = []
  /// Whether the book sets the size of type or the height of lines: what it gives in points or pixels then
  /// grows with the reader size. That of a preset is as the preset has it.
  var growsType = false
  var lengths: LengthResolver
  /// By how much the element's own transform scales it.
  var ownScale = 1.0
  var decoration = DeclaredDecoration()
  /// By property, the values of background layers.
  var pictureLayers: [String: PictureLayers] = [:]

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
    for property in Property.fonts {
      if let value = winners[property.name] { apply(property, value) }
    }
    updateLengths()
    if let value = winners[Property.lineHeight.name] {
      // `lh` in `line-height` is the parent's line height (CSS Values 4, section 6.1.1.2).
      let outer = parent?.text ?? TextProperties()
      lengths.lineHeight = outer.lineHeight.resolved(outer.font, context.fonts)
      apply(.lineHeight, value)
      updateLengths()
    }
    if let value = winners[Property.color.name] { apply(.color, value) }
    for (name, value) in winners {
      if let property = PropertyTable.property(name), !property.isEarly { apply(property, value) }
    }
    finishTransform(winners)
    finishWritingMode(winners)
    // They are honoured in drawings.
    for property in Self.effects {
      guard case .string(let text) = winners[property], text != "none" else {
        continue
      }
      generated.unhonoured.append("\(property): \(text)")
    }
    finish()
  }

  private static let effects = ["filter", "mask"]

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
    guard let value = winners[Property.direction.name] else { return text.isRightToLeft }
    var copy = self
    copy.defineCustom(winners)
    guard case .pending(let shorthand, let values) = value else {
      copy.apply(.direction, value)
      return copy.text.isRightToLeft
    }
    let longhands = copy.longhands(of: shorthand, values)
    if let value = Self.value(of: Property.direction.name, in: longhands, isRightToLeft: false) {
      copy.apply(.direction, value)
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

  private mutating func apply(_ property: Property, _ value: StyleValue) {
    guard case .keyword(let word) = value, DeclarationParser.wideKeywords.contains(word) else {
      compute(property, value)
      return
    }
    let inherits = word == "inherit" || (word != "initial" && property.copy.isInherited)
    let source = inherits ? parent : nil
    switch property.copy {
    case .inherited(let copy): copy(&text, source?.text ?? initialText)
    case .own(let copy): copy(&box, source?.box ?? BoxProperties())
    case .read(let copy): copy(&generated, source?.generated ?? GeneratedContent())
    case .nowhere: break
    }
    guard inherits, let value = parent?.generated.currentColors[property.name] else { return }
    if value == .currentColor { return compute(property, value) }
    generated.currentColors[property.name] = value
    takeCurrentColor(ofShadows: value)
  }

  private mutating func compute(_ property: Property, _ value: StyleValue) {
    if case .own = property.copy, value.hasCurrentColor {
      generated.currentColors[property.name] = value
    }
    property.compute(&self, value)
  }

  /// The initial font size is the reader's.
  private var initialText: TextProperties {
    var text = TextProperties()
    text.font.size = lengths.mediumSize
    return text
  }
}

extension StyleValue {
  fileprivate static let currentColor = StyleValue.keyword("currentcolor")

  /// Whether it is `currentcolor`, or a list of values with it, such as shadows.
  fileprivate var hasCurrentColor: Bool {
    if case .list(let values) = self { return values.contains(where: \.hasCurrentColor) }
    return self == .currentColor
  }

  /// Whether it is a shadow in the color of the text.
  var isInCurrentColor: Bool {
    if case .list(let parts) = self { parts.first == .currentColor } else { false }
  }
}

/// Reading values.
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

  /// The keywords of a list, or the one keyword.
  func words(_ value: StyleValue) -> [String] {
    guard case .list(let items) = value else { return keyword(value).map { [$0] } ?? [] }
    return items.compactMap { keyword($0) }
  }

  func string(_ value: StyleValue) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  func integer(_ value: StyleValue) -> Int? { lengths.number(value).map { Int($0) } }

  func color(_ value: StyleValue) -> Color {
    if case .color(let color) = value { color } else { text.color }
  }
}

extension StyleComputer {
  /// A font size or a line height.
  func typeLength(_ value: StyleValue, percentOf base: Length) -> Length? {
    guard growsType, case .length(let number, let unit) = value, unit.points != nil else {
      return lengths.length(value, percentOf: base)
    }
    return lengths.length(number * context.absoluteScale, unit)
  }
}
