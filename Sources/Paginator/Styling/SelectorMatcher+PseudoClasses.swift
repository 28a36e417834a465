internal import Markup

/// Pseudo-classes: what an element is among others, its language and its direction.
extension SelectorMatcher {
  func matches(_ pseudo: CompiledPseudoClass, _ node: Int) -> Bool {
    switch pseudo {
    case .not(let list): !list.contains { matches($0, node) }
    case .matchesAny(let list): list.contains { matches($0, node) }
    case .has(let list): list.contains { knownToHave($0, node) }
    case .nthChild(let pattern, let fromEnd, let of) where of.isEmpty && pattern.isFirst:
      (fromEnd ? next(of: node) : previous(of: node)) == nil
    case .nthChild(let pattern, let fromEnd, let of):
      (of.isEmpty || of.contains { matches($0, node) })
        && pattern.matches(
          position(
            of: node, fromEnd: fromEnd,
            of.first.map { .selector(ObjectIdentifier($0)) } ?? .any
          ) { sibling in
            of.isEmpty || of.contains { matches($0, sibling) }
          })
    case .plain(let pseudo): matches(pseudo, node)
    }
  }

  private func matches(_ pseudo: Selector.PseudoClass, _ node: Int) -> Bool {
    switch pseudo {
    case .not, .matchesAny, .has, .nthChild: false
    case .nthOfType(let pattern, let fromEnd):
      pattern.matches(
        position(of: node, fromEnd: fromEnd, .type(tree.nodes[node].name)) {
          tree.nodes[$0].name == tree.nodes[node].name
        })
    case .onlyChild: previous(of: node) == nil && next(of: node) == nil
    case .onlyOfType:
      [false, true].allSatisfy { fromEnd in
        position(of: node, fromEnd: fromEnd, .type(tree.nodes[node].name)) {
          tree.nodes[$0].name == tree.nodes[node].name
        } == 1
      }
    case .root: tree.nodes[node].parent < 0
    case .empty:
      !tree.children(of: node).contains {
        tree.nodes[$0].kind == .element || tree.nodes[$0].kind == .text && tree.nodes[$0].count > 0
      }
    case .sign: tree.textContent(of: node).isSign
    case .link:
      ["a", "area", "link"].contains(tree.name(of: node).local)
        && tree.attribute("href", of: node) != nil
    case .lang(let tags): matchesLanguage(tags, node)
    case .direction(let isRightToLeft): isRightToLeft == self.isRightToLeft(node)
    case .field(let state): matches(state, node)
    case .never: false
    }
  }

  /// Whether an element is a field in a state that its attributes give it.
  private func matches(_ state: Selector.FieldState, _ node: Int) -> Bool {
    let name = tree.name(of: node).local
    guard state != .checked else {
      let type = tree.attribute("type", of: node)?.asciiLowercased
      let isBox = name == "input" && (type == "checkbox" || type == "radio")
      return isBox && tree.attribute("checked", of: node) != nil
        || name == "option" && tree.attribute("selected", of: node) != nil
    }
    let fields: Set<String> = [
      "button", "input", "select", "textarea", "optgroup", "option", "fieldset",
    ]
    guard fields.contains(name) else { return false }
    var isDisabled = tree.attribute("disabled", of: node) != nil
    var outer = Int(tree.nodes[node].parent)
    while !isDisabled, outer >= 0 {
      isDisabled =
        tree.isElement(outer, "fieldset") && tree.attribute("disabled", of: outer) != nil
      outer = Int(tree.nodes[outer].parent)
    }
    return isDisabled == (state == .disabled)
  }

  /// The position, from 1, among the siblings that count. The positions of all siblings are
  /// computed at once and kept, so that asking for each of them takes linear time in total.
  private func position(
    of node: Int, fromEnd: Bool, _ question: SiblingMemory.Question, counts: (Int) -> Bool
  ) -> Int {
    let key = SiblingMemory.Key(
      question: question, parent: tree.nodes[node].parent, fromEnd: fromEnd)
    if let known = memory.positions[key]?[Int32(node)] { return known }
    var positions: [Int32: Int] = [:]
    var position = 0
    var sibling: Int? = firstSibling(of: node, fromEnd: fromEnd)
    while let current = sibling {
      let counts = counts(current)
      if counts { position += 1 }
      // A sibling that does not count gets the position of the next one that does.
      positions[Int32(current)] = counts ? position : position + 1
      sibling = fromEnd ? previous(of: current) : next(of: current)
    }
    memory.positions[key] = positions
    return positions[Int32(node)] ?? 1
  }

  private func firstSibling(of node: Int, fromEnd: Bool) -> Int {
    var first = node
    while let before = fromEnd ? next(of: first) : previous(of: first) { first = before }
    return first
  }

  /// Whether a sibling before (`fromEnd`: after) an element matches. The first (`fromEnd`: last)
  /// match is computed once for all siblings.
  func hasSibling(
    before node: Int, fromEnd: Bool, _ question: SiblingMemory.Question,
    matches: (Int) -> Bool
  ) -> Bool {
    let key = SiblingMemory.Key(
      question: question, parent: tree.nodes[node].parent, fromEnd: fromEnd)
    if let known = memory.firstMatches[key] { return known.isBefore(node, fromEnd: fromEnd) }
    var sibling: Int? = firstSibling(of: node, fromEnd: fromEnd)
    while let current = sibling, !matches(current) {
      sibling = fromEnd ? previous(of: current) : next(of: current)
    }
    let found = SiblingMemory.FirstMatch(node: sibling)
    memory.firstMatches[key] = found
    return found.isBefore(node, fromEnd: fromEnd)
  }

  private func matchesLanguage(_ tags: [String], _ node: Int) -> Bool {
    var current: Int? = node
    while let element = current {
      let tag =
        tree.attribute("lang", in: Namespace.xml, of: element)
        ?? tree.attribute("lang", of: element)
      if let tag = tag?.asciiLowercased {
        return tags.contains { tag == $0 || tag.hasPrefix($0 + "-") }
      }
      current = parent(of: element)
    }
    return false
  }

  /// Left to right if nothing says otherwise.
  private func isRightToLeft(_ node: Int) -> Bool {
    var current: Int? = node
    while let element = current {
      switch tree.attribute("dir", of: element)?.asciiLowercased {
      case "ltr": return false
      case "rtl": return true
      case _ where tree.hasAutomaticDirection(element):
        return tree.isAutomaticallyRightToLeft(element)
      default: current = parent(of: element)
      }
    }
    return false
  }
}
