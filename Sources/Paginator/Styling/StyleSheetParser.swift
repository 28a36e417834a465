internal import Markup

/// Loads an imported stylesheet, given the URL as written and the path of the importing sheet.
/// Returns nil if there is no such file or it must not be read.
typealias ImportLoader = (_ url: String, _ base: String) -> (text: String, path: String)?

/// Builds a `StyleSheet` from CSS text. Unsupported CSS is reported as findings.
struct StyleSheetParser {
  var sheet: StyleSheet
  let origin: StyleOrigin
  private let load: ImportLoader
  /// Where the text begins in its file.
  private let start: SourceLocation
  private let lines: SourceLines
  private let scalarOffsets: ScalarOffsets
  var parser: CSSParser
  private var namespaces: [String: String] = [:]
  private let imports: ImportChain
  private var nesting = 0
  /// Those of the style rule around the current rules.
  private var nested: NestingSelectors?
  /// The layer of the current rules.
  var layer: LayerName
  private let media: MediaQuery

  /// Parses a stylesheet and the sheets that it imports.
  static func parse(
    _ text: String, path: String, origin: StyleOrigin, media: MediaQuery,
    imports: ImportChain = ImportChain(), load: @escaping ImportLoader
  ) -> StyleSheet {
    parse(
      text, at: SourceLocation(startOf: path), origin: origin, media: media,
      imports: imports, load: load)
  }

  /// Parses a stylesheet that is a part of a file.
  /// - Parameter start: where the text begins in its file.
  static func parse(
    _ text: String, at start: SourceLocation, origin: StyleOrigin, media: MediaQuery,
    imports: ImportChain = ImportChain(), load: @escaping ImportLoader
  ) -> StyleSheet {
    var builder = StyleSheetParser(
      text, at: start, origin: origin, media: media, imports: imports, load: load)
    var parser = builder.parser
    builder.add(parser.stylesheet(), in: .imports)
    return builder.sheet
  }

  /// Parses a `style` attribute.
  static func declarations(
    _ text: String, findings: inout FindingList, at location: SourceLocation?
  ) -> DeclarationBlock {
    var builder = StyleSheetParser(
      text, at: location ?? SourceLocation(startOf: ""), origin: .author,
      media: MediaQuery(), imports: ImportChain()
    ) { _, _ in nil }
    // The location is for messages; URLs are relative to the document, wherever it is.
    builder.sheet = StyleSheet(path: "")
    var parser = builder.parser
    let block = builder.block(parser.declarationList())
    for finding in builder.sheet.findings {
      findings.report(Finding(finding.rule, finding.message, at: location))
    }
    return block
  }

  private init(
    _ text: String, at start: SourceLocation, origin: StyleOrigin, media: MediaQuery,
    imports: ImportChain, load: @escaping ImportLoader
  ) {
    self.start = start
    sheet = StyleSheet(path: start.path)
    self.origin = origin
    self.load = load
    self.media = media
    self.imports = imports
    layer = imports.layer
    lines = SourceLines(Array(text.utf8))
    scalarOffsets = ScalarOffsets(text)
    parser = CSSParser(text)
  }

  func location(_ offset: Int) -> SourceLocation {
    let place = lines.place(ofByte: scalarOffsets.byte(ofScalar: offset))
    return SourceLocation(
      path: sheet.path, line: start.line + place.line - 1,
      column: place.line == 1 ? start.column + place.column - 1 : place.column)
  }

  mutating func report(_ rule: Finding.Rule, _ message: String, at offset: Int) {
    sheet.findings.append(Finding(rule, message, at: location(offset)))
  }

  /// The parts of a sheet, in their order (CSS Cascade 5, section 2; CSS Namespaces 3, section 2).
  private enum Part: Comparable { case imports, namespaces, rules }

