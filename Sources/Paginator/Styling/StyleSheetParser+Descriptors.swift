internal import Markup

/// At-rules whose blocks describe one thing: pages, fonts, counter styles, text styles.
extension StyleSheetParser {
  mutating func page(_ prelude: [CSSValue], _ block: CSSBlock?, _ offset: Int) {
    guard let block else { return }
    for selector in prelude.split(separator: .token(.comma), omittingEmptySubsequences: false) {
      guard let (name, pseudoClasses) = pageSelector(Array(selector)) else {
        report(.unsupportedSelector, "this page selector is not understood", at: offset)
        continue
      }
      var content = parser.content(of: block.body)
      var declarations: [CSSConstruct] = []
      var boxes: [(String, DeclarationBlock)] = []
      for construct in content.declarationList() {
        if case .atRule(let boxName, _, .some(let boxBlock), _) = construct,
          MarginBoxName.all.contains(boxName.asciiLowercased)
        {
          var inner = parser.content(of: boxBlock.body)
          boxes.append((boxName.asciiLowercased, self.block(inner.declarationList())))
        } else {
          declarations.append(construct)
        }
      }
      let own = self.block(declarations)
      for entry in own.entries + boxes.flatMap(\.1.entries)
      where entry.property == "background-image" && entry.value.hasImage {
        report(
          .unsupportedValue, "the background image of a page or margin box is not honoured",
          at: offset)
      }
      for (name, box) in boxes {
        for entry in box.entries where entry.property == "content" {
          guard let unknown = entry.value.unknownInMarginBox else { continue }
          report(
            .unsupportedValue, "\(unknown) is empty in a margin box (\"@\(name)\")", at: offset)
        }
      }
      for entry in own.entries
      where ["counter-increment", "counter-reset", "counter-set"].contains(entry.property) {
        report(
          .unsupportedValue, "\"\(entry.property)\" of a page is not honoured", at: offset)
      }
      sheet.pageRules.append(
        StyleSheet.PageRule(
          name: name, pseudoClasses: pseudoClasses, block: own, marginBoxes: boxes, origin: origin,
          layer: layer))
    }
  }

  private func pageSelector(_ values: [CSSValue]) -> (String?, Set<String>)? {
    var name: String?
    var pseudoClasses: Set<String> = []
    var significant = values.filter { $0 != .token(.whitespace) }[...]
    if case .token(.ident(let text)) = significant.first {
      name = text
      significant.removeFirst()
    }
    while let value = significant.popFirst() {
      guard value == .token(.colon), case .token(.ident(let text)) = significant.popFirst(),
        ["left", "right", "first", "blank", "recto", "verso"].contains(text.asciiLowercased)
      else { return nil }
      let lower = text.asciiLowercased
      pseudoClasses.insert(lower == "recto" ? "right" : lower == "verso" ? "left" : lower)
    }
    return (name, pseudoClasses)
  }

  private func declarations(in block: CSSBlock) -> [CSSDeclaration] {
    var content = parser.content(of: block.body)
    return content.declarationList().compactMap {
      if case .declaration(let declaration) = $0 { declaration } else { nil }
    }
  }

  private mutating func report(_ rule: Finding.Rule, descriptor: CSSDeclaration) {
    let text = "\(descriptor.name): \(CSSText.describe(descriptor.value))"
    report(rule, "the descriptor \"\(text)\" is not honoured", at: descriptor.offset)
  }

  mutating func fontFace(_ block: CSSBlock?, _ offset: Int) {
    guard let block else { return }
    var unknown: [(Finding.Rule, CSSDeclaration)] = []
    let face = FontFaceParser.face(declarations(in: block)) { unknown.append(($0, $1)) }
    for (rule, declaration) in unknown { report(rule, descriptor: declaration) }
    guard let family = face.family, !face.sources.isEmpty else {
      report(.cssSyntax, "\"@font-face\" wants font-family and src", at: offset)
      return
    }
    sheet.fontFaces.append(
      StyleSheet.FontFaceRule(
        family: family, sources: face.sources, axes: face.axes,
        heaviest: face.heaviest, descriptors: face.descriptors,
        location: location(offset), origin: origin, layer: layer))
  }

