internal import Markup

/// What the page map needs of a document's tree once it is read: paths and places of nodes.
public final class DocumentTree: Sendable {
  let tree: ElementTree

  init(_ tree: ElementTree) { self.tree = tree }

  /// The path of a node as EPUB CFI writes it within its document (EPUB CFI 1.1, section 3.1):
  /// elements are numbered 2, 4, ... and the text before, between and behind them 1, 3, ...
  func path(of node: Int) -> String {
    var steps: [String] = []
    var current = node
    while current >= 0, tree.nodes[current].parent >= 0 {
      steps.append(step(of: current))
      current = Int(tree.nodes[current].parent)
    }
    return steps.reversed().joined()
  }

  private func step(of node: Int) -> String {
    let parent = Int(tree.nodes[node].parent)
    var number = 0
    for child in tree.children(of: parent) {
      switch tree.nodes[child].kind {
      case .element:
        number += number % 2 == 0 ? 2 : 1
        if child == node {
          let id = tree.attribute("id", of: node).map { "[\(Self.escaped($0))]" } ?? ""
          return "/\(number)\(id)"
        }
      case .text:
        if number % 2 == 0 { number += 1 }
        if child == node { return "/\(number)" }
      case .comment, .instruction: break
      }
    }
    return "/\(max(2, number))"
  }

  /// UTF-16 units of the text of the same step before a node: text on both sides of a comment is
  /// one run to CFI.
  func textBefore(_ node: Int) -> Int {
    let parent = Int(tree.nodes[node].parent)
    guard parent >= 0 else { return 0 }
    var count = 0
    for child in tree.children(of: parent) {
      if child == node { return count }
      switch tree.nodes[child].kind {
      case .element: count = 0
      case .text: count += tree.string(of: child).utf16.count
      case .comment, .instruction: break
      }
    }
    return count
  }

  func isText(_ node: Int) -> Bool { tree.nodes[node].kind == .text }

  private static func escaped(_ id: String) -> String {
    var result = ""
    for character in id {
      if "^[](),;=".contains(character) { result.append("^") }
      result.append(character)
    }
    return result
  }
}
