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
          rect: lineRect(at: offset, layout, page, content)))
    }
    appendNoteAnchors(chapter, hrefs, to: &result)
    return result
  }

  /// Ids inside notes are on the page where their note begins.
  private static func appendNoteAnchors(
    _ chapter: NumberedChapter, _ hrefs: (Int) -> String, to result: inout [PlacedAnchor]
  ) {
    for (number, note) in chapter.layout.text.notes.enumerated() {
      let place = chapter.pages.lazy.compactMap { page -> (Pagination.Page, NoteFragment)? in
        chapter.content(of: page)?.notes.first { Int($0.note) == number }.map { (page, $0) }
      }
      guard let (page, fragment) = place.first(where: { _ in true }) else { continue }
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

  static func links(_ chapter: NumberedChapter) -> [PlacedLink] {
    let text = chapter.layout.text
    guard !text.links.isEmpty else { return [] }
    var result: [PlacedLink] = []
    for (runIndex, run) in text.runs.enumerated() where run.link >= 0 {
      let start = Int(run.start)
      let end = runIndex + 1 < text.runs.count ? Int(text.runs[runIndex + 1].start) : text.length
      guard let (page, content) = chapter.page(at: start) else { continue }
      let href = text.links[Int(run.link)].href
      let base = chapter.layout.chapter.documentOffset
      // Runs of one link that differ in style are one link.
      if let last = result.last, last.href == href, last.end == base + start {
        result[result.count - 1] = PlacedLink(
          href: href, page: last.page, start: last.start, end: base + end, rect: last.rect)
        continue
      }
      result.append(
        PlacedLink(
          href: href, page: page.number, start: base + start, end: base + end,
          rect: rangeRect(start..<end, chapter.layout, page, content)))
    }
    return result
  }

  static func images(_ chapter: NumberedChapter) -> [PlacedImage] {
    let layout = chapter.layout
    return layout.text.attachments.enumerated().compactMap { number, attachment in
      let offset = Int(attachment.offset)
      guard case .image(let image) = attachment.content, offset >= 0,
        let size = layout.attachments[Int32(number)],
        let (page, content) = chapter.page(at: offset),
        let rect = rangeRect(offset..<offset + 1, layout, page, content)
      else { return nil }
      return PlacedImage(
        href: image.href, page: page.number, offset: layout.chapter.documentOffset + offset,
        rect: Rect(
          x: rect.minX, y: rect.minY,
          width: Length(rawValue: size.width - size.margin.horizontal),
          height: Length(rawValue: size.height - size.margin.vertical)))
    }
  }

  /// The rectangle of the line that contains an offset, in page coordinates.
  private static func lineRect(
    at offset: Int, _ chapter: ChapterLayout, _ page: Pagination.Page, _ layout: PageLayout
  ) -> Rect? {
    guard let line = line(at: offset, chapter, layout) else { return nil }
    let origin = page.contentRect.origin
    return line.usedRect.offset(x: origin.x, y: origin.y)
  }

  /// The line that contains an offset, in the page's text area.
  private static func line(
    at offset: Int, _ chapter: ChapterLayout, _ layout: PageLayout
  ) -> LineFragment? {
    layout.lines.first {
      Int(chapter.lines[$0].start) <= offset && offset < Int(chapter.lines[$0].end)
    }.map { layout.line($0, in: chapter) }
  }

  /// The rectangle of the part of a range in its first line, in page coordinates.
  static func rangeRect(
    _ range: Range<Int>, _ chapter: ChapterLayout, _ page: Pagination.Page, _ layout: PageLayout
  ) -> Rect? {
    guard let line = line(at: range.lowerBound, chapter, layout) else { return nil }
    var x = line.usedX
    var start: Int?
    var end = x
    var spaces = 0
    for index in line.segmentRange {
      let segment = chapter.segments[index]
      var width = segment.width
      if segment.kind == .word { width = line.width(ofWord: segment, clusterCount: 0) }
      if segment.kind == .space || segment.kind == .noBreakSpace, line.stretchCount > 0 {
        width += line.extra(ofSpace: spaces)
        spaces += 1
      }
      if Int(segment.end) > range.lowerBound, Int(segment.start) < range.upperBound,
        segment.length > 0
      {
        if start == nil { start = x }
        end = x + width
      }
      x += width
    }
    let origin = page.contentRect.origin
    return Rect(
      x: origin.x + Length(rawValue: start ?? line.usedX), y: origin.y + Length(rawValue: line.y),
      width: Length(rawValue: end - (start ?? end)), height: Length(rawValue: line.height))
  }
}
