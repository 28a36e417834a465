import ArgumentParser
import EPUB
import Foundation
import Markup
import Paginator

/// `paginate watch`: makes a proof again when its inputs change.
struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Make a proof, and make it again whenever an input changes; the browser follows.",
    discussion: """
      paginate watch book.epub --page 6x9 -o proof/
      Open proof/index.html once: after each change it shows the new pages at the same place, and \
      errors with their file, line and column until they are corrected. Ctrl-C ends it.
      """)

  @OptionGroup var layout: LayoutArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The proof's folder (default: BOOK-NAME.proof).", valueName: "dir"))
  var output: String?

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func run() async throws {
    let folder = output ?? layout.bookName + ".proof"
    var maker = ProofMaker(layout: layout, folder: folder)
    var inputs: [String] = []
    while true {
      // To detect inputs that change while the book is set.
      let before = InputState(of: maker.inputs + inputs)
      let start = ContinuousClock.now
      do {
        let pagination = try await maker.make()
        inputs = pagination.files(nextTo: layout.book, ["stylesheet", "image", "font"])
        report(pagination, folder, start.duration(to: .now))
      } catch {
        guard let status = Failure.status(of: error), status != 64 else { throw error }
        Console.report("paginate: error: \(error)")
        try maker.show(error)
      }
      let paths = maker.inputs + inputs
      let seen = InputState(of: paths)
      await Self.waitForChange(of: paths, since: before.isPart(of: seen) ? seen : nil)
    }
  }

  private func report(_ pagination: Pagination, _ folder: String, _ time: Duration) {
    guard !quiet else { return }
    let count = pagination.pages.count
    Console.print(
      "\(count) \(count == 1 ? "page" : "pages"): \(folder)/index.html"
        + String(format: " (%.2f s)", time.inSeconds))
  }

  /// Waits until files differ from `seen`, if it is given, and then until they stay the same for a
  /// tenth of a second: a save is often several writes, and the last one counts.
  private static func waitForChange(of paths: [String], since seen: InputState?) async {
    var now = InputState(of: paths)
    while now == seen {
      try? await Task.sleep(for: .milliseconds(100))
      now = InputState(of: paths)
    }
    var earlier: InputState?
    while now != earlier {
      earlier = now
      try? await Task.sleep(for: .milliseconds(100))
      now = InputState(of: paths)
    }
  }
}

/// The size, time and inode of files, which show whether a file changed.
private struct InputState: Equatable {
  private let states: [String: [Int]]

  init(of paths: [String]) {
    var states: [String: [Int]] = [:]
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else {
        states[path] = []
        continue
      }
      states[path] = [
        Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec),
        Int(status.st_ino),
      ]
    }
    self.states = states
  }

  /// Whether all files that are in both states are unchanged.
  func isPart(of other: InputState) -> Bool {
    states.allSatisfy { other.states[$0.key] == nil || other.states[$0.key] == $0.value }
  }
}

/// Makes the proofs of one book, one after the other.
private struct ProofMaker {
  let layout: LayoutArguments
  let folder: String
  private var version = 0
  /// Kept between proofs, so that fonts are opened once.
  private var fonts: FontLibrary?

  init(layout: LayoutArguments, folder: String) {
    self.layout = layout
    self.folder = folder
  }

  /// The input files that are known without reading the book.
  var inputs: [String] {
    var paths = LayoutCache.bookFiles(layout.book) ?? [layout.book]
    let options = layout.layout
    if Preset.css(named: options.style) == nil, options.style != "none" {
      paths.append(options.style)
    }
    if let path = options.hyphenationExceptions { paths.append(path) }
    for path in options.fontDir + options.fontFile + options.hyphenationDir {
      paths += LayoutCache.bookFiles(path) ?? [path]
    }
    return paths
  }

  mutating func make() async throws -> Pagination {
    var options = try layout.options()
    let own = fonts ?? options.fonts
    fonts = own
    options.fonts = own.copy()
    let publication = try layout.publication()
    let output = try ProofOutput(folder: folder, budgets: options.budgets)
    do {
      let pagination = try await paginate(
        SharedBook(publication, isLenient: options.isLenient), options: options, receiver: output)
      own.keepSystemFonts(of: options.fonts)
      version += 1
      try output.commit(pagination, version: version)
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