  /// `@font-feature-values Family { @styleset { name: 1 2; } }`
  mutating func featureValues(_ prelude: [CSSValue], _ block: CSSBlock?, _ offset: Int) {
    var names = ValueParser(prelude)
    guard let block, case .list(let list) = PropertyGrammar.fontFamily(&names), names.isAtEnd else {
      return report(
        .cssSyntax, "\"@font-feature-values\" wants names of families and a block", at: offset)
    }
    let families = list.compactMap { if case .string(let name) = $0 { name } else { nil } }
    sheet.featureValues.append(
      StyleSheet.FeatureValueRule(
        families: families, values: alternates(in: block, offset), origin: origin, layer: layer))
  }

  /// The names that the blocks of `@font-feature-values` define.
  private mutating func alternates(in block: CSSBlock, _ offset: Int) -> [FontAlternate: [Int]] {
    var values: [FontAlternate: [Int]] = [:]
    var content = parser.content(of: block.body)
    for construct in content.declarationList() {
      // How fonts are loaded does not matter in print.
      if case .declaration(let own) = construct, own.name.asciiLowercased == "font-display" {
        continue
      }
      guard case .atRule(let name, _, .some(let inner), _) = construct,
        let kind = FontAlternate.Kind(rawValue: name.asciiLowercased)
      else {
        report(
          .unsupportedRule, "this part of \"@font-feature-values\" is not understood",
          at: offset)
        continue
      }
      for declaration in declarations(in: inner) {
        guard let own = AlternateGrammar.values(declaration, kind) else {
          report(.unsupportedValue, descriptor: declaration)
          continue
        }
        values[FontAlternate(kind: kind, name: declaration.name)] = own
      }
    }
    return values
  }

  mutating func counterStyle(
    _ prelude: [CSSValue], _ block: CSSBlock?, _ offset: Int
  ) {
    guard let block, let name = CounterStyleParser.name(prelude) else {
      return report(
        .cssSyntax, "\"@counter-style\" wants a name that is its own, and a block", at: offset)
    }
    var unknown: [CSSDeclaration] = []
    let style = CounterStyleParser.style(declarations(in: block)) { unknown.append($0) }
    for declaration in unknown { report(.unsupportedProperty, descriptor: declaration) }
    guard let style else {
      return report(.cssSyntax, "the counter style \"\(name)\" has no symbols", at: offset)
    }
    sheet.counterStyles.append(
      StyleSheet.CounterStyleRule(name: name, style: style, origin: origin, layer: layer))
  }

  /// Our own rule `@text-style body { large: 11pt/14pt; ... }`.
  mutating func textStyle(_ prelude: [CSSValue], _ block: CSSBlock?, _ offset: Int) {
    guard let block,
      case .token(.ident(let name)) = prelude.first(where: { $0 != .token(.whitespace) })
    else {
      report(.cssSyntax, "\"@text-style\" wants a name and a block", at: offset)
      return
    }
    var table = TextStyleTable(cells: [:])
    var content = parser.content(of: block.body)
    for case .declaration(let declaration) in content.declarationList() {
      var values = ValueParser(declaration.value)
      guard let size = ReaderSize(name: declaration.name),
        case .length(let points, let unit)? = values.dimension(), let scale = unit.points,
        values.slash(), case .length(let leading, let leadingUnit)? = values.dimension(),
        let leadingScale = leadingUnit.points, values.isAtEnd
      else {
        report(
          .unsupportedValue, "a text style's cell is written \"large: 11pt/14pt\"",
          at: declaration.offset)
        continue
      }
      table.cells[size] = (Length(points: points * scale), Length(points: leading * leadingScale))
    }
    sheet.textStyles[name] = table
  }

  /// Our own rule `@copyfit { leading: -0.5pt 0.75pt; ... }`.
  mutating func copyfit(_ block: CSSBlock?, _ offset: Int) {
    guard let block else { return report(.cssSyntax, "\"@copyfit\" wants a block", at: offset) }
    var bounds = CopyfitBounds()
    var content = parser.content(of: block.body)
    for case .declaration(let declaration) in content.declarationList() {
      var values = ValueParser(declaration.value)
      guard bounds.read(declaration.name, &values) else {
        report(
          .unsupportedValue,
          "a bound of \"@copyfit\" is written \"leading: -0.5pt 0.75pt\": letter-spacing or word-spacing in em, looseness from -1 to 1, leading, font-size or margin",
          at: declaration.offset)
        continue
      }
    }
    sheet.copyfit = bounds
  }
}
