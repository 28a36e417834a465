import ArgumentParser
import Paginator

/// Compares an EPUB's own page list with our pages.
struct CheckPageList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-page-list",
    abstract: "Compare an EPUB's page list with our pages.",
    discussion: "Exit status: 1 if a page of the list is not where the list says.")

  @OptionGroup var layout: ProjectBookArguments

  @Flag(name: .shortAndLong, help: "List every entry, not only those that differ.")
  var verbose = false

  mutating func run() async throws {
    let pagination = try await layout.paginated()
    let check = PageListCheck(pagination)
    guard !check.entries.isEmpty else {
      throw BookError(.badInput, "\"\(layout.book)\" has no page list: --page-list makes one")
    }
    for entry in check.entries where verbose || !entry.agrees {
      let found = entry.found.map { "on page \($0)" } ?? "nowhere"
      let place = entry.agrees && !entry.isAtStart ? ", not at its start" : ""
      Console.print(
        "page \(entry.label) of the list (\(entry.href ?? "no target")): \(found)\(place)")
    }
    let agreeing = check.entries.count(where: \.agrees)
    Console.print("\(agreeing) of \(check.entries.count) pages of the list are where it says")
    if !check.missing.isEmpty {
      Console.print("pages that the list does not name: \(Self.shortened(check.missing))")
    }
    if !check.agrees { throw ExitCode(1) }
  }

  /// Labels with numbers that follow each other as ranges; the first twenty.
  static func shortened(_ labels: [String]) -> String {
    var ranges: [(first: String, last: String, count: Int)] = []
    for label in labels {
      if let last = ranges.last, let before = Int(last.last), Int(label) == before + 1 {
        ranges[ranges.count - 1] = (last.first, label, last.count + 1)
      } else {
        ranges.append((label, label, 1))
      }
    }
    let shown = ranges.prefix(20).map { range in
      switch range.count {
      case 1: range.first
      case 2: "\(range.first), \(range.last)"
      default: "\(range.first)-\(range.last)"
      }
    }
    let others = ranges.dropFirst(20).reduce(0) { $0 + $1.count }
    return shown.joined(separator: ", ") + (others > 0 ? " and \(others) others" : "")
  }
}
