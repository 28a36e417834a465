public import Markup

/// A document's tree with the CFI numbers of its nodes, to convert places to paths and paths to
/// places (EPUB CFI 1.1, section 3).
public final class DocumentTree: Sendable {
  /// How to count elements that are not part of the book, such as a reader's highlights.
  public enum Ignoring: Sendable {
    /// Counts every element.
    case nothing
    /// Ignores the element, but not its content.
    case element
    /// Ignores the element and its content.
    case content
  }

  /// A place: an element, or a character of a text node.
  public struct Place: Equatable, Sendable {
    /// The index of the node in the tree.
    public let node: Int
    /// UTF-16 code units into the node's text; nil for an element as a whole.
    public let offset: Int?

    /// A place at a node, or at an offset in its text.
    public init(node: Int, offset: Int? = nil) {
      self.node = node
      self.offset = offset
    }
  }

  /// The document's elements.
  public let tree: ElementTree
  /// The number of every node among its siblings, as steps count them; 0 for ignored nodes.
  private let numbers: [Int32]
  /// The parent of every node; ignored elements are skipped.
  private let parents: [Int32]

  /// Numbers the nodes of a tree as EPUB CFI does.
  public init(_ tree: ElementTree, ignoring: (Int) -> Ignoring = { _ in .nothing }) {
    self.tree = tree
    var numbers = [Int32](repeating: 0, count: tree.nodes.count)
    var parents = tree.nodes.map(\.parent)
    // The last number used among the children of each parent; the first entry is for the top level.
    var last = [Int32](repeating: 0, count: tree.nodes.count + 1)
    var index = 0
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      let own = node.parent >= 0 ? parent(node.parent, numbers, parents) : -1
      parents[index] = own
      defer { index += 1 }
      switch node.kind {
      case .element:
        switch ignoring(index) {
        case .nothing: last[Int(own) + 1] += last[Int(own) + 1] % 2 == 0 ? 2 : 1
        case .element: continue
        case .content:
          index = Int(node.end) - 1
          continue
        }
      case .text: if last[Int(own) + 1] % 2 == 0 { last[Int(own) + 1] += 1 }
      case .comment, .instruction: break
      }
      numbers[index] = last[Int(own) + 1]
    }
    self.numbers = numbers
    self.parents = parents

    /// The children of an ignored element are children of the element around it.
    func parent(_ node: Int32, _ numbers: [Int32], _ parents: [Int32]) -> Int32 {
      numbers[Int(node)] == 0 ? parents[Int(node)] : node
    }
  }

  /// Whether a node is text and not an element.
  public func isText(_ node: Int) -> Bool { tree.nodes[node].kind == .text }

  // MARK: Place to path

  /// The path of a node as EPUB CFI writes it within its document.
  public func path(of node: Int) -> String { CFI.Path(steps(to: node)).description }

  /// The steps from the root, which has no step itself, to a node.
  public func steps(to node: Int) -> [CFI.Step] {
    var steps: [CFI.Step] = []
    var current = node
    // An ignored element is replaced by the element around it.
    if tree.nodes[current].kind == .element, numbers[current] == 0 {
      current = Int(parents[current])
    }
    while current >= 0, parents[current] >= 0 {
      steps.append(
        CFI.Step(
          Int(max(1, numbers[current])),
          tree.nodes[current].kind == .element ? tree.attribute("id", of: current) : nil))
      current = Int(parents[current])
    }
    return steps.reversed()
  }

  /// The CFI of a place within its document.
  public func path(to place: Place) -> CFI.Path {
    var path = CFI.Path(steps(to: place.node))
    if let offset = place.offset { path.offset = textBefore(place.node) + offset }
    return path
  }

  /// A range: the common beginning of both paths, and the rest of each path.
  public func range(from start: Place, to end: Place) -> CFI {
    var first = path(to: start)
    var last = path(to: end)
    let one = first.parts[0]
    let two = last.parts[0]
    // Each end keeps its last step, so that it is not empty.
    var common = 0
    while common + 1 < one.count, common + 1 < two.count, one[common] == two[common] { common += 1 }
    first.parts[0].removeFirst(common)
    last.parts[0].removeFirst(common)
    return CFI(CFI.Path(Array(one[..<common])), range: CFI.Ends(start: first, end: last))
  }

  /// The number of UTF-16 units before a node in the text of the same step: in CFI, text before and
  /// after a comment is one run.
  public func textBefore(_ node: Int) -> Int {
    guard parents[node] >= 0 else { return 0 }
    var count = 0
    var index = node - 1
    while index > Int(parents[node]) {
      if parents[index] == parents[node], numbers[index] != numbers[node], numbers[index] != 0 {
        break
      }
      if parents[index] == parents[node], isText(index), numbers[index] == numbers[node] {
        count += tree.string(of: index).utf16.count
      }
      index -= 1
    }
    return count
  }

  // MARK: Path to place

  /// The place that steps and an offset refer to in this document; nil if there is none. An id in
  /// brackets takes precedence over the number before it, because content may have been inserted.
  public func place(at steps: [CFI.Step], offset: Int?) -> Place? {
    guard var current = tree.root else { return nil }
    for (position, step) in steps.enumerated() {
      if step.index % 2 == 0 {
        guard let child = element(step, below: current) else { return nil }
        current = child
        continue
      }
      guard position == steps.count - 1 else { return nil }
      return text(step.index, below: current, offset: offset ?? 0)
    }
    return Place(node: current)
  }

  private func element(_ step: CFI.Step, below parent: Int) -> Int? {
    let range = parent + 1..<max(parent + 1, Int(tree.nodes[parent].end))
    let numbered = range.first {
      tree.nodes[$0].kind == .element && Int(parents[$0]) == parent
        && Int(numbers[$0]) == step.index
    }
    guard let id = step.assertion?.prefix(while: { $0 != ";" }), !id.isEmpty else {
      return numbered
    }
    if let numbered, tree.attribute("id", of: numbered) == step.assertion { return numbered }
    return step.assertion.flatMap(tree.element(withID:)) ?? numbered
  }

  private func text(_ number: Int, below parent: Int, offset: Int) -> Place? {
    var rest = offset
    var last: Place?
    for node in parent + 1..<max(parent + 1, Int(tree.nodes[parent].end))
    where Int(parents[node]) == parent && isText(node) && Int(numbers[node]) == number {
      let count = tree.string(of: node).utf16.count
      if rest <= count { return Place(node: node, offset: rest) }
      rest -= count
      last = Place(node: node, offset: count)
    }
    // There is no text at this number: the parent element.
    return last ?? Place(node: parent)
  }

  /// The text from one place to another, without ignored content.
  public func text(from start: Place, to end: Place) -> String {
    guard start.node <= end.node else { return "" }
    var units: [UInt16] = []
    for node in start.node...end.node where isText(node) && numbers[node] != 0 {
      let own = Array(tree.string(of: node).utf16)
      let from = node == start.node ? min(start.offset ?? 0, own.count) : 0
      let to = node == end.node ? min(end.offset ?? own.count, own.count) : own.count
      if from < to { units += own[from..<to] }
    }
    return String(decoding: units, as: UTF16.self)
  }
}

extension CFI.Path {
  init(_ steps: [CFI.Step]) {
    self.init()
    parts = [steps]
  }
}
