import ArgumentParser
import Foundation
import Paginator

/// `paginate explain`: explains why a page ends where it does.
struct Explain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain why a page, or one of its lines, ends where it does.",
    discussion: """
      paginate explain book.epub --on 187
      paginate explain book.epub --on 186-187
      paginate explain book.epub --on 187 --line 12 --page 6x9
      """)

  @OptionGroup var layout: ProjectBookArguments

  @Option(
    name: .customLong("on"),
    help: ArgumentHelp("The page, by label or number, or the pages of a spread.", valueName: "page")
  )
  var onPage: String

  @Option(help: ArgumentHelp("The line of the page to explain too.", valueName: "n"))
  var line: Int?

  mutating func run() async throws {
    let pagination = try await layout.paginated()
    let pages = try pages(in: pagination)
    guard line == nil || pages.count == 1 else {
      throw BookError(.badUsage, "--line needs one page after --on")
    }
    for page in pages {
      let explanation = try PageExplanation(pagination, page: page)
      for sentence in explanation.sentences { Console.print(sentence) }
      if let line {
        for sentence in try explanation.line(line) { Console.print(sentence) }
      }
    }
  }

  /// The page that `--on` names, or the two pages on both sides of its hyphen.
  private func pages(in pagination: Pagination) throws -> [Pagination.Page] {
    if let page = pagination.page(named: onPage) { return [page] }
    let names = onPage.split(separator: "-").map(String.init)
    let pages = names.compactMap { pagination.page(named: $0) }
    // The error names the whole of it.
    guard names.count == 2, pages.count == 2 else {
      return [try pagination.requiredPage(named: onPage)]
    }
    guard pages[1].number == pages[0].number + 1 else {
      throw BookError(
        .badUsage,
        "--on \"\(onPage)\": the two pages must follow one another: give one page, or a spread")
    }
    return pages
  }
}
