internal import EPUB

/// Finds anchors, links and images of the source on the pages.
enum Positions {
  struct PlacedAnchor {
    let href: String
    let id: String?
    let types: [String]
    let title: String?
    let page: Int
    let offset: Int
    let rect: Rect?
  }

  struct PlacedLink {
    let href: String
    let page: Int
    let start: Int
    let end: Int
    let rect: Rect?
  }

  struct PlacedImage {
    let href: String
    let page: Int
    let offset: Int
    let rect: Rect
  }

  /// The EPUB CFI of a text offset of a chapter. In an EPUB it starts at the package, else at the
  /// document. With `isEnd`, it points after the last character before the offset.
  static func cfi(
    of offset: Int, in chapter: ChapterLayout, _ document: Publication.Document,
    _ tree: DocumentTree, isEnd: Bool
  ) -> String? {
    guard let place = source(of: offset, in: chapter, isEnd: isEnd) else { return nil }
    let isText = tree.isText(place.node)
    let path = tree.path(
      to: DocumentTree.Place(
        node: place.node, offset: isText ? place.offset.map { $0 + (isEnd ? 1 : 0) } : nil))
    return "epubcfi(\(document.cfi ?? "")\(path))"
  }

  /// The source place of a text offset. Generated text has none: the result is then the place of
  /// the next character that has one or, with `isEnd`, of the last one before the offset.
  static func source(
    of offset: Int, in chapter: ChapterLayout, isEnd: Bool = false
  ) -> DocumentTree.Place? {
    let text = chapter.text
    var at = isEnd ? min(offset, text.length) - 1 : offset
    while at >= 0, at < text.length {
      if let (node, nodeOffset) = text.source(of: at) {
        return DocumentTree.Place(node: node, offset: nodeOffset)
      }
      at += isEnd ? -1 : 1
    }
    return nil
  }

  /// - Parameter hrefs: the href of a document by its index, for ids in notes.
  static func anchors(_ chapter: NumberedChapter, hrefs: (Int) -> String) -> [PlacedAnchor] {
    let layout = chapter.layout
    var result: [PlacedAnchor] = []
    for anchor in layout.text.anchors {
      let offset = min(Int(anchor.offset), max(0, layout.text.length - 1))
      guard let (page, content) = chapter.page(at: offset) else { continue }
      result.append(
        PlacedAnchor(
          href: chapter.document.href, id: anchor.id, types: anchor.types,
          title: anchor.types.contains("pagebreak") ? anchor.title : nil, page: page.number,
          offset: layout.chapter.documentOffset + Int(anchor.offset),
          rect: PlacedLines(layout, content, on: page).lineRect(at: offset)))
    }
    appendNoteAnchors(chapter, hrefs, to: &result)
    return result
  }

  /// Ids inside notes are on the page where their note begins.
  private static func appendNoteAnchors(
    _ chapter: NumberedChapter, _ hrefs: (Int) -> String, to result: inout [PlacedAnchor]
  ) {
    let notes = chapter.layout.text.notes
    guard !notes.isEmpty else { return }
    var places: [Int32: (page: Pagination.Page, fragment: NoteFragment)] = [:]
    for page in chapter.pages {
      for fragment in chapter.content(of: page)?.notes ?? [] where places[fragment.note] == nil {
        places[fragment.note] = (page, fragment)
      }
    }
    for (number, note) in notes.enumerated() {
      guard let (page, fragment) = places[Int32(number)] else { continue }
      let rect = page.contentRect
      for anchor in note.text.anchors {
        result.append(
          PlacedAnchor(
            href: hrefs(note.document), id: anchor.id, types: anchor.types, title: nil,
            page: page.number,
            offset: chapter.layout.chapter.documentOffset + Int(note.offset),
            rect: Rect(
              x: rect.minX, y: rect.minY + Length(rawValue: fragment.y), width: rect.width,
              height: 0)))
      }
    }
  }

  /// - Parameter inner: the chapter's `innerLines`.
  static func links(
    _ chapter: NumberedChapter, inner: [NumberedChapter.InnerLines]
  ) -> [PlacedLink] {
    let text = chapter.layout.text
    var result: [PlacedLink] = []
    let base = chapter.layout.chapter.documentOffset
    // Links in the order of the text: those of a page follow each other.
    let all = text.linkRanges
    var first = 0
    while first < all.count {
      guard let (page, content) = chapter.page(at: all[first].range.lowerBound) else {
        first += 1
        continue
      }
      let end = max(content.end, all[first].range.lowerBound + 1)
      let links = all[first...].prefix { $0.range.lowerBound < end }
      let lines = PlacedLines(chapter.layout, content, on: page)
      for (link, rect) in zip(links, lines.rects(of: links.map(\.range))) {
        result.append(
          PlacedLink(
            href: link.href, page: page.number, start: base + link.range.lowerBound,
            end: base + link.range.upperBound, rect: rect))
      }
      first += links.count
    }
    let own = result.count
    for inner in inner {
      for link in inner.lines.layout.text.linkRanges where link.href != inner.link {
        guard let rect = inner.lines.rect(of: link.range) else { continue }
        let offset = base + inner.offset
        result.append(
          PlacedLink(href: link.href, page: inner.page, start: offset, end: offset, rect: rect))
      }
    }
    return result.count == own ? result : result.ordered(by: \.start)
  }

  /// The images in the chapter's own text and their pages, which are known without its glyphs.
  static func imagePages(_ chapter: NumberedChapter) -> [(number: Int, href: String, page: Int)] {
    let layout = chapter.layout
    return layout.text.attachments.enumerated().compactMap { number, attachment in
      guard case .image(let image) = attachment.content, attachment.offset >= 0,
        layout.attachments[Int32(number)] != nil,
        let (page, _) = chapter.page(at: Int(attachment.offset))
      else { return nil }
      return (number, image.href, page.number)
    }
  }

  /// The images in the chapter's text, in boxes in its lines and in its notes.
  ///
  /// - Parameter inner: the chapter's `innerLines`.
  static func images(
    _ chapter: NumberedChapter, inner: [NumberedChapter.InnerLines]
  ) -> [PlacedImage] {
    let layout = chapter.layout
    let base = layout.chapter.documentOffset
    var result: [PlacedImage] = []
    for (number, href, _) in imagePages(chapter) {
      let offset = Int(layout.text.attachments[number].offset)
      guard let (page, content) = chapter.page(at: offset),
        let rect = PlacedLines(layout, content, on: page).rect(ofImage: number)
      else { continue }
      result.append(PlacedImage(href: href, page: page.number, offset: base + offset, rect: rect))
    }
    let own = result.count
    for inner in inner {
      for (number, attachment) in inner.lines.layout.text.attachments.enumerated() {
        guard case .image(let image) = attachment.content,
          let rect = inner.lines.rect(ofImage: number)
        else { continue }
        result.append(
          PlacedImage(href: image.href, page: inner.page, offset: base + inner.offset, rect: rect))
      }
    }
    return result.count == own ? result : result.ordered(by: \.offset)
  }
}

extension Array {
  /// Sorted by a number; elements with the same one keep their order.
  fileprivate func ordered(by key: (Element) -> Int) -> [Element] {
    enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }
      .map(\.element)
  }
}
