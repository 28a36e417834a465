import ArgumentParser
import Foundation
import Paginator

/// `paginate matrix`: one book on several pages, in several styles and sizes.
struct Matrix: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Set a book in every combination of pages, styles and reader sizes.",
    discussion:
      "paginate matrix book.epub --page 6x9,5x8 --style novel,large-print --reader-size S,L,AX1")

  @OptionGroup var layout: LayoutArguments

  @Option(help: ArgumentHelp("text, json or markdown.", valueName: "format"))
  var format: Format = .text

  @Option(help: ArgumentHelp("Write every cell's page map into a folder.", valueName: "dir"))
  var maps: String?

  @Flag(help: "Say on standard error what the run took: time and memory.")
  var stats = false

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, markdown }

  struct Cell {
    let page: String
    let style: String
    let size: String
    let pages: Int
    let findings: Int
  }

  mutating func run() async throws {
    func list(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }
    var cells: [Cell] = []
    let usage = RunUsage()
    let publication = try layout.publication()
    let book = SharedBook(publication, isLenient: layout.layout.lenient)
    for style in list(layout.layout.style) {
      for size in list(layout.layout.readerSize) {
        for page in layout.layout.page.map(list) ?? [""] {
          var own = layout.layout
          own.style = style
          own.readerSize = size
          own.page = page.isEmpty ? nil : page
          let pagination = try await paginate(book, options: try own.options())
          cells.append(
            Cell(
              page: page.isEmpty ? "style" : page, style: style, size: size,
              pages: pagination.pages.count, findings: pagination.findings.count))
          if let maps { try write(pagination, to: maps, "\(page)-\(style)-\(size)") }
        }
      }
    }
    print(render(cells), terminator: "")
    if stats {
      usage.report(
        documents: book.parsedCount, pages: cells.reduce(0) { $0 + $1.pages })
    }
  }

  private func write(_ pagination: Pagination, to folder: String, _ name: String) throws {
    try OutputFile.createFolder(folder)
    var map = PageMap(pagination)
    let safe = name.map { $0 == "/" ? "-" : String($0) }.joined()
    try OutputFile.write(map.json(versions: Versions.all), to: "\(folder)/\(safe).json")
  }

  private func render(_ cells: [Cell]) -> String {
    switch format {
    case .json:
      return CheckReport.serialized(
        cells.map { cell -> [String: Any] in
          [
            "page": cell.page, "style": cell.style, "readerSize": cell.size, "pages": cell.pages,
            "findings": cell.findings,
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
              .map { String($0.pages) } ?? ""
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
