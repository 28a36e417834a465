import ArgumentParser
import Foundation
import Paginator

/// `paginate diff`: two page maps, compared by meaning.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two page maps (or baselines) by meaning.",
    discussion: "Exit status: 0 no page moved; 1 pages moved.")

  @Argument(
    help: "The older map, or the folder of its run.", completion: .file(extensions: ["json"]))
  var old: String

  @Argument(
    help: "The newer map, or the folder of its run.", completion: .file(extensions: ["json"]))
  var new: String

  @Flag(help: "Write JSON.")
  var json = false

  /// - Parameter path: of a map or baseline, or of a folder with a map.
  private static func record(at path: String) throws -> BookRecord {
    let map = path + "/map.json"
    return try CheckRunner.record(at: FileManager.default.fileExists(atPath: map) ? map : path)
  }

  func run() throws {
    let comparison = Comparison(
      old: try Self.record(at: old), new: try Self.record(at: new))
    var result = CheckResult(book: new, cell: "", baseline: old, outcome: .same)
    result.pages = comparison.new.pages.count
    result.comparison = comparison
    result.changes = InputChange.changes(from: comparison.old, to: comparison.new)
    result.difference = DifferenceDescription(comparison, pagination: nil)
    let violations = CheckPolicy().violations(comparison)
    if !violations.isEmpty { result.outcome = .moved(violations) }
    if json {
      Console.write(CheckReport.render([result], as: .json))
    } else if comparison.isIdentical {
      Console.print("the same pages")
    } else {
      Console.print(violations.isEmpty ? "every page begins and ends as it did" : result.headline)
      for line in result.details { Console.print("  \(line)") }
      for change in comparison.paragraphs.prefix(20) {
        Console.print(
          "  paragraph \(change.paragraph) of \(change.document), page \(change.page): \(change.before) -> \(change.after) lines"
        )
      }
      if comparison.paragraphs.count > 20 {
        Console.print("  and \(comparison.paragraphs.count - 20) other paragraphs")
      }
    }
    if !violations.isEmpty { throw ExitCode(1) }
  }
}
