internal import Markup

/// The fields of forms.
extension DocumentReader {
  /// Reads a field of a form as it is before anything is typed (HTML, section 4.10.5).
  mutating func readInput(_ node: Int, _ style: ComputedStyle) {
    let isOn = tree.attribute("checked", of: node) != nil
    let value = tree.attribute("value", of: node) ?? ""
    switch tree.attribute("type", of: node)?.asciiLowercased ?? "text" {
    case "hidden": break
    case "checkbox": readBox(isOn ? "\u{2611}" : "\u{2610}", node, style)
    case "radio": readBox(isOn ? "\u{25C9}" : "\u{25CB}", node, style)
    case "image": readImage(node, tree.attribute("src", of: node), style)
    case let type where value.isEmpty || ["color", "file", "range"].contains(type):
      findings.report(
        .fallbackContent,
        "an empty field (\"input\" of the type \"\(Self.short(type))\") is not set",
        at: tree.location(of: node))
    case "password": generated(String(repeating: "\u{2022}", count: value.count), style)
    default: generated(value, style)
    }
  }

  /// Sets a box to tick. Browsers give it margins: text that follows it without a space would touch it.
  private mutating func readBox(_ box: String, _ node: Int, _ style: ComputedStyle) {
    let isBeforeText = firstByte(directlyAfter: node).map { $0 > 0x20 } ?? false
    generated(isBeforeText ? box + "\u{A0}" : box, style)
  }

  /// The first byte of the text that follows a node in the same element, without another node between them.
  func firstByte(directlyAfter node: Int) -> UInt8? {
    let next = Int(tree.nodes[node].end)
    guard next < tree.nodes.count, tree.nodes[next].kind == .text,
      tree.nodes[next].parent == tree.nodes[node].parent
    else { return nil }
    return tree.text[Int(tree.nodes[next].first)]
  }
}
