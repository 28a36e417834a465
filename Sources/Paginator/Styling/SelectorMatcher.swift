internal import Markup

/// Numbers the names of elements and attributes, in the same way for all documents of a worker.
final class NameTable {
  private var numbers: [ElementTree.Name: Int32] = [:]

  func number(of name: ElementTree.Name) -> Int32 {
    if let known = numbers[name] { return known }
    let number = Int32(numbers.count)
    numbers[name] = number
    return number
  }
}

/// Decides whether an element matches a selector. Built once per document; a class, because it has many
/// parts, and every copy of them would be counted.
final class SelectorMatcher {
  let tree: ElementTree
  /// The preceding sibling element of each node, or -1.
  private let previousElement: [Int32]
  private let nextElement: [Int32]
  let memory = SiblingMemory()
  let elements = ElementMemory()
  private let classes: [Int: [String]]
  private let ids: [Int: String]
  /// For each name of the tree, its number in the `NameTable`.
  let numbers: [Int32]
  /// The index of "id" and of "class", without a namespace, in the tree's names; -1 if absent.
  let idName: Int
  let className: Int

  init(_ tree: ElementTree, names: NameTable) {
    self.tree = tree
    numbers = tree.names.map(names.number)
    idName = tree.names.firstIndex { $0.namespace.isEmpty && $0.local == "id" } ?? -1
    className = tree.names.firstIndex { $0.namespace.isEmpty && $0.local == "class" } ?? -1
    var previousElement = [Int32](repeating: -1, count: tree.nodes.count)
    var nextElement = previousElement
    var classes: [Int: [String]] = [:]
    var ids: [Int: String] = [:]
    var lastOfParent: [Int32: Int32] = [:]
    for index in tree.nodes.indices where tree.nodes[index].kind == .element {
      let parent = tree.nodes[index].parent
      if let last = lastOfParent[parent] {
        previousElement[index] = last
        nextElement[Int(last)] = Int32(index)
      }
      lastOfParent[parent] = Int32(index)
      let first = Int(tree.nodes[index].first)
      for at in first..<first + Int(tree.nodes[index].count) {
        let name = Int(tree.attributes[at].name)
        if name == className {
          classes[index] = tree.attributes[at].value.spaceSeparated
        } else if name == idName {
          ids[index] = tree.attributes[at].value
        }
      }
    }
    (self.previousElement, self.nextElement) = (previousElement, nextElement)
    (self.classes, self.ids) = (classes, ids)
  }

  func id(of node: Int) -> String? { ids[node] }
  func classes(of node: Int) -> [String] { classes[node] ?? [] }

  /// A selector prepared for matching: each compound caches, by name number, which names it allows.
  /// A class, so that matching copies nothing.
  final class CompiledSelector {
    /// The subject; each compound links to the next one on its left.
    let subject: CompiledCompound?
    let specificity: Specificity
    /// Whether an element's name and attributes decide.
    let asksElementAlone: Bool
    /// Whether it asks for an element right before, and of its own element only for name and attributes.
    var asksForElementBefore: Bool {
      guard let subject, subject.next != nil else { return false }
      return subject.combinator == .nextSibling && subject.pseudoClasses.isEmpty
    }

    init(_ selector: Selector) {
      asksElementAlone = selector.asksElementAlone
      subject = selector.compounds.reversed().reduce(nil) { CompiledCompound($1, next: $0) }
      specificity = selector.specificity
    }

    /// A selector of `:has()`: its leftmost compound is related to the anchor.
    init(_ selector: Selector, relatedToAnchorBy combinator: Selector.Combinator) {
      asksElementAlone = false
      let anchor = CompiledCompound(Selector.Compound(), next: nil, isAnchor: true)
      var compounds = selector.compounds
      if !compounds.isEmpty { compounds[compounds.count - 1].combinator = combinator }
      subject = compounds.reversed().reduce(anchor) { CompiledCompound($1, next: $0) }
      specificity = selector.specificity
    }
  }

  final class CompiledCompound {
    private enum Answer: UInt8 { case unknown, no, yes }
    private let type: String?
    private let namespace: Selector.NamespaceTest
    fileprivate let ids: [String]
    fileprivate let classes: [String]
    fileprivate let attributes: [Selector.AttributeTest]
    fileprivate let pseudoClasses: [CompiledPseudoClass]
    /// Those that an element's name and attributes decide.
    fileprivate let ownPseudoClasses: [CompiledPseudoClass]
    let isNameAlone: Bool
    let combinator: Selector.Combinator
    let next: CompiledCompound?
    /// Whether it stands for the element that `:has()` is asked of.
    let isAnchor: Bool
    private let allowsAny: Bool
    /// Indexed by name number. Read for every rule that an element may match, and never changed
    /// while it is read.
    @exclusivity(unchecked) private var answers: [Answer] = []

