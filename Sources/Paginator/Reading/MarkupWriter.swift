internal import Markup

/// Serializes a subtree as XML, with the namespace declarations it needs.
enum MarkupWriter {
  /// Returns the value to write for an attribute, or nil to omit it. Called with the element's
  /// node, the attribute's local name and its value.
  typealias AttributeFilter = (_ node: Int, _ name: String, _ value: String) -> String?

  /// - Parameters:
  ///   - replaced: the markup in place of elements, by their nodes.
  ///   - adding: returns additional attributes for an element.
  static func xml(
    of node: Int, in tree: ElementTree, replaced: [Int: String] = [:],
    adding: (Int) -> [(String, String)], filter: AttributeFilter
  ) -> String {
    var text = ""
    write(node, tree, into: &text, replaced, adding, filter)
    return text
  }

  private static func write(
    _ node: Int, _ tree: ElementTree, into text: inout String, _ replaced: [Int: String],
    _ adding: (Int) -> [(String, String)], _ filter: AttributeFilter
  ) {
    if let markup = replaced[node] {
      text += markup
      return
    }
    switch tree.nodes[node].kind {
    case .text: text += XMLText.escaped(tree.string(of: node))
    case .comment, .instruction: break
    case .element:
      let name = tree.name(of: node)
      // Scripts are omitted: they must not run in a page.
      guard name.local != "script" else { return }
      let parentNamespace =
        text.isEmpty ? "" : tree.name(of: Int(tree.nodes[node].parent)).namespace
      text += "<" + name.local
      if name.namespace != parentNamespace {
        text += " xmlns=\"\(XMLText.escaped(name.namespace))\""
      }
      text += attributes(of: node, in: tree, adding, filter) + ">"
      for child in tree.children(of: node) {
        write(child, tree, into: &text, replaced, adding, filter)
      }
      text += "</\(name.local)>"
    }
  }

  /// The attributes of an element, each with a space before it.
  static func attributes(
    of node: Int, in tree: ElementTree, _ adding: (Int) -> [(String, String)],
    _ filter: AttributeFilter
  ) -> String {
    var text = ""
    var declaresXLink = false
    for attribute in tree.attributes(of: node) {
      let attributeName = tree.names[Int(attribute.name)]
      guard !attributeName.local.lowercased().hasPrefix("on"),
        let value = filter(node, attributeName.local, attribute.value)
      else { continue }
      let prefix = prefixes[attributeName.namespace] ?? ""
      if prefix == "xlink:", !declaresXLink {
        text += " xmlns:xlink=\"\(Namespace.xlink)\""
        declaresXLink = true
      }
      text += " \(prefix)\(attributeName.local)=\"\(XMLText.escaped(value))\""
    }
    for (name, value) in adding(node) { text += " \(name)=\"\(XMLText.escaped(value))\"" }
    return text
  }

  private static let prefixes = [Namespace.xlink: "xlink:", Namespace.xml: "xml:"]
}
