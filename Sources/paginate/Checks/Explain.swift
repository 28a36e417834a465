import ArgumentParser
import Foundation
import Paginator

/// `paginate explain`: why a page ends where it ends.
struct Explain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say why a page ends where it does, and a line.",
    discussion: """
      paginate explain book.epub --on 187
      paginate explain book.epub --on 187 --line 12 --page 6x9
      """)

  @OptionGroup var layout: LayoutArguments

  @Option(
    name: .customLong("on"),
    help: ArgumentHelp("The page, by label or number.", valueName: "page"))
  var onPage: String

  @Option(help: ArgumentHelp("A line of the page.", valueName: "n"))
  var line: Int?

  mutating func run() async throws {
    let pagination = try await paginate(try layout.publication(), options: try layout.options())
    guard let page = pagination.page(named: onPage) else {
      throw BookError(
        .badUsage, "there is no page \"\(onPage)\": the book has \(pagination.pages.count)")
    }
    let explanation = try PageExplanation(pagination, page: page)
    for sentence in explanation.sentences { Console.print(sentence) }
    if let line {
      for sentence in try explanation.line(line) { Console.print(sentence) }
    }
  }
}
