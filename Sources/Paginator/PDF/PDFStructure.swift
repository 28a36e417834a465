internal import EPUB
internal import Markup

/// An element of the structure tree (ISO 32000-1, section 14.7).
struct PDFElement: Sendable {
  enum Kid: Sendable {
    /// Index in the chapter's elements.
    case element(Int)
    /// Marked content of a page, by the page's index in the chapter.
    case content(page: Int, id: Int)
    /// A link's annotation.
    case annotation(page: Int, index: Int)
  }

  let role: Role
  /// Index in the chapter's elements; -1 for the chapter itself.
  let parent: Int
  var kids: [Kid] = []
  var language: String?
  var alternativeText: String?
  /// Attribute objects (section 14.7.5), in PDF syntax.
  var attributes = ""
  /// The target, for a link element that no element of the document corresponds to.
  var target: String?
  /// Whether it was made for content that has no element of its own.
  var isAnonymous = false

  /// The page of its first marked content, which its other content names only if it is on another
  /// page.
  var firstPage: Int? {
    for case .content(let page, _) in kids { return page }
    return nil
  }

  /// The standard structure types that books need (section 14.8.4).
  enum Role: String, Sendable {
    case part = "Part", section = "Sect", division = "Div", quotation = "BlockQuote"
    case paragraph = "P"
    case heading1 = "H1", heading2 = "H2", heading3 = "H3"
    case heading4 = "H4", heading5 = "H5", heading6 = "H6"
    case contents = "TOC", contentsItem = "TOCI"
    case list = "L", item = "LI", label = "Lbl", body = "LBody"
    case table = "Table", row = "TR", headerCell = "TH", cell = "TD"
    case tableHead = "THead", tableBody = "TBody", tableFoot = "TFoot", caption = "Caption"
    case figure = "Figure", formula = "Formula", note = "Note", reference = "Reference"
    case link = "Link", span = "Span", quote = "Quote", code = "Code"
    case ruby = "Ruby", rubyBase = "RB", rubyText = "RT", rubyParenthesis = "RP"

    /// Whether it contains elements only and no text.
    var isGroup: Bool {
      switch self {
      case .part, .section, .division, .quotation, .list, .item, .table, .row, .tableHead,
        .tableBody, .tableFoot, .note, .contents, .contentsItem:
        true
      default: false
      }
    }

    /// Whether it belongs into a ruby annotation only.
    var isRubyPart: Bool { [.rubyBase, .rubyText, .rubyParenthesis].contains(self) }

    /// The heading level, 1 to 6; nil for a role that is not a heading.
    var headingLevel: Int? {
      rawValue.count == 2 && rawValue.hasPrefix("H") ? Int(rawValue.dropFirst()) : nil
    }
  }
}

/// Builds the structure of a chapter from its document's elements, when their content is drawn.
struct StructureBuilder {
  private let tree: ElementTree
  private let document: Int
  /// The first element is the chapter.
  private(set) var elements: [PDFElement] = [PDFElement(role: .part, parent: -1)]
  private var known: [Int: Int] = [:]
  private var labels: [Int: Int] = [:]
  private var bodies: [Int: Int] = [:]
  /// Whether some element is hidden from assistive technology.
  private let hidesElements: Bool
  private var foreignNote: (document: Int, element: Int)?
  private let isLink: (String) -> Bool

  /// - Parameter isLink: whether a link's target can be resolved.
  init(_ tree: ElementTree, document: Int, isLink: @escaping (String) -> Bool) {
    self.isLink = isLink
    self.tree = tree
    self.document = document
    hidesElements = tree.names.contains { $0.local == "aria-hidden" }
  }

  mutating func add(_ kid: PDFElement.Kid, to element: Int) { elements[element].kids.append(kid) }

  /// The element that text or an image belongs to; nil if it is not content.
  mutating func leaf(of source: ContentSource) -> Int? {
    if isHidden(source) { return nil }
    return switch source {
    case .furniture: nil
    case .label(let node, let document):
      document == self.document && node >= 0 ? label(of: node) : nil
    case .node(let node, let document):
      document == self.document && node >= 0 ? holder(of: element(of: node)) : foreign(document)
    case .generated(let node, let document):
      document == self.document && node >= 0 ? holder(of: element(of: node)) : foreign(document)
    }
  }

  /// Whether an element around content has `aria-hidden` (WAI-ARIA 1.2, section 6.7).
  private func isHidden(_ source: ContentSource) -> Bool {
    guard hidesElements else { return false }
    var node: Int
    switch source {
    case .furniture: return false
    case .label(let own, let document), .node(let own, let document),
      .generated(let own, let document):
      guard document == self.document else { return false }
      node = own
    }
    while node >= 0 {
      if tree.attribute("aria-hidden", of: node) == "true" { return true }
      node = Int(tree.nodes[node].parent)
    }
    return false
  }