  private mutating func add(_ constructs: [CSSConstruct], in first: Part) {
    var part = first
    for construct in constructs {
      switch construct {
      case .atRule(let name, let prelude, let block, let offset):
        let lower = name.asciiLowercased
        // Invalid rules and `@layer` without a block may come before imports (CSS Cascade 5,
        // section 2).
        if lower == "namespace" { part = max(part, .namespaces) }
        if block != nil, Self.blockRules.contains(lower) { part = .rules }
        atRule(lower, prelude, block, offset, in: part)
      case .qualified(let prelude, let block, let offset):
        if qualified(prelude, block, offset) { part = .rules }
      case .declaration(let declaration):
        report(.cssSyntax, "a declaration stands outside any rule", at: declaration.offset)
      case .invalid(let offset), .namedRule(let offset), .extraInput(let offset):
        report(.cssSyntax, "this is not a rule; it was skipped", at: offset)
      }
    }
  }

  /// - Returns: whether the rule is valid.
  @discardableResult
  private mutating func qualified(
    _ prelude: [CSSValue], _ block: CSSBlock, _ offset: Int
  ) -> Bool {
    guard let prelude = nested.map({ $0.selectors(prelude) }) ?? prelude else {
      report(
        .cssSyntax, "the selectors of nested rules are too long together; this rule was skipped",
        at: offset)
      return false
    }
    guard let selectors = SelectorParser(namespaces: namespaces).list(prelude) else {
      report(
        .unsupportedSelector,
        "the selector \"\(CSSText.describe(prelude))\" is not understood; its rule was skipped",
        at: offset)
      return false
    }
    addContent(of: block, in: NestingSelectors(prelude: prelude, selectors: selectors), offset)
    return true
  }

  /// Adds the declarations and the nested rules of a style rule, or of an at-rule in it, in their order (CSS Nesting
  /// 1, section 3.3).
  private mutating func addContent(
    of block: CSSBlock, in outer: NestingSelectors, _ offset: Int
  ) {
    guard nesting < Self.deepestNesting else { return reportNesting(offset) }
    nesting += 1
    let around = nested
    nested = outer
    defer {
      nesting -= 1
      nested = around
    }
    var content = parser.content(of: block.body)
    var declarations: [CSSConstruct] = []
    var hasRule = false
    for construct in content.styleBlock() {
      switch construct {
      case .qualified(let prelude, let block, let offset):
        addRule(&declarations, outer)
        qualified(prelude, block, offset)
        hasRule = true
      case .atRule(let name, let prelude, let block, let offset)
      where Self.nestedRules.contains(name.asciiLowercased):
        addRule(&declarations, outer)
        atRule(name.asciiLowercased, prelude, block, offset, in: .rules)
        hasRule = true
      default: declarations.append(construct)
      }
    }
    addRule(&declarations, outer, isNeeded: !hasRule)
  }

  /// The at-rules that may be in style rules.
  private static let nestedRules: Set<String> = ["media", "supports", "layer"]

  private mutating func addRule(
    _ constructs: inout [CSSConstruct], _ outer: NestingSelectors, isNeeded: Bool = false
  ) {
    guard isNeeded || !constructs.isEmpty else { return }
    let declarations = block(constructs)
    constructs.removeAll()
    sheet.rules.append(
      StyleSheet.StyleRule(
        selectors: outer.selectors, block: declarations, origin: origin, layer: layer))
  }

  /// Parses the declarations of a block into typed values.
  mutating func block(_ constructs: [CSSConstruct]) -> DeclarationBlock {
    var result = DeclarationBlock()
    for construct in constructs {
      switch construct {
      case .declaration(let declaration): append(declaration, to: &result)
      case .atRule(let name, _, _, let offset):
        report(.unsupportedRule, "\"@\(name)\" is not honoured here", at: offset)
      case .namedRule(let offset):
        report(
          .cssSyntax,
          "a rule in a rule begins with a symbol, such as \"& p { ... }\": this one was skipped, up to the next semicolon",
          at: offset)
      case .invalid(let offset), .extraInput(let offset), .qualified(_, _, let offset):
        report(.cssSyntax, "this is not a declaration; it was skipped", at: offset)
      }
    }
    return result
  }

