internal import Digests
internal import Dispatch
internal import EPUB
internal import Synchronization

/// The page map's rows of one chapter, already serialized. Nothing else is kept of a chapter after
/// its delivery.
package struct ChapterRows: Sendable {
  let pages: ByteRows
  let anchors: ByteRows
  let links: ByteRows
  let images: ByteRows
  let lineCount: Int
  let hyphenatedCount: Int

  package init(_ chapter: NumberedChapter) {
    chapter.layout.requireGlyphs()
    let documents = chapter.publication.documents
    pages = ByteRows(chapter.pages) { Self.write($0, chapter, &$1) }
    anchors = ByteRows(
      Positions.anchors(chapter) { documents[$0].href }, write: Self.write)
    let inner = chapter.innerLines
    links = ByteRows(Positions.links(chapter, inner: inner), write: Self.write)
    images = ByteRows(Positions.images(chapter, inner: inner), write: Self.write)
    lineCount = chapter.layout.lines.count
    hyphenatedCount = chapter.layout.lines.count { $0.flags.contains(.isHyphenated) }
  }

  var size: Int {
    pages.bytes.count + anchors.bytes.count + links.bytes.count + images.bytes.count
  }

  /// Makes the rows of all chapters in parallel.
  static func of(_ pagination: Pagination) -> [ChapterRows] {
    let count = pagination.chapters.count
    let jobs = max(1, min(pagination.environment.options.jobCount, pagination.pages.count / 64))
    let chunks = Mutex<[Int: [ChapterRows]]>([:])
    DispatchQueue.concurrentPerform(iterations: jobs) { job in
      let rows = (count * job / jobs..<count * (job + 1) / jobs).map {
        ChapterRows(pagination.numbered($0))
      }
      chunks.withLock { $0[job] = rows }
    }
    return chunks.withLock { chunks in (0..<jobs).flatMap { chunks[$0] ?? [] } }
  }

  // MARK: Pages

  private static func write(
    _ page: Pagination.Page, _ chapter: NumberedChapter, _ row: inout ByteWriter
  ) {
    row.write("{")
    row.writeField("number", page.number)
    row.writeField("label", page.label)
    row.writeField("side", page.side.rawValue)
    if chapter.document.spread == .center { row.writeField("spread", "center") }
    row.writeField("document", chapter.document.href)
    if let content = chapter.content(of: page) {
      contentFields(page, chapter, content, &row)
    } else {
      row.writeField("blank", true)
    }
    row.write("}")
  }

  private static func contentFields(
    _ page: Pagination.Page, _ numbered: NumberedChapter, _ content: PageLayout,
    _ row: inout ByteWriter
  ) {
    let chapter = numbered.layout
    place("start", content.start, numbered, isEnd: false, &row)
    place("end", content.end, numbered, isEnd: true, &row)
    row.writeField("lines", content.lines.count)
    let last = content.lines.last.map { chapter.lines[$0] }
    row.writeField("hyphenated", last?.flags.contains(.isHyphenated) ?? false)
    row.writeName("fill")
    let height = max(1, content.containerSize.height.rawValue)
    row.write(thousandths: content.usedHeight * 1000 / height)
    row.writeField("digest", digest(page, chapter, content))
    row.writeField("breaks", LineBreaks.text(LineBreaks.lines(of: content, in: chapter)))
    if content.frames.count > 1 { frames(page, content, &row) }
    if !content.notes.isEmpty { notes(chapter, content, &row) }
    row.writeField("text", firstWords(chapter, content))
  }

  /// Writes the frames of a page that has several: the place of each, and how many lines it holds.
  private static func frames(
    _ page: Pagination.Page, _ content: PageLayout, _ row: inout ByteWriter
  ) {
    row.writeName("frames")
    row.write("[")
    for (index, frame) in content.frames.enumerated() {
      row.write(index > 0 ? ", {" : "{")
      row.writeField("lines", frame.lines.count)
      rect(page.rect(of: frame), &row)
      row.write("}")
    }
    row.write("]")
  }

  /// Writes the notes at the foot of a page: the place of each in the book, and the offset of its
  /// call.
  private static func notes(
    _ chapter: ChapterLayout, _ content: PageLayout, _ row: inout ByteWriter
  ) {
    row.writeName("notes")
    row.write("[")
    for (index, fragment) in content.notes.enumerated() {
      let note = chapter.text.notes[Int(fragment.note)]
      if index > 0 { row.write(", ") }
      row.write("{")
      row.writeField("call", chapter.chapter.documentOffset + Int(note.offset))
      if let place = note.place {
        row.writeField("href", place)
      }
      row.writeField("lines", fragment.lines.count)
      if fragment.isContinued { row.writeField("continued", true) }
      row.write("}")
    }
    row.write("]")
  }

  private static func place(
    _ name: StaticString, _ offset: Int, _ chapter: NumberedChapter, isEnd: Bool,
    _ row: inout ByteWriter
  ) {
    row.writeName(name)
    row.write("{")
    row.writeField("offset", chapter.layout.chapter.documentOffset + offset)
    if let cfi = Positions.cfi(
      of: offset, in: chapter.layout, chapter.document, chapter.tree, isEnd: isEnd)
    {
      row.writeField("cfi", cfi)
    }
    row.write("}")
  }

  /// A digest that changes when anything on the page moves: it covers the page's geometry, the
  /// positions of lines, notes and boxes, and the text.
  static func digest(
    _ page: Pagination.Page, _ chapter: ChapterLayout, _ content: PageLayout
  ) -> String {
    var hash = SHA256()
    var numbers: [Int32] = [
      Int32(truncatingIfNeeded: page.size.width.rawValue),
      Int32(truncatingIfNeeded: page.size.height.rawValue),
      Int32(truncatingIfNeeded: page.contentRect.minX.rawValue),
      Int32(truncatingIfNeeded: page.contentRect.minY.rawValue),
    ]
    for frame in content.frames { add(frame, of: chapter, to: &numbers) }
    for fragment in content.notes {
      for value in [
        Int(fragment.note), fragment.y, fragment.lines.lowerBound, fragment.lines.count,
      ] {
        numbers.append(Int32(truncatingIfNeeded: value))
      }
    }
    for frame in content.frames {
      for box in chapter.boxes[frame.boxes] {
        let (x, y) = (frame.rect.minX.rawValue + box.x, frame.rect.minY.rawValue + box.y)
        for value in [x, y, box.width, box.height] {
          numbers.append(Int32(truncatingIfNeeded: value))
        }
      }
    }
    numbers.withUnsafeBytes { hash.update($0) }
    chapter.text.units[content.start..<content.end].withUnsafeBytes {
      hash.update($0)
    }
    return hexDigits(hash.finish().prefix(8))
  }

  /// Adds the positions of a frame's lines.
  private static func add(
    _ frame: PageFrame, of chapter: ChapterLayout, to numbers: inout [Int32]
  ) {
    let (x, y) = (frame.rect.minX.rawValue, frame.rect.minY.rawValue)
    for index in frame.lines {
      let line = chapter.lines[index]
      for value in [x + line.usedX, y + line.y + line.baseline, line.usedWidth, line.extra] {
        numbers.append(Int32(truncatingIfNeeded: value))
      }
      numbers.append(Int32(line.flags.rawValue))
      if line.glyphStretch != 0 || line.letterExtra != 0 {
        numbers.append(Int32(line.glyphStretch))
        numbers.append(line.letterExtra)
      }
    }
  }

  static func firstWords(_ chapter: ChapterLayout, _ content: PageLayout) -> String {
    let end = min(content.end, content.start + 60)
    var units = Array(chapter.text.units[content.start..<end])
    // The text has no separators between paragraphs.
    var index = chapter.text.paragraphIndex(at: content.start) + 1
    var added = 0
    while index < chapter.text.paragraphs.count {
      let start = Int(chapter.text.paragraphs[index].start)
      guard start < end else { break }
      units.insert(0x20, at: max(0, start - content.start) + added)
      added += 1
      index += 1
    }
    return FirstWords.text(of: units, count: 5)
  }

  // MARK: Anchors, links, images

  private static func write(_ anchor: Positions.PlacedAnchor, _ row: inout ByteWriter) {
    row.write("{")
    row.writeField("document", anchor.href)
    if let id = anchor.id {
      row.writeField("id", id)
    }
    if !anchor.types.isEmpty {
      row.writeField("types", anchor.types.joined(separator: " "))
    }
    if let title = anchor.title {
      row.writeField("title", title)
    }
    row.writeField("page", anchor.page)
    row.writeField("offset", anchor.offset)
    if let rect = anchor.rect { Self.rect(rect, &row) }
    row.write("}")
  }

  private static func write(_ link: Positions.PlacedLink, _ row: inout ByteWriter) {
    row.write("{")
    row.writeField("href", link.href)
    row.writeField("page", link.page)
    row.writeField("start", link.start)
    row.writeField("end", link.end)
    if let rect = link.rect { Self.rect(rect, &row) }
    row.write("}")
  }

  private static func write(_ image: Positions.PlacedImage, _ row: inout ByteWriter) {
    row.write("{")
    row.writeField("href", image.href)
    row.writeField("page", image.page)
    row.writeField("offset", image.offset)
    Self.rect(image.rect, &row)
    row.write("}")
  }

  private static func rect(_ rect: Rect, _ row: inout ByteWriter) {
    row.writeName("rect")
    row.write("[")
    for (index, value) in [rect.minX, rect.minY, rect.width, rect.height].enumerated() {
      if index > 0 { row.write(", ") }
      row.write(points: value.rawValue)
    }
    row.write("]")
  }
}

/// JSON values, one per line.
struct ByteRows: Sendable {
  let bytes: [UInt8]

  var isEmpty: Bool { bytes.isEmpty }

  init<Item>(_ items: [Item], write: (Item, inout ByteWriter) -> Void) {
    var writer = ByteWriter()
    for (index, item) in items.enumerated() {
      if index > 0 { writer.write(",\n") }
      write(item, &writer)
    }
    bytes = writer.bytes
  }
}
