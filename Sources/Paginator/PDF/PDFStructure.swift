internal import EPUB
internal import Markup

/// An element of the structure tree (ISO 32000-1, section 14.7).
struct PDFElement: Sendable {
  enum Kid: Sendable {
    /// In the chapter's elements.
    case element(Int)
    /// Marked content of a page, by the page's index in the chapter.
    case content(page: Int, id: Int)
    /// A link's annotation.
    case annotation(page: Int, index: Int)
  }

  let role: Role
  /// In the chapter's elements; -1 for the chapter itself.
  let parent: Int
  var kids: [Kid] = []
  var language: String?
  var alternativeText: String?
  /// Attribute objects (section 14.7.5), as they are written.
  var attributes = ""
  /// Of a link that was made for its text.
  var target: String?
  /// Made for text that stands in no element of its own.
  var isAnonymous = false

  /// The standard structure types that books need (section 14.8.4).
  enum Role: String, Sendable {
    case part = "Part", section = "Sect", division = "Div", quotation = "BlockQuote"
    case paragraph = "P"
    case heading1 = "H1", heading2 = "H2", heading3 = "H3"
    case heading4 = "H4", heading5 = "H5", heading6 = "H6"
    case list = "L", item = "LI", label = "Lbl", body = "LBody"
    case table = "Table", row = "TR", headerCell = "TH", cell = "TD"
    case tableHead = "THead", tableBody = "TBody", tableFoot = "TFoot", caption = "Caption"
    case figure = "Figure", formula = "Formula", note = "Note", reference = "Reference"
    case link = "Link", span = "Span", quote = "Quote", code = "Code"

    /// Whether it holds elements and no text of its own.
    var isGroup: Bool {
      switch self {
      case .part, .section, .division, .quotation, .list, .item, .table, .row, .tableHead,
        .tableBody, .tableFoot, .note:
        true
      default: false
      }
    }

    /// 1 to 6; nil for what is no heading.
    var headingLevel: Int? {
      rawValue.count == 2 && rawValue.hasPrefix("H") ? Int(rawValue.dropFirst()) : nil
    }
  }
}

/// Builds the structure of a chapter out of its document's elements, as content of them is drawn.
struct StructureBuilder {
  private let tree: ElementTree
  private let document: Int
  /// The first one is the chapter.
  private(set) var elements: [PDFElement] = [PDFElement(role: .part, parent: -1)]
  private var known: [Int: Int] = [:]
  private var labels: [Int: Int] = [:]
  private var bodies: [Int: Int] = [:]
  private var foreignNote: (document: Int, element: Int)?
  private let isLink: (String) -> Bool

  /// - Parameter isLink: whether something can be made of a link's target.
  init(_ tree: ElementTree, document: Int, isLink: @escaping (String) -> Bool) {
    self.isLink = isLink
    self.tree = tree
    self.document = document
  }

  mutating func add(_ kid: PDFElement.Kid, to element: Int) { elements[element].kids.append(kid) }

  /// The element that text or an image belongs to; nil for what is not content.
  mutating func leaf(of source: ContentSource) -> Int? {
    switch source {
    case .furniture: nil
    case .label(let node, let document):
      document == self.document && node >= 0 ? label(of: node) : nil
    case .node(let node, let document):
      document == self.document && node >= 0 ? holder(of: element(of: node)) : foreign(document)
    case .generated(let node, let document):
      document == self.document && node >= 0 ? holder(of: element(of: node)) : foreign(document)
    }
  }

  /// The element that an image is.
  mutating func image(_ source: ContentSource, alternativeText: String) -> Int? {
    guard case .node(let node, let document) = source, document == self.document, node >= 0 else {
      return nil
    }
    let own = element(of: node)
    if [.figure, .formula].contains(elements[own].role) {
      elements[own].alternativeText = alternativeText
      return own
    }
    let figure = append(.figure, below: own)
    elements[figure].alternativeText = alternativeText
    return figure
  }

  /// The element of a link around another; nil for none.
  func link(around element: Int) -> Int? {
    var current = element
    while current >= 0 {
      if elements[current].role == .link { return current }
      current = elements[current].parent
    }
    return nil
  }