  private mutating func append(_ declaration: CSSDeclaration, to block: inout DeclarationBlock) {
    switch DeclarationParser.parse(declaration.name, declaration.value) {
    case .success(let longhands):
      for (property, value) in longhands {
        block.append(
          .init(
            property: property, value: value.based(on: sheet.path),
            isImportant: declaration.isImportant))
      }
    case .failure(.unknownProperty):
      report(
        .unsupportedProperty, "the property \"\(declaration.name)\" is not honoured",
        at: declaration.offset)
    case .failure(.invalidValue):
      if declaration.name.asciiLowercased == "background",
        declaration.value.contains(where: { $0 != .token(.whitespace) }),
        let color = DeclarationParser.backgroundColor(declaration.value)
      {
        block.append(
          .init(
            property: "background-color", value: color, isImportant: declaration.isImportant))
      }
      report(
        .unsupportedValue,
        "\"\(declaration.name): \(CSSText.describe(declaration.value))\" is not honoured",
        at: declaration.offset)
    }
  }

  // MARK: At-rules

  private static let blockRules: Set<String> = [
    "media", "supports", "layer", "page", "font-face", "text-style", "copyfit", "counter-style",
    "font-feature-values",
  ]

  private mutating func atRule(
    _ name: String, _ prelude: [CSSValue], _ block: CSSBlock?, _ offset: Int, in part: Part
  ) {
    switch name {
    case "charset": break
    case "namespace" where part < .rules: namespace(prelude, offset)
    case "import" where part == .imports: importRule(prelude, offset)
    case "media":
      guard let block else { return }
      if media.matches(prelude) { addNested(block, offset) }
    case "supports":
      guard let block else { return }
      if SupportsCondition.holds(prelude, namespaces: namespaces) { addNested(block, offset) }
    case "layer": layerRule(prelude, block, offset)
    case "page": page(prelude, block, offset)
    case "font-face": fontFace(block, offset)
    case "text-style": textStyle(prelude, block, offset)
    case "copyfit": copyfit(block, offset)
    case "counter-style": counterStyle(prelude, block, offset)
    case "font-feature-values": featureValues(prelude, block, offset)
    default: report(.unsupportedRule, "\"@\(name)\" is not honoured", at: offset)
    }
  }

  /// Rules nested deeper than this are skipped: hostile input must not overflow the stack.
  private static let deepestNesting = 32

  private mutating func addNested(_ block: CSSBlock, _ offset: Int) {
    if let nested { return addContent(of: block, in: nested, offset) }
    guard nesting < Self.deepestNesting else { return reportNesting(offset) }
    nesting += 1
    defer { nesting -= 1 }
    var content = parser.content(of: block.body)
    add(content.ruleList(), in: .rules)
  }

  private mutating func reportNesting(_ offset: Int) {
    report(
      .cssSyntax, "rules are nested over \(Self.deepestNesting) deep; these were skipped",
      at: offset)
  }

  private mutating func namespace(_ prelude: [CSSValue], _ offset: Int) {
    var values = ValueParser(prelude)
    var prefix = ""
    if case .token(.ident(let name)) = values.peek {
      prefix = name
      values.advance()
    }
    guard let uri = values.string() ?? values.url() else {
      report(.cssSyntax, "\"@namespace\" wants a prefix and a URL", at: offset)
      return
    }
    namespaces[prefix] = uri
  }

