internal import Markup

/// The selectors that elements with one name and the same attributes may match. What is left to ask is where
/// each of them is. A book has few different elements.
final class ElementRules {
  /// Those that match all or none of the elements of one parent.
  let shared: [RuleIndex.Entry]
  /// Those that also depend on an element's siblings, position or content, but for `next`.
  let byPlace: [RuleIndex.Entry]
  /// Those that ask for an element right before, and for nothing else but what is around that.
  private let next: [RuleIndex.Entry]
  /// Those of `next` that may follow an element, by the number of its name: of many rules, few.
  @exclusivity(unchecked) private var nextByName: [[RuleIndex.Entry]?] = []

  /// - Parameter byPlace: those that are not shared.
  init(shared: [RuleIndex.Entry], byPlace: [RuleIndex.Entry]) {
    self.shared = shared
    self.byPlace = byPlace.filter { !$0.selector.asksForElementBefore }
    next = byPlace.filter(\.selector.asksForElementBefore)
  }

  /// The selectors that ask for an element right before and may match after a node.
  func rules(after node: Int, in matcher: SelectorMatcher) -> [RuleIndex.Entry] {
    let name = matcher.nameNumber(of: node)
    if name < nextByName.count, let known = nextByName[name] { return known }
    while nextByName.count <= name { nextByName.append(nil) }
    let found = next.filter { matcher.mayFollow($0.selector, node) }
    nextByName[name] = found
    return found
  }

  /// Whether there are selectors that ask for an element right before.
  var hasNext: Bool { !next.isEmpty }
}

/// The rules of the elements that a worker has met. A class, so that the index of rules need not be changed to add
/// some.
final class KnownElementRules {
  /// The name of an element, and those of its attributes that rules may ask for.
  struct Key: Hashable {
    private struct Attribute: Hashable {
      let name: Int32
      let value: String
    }

    private let name: Int32
    private var attributes: [Attribute] = []

    /// - Parameters:
    ///   - areAsked: by the names of the tree, whether rules ask for attributes of that name.
    ///   - ids: the ids that rules ask for. In some books, every paragraph has one.
    init(_ node: Int, _ matcher: SelectorMatcher, areAsked: [Bool], ids: Set<String>) {
      name = Int32(matcher.nameNumber(of: node))
      for attribute in matcher.tree.attributes(of: node) {
        let index = Int(attribute.name)
        let isAsked =
          areAsked[index] || index == matcher.className
          || index == matcher.idName && ids.contains(attribute.value)
        if isAsked {
          attributes.append(Attribute(name: matcher.numbers[index], value: attribute.value))
        }
      }
    }
  }

  private var known: [Key: ElementRules] = [:]
  /// A book with more has hardly two elements that are alike.
  private static let most = 4096

  func rules(_ key: Key, _ make: () -> ElementRules) -> ElementRules {
    if let known = known[key] { return known }
    let made = make()
    if known.count < Self.most { known[key] = made }
    return made
  }
}

/// The attributes and ids that the selectors of a list of rules ask for, anywhere in them.
struct AskedAttributes {
  private var names: Set<String> = []
  private(set) var ids: Set<String> = []

  init(_ rules: [StyleSheet.StyleRule]) {
    for rule in rules { add(rule.selectors) }
  }

  func contains(_ name: String) -> Bool { names.contains(name) }

  private mutating func add(_ selectors: [Selector]) {
    for selector in selectors {
      for compound in selector.compounds { add(compound) }
    }
  }

  private mutating func add(_ compound: Selector.Compound) {
    for id in compound.ids { ids.insert(id) }
    for attribute in compound.attributes { names.insert(attribute.name) }
    for pseudo in compound.pseudoClasses {
      switch pseudo {
      case .not(let list), .matchesAny(let list), .nthChild(_, _, let list): add(list)
      case .has(let list): add(list.map(\.selector))
      default: break
      }
    }
  }
}

extension Selector {
  /// Whether an element's name and attributes decide.
  var asksElementAlone: Bool {
    compounds.count == 1 && compounds[0].pseudoClasses.allSatisfy(\.asksElementAlone)
  }
}

extension Selector.PseudoClass {
  /// Whether an element's name and attributes decide.
  var asksElementAlone: Bool {
    switch self {
    case .not(let list), .matchesAny(let list): list.allSatisfy(\.asksElementAlone)
    case .never: true
    default: false
    }
  }
}
