import EPUB
import Foundation
import Paginator

/// The book's inputs at the time of its baseline: from a folder, or from git.
struct OldInputs {
  enum Place {
    case none
    case folder(String)
    case revision(String)
  }

  let place: Place
  static let none = OldInputs(place: .none)

  /// Sets a book with some groups of inputs put back; nil if their old versions are not available.
  /// - Parameters:
  ///   - changes: the changes in those groups.
  ///   - settings: the settings of the baseline.
  ///   - chapters: the store of chapters; unchanged ones are not laid out again.
  func rerun(
    _ job: CheckJob, _ groups: Set<InputChange.Group>, _ changes: [InputChange],
    settings: [String: String], _ chapters: LayoutStore
  ) async throws -> BookRecord? {
    var layout = job.layout
    if groups.contains(.option) { layout.apply(settings: settings) }
    // Pages that were set first-fit are not kept.
    if layout.pageBreaking == .firstFit { layout.keep = nil }
    if groups.contains(.engine) || groups.contains(.dictionary) { return nil }
    var options = try layout.options()
    if groups.contains(.preset) {
      guard let css = bytes(of: layout.style) else { return nil }
      options.preset.css = String(decoding: css, as: UTF8.self)
    }
    var files: [String: [UInt8]] = [:]
    let inBook: Set<InputChange.Group> = [.package, .document, .stylesheet, .image, .font]
    let old = changes.filter { inBook.contains($0.group) && $0.before != nil }
    let book = old.isEmpty ? nil : try self.book(at: job.book)
    for change in old {
      guard let bytes = try book?.file(change.name) else { return nil }
      files[change.name] = bytes
    }
    let publication = try layout.publication(job.book, replacing: files)
    return BookRecord(
      try await paginate(publication, options: options, keptIn: chapters), versions: Versions.all)
  }

  /// The old version of a file, by its current path.
  private func bytes(of path: String) -> [UInt8]? {
    switch place {
    case .none: return nil
    case .folder(let folder):
      let name = path.fileName
      let data =
        FileManager.default.contents(atPath: folder + "/" + path)
        ?? FileManager.default.contents(atPath: folder + "/" + name)
      return data.map { [UInt8]($0) }
    case .revision(let revision): return Git.show(path, at: revision)
    }
  }

  /// The old version of a file inside the book.
  func bookFile(_ name: String, _ book: String) throws -> [UInt8]? {
    try self.book(at: book)?.file(name)
  }

  /// The old version of a book; nil if it is not available.
  private func book(at path: String) throws -> OldBook? {
    guard let kind = Paths.kind(of: path) else { return nil }
    if kind == .folder { return .folder(path + "/", self) }
    guard Publication.isArchive(path) else {
      return .folder(path.lastIndex(of: "/").map { String(path[...$0]) } ?? "", self)
    }
    guard let archive = bytes(of: path) else { return nil }
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginate-\(UUID().uuidString).epub")
    defer { try? FileManager.default.removeItem(at: copy) }
    try Data(archive).write(to: copy)
    return .archive(try Publication.open(copy.path))
  }

  /// The old version of a book, of which files are read one by one.
  private enum OldBook {
    /// A folder's path, with the slash at its end.
    case folder(String, OldInputs)
    case archive(Publication)

    func file(_ name: String) throws -> [UInt8]? {
      switch self {
      case .folder(let path, let inputs): inputs.bytes(of: path + name)
      case .archive(let publication): try publication.file(name)
      }
    }
  }
}

extension LayoutSettings {
  /// Applies the settings that a baseline states. It names files without their paths, so they
  /// cannot be found again: those of the job stay.
  mutating func apply(settings: [String: String]) {
    for key in Key.recorded where key != .keep {
      let stated = settings[key.mapName]
      if key == .style, stated.map(key.isPath) ?? true { continue }
      let value = stated == Self.byStyle ? nil : stated
      switch Self.field(key) {
      case .text(let path): self[keyPath: path] = value.map { Self.option(key, recordedAs: $0) }
      case .texts(let path):
        let texts = value?.split(separator: ",") ?? []
        self[keyPath: path] = texts.map { $0.trimmingCharacters(in: .whitespaces) }
      case .onOff(let path): self[keyPath: path] = value.flatMap(Switch.init)
      case .notes(let path):
        self[keyPath: path] = value.flatMap(PaginationOptions.NotePosition.init)
      case .pageBreaking(let path): self[keyPath: path] = value.flatMap(PageBreaking.init)
      case .flag, .number: break
      }
    }
  }

  /// A value as an option of the command. Maps give the unit of margins only once.
  private static func option(_ key: Key, recordedAs text: String) -> String {
    guard key == .margin, text.hasSuffix("pt") else { return text }
    return text.dropLast(2).split(separator: " ").map { $0 + "pt" }.joined(separator: " ")
  }
}
