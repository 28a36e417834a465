internal import Markup

/// Cached answers about elements: without them, a selector of several descendant combinators asks
/// the same question once for every way to its place.
final class ElementMemory {
  struct Key: Hashable {
    let selector: ObjectIdentifier
    let node: Int32
  }

  /// Whether an element or one around it matches a compound.
  var ancestors: [Key: Bool] = [:]
  /// Whether `:has()` holds for an element.
  var has: [Key: Bool] = [:]
  /// Whether an element matches a compound of `:has()`, for one anchor.
  var anchored: [Key: Bool] = [:]
}

/// `:has()` (Selectors 4, section 4.5).
extension SelectorMatcher {
  func knownToHave(
    _ combinator: Selector.Combinator, _ selector: CompiledSelector, _ node: Int
  ) -> Bool {
    let key = ElementMemory.Key(selector: ObjectIdentifier(selector), node: Int32(node))
    if let known = elements.has[key] { return known }
    let found =
      selector.isSimple
      ? has(combinator, selector, node) : has(combinator, chain: selector, node)
    elements.has[key] = found
    return found
  }

  /// For a selector of one compound, whose place the combinator says.
  private func has(
    _ combinator: Selector.Combinator, _ selector: CompiledSelector, _ node: Int
  ) -> Bool {
    guard let subject = selector.subject else { return false }
    switch combinator {
    case .descendant:
      return descendants(of: node).contains { isMatch(subject, $0) }
    case .child: return tree.children(of: node).contains { isMatch(subject, $0) }
    case .nextSibling: return next(of: node).map { isMatch(subject, $0) } ?? false
    case .subsequentSibling:
      return hasSibling(before: node, fromEnd: true, .selector(ObjectIdentifier(selector))) {
        isMatch(subject, $0)
      }
    }
  }

  /// For a selector of several compounds, each of which must be below the anchor or after it.
  private func has(
    _ combinator: Selector.Combinator, chain selector: CompiledSelector, _ node: Int
  ) -> Bool {
    guard let subject = selector.subject else { return false }
    // Answers for one anchor do not hold for another one.
    let outer = elements.anchored
    elements.anchored = [:]
    defer { elements.anchored = outer }
    switch combinator {
    case .descendant, .child:
      return descendants(of: node).contains { isMatch(subject, $0, anchor: node) }
    case .nextSibling, .subsequentSibling:
      let parent = Int(tree.nodes[node].parent)
      guard parent >= 0 else { return false }
      let end = Int(tree.nodes[parent].end)
      return (min(Int(tree.nodes[node].end), end)..<end).contains {
        isMatch(subject, $0, anchor: node)
      }
    }
  }

  private func descendants(of node: Int) -> Range<Int> {
    node + 1..<max(node + 1, Int(tree.nodes[node].end))
  }

  /// Whether a node is an element that a compound allows, whatever is around it.
  private func isMatch(_ compound: CompiledCompound, _ node: Int) -> Bool {
    tree.nodes[node].kind == .element && matchesItself(compound, node)
  }

  /// Whether an element matches a compound and those on its left, the leftmost of which is the
  /// anchor.
  private func isMatch(_ compound: CompiledCompound, _ node: Int, anchor: Int) -> Bool {
    if compound.isAnchor { return node == anchor }
    let key = ElementMemory.Key(selector: ObjectIdentifier(compound), node: Int32(node))
    if let known = elements.anchored[key] { return known }
    let found =
      isMatch(compound, node)
      && (compound.next.map { isRelated(compound.combinator, $0, node, anchor: anchor) } ?? true)
    elements.anchored[key] = found
    return found
  }

  private func isRelated(
    _ combinator: Selector.Combinator, _ compound: CompiledCompound, _ node: Int, anchor: Int
  ) -> Bool {
    func any(_ step: (Int) -> Int?) -> Bool {
      var current = step(node)
      while let other = current {
        if isMatch(compound, other, anchor: anchor) { return true }
        current = step(other)
      }
      return false
    }
    switch combinator {
    case .child: return parent(of: node).map { isMatch(compound, $0, anchor: anchor) } ?? false
    case .nextSibling:
      return previous(of: node).map { isMatch(compound, $0, anchor: anchor) } ?? false
    case .descendant: return any(parent(of:))
    case .subsequentSibling: return any(previous(of:))
    }
  }
}
