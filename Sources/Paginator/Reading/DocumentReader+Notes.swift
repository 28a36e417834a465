internal import EPUB
internal import Markup

/// Decides which notes move to their calls, and returns their texts.
protocol NoteSource {
  /// Whether an element is not set in its place: a note that moves, or a container that moved notes
  /// leave empty.
  func isMoved(_ node: Int, of document: Int) -> Bool
  /// Whether an element is a note that moves.
  func isMovedNote(_ node: Int, of document: Int) -> Bool
  func hasMoved(from document: Int) -> Bool
  /// The note that a link calls; nil unless the link is the first call of a note that moves.
  func note(calledBy node: Int, of document: Int, label: String) -> Note?
  /// The style of the note area, for notes of a document.
  var area: NoteAreaStyle { get }
  /// Whether elements with `float: footnote` go to the foot of the page; otherwise to the end of
  /// their document.
  var isAtFoot: Bool { get }
}

/// Notes: targets of links (EPUB 3.3, structural semantics), and elements that float to the foot of
/// the page (CSS GCPM 3, section 2).
extension DocumentReader {
  func isMoved(_ node: Int) -> Bool {
    !isReadingNote && notes?.isMoved(node, of: document) ?? false
  }

  /// Reports the headings of notes that moved: they are on no page.
  mutating func reportLeftOut(_ node: Int) {
    guard let notes, !notes.isMovedNote(node, of: document) else { return }
    for heading in node..<Int(tree.nodes[node].end)
    where tree.isHeading(heading) || tree.isRubric(heading) {
      findings.report(
        .fallbackContent,
        "the heading \"\(tree.singleSpaced(heading))\" is left out: its notes are at the foot of the pages that call them",
        at: tree.location(of: heading))
    }
  }

  /// Appends the note that a link calls, after the link's content.
  mutating func callNote(_ node: Int) {
    guard let notes, !isReadingNote, tree.isElement(node, "a") else { return }
    if let note = notes.note(calledBy: node, of: document, label: tree.singleSpaced(node)) {
      builder.appendNote(note)
    }
  }

  /// Reads an element with `float: footnote`: a call in its place, and its content as a note.
  mutating func readFootnote(_ node: Int, parent: ComputedStyle) {
    guard let notes else { return }
    counters.increment("footnote", by: 1, depth: 0)
    let number = counters.value("footnote")
    settleBreak()
    let call = resolver.style(of: .footnoteCall, on: node, parent: parent)
    let text = pseudoText(call, node) ?? String(number)
    if !text.isEmpty { generated(text, call ?? parent) }
    let marker = resolver.style(of: .footnoteMarker, on: node, parent: parent)
    let label = pseudoText(marker, node) ?? "\(number).\u{A0}"
    anchor(node)
    if notes.isAtFoot {
      let note = readNote(node, label: label, area: notes.area, parent: parent)
      builder.appendNote(Note(offset: 0, text: note, document: document, place: nil))
    } else {
      endNotes.append((node, label, parent))
    }
  }

  /// The text of a pseudo-element; nil if its style does not give it one.
  mutating func pseudoText(
    _ style: ComputedStyle?, _ node: Int, quotes: [String] = []
  ) -> String? {
    guard let content = style?.generated.content, content != .keyword("normal") else { return nil }
    return content == .keyword("none") ? "" : text(of: content, node: node, quotes: quotes)
  }

  /// The text of a note, in the style of the note area.
  /// - Parameter parent: the parent's style, for an element with `float: footnote`.
  mutating func readNote(
    _ node: Int, label: String, area: NoteAreaStyle, parent: ComputedStyle? = nil
  ) -> AttributedText {
    isReadingNote = true
    noteEnd = Int(tree.nodes[node].end)
    defer {
      isReadingNote = false
      pendingNoteLabel = nil
    }
    var own = TextBuilder()
    own.resolver = resolver
    return readText(into: own) { reader in
      let around = parent ?? reader.style(around: node)
      let own = reader.resolver.noteAreaStyle(area, parent: around, body: reader.bodyStyle)
      reader.readNoteBlock(node, label: label, in: own)
    }
  }

  /// The style of the element around another: a note has its typeface and color also where it is set
  /// at the foot of a page.
  private func style(around node: Int) -> ComputedStyle? {
    ancestors(of: node).reversed().reduce(nil) { resolver.style(of: $1, parent: $0) }
  }

  /// The elements around a node, from the inside.
  func ancestors(of node: Int) -> [Int] {
    var outer: [Int] = []
    var parent = Int(tree.nodes[node].parent)
    while parent >= 0, tree.nodes[parent].kind == .element {
      outer.append(parent)
      parent = Int(tree.nodes[parent].parent)
    }
    return outer
  }

