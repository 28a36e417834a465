internal import Markup

/// Writes a part of a tree back as XML, with the namespaces it needs.
enum MarkupWriter {
  /// - Parameter embed: what to write for the URL of another file; nil to leave it out.
  static func xml(of node: Int, in tree: ElementTree, embed: (String) -> String?) -> String {
    var text = ""
    write(node, tree, into: &text, isRoot: true, embed)
    return text
  }

  private static func write(
    _ node: Int, _ tree: ElementTree, into text: inout String, isRoot: Bool,
    _ embed: (String) -> String?
  ) {
    switch tree.nodes[node].kind {
    case .text: text += XMLText.escaped(tree.string(of: node))
    case .comment, .instruction: break
    case .element:
      let name = tree.name(of: node)
      // Scripts do not run in a page, and must not.
      guard name.local != "script" else { return }
      let parentNamespace =
        isRoot ? "" : tree.name(of: Int(tree.nodes[node].parent)).namespace
      text += "<" + name.local
      if name.namespace != parentNamespace {
        text += " xmlns=\"\(XMLText.escaped(name.namespace))\""
      }
      for attribute in tree.attributes(of: node) {
        let attributeName = tree.names[Int(attribute.name)]
        guard !attributeName.local.lowercased().hasPrefix("on") else { continue }
        let prefix = prefixes[attributeName.namespace] ?? ""
        if prefix == "xlink:" { text += " xmlns:xlink=\"\(Namespace.xlink)\"" }
        var value = attribute.value
        if attributeName.local == "href", ["image", "feImage", "use"].contains(name.local) {
          guard let embedded = embed(value) else { continue }
          value = embedded
        }
        text += " \(prefix)\(attributeName.local)=\"\(XMLText.escaped(value))\""
      }
      text += ">"
      for child in tree.children(of: node) { write(child, tree, into: &text, isRoot: false, embed) }
      text += "</\(name.local)>"
    }
  }

  private static let prefixes = [Namespace.xlink: "xlink:", Namespace.xml: "xml:"]
}