  /// The figure or formula element of an image; nil for an image that is not a node of this
  /// document.
  mutating func image(_ source: ContentSource, alternativeText: String) -> Int? {
    guard case .node(let node, let document) = source, document == self.document, node >= 0,
      !isHidden(source), !isPresentational(node)
    else { return nil }
    let own = element(of: node)
    if [.figure, .formula].contains(elements[own].role) {
      elements[own].alternativeText = alternativeText
      return own
    }
    let figure = append(.figure, below: own)
    elements[figure].alternativeText = alternativeText
    return figure
  }

  /// The link element that contains an element; nil for none.
  func link(around element: Int) -> Int? {
    var current = element
    while current >= 0 {
      if elements[current].role == .link { return current }
      current = elements[current].parent
    }
    return nil
  }

  /// The link element that contains a node; nil for none.
  mutating func link(of source: ContentSource) -> Int? {
    guard case .node(var node, let document) = source, document == self.document, !isHidden(source)
    else { return nil }
    while node >= 0, !tree.isElement(node, "a") { node = Int(tree.nodes[node].parent) }
    guard node >= 0 else { return nil }
    let element = element(of: node)
    return link(around: element)
  }

  /// The element that a link's text belongs to. A link without an element of this document, such as
  /// one in a note from another document, gets a new element.
  mutating func leaf(of source: ContentSource, linkingTo target: String) -> Int? {
    guard let leaf = leaf(of: source) else { return nil }
    if link(around: leaf) != nil { return leaf }
    if case .element(let last) = elements[leaf].kids.last, elements[last].target == target {
      return last
    }
    let made = append(.link, below: leaf)
    elements[made].target = target
    return made
  }

  // MARK: Elements

  private mutating func append(_ role: PDFElement.Role, below parent: Int) -> Int {
    elements.append(PDFElement(role: role, parent: parent))
    elements[parent].kids.append(.element(elements.count - 1))
    return elements.count - 1
  }

  /// The structure element of a node: its own, or that of its nearest ancestor.
  private mutating func element(of node: Int) -> Int {
    if let element = known[node] { return element }
    let parent = Int(tree.nodes[node].parent)
    let outer = parent >= 0 ? element(of: parent) : 0
    let element = makeElement(of: node, below: outer)
    known[node] = element
    return element
  }

  private mutating func makeElement(of node: Int, below outer: Int) -> Int {
    guard tree.nodes[node].kind == .element else { return outer }
    let language = ownLanguage(of: node)
    guard let asked = role(of: node) ?? (language == nil ? nil : .span) else { return outer }
    let role = fitting(asked, in: elements[outer].role)
    let isReference = role == .link && (isNoteCall(node) || isInContents(outer))
    let parent = container(outer, for: isReference ? .reference : role)
    let made = append(role, below: isReference ? append(.reference, below: parent) : parent)
    if role == .body { bodies[parent] = bodies[parent] ?? made }
    elements[made].language = language
    elements[made].attributes = attributes(of: node, role)
    return made
  }

  private func isChildOfNavigation(_ node: Int) -> Bool {
    let parent = Int(tree.nodes[node].parent)
    return parent >= 0 && tree.isElement(parent, "nav")
  }

  /// Whether a link is the call of a note. Such links, and those of a table of contents, refer to
  /// another place (ISO 32000-1, section 14.8.4.4.1).
  private func isNoteCall(_ node: Int) -> Bool { types(of: node).contains("noteref") }

  /// The kinds of content that an element is marked as: by `epub:type`, or by roles of DPUB-ARIA
  /// such as `doc-noteref`.
  private func types(of node: Int) -> [String] {
    tree.types(of: node)
      + ariaRoles(of: node).filter { $0.hasPrefix("doc-") }.map { String($0.dropFirst(4)) }
  }

  private func isInContents(_ element: Int) -> Bool {
    var current = element
    while current >= 0 {
      if elements[current].role == .contentsItem { return true }
      current = elements[current].parent
    }
    return false
  }

  /// Lists in a table of contents are tables of contents, too. Parts of tables and lists are
  /// divisions outside their proper parent, because readers reject them there (ISO 32000-1, section
  /// 14.8.4.3.4).
  private func fitting(_ role: PDFElement.Role, in outer: PDFElement.Role) -> PDFElement.Role {
    switch (role, outer) {
    case (.list, .contentsItem): return .contents
    case (.item, .contents): return .contentsItem
    default: break
    }
    let fits: Bool =
      switch role {
      case .cell, .headerCell: outer == .row
      case .row: [.table, .tableHead, .tableBody, .tableFoot].contains(outer)
      case .tableHead, .tableBody, .tableFoot: outer == .table
      case .label, .body: outer == .item || outer == .list
      case .rubyBase, .rubyText, .rubyParenthesis: outer == .ruby
      default: true
      }
    return fits ? role : role.isRubyPart ? .span : .division
  }

