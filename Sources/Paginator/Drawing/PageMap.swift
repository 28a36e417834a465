internal import Crypto
internal import Dispatch
internal import EPUB
internal import Synchronization

/// Writes the page map: one JSON object, one line per page, keys in fixed order (design.md,
/// "Page map"; `Schemas/page-map.schema.json`).
public struct PageMap: Sendable {
  let pagination: Pagination
  var writer = ByteWriter()

  public static let formatVersion = 1

  public init(_ pagination: Pagination) { self.pagination = pagination }

  /// - Parameter versions: the program's and the libraries', in the order to write them.
  public mutating func json(versions: [(name: String, version: String)]) -> [UInt8] {
    writer.reserve(pagination.pages.count * 400)
    writer.write("{\n\"format\": ")
    writer.write(Self.formatVersion)
    writer.write(",\n\"generator\": {")
    list(versions) { writer, item in
      writer.writeJSON(item.name)
      writer.write(": ")
      writer.writeJSON(item.version)
    }
    writer.write("},\n\"title\": ")
    writer.writeJSON(pagination.title)
    writer.write(",\n\"language\": ")
    if let language = pagination.language {
      writer.writeJSON(language)
    } else {
      writer.write("null")
    }
    metadata()
    writer.write(",\n\"settings\": {")
    list(pagination.settings) { writer, item in
      writer.writeJSON(item.name)
      writer.write(": ")
      writer.writeJSON(item.value)
    }
    writer.write("},\n\"inputs\": [\n")
    rows(pagination.inputs) { Self.input($1, &$0) }
    writer.write("],\n\"totals\": ")
    totals()
    writer.write(",\n\"documents\": [\n")
    rows(documentRows) { $0.write($1) }
    writer.write("],\n\"pages\": [\n")
    rows(pageRows) { $0.write($1) }
    writer.write("],\n\"contents\": [\n")
    rows(navigationRows(pagination.publication.navigation.contents)) { $0.write($1) }
    writer.write("],\n\"pageList\": [\n")
    rows(navigationRows(pagination.publication.navigation.pageList)) { $0.write($1) }
    writer.write("],\n\"landmarks\": [\n")
    rows(navigationRows(pagination.publication.navigation.landmarks)) { $0.write($1) }
    writer.write("],\n\"anchors\": [\n")
    rows(anchorRows) { $0.write($1) }
    writer.write("],\n\"links\": [\n")
    rows(linkRows) { $0.write($1) }
    writer.write("],\n\"images\": [\n")
    rows(imageRows) { $0.write($1) }
    writer.write("]\n}\n")
    return writer.bytes
  }

  private mutating func list<Item>(_ items: [Item], _ write: (inout ByteWriter, Item) -> Void) {
    for (index, item) in items.enumerated() {
      if index > 0 { writer.write(", ") }
      write(&writer, item)
    }
  }

  private mutating func rows<Item>(_ items: [Item], _ write: (inout ByteWriter, Item) -> Void) {
    for (index, item) in items.enumerated() {
      write(&writer, item)
      writer.write(index + 1 < items.count ? ",\n" : "\n")
    }
  }

  private static func input(_ input: Pagination.Input, _ writer: inout ByteWriter) {
    writer.write("{\"kind\": ")
    writer.writeJSON(input.kind)
    writer.write(", \"name\": ")
    writer.writeJSON(input.name)
    writer.write(", \"digest\": ")
    writer.writeJSON("sha256:" + input.digest)
    if let version = input.version {
      writer.write(", \"version\": ")
      writer.writeJSON(version)
    }
    writer.write("}")
  }

  private mutating func totals() {
    var lines = 0
    var hyphenated = 0
    for chapter in pagination.chapters {
      lines += chapter.lines.count
      hyphenated += chapter.lines.count { $0.flags.contains(.isHyphenated) }
    }
    writer.write("{\"pages\": ")
    writer.write(pagination.pages.count)
    writer.write(", \"blankPages\": ")
    writer.write(pagination.pages.count { $0.isBlank })
    writer.write(", \"lines\": ")
    writer.write(lines)
    writer.write(", \"hyphenatedLines\": ")
    writer.write(hyphenated)
    writer.write(", \"characters\": ")
    writer.write(pagination.documents.reduce(0) { $0 + $1.length })
    writer.write(", \"findings\": ")
    writer.write(pagination.findings.count)
    writer.write("}")
  }

