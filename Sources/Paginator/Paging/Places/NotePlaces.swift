internal import EPUB
internal import Markup

/// A text inside a chapter's text: that of a box in a line, or of a note.
struct InnerText {
  let text: AttributedText
  /// Where the box or the note's call is in the chapter's text.
  let offset: Int
  /// The note that the text is, or is in, by its index in `AttributedText.notes`; nil for none.
  var note: Int?
  /// Where the box is in the note's text; nil for the note's own text.
  var boxInNote: Int?
  /// The document of the note; nil for the chapter's.
  var document: Int?
}

extension AttributedText {
  /// The texts of boxes in lines and of notes, with those inside them.
  var innerTexts: [InnerText] {
    var result = boxTexts.map { InnerText(text: $0.text, offset: $0.offset) }
    for (number, note) in notes.enumerated() {
      let offset = Int(note.offset)
      result.append(
        InnerText(text: note.text, offset: offset, note: number, document: note.document))
      result += note.text.innerTexts.map {
        InnerText(
          text: $0.text, offset: offset, note: number, boxInNote: $0.offset,
          document: note.document)
      }
    }
    return result
  }

  /// The texts of boxes in lines, with those inside them, and the offset of each in this text.
  var boxTexts: [(text: AttributedText, offset: Int)] {
    var result: [(text: AttributedText, offset: Int)] = []
    for attachment in attachments where attachment.offset >= 0 {
      guard case .text(let inner) = attachment.content else { continue }
      result.append((inner, Int(attachment.offset)))
      result += inner.innerTexts.map { ($0.text, Int(attachment.offset)) }
    }
    return result
  }

  /// The first character, by its place in the source, of the nodes of a range.
  fileprivate func firstOffset(of nodes: Range<Int>) -> Int? {
    sources.filter { nodes.contains(Int($0.node)) }
      .min { ($0.node, $0.start) < ($1.node, $1.start) }.map { Int($0.start) }
  }
}

/// Places in the notes at the feet of pages.
extension Pagination {
  /// The location of a character of an inner text: in a note, its own; in a box, that of the box.
  func location(
    of offset: Int, in inner: InnerText, chapter: Int, _ breaker: TextBreaker? = nil
  ) -> Location? {
    let own = inner.note.flatMap {
      location(ofNote: $0, at: inner.boxInNote ?? offset, chapter: chapter, breaker)
    }
    let found = own ?? location(of: inner.offset, chapter: chapter, breaker)
    return found?.showing(inner.text.beginning(at: offset))
  }

  /// The location of a character of a note; nil if the note is on no page.
  func location(
    ofNote number: Int, at offset: Int, chapter index: Int, _ breaker: TextBreaker? = nil
  ) -> Location? {
    let layout = chapters[index]
    guard let note = layout.notes[Int32(number)], let whole = note.pages.first,
      let place = place(ofNote: Int32(number), at: offset, chapter: index)
    else { return nil }
    let (page, content, fragment) = place
    let top = fragment.y - note.lines[fragment.lines.lowerBound].y
    let area = page.contentRect.origin
    let lines = PlacedLines(
      note, whole.holding(lines: fragment.lines, boxes: 0..<0),
      origin: (area.x.rawValue, area.y.rawValue + top))
    let line = fragment.lines.first { note.lines[$0].contains(offset) }
    let before = content.notes.prefix { $0.y < fragment.y }.reduce(content.lines.count) {
      $0 + $1.lines.count
    }
    let source = layout.text.notes[number]
    return Location(
      page: page, line: line.map { before + $0 - fragment.lines.lowerBound + 1 },
      rect: line.flatMap {
        rect(of: offset, in: note.lines[$0].moved(x: 0, y: top), note, page, breaker)
          ?? lines.rect(of: offset..<offset + 1)
      },
      href: documents[source.document].href,
      offset: layout.chapter.documentOffset + Int(source.offset),
      cfi: Positions.cfi(
        of: offset, in: note, documents[source.document].document, trees[source.document],
        isEnd: false),
      text: note.text.beginning(at: offset))
  }

  /// The page and the part of a note that has a character, else the first part.
  private func place(
    ofNote number: Int32, at offset: Int, chapter index: Int
  ) -> (Page, PageLayout, NoteFragment)? {
    let layout = chapters[index]
    var first: (Page, PageLayout, NoteFragment)?
    for page in pages[chapterPages[index]] {
      guard let content = self.layout(of: page)?.page else { continue }
      for fragment in content.notes where fragment.note == number && !fragment.lines.isEmpty {
        let lines = layout.notes[number]?.lines[fragment.lines] ?? []
        if lines.contains(where: { $0.contains(offset) }) { return (page, content, fragment) }
        first = first ?? (page, content, fragment)
      }
    }
    return first
  }

  /// The location of an id in a note; nil for none.
  func location(ofNoteWith id: String, document: Int) -> Location? {
    for (index, layout) in chapters.enumerated() {
      for (number, note) in layout.text.notes.enumerated() where note.document == document {
        guard let anchor = note.text.anchors.first(where: { $0.id == id }) else { continue }
        return location(ofNote: number, at: Int(anchor.offset), chapter: index)
      }
    }
    return nil
  }

  /// The location of a place of a document whose text is in notes; nil if text of it is not in a note.
  func location(inNotes place: DocumentTree.Place, document: Int) -> Location? {
    let tree = trees[document].tree
    let end = tree.nodes.indices.contains(place.node) ? Int(tree.nodes[place.node].end) : place.node
    let nodes = place.node..<max(place.node + 1, end)
    var first: (node: Int, chapter: Int, note: Int, offset: Int)?
    for (index, layout) in chapters.enumerated() {
      if layout.chapter.document == document, layout.text.firstOffset(of: nodes) != nil {
        return nil
      }
      for (number, note) in layout.text.notes.enumerated() where note.document == document {
        guard var at = note.text.firstOffset(of: nodes) else { continue }
        let node = note.text.source(of: at)?.node ?? place.node
        if node == place.node, let offset = place.offset {
          at = note.text.offset(ofNode: node, offset: offset) ?? at
        }
        if first.map({ node < $0.node }) ?? true { first = (node, index, number, at) }
      }
    }
    return first.flatMap { location(ofNote: $0.note, at: $0.offset, chapter: $0.chapter) }
  }
}

extension LineFragment {
  /// Whether the line has the character at an offset.
  fileprivate func contains(_ offset: Int) -> Bool { Int(start) <= offset && offset < Int(end) }
}
