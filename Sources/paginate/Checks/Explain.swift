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
      paginate explain book.epub --on 187 --line 12 --page 6x9
      """)

  @OptionGroup var layout: ProjectBookArguments

  @Option(
    name: .customLong("on"),
    help: ArgumentHelp("The page, by label or number.", valueName: "page"))
  var onPage: String

  @Option(help: ArgumentHelp("The line of the page to explain too.", valueName: "n"))
  var line: Int?

  mutating func run() async throws {
    let pagination = try await layout.paginated()
    let page = try pagination.requiredPage(named: onPage)
    let explanation = try PageExplanation(pagination, page: page)
    for sentence in explanation.sentences { Console.print(sentence) }
    if let line {
      for sentence in try explanation.line(line) { Console.print(sentence) }
    }
  }
}
