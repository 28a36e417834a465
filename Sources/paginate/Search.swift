import ArgumentParser
import Foundation
import Paginator

/// `paginate grep`: finds a regular expression in a book, with the pages.
struct Grep: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grep",
    abstract: "Find a regular expression in a book: page, line, context, CFI.",
    discussion: "Exit status: 0 there are matches; 1 there are none.")

  @Argument(help: "The regular expression, in ICU's syntax.")
  var pattern: String

  @OptionGroup var layout: ProjectBookArguments

  @Flag(name: .shortAndLong, help: "Ignore case.")
  var ignoreCase = false

  @Flag(help: "Write JSON.")
  var json = false

  mutating func run() async throws {
    guard !pattern.isEmpty else { throw BookError(.badUsage, "an empty pattern finds nothing") }
    let pagination = try await layout.paginated()
    let matches = try pagination.matches(of: pattern, ignoresCase: ignoreCase)
    if json {
      Console.printJSON(
        JSONText.of(
          matches.map { match -> [String: Any] in
            var row = LocationReport.row(match.location)
            row["match"] = match.text
            row["before"] = match.before
            row["after"] = match.after
            return row
          }))
    } else {
      for match in matches { Console.print(Self.line(match)) }
    }
    if matches.isEmpty { throw ExitCode(1) }
  }

  private static func line(_ match: Pagination.Match) -> String {
    let place = match.location
    func flat(_ text: String) -> String { text.replacing("\u{2028}", with: " ") }
    let line = place.line.map { ":\($0)" } ?? ""
    return
      "\(place.page.label)\(line)  \(flat(match.before))[\(flat(match.text))]\(flat(match.after))  \(place.cfi ?? "")"
  }
}

/// `paginate at`: shows what is at a point of a page.
struct At: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "at",
    abstract: "Show what is at a point of a page: character, word, link, image.",
    discussion: "paginate at book.epub --on 12 --point 3.1in,4in --page 6x9")

  @OptionGroup var layout: ProjectBookArguments

  @Option(
    name: .customLong("on"),
    help: ArgumentHelp("The page, by label or number.", valueName: "page"))
  var onPage: String

  @Option(
    help: ArgumentHelp(
      "The point: two lengths (in, mm, cm, pt) from the page's top left corner.", valueName: "x,y"))
  var point: String

  @Flag(help: "Write JSON.")
  var json = false

  mutating func run() async throws {
    guard let place = PageSizes.parsePoint(point) else {
      throw BookError(.badUsage, "cannot read the point \"\(point)\": write 3.1in,4in")
    }
    let pagination = try await layout.paginated()
    let page = try pagination.requiredPage(named: onPage)
    guard (0...page.size.width).contains(place.x), (0...page.size.height).contains(place.y) else {
      throw BookError(
        .badUsage,
        "the point \"\(point)\" is outside of the page, which is \(page.size.width.shown) x \(page.size.height.shown) pt"
      )
    }
    guard let hit = pagination.hit(place, on: page) else {
      Console.print("page \(page.label) is blank")
      throw ExitCode(1)
    }
    if json {
      var row = LocationReport.row(hit.location)
      row["word"] = hit.word
      row["link"] = hit.link
      row["image"] = hit.image
      row["isInside"] = hit.isInside
      row["isTrailing"] = hit.isTrailing
      return Console.printJSON(JSONText.of(row))
    }
    Console.print(LocationReport.line(hit.location))
    if let word = hit.word { Console.print("word   \(word)") }
    if let link = hit.link { Console.print("link   \(link)") }
    if let image = hit.image { Console.print("image  \(image)") }
    Console.print(
      "caret  \(hit.isTrailing ? "after" : "before") the character\(hit.isInside ? "" : "; the point is next to the text")"
    )
  }
}
