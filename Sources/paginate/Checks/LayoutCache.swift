import Crypto
import EPUB
import Foundation
import Paginator

/// Remembers what a book came to, by the digests of all that went into it: a book of which nothing
/// changed is not set again. What an entry says it depends on is looked up every time; a damaged
/// entry is no entry.
struct LayoutCache {
  let folder: String

  private func path(_ job: CheckJob) -> String {
    folder + "/" + Self.key(job) + ".json"
  }

  /// What is known before a book is opened: where it is, how it is to be set, by which program.
  private static func key(_ job: CheckJob) -> String {
    let layout = job.layout
    let parts =
      Versions.all.map { "\($0.name) \($0.version)" } + [
        URL(fileURLWithPath: job.book).standardizedFileURL.path, layout.style, layout.readerSize,
        layout.page ?? "", layout.margin ?? "", layout.font.joined(separator: ","),
        layout.fontDir.joined(separator: ","), layout.fontFile.joined(separator: ","),
        "\(layout.noSystemFonts)", layout.hyphenationDir.joined(separator: ","),
        layout.root ?? "", layout.authorStyles.rawValue, layout.notes?.rawValue ?? "",
        "\(layout.lenient)", Preset.base, Preset.book, Preset.css(named: layout.style) ?? "",
        layout.fontDir.flatMap { FileManager.default.subpaths(atPath: $0)?.sorted() ?? [] }
          .joined(separator: ","),
      ]
    return hex(SHA256.hash(data: Data(parts.joined(separator: "\n").utf8)).prefix(12))
  }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  static func digest(ofFile path: String) -> String? {
    FileManager.default.contents(atPath: path).map { hex(SHA256.hash(data: $0)) }
  }

  // MARK: Entries

  /// An entry's first line; the record follows it as it is.
  private struct Head: Codable {
    /// Every file that the result follows from, with its digest.
    var files: [String: String]
    var pages: Int
    /// Of the record: tells whether it is whole.
    var digest: String
  }

  /// What a book came to, not yet read.
  struct Entry {
    let bytes: [UInt8]
    let pages: Int
  }

  /// What the book came to the last time, if nothing changed since.
  func entry(for job: CheckJob) -> Entry? {
    guard let data = FileManager.default.contents(atPath: path(job)),
      let newline = data.firstIndex(of: 0x0A),
      let head = try? JSONDecoder().decode(Head.self, from: data[..<newline])
    else { return nil }
    let record = data[(newline + 1)...]
    guard Self.hex(SHA256.hash(data: record)) == head.digest,
      head.files.allSatisfy({ Self.digest(ofFile: $0.key) == $0.value }),
      Set(head.files.keys).isSuperset(of: Self.bookFiles(job.book) ?? [])
    else { return nil }
    return Entry(bytes: [UInt8](record), pages: head.pages)
  }

  func store(_ record: BookRecord, for job: CheckJob, _ pagination: Pagination) throws {
    var paths = Set(Self.bookFiles(job.book) ?? [])
    if Preset.css(named: job.layout.style) == nil, job.layout.style != "none" {
      paths.insert(job.layout.style)
    }
    paths.formUnion(pagination.files(inFolderOf: job.book))
    var files: [String: String] = [:]
    for path in paths { files[path] = Self.digest(ofFile: path) }
    let bytes = record.baseline
    let head = Head(
      files: files, pages: record.pages.count, digest: Self.hex(SHA256.hash(data: bytes)))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try OutputFile.createFolder(folder)
    try OutputFile.write([UInt8](try encoder.encode(head)) + [0x0A] + bytes, to: path(job))
  }

  /// The files of a book: the archive or the document, or everything in its folder.
  private static func bookFiles(_ book: String) -> [String]? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: book, isDirectory: &isFolder) else { return nil }
    guard isFolder.boolValue else { return [book] }
    return FileManager.default.enumerator(atPath: book)?.compactMap { $0 as? String }
      .map { book + "/" + $0 }
      .filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
          && !isFolder.boolValue
      }
  }
}

extension Pagination {
  /// The files on this machine that the pages follow from, besides the book's own container: what
  /// lies beside a single document, fonts, dictionaries.
  fileprivate func files(inFolderOf book: String) -> [String] {
    var paths = machineFiles
    guard !book.lowercased().hasSuffix(".epub") else { return paths }
    let folder = book.lastIndex(of: "/").map { String(book[...$0]) } ?? ""
    for input in inputs where ["stylesheet", "image"].contains(input.kind) {
      paths.append(folder + input.name)
    }
    return paths
  }
}
