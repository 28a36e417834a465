internal import EPUB
internal import Markup

/// Which notes of the book go to the pages of their calls, and what is left out where they stood.
/// Made before anything is read, so that every document knows of the calls in the others.
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

  /// Whether elements that float there go to the foot: always, unless notes are wanted at the end.
  let floatsToFoot: Bool
  /// The note of every first call.
  private(set) var targets: [Place: Target] = [:]
  /// Notes, and what holds nothing but notes and their headings.
  private(set) var moved: Set<Place> = []
  private(set) var documentsWithMoved: Set<Int> = []

  /// - Parameter isAtFoot: whether notes that links call go to the foot.
  init(
    _ documents: [OpenedDocument], _ publication: Publication, isAtFoot: Bool, floatsToFoot: Bool
  ) {
    self.floatsToFoot = floatsToFoot
    guard isAtFoot else { return }
    let calls = Self.calls(documents, publication)
    let notes = Set(calls.map(\.target.place))
    for (call, target) in calls {
      // A call inside a note leads from note to note: that note stays where it is.
      guard !Self.isInside(call, notes, documents[call.document].tree) else { continue }
      guard moved.insert(target.place).inserted else { continue }
      targets[call] = target
    }
    for place in moved { documentsWithMoved.insert(place.document) }
    for document in documentsWithMoved.sorted() {
      emptyContainers(document, documents[document].tree)
    }
  }

  private static func calls(
    _ documents: [OpenedDocument], _ publication: Publication
  ) -> [(call: Place, target: Target)] {
    var finder = TargetFinder(documents)
    var result: [(Place, Target)] = []
    for (index, document) in documents.enumerated() where document.viewport == nil {
      let tree = document.tree
      for node in tree.nodes.indices where tree.isNoteCall(node) {
        guard let url = tree.attribute("href", of: node),
          let name = publication.place(of: url, from: document.document.href),
          let place = finder.note(at: name),
          place.document != index || node < place.node
            || node >= Int(tree.nodes[place.node].end)
        else { continue }
        result.append(
          (Place(document: index, node: node), Target(place: place, name: name)))
      }
    }
    return result
  }

  private static func isInside(_ call: Place, _ notes: Set<Place>, _ tree: ElementTree) -> Bool {
    var node = call.node
    while node >= 0 {
      if notes.contains(Place(document: call.document, node: node)) { return true }
      node = Int(tree.nodes[node].parent)
    }
    return false
  }

  // MARK: What is left empty

  /// Leaves out the lists that hold nothing any more, and the book's sections of notes when all
  /// that is left of them is headings. Other headings stay.
  private mutating func emptyContainers(_ document: Int, _ tree: ElementTree) {
    let notes = moved.filter { $0.document == document }.map(\.node).sorted()
    for note in notes {
      var node = Int(tree.nodes[note].parent)
      var emptied: [Int] = []
      while node >= 0, !tree.isElement(node, "html"), isEmptied(node, document, tree) {
        emptied.append(node)
        node = Int(tree.nodes[node].parent)
      }
      let isSection = emptied.contains { tree.isElement($0, "body") || tree.isNoteSection($0) }
      for container in emptied where isSection || tree.isList(container) {
        moved.insert(Place(document: document, node: container))
      }
    }
  }

  /// Whether all that an element holds besides moved notes are headings.
  private func isEmptied(_ node: Int, _ document: Int, _ tree: ElementTree) -> Bool {
    if moved.contains(Place(document: document, node: node)) { return true }
    return tree.children(of: node).allSatisfy { child in
      switch tree.nodes[child].kind {
      case .comment, .instruction: return true
      case .text: return tree.string(of: child).allSatisfy(\.isWhitespace)
      case .element:
        let name = tree.name(of: child).local
        if ["h1", "h2", "h3", "h4", "h5", "h6", "hgroup", "header", "hr"].contains(name) {
          return true
        }
        return moved.contains(Place(document: document, node: child))
          || tree.nodes[child].end > child + 1 && isEmptied(child, document, tree)
      }
    }
  }
}

/// Finds the element of a note by its place.
private struct TargetFinder {
  private let documents: [OpenedDocument]
  private let byHref: [String: Int]
  private var ids: [Int: [String: Int]] = [:]

  init(_ documents: [OpenedDocument]) {
    self.documents = documents
    byHref = Dictionary(
      documents.enumerated().map { ($1.document.href, $0) }, uniquingKeysWith: { a, _ in a })
  }

  /// - Returns: nil where there is no such element, or none that could be a note.
  mutating func note(at place: String) -> NotePlan.Place? {
    let parts = place.split(separator: "#", maxSplits: 1)
    guard parts.count == 2, let document = byHref[String(parts[0])] else { return nil }
    let tree = documents[document].tree
    if ids[document] == nil { ids[document] = tree.nodesByID }
    guard let node = ids[document]?[String(parts[1])] else { return nil }
    return block(node, tree).map { NotePlan.Place(document: document, node: $0) }
  }

  /// The note that an id means: the element itself when it is a block, else the list item or
  /// paragraph around it.
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
  /// A link that calls a note (EPUB Structural Semantics; DPUB-ARIA `doc-noteref`).
  fileprivate func isNoteCall(_ node: Int) -> Bool {
    guard isElement(node, "a") else { return false }
    return types(of: node).contains("noteref") || attribute("role", of: node) == "doc-noteref"
  }

  fileprivate func isNoteSection(_ node: Int) -> Bool {
    types(of: node).contains { ["endnotes", "footnotes", "rearnotes"].contains($0) }
      || ["doc-endnotes", "doc-footnotes"].contains(attribute("role", of: node) ?? "")
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

/// The notes of the book as one document's reader asks for them.
final class BookNotes: NoteSource {
  private let plan: NotePlan
  private let documents: [OpenedDocument]
  private let publication: Publication
  let area: TextStyle
  private let resolver: (Int) -> StyleResolver
  private var resolvers: [Int: StyleResolver] = [:]
  private(set) var findings = FindingList()

  init(
    plan: NotePlan, documents: [OpenedDocument], publication: Publication, area: TextStyle,
    resolver: @escaping (Int) -> StyleResolver
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

  func hasMoved(from document: Int) -> Bool { plan.documentsWithMoved.contains(document) }

  func note(calledBy node: Int, of document: Int, label: String) -> Note? {
    guard let target = plan.targets[NotePlan.Place(document: document, node: node)] else {
      return nil
    }
    let home = target.place.document
    let known = resolvers[home] ?? resolver(home)
    resolvers[home] = known
    var reader = DocumentReader(
      tree: documents[home].tree, resolver: known, publication: publication, document: home,
      href: documents[home].document.href, deliver: { _ in })
    let text = reader.readNote(
      target.place.node, label: self.label(label, target.place), area: area)
    findings.append(contentsOf: reader.findings.all)
    return Note(offset: 0, text: text, document: home, place: target.name)
  }

  /// The call's own number or sign, unless the note begins with it.
  private func label(_ label: String, _ place: NotePlan.Place) -> String {
    let text = documents[place.document].tree.textContent(of: place.node)
      .drop { $0.isWhitespace || "[(".contains($0) }
    guard !label.isEmpty, !text.hasPrefix(label) else { return "" }
    return label.allSatisfy(\.isNumber) ? label + ".\u{A0}" : label + "\u{A0}"
  }
}
