public import Markup

/// A document's tree with the numbers of its nodes, for paths to places in it and back.
public final class DocumentTree: Sendable {
  public let tree: ElementTree
  /// The number of every node among its siblings, as a step counts them.
  private let numbers: [Int32]

  public init(_ tree: ElementTree) {
    self.tree = tree
    var numbers = [Int32](repeating: 0, count: tree.nodes.count)
    // The last number given below each parent; the root's siblings count below themselves.
    var last = [Int32](repeating: 0, count: tree.nodes.count + 1)
    for (index, node) in tree.nodes.enumerated() {
      let parent = Int(node.parent) + 1
      switch node.kind {
      case .element: last[parent] += last[parent] % 2 == 0 ? 2 : 1
      case .text: if last[parent] % 2 == 0 { last[parent] += 1 }
      case .comment, .instruction: break
      }
      numbers[index] = last[parent]
    }
    self.numbers = numbers
  }

  /// The path of a node as EPUB CFI writes it within its document (EPUB CFI 1.1, section 3.1):
  /// elements are numbered 2, 4, ... and the text before, between and behind them 1, 3, ...
  public func path(of node: Int) -> String {
    var steps: [String] = []
    var current = node
    while current >= 0, tree.nodes[current].parent >= 0 {
      steps.append(step(of: current))
      current = Int(tree.nodes[current].parent)
    }
    return steps.reversed().joined()
  }

  private func step(of node: Int) -> String {
    guard tree.nodes[node].kind == .element,
      let id = tree.attribute("id", of: node)
    else { return "/\(max(1, numbers[node]))" }
    return "/\(numbers[node])[\(Self.escaped(id))]"
  }

  /// UTF-16 units of the text of the same step before a node: text on both sides of a comment is
  /// one run to CFI.
  public func textBefore(_ node: Int) -> Int {
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

  public func isText(_ node: Int) -> Bool { tree.nodes[node].kind == .text }

  private static func escaped(_ id: String) -> String {
    var result = ""
    for character in id {
      if "^[](),;=".contains(character) { result.append("^") }
      result.append(character)
    }
    return result
  }
}
