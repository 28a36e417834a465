internal import EPUB

/// Writes the page map: one JSON object, one line per page, keys in fixed order
/// (`Schemas/page-map.schema.json`).
public struct PageMap: Sendable {
  let pagination: Pagination
  /// The rows of each chapter.
  private let chapters: [ChapterRows]
  var writer = ByteWriter()

  /// The version of the map's format; readers refuse other versions.
  public static let formatVersion = 1

  /// The map of a pagination that kept its chapters.
  public init(_ pagination: Pagination) {
    self.init(pagination, rows: ChapterRows.of(pagination))
  }

  /// - Parameter rows: the rows of every chapter, in order.
  package init(_ pagination: Pagination, rows: [ChapterRows]) {
    self.pagination = pagination
    chapters = rows
  }

  /// - Parameter versions: the versions of the program and the libraries, in the order to write
  ///   them.
  public mutating func json(versions: [(name: String, version: String)]) -> [UInt8] {
    writer.reserve(chapters.reduce(0) { $0 + $1.size })
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
    rows(of: \.pages)
    writer.write("],\n\"contents\": [\n")
    rows(navigationRows(pagination.publication.navigation.contents)) { $0.write($1) }
    writer.write("],\n\"pageList\": [\n")
    rows(navigationRows(pagination.publication.navigation.pageList)) { $0.write($1) }
    writer.write("],\n\"landmarks\": [\n")
    rows(navigationRows(pagination.publication.navigation.landmarks)) { $0.write($1) }
    writer.write("],\n\"anchors\": [\n")
    rows(of: \.anchors)
    writer.write("],\n\"links\": [\n")
    rows(of: \.links)
    writer.write("],\n\"images\": [\n")
    rows(of: \.images)
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

  private mutating func rows(of kind: KeyPath<ChapterRows, ByteRows>) {
    let all = chapters.map { $0[keyPath: kind] }.filter { !$0.isEmpty }
    for (index, rows) in all.enumerated() {
      writer.write(rows.bytes)
      writer.write(index + 1 < all.count ? ",\n" : "\n")
    }
  }

  private static func input(_ input: Pagination.Input, _ writer: inout ByteWriter) {
    writer.write("{")
    writer.writeField("kind", input.kind)
    writer.writeField("name", input.name)
    writer.writeField("digest", "sha256:" + input.digest)
    if let version = input.version {
      writer.writeField("version", version)
    }
    writer.write("}")
  }

  private mutating func totals() {
    writer.write("{")
    writer.writeField("pages", pagination.pages.count)
    writer.writeField("blankPages", pagination.pages.count { $0.isBlank })
    writer.writeField("lines", chapters.reduce(0) { $0 + $1.lineCount })
    writer.writeField("hyphenatedLines", chapters.reduce(0) { $0 + $1.hyphenatedCount })
    writer.writeField("characters", pagination.documents.reduce(0) { $0 + $1.length })
    writer.writeField("findings", pagination.findings.count)
    writer.write("}")
  }

  // MARK: Rows

  private var documentRows: [[UInt8]] {
    var first = [Int](repeating: 0, count: pagination.documents.count)
    var counts = first
    for page in pagination.pages {
      let document = page.document
      if counts[document] == 0 { first[document] = page.number }
      counts[document] += 1
    }
    return pagination.documents.enumerated().map { index, document in
      var row = ByteWriter()
      row.write("{")
      row.writeField("href", document.href)
      row.writeField("title", document.title)
      row.writeField("length", document.length)
      row.writeField("firstPage", first[index])
      row.writeField("pages", counts[index])
      Self.spineFields(document.document, &row)
      row.write("}")
      return row.bytes
    }
  }
}
