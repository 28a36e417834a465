internal import EPUB
internal import Markup

/// Which notes move to the pages of their calls, and which elements are left out where the notes
/// were. Computed before any document is read, because a call and its note may be in different
/// documents.
struct NotePlan: Sendable {
  struct Place: Hashable, Sendable {
    let document: Int
    let node: Int
  }

  struct Target: Sendable {
    let place: Place
    /// As "href#id".
    let name: String
  }

  /// Whether elements with `float: footnote` go to the foot of the page: true unless notes are
  /// wanted at the end.
  let floatsToFoot: Bool
  /// For every note that moves, its first call and the note.
  private(set) var targets: [Place: Target] = [:]
  /// By note, the places of its calls, as "href#id".
  private(set) var callPlaces: [Place: Set<String>] = [:]
  /// The notes that move.
  private(set) var notes: Set<Place> = []
  /// The notes that move, and the containers that are empty without them.
  private(set) var moved: Set<Place> = []
  private(set) var documentsWithMoved: Set<Int> = []
  private var documentsWithCalls: Set<Int> = []

  /// - Parameter isAtFoot: whether notes that links call go to the foot.
  init(
    _ documents: [OpenedDocument], isAtFoot: Bool, floatsToFoot: Bool
  ) throws {
    self.floatsToFoot = floatsToFoot
    guard isAtFoot else { return }
    let calls = try Self.calls(documents)
    let notes = Dictionary(grouping: calls, by: \.target.place.document).mapValues { calls in
      NodeRanges(calls.map { $0.target.place.node..<$0.end })
    }
    for ((call, places), target, _) in calls {
      callPlaces[target.place, default: []].formUnion(places)
      // A call inside a note leads to another note. That one stays where it is.
      let isInNote = notes[call.document]?.contains(call.node) ?? false
      guard !isInNote else { continue }
      guard moved.insert(target.place).inserted else { continue }
      targets[call] = target
      documentsWithCalls.insert(call.document)
    }
    self.notes = moved
    for place in moved { documentsWithMoved.insert(place.document) }
    for document in documentsWithMoved.sorted() {
      documents[document].keepTree()
      emptyContainers(document, try documents[document].tree)
      leaveTitles(document, try documents[document].tree)
    }
    try leaveEntries(documents)
  }

  /// Whether a document has notes that move, or calls such notes.
  func involves(_ document: Int) -> Bool {
    documentsWithMoved.contains(document) || documentsWithCalls.contains(document)
  }

  /// A link that calls a note, and its target.
  struct Call: Sendable {
    let node: Int
    /// As "href#id".
    let target: String
    /// The ids of the call, and of the elements of its line around it, as "href#id".
    var places: [String] = []
  }

  /// The note calls in one document, collected while its tree is in memory.
  static func calls(
    in tree: ElementTree, href: String, _ publication: Publication
  ) -> [Call] {
    tree.nodes.indices.compactMap { node in
      guard tree.isNoteCall(node), let url = tree.attribute("href", of: node),
        let target = publication.place(of: url, from: href)
      else { return nil }
      return Call(
        node: node, target: target, places: tree.ids(ofCall: node).map { "\(href)#\($0)" })
    }
  }

  /// The lines of a generated contents page, and what each names.
  static func entries(in tree: ElementTree, href: String, _ publication: Publication) -> [Call] {
    tree.nodes.indices.compactMap { node in
      guard tree.isElement(node, "a"), let url = tree.attribute("href", of: node),
        let target = publication.place(of: url, from: href)
      else { return nil }
      return Call(node: Int(tree.nodes[node].parent), target: target)
    }
  }

  private static func calls(
    _ documents: [OpenedDocument]
  ) throws -> [(call: (place: Place, places: [String]), target: Target, end: Int)] {
    var finder = TargetFinder(documents)
    var result: [((Place, [String]), Target, Int)] = []
    for (index, document) in documents.enumerated() {
      for call in document.noteCalls {
        guard let place = try finder.note(at: call.target),
          place.document != index || call.node < place.node || call.node >= place.end
        else { continue }
        result.append(
          (
            (Place(document: index, node: call.node), call.places),
            Target(place: Place(document: place.document, node: place.node), name: call.target),
            place.end
          ))
      }
    }
    return result
  }

  // MARK: Empty containers

