internal import Foundation

/// The data of a paginated book that comparisons use: read from a page map or a baseline, or made
/// from a pagination.
public struct BookRecord: Equatable, Sendable {
  /// A file that the pages depend on.
  public struct Input: Equatable, Sendable {
    /// Such as "document", "stylesheet", "font" or "image".
    public var kind: String
    /// The file's name in the book, or the file name of a font.
    public var name: String
    /// SHA-256, as hexadecimal digits.
    public var digest: String
    /// The font's version; nil for other inputs.
    public var version: String?

    /// Creates an input.
    public init(kind: String, name: String, digest: String, version: String? = nil) {
      self.kind = kind
      self.name = name
      self.digest = digest
      self.version = version
    }
  }

  /// A document of the spine.
  public struct Document: Equatable, Sendable {
    /// Relative to the package.
    public var href: String
    /// The text of its `title` element.
    public var title: String
    /// The label of its first page.
    public var first: String
    /// How many pages it has.
    public var pages: Int
    /// UTF-16 units of text.
    public var length: Int
  }

  /// The properties of a page that are compared.
  public struct Page: Equatable, Sendable {
    /// Counted from 1 through the book.
    public var number: Int
    /// What is printed on it.
    public var label: String
    /// "left" or "right".
    public var side: String
    /// The document's href.
    public var document: String
    /// Whether it has no text and was inserted so that the next page is on its side.
    public var isBlank: Bool
    /// UTF-16 units into the document's text.
    public var start: Int
    /// UTF-16 units of text.
    public var length: Int
    /// Its lines' lengths and ends.
    public var lines: [LineBreaks.Line]
    /// A digest of the page's content and its positions.
    public var digest: String
    /// Its first words.
    public var text: String
  }

  /// A named item with the page that it is on.
  public struct Placed: Equatable, Sendable {
    /// The image's href, or the document's href with an id.
    public var name: String
    /// Counted from 1.
    public var page: Int
  }

  /// The book's title.
  public var title: String
  /// The versions of the program and its libraries, by name.
  public var generator: [String: String]
  /// Options by name, as the map writes them.
  public var settings: [String: String]
  /// All files that the pages depend on.
  public var inputs: [Input]
  /// In page order: the linear documents of the spine, then the others.
  public var documents: [Document]
  /// In order.
  public var pages: [Page]
  /// Empty where a baseline does not hold them.
  public var anchors: [Placed] = []
  /// Empty where a baseline does not hold them.
  public var images: [Placed] = []
  /// The PDF of these pages; nil if none was made.
  public var pdf: PDFRecord?

  /// Creates a record from its parts.
  public init(
    title: String, generator: [String: String], settings: [String: String], inputs: [Input],
    documents: [Document], pages: [Page]
  ) {
    self.title = title
    self.generator = generator
    self.settings = settings
    self.inputs = inputs
    self.documents = documents
    self.pages = pages
  }
}

extension BookRecord {
  /// Creates the record of a pagination.
  /// - Parameter versions: the versions of the program and its libraries.
  public init(_ pagination: Pagination, versions: [(name: String, version: String)]) {
    // A blank page begins where the text before it ends, as in files, which do not hold the place.
    var ends: [Int: Int] = [:]
    let pages = pagination.pages.map { page -> Page in
      let chapter = pagination.chapters[page.chapter]
      let content = pagination.layout(of: page)?.page
      let start =
        content.map { chapter.chapter.documentOffset + $0.start }
        ?? ends[chapter.chapter.document, default: 0]
      let length = content.map { $0.end - $0.start } ?? 0
      ends[chapter.chapter.document] = start + length
      return Page(
        number: page.number, label: page.label, side: page.side.rawValue,
        document: pagination.documents[chapter.chapter.document].href, isBlank: page.isBlank,
        start: start, length: length,
        lines: content.map { LineBreaks.lines(of: $0, in: chapter) } ?? [],
        digest: content.map { ChapterRows.digest(page, chapter, $0) } ?? "",
        text: content.map { ChapterRows.firstWords(chapter, $0) } ?? "")
    }
    self.init(
      title: pagination.title,
      generator: Dictionary(
        versions.map { ($0.name, $0.version) }, uniquingKeysWith: { a, _ in a }),
      settings: Dictionary(
        pagination.settings.map { ($0.name, $0.value) }, uniquingKeysWith: { a, _ in a }),
      inputs: pagination.inputs.map {
        Input(kind: $0.kind, name: $0.name, digest: $0.digest, version: $0.version)
      }, documents: Self.documents(pagination), pages: pages)
    let chapters = pagination.chapters.indices.lazy.map { pagination.numbered($0) }
    anchors = chapters.flatMap { chapter in
      Positions.anchors(chapter) { pagination.documents[$0].href }.compactMap { anchor in
        anchor.id.map { Placed(name: anchor.href + "#" + $0, page: anchor.page) }
      }
    }
    images = chapters.flatMap(Positions.imagePages).map { Placed(name: $0.href, page: $0.page) }
  }