    init(_ compound: Selector.Compound, next: CompiledCompound?, isAnchor: Bool = false) {
      self.next = next
      self.isAnchor = isAnchor
      type = compound.type
      namespace = compound.namespace
      ids = compound.ids
      classes = compound.classes
      attributes = compound.attributes
      pseudoClasses = compound.pseudoClasses.map(CompiledPseudoClass.init)
      ownPseudoClasses = compound.pseudoClasses.filter(\.asksElementAlone)
        .map(CompiledPseudoClass.init)
      allowsAny = compound.type == nil && compound.namespace == .any
      combinator = compound.combinator
      isNameAlone = ids.isEmpty && classes.isEmpty && attributes.isEmpty && pseudoClasses.isEmpty
    }

    @inline(__always)
    func allows(_ number: Int32, _ name: @autoclosure () -> ElementTree.Name) -> Bool {
      if allowsAny { return true }
      let index = Int(number)
      if index < answers.count, answers[index] != .unknown { return answers[index] == .yes }
      return learn(index, name())
    }

    private func learn(_ index: Int, _ name: ElementTree.Name) -> Bool {
      while answers.count <= index { answers.append(.unknown) }
      var allows = type == nil || type == name.local
      if case .exactly(let uri) = namespace, uri != name.namespace { allows = false }
      answers[index] = allows ? .yes : .no
      return allows
    }
  }

  /// A pseudo-class with its selectors prepared for matching.
  enum CompiledPseudoClass {
    case not([CompiledSelector])
    case matchesAny([CompiledSelector])
    case has([CompiledSelector])
    case nthChild(NthPattern, fromEnd: Bool, of: [CompiledSelector])
    case plain(Selector.PseudoClass)

    init(_ pseudo: Selector.PseudoClass) {
      switch pseudo {
      case .not(let list): self = .not(list.map(CompiledSelector.init))
      case .matchesAny(let list): self = .matchesAny(list.map(CompiledSelector.init))
      case .has(let list):
        self = .has(
          list.map { CompiledSelector($0.selector, relatedToAnchorBy: $0.combinator) })
      case .nthChild(let pattern, let fromEnd, let of):
        self = .nthChild(pattern, fromEnd: fromEnd, of: of.map(CompiledSelector.init))
      default: self = .plain(pseudo)
      }
    }
  }

  func matches(_ selector: CompiledSelector, _ node: Int) -> Bool {
    selector.subject.map { matches($0, node) } ?? false
  }

  /// Whether an element whose name and attributes allow that it matches a selector (`mayMatch`) does so
  /// where it is.
  func matchesByPlace(_ selector: CompiledSelector, _ node: Int) -> Bool {
    guard let subject = selector.subject else { return false }
    if !subject.pseudoClasses.isEmpty {
      for pseudo in subject.pseudoClasses where !matches(pseudo, node) { return false }
    }
    return matchesAround(subject, node)
  }

  func matches(_ compound: CompiledCompound, _ node: Int) -> Bool {
    matchesItself(compound, node) && matchesAround(compound, node)
  }

  /// Whether the elements around an element match the compounds to the left of one that it matches.
  private func matchesAround(_ compound: CompiledCompound, _ node: Int) -> Bool {
    guard let next = compound.next else { return true }
    switch compound.combinator {
    case .child:
      return parent(of: node).map { matches(next, $0) } ?? false
    case .descendant: return hasAncestor(next, of: node)
    case .nextSibling:
      return previous(of: node).map { matches(next, $0) } ?? false
    case .subsequentSibling:
      return hasSibling(before: node, fromEnd: false, .selector(ObjectIdentifier(next))) {
        matches(next, $0)
      }
    }
  }

  /// Whether a compound allows an element, whatever is around it.
  func matchesItself(_ compound: CompiledCompound, _ node: Int) -> Bool {
    let name = Int(tree.nodes[node].name)
    return compound.allows(numbers[name], tree.names[name])
      && (compound.isNameAlone || matchesRest(compound, node))
  }

  /// Whether the name and the attributes of an element allow that it matches a selector.
  func mayMatch(_ selector: CompiledSelector, _ node: Int) -> Bool {
    guard let compound = selector.subject else { return false }
    let name = Int(tree.nodes[node].name)
    return compound.allows(numbers[name], tree.names[name])
      && matchesAttributes(compound, node)
      && compound.ownPseudoClasses.allSatisfy { matches($0, node) }
  }

  /// Whether the name of an element allows that a selector which asks for an element before it (`asksForElementBefore`)
  /// matches after it.
  func mayFollow(_ selector: CompiledSelector, _ node: Int) -> Bool {
    guard let compound = selector.subject?.next else { return false }
    let name = Int(tree.nodes[node].name)
    return compound.allows(numbers[name], tree.names[name])
  }

