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
  /// The elements for which a selector of `:has()` holds.
  var has: [ObjectIdentifier: NodeSet] = [:]
}

/// A set of the nodes of a document, a bit each.
struct NodeSet {
  private var words: [UInt64]

  /// - Parameter capacity: the number of nodes in the document.
  init(capacity: Int) { words = Array(repeating: 0, count: (capacity + 63) / 64) }

  func contains(_ node: Int) -> Bool { words[node >> 6] & (1 << (UInt64(node) & 63)) != 0 }

  /// - Returns: whether the node was not in the set before.
  @discardableResult
  mutating func insert(_ node: Int) -> Bool {
    let bit: UInt64 = 1 << (UInt64(node) & 63)
    defer { words[node >> 6] |= bit }
    return words[node >> 6] & bit == 0
  }
}

/// `:has()` (Selectors 4, section 4.5).
///
/// A relative selector is answered for all elements at once, from its right end to the anchor: to ask
/// each element for itself takes quadratic time where many have the same siblings or ancestors.
extension SelectorMatcher {
  func knownToHave(_ selector: CompiledSelector, _ node: Int) -> Bool {
    let key = ObjectIdentifier(selector)
    if let known = elements.has[key] { return known.contains(node) }
    let found = anchors(of: selector)
    elements.has[key] = found
    return found.contains(node)
  }

  /// The elements that can be the anchor of a relative selector.
  private func anchors(of selector: CompiledSelector) -> NodeSet {
    var related: NodeSet?
    var compound = selector.subject
    while let current = compound, !current.isAnchor {
      var next = NodeSet(capacity: tree.nodes.count)
      for node in tree.nodes.indices
      where related?.contains(node) ?? true && isMatch(current, node) {
        addElements(current.combinator, leftOf: node, to: &next)
      }
      related = next
      compound = current.next
    }
    return related ?? NodeSet(capacity: tree.nodes.count)
  }

  /// Adds the elements that a combinator puts to the left of an element.
  private func addElements(
    _ combinator: Selector.Combinator, leftOf node: Int, to set: inout NodeSet
  ) {
    switch combinator {
    case .child: if let parent = parent(of: node) { set.insert(parent) }
    case .nextSibling: if let sibling = previous(of: node) { set.insert(sibling) }
    // What is left of an element in the set is in it, too.
    case .descendant:
      var ancestor = parent(of: node)
      while let current = ancestor, set.insert(current) { ancestor = parent(of: current) }
    case .subsequentSibling:
      var sibling = previous(of: node)
      while let current = sibling, set.insert(current) { sibling = previous(of: current) }
    }
  }

  /// Whether a node is an element that a compound allows, whatever is around it.
  private func isMatch(_ compound: CompiledCompound, _ node: Int) -> Bool {
    tree.nodes[node].kind == .element && matchesItself(compound, node)
  }
}
