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

  private static let stagesWithJSON = StageDump.Stage.allCases.filter(\.hasJSON)
    .map(\.rawValue).sorted().joined(separator: ", ")

  @Flag(help: "Write JSON (for the stages \(Self.stagesWithJSON)).")
  var json = false

  mutating func run() async throws {
    guard !json || stage.hasJSON else {
      throw BookError(
        .badUsage,
        "the stage \(stage.rawValue) has no JSON: --json is for \(Self.stagesWithJSON)")
    }
    let target = try layout.target()
    let text = try await StageDump(
      publication: target.publication(), options: target.options(), form: json ? .json : .text
    ).run(stage)
    Console.write(text)
  }
}

extension StageDump.Stage: ExpressibleByArgument {}
