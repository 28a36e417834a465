internal import Markup

/// The rules of a list of stylesheets and all styles computed from them. Documents that link the
/// same sheets share one cache; only one worker uses it.
final class StyleCache {
  fileprivate let rules: [StyleSheet.StyleRule]
  /// The level of each rule: its origin and its layer.
  fileprivate let levels: [Int]
  fileprivate let index: RuleIndex
  fileprivate var styles: [StyleCacheKey: ComputedStyle] = [:]
  /// Names of text styles missing from the preset, by the id of the style that requested them.
  fileprivate var missingTextStyles: [Int: [String]] = [:]
  fileprivate var nextID = 0
  let names = NameTable()
  fileprivate let counterStyles: CounterStyles

  init(_ sheets: [StyleSheet]) {
    rules = sheets.flatMap(\.rules)
    levels = LayerOrder.levels(of: \.rules, in: sheets)
    counterStyles = CounterStyles(LayerOrder.sorted(\.counterStyles, of: sheets))
    index = RuleIndex(rules)
  }
}

private struct StyleCacheKey: Hashable {
  let parent: Int
  let matched: [Int32]
  let inline: String
  var hints = ""
  let language: String?
}

/// Computes an element's style: matching, cascade, inheritance. One resolver serves one document;
/// elements that match the same rules under the same parent share one `ComputedStyle`.
final class StyleResolver {
  let matcher: SelectorMatcher
  let context: StyleContext
  private let cache: StyleCache
  private var rules: [StyleSheet.StyleRule] { cache.rules }
  var counterStyles: CounterStyles { cache.counterStyles }
  private var index: RuleIndex { cache.index }
  /// Parsed `style` attributes and presentational hints, by their text.
  private var inlineBlocks: [String: DeclarationBlock] = [:]
  private(set) var root: ComputedStyle?
  /// Scratch for `matchedRules`.
  private var found: [(order: Int32, level: Int, specificity: Specificity)] = []
  /// By rule: its index in `found`; -1 if it is not there.
  private var places: [Int32]
  private(set) var findings = FindingList()
  private let overrides: [String: StyleValue]
  /// Nil if author styles are disabled.
  private let hints: PresentationalHints?
  /// The rules that match each element, reused by editions with the same rules; nil when they are
  /// not recorded.
  var matches: [[Int32]?]?

  /// - Parameters:
  ///   - overrides: values that the command line sets on the root; they override every stylesheet.
  ///   - usesAttributes: whether to use `style` attributes and presentational hints.
  init(
    tree: ElementTree, cache: StyleCache, context: StyleContext,
    overrides: [String: StyleValue] = [:], usesAttributes: Bool = true
  ) {
    hints = usesAttributes ? PresentationalHints(tree) : nil
    matcher = SelectorMatcher(tree, names: cache.names)
    self.cache = cache
    self.context = context
    self.overrides = overrides
    places = Array(repeating: -1, count: cache.rules.count)
  }

  /// The style of an element under a parent's style.
  func style(of node: Int, parent: ComputedStyle?) -> ComputedStyle {
    resolve(node, parent: parent)
  }

  /// The winning SVG declarations of an element in a drawing, from rules and its `style` attribute;
  /// empty if there are none.
  func drawingStyle(of node: Int) -> String {
    let inline = matcher.tree.attribute("style", of: node) ?? ""
    let winners = Cascade.winners(
      matchedRules(node, nil).map { rules[Int($0)] },
      inline: inline.isEmpty ? nil : inlineBlock(inline, node))
    return winners.keys.sorted().filter(PropertyTable.drawing.contains).compactMap { property in
      guard case .string(let value) = winners[property] else { return nil }
      return "\(property):\(value)"
    }.joined(separator: ";")
  }

  /// The style of a pseudo-element, or nil if no rule matches it.
  func style(of pseudoElement: PseudoElement, on node: Int, parent: ComputedStyle)
    -> ComputedStyle?
  {
    guard index.hasRules(for: pseudoElement) else { return nil }
    let matched = matchedRules(node, pseudoElement)
    guard !matched.isEmpty else { return nil }
    return compute(
      matched, Attributes(), parent: parent, node: nil, isMarker: pseudoElement == .marker)
  }

  /// The style of an anonymous box, such as one around loose text between blocks.
  func anonymousStyle(display: Display, parent: ComputedStyle) -> ComputedStyle {
    let key = StyleCacheKey(
      parent: parent.id, matched: [], inline: "display:" + display.rawValue, language: nil)
    if let known = cache.styles[key] { return known }
    var box = BoxProperties()
    box.display = display
    let style = make(text: parent.text, box: box, custom: parent.custom)
    cache.styles[key] = style
    return style
  }