  /// The style of the document's body, which its notes are set like.
  private var bodyStyle: ComputedStyle? {
    guard let root = tree.root, tree.isElement(root, "html"),
      let body = tree.children(of: root).first(where: { tree.isElement($0, "body") })
    else { return nil }
    return resolver.style(of: body, parent: resolver.style(of: root, parent: nil))
  }

  /// Whether an element is a link from a note back to its call: one that says so, or the last words of the
  /// note, such as "back" or "return to text", with a link to the place of a call.
  func isBackLink(_ node: Int) -> Bool {
    guard tree.isElement(node, "a") else { return false }
    if tree.isBackLink(node) { return true }
    let end = Int(tree.nodes[node].end)
    guard builder.length > 0, leadsToCall(node),
      tree.singleSpaced(node).count <= Self.longestBackLink
    else { return false }
    var next = end
    while next < noteEnd {
      if tree.nodes[next].kind == .element, leadsToCall(next) {
        next = Int(tree.nodes[next].end)
        continue
      }
      if tree.nodes[next].kind == .text,
        tree.string(of: next).contains(where: { $0.isLetter || $0.isNumber })
      {
        return false
      }
      next += 1
    }
    return true
  }

  /// Leaves no space before a mark that ends the sentence behind a back link.
  mutating func leaveOutBackLink(_ node: Int) {
    let next = Int(tree.nodes[node].end)
    guard next < noteEnd, tree.nodes[next].kind == .text, let first = tree.string(of: next).first,
      ".,;:!?)]".contains(first)
    else { return }
    builder.trimCollapsibleSpace()
  }

  private static let longestBackLink = 40

  private func leadsToCall(_ node: Int) -> Bool {
    guard !noteCalls.isEmpty, tree.isElement(node, "a"),
      let url = tree.attribute("href", of: node),
      let place = publication.place(of: url, from: href)
    else { return false }
    return noteCalls.contains(place)
  }

  /// Whether a link back is the number of its note, which is not given otherwise: pandoc writes it so, docutils
  /// in brackets.
  func isNoteNumber(_ node: Int) -> Bool {
    builder.text.units.allSatisfy { [0x20, 0x28, 0x5B].contains($0) } && pendingNoteLabel == nil
      && tree.textContent(of: node).contains { $0.isNumber || $0.isLetter || "*†‡§".contains($0) }
  }

  private mutating func readNoteBlock(_ node: Int, label: String, in area: ComputedStyle) {
    openBlock(.block, style: area, node: -1)
    pendingNoteLabel = label.isEmpty ? nil : label
    let style = resolver.noteStyle(resolver.style(of: node, parent: area))
    openBlock(.block, style: style, node: node)
    anchor(node)
    if let own = labelBeforeBlock(node) {
      for inner in own..<Int(tree.nodes[own].end) where tree.nodes[inner].kind == .element {
        anchor(inner)
      }
      pendingNoteLabel = (pendingNoteLabel ?? "") + tree.singleSpaced(own) + "\u{A0}"
      readChildren(tree.children(of: node).filter { $0 != own }, style)
    } else {
      readChildren(node, style)
    }
    builder.endParagraph()
    builder.closeBlock()
    builder.closeBlock()
  }

  /// The label of a note that stands before its first paragraph, as docutils writes it: in a line of its own, it
  /// would be taken for text.
  private func labelBeforeBlock(_ node: Int) -> Int? {
    let children = tree.children(of: node).filter { child in
      tree.nodes[child].kind == .element || tree.nodes[child].kind == .text && !isWhiteSpace(child)
    }
    guard children.count > 1, tree.isElement(children[1], "p"),
      ["span", "a", "sup"].contains(where: { tree.isElement(children[0], $0) }),
      (1...8).contains(tree.singleSpaced(children[0]).count)
    else { return nil }
    let isLabel = (children[0]..<Int(tree.nodes[children[0]].end)).contains {
      tree.isElement($0, "a") && (tree.isBackLink($0) || leadsToCall($0))
    }
    return isLabel
      && tree.textContent(of: children[0]).contains {
        $0.isNumber || $0.isLetter || "*†‡§".contains($0)
      }
      ? children[0] : nil
  }

  /// Appends the elements with `float: footnote` that go to the end of the document.
  mutating func appendEndNotes() {
    guard let area = notes?.area, !endNotes.isEmpty else { return }
    builder.endParagraph()
    isReadingNote = true
    for (node, label, parent) in endNotes {
      readNoteBlock(
        node, label: label,
        in: resolver.noteAreaStyle(area, parent: parent, body: bodyStyle))
    }
    isReadingNote = false
  }
}

