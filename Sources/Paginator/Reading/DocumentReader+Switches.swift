internal import Markup

/// `epub:switch` of EPUB 3.0 (Content Documents, section 2.1.3.4.1): the first case in markup that is
/// set, otherwise the default.
extension DocumentReader {
  /// Whether a node is an alternative in a switch that is not the one to be set.
  mutating func isUnchosen(_ node: Int) -> Bool {
    let parent = Int(tree.nodes[node].parent)
    guard parent >= 0, tree.isElement(parent, "switch", in: Namespace.ops) else { return false }
    let chosen = switchChoices[parent] ?? choice(of: parent)
    switchChoices[parent] = chosen
    return node != chosen
  }

  /// - Returns: -1 for a switch without an alternative that can be set.
  private func choice(of node: Int) -> Int {
    let alternatives = tree.children(of: node)
    let known = [Namespace.mathML, Namespace.svg, Namespace.xhtml]
    let first = alternatives.first {
      tree.isElement($0, "case", in: Namespace.ops)
        && known.contains(tree.attribute("required-namespace", of: $0) ?? "")
    }
    return first ?? alternatives.first { tree.isElement($0, "default", in: Namespace.ops) } ?? -1
  }
}
