import ArgumentParser
import Paginator
import Synchronization

/// `paginate lint`: checks the pages of a book for faults that a reader would see.
struct Lint: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check the pages of a book for faults that a reader would see.",
    discussion: """
      Sets the book in every combination of pages, styles and reader sizes, and reports words that \
      overlap, ink outside the page, letters one below the other, pages less than a fifth full, \
      text that is drawn twice or not at all, and running heads that stay empty.

      paginate lint book.epub --style novel,pocket --reader-size XS,L,AX3
      Exit status: 1 when there are faults.
      """)

  @OptionGroup var layout: LayoutArguments

  @Option(help: ArgumentHelp("Write the faults as SARIF 2.1.0.", valueName: "file"))
  var findings: String?

  mutating func run() async throws {
    let editions = layout.settings.editions
    let receivers = editions.map { _ in Receiver() }
    let book = SharedBook(try layout.publication(), isLenient: layout.settings.lenient)
    let paginations = try await paginate(
      book, editions: try layout.settings.options(of: editions), receivers: receivers)
    LastBook.keep(book, paginations)
    var all: [Finding] = []
    for (edition, receiver) in zip(editions, receivers) {
      for var finding in receiver.findings {
        if editions.count > 1 { finding.message = "\(edition): \(finding.message)" }
        all.append(finding)
      }
    }
    if let findings {
      try Console.write(FindingReport.sarif(all, book: layout.book), to: findings)
    }
    // Findings on standard output are alone there, so that it can be read as JSON.
    if !OutputFile.isStandardOutput(findings) {
      for finding in all { Console.write(PrintableText.line(FindingReport.line(finding)) + "\n") }
    }
    let pages = paginations.reduce(0) { $0 + $1.pages.count }
    let faults = all.reduce(0) { $0 + $1.count }
    Console.writeError(
      "\(layout.book): \(counted(faults, "fault")) on \(counted(pages, "page"))\n"
    )
    if !all.isEmpty { throw ExitCode(1) }
  }

  /// Checks the chapters of one edition as they are finished.
  private final class Receiver: ChapterReceiver {
    private let found = Mutex<[Int: [Finding]]>([:])

    /// The findings in the order of the book.
    var findings: [Finding] {
      found.withLock { found in found.sorted { $0.key < $1.key }.flatMap(\.value) }
    }

    func makeConsumer() -> any ChapterConsumer { Consumer(self) }
    func startAgain() { found.withLock { $0.removeAll() } }

    private final class Consumer: ChapterConsumer {
      private let receiver: Receiver
      private var lint: PageLint?

      init(_ receiver: Receiver) { self.receiver = receiver }

      func receive(_ chapter: NumberedChapter) throws {
        let lint = lint ?? PageLint(PageDrawer(chapter.context))
        self.lint = lint
        let findings = try lint.findings(in: chapter)
        receiver.found.withLock { $0[chapter.index] = findings }
      }
    }
  }
}
