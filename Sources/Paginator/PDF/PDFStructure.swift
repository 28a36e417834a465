internal import EPUB
internal import Markup

/// Builds the structure of a chapter from its document's elements, when their content is drawn.
struct StructureBuilder {
  let tree: ElementTree
  /// By name in the tree.
  let nameRoles: [NameRole]
  private let document: Int
  /// The boxes of the chapter.
  let boxes: DrawnBoxes
  /// The first element is the chapter.
  var elements: [PDFElement] = [PDFElement(role: .part, parent: -1)]
  private var known: [Int: Int] = [:]
  private var labels: [Int: Int] = [:]
  private var bodies: [Int: Int] = [:]
  /// The bases of ruby, by the node of the annotation after them.
  var rubyBases: [Int: Int] = [:]
  /// Whether some element is hidden from assistive technology.
  private let hidesElements: Bool
  private var foreignNote: (document: Int, element: Int)?
  /// The row of a table that was examined last.
  var lastRow: RowFacts?
  let isLink: (String) -> Bool

  /// - Parameters:
  ///   - nameRoles: what the names in the tree say of roles.
  ///   - isLink: whether a link's target can be resolved.
  init(
    _ tree: ElementTree, document: Int, boxes: DrawnBoxes, nameRoles: [NameRole],
    isLink: @escaping (String) -> Bool
  ) {
    self.isLink = isLink
    self.tree = tree
    self.nameRoles = nameRoles
    self.document = document
    self.boxes = boxes
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
      document == self.document && node >= 0 ? holder(of: node) : foreign(document)
    case .generated(let node, let document):
      document == self.document && node >= 0
        ? holder(ofContentIn: element(of: node)) : foreign(document)
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

  /// The place of a node of the document; nil for other content.
  func location(of source: ContentSource) -> SourceLocation? {
    guard case .node(let node, let document) = source, document == self.document, node >= 0 else {
      return nil
    }
    return tree.location(of: node)
  }

  /// The place of an image that says nothing of itself, not even that it is an ornament
  /// (`alt=""`); nil for other images.
  func lacksAlternative(_ source: ContentSource) -> SourceLocation? {
    guard case .node(let node, let document) = source, document == self.document, node >= 0,
      tree.isElement(node, "img"), tree.attribute("alt", of: node) == nil, !isHidden(source),
      !isPresentational(node)
    else { return nil }
    return tree.location(of: node)
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

  mutating func append(_ role: PDFElement.Role, below parent: Int) -> Int {
    elements.append(PDFElement(role: role, parent: parent))
    elements[parent].kids.append(.element(elements.count - 1))
    return elements.count - 1
  }

  /// The structure element of a node: its own, or that of its nearest ancestor.
  private mutating func element(of node: Int) -> Int {
    if let element = known[node] { return element }
    let parent = Int(tree.nodes[node].parent)
    let outer = parent >= 0 ? element(of: parent) : 0
    // Most nodes are text, which is remembered as a part of its element.
    guard tree.nodes[node].kind == .element else { return outer }
    // A table makes the elements of its cells.
    if let element = known[node] { return element }
    let element = makeElement(of: node, below: outer)
    known[node] = element
    return element
  }

  private mutating func makeElement(of node: Int, below outer: Int) -> Int {
    let language = ownLanguage(of: node)
    guard let asked = role(of: node) ?? (language == nil ? nil : .span) else { return outer }
    let role = fitting(asked, in: elements[outer].role)
    let outer = outerInRuby(of: node, role, in: outer)
    let isReference = role == .link && (isNoteCall(node) || isInContents(outer))
    let parent = container(outer, for: isReference ? .reference : role)
    let made = append(role, below: isReference ? append(.reference, below: parent) : parent)
    if role == .body { bodies[parent] = bodies[parent] ?? made }
    elements[made].language = language
    elements[made].attributes = attributes(of: node, role)
    if role == .figure { elements[made].alternativeText = ownLabel(of: node) }
    if role == .table {
      known[node] = made
      fillTable(node)
    }
    return made
  }

  /// Makes the elements of a table's rows and cells, because cells without content are columns,
  /// too.
  private mutating func fillTable(_ node: Int) {
    for child in tableParts(of: node) {
      _ = element(of: child)
      if elements[known[child] ?? 0].role.isTablePart { fillTable(child) }
    }
  }

  func isChildOfNavigation(_ node: Int) -> Bool {
    let parent = Int(tree.nodes[node].parent)
    return parent >= 0 && tree.isElement(parent, "nav")
  }

  /// Whether a link is the call of a note. Such links, and those of a table of contents, refer to
  /// another place (ISO 32000-1, section 14.8.4.4.1).
  private func isNoteCall(_ node: Int) -> Bool { types(of: node).contains("noteref") }

  /// Notes where the table of a node is, if it has an element.
  mutating func cover(table node: Int, _ rect: Rect, page: Int) {
    guard let own = known[node], elements[own].role == .table else { return }
    elements[own].cover(rect, page: page)
  }

  /// Notes where something of an element is.
  mutating func cover(_ element: Int, _ rect: Rect, page: Int) {
    elements[element].cover(rect, page: page)
  }

  /// The kinds of content that an element is marked as: by `epub:type`, or by roles of DPUB-ARIA
  /// such as `doc-noteref`.
  func types(of node: Int) -> [String] {
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

  private func ownLanguage(of node: Int) -> String? {
    guard tree.nodes[node].count > 0 else { return nil }
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

  /// The element that contains a node's text directly: ruby has bases for it.
  private mutating func holder(of node: Int) -> Int {
    let element = element(of: node)
    return elements[element].role == .ruby
      ? rubyBase(of: node, in: element) : holder(ofContentIn: element)
  }

  /// The element that contains text directly: a grouping element gets a paragraph for it, and ruby a base.
  private mutating func holder(ofContentIn element: Int) -> Int {
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
}
