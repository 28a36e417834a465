internal import Markup

/// Finds the rules that could match an element by the id, class, type or attribute that their
/// subject names, without testing every rule.
struct RuleIndex {
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
    @exclusivity(unchecked) private var types: [[Entry]?] = []
    @exclusivity(unchecked) private var attributes: [[Entry]?] = []

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

  /// Rules that match all or none of the elements with one parent, one name and the same attributes.
  private let shared = Table()
  /// Rules that also depend on an element's siblings, position or content.
  private let byPlace = Table()
  private var pseudo: [PseudoElement: Table] = [:]
  private let known = KnownElementRules()
  private let asked: AskedAttributes

  init(_ rules: [StyleSheet.StyleRule]) {
    asked = AskedAttributes(rules)
    for (order, rule) in rules.enumerated() {
      for selector in rule.selectors {
        guard let subject = selector.compounds.first else { continue }
        let entry = Entry(rule: Int32(order), selector: SelectorMatcher.CompiledSelector(selector))
        guard let element = selector.pseudoElement else {
          Self.insert(entry, subject, into: selector.isSharedByTwins ? shared : byPlace)
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
    } else if let types = subject.types {
      for type in types { table.byType[type, default: []].append(entry) }
    } else {
      table.universal.append(entry)
    }
  }

  func hasRules(for element: PseudoElement) -> Bool { pseudo[element] != nil }

  /// For each of these names, whether a selector may ask for the value of an attribute of that name.
  func areAsked(_ names: [ElementTree.Name]) -> [Bool] {
    names.map { asked.contains($0.local) }
  }

  /// The selectors that elements with the name and the attributes of a node may match.
  /// - Parameter areAsked: by the names of the tree.
  func rules(
    of node: Int, in matcher: SelectorMatcher, areAsked: [Bool]
  ) -> ElementRules {
    let key = KnownElementRules.Key(node, matcher, areAsked: areAsked, ids: asked.ids)
    return known.rules(key) {
      ElementRules(
        shared: candidates(shared, node, matcher), byPlace: candidates(byPlace, node, matcher))
    }
  }

  private func candidates(_ table: Table, _ node: Int, _ matcher: SelectorMatcher) -> [Entry] {
    var found: [Entry] = []
    Self.visit(table, node, matcher) { entry in
      if matcher.mayMatch(entry.selector, node) { found.append(entry) }
    }
    return found
  }

  func forEachCandidate(
    of node: Int, _ pseudoElement: PseudoElement, in matcher: SelectorMatcher,
    _ body: (Entry) -> Void
  ) {
    if let table = pseudo[pseudoElement] { Self.visit(table, node, matcher, body) }
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

extension Selector.Compound {
  /// The element types that it can match, from its own type or from `:is()` or `:where()`; nil for any type.
  fileprivate var types: Set<String>? {
    if let type { return [type] }
    for case .matchesAny(let list) in pseudoClasses {
      let types = list.compactMap { $0.compounds.first?.type }
      if types.count == list.count { return Set(types) }
    }
    return nil
  }

  /// Whether only an element's name, its attributes and the elements around it decide.
  fileprivate var isSharedByTwins: Bool {
    pseudoClasses.allSatisfy { pseudo in
      switch pseudo {
      case .not(let list), .matchesAny(let list): list.allSatisfy(\.isSharedByTwins)
      case .root, .link, .lang, .field, .never: true
      // `dir="auto"` depends on the text.
      case .has, .nthChild, .nthOfType, .onlyChild, .onlyOfType, .empty, .direction, .sign: false
      }
    }
  }
}

extension Selector {
  /// Whether siblings with the same name and attributes match it together. What a compound to the left of a
  /// child or descendant combinator asks for is asked of their common parent and the elements around it.
  fileprivate var isSharedByTwins: Bool {
    guard let subject = compounds.first, subject.isSharedByTwins else { return false }
    return compounds.count == 1 || subject.combinator == .child || subject.combinator == .descendant
  }
}