  private static func documents(_ pagination: Pagination) -> [Document] {
    var result = pagination.documents.map {
      Document(href: $0.href, title: $0.title, first: "", pages: 0, length: $0.length)
    }
    for page in pagination.pages {
      let index = page.document
      if result[index].pages == 0 { result[index].first = page.label }
      result[index].pages += 1
    }
    return result
  }
}

// MARK: Files

extension BookRecord {
  /// Why a file can't be read.
  public enum ReadFailure: Error, Sendable {
    /// The file is not JSON; with the parser's message.
    case notJSON(String)
    /// The JSON is neither a page map nor a baseline; with what is missing.
    case notOurs(String)
  }

  /// Reads a page map or a baseline.
  /// - Throws: `ReadFailure` with the reason.
  public init(json bytes: [UInt8]) throws {
    let object: Any
    do {
      object = try JSONSerialization.jsonObject(with: Data(bytes))
    } catch {
      // Foundation's own sentence says nothing; its other one names the place.
      let detail = (error as NSError).userInfo["NSDebugDescription"] as? String
      throw ReadFailure.notJSON(detail ?? "a page map is a JSON file, as paginate writes it")
    }
    guard let map = object as? [String: Any], let rows = map["pages"] as? [[String: Any]],
      map["format"] as? Int == PageMap.formatVersion
    else {
      throw ReadFailure.notOurs("it has no \"format\": \(PageMap.formatVersion) and no pages")
    }
    self.init(
      title: map["title"] as? String ?? "",
      generator: map["generator"] as? [String: String] ?? [:],
      settings: map["settings"] as? [String: String] ?? [:],
      inputs: Self.inputs(map["inputs"]), documents: try Self.documents(map, rows),
      pages: try Self.pages(rows))
    anchors = Self.placed(map["anchors"]) { row in
      (row["id"] as? String).map { (row["document"] as? String ?? "") + "#" + $0 }
    }
    images = Self.placed(map["images"]) { $0["href"] as? String }
    pdf = PDFRecord(json: map["pdf"])
  }

  private static func inputs(_ value: Any?) -> [Input] {
    (value as? [[String: Any]] ?? []).map { row in
      let digest = row["digest"] as? String ?? ""
      return Input(
        kind: row["kind"] as? String ?? "", name: row["name"] as? String ?? "",
        digest: digest.hasPrefix("sha256:") ? String(digest.dropFirst(7)) : digest,
        version: row["version"] as? String)
    }
  }

  private static func documents(
    _ map: [String: Any], _ pages: [[String: Any]]
  ) throws -> [Document] {
    try (map["documents"] as? [[String: Any]] ?? []).map { row in
      let number = row["firstPage"] as? Int ?? 0
      let label =
        row["first"] as? String
        ?? (number > 0 && number <= pages.count ? pages[number - 1]["label"] as? String : nil)
      let href = row["href"] as? String ?? ""
      let (count, length) = (row["pages"] as? Int ?? 0, row["length"] as? Int ?? 0)
      let possible = 0...LineBreaks.longest
      guard possible.contains(count), possible.contains(length) else {
        throw ReadFailure.notOurs("the document \"\(href)\" has an impossible length")
      }
      return Document(
        href: href, title: row["title"] as? String ?? "", first: label ?? "", pages: count,
        length: length)
    }
  }

