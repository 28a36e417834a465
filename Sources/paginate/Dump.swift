import ArgumentParser
import Foundation
public import Paginator

/// `paginate dump STAGE BOOK`: a peephole per stage.
struct Dump: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Show what a stage made of a book.",
    discussion: "Stages: \(StageDump.Stage.allCases.map(\.rawValue).joined(separator: ", ")).")

  @Argument(help: "The stage.")
  var stage: StageDump.Stage

  @OptionGroup var layout: LayoutArguments

  @Flag(help: "Write JSON where the stage has it (breaks, glyphs, lines).")
  var json = false

  mutating func run() async throws {
    let text = try await StageDump(
      publication: layout.publication(), options: layout.options(), isJSON: json
    ).run(stage)
    Console.write(text)
  }
}

extension StageDump.Stage: ExpressibleByArgument {}
