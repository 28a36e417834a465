public import Markup

/// A document's tree with the numbers of its nodes, for paths to places in it and back
/// (EPUB CFI 1.1, section 3).
public final class DocumentTree: Sendable {
  /// What to do with elements that are not the book's own, such as a reader's highlights.
  public enum Ignoring: Sendable {
    case nothing
    /// As if the element's tags were not there.
    case element
    /// As if neither the element nor what it holds were there.
    case content
  }

  /// A place: an element, or a character of a text node.
  public struct Place: Equatable, Sendable {
    /// In the tree.
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
  /// The number of every node among its siblings, as a step counts them; 0 for what is not there.
  private let numbers: [Int32]
  /// The node that a node counts as a child of.
  private let parents: [Int32]

  /// A tree as EPUB CFI counts its children.
  public init(_ tree: ElementTree, ignoring: (Int) -> Ignoring = { _ in .nothing }) {
    self.tree = tree
    var numbers = [Int32](repeating: 0, count: tree.nodes.count)
    var parents = tree.nodes.map(\.parent)
    // The last number given below each parent; the root's siblings count below themselves.
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

    /// An element that is not there hands its children to the one around it.
    func parent(_ node: Int32, _ numbers: [Int32], _ parents: [Int32]) -> Int32 {
      numbers[Int(node)] == 0 ? parents[Int(node)] : node
    }
  }

  /// Whether a node is text.
  public func isText(_ node: Int) -> Bool { tree.nodes[node].kind == .text }

  // MARK: Place to path

  /// The path of a node as EPUB CFI writes it within its document.
  public func path(of node: Int) -> String { CFI.Path(steps(to: node)).description }

  /// From the root, which has no step of its own, to a node.
  public func steps(to node: Int) -> [CFI.Step] {
    var steps: [CFI.Step] = []
    var current = node
    // An element that is not there stands for the one around it.
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

  /// A range: what the paths of both places begin with, and the rest of each.
  public func range(from start: Place, to end: Place) -> CFI {
    var first = path(to: start)
    var last = path(to: end)
    let one = first.parts[0]
    let two = last.parts[0]
    // The last step stays with each: a range's ends are not empty.
    var common = 0
    while common + 1 < one.count, common + 1 < two.count, one[common] == two[common] { common += 1 }
    first.parts[0].removeFirst(common)
    last.parts[0].removeFirst(common)
    return CFI(CFI.Path(Array(one[..<common])), range: CFI.Ends(start: first, end: last))
  }

  /// UTF-16 units of the text of the same step before a node: text on both sides of a comment is
  /// one run to CFI.
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

  /// The place that steps and an offset within this document mean; nil where there is none. An id
  /// in brackets is believed more than the number before it: text may have been put in before.
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
    // Between two elements without text: the element before.
    return last ?? Place(node: parent)
  }

  /// The text from one place to another, without what is not there.
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