  /// Leaves out containers that are empty now, and note sections in which only headings remain.
  private mutating func emptyContainers(_ document: Int, _ tree: ElementTree) {
    let notes = moved.filter { $0.document == document }.map(\.node).sorted()
    var known: [Int: Bool] = [:]
    var others: Set<Int> = []
    for note in notes {
      var node = Int(tree.nodes[note].parent)
      var emptied: [Int] = []
      while node >= 0, !tree.isElement(node, "html"),
        isEmptied(node, document, tree, &known)
      {
        emptied.append(node)
        node = Int(tree.nodes[node].parent)
      }
      let isSection =
        emptied.contains { tree.isElement($0, "body") || tree.isNoteSection($0) }
        || !emptied.isEmpty && isInNoteSection(node, tree)
      for container in emptied {
        if isSection || tree.isList(container) {
          moved.insert(Place(document: document, node: container))
        } else {
          others.insert(container)
        }
      }
    }
    // Inner ones have greater numbers.
    for container in others.sorted(by: >) {
      let isBare = tree.significantChildren(of: container).allSatisfy {
        moved.contains(Place(document: document, node: $0))
      }
      if isBare { moved.insert(Place(document: document, node: container)) }
    }
  }

  /// Whether an element is a note section or inside one. The other notes of such a section stay.
  private func isInNoteSection(_ node: Int, _ tree: ElementTree) -> Bool {
    var node = node
    while node >= 0 {
      if tree.nodes[node].kind == .element, tree.isNoteSection(node) { return true }
      node = Int(tree.nodes[node].parent)
    }
    return false
  }

  /// Leaves out the title of moved notes that stands in front of them, and the rule that divides them from the
  /// text. It belongs to nothing else if the element around it ends after the notes, or another heading follows.
  private mutating func leaveTitles(_ document: Int, _ tree: ElementTree) {
    func isMoved(_ node: Int) -> Bool { moved.contains(Place(document: document, node: node)) }
    let nodes = moved.filter { $0.document == document }.map(\.node)
    let parents = Set(nodes.map { Int(tree.nodes[$0].parent) }).filter { $0 >= 0 && !isMoved($0) }
    for parent in parents.sorted() {
      let children = tree.significantChildren(of: parent)
      var end = children.count
      while let last = children[..<end].lastIndex(where: isMoved) {
        var first = last
        while first > 0, isMoved(children[first - 1]) { first -= 1 }
        end = first
        let next = last + 1 < children.count ? children[last + 1] : nil
        guard next.map(tree.isHeading) ?? true else { continue }
        if end > 0, tree.isTitle(children[end - 1]) { end -= 1 }
        if end > 0, tree.isElement(children[end - 1], "hr") { end -= 1 }
        for node in children[end..<first] { moved.insert(Place(document: document, node: node)) }
      }
    }
  }

  /// Leaves out the lines of a generated contents page that name moved notes, which have no page of their own.
  private mutating func leaveEntries(_ documents: [OpenedDocument]) throws {
    guard !moved.isEmpty, documents.contains(where: { !$0.contentsEntries.isEmpty }) else { return }
    var leftOut: Set<String> = []
    for document in documentsWithMoved.sorted() {
      let tree = try documents[document].tree
      let href = documents[document].document.href
      for node in tree.nodes.indices where tree.nodes[node].kind == .element {
        let id = tree.attribute("id", of: node)
        guard id != nil || tree.isElement(node, "body"), isLeftOut(node, document, tree) else {
          continue
        }
        if tree.isElement(node, "body") { leftOut.insert(href) }
        if let id { leftOut.insert("\(href)#\(id)") }
      }
    }
    for (index, document) in documents.enumerated() {
      for entry in document.contentsEntries where leftOut.contains(entry.target) {
        moved.insert(Place(document: index, node: entry.node))
        documentsWithMoved.insert(index)
      }
    }
  }

  private func isLeftOut(_ node: Int, _ document: Int, _ tree: ElementTree) -> Bool {
    var node = node
    while node >= 0 {
      if moved.contains(Place(document: document, node: node)) { return true }
      node = Int(tree.nodes[node].parent)
    }
    return false
  }