  /// A style derived from another in code, made once for each purpose and base style.
  func derived(
    _ purpose: String, _ style: ComputedStyle, text: TextProperties, box: BoxProperties
  ) -> ComputedStyle {
    let key = StyleCacheKey(
      parent: style.id, matched: [], inline: "derived:" + purpose, language: nil)
    if let known = cache.styles[key] { return known }
    let made = make(text: text, box: box, custom: style.custom)
    cache.styles[key] = made
    return made
  }

  /// Makes a style with a new id from computed values; does not cache it.
  func make(
    text: TextProperties, box: BoxProperties, generated: GeneratedContent = GeneratedContent(),
    custom: [String: [CSSValueBox]] = [:]
  ) -> ComputedStyle {
    cache.nextID += 1
    return ComputedStyle(
      style: TextStyle(id: cache.nextID, text: text, box: box), generated: generated, custom: custom
    )
  }

  private func knownRules(_ node: Int) -> [Int32] {
    guard matches != nil else { return matchedRules(node, nil) }
    if let known = matches?[node] { return known }
    let found = matchedRules(node, nil)
    matches?[node] = found
    return found
  }

  private func resolve(_ node: Int, parent: ComputedStyle?) -> ComputedStyle {
    let matched = knownRules(node)
    let inline = hints == nil ? "" : matcher.tree.attribute("style", of: node) ?? ""
    let language =
      matcher.tree.attribute("lang", in: Namespace.xml, of: node)
      ?? matcher.tree.attribute("lang", of: node)
    let attributes = Attributes(
      inline: inline, hints: hints?.css(of: node) ?? "", language: language)
    return compute(matched, attributes, parent: parent, node: node)
  }

  /// The attributes of an element that affect its style.
  private struct Attributes {
    /// The `style` attribute.
    var inline = ""
    /// Presentational hints.
    var hints = ""
    /// Empty for an element whose language is not known; nil for one that inherits it.
    var language: String?
  }

  private func compute(
    _ matched: [Int32], _ attributes: Attributes, parent: ComputedStyle?, node: Int?,
    isMarker: Bool = false
  ) -> ComputedStyle {
    let (inline, hints, language) = (attributes.inline, attributes.hints, attributes.language)
    let key = StyleCacheKey(
      parent: parent?.id ?? -1, matched: matched, inline: inline, hints: hints,
      language: language)
    // Parse even if the style is cached: findings on an attribute must not depend on which
    // documents this worker has read.
    let block = inline.isEmpty ? nil : inlineBlock(inline, node)
    if let known = cache.styles[key] {
      if parent == nil, node != nil { root = known }
      reportMissing(cache.missingTextStyles[known.id])
      return known
    }
    var computer = StyleComputer(
      context: context, parent: parent, root: root,
      language: language)
    // CSS Lists 3, section 4.
    if isMarker { computer.box.unicodeBidi = .isolate }
    var winners = Cascade.winners(
      matched.map { rules[Int($0)] }, hints: hints.isEmpty ? nil : inlineBlock(hints, node),
      inline: block, isRightToLeft: computer.isRightToLeft)
    if parent == nil { winners.merge(overrides) { _, new in new } }
    computer.apply(winners)
    let style = make(
      text: computer.text, box: computer.box, generated: computer.generated,
      custom: computer.custom)
    if parent == nil, node != nil { root = style }
    if !computer.missingTextStyles.isEmpty {
      cache.missingTextStyles[style.id] = Array(computer.missingTextStyles)
      reportMissing(cache.missingTextStyles[style.id])
    }
    cache.styles[key] = style
    return style
  }

  private func reportMissing(_ names: [String]?) {
    for name in names ?? [] {
      findings.report(
        .unsupportedValue,
        "the preset has no text style \"\(name)\" for the reader size "
          + "\"\(context.readerSize.rawValue)\"")
    }
  }

  private func inlineBlock(_ text: String, _ node: Int?) -> DeclarationBlock {
    if let known = inlineBlocks[text] { return known }
    let location = node.map { matcher.tree.location(of: $0) }
    let block = StyleSheetParser.declarations(text, findings: &findings, at: location)
    inlineBlocks[text] = block
    return block
  }