  // MARK: Rows

  private var documentRows: [[UInt8]] {
    var first = [Int](repeating: 0, count: pagination.documents.count)
    var counts = first
    for page in pagination.pages {
      let document = pagination.chapters[page.chapter].chapter.document
      if counts[document] == 0 { first[document] = page.number }
      counts[document] += 1
    }
    return pagination.documents.enumerated().map { index, document in
      var row = ByteWriter()
      row.write("{\"href\": ")
      row.writeJSON(document.href)
      row.write(", \"title\": ")
      row.writeJSON(document.title)
      row.write(", \"length\": ")
      row.write(document.length)
      row.write(", \"firstPage\": ")
      row.write(first[index])
      row.write(", \"pages\": ")
      row.write(counts[index])
      Self.spineFields(document.document, &row)
      row.write("}")
      return row.bytes
    }
  }

  /// The rows of the pages are most of the map: as many at a time as there are jobs.
  private var pageRows: [[UInt8]] {
    let count = pagination.pages.count
    let jobs = max(1, min(pagination.environment.options.jobCount, count / 64))
    let chunks = Mutex<[Int: [[UInt8]]]>([:])
    DispatchQueue.concurrentPerform(iterations: jobs) { job in
      let rows = pageRows(of: count * job / jobs..<count * (job + 1) / jobs)
      chunks.withLock { $0[job] = rows }
    }
    return chunks.withLock { chunks in (0..<jobs).flatMap { chunks[$0] ?? [] } }
  }

  private func pageRows(of range: Range<Int>) -> [[UInt8]] {
    pagination.pages[range].map { page in
      var row = ByteWriter()
      row.write("{\"number\": ")
      row.write(page.number)
      row.write(", \"label\": ")
      row.writeJSON(page.label)
      row.write(", \"side\": ")
      row.writeJSON(page.side.rawValue)
      let chapter = pagination.chapters[page.chapter]
      if pagination.documents[chapter.chapter.document].document.spread == .center {
        row.write(", \"spread\": \"center\"")
      }
      row.write(", \"document\": ")
      row.writeJSON(pagination.documents[chapter.chapter.document].href)
      if let (_, content) = pagination.layout(of: page) {
        contentFields(page, chapter, content, &row)
      } else {
        row.write(", \"blank\": true")
      }
      row.write("}")
      return row.bytes
    }
  }

  private func contentFields(
    _ page: Pagination.Page, _ chapter: ChapterLayout, _ content: PageLayout,
    _ row: inout ByteWriter
  ) {
    place("start", content.start, chapter, isEnd: false, &row)
    place("end", content.end, chapter, isEnd: true, &row)
    row.write(", \"lines\": ")
    row.write(content.lines.count)
    row.write(", \"hyphenated\": ")
    let last = content.lines.last.map { chapter.lines[$0] }
    row.write(last?.flags.contains(.isHyphenated) ?? false ? "true" : "false")
    row.write(", \"fill\": ")
    let height = max(1, content.containerSize.height.rawValue)
    row.write(thousandths: content.usedHeight * 1000 / height)
    row.write(", \"digest\": ")
    row.writeJSON(Self.digest(page, chapter, content))
    row.write(", \"breaks\": ")
    row.writeJSON(LineBreaks.text(LineBreaks.lines(of: content, in: chapter)))
    if !content.notes.isEmpty { notes(chapter, content, &row) }
    row.write(", \"text\": ")
    row.writeJSON(Self.firstWords(chapter, content))
  }

  /// The notes at the foot of a page: where each stands in the book and where its call is.
  private func notes(_ chapter: ChapterLayout, _ content: PageLayout, _ row: inout ByteWriter) {
    row.write(", \"notes\": [")
    for (index, fragment) in content.notes.enumerated() {
      let note = chapter.text.notes[Int(fragment.note)]
      if index > 0 { row.write(", ") }
      row.write("{\"call\": ")
      row.write(chapter.chapter.documentOffset + Int(note.offset))
      if let place = note.place {
        row.write(", \"href\": ")
        row.writeJSON(place)
      }
      row.write(", \"lines\": ")
      row.write(fragment.lines.count)
      if fragment.isContinued { row.write(", \"continued\": true") }
      row.write("}")
    }
    row.write("]")
  }