  /// Whether an element contains nothing but moved notes, headings, rules and white space.
  /// - Parameter known: the answers for elements; notes have many containers in common.
  private func isEmptied(
    _ node: Int, _ document: Int, _ tree: ElementTree, _ known: inout [Int: Bool]
  ) -> Bool {
    if moved.contains(Place(document: document, node: node)) { return true }
    if let answer = known[node] { return answer }
    let answer = tree.children(of: node).allSatisfy { child in
      switch tree.nodes[child].kind {
      case .comment, .instruction: return true
      case .text: return tree.string(of: child).allSatisfy(\.isWhitespace)
      case .element:
        if tree.isTitle(child) || tree.isElement(child, "hr") { return true }
        return moved.contains(Place(document: document, node: child))
          || tree.nodes[child].end > child + 1 && isEmptied(child, document, tree, &known)
      }
    }
    known[node] = answer
    return answer
  }
}

/// Ranges of nodes, which may contain one another.
private struct NodeRanges {
  private let starts: [Int]
  /// For each range, the greatest end of those up to it.
  private let ends: [Int]

  init(_ ranges: [Range<Int>]) {
    let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
    starts = sorted.map(\.lowerBound)
    var end = 0
    ends = sorted.map { range in
      end = max(end, range.upperBound)
      return end
    }
  }

  func contains(_ node: Int) -> Bool {
    let index = starts.partitioningIndex { $0 > node } - 1
    return index >= 0 && node < ends[index]
  }
}

/// Finds the element of a note by its "href#id".
private struct TargetFinder {
  private let documents: [OpenedDocument]
  private let byHref: [String: Int]
  private var known: [Int: (tree: ElementTree, ids: [String: Int])] = [:]

  init(_ documents: [OpenedDocument]) {
    self.documents = documents
    byHref = Dictionary(
      documents.enumerated().map { ($1.document.href, $0) }, uniquingKeysWith: { a, _ in a })
  }

  /// - Returns: nil if there is no such element, or if it can't be a note.
  mutating func note(at place: String) throws -> (document: Int, node: Int, end: Int)? {
    let parts = place.split(separator: "#", maxSplits: 1)
    guard parts.count == 2, let document = byHref[String(parts[0])] else { return nil }
    let (tree, ids) = try self.known(document)
    guard let node = ids[String(parts[1])] else { return nil }
    return block(node, tree).map { (document, $0, Int(tree.nodes[$0].end)) }
  }

  private mutating func known(
    _ document: Int
  ) throws -> (tree: ElementTree, ids: [String: Int]) {
    if let known = known[document] { return known }
    let tree = try documents[document].tree
    let made = (tree, tree.nodesByID)
    known[document] = made
    return made
  }

  /// The note that an id refers to: the element itself if it is a block, else the nearest block
  /// around it, such as a list item or a paragraph.
  private func block(_ node: Int, _ tree: ElementTree) -> Int? {
    let blocks: Set<String> = ["li", "aside", "div", "p", "section", "dd", "blockquote"]
    var current = node
    while current >= 0, !tree.isElement(current, "body") {
      if tree.nodes[current].kind == .element,
        blocks.contains(tree.name(of: current).local),
        tree.name(of: current).namespace == Namespace.xhtml
      {
        return current
      }
      current = Int(tree.nodes[current].parent)
    }
    return nil
  }
}

extension ElementTree {
  fileprivate func isNoteSection(_ node: Int) -> Bool {
    let names = ["endnotes", "footnotes", "rearnotes"]
    // An aside for one note may have several in a list.
    let types = types(of: node)
    return types.contains(where: names.contains)
      || isElement(node, "aside") && types.contains { ["footnote", "endnote"].contains($0) }
      || ["doc-endnotes", "doc-footnotes", "doc-footnote"].contains(
        attribute("role", of: node) ?? "")
      || (attribute("class", of: node) ?? "").split(whereSeparator: \.isCSSSpace)
        .contains { names.contains($0.lowercased()) }
  }

  /// The ids of a note call and of what is around it in its line, such as `sup`.
  fileprivate func ids(ofCall node: Int) -> [String] {
    var ids: [String] = []
    for inner in node..<min(Int(nodes[node].end), node + 8) where nodes[inner].kind == .element {
      if let id = attribute("id", of: inner) { ids.append(id) }
    }
    var outer = Int(nodes[node].parent)
    while outer >= 0, ["sup", "span", "small", "em", "i", "b"].contains(name(of: outer).local) {
      if let id = attribute("id", of: outer) { ids.append(id) }
      outer = Int(nodes[outer].parent)
    }
    return ids
  }

  /// The children of an element that are seen.
  fileprivate func significantChildren(of node: Int) -> [Int] {
    children(of: node).filter { !isBlank($0) }
  }

  private static let unseen: Set<String> = ["a", "br", "div", "p", "span"]

