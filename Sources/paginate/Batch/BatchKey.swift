import EPUB
import Foundation
import Paginator
import Synchronization

/// Computes the key of a result before it is made: a digest of everything that the result depends
/// on. The name and the path of a book are not part of it.
final class BatchKey: Sendable {
  /// Digests of files and folders that many units share, by path.
  private let known = Mutex<[String: String]>([:])
  /// Folders that the batch writes to, with links resolved: files in them are not part of a book.
  private let outputs: [String]

  /// - Parameter outputs: the folders that the batch writes to.
  init(outputs: [String?]) {
    self.outputs = outputs.compactMap { $0.map(Paths.resolved) }
  }

  /// - Throws: `BookError` if the book does not exist.
  func keys(of unit: BatchUnit) throws -> Keys {
    let book = try digest(ofBook: unit.book)
    return Keys(book: book, editions: unit.editions.map { key(of: $0, book, unit.outputs) })
  }

  struct Keys {
    /// The book's digest.
    let book: String
    let editions: [String]
  }

  private func key(
    of edition: BatchUnit.Edition, _ book: String, _ outputs: Set<BatchUnit.Output>
  ) -> String {
    var layout = edition.options.layout.settings
    // The number of tasks changes no result, and no failure.
    layout.jobs = nil
    // The content of files counts, not where they are.
    let content = layout.mappingPaths(digest(ofPath:))
    var parts = [ProgramIdentity.text, book, content.canonicalText]
    if !layout.noSystemFonts {
      parts.append(remembered("system fonts") { MachineState.systemFonts })
    }
    parts.append(remembered("system dictionaries") { MachineState.systemDictionaries })
    parts += Self.parts(of: edition.options, outputs)
    return LayoutCache.key(of: parts.joined(separator: "\u{0}"))
  }

  /// What the outputs depend on besides the pages. Without these outputs, it does not count.
  private static func parts(
    of options: EditionOptions, _ outputs: Set<BatchUnit.Output>
  ) -> [String] {
    var parts: [String] = []
    if outputs.contains(.pdf) { parts.append("pdf " + options.print.description) }
    if outputs.contains(.pageList) { parts.append("page-list " + options.pageSource) }
    if outputs.contains(.baseline) { parts.append("baseline") }
    if outputs.contains(.check) {
      let baseline = options.baseline.flatMap(LayoutCache.digest(ofFile:)) ?? "none"
      parts.append("check \(options.allow ?? "exact") \(baseline)")
    }
    return parts
  }

  /// The digest of an EPUB's bytes, or of all files in a folder. A single document counts with all
  /// files in its folder, because it may refer to any of them.
  private func digest(ofBook path: String) throws -> String {
    guard let kind = Paths.kind(of: path) else {
      throw BookError(.noSuchInput, "no such file \"\(path)\"")
    }
    if kind == .file, Publication.isArchive(path) {
      return LayoutCache.digest(ofFile: path) ?? ""
    }
    let folder =
      kind == .folder ? path : URL(fileURLWithPath: path).deletingLastPathComponent().path
    let own = kind == .folder ? "" : LayoutCache.digest(ofFile: path) ?? ""
    return SealedFile.digest(of: Array((own + contentDigests(of: folder)).utf8))
  }

  private func contentDigests(of folder: String) -> String {
    let root = Paths.resolved(folder)
    let names = (FileManager.default.subpaths(atPath: folder) ?? []).filter { name in
      // Baselines beside a document are not part of it.
      !name.hasSuffix(".pages.json")
        && !outputs.contains { "\(root)/\(name)/".hasPrefix($0 + "/") }
    }
    return names.sorted().map { name in
      "\(name) \(LayoutCache.digest(ofFile: folder + "/" + name) ?? "")"
    }.joined(separator: "\n")
  }

  private func digest(ofPath path: String) -> String {
    remembered(path) {
      Paths.kind(of: path) == .folder
        ? contentDigests(of: path) : LayoutCache.digest(ofFile: path) ?? path
    }
  }

  private func remembered(_ name: String, _ make: () -> String) -> String {
    if let digest = known.withLock({ $0[name] }) { return digest }
    let digest = SealedFile.digest(of: Array(make().utf8))
    known.withLock { $0[name] = digest }
    return digest
  }
}
