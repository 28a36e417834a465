import ArgumentParser
import EPUB
import Foundation
import Paginator

/// `paginate locate`: finds the pages of a place or text of the book.
struct Locate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locate",
    abstract: "Find the page, line and rectangle of a place in a book.",
    discussion: """
      paginate locate book.epub --cfi 'epubcfi(/6/20!/4/2/8/1:104)'
      paginate locate book.epub --on 37
      paginate locate book.epub --id chapter-1
      paginate locate book.epub --text "Call me"
      """)

  @OptionGroup var layout: ProjectBookArguments

  @Option(help: ArgumentHelp("A place by EPUB CFI.", valueName: "cfi"))
  var cfi: String?

  @Option(
    name: .customLong("on"),
    help: ArgumentHelp("A page by its label or number.", valueName: "page"))
  var onPage: String?

  @Option(help: ArgumentHelp("An id, or href#id.", valueName: "id"))
  var id: String?

  @Option(help: ArgumentHelp("A text; all its occurrences are listed.", valueName: "text"))
  var text: String?

  @Flag(help: "Write JSON.")
  var json = false

  mutating func run() async throws {
    guard [cfi, onPage, id, text].count(where: { $0 != nil }) == 1 else {
      throw BookError(.badUsage, "say what to find: one of --cfi, --on, --id and --text")
    }
    let pagination = try await layout.paginated()
    let found = try locations(in: pagination)
    guard !found.isEmpty else {
      Console.report("paginate: not found")
      throw ExitCode(1)
    }
    if json {
      Console.printJSON(LocationReport.json(found))
    } else {
      for location in found { Console.print(LocationReport.line(location)) }
    }
  }

  private func locations(in pagination: Pagination) throws -> [Pagination.Location] {
    if let cfi {
      guard CFI.isCFI(cfi) else {
        throw BookError(.badUsage, "\"\(cfi)\" is not an EPUB CFI, such as epubcfi(/6/4!/4/2/1:0)")
      }
      return pagination.location(cfi: cfi).map { [$0] } ?? []
    }
    if let id { return pagination.location(id: id).map { [$0] } ?? [] }
    if let text { return pagination.locations(text: text) }
    let page = try pagination.requiredPage(named: onPage ?? "")
    guard let start = pagination.start(of: page) else {
      Console.report("paginate: page \(page.label) (\(page.number)) is blank")
      throw ExitCode(1)
    }
    return [start]
  }
}

extension Pagination {
  /// The page that a user names, by its label or its number.
  /// - Throws: `BookError` if there is none.
  func requiredPage(named name: String) throws -> Page {
    guard let page = page(named: name) else {
      throw BookError(.badUsage, "there is no page \"\(name)\": the book has \(pages.count)")
    }
    return page
  }
}

/// Locations for people and for machines.
enum LocationReport {
  static func line(_ location: Pagination.Location) -> String {
    var text = "page \(location.page.label)"
    if location.page.label != String(location.page.number) { text += " (\(location.page.number))" }
    if let line = location.line { text += ", line \(line)" }
    if let rect = location.rect { text += ", at \(points(rect).joined(separator: " ")) pt" }
    text += "  \(location.href) \(location.offset)"
    if let cfi = location.cfi { text += "  \(cfi)" }
    return text
      + "  \"\(location.text.split(whereSeparator: \.isWhitespace).joined(separator: " "))\""
  }

  private static func points(_ rect: Rect) -> [String] {
    [rect.minX, rect.minY, rect.width, rect.height].map {
      "\(Double($0.thousandths) / 1000)"
    }
  }

  static func json(_ locations: [Pagination.Location]) -> String {
    JSONText.of(locations.map(row))
  }

  static func row(_ location: Pagination.Location) -> [String: Any] {
    var row: [String: Any] = [
      "page": location.page.number, "label": location.page.label, "document": location.href,
      "offset": location.offset, "text": location.text,
    ]
    if let line = location.line { row["line"] = line }
    if let cfi = location.cfi { row["cfi"] = cfi }
    if let rect = location.rect {
      row["rect"] = points(rect).map { NSDecimalNumber(string: $0) }
    }
    return row
  }
}
