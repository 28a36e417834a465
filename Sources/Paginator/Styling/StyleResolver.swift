internal import Markup

/// The rules of a list of stylesheets and all styles computed from them. Documents that link the
/// same sheets share one cache; only one worker uses it.
final class StyleCache {
  fileprivate let rules: [StyleSheet.StyleRule]
  /// The level of each rule: its origin and its layer.
  fileprivate let levels: [Int]
  fileprivate let index: RuleIndex
  fileprivate var styles: [StyleCacheKey: ComputedStyle] = [:]
  /// What each style was computed from, by its id.
  fileprivate var sources: [Int: (declarations: StyleDeclarations, parent: ComputedStyle?)] = [:]
  /// Names of text styles missing from the preset, by the id of the style that requested them.
  fileprivate var missingTextStyles: [Int: [String]] = [:]
  fileprivate var nextID = 0
  let names = NameTable()
  fileprivate let counterStyles: CounterStyles
  fileprivate let featureValues: FeatureValueTable

  init(_ sheets: [StyleSheet]) {
    rules = sheets.flatMap(\.rules)
    levels = LayerOrder.levels(of: \.rules, in: sheets)
    counterStyles = CounterStyles(LayerOrder.sorted(\.counterStyles, of: sheets))
    featureValues = FeatureValueTable(LayerOrder.sorted(\.featureValues, of: sheets))
    index = RuleIndex(rules)
  }
}

/// What a style was made of. Books write `style` attributes: no text of theirs may look like what
/// another kind of style was made of.
private enum StyleCacheKey: Hashable {
  case declared(StyleDeclarations)
  case anonymous(parent: Int, Display)
  case derived(base: Int, Derivation)
}