  /// Whether there is nothing to see of a node: no text, and no elements but those that only hold text.
  private func isBlank(_ node: Int) -> Bool {
    (node..<max(node + 1, Int(nodes[node].end))).allSatisfy { inner in
      switch nodes[inner].kind {
      case .comment, .instruction: true
      case .text: string(of: inner).allSatisfy(\.isWhitespace)
      case .element: Self.unseen.contains(name(of: inner).local)
      }
    }
  }

  /// Whether an element can be the title of notes: a heading, or the "rubric" of docutils. One that calls a
  /// note is part of the text.
  fileprivate func isTitle(_ node: Int) -> Bool {
    guard isHeading(node) || isRubric(node) || ["hgroup", "header"].contains(name(of: node).local)
    else { return false }
    return !(node..<Int(nodes[node].end)).contains { isNoteCall($0) }
  }

  fileprivate func isList(_ node: Int) -> Bool {
    ["ol", "ul", "dl"].contains(name(of: node).local)
  }

  fileprivate var nodesByID: [String: Int] {
    var result: [String: Int] = [:]
    for node in nodes.indices where nodes[node].kind == .element && nodes[node].count > 0 {
      if let id = attribute("id", of: node), result[id] == nil { result[id] = node }
    }
    return result
  }
}

/// Gives the notes of the book to the reader of one document.
final class BookNotes: NoteSource {
  private let plan: NotePlan
  private let documents: [OpenedDocument]
  private let publication: Publication
  let area: NoteAreaStyle
  private let resolver: (Int) throws -> StyleResolver
  private var homes: [Int: (tree: ElementTree, resolver: StyleResolver)] = [:]
  private(set) var findings = FindingList()
  /// Why a note could not be read.
  private(set) var failure: (any Error)?

  init(
    plan: NotePlan, documents: [OpenedDocument], publication: Publication, area: NoteAreaStyle,
    resolver: @escaping (Int) throws -> StyleResolver
  ) {
    self.plan = plan
    self.documents = documents
    self.publication = publication
    self.area = area
    self.resolver = resolver
  }

  var isAtFoot: Bool { plan.floatsToFoot }

  func isMoved(_ node: Int, of document: Int) -> Bool {
    guard !plan.moved.isEmpty else { return false }
    return plan.moved.contains(NotePlan.Place(document: document, node: node))
  }

  func isMovedNote(_ node: Int, of document: Int) -> Bool {
    plan.notes.contains(NotePlan.Place(document: document, node: node))
  }

  func hasMoved(from document: Int) -> Bool { plan.documentsWithMoved.contains(document) }

  func note(calledBy node: Int, of document: Int, label: String) -> Note? {
    guard let target = plan.targets[NotePlan.Place(document: document, node: node)] else {
      return nil
    }
    let home = target.place.document
    do {
      let (tree, resolver) = try homes[home] ?? (documents[home].tree, resolver(home))
      homes[home] = (tree, resolver)
      var reader = DocumentReader(
        tree: tree, resolver: resolver, publication: publication, document: home,
        href: documents[home].document.href, deliver: { _ in })
      reader.noteCalls = plan.callPlaces[target.place] ?? []
      let text = reader.readNote(
        target.place.node, label: Self.label(label, target.place, tree), area: area)
      findings.append(contentsOf: reader.findings.all)
      return Note(offset: 0, text: text, document: home, place: target.name)
    } catch {
      failure = error
      return nil
    }
  }

  /// The number or sign of the call; empty if the note already begins with it, with or without
  /// brackets.
  private static func label(
    _ label: String, _ place: NotePlan.Place, _ tree: ElementTree
  ) -> String {
    let own = tree.textContent(of: place.node).drop { $0.isWhitespace || "[(".contains($0) }
    let sign = label.drop { "[(".contains($0) }.prefix { !"])".contains($0) }
    guard !sign.isEmpty else { return "" }
    // A word of the text that calls a note is named in it, or else before it.
    if !label.isSign {
      return own.lowercased().contains(label.lowercased()) ? "" : label + ":\u{A0}"
    }
    // "1" is no beginning of "12".
    let next = own.dropFirst(sign.count).first
    if own.hasPrefix(sign), next.map({ !$0.isNumber && !$0.isLetter }) ?? true { return "" }
    return label.allSatisfy(\.isNumber) ? label + ".\u{A0}" : label + "\u{A0}"
  }
}
