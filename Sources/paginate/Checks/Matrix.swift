import ArgumentParser
import Foundation
import Paginator

/// `paginate matrix`: one book on several pages, in several styles and sizes.
struct Matrix: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matrix",
    abstract: "Set a book in every combination of pages, styles and reader sizes.",
    discussion:
      """
      paginate matrix book.epub --page 6x9,5x8 --style novel,large-print --reader-size S,L,AX1
      paginate matrix book.epub --page 6x9,5x8 --pdf      the size and digest of each PDF, too
      """)

  @OptionGroup var layout: LayoutArguments

  @Option(help: ArgumentHelp("The format: text, json or markdown.", valueName: "format"))
  var format: Format = .text

  @Option(help: ArgumentHelp("Write every cell's page map into a folder.", valueName: "dir"))
  var maps: String?

  @OptionGroup var pdf: CellPDFArguments

  @Flag(help: "Print the run's time and memory on standard error.")
  var stats = false

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, markdown }

  struct Cell {
    let edition: Edition
    var page: String { edition.page }
    var style: String { edition.style }
    var size: String { edition.size }
    /// The name of the cell's files, without their ending.
    func fileName(hasPage: Bool) -> String {
      "\(hasPage ? page : "")-\(style)-\(size)".replacing("/", with: "-")
    }
    var pages = 0
    var findings = 0
    var pdf: PDFRecord?
    var crash: Supervisor.Crash?
  }

  func validate() throws { try pdf.validate(isAskedFor: false) }

  mutating func run() async throws {
    let usage = RunUsage()
    let book = SharedBook(try layout.publication(), isLenient: layout.settings.lenient)
    let names = layout.settings.editions
    var cells = names.map { Cell(edition: $0) }
    let editions = try layout.settings.options(of: names)
    let receivers = try zip(cells, editions).map { cell, options in
      CellOutput(
        makesMap: maps != nil,
        pdf: try pdf.job(named: cell.fileName(hasPage: hasPages))?
          .start(layout.book, budgets: options.budgets))
    }
    defer { for receiver in receivers { receiver.pdf?.discard() } }
    let paginations = try await set(book, editions, receivers, cells)
    LastBook.keep(book, paginations.compactMap { $0 })
    for (index, pagination) in paginations.enumerated() {
      guard let pagination else {
        cells[index].crash = Supervisor.crashes[index]
        continue
      }
      cells[index].pages = pagination.pages.count
      let made = try receivers[index].pdf?.finish(pagination)
      cells[index].pdf = made?.record
      cells[index].findings = pagination.findings.count + (made?.findings.count ?? 0)
      if let maps { try write(receivers[index].rows.map(of: pagination), to: maps, cells[index]) }
    }
    Console.write(render(cells))
    for cell in cells {
      guard let crash = cell.crash else { continue }
      Console.report("paginate: \(cell.page) \(cell.style) \(cell.size): \(crash.sentence)")
    }
    if stats {
      usage.report(
        documents: book.parsedCount, pages: cells.reduce(0) { $0 + $1.pages })
    }
    if cells.contains(where: { $0.crash != nil }) { throw ExitCode(70) }
  }

  private var hasPages: Bool { layout.settings.page != nil }

  /// Sets all cells together; if that crashed a process, one by one.
  /// - Returns: nil for cells that crashed a process.
  private func set(
    _ book: SharedBook, _ editions: [PaginationOptions], _ receivers: [CellOutput], _ cells: [Cell]
  ) async throws -> [Pagination?] {
    if Supervisor.crashes.isEmpty {
      Supervisor.begin(Supervisor.whole)
      Supervisor.enter(.setting)
      Supervisor.crashIfAsked(layout.book)
      return try await paginate(book, editions: editions, receivers: receivers)
    }
    var results: [Pagination?] = []
    for (index, edition) in editions.enumerated() {
      guard Supervisor.crashes[index] == nil else {
        results.append(nil)
        continue
      }
      Supervisor.begin(index)
      Supervisor.enter(.setting)
      Supervisor.crashIfAsked("\(layout.book) \(cells[index].page)")
      results += try await paginate(book, editions: [edition], receivers: [receivers[index]])
    }
    return results
  }

  /// Keeps the map's rows of a cell, if maps are written, and writes its PDF.
  private final class CellOutput: ChapterReceiver {
    let rows = MapRows()
    let pdf: PDFJob.Writing?
    private let makesMap: Bool

    init(makesMap: Bool, pdf: PDFJob.Writing?) {
      self.makesMap = makesMap
      self.pdf = pdf
    }

    func makeConsumer() -> any ChapterConsumer { Consumer(self) }

    func startAgain() throws {
      rows.removeAll()
      try pdf?.document.startAgain()
    }

    private final class Consumer: ChapterConsumer {
      private let output: CellOutput
      private let pdf: (any ChapterConsumer)?

      init(_ output: CellOutput) {
        self.output = output
        pdf = output.pdf?.document.makeConsumer()
      }

      func receive(_ chapter: NumberedChapter) throws {
        if output.makesMap { output.rows.add(chapter) }
        try pdf?.receive(chapter)
      }
    }
  }

  private func write(_ map: [UInt8], to folder: String, _ cell: Cell) throws {
    try OutputFile.createFolder(folder)
    try OutputFile.write(map, to: "\(folder)/\(cell.fileName(hasPage: hasPages)).json")
  }

  private func render(_ cells: [Cell]) -> String {
    switch format {
    case .json:
      return CheckReport.serialized(
        cells.map { cell -> [String: Any] in
          var row: [String: Any] = [
            "page": cell.page, "style": cell.style, "readerSize": cell.size, "pages": cell.pages,
            "findings": cell.findings, "status": cell.crash == nil ? "set" : "crashed",
          ]
          row["pdf"] = cell.pdf.map(CheckReport.row(of:))
          return row
        })
    case .text, .markdown: return table(cells) + pdfs(cells)
    }
  }

  /// A line for the PDF of every cell; empty if none was made.
  private func pdfs(_ cells: [Cell]) -> String {
    let lines = cells.compactMap { cell in
      cell.pdf.map { ["\(cell.edition)", String($0.byteCount), $0.digest] }
    }
    guard !lines.isEmpty else { return "" }
    if format == .markdown {
      return "\n| PDF | bytes | SHA-256 |\n|---|---|---|\n"
        + lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
    return lines.map { "\($0[0]): PDF of \($0[1]) bytes, SHA-256 \($0[2])\n" }.joined()
  }

  /// A row for every style and size, a column for every page.
  private func table(_ cells: [Cell]) -> String {
    var columns: [String] = []
    var rows: [String] = []
    for cell in cells {
      if !columns.contains(cell.page) { columns.append(cell.page) }
      let row = "\(cell.style) \(cell.size)"
      if !rows.contains(row) { rows.append(row) }
    }
    let lines =
      [["style, size"] + columns]
      + rows.map { row in
        [row]
          + columns.map { column in
            cells.first { $0.page == column && "\($0.style) \($0.size)" == row }
              .map { $0.crash == nil ? String($0.pages) : "crashed" } ?? ""
          }
      }
    if format == .markdown {
      let head =
        "| \(lines[0].joined(separator: " | ")) |\n|\(lines[0].map { _ in "---|" }.joined())\n"
      return head + lines.dropFirst().map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      zip(line, widths).enumerated().map { index, pair in
        let space = String(repeating: " ", count: pair.1 - pair.0.count)
        return index == 0 ? pair.0 + space : space + pair.0
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}
