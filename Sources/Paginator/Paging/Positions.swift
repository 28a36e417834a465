internal import EPUB

/// Where things of the source are on the pages.
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

  /// The EPUB CFI of a text offset of a chapter: in an EPUB from the package on, else within its
  /// document. For the end of a page it
  /// is the place behind the last character.
  static func cfi(
    of offset: Int, in chapter: ChapterLayout, _ pagination: Pagination, isEnd: Bool
  ) -> String? {
    let document = pagination.documents[chapter.chapter.document]
    let tree = document.tree
    guard let place = source(of: offset, in: chapter, isEnd: isEnd) else { return nil }
    let isText = tree.isText(place.node)
    let path = tree.path(
      to: DocumentTree.Place(
        node: place.node, offset: isText ? place.offset.map { $0 + (isEnd ? 1 : 0) } : nil))
    return "epubcfi(\(document.document.cfi ?? "")\(path))"
  }

  /// The place in the source of a text offset. Generated text has none: the next character that
  /// has one stands for it, or, for the end of a page, the last one.
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

  /// The page of every chapter's text offsets: first page number, and where the pages start.
  private struct ChapterPages {
    var pages: [(start: Int, end: Int, page: Pagination.Page, layout: PageLayout)] = []

    func page(at offset: Int) -> (page: Pagination.Page, layout: PageLayout)? {
      guard !pages.isEmpty else { return nil }
      let index = max(0, pages.partitioningIndex { $0.start > offset } - 1)
      return (pages[index].page, pages[index].layout)
    }
  }

  private static func chapterPages(_ pagination: Pagination) -> [ChapterPages] {
    var result = [ChapterPages](repeating: ChapterPages(), count: pagination.chapters.count)
    for page in pagination.pages {
      guard let (_, layout) = pagination.layout(of: page) else { continue }
      result[page.chapter].pages.append((layout.start, layout.end, page, layout))
    }
    return result
  }

  static func anchors(_ pagination: Pagination) -> [PlacedAnchor] {
    let byChapter = chapterPages(pagination)
    var result: [PlacedAnchor] = []
    for (index, chapter) in pagination.chapters.enumerated() {
      for anchor in chapter.text.anchors {
        let offset = min(Int(anchor.offset), max(0, chapter.text.length - 1))
        guard let (page, layout) = byChapter[index].page(at: offset) else { continue }
        result.append(
          PlacedAnchor(
            href: pagination.documents[chapter.chapter.document].href, id: anchor.id,
            types: anchor.types, title: anchor.types.contains("pagebreak") ? anchor.title : nil,
            page: page.number, offset: chapter.chapter.documentOffset + Int(anchor.offset),
            rect: lineRect(at: offset, chapter, page, layout)))
      }
      appendNoteAnchors(chapter, byChapter[index], pagination, to: &result)
    }
    return result
  }

  /// Ids inside notes are on the page where their note begins.
  private static func appendNoteAnchors(
    _ chapter: ChapterLayout, _ pages: ChapterPages, _ pagination: Pagination,
    to result: inout [PlacedAnchor]
  ) {
    for (number, note) in chapter.text.notes.enumerated() {
      guard
        let (_, _, page, layout) = pages.pages.first(where: { _, _, _, layout in
          layout.notes.contains { Int($0.note) == number }
        })
      else { continue }
      let fragment = layout.notes.first { Int($0.note) == number }
      let rect = page.contentRect
      for anchor in note.text.anchors {
        result.append(
          PlacedAnchor(
            href: pagination.documents[note.document].href, id: anchor.id, types: anchor.types,
            title: nil, page: page.number,
            offset: chapter.chapter.documentOffset + Int(note.offset),
            rect: Rect(
              x: rect.minX, y: rect.minY + Length(rawValue: fragment?.y ?? 0), width: rect.width,
              height: 0)))
      }
    }
  }

  static func links(_ pagination: Pagination) -> [PlacedLink] {
    let byChapter = chapterPages(pagination)
    var result: [PlacedLink] = []
    for (index, chapter) in pagination.chapters.enumerated() where !chapter.text.links.isEmpty {
      let text = chapter.text
      for (runIndex, run) in text.runs.enumerated() where run.link >= 0 {
        let start = Int(run.start)
        let end = runIndex + 1 < text.runs.count ? Int(text.runs[runIndex + 1].start) : text.length
        guard let (page, layout) = byChapter[index].page(at: start) else { continue }
        let href = text.links[Int(run.link)].href
        let base = chapter.chapter.documentOffset
        // Runs of one link that differ in style are one link.
        if let last = result.last, last.href == href, last.end == base + start {
          result[result.count - 1] = PlacedLink(
            href: href, page: last.page, start: last.start, end: base + end, rect: last.rect)
          continue
        }
        result.append(
          PlacedLink(
            href: href, page: page.number, start: base + start, end: base + end,
            rect: rangeRect(start..<end, chapter, page, layout)))
      }
    }
    return result
  }

  static func images(_ pagination: Pagination) -> [PlacedImage] {
    let byChapter = chapterPages(pagination)
    var result: [PlacedImage] = []
    for (index, chapter) in pagination.chapters.enumerated() {
      for (number, attachment) in chapter.text.attachments.enumerated() {
        guard case .image(let image) = attachment.content, attachment.offset >= 0,
          let size = chapter.attachments[Int32(number)],
          let (page, layout) = byChapter[index].page(at: Int(attachment.offset)),
          let rect = rangeRect(
            Int(attachment.offset)..<Int(attachment.offset) + 1, chapter, page, layout)
        else { continue }
        result.append(
          PlacedImage(
            href: image.href, page: page.number,
            offset: chapter.chapter.documentOffset + Int(attachment.offset),
            rect: Rect(
              x: rect.minX, y: rect.minY, width: Length(rawValue: size.width),
              height: Length(rawValue: size.height))))
      }
    }
    return result
  }

  /// The line that holds an offset, on the page.
  private static func lineRect(
    at offset: Int, _ chapter: ChapterLayout, _ page: Pagination.Page, _ layout: PageLayout
  ) -> Rect? {
    guard let line = line(at: offset, chapter, layout) else { return nil }
    let origin = page.contentRect.origin
    return line.usedRect.offset(x: origin.x, y: origin.y)
  }

  private static func line(
    at offset: Int, _ chapter: ChapterLayout, _ layout: PageLayout
  ) -> LineFragment? {
    layout.lines.lazy.map { chapter.lines[$0] }.first {
      Int($0.start) <= offset && offset < Int($0.end)
    }
  }

  /// The part of a range that is in its first line, on the page.
  static func rangeRect(
    _ range: Range<Int>, _ chapter: ChapterLayout, _ page: Pagination.Page, _ layout: PageLayout
  ) -> Rect? {
    guard let line = line(at: range.lowerBound, chapter, layout) else { return nil }
    var x = line.usedX
    var start: Int?
    var end = x
    var spaces = 0
    for index in Int(line.firstSegment)..<Int(line.firstSegment + line.segmentCount) {
      let segment = chapter.segments[index]
      var width = segment.width
      if segment.kind == .space || segment.kind == .noBreakSpace, line.stretchCount > 0 {
        let count = Int(line.stretchCount)
        width += line.extra * (spaces + 1) / count - line.extra * spaces / count
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