  /// A baseline has no page numbers and no page starts: they follow from the order of the pages.
  private static func pages(_ rows: [[String: Any]]) throws -> [Page] {
    var ends: [String: Int] = [:]
    var result: [Page] = []
    for (index, row) in rows.enumerated() {
      let document = row["document"] as? String ?? ""
      guard let lines = LineBreaks.lines(row["breaks"] as? String ?? "") else {
        throw ReadFailure.notOurs("page \(index + 1) has no readable \"breaks\"")
      }
      let start = (row["start"] as? [String: Any])?["offset"] as? Int
      let end = (row["end"] as? [String: Any])?["offset"] as? Int
      let length = row["length"] as? Int ?? (end ?? 0) &- (start ?? 0)
      let begin = start ?? ends[document, default: 0]
      let possible = 0...LineBreaks.longest
      guard possible.contains(begin), possible.contains(length) else {
        throw ReadFailure.notOurs("page \(index + 1) is at an impossible place in its document")
      }
      let page = Page(
        number: index + 1, label: row["label"] as? String ?? "", side: row["side"] as? String ?? "",
        document: document, isBlank: row["blank"] as? Bool ?? false,
        start: begin, length: length, lines: lines,
        digest: row["digest"] as? String ?? "", text: row["text"] as? String ?? "")
      ends[document] = page.start + page.length
      result.append(page)
    }
    return result
  }

  private static func placed(_ value: Any?, _ name: ([String: Any]) -> String?) -> [Placed] {
    (value as? [[String: Any]] ?? []).compactMap { row in
      guard let name = name(row), let page = row["page"] as? Int else { return nil }
      return Placed(name: name, page: page)
    }
  }

  /// The record as a baseline file, made for review: one line for every input, document and page,
  /// in stable order. Page numbers and offsets are left out, so that fewer lines change.
  public var baseline: [UInt8] {
    var writer = ByteWriter()
    writer.write("{\n\"format\": ")
    writer.write(PageMap.formatVersion)
    writer.write(",\n\"kind\": \"baseline\",\n\"title\": ")
    writer.writeJSON(title)
    writer.write(",\n\"generator\": ")
    Self.dictionary(generator, &writer)
    writer.write(",\n\"settings\": ")
    Self.dictionary(settings, &writer)
    if let pdf {
      writer.write(",\n\"pdf\": ")
      pdf.write(to: &writer)
    }
    Self.rows("inputs", inputs, &writer) { input, row in
      Self.fields(
        [("kind", input.kind), ("name", input.name), ("digest", "sha256:" + input.digest)]
          + (input.version.map { [("version", $0)] } ?? []), &row)
    }
    Self.rows("documents", documents, &writer) { document, row in
      Self.fields(
        [("href", document.href), ("title", document.title), ("first", document.first)], &row)
      row.write(", \"pages\": ")
      row.write(document.pages)
      row.write(", \"length\": ")
      row.write(document.length)
    }
    Self.rows("pages", pages, &writer) { page, row in
      Self.fields([("document", page.document), ("label", page.label), ("side", page.side)], &row)
      if page.isBlank {
        row.write(", \"blank\": true")
        return
      }
      row.write(", \"length\": ")
      row.write(page.length)
      row.write(", ")
      Self.fields(
        [("digest", page.digest), ("breaks", page.breaks), ("text", page.text)], &row)
    }
    writer.write("\n}\n")
    return writer.bytes
  }

  private static func rows<Item>(
    _ name: String, _ items: [Item], _ writer: inout ByteWriter,
    _ write: (Item, inout ByteWriter) -> Void
  ) {
    writer.write(",\n\"\(name)\": [")
    for (index, item) in items.enumerated() {
      writer.write(index == 0 ? "\n{" : ",\n{")
      write(item, &writer)
      writer.write("}")
    }
    writer.write("\n]")
  }

  private static func fields(_ fields: [(String, String)], _ writer: inout ByteWriter) {
    for (index, (name, value)) in fields.enumerated() {
      if index > 0 { writer.write(", ") }
      writer.writeJSON(name)
      writer.write(": ")
      writer.writeJSON(value)
    }
  }

  private static func dictionary(_ values: [String: String], _ writer: inout ByteWriter) {
    writer.write("{")
    fields(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, &writer)
    writer.write("}")
  }
}

extension BookRecord {
  /// The page starts to keep (`--keep`).
  /// - Parameter name: the name of the file that the record was read from.
  public func keptPages(name: String) -> KeptPages {
    var kept: [String: [KeptPages.Page]] = [:]
    for page in pages where page.length > 0 {
      kept[page.document, default: []].append(
        KeptPages.Page(start: page.start, words: page.text, lines: page.lines))
    }
    return KeptPages(name: name, pages: kept)
  }
}

extension BookRecord.Page {
  var breaks: String { LineBreaks.text(lines) }
}