  /// The element that a link's text belongs to: of a link that no element of the document stands for,
  /// as in a note out of another document, one that is made for it.
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

  /// The structure element of a node: its own, or that of the nearest one around it.
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
    let made = append(role, below: container(outer, for: role))
    if role == .body { bodies[outer] = bodies[outer] ?? made }
    elements[made].language = language
    elements[made].attributes = attributes(of: node, role)
    return made
  }

  /// Parts of tables outside of them are divisions: readers refuse others (ISO 32000-1, section
  /// 14.8.4.3.4).
  private func fitting(_ role: PDFElement.Role, in outer: PDFElement.Role) -> PDFElement.Role {
    let fits: Bool =
      switch role {
      case .cell, .headerCell: outer == .row
      case .row: [.table, .tableHead, .tableBody, .tableFoot].contains(outer)
      case .tableHead, .tableBody, .tableFoot: outer == .table
      case .label, .body: outer == .item
      default: true
      }
    return fits ? role : .division
  }

  /// What readers of tables and lists are told (section 14.8.5).
  private func attributes(of node: Int, _ role: PDFElement.Role) -> String {
    switch role {
    case .list:
      let name = tree.name(of: node).local
      return
        "<</O/List/ListNumbering/\(name == "ol" ? "Decimal" : name == "ul" ? "Disc" : "None")>>"
    case .cell, .headerCell:
      var text = ""
      if role == .headerCell {
        let isOfRow = ["row", "rowgroup"].contains(tree.attribute("scope", of: node) ?? "")
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

  /// Where an element goes: what a list item holds besides its label is in its body.
  private mutating func container(_ outer: Int, for role: PDFElement.Role) -> Int {
    switch elements[outer].role {
    case .item where role != .label && role != .body: body(of: outer)
    case .list where role != .item && role != .caption:
      body(of: append(.item, below: outer))
    case .list: outer
    default: role == .item ? looseList(in: outer) : outer
    }
  }

  /// The list of items that stand in none.
  private mutating func looseList(in outer: Int) -> Int {
    if case .element(let last) = elements[outer].kids.last, elements[last].role == .list,
      elements[last].isAnonymous
    {
      return last
    }
    let list = append(.list, below: outer)
    elements[list].isAnonymous = true
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
    guard elements[item].role == .item else { return nil }
    if let label = labels[item] { return label }
    let label = append(.label, below: item)
    labels[item] = label
    return label
  }

  /// The element that text stands in: an element that holds others gets a paragraph for it.
  private mutating func holder(of element: Int) -> Int {
    guard elements[element].role.isGroup else { return element }
    let holder =
      [.item, .list].contains(elements[element].role)
      ? container(element, for: .paragraph) : element
    guard elements[holder].role.isGroup else { return holder }
    if case .element(let last) = elements[holder].kids.last, elements[last].isAnonymous,
      elements[last].role == .paragraph
    {
      return last
    }
    let made = append(.paragraph, below: holder)
    elements[made].isAnonymous = true
    return made
  }

  /// A note from another document: its elements are not at hand.
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
    let types = tree.types(of: node)
    if types.contains(where: { ["footnote", "endnote", "rearnote", "note"].contains($0) }) {
      return .note
    }
    if let role = descriptionRole(of: node, name.local) { return role }
    if name.local == "a" {
      guard let href = tree.attribute("href", of: node), isLink(href) else { return nil }
      return .link
    }
    return Self.roles[name.local]
  }

  /// In a list of descriptions: a group of terms and descriptions is an item, and so is a term or a
  /// description that stands in no group.
  private func descriptionRole(of node: Int, _ name: String) -> PDFElement.Role? {
    let parent = Int(tree.nodes[node].parent)
    guard parent >= 0 else { return nil }
    switch name {
    case "div": return tree.isElement(parent, "dl") ? .item : nil
    case "dt": return tree.isElement(parent, "div") ? .label : nil
    case "dd": return tree.isElement(parent, "div") ? .body : nil
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
  ]
}