extension ElementTree {
  /// Whether a node is one of the elements `h1` to `h6`.
  func isHeading(_ node: Int) -> Bool {
    nodes[node].kind == .element
      && ["h1", "h2", "h3", "h4", "h5", "h6"].contains(name(of: node).local)
  }

  /// Whether an element is a heading that docutils and Sphinx leave out of the structure: `p.rubric`.
  func isRubric(_ node: Int) -> Bool {
    isElement(node, "p") && words(of: "class", node).contains("rubric")
  }

  /// Whether an element is a link to a note (EPUB Structural Semantics; DPUB-ARIA `doc-noteref`).
  func isNoteCall(_ node: Int) -> Bool {
    guard isElement(node, "a"), attribute("role", of: node) != "doc-backlink" else { return false }
    let types = types(of: node)
    return types.contains("noteref") && !types.contains("backlink")
      || attribute("role", of: node) == "doc-noteref"
  }

  /// Whether an element is a link to a note, by its type or by its look: a raised sign, or a number in brackets.
  func isCall(_ node: Int) -> Bool {
    if isNoteCall(node) { return true }
    guard isElement(node, "a"), attribute("href", of: node)?.contains("#") == true else {
      return false
    }
    let text = singleSpaced(node)
    guard !text.isEmpty, text.isSign, !text.contains(where: \.isLetter) else { return false }
    let isRaised =
      isElement(Int(nodes[node].parent), "sup")
      || (node..<Int(nodes[node].end)).contains { isElement($0, "sup") }
    return isRaised || text.hasPrefix("[") && text.hasSuffix("]")
  }

  /// Whether an element is the mark of a heading's permanent link, such as "¶", "#" or an icon, which
  /// generators of documentation add: in a browser, it is shown below the pointer only.
  func isPermalink(_ node: Int) -> Bool {
    guard isElement(node, "a"), let names = attribute("class", of: node) else { return false }
    let own = names.split(whereSeparator: \.isWhitespace)
    return own.contains { ["headerlink", "permalink", "anchor"].contains($0) }
      && !singleSpaced(node).contains { $0.isLetter || $0.isNumber }
  }

  /// Whether an element is a link from a note back to its call: by its type or role, or because its
  /// text is only an arrow.
  func isBackLink(_ node: Int) -> Bool {
    guard isElement(node, "a") else { return false }
    if !Set(types(of: node)).isDisjoint(with: ["backlink", "referrer"])
      || attribute("role", of: node) == "doc-backlink"
    {
      return true
    }
    let text = textContent(of: node).unicodeScalars.filter { !$0.properties.isWhitespace }
    let arrows: Set<Unicode.Scalar> = ["↩", "↑", "⏎", "↵", "⮌", "⤴", "\u{FE0E}", "\u{FE0F}"]
    return !text.isEmpty && text.allSatisfy(arrows.contains)
  }
}

extension StyleResolver {
  /// The style of the block around a note, without the area's own edges. The note is set like the
  /// document's text, in the measure of its body, and in the size, line height and alignment of the area, and with what else the
  /// area's rules give.
  ///
  /// - Parameters:
  ///   - parent: the style of the element around the note, which gives its typeface and color (CSS
  ///     GCPM 3, section 2.4).
  ///   - body: the style of the document's body; nil if it has none.
  func noteAreaStyle(
    _ area: NoteAreaStyle, parent: ComputedStyle?, body: ComputedStyle?
  ) -> ComputedStyle {
    let parent = parent ?? root ?? make(text: TextProperties(), box: BoxProperties())
    return derived(.noteArea(body: body?.id), parent) { text, box in
      text = area.text(in: parent.text, body: body?.text, context)
      box = BoxProperties()
      box.display = .block
      if let body { box.takeMeasure(of: body.box) }
    }
  }

  /// The style of a note's own element: always a block, without float, breaks and vertical margins.
  func noteStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.note, style) { _, box in
      box.display = .block
      box.float = .none
      box.breakBefore = .auto
      box.breakAfter = .auto
      box.margin.top = .zero
      box.margin.bottom = .zero
    }
  }
}

extension BoxProperties {
  /// Makes a block as wide as another one in the same place, without its borders.
  fileprivate mutating func takeMeasure(of other: BoxProperties) {
    (width, minWidth, maxWidth) = (other.width, other.minWidth, other.maxWidth)
    sizesBorderBox = other.sizesBorderBox
    (margin.left, margin.right) = (other.margin.left, other.margin.right)
    (padding.left, padding.right) = (other.padding.left, other.padding.right)
  }
}
