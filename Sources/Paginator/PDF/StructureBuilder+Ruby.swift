internal import Markup

/// Bases and annotations of ruby, in the order of the source: annotations are drawn after the line of their base.
extension StructureBuilder {
  /// The element around a new one in ruby: a base, unless the new one is a part of ruby itself. The base of a
  /// new annotation becomes the last element before it.
  mutating func outerInRuby(of node: Int, _ role: PDFElement.Role, in outer: Int) -> Int {
    guard elements[outer].role == .ruby else { return outer }
    guard role.isRubyPart else { return rubyBase(of: node, in: outer) }
    if role == .rubyText, let base = rubyBases[node] { moveToEnd(base, of: outer) }
    return outer
  }

  /// The base in ruby that a node belongs to.
  mutating func rubyBase(of node: Int, in ruby: Int) -> Int {
    let following = tree.nodes.indices[node...].dropFirst().prefix(Self.mostNodesOfBase)
    let annotation = following.first { tree.isElement($0, "rt") } ?? -1 - ruby
    if let known = rubyBases[annotation] { return known }
    let made = append(.rubyBase, below: ruby)
    elements[made].isAnonymous = true
    rubyBases[annotation] = made
    return made
  }

  /// How many nodes after one of a base are looked at.
  private static let mostNodesOfBase = 64

  private mutating func moveToEnd(_ element: Int, of outer: Int) {
    let place = elements[outer].kids.lastIndex { kid in
      if case .element(let own) = kid { own == element } else { false }
    }
    guard let place else { return }
    elements[outer].kids.append(elements[outer].kids.remove(at: place))
  }
}