  /// The attributes of lists and table cells (section 14.8.5).
  private func attributes(of node: Int, _ role: PDFElement.Role) -> String {
    switch role {
    case .list:
      let name = tree.name(of: node).local
      return
        "<</O/List/ListNumbering/\(name == "ol" ? "Decimal" : name == "ul" ? "Disc" : "None")>>"
    case .cell, .headerCell:
      var text = ""
      if role == .headerCell {
        let isOfRow =
          ["row", "rowgroup"].contains(tree.attribute("scope", of: node) ?? "")
          || ariaRoles(of: node).contains("rowheader")
        text += "/Scope/\(isOfRow ? "Row" : "Column")"
      }
      let (columns, rows) = (number("colspan", of: node), number("rowspan", of: node))
      if columns > 1 { text += "/ColSpan \(columns)" }
      if rows > 1 { text += "/RowSpan \(rows)" }
      return text.isEmpty ? "" : "<</O/Table\(text)>>"
    default: return ""
    }
  }

  private func number(_ attribute: String, of node: Int) -> Int {
    let value = tree.attribute(attribute, of: node).flatMap { Int($0) } ?? 1
    return min(max(1, value), 1000)
  }

  private func ownLanguage(of node: Int) -> String? {
    let language =
      tree.attribute("lang", in: Namespace.xml, of: node) ?? tree.attribute("lang", of: node)
    guard let language, !language.isEmpty, tree.nodes[node].parent >= 0 else { return nil }
    return language
  }

  /// The parent of a new element. The content of a list item, except its label, is in the item's
  /// body.
  private mutating func container(_ outer: Int, for role: PDFElement.Role) -> Int {
    switch elements[outer].role {
    case .item where role != .label && role != .body: body(of: outer)
    case .list where role == .label || role == .body: descriptionItem(in: outer)
    case .list where role != .item && role != .caption:
      body(of: append(.item, below: outer))
    case .list: outer
    case .contents where ![.contents, .contentsItem, .caption].contains(role):
      append(.contentsItem, below: outer)
    case .ruby where !role.isRubyPart: anonymous(.rubyBase, in: outer)
    default: role == .item ? looseList(in: outer) : outer
    }
  }

  /// The item of a term or a description in a list: terms begin an item, which ends with a
  /// description.
  private mutating func descriptionItem(in list: Int) -> Int {
    if case .element(let last) = elements[list].kids.last, elements[last].role == .item,
      bodies[last] == nil
    {
      return last
    }
    return append(.item, below: list)
  }

  /// The list for items outside of lists.
  private mutating func looseList(in outer: Int) -> Int {
    let list = anonymous(.list, in: outer)
    elements[list].attributes = "<</O/List/ListNumbering/Disc>>"
    return list
  }

  private mutating func body(of item: Int) -> Int {
    if let body = bodies[item] { return body }
    let body = append(.body, below: item)
    bodies[item] = body
    return body
  }

  private mutating func label(of node: Int) -> Int? {
    let item = element(of: node)
    guard [.item, .contentsItem].contains(elements[item].role) else { return nil }
    if let label = labels[item] { return label }
    let label = append(.label, below: item)
    labels[item] = label
    return label
  }

  /// The element that contains text directly: a grouping element gets a paragraph for it, and a
  /// ruby annotation a base.
  private mutating func holder(of element: Int) -> Int {
    if elements[element].role == .ruby { return anonymous(.rubyBase, in: element) }
    guard elements[element].role.isGroup else { return element }
    let holder =
      [.item, .list, .contents].contains(elements[element].role)
      ? container(element, for: .paragraph) : element
    return elements[holder].role.isGroup ? anonymous(.paragraph, in: holder) : holder
  }

  /// The last element in another one if it is anonymous and has this role; otherwise a new one.
  private mutating func anonymous(_ role: PDFElement.Role, in outer: Int) -> Int {
    if case .element(let last) = elements[outer].kids.last, elements[last].isAnonymous,
      elements[last].role == role
    {
      return last
    }
    let made = append(role, below: outer)
    elements[made].isAnonymous = true
    return made
  }

  /// The element of a note from another document, whose element tree is not available here.
  private mutating func foreign(_ document: Int) -> Int? {
    if let foreignNote, foreignNote.document == document { return foreignNote.element }
    let made = append(.paragraph, below: append(.note, below: 0))
    foreignNote = (document, made)
    return made
  }

  // MARK: Roles

  private func role(of node: Int) -> PDFElement.Role? {
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
  private func ariaRoles(of node: Int) -> [String] {
    tree.words(of: "role", node).map(\.asciiLowercased)
  }

  /// Whether an element is for layout only, such as a table that places things side by side.
  private func isPresentational(_ node: Int) -> Bool {
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
      return Self.ariaRoles[name]
    }.first
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
