import ArgumentParser
import Foundation
import Paginator

/// `paginate matrix`: one book on several pages, in several styles and sizes.
struct Matrix: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matrix",
    abstract: "Set a book in every combination of pages, styles and reader sizes.",
    discussion:
      "paginate matrix book.epub --page 6x9,5x8 --style novel,large-print --reader-size S,L,AX1")

  @OptionGroup var layout: LayoutArguments

  @Option(help: ArgumentHelp("The format: text, json or markdown.", valueName: "format"))
  var format: Format = .text

  @Option(help: ArgumentHelp("Write every cell's page map into a folder.", valueName: "dir"))
  var maps: String?

  @Flag(help: "Print the run's time and memory on standard error.")
  var stats = false

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, markdown }

  struct Cell {
    let edition: Edition
    var page: String { edition.page }
    var style: String { edition.style }
    var size: String { edition.size }
    var pages = 0
    var findings = 0
    var crash: Supervisor.Crash?
  }

  mutating func run() async throws {
    let usage = RunUsage()
    let book = SharedBook(try layout.publication(), isLenient: layout.layout.lenient)
    let names = layout.layout.editions
    var cells = names.map { Cell(edition: $0) }
    let editions = try layout.layout.options(of: names)
    let receivers = cells.map { _ in CellOutput(makesMap: maps != nil) }
    let paginations = try await set(book, editions, receivers, cells)
    LastBook.keep(book, paginations.compactMap { $0 })
    for (index, pagination) in paginations.enumerated() {
      guard let pagination else {
        cells[index].crash = Supervisor.crashes[index]
        continue
      }
      cells[index].pages = pagination.pages.count
      cells[index].findings = pagination.findings.count
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

  /// Keeps the map's rows of a cell, if maps are written.
  private final class CellOutput: ChapterReceiver {
    let rows = MapRows()
    private let makesMap: Bool

    init(makesMap: Bool) { self.makesMap = makesMap }

    func makeHand() -> any ReceivingHand { Hand(self) }
    func startAgain() { rows.removeAll() }

    private final class Hand: ReceivingHand {
      private let output: CellOutput
      init(_ output: CellOutput) { self.output = output }

      func receive(_ chapter: NumberedChapter) {
        if output.makesMap { output.rows.add(chapter) }
      }
    }
  }

  private func write(_ map: [UInt8], to folder: String, _ cell: Cell) throws {
    try OutputFile.createFolder(folder)
    let page = layout.layout.page == nil ? "" : cell.page
    let name = "\(page)-\(cell.style)-\(cell.size)".replacing("/", with: "-")
    try OutputFile.write(map, to: "\(folder)/\(name).json")
  }

  private func render(_ cells: [Cell]) -> String {
    switch format {
    case .json:
      return CheckReport.serialized(
        cells.map { cell -> [String: Any] in
          [
            "page": cell.page, "style": cell.style, "readerSize": cell.size, "pages": cell.pages,
            "findings": cell.findings, "status": cell.crash == nil ? "set" : "crashed",
          ]
        })
    case .text, .markdown: return table(cells)
    }
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