  private func place(
    _ name: StaticString, _ offset: Int, _ chapter: ChapterLayout, isEnd: Bool,
    _ row: inout ByteWriter
  ) {
    row.write(", \"")
    row.write(name)
    row.write("\": {\"offset\": ")
    row.write(chapter.chapter.documentOffset + offset)
    if let cfi = Positions.cfi(of: offset, in: chapter, pagination, isEnd: isEnd) {
      row.write(", \"cfi\": ")
      row.writeJSON(cfi)
    }
    row.write("}")
  }

  /// Changes when anything on the page moves: every line's text range and place.
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
    for index in content.lines {
      let line = chapter.lines[index]
      for value in [line.usedX, line.y + line.baseline, line.usedWidth, line.extra] {
        numbers.append(Int32(truncatingIfNeeded: value))
      }
      numbers.append(Int32(line.flags.rawValue))
    }
    for fragment in content.notes {
      for value in [
        Int(fragment.note), fragment.y, fragment.lines.lowerBound, fragment.lines.count,
      ] {
        numbers.append(Int32(truncatingIfNeeded: value))
      }
    }
    for index in content.boxes {
      let box = chapter.boxes[index]
      for value in [box.x, box.y, box.width, box.height] {
        numbers.append(Int32(truncatingIfNeeded: value))
      }
    }
    numbers.withUnsafeBytes { hash.update(bufferPointer: $0) }
    chapter.text.units[content.start..<content.end].withUnsafeBytes {
      hash.update(bufferPointer: $0)
    }
    return hash.finalize().prefix(8).map { hexByte($0) }.joined()
  }

  static func firstWords(_ chapter: ChapterLayout, _ content: PageLayout) -> String {
    let end = min(content.end, content.start + 60)
    var units = Array(chapter.text.units[content.start..<end])
    // Paragraphs follow one another without anything between them.
    var index = chapter.text.paragraphIndex(at: content.start) + 1
    var added = 0
    while index < chapter.text.paragraphs.count {
      let start = Int(chapter.text.paragraphs[index].start)
      guard start < end else { break }
      units.insert(0x20, at: max(0, start - content.start) + added)
      added += 1
      index += 1
    }
    let words = String(decoding: units, as: UTF16.self)
      .split { $0.isWhitespace || $0 == "\u{FFFC}" || $0 == "\u{2028}" }.prefix(5)
    return words.joined(separator: " ")
  }

  private var anchorRows: [[UInt8]] {
    Positions.anchors(pagination).map { anchor in
      var row = ByteWriter()
      row.write("{\"document\": ")
      row.writeJSON(anchor.href)
      if let id = anchor.id {
        row.write(", \"id\": ")
        row.writeJSON(id)
      }
      if !anchor.types.isEmpty {
        row.write(", \"types\": ")
        row.writeJSON(anchor.types.joined(separator: " "))
      }
      if let title = anchor.title {
        row.write(", \"title\": ")
        row.writeJSON(title)
      }
      row.write(", \"page\": ")
      row.write(anchor.page)
      row.write(", \"offset\": ")
      row.write(anchor.offset)
      if let rect = anchor.rect { Self.rect(rect, &row) }
      row.write("}")
      return row.bytes
    }
  }

  private var linkRows: [[UInt8]] {
    Positions.links(pagination).map { link in
      var row = ByteWriter()
      row.write("{\"href\": ")
      row.writeJSON(link.href)
      row.write(", \"page\": ")
      row.write(link.page)
      row.write(", \"start\": ")
      row.write(link.start)
      row.write(", \"end\": ")
      row.write(link.end)
      if let rect = link.rect { Self.rect(rect, &row) }
      row.write("}")
      return row.bytes
    }
  }

  private var imageRows: [[UInt8]] {
    Positions.images(pagination).map { image in
      var row = ByteWriter()
      row.write("{\"href\": ")
      row.writeJSON(image.href)
      row.write(", \"page\": ")
      row.write(image.page)
      row.write(", \"offset\": ")
      row.write(image.offset)
      Self.rect(image.rect, &row)
      row.write("}")
      return row.bytes
    }
  }

  private static func rect(_ rect: Rect, _ row: inout ByteWriter) {
    row.write(", \"rect\": [")
    for (index, value) in [rect.minX, rect.minY, rect.width, rect.height].enumerated() {
      if index > 0 { row.write(", ") }
      row.write(points: value.rawValue)
    }
    row.write("]")
  }
}
