import ArgumentParser
import EPUB
import Foundation
import Paginator

/// `paginate proof`: makes a book to view in a browser.
struct Proof: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proof",
    abstract: "Make a proof: a folder to open in a browser, without a server.",
    discussion: """
      paginate proof book.epub --page 6x9 -o proof/
      paginate proof book.epub --page 6x9 --against old.pages
      paginate proof new.pages --against old.pages             two runs, without the book
      paginate proof                                           the book of paginate.yml
      Open proof/index.html: spreads, pages or thumbnails, contents, search, findings, overlays. \
      index.html#page=37 opens a page.
      """)

  @OptionGroup var source: ProofArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The proof's folder (default: BOOK-NAME.proof).", valueName: "dir"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Show the changes since an earlier run: the folder of its map.json and pages, or the map.",
      valueName: "dir|map"))
  var against: String?

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  /// Makes a proof of a run's pages, without their book.
  private func compare(_ run: String, with old: OldPages?) async throws {
    guard source.layout.settings == LayoutSettings() else {
      throw BookError(
        .badUsage, "\"\(run)\" has pages: they are shown as they are, without options of layout")
    }
    let pages = try OldPages(folder: run, option: "proof")
    let folder = output ?? BookTarget.name(of: run) + ".proof"
    guard !pages.isIn(folder) else {
      throw BookError(
        .badUsage,
        "the proof would take the place of the pages in \"\(folder)\": name another folder (-o)")
    }
    let output = try ProofOutput(folder: folder, budgets: Budgets())
    do {
      try await output.commit(pages, against: old)
    } catch {
      output.discard()
      throw error
    }
    if !quiet { Console.print("\(counted(pages.count, "page")): \(folder)/index.html") }
  }

  func run() async throws {
    let old = try against.map { try OldPages(folder: $0) }
    if let book = source.book, OldPages.isRun(book) { return try await compare(book, with: old) }
    let target = try source.target()
    if !quiet { target.reportSource() }
    let publication = try target.publication()
    let options = try target.options()
    let folder = output ?? target.name + ".proof"
    let progress = ProgressLine(isShown: !quiet)
    let book = SharedBook(publication, isLenient: options.isLenient, mostBytes: 8 << 20)
    let output = try ProofOutput(folder: folder, budgets: options.budgets)
    do {
      let pagination = try await paginate(book, options: options, receiver: output) {
        progress.add($0)
      }
      progress.finish()
      LastBook.keep(book, [pagination])
      try await output.commit(pagination, against: old)
      guard !quiet else { return }
      FindingReport.writeSummary(
        pagination.findings, isVerbose: false, hint: "the proof shows them")
      Console.print("\(counted(pagination.pages.count, "page")): \(folder)/index.html")
    } catch {
      output.discard()
      throw error
    }
  }
}
