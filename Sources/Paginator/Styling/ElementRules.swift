internal import Markup

/// The selectors that elements with one name and the same attributes may match. What is left to ask is where
/// each of them is. A book has few different elements.
final class ElementRules {
  let shared: [RuleIndex.Entry]
  let byPlace: [RuleIndex.Entry]

  /// - Parameters:
  ///   - shared: those that match all or none of the elements of one parent.
  ///   - byPlace: those that also depend on an element's siblings, position or content.
  init(shared: [RuleIndex.Entry], byPlace: [RuleIndex.Entry]) {
    self.shared = shared
    self.byPlace = byPlace
  }
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
