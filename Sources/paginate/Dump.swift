import ArgumentParser
import Foundation
public import Paginator

/// `paginate dump STAGE BOOK`: shows the result of one stage.
struct Dump: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Show the result of one processing stage of a book.",
    discussion: "Stages: \(StageDump.Stage.listed).")

  @Argument(help: "The stage.")
  var stage: StageDump.Stage

  @OptionGroup var layout: ProjectBookArguments

  @Flag(help: "Write JSON (for the stages breaks, glyphs and lines).")
  var json = false

  private static let stagesWithJSON: [StageDump.Stage] = [.breaks, .glyphs, .lines]

  mutating func run() async throws {
    guard !json || Self.stagesWithJSON.contains(stage) else {
      let names = Self.stagesWithJSON.map(\.rawValue).joined(separator: ", ")
      throw BookError(
        .badUsage, "the stage \(stage.rawValue) has no JSON: --json is for \(names)")
    }
    let target = try layout.target()
    let text = try await StageDump(
      publication: target.publication(), options: target.options(), isJSON: json
    ).run(stage)
    Console.write(text)
  }
}

extension StageDump.Stage: ExpressibleByArgument {}
