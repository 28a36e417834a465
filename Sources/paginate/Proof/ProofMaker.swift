import EPUB
import Foundation
import Paginator

/// Makes the proofs of one book, one after the other.
struct ProofMaker {
  let source: ProofArguments
  let folder: String
  /// The book and its settings, as they were read last.
  private(set) var target: BookTarget
  /// Counts the proofs and the errors that were shown.
  private(set) var version = 0
  private var memory = ProofMemory()
  /// Kept between proofs, so that unchanged documents are not parsed again.
  private var book: SharedBook?
  /// The state of the files that are not documents when the last proof was begun.
  private var lastOthers: InputState?
  /// Kept between proofs, so that fonts are opened once.
  private var fonts: FontLibrary?
  /// Kept between proofs if only documents change, so that dictionaries are read once.
  private var hyphenation: HyphenationLibrary?
  /// The proof's folder and its staging folders may be inside the book's folder.
  private let ownPath: String

  init(_ source: ProofArguments, _ target: BookTarget, folder: String) {
    self.source = source
    self.target = target
    self.folder = folder
    ownPath = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
  }

  /// The input files that are known without reading the book, and their state.
  struct Inputs {
    let paths: [String]
    let state: InputState
  }

  /// The input files that are known without reading the book.
  var inputs: [String] {
    let book = target.book
    let options = target.settings
    var folders: [String: String] = [:]
    var paths = (LayoutCache.bookFiles(book) ?? [book]).filter { !isOwn($0, &folders) }
    paths.append(source.project.path)
    if LayoutSettings.Key.style.isPath(options.style) { paths.append(options.style) }
    if let path = options.hyphenationExceptions { paths.append(path) }
    if let path = options.keep { paths.append(path) }
    for path in options.fontDir + options.fontFile + options.hyphenationDir {
      paths += LayoutCache.bookFiles(path) ?? [path]
    }
    return paths
  }

  /// - Parameter folders: the paths of folders without symbolic links, so that each is resolved once.
  private func isOwn(_ path: String, _ folders: inout [String: String]) -> Bool {
    let (folder, name) = OutputFile.split(path)
    let full =
      folders[folder] ?? URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    folders[folder] = full
    return (full + "/" + name).hasPrefix(ownPath + "/") || Temporaries.isTemporary(path)
  }

  /// The state of all input files but the documents of an unpacked book; nil for other books.
  private func others(of inputs: Inputs, without publication: Publication) -> InputState? {
    guard Paths.kind(of: target.book) == .folder else { return nil }
    let documents = Set(publication.documents.map { publication.displayPath(of: $0.href) })
    return inputs.state.only(inputs.paths.lazy.filter { !documents.contains($0) })
  }

  /// Reads the project file again. Under other settings, nothing of the last proof is used.
  private mutating func readTarget() throws {
    let new = try source.target()
    if new.book != target.book || new.settings != target.settings {
      (book, fonts, hyphenation, memory, lastOthers) = (nil, nil, nil, ProofMemory(), nil)
    }
    target = new
  }

  /// - Parameter inputs: the files of the book, as they are now.
  mutating func make(_ inputs: Inputs) async throws -> Pagination {
    try readTarget()
    var options = try target.options()
    options.fonts = fonts ?? options.fonts
    fonts = options.fonts
    let publication = try target.publication()
    let others = others(of: inputs, without: publication)
    if let others, others == lastOthers {
      memory.chapters.expectOnlyDocumentsToChange()
      options.hyphenation = hyphenation ?? options.hyphenation
    }
    hyphenation = options.hyphenation
    lastOthers = nil
    let book = SharedBook(publication, isLenient: options.isLenient, after: self.book)
    let output = try ProofOutput(
      folder: folder, budgets: options.budgets, memory: memory, version: version + 1)
    do {
      let pagination = try await paginate(
        book, options: options, remembering: memory.chapters, receiver: output)
      try await output.commit(pagination)
      self.book = book
      lastOthers = others
      version += 1
      return pagination
    } catch {
      output.discard()
      throw error
    }
  }

  /// Makes the browser show an error; the pages stay unchanged.
  mutating func show(_ error: any Error) throws {
    guard FileManager.default.fileExists(atPath: folder + "/data/book.js") else { throw error }
    version += 1
    try OutputFile.write(
      ProofOutput.versionScript(version, error: "\(error)"), to: folder + "/data/version.js")
  }
}
