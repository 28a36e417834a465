internal import Markup

/// What the inline drawings of a document need of it.
struct InlineDrawings {
  let styles: DrawingStyles
  let definitions: DrawingDefinitions

  init(_ tree: ElementTree, _ resolver: StyleResolver) {
    styles = DrawingStyles(tree, resolver)
    definitions = DrawingDefinitions(tree)
  }
}

/// Finds what a drawing refers to outside itself: symbols, gradients and clips in another inline drawing of
/// its document. Ids are the document's (SVG 2, section 5.5).
final class DrawingDefinitions {
  private let tree: ElementTree
  /// The first drawn element with each id; made when the first drawing asks for one.
  private lazy var elements: [String: Int] = {
    var result: [String: Int] = [:]
    for node in tree.nodes.indices where tree.nodes[node].kind == .element {
      guard tree.name(of: node).namespace == Namespace.svg,
        let id = tree.attribute("id", of: node), result[id] == nil
      else { continue }
      result[id] = node
    }
    return result
  }()
  /// How many nodes may still be copied for the drawings of the document.
  private var room = 1_000_000

  /// In one drawing.
  private static let mostNodes = 20_000
  private static let deepest = 16

  /// What is copied into a drawing.
  struct Copies {
    /// The elements, none inside another one.
    var nodes: [Int] = []
    /// The ids of which there is no drawn element.
    var missing: Set<String> = []
    /// Whether some are left out, because they are too large.
    var isCut = false
  }

  init(_ tree: ElementTree) { self.tree = tree }

  /// What a drawing refers to outside itself, and what that refers to.
  /// - Parameter style: the rules for an element, as CSS.
  func copies(for root: Int, style: (Int) -> String) -> Copies {
    var copies = Copies()
    var nodes = root..<Int(tree.nodes[root].end)
    var own = ids(in: nodes)
    var wanted = references(in: nodes, style)
    var used = 0
    for _ in 0..<Self.deepest where !wanted.isEmpty {
      var next: [String] = []
      for id in wanted where !own.contains(id) {
        own.insert(id)
        guard let node = elements[id] else {
          copies.missing.insert(id)
          continue
        }
        nodes = node..<Int(tree.nodes[node].end)
        // Nothing is drawn in itself.
        guard !nodes.contains(root) else { continue }
        guard used + nodes.count <= Self.mostNodes, nodes.count <= room else {
          copies.isCut = true
          continue
        }
        used += nodes.count
        room -= nodes.count
        own.formUnion(ids(in: nodes))
        copies.nodes.append(node)
        next += references(in: nodes, style)
      }
      wanted = next
    }
    if wanted.contains(where: { !own.contains($0) }) { copies.isCut = true }
    return copies
  }

  private func ids(in nodes: Range<Int>) -> Set<String> {
    Set(nodes.compactMap { tree.nodes[$0].kind == .element ? tree.attribute("id", of: $0) : nil })
  }

  /// The ids to which elements refer, each once, in their order.
  private func references(in nodes: Range<Int>, _ style: (Int) -> String) -> [String] {
    var found: [String] = []
    var known: Set<String> = []
    func add(_ id: Substring) {
      if !id.isEmpty, known.insert(String(id)).inserted { found.append(String(id)) }
    }
    for node in nodes {
      guard tree.nodes[node].kind == .element else {
        let parent = Int(tree.nodes[node].parent)
        if tree.nodes[node].kind == .text, tree.name(of: parent).local == "style" {
          Self.urls(in: tree.string(of: node)).forEach(add)
        }
        continue
      }
      let isLink = tree.name(of: node).local == "a"
      for attribute in tree.attributes(of: node) {
        if tree.names[Int(attribute.name)].local == "href" {
          if !isLink, attribute.value.hasPrefix("#") { add(attribute.value.dropFirst()) }
        } else {
          Self.urls(in: attribute.value).forEach(add)
        }
      }
      Self.urls(in: style(node)).forEach(add)
    }
    return found
  }

  /// The ids in `url(#id)`.
  private static func urls(in text: String) -> [Substring] {
    guard text.utf8.contains(0x23), text.contains("url(") else { return [] }
    return text.split(separator: "url(", omittingEmptySubsequences: false).dropFirst().compactMap {
      let url = $0.prefix { $0 != ")" }.drop { " \"'".contains($0) }
      return url.first == "#" ? url.dropFirst().prefix { !" \"'".contains($0) } : nil
    }
  }
}