  /// Matching rules in cascade order: origin, layer, specificity, order of appearance.
  private func matchedRules(_ node: Int, _ pseudoElement: PseudoElement?) -> [Int32] {
    found.removeAll(keepingCapacity: true)
    index.forEachCandidate(of: node, pseudoElement, in: matcher) { entry in
      guard matcher.matches(entry.selector, node) else { return }
      let specificity = entry.selector.specificity
      let rule = Int(entry.rule)
      if places[rule] >= 0 {
        let known = Int(places[rule])
        found[known].specificity = max(found[known].specificity, specificity)
      } else {
        places[rule] = Int32(found.count)
        found.append((entry.rule, cache.levels[rule], specificity))
      }
    }
    for match in found { places[Int(match.order)] = -1 }
    if found.count > 1 {
      found.sort { ($0.level, $0.specificity, $0.order) < ($1.level, $1.specificity, $1.order) }
    }
    return found.map(\.order)
  }
}

/// Finds the rules that could match an element by the id, class, type or attribute that their
/// subject names, without testing every rule.
private struct RuleIndex {
  /// A selector of a rule.
  struct Entry {
    let rule: Int32
    let selector: SelectorMatcher.CompiledSelector
  }

  private final class Table {
    var byID: [String: [Entry]] = [:]
    var byClass: [String: [Entry]] = [:]
    var byType: [String: [Entry]] = [:]
    var byAttribute: [String: [Entry]] = [:]
    var universal: [Entry] = []
    /// Indexed by name number, so that element and attribute names are hashed only once.
    private var types: [[Entry]?] = []
    private var attributes: [[Entry]?] = []

    func type(_ number: Int32, _ name: @autoclosure () -> String) -> [Entry] {
      Self.entries(number, name, byType, &types)
    }

    func attribute(_ number: Int32, _ name: @autoclosure () -> String) -> [Entry] {
      Self.entries(number, name, byAttribute, &attributes)
    }

    private static func entries(
      _ number: Int32, _ name: () -> String, _ all: [String: [Entry]], _ known: inout [[Entry]?]
    ) -> [Entry] {
      let index = Int(number)
      if index < known.count, let entries = known[index] { return entries }
      while known.count <= index { known.append(nil) }
      let entries = all[name()] ?? []
      known[index] = entries
      return entries
    }
  }

  private let elements = Table()
  private var pseudo: [PseudoElement: Table] = [:]

  init(_ rules: [StyleSheet.StyleRule]) {
    for (order, rule) in rules.enumerated() {
      for selector in rule.selectors {
        guard let subject = selector.compounds.first else { continue }
        let entry = Entry(rule: Int32(order), selector: SelectorMatcher.CompiledSelector(selector))
        guard let element = selector.pseudoElement else {
          Self.insert(entry, subject, into: elements)
          continue
        }
        let table = pseudo[element] ?? Table()
        pseudo[element] = table
        Self.insert(entry, subject, into: table)
      }
    }
  }

  private static func insert(_ entry: Entry, _ subject: Selector.Compound, into table: Table) {
    if let id = subject.ids.first {
      table.byID[id, default: []].append(entry)
    } else if let name = subject.classes.first {
      table.byClass[name, default: []].append(entry)
    } else if let attribute = subject.attributes.first {
      table.byAttribute[attribute.name, default: []].append(entry)
    } else if let type = subject.type {
      table.byType[type, default: []].append(entry)
    } else {
      table.universal.append(entry)
    }
  }

  func hasRules(for element: PseudoElement) -> Bool { pseudo[element] != nil }

  func forEachCandidate(
    of node: Int, _ pseudoElement: PseudoElement?, in matcher: SelectorMatcher,
    _ body: (Entry) -> Void
  ) {
    if let pseudoElement {
      if let table = pseudo[pseudoElement] { Self.visit(table, node, matcher, body) }
    } else {
      Self.visit(elements, node, matcher, body)
    }
  }

  private static func visit(
    _ table: Table, _ node: Int, _ matcher: SelectorMatcher, _ body: (Entry) -> Void
  ) {
    let (nodes, attributes, names) = (
      matcher.tree.nodes, matcher.tree.attributes, matcher.tree.names
    )
    let first = Int(nodes[node].first)
    for index in first..<first + Int(nodes[node].count) {
      let name = Int(attributes[index].name)
      if name == matcher.idName { table.byID[attributes[index].value]?.forEach(body) }
      if name == matcher.className {
        for name in matcher.classes(of: node) { table.byClass[name]?.forEach(body) }
      }
      table.attribute(matcher.numbers[name], names[name].local).forEach(body)
    }
    let name = Int(nodes[node].name)
    table.type(matcher.numbers[name], names[name].local).forEach(body)
    table.universal.forEach(body)
  }
}
