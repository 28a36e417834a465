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

  func run() async throws {
    let old = try against.map { try OldPages(folder: $0) }
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
