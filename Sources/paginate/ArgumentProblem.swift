import Foundation
import Paginator

/// Faults of the command line that would be taken for something else.
enum ArgumentProblem {
  /// The first fault of the arguments; nil for none.
  static func first(in arguments: [String]) -> BookError? {
    undecodable() ?? negativeSize(in: arguments) ?? unknownOption(in: arguments)
  }

  /// A page size such as "-1x9" is read as an option, and would be missing.
  private static func negativeSize(in arguments: [String]) -> BookError? {
    for (option, value) in zip(arguments, arguments.dropFirst()) {
      if option == "--" { return nil }
      guard option == "--page", value.hasPrefix("-"), PageSizes.isSize(value) else { continue }
      return LayoutSettings.outOfRange(value)
    }
    return nil
  }

  /// A name that is not UTF-8 would be repaired, and be that of another file.
  private static func undecodable() -> BookError? {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil
      else {
        continue
      }
      return BookError(
        .badUsage,
        "the argument \"\(Excerpt.of(String(cString: bytes)))\" is not UTF-8: give the file another name"
      )
    }
    return nil
  }

  /// The letters of our options: they may be combined (`-qo DIR`).
  private static let letters = Set("hijoqv")

  /// A name such as "-dash.epub" is read as combined options, one of which may be `-h`.
  private static func unknownOption(in arguments: [String]) -> BookError? {
    for argument in arguments {
      if argument == "--" { return nil }
      guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument.count > 2,
        let first = argument.dropFirst().first, first.isASCII, first.isLetter
      else { continue }
      let isJobs = first == "j" && argument.dropFirst(2).allSatisfy(\.isNumber)
      guard !isJobs, !argument.dropFirst().allSatisfy({ letters.contains($0) }) else { continue }
      return BookError(
        .badUsage,
        "unknown option \"\(argument)\": a file whose name begins with \"-\" goes after \"--\"")
    }
    return nil
  }
}