  private mutating func importRule(_ prelude: [CSSValue], _ offset: Int) {
    var values = ValueParser(prelude)
    guard let url = values.string() ?? values.url() else {
      report(.cssSyntax, "\"@import\" wants a URL", at: offset)
      return
    }
    var rest = LayerOrder.trimmed(prelude.drop { $0 == .token(.whitespace) }.dropFirst())
    let own = importedLayer(&rest, offset)
    guard isSupported(&rest), media.matches(Array(rest)) else { return }
    guard let own else {
      return report(.cssSyntax, "this is not a name of a layer; the import was skipped", at: offset)
    }
    if own != layer, !declare([own], offset) { return }
    guard let loaded = load(url, sheet.path) else {
      let why =
        origin == .author
        ? "could not be read" : "was not read: a style imports \"book.css\" and presets only"
      report(.missingStylesheet, "the stylesheet \"\(url)\" \(why)", at: offset)
      return
    }
    guard var inner = imports.entering(loaded.path, from: sheet.path) else {
      report(
        .missingStylesheet,
        "the stylesheet \"\(url)\" imports itself, or there are too many imports: it was not read again",
        at: offset)
      return
    }
    inner.layer = own
    let imported = StyleSheetParser.parse(
      loaded.text, path: loaded.path, origin: origin, media: media, imports: inner, load: load)
    sheet.rules += imported.rules
    sheet.layers += imported.layers
    sheet.pageRules += imported.pageRules
    sheet.fontFaces += imported.fontFaces
    sheet.textStyles.merge(imported.textStyles) { _, new in new }
    sheet.counterStyles += imported.counterStyles
    sheet.featureValues += imported.featureValues
    if let copyfit = imported.copyfit { sheet.copyfit = copyfit }
    sheet.findings += imported.findings
  }

  /// Takes `supports(...)` from what follows the URL and the layer of an import.
  /// - Returns: whether the condition holds; true without a condition.
  private func isSupported(_ rest: inout ArraySlice<CSSValue>) -> Bool {
    rest = LayerOrder.trimmed(rest)
    guard case .function(let name, let content) = rest.first, name.asciiLowercased == "supports"
    else { return true }
    rest.removeFirst()
    return SupportsCondition.holds([.block(.openParenthesis, content)], namespaces: namespaces)
  }
}

extension StyleSheetParser {
  /// `@layer a { ... }`, `@layer { ... }` or `@layer a, b.c;` (CSS Cascade 5, section 6.4.3).
  private mutating func layerRule(_ prelude: [CSSValue], _ block: CSSBlock?, _ offset: Int) {
    let isAnonymous = block != nil && LayerOrder.trimmed(prelude[...]).isEmpty
    let names = isAnonymous ? [anonymousLayer(offset)] : LayerOrder.names(prelude)
    guard let names, block == nil || names.count == 1 else {
      return report(.cssSyntax, "this is not a name of a layer; the rule was skipped", at: offset)
    }
    let outer = layer
    guard declare(names.map { outer + $0 }, offset), let block else { return }
    layer = outer + names[0]
    defer { layer = outer }
    addNested(block, offset)
  }

  private func anonymousLayer(_ offset: Int) -> LayerName {
    ["\(LayerOrder.anonymous)\(sheet.path) \(offset)"]
  }

  /// Notes the order of layers.
  /// - Returns: false for layers that are nested too deep.
  private mutating func declare(_ names: [LayerName], _ offset: Int) -> Bool {
    guard names.allSatisfy({ $0.count <= Self.deepestNesting }) else {
      report(
        .cssSyntax, "layers are nested over \(Self.deepestNesting) deep; these were skipped",
        at: offset)
      return false
    }
    sheet.layers += names.map { (origin, $0) }
    return true
  }

  /// Takes `layer` or `layer(a.b)` from what follows the URL of an import.
  /// - Returns: the layer of the imported rules; nil if its name is not valid.
  private func importedLayer(_ rest: inout ArraySlice<CSSValue>, _ offset: Int) -> LayerName? {
    switch rest.first {
    case .token(.ident(let word)) where word.asciiLowercased == "layer":
      rest.removeFirst()
      return layer + anonymousLayer(offset)
    case .function(let name, let content) where name.asciiLowercased == "layer":
      rest.removeFirst()
      return LayerOrder.name(LayerOrder.trimmed(content[...])).map { layer + $0 }
    default: return layer
    }
  }
}

enum MarginBoxName {
  static let all: Set<String> = [
    "footnote", "top-left-corner", "top-left", "top-center", "top-right", "top-right-corner",
    "bottom-left-corner", "bottom-left", "bottom-center", "bottom-right", "bottom-right-corner",
    "left-top", "left-middle", "left-bottom", "right-top", "right-middle", "right-bottom",
  ]
}
