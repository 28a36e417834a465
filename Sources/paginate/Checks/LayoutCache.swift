import Foundation
import Paginator

/// Caches the results of books by the digests of everything that they depend on. An unchanged book
/// is not set again; of a changed book, only the affected chapters are laid out. The dependencies
/// of an entry are verified at each use; a damaged entry is not used.
struct LayoutCache {
  static let bookEnding = ".json"
  static let chapterEnding = ".chapters"
  /// The length of a key, in hexadecimal digits.
  static let keyLength = 24

  let folder: String

  /// The result of a book, not parsed yet.
  struct Entry {
    let bytes: [UInt8]
    let pages: Int
    let pdf: PDFRecord?
  }

  /// The chapters of the book's last run, for a book that must be set.
  func chapters(of job: CheckJob, _ findings: inout [Finding]) -> LayoutStore {
    let file = chapterFile(job)
    switch file.read() {
    case .missing, .foreign: return LayoutStore()
    case .content(let bytes): if let store = LayoutStore(Array(bytes)) { return store }
    case .damaged: break
    }
    Self.report(file, &findings)
    return LayoutStore()
  }

  private static func report(_ file: SealedFile, _ findings: inout [Finding]) {
    findings.append(
      Finding(
        .damagedCache,
        "\"\(file.path)\" was not as it had been written: what it held was set again"))
  }

  private func bookFile(_ job: CheckJob) -> SealedFile {
    // A result with a PDF is kept beside the one without.
    let key = job.pdf.map { Self.key(of: Self.key(job) + "\n" + $0.print.description) }
    return SealedFile(path: folder + "/" + (key ?? Self.key(job)) + Self.bookEnding)
  }

  private func chapterFile(_ job: CheckJob) -> SealedFile {
    SealedFile(path: folder + "/" + Self.key(job) + Self.chapterEnding)
  }

  /// The key from what is known before a book is opened: its path and its options. The path is used
  /// as given, so that a cache works wherever a project is checked out.
  private static func key(_ job: CheckJob) -> String {
    var layout = job.layout.ofPages
    // Of the kept pages, the content counts: they may be those of a baseline that is written.
    layout.keep = layout.keep.map { digest(ofFile: $0) ?? "" }
    // A limit changes no page, but it may refuse the book.
    let limits = job.layout.limits.sorted().map { "\nlimit \($0)" }.joined()
    return key(of: "\(job.book)\n\(layout.canonicalText)\(limits)")
  }

  /// The key of an entry: a digest of the text that names its dependencies.
  static func key(of text: String) -> String {
    String(SealedFile.digest(of: Array(text.utf8)).prefix(keyLength))
  }

  static func digest(ofFile path: String) -> String? {
    FileManager.default.contents(atPath: path).map { SealedFile.digest(of: $0) }
  }

  // MARK: Entries

  /// The first line of an entry; the record follows it unchanged.
  private struct Head: Codable {
    /// The digest of every file that the result depends on.
    var files: [String: String]
    /// The files that the book refers to and that did not exist.
    var missing: [String]
    /// The digest of `MachineState`.
    var machine: String
    var pages: Int
    var pdf: PDFRecord?
    /// The rules of its findings: another check may fail on one of them.
    var rules: [String]
  }

  /// The result of the book's last run, if nothing changed since.
  func entry(for job: CheckJob, _ findings: inout [Finding]) -> Entry? {
    let file = bookFile(job)
    let bytes: ArraySlice<UInt8>
    switch file.read() {
    case .missing, .foreign: return nil
    case .damaged:
      Self.report(file, &findings)
      return nil
    case .content(let content): bytes = content
    }
    guard let newline = bytes.firstIndex(of: 0x0A),
      let head = try? JSONDecoder().decode(Head.self, from: Data(bytes[..<newline])),
      head.files.allSatisfy({ Self.digest(ofFile: $0.key) == $0.value }),
      head.missing.allSatisfy({ !FileManager.default.fileExists(atPath: $0) }),
      head.machine == Self.key(of: MachineState.text(job.layout)),
      Set(head.files.keys).isSuperset(of: Self.bookFiles(job.book) ?? []),
      Self.hasPDF(job, head.pdf), !head.rules.contains(where: job.fails(on:))
    else { return nil }
    return Entry(bytes: Array(bytes[(newline + 1)...]), pages: head.pages, pdf: head.pdf)
  }

  /// Whether the PDF that a job wants is the one of its last run, and in its place.
  private static func hasPDF(_ job: CheckJob, _ known: PDFRecord?) -> Bool {
    guard let pdf = job.pdf else { return true }
    guard let known else { return false }
    return pdf.place.map { digest(ofFile: $0) == known.digest } ?? true
  }

  /// Stores the result of a book. If the cache cannot be written, that is a finding, and the book
  /// does not fail.
  /// - Parameters:
  ///   - chapters: nil to keep those that are stored.
  ///   - record: the result; nil for a book that must be set again next time.
  ///   - own: the findings about the book.
  func store(
    _ chapters: LayoutStore?, _ record: BookRecord?, for job: CheckJob, _ pagination: Pagination,
    _ own: [Finding], _ findings: inout [Finding]
  ) {
    do {
      if let chapters { try chapterFile(job).write(chapters.bytes) }
      if let record { try store(record, for: job, pagination, own) }
    } catch {
      findings.append(Finding(.unwrittenCache, "the cache was not written: \(error)"))
    }
  }

  private func store(
    _ record: BookRecord, for job: CheckJob, _ pagination: Pagination, _ findings: [Finding]
  ) throws {
    var paths = Set(Self.bookFiles(job.book) ?? [])
    if LayoutSettings.Key.style.isPath(job.layout.style) { paths.insert(job.layout.style) }
    paths.formUnion(job.layout.fontFile)
    paths.formUnion([job.layout.hyphenationExceptions].compactMap { $0 })
    paths.formUnion(pagination.machineFiles)
    paths.formUnion(pagination.filesOfDocument.read)
    var files: [String: String] = [:]
    for path in paths { files[path] = Self.digest(ofFile: path) }
    let head = Head(
      files: files, missing: pagination.filesOfDocument.missing,
      machine: Self.key(of: MachineState.text(job.layout)), pages: record.pages.count,
      pdf: record.pdf, rules: Set(findings.map(\.rule.rawValue)).sorted())
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try bookFile(job).write(Array(try encoder.encode(head)) + [0x0A] + record.baseline)
  }

  /// The files of a book: the archive or the document, or everything in its folder; nil if it does
  /// not exist.
  static func bookFiles(_ book: String) -> [String]? {
    guard let kind = Paths.kind(of: book) else { return nil }
    guard kind == .folder else { return [book] }
    return FolderEntry.all(in: book)?.filter { !$0.isFolder }.map { book + "/" + $0.path }
  }
}
