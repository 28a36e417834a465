internal import EPUB
internal import Markup

extension String {
  /// Whether it contains "note", as all types of notes do. Most types are of phrases.
  fileprivate var mayNameNote: Bool {
    let note: StaticString = "note"
    var found = 0
    for byte in utf8 {
      found = byte == note.utf8Start[found] ? found + 1 : byte == note.utf8Start[0] ? 1 : 0
      if found == note.utf8CodeUnitCount { return true }
    }
    return false
  }
}

/// The roles of elements.
extension StructureBuilder {
  /// What a name says of an element's role.
  enum NameRole {
    /// The role, unless an attribute gives it another one.
    case role(PDFElement.Role?)
    /// An attribute that gives its element a role: `role`, or an `epub:type` of a note.
    case attribute(isType: Bool)
    /// The role depends on other things, too.
    case depends

    init(_ name: ElementTree.Name) {
      if name.local == "role" || name.local == "type" {
        self = .attribute(isType: name.local == "type")
      } else if name.namespace == Namespace.xhtml,
        !["a", "ol", "ul", "li", "div", "dt", "dd"].contains(name.local)
      {
        self = .role(StructureBuilder.roles[name.local])
      } else {
        self = .depends
      }
    }
  }

  func role(of node: Int) -> PDFElement.Role? {
    guard case .role(let role) = nameRoles[Int(tree.nodes[node].name)] else {
      return roleInContext(of: node)
    }
    for attribute in tree.attributes(of: node) {
      guard case .attribute(let isType) = nameRoles[Int(attribute.name)] else { continue }
      if !isType || attribute.value.mayNameNote { return roleInContext(of: node) }
    }
    return role
  }

  private func roleInContext(of node: Int) -> PDFElement.Role? {
    let name = tree.name(of: node)
    switch name.namespace {
    case Namespace.mathML: return name.local == "math" ? .formula : nil
    case Namespace.svg: return name.local == "svg" ? .figure : nil
    case Namespace.xhtml: break
    default: return nil
    }
    if types(of: node).contains(where: { ["footnote", "endnote", "rearnote", "note"].contains($0) })
    {
      return .note
    }
    if ["ol", "ul"].contains(name.local), isChildOfNavigation(node) { return .contents }
    if let role = ariaRole(of: node) { return role }
    if isPresentational(node) { return nil }
    // The items of a list that is none are none either (WAI-ARIA 1.2, section 7.1.1).
    if name.local == "li", isPresentational(Int(tree.nodes[node].parent)) { return .division }
    if let role = descriptionRole(of: node, name.local) { return role }
    if name.local == "a" {
      guard let href = tree.attribute("href", of: node), isLink(href) else { return nil }
      return .link
    }
    return Self.roles[name.local]
  }

  /// The ARIA roles of an element, in order; the first one that is known counts.
  func ariaRoles(of node: Int) -> [String] {
    tree.words(of: "role", node).map(\.asciiLowercased)
  }

  /// Whether an element is for layout only, such as a table that places things side by side.
  func isPresentational(_ node: Int) -> Bool {
    node >= 0 && tree.nodes[node].kind == .element
      && ["none", "presentation"].contains(ariaRoles(of: node).first)
  }

  /// The role that an ARIA role gives an element (WAI-ARIA 1.2, section 5.4); nil for none.
  private func ariaRole(of node: Int) -> PDFElement.Role? {
    ariaRoles(of: node).lazy.compactMap { name in
      if name == "heading" {
        let level = tree.attribute("aria-level", of: node).flatMap { Int($0) } ?? 2
        return PDFElement.Role(rawValue: "H\(min(max(1, level), 6))")
      }
      if name == "img", ownLabel(of: node) != nil { return .figure }
      return Self.ariaRoles[name]
    }.first
  }

  /// The label of an element that is an image by its role, such as an emoticon.
  func ownLabel(of node: Int) -> String? {
    guard ariaRoles(of: node).contains("img") else { return nil }
    return tree.ariaLabel(of: node)
  }

  private static let ariaRoles: [String: PDFElement.Role] = [
    "list": .list, "listitem": .item, "table": .table, "row": .row, "cell": .cell,
    "columnheader": .headerCell, "rowheader": .headerCell,
  ]

  /// Roles in a description list (`dl`): terms are labels and descriptions are bodies of items, and
  /// a `div` that groups them is an item. Elsewhere they are items (`roles`).
  private func descriptionRole(of node: Int, _ name: String) -> PDFElement.Role? {
    let parent = Int(tree.nodes[node].parent)
    guard parent >= 0 else { return nil }
    switch name {
    case "div": return tree.isElement(parent, "dl") ? .item : nil
    case "dt" where tree.isElement(parent, "div") || tree.isElement(parent, "dl"): return .label
    case "dd" where tree.isElement(parent, "div") || tree.isElement(parent, "dl"): return .body
    default: return nil
    }
  }

  private static let roles: [String: PDFElement.Role] = [
    "section": .section, "article": .section, "nav": .section, "main": .section,
    "header": .section, "footer": .section, "aside": .section, "div": .division,
    "figure": .division, "blockquote": .quotation, "p": .paragraph, "pre": .paragraph,
    "h1": .heading1, "h2": .heading2, "h3": .heading3, "h4": .heading4, "h5": .heading5,
    "h6": .heading6, "ul": .list, "ol": .list, "dl": .list, "li": .item, "dt": .item, "dd": .item,
    "table": .table, "tr": .row, "th": .headerCell, "td": .cell, "thead": .tableHead,
    "tbody": .tableBody, "tfoot": .tableFoot, "caption": .caption, "figcaption": .caption,
    "img": .figure, "q": .quote, "code": .code, "address": .paragraph, "summary": .paragraph,
    "ruby": .ruby, "rb": .rubyBase, "rt": .rubyText, "rp": .rubyParenthesis,
  ]
}