/// The declarations of an element or pseudo-element, with the style that it inherits from.
private struct StyleDeclarations: Hashable {
  /// The id of a style; -1 for none.
  let parent: Int
  let matched: [Int32]
  let inline: String
  let hints: String
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
  // The next three change in each call of `matchedRules`, while nothing else has access to them: it is not checked.
  /// Scratch for `matchedRules`.
  @exclusivity(unchecked) private var found: [MatchedRule] = []
  /// By rule: its index in `found`; -1 if it is not there.
  @exclusivity(unchecked) private var places: [Int32]
  private(set) var findings = FindingList()
  private let overrides: [String: StyleValue]
  /// By the number of a name: the last element of that name and the rules that match it and its twins.
  @exclusivity(unchecked) private var twins: [Twin?] = []
  /// By the names of the tree, whether rules ask for attributes of that name.
  private let areAsked: [Bool]
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
    var context = context
    context.featureValues = cache.featureValues
    self.context = context
    self.overrides = overrides
    places = Array(repeating: -1, count: cache.rules.count)
    areAsked = cache.index.areAsked(tree.names)
  }

  /// The style of an element under a parent's style.
  func style(of node: Int, parent: ComputedStyle?) -> ComputedStyle {
    resolve(node, parent: parent)
  }

  /// The winning declarations of an element in a drawing, from rules and its `style` attribute, and the
  /// properties that rules of the book or of the user declare.
  func drawingWinners(of node: Int) -> (winners: [String: StyleValue], ruled: Set<String>) {
    let inline = matcher.tree.attribute("style", of: node) ?? ""
    let matched = matchedRules(node, nil).map { rules[Int($0)] }
    let winners = Cascade.winners(
      matched, inline: inline.isEmpty ? nil : inlineBlock(inline, node))
    let ruled = matched.filter { $0.origin >= .author }.flatMap { $0.block.entries.map(\.property) }
    return (winners, Set(ruled))
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
    let key = StyleCacheKey.anonymous(parent: parent.id, display)
    if let known = cache.styles[key] { return known }
    var box = BoxProperties()
    box.display = display
    let style = make(
      text: parent.text, box: box, generated: parent.generated.inherited, custom: parent.custom)
    cache.styles[key] = style
    return style
  }

  /// A style made from another in code, once for each base style and derivation.
  /// - Parameters:
  ///   - keepsContent: whether it is that of the same element, with its counters and named strings.
  ///   - change: called for a style that is not known yet. It may use only the base style and the values in the
  ///     derivation.
  func derived(
    _ derivation: Derivation, _ style: ComputedStyle, keepsContent: Bool = false,
    change: (inout TextProperties, inout BoxProperties) -> Void
  ) -> ComputedStyle {
    let key = StyleCacheKey.derived(base: style.id, derivation)
    if let known = cache.styles[key] { return known }
    var (text, box) = (style.text, style.box)
    change(&text, &box)
    let generated = keepsContent ? style.generated : style.generated.inherited
    let made = make(text: text, box: box, generated: generated, custom: style.custom)
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
    var attributes = Attributes(hints: hints?.css(of: node) ?? "")
    // A tree is copied for a call of its methods.
    if matcher.tree.nodes[node].count > 0 {
      if hints != nil { attributes.inline = matcher.tree.attribute("style", of: node) ?? "" }
      attributes.language =
        matcher.tree.attribute("lang", in: Namespace.xml, of: node)
        ?? matcher.tree.attribute("lang", of: node)
    }
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
    let declarations = StyleDeclarations(
      parent: parent?.id ?? -1, matched: matched, inline: inline, hints: hints, language: language)
    let key = StyleCacheKey.declared(declarations)
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
    // CSS Lists 3, section 4, and CSS Pseudo-Elements 4, section 3.2.
    if isMarker {
      computer.box.unicodeBidi = .isolate
      computer.text.transform = []
    }
    var winners = Cascade.winners(
      matched.map { rules[Int($0)] }, hints: hints.isEmpty ? nil : inlineBlock(hints, node),
      inline: block, isRightToLeft: computer.isRightToLeft, writingMode: computer.writingMode)
    if parent == nil { winners.merge(overrides) { _, new in new } }
    computer.growsType =
      block?.declaresTypeSize == true
      || matched.contains {
        let rule = rules[Int($0)]
        return rule.origin >= .author && rule.block.declaresTypeSize
      }
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
    cache.sources[style.id] = (declarations, parent)
    return style
  }

  // MARK: First lines and letters (CSS Pseudo-Elements 4, section 2)

  /// The style that the text of an inline element has in a first line: computed again, with the style of
  /// `::first-line` in the place of the block's.
  /// - Returns: nil for a style that was not computed from declarations.
  func style(inFirstLine line: ComputedStyle, of style: TextStyle) -> ComputedStyle? {
    guard let known = knownStyle(style), let source = cache.sources[known.id],
      let parent = source.parent
    else { return nil }
    let isInBlock = ![.inline, .contents].contains(parent.box.display)
    guard let outer = isInBlock ? line : self.style(inFirstLine: line, of: parent.style) else {
      return nil
    }
    return computed(from: source.declarations, parent: outer)
  }

  /// The style of a first letter or line under another parent: that of a block inside the one whose first
  /// letter or line it is.
  func style(_ style: ComputedStyle, under parent: ComputedStyle) -> ComputedStyle {
    cache.sources[style.id].map { computed(from: $0.declarations, parent: parent) } ?? style
  }

  /// The style of a first letter in an inline element, from which it inherits (CSS Pseudo-Elements 4,
  /// section 2.2.1).
  /// - Returns: nil if one of the styles was not computed from declarations.
  func style(ofLetter letter: ComputedStyle, in inline: TextStyle) -> ComputedStyle? {
    guard let source = cache.sources[letter.id], let outer = source.parent else { return nil }
    let isInFirstLine = outer.box.display == .inline
    let parent = isInFirstLine ? style(inFirstLine: outer, of: inline) : knownStyle(inline)
    return parent.map { computed(from: source.declarations, parent: $0) }
  }

  private func knownStyle(_ style: TextStyle) -> ComputedStyle? {
    guard let source = cache.sources[style.id],
      let known = cache.styles[.declared(source.declarations)], known.text == style.text
    else { return nil }
    return known
  }

  private func computed(
    from source: StyleDeclarations, parent: ComputedStyle
  ) -> ComputedStyle {
    let attributes = Attributes(
      inline: source.inline, hints: source.hints, language: source.language)
    return compute(source.matched, attributes, parent: parent, node: nil)
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
    if let pseudoElement {
      index.forEachCandidate(of: node, pseudoElement, in: matcher) {
        if matcher.matches($0.selector, node) { add($0) }
      }
    } else {
      let rules = findSharedRules(of: node)
      add(rules.byPlace, node)
      if rules.hasNext, let before = matcher.previous(of: node) {
        add(rules.rules(after: before, in: matcher), node)
      }
    }
    for match in found { places[Int(match.order)] = -1 }
    if found.count > 1 {
      found.sort { ($0.level, $0.specificity, $0.order) < ($1.level, $1.specificity, $1.order) }
    }
    return found.map(\.order)
  }

  /// The rules that siblings with the same name and attributes share. Most paragraphs have such a sibling
  /// before them.
  /// - Returns: what the element may match.
  private func findSharedRules(of node: Int) -> ElementRules {
    let name = matcher.nameNumber(of: node)
    while twins.count <= name { twins.append(nil) }
    let parent = matcher.tree.nodes[node].parent
    let last = twins[name].flatMap { matcher.isAlike($0.node, node) ? $0 : nil }
    if let last, last.parent == parent {
      found.append(contentsOf: last.rules)
      for (place, rule) in found.enumerated() { places[Int(rule.order)] = Int32(place) }
      return last.all
    }
    let all = last?.all ?? index.rules(of: node, in: matcher, areAsked: areAsked)
    add(all.shared, node)
    twins[name] = Twin(node: node, parent: parent, all: all, rules: found)
    return all
  }

  /// Adds those of an element's rules (`ElementRules`) that match it.
  private func add(_ entries: [RuleIndex.Entry], _ node: Int) {
    // By index, because each entry would be retained.
    for index in entries.indices
    where entries[index].selector.asksElementAlone
      || matcher.matchesByPlace(entries[index].selector, node)
    {
      add(entries[index])
    }
  }

  private func add(_ entry: RuleIndex.Entry) {
    let specificity = entry.selector.specificity
    let rule = Int(entry.rule)
    if places[rule] >= 0 {
      let known = Int(places[rule])
      found[known].specificity = max(found[known].specificity, specificity)
    } else {
      places[rule] = Int32(found.count)
      found.append(
        MatchedRule(order: entry.rule, level: cache.levels[rule], specificity: specificity))
    }
  }

  /// A rule that matches an element, with what the cascade orders it by.
  private struct MatchedRule {
    let order: Int32
    let level: Int
    var specificity: Specificity
  }

  /// An element whose shared rules are known.
  private struct Twin {
    let node: Int
    let parent: Int32
    let all: ElementRules
    let rules: [MatchedRule]
  }
}