  /// Whether an element around another one matches a compound.
  private func hasAncestor(_ compound: CompiledCompound, of node: Int) -> Bool {
    // A compound without a next one is asked about each ancestor once.
    let isKept = compound.next != nil
    let selector = ObjectIdentifier(compound)
    var found = false
    var passed: [Int32] = []
    var ancestor = parent(of: node)
    while let current = ancestor {
      if isKept {
        let key = ElementMemory.Key(selector: selector, node: Int32(current))
        if let known = elements.ancestors[key] {
          found = known
          break
        }
        passed.append(Int32(current))
      }
      if matches(compound, current) {
        found = true
        break
      }
      ancestor = parent(of: current)
    }
    for node in passed {
      elements.ancestors[ElementMemory.Key(selector: selector, node: node)] = found
    }
    return found
  }

  /// The number of an element's name in the `NameTable`.
  func nameNumber(of node: Int) -> Int { Int(numbers[Int(tree.nodes[node].name)]) }

  /// Whether two elements have the same name and attributes.
  func isAlike(_ first: Int, _ second: Int) -> Bool {
    let (a, b) = (tree.nodes[first], tree.nodes[second])
    guard a.name == b.name, a.count == b.count else { return false }
    return (0..<Int(a.count)).allSatisfy { offset in
      let (own, other) = (
        tree.attributes[Int(a.first) + offset], tree.attributes[Int(b.first) + offset]
      )
      return own.name == other.name && own.value == other.value
    }
  }

  func parent(of node: Int) -> Int? {
    let parent = Int(tree.nodes[node].parent)
    return parent >= 0 ? parent : nil
  }
  func previous(of node: Int) -> Int? {
    previousElement[node] >= 0 ? Int(previousElement[node]) : nil
  }
  func next(of node: Int) -> Int? {
    nextElement[node] >= 0 ? Int(nextElement[node]) : nil
  }

  /// Whether everything in a compound except the name matches.
  private func matchesRest(_ compound: CompiledCompound, _ node: Int) -> Bool {
    guard matchesAttributes(compound, node) else { return false }
    if !compound.pseudoClasses.isEmpty {
      for pseudo in compound.pseudoClasses where !matches(pseudo, node) { return false }
    }
    return true
  }

  private func matchesAttributes(_ compound: CompiledCompound, _ node: Int) -> Bool {
    // Most lists are empty, and to walk an empty one counts references, too.
    if !compound.ids.isEmpty {
      for id in compound.ids where ids[node] != id { return false }
    }
    if !compound.classes.isEmpty {
      guard let own = classes[node] else { return false }
      for wanted in compound.classes where !own.contains(wanted) { return false }
    }
    if !compound.attributes.isEmpty {
      for test in compound.attributes where !matches(test, node) { return false }
    }
    return true
  }

  func matches(_ test: Selector.AttributeTest, _ node: Int) -> Bool {
    for attribute in tree.attributes(of: node) {
      let name = tree.names[Int(attribute.name)]
      guard name.local == test.name else { continue }
      if case .exactly(let uri) = test.namespace, uri != name.namespace { continue }
      let value = test.ignoresCase ? attribute.value.asciiLowercased : attribute.value
      if Self.holds(
        test.operation, value, test.ignoresCase ? test.value.asciiLowercased : test.value)
      {
        return true
      }
    }
    return false
  }

  private static func holds(
    _ operation: Selector.AttributeTest.Operation, _ value: String, _ wanted: String
  ) -> Bool {
    switch operation {
    case .exists: true
    case .equals: value == wanted
    case .includes:
      !wanted.isEmpty && holdsWord(value, wanted)
    case .dash: value == wanted || value.hasPrefix(wanted + "-")
    case .prefix: !wanted.isEmpty && value.hasPrefix(wanted)
    case .suffix: !wanted.isEmpty && value.hasSuffix(wanted)
    case .substring: !wanted.isEmpty && value.contains(wanted)
    }
  }

  /// Whether one of the words of a value is `wanted`; creates no strings.
  private static func holdsWord(_ value: String, _ wanted: String) -> Bool {
    if value == wanted { return !wanted.contains(where: \.isCSSSpace) }
    let bytes = value.utf8
    let length = wanted.utf8.count
    guard bytes.count > length else { return false }
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
    var start = bytes.startIndex
    while start < bytes.endIndex {
      var end = start
      while end < bytes.endIndex, !isSpace(bytes[end]) { end = bytes.index(after: end) }
      if bytes.distance(from: start, to: end) == length,
        bytes[start..<end].elementsEqual(wanted.utf8)
      {
        return true
      }
      start = end < bytes.endIndex ? bytes.index(after: end) : end
    }
    return false
  }
}

extension String {
  /// The words of an attribute's value: mostly one.
  var spaceSeparated: [String] {
    let hasSpace = utf8.contains { $0 == 0x20 || 0x09...0x0D ~= $0 }
    if hasSpace { return split(whereSeparator: \.isCSSSpace).map(String.init) }
    return isEmpty ? [] : [self]
  }
}

extension Character {
  /// White space that separates words in attribute values, in CSS and HTML.
  var isCSSSpace: Bool {
    self == " " || self == "\t" || self == "\n" || self == "\r" || self == "\r\n" || self == "\u{C}"
  }
}
