import ArgumentParser
import Digests
import EPUB
import Foundation
import Markup
import Paginator

/// The entry point. It sets up the whole process while there is only one thread, before the tasks
/// start others.
@main
enum Program {
  static func main() {
    Console.prepare()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let problem = ArgumentProblem.first(in: arguments) { Failure.exit(with: problem) }
    if ["check", "matrix"].contains(arguments.first) { Supervisor.divide() }
    Signals.prepare()
    Task.detached {
      await PaginateCommand.run(arguments)
      exit(0)
    }
    // `dispatchMain()` would let the signals through.
    while true { pause() }
  }
}

/// The program: the default command and the others.
struct PaginateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "paginate",
    abstract: "Typesets a book and paginates it: a page map (JSON) and one SVG per page.",
    discussion: """
      paginate book.xhtml --page 6x9
      paginate book.xhtml --page a5 --style pocket --reader-size L -o book.pages
      A book that paginate.yml lists is set as the file says; options override it.
      paginate --version --json: the versions of all libraries, Unicode and CLDR as JSON.
      Exit status: 0 done; 1 a finding of --fail-on, or --fit is not reached; 64 wrong usage; 65 invalid input; \
      66 no such input; 70 internal error; 73 cannot create output; 74 input/output \
      error.
      """,
    version: Versions.text,
    subcommands: [
      Book.self, Proof.self, Watch.self, Check.self, Diff.self, Matrix.self, Batch.self,
      Lint.self, Explain.self,
      Init.self,
      Locate.self,
      Grep.self, At.self, Spell.self,
      CheckPageList.self, Dump.self, Styles.self, Fonts.self,
    ],
    defaultSubcommand: Book.self)

  static func run(_ arguments: [String]) async {
    do {
      if arguments.count == 1, ["-h", "--help", "help"].contains(arguments[0]) {
        return Console.write(fullHelp)
      }
      if arguments.count == 2, Set(arguments) == ["--version", "--json"] {
        return Console.printJSON(Versions.json)
      }
      var command = try parsed(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      Failure.exit(with: error)
    }
  }
}

extension PaginateCommand {
  /// Parses the arguments. An unknown option is named even where the book is missing, too, as in "--versio".
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    do {
      return try parseAsRoot(arguments)
    } catch {
      guard message(for: error).hasPrefix("Missing expected argument") else { throw error }
      do { _ = try parseAsRoot(arguments + ["book"]) } catch let other {
        if message(for: other).hasPrefix("Unknown option") { throw other }
      }
      throw error
    }
  }

  /// The commands, then the options of the default command, which most users look for.
  private static var fullHelp: String {
    let own = helpMessage(for: Book.self)
    let options = own.range(of: "ARGUMENTS:").map { own[$0.lowerBound...] } ?? own[...]
    return helpMessage() + "\n\nTHE DEFAULT COMMAND, paginate BOOK:\n\n" + options + "\n"
  }
}

/// Turns errors into messages and exit statuses (sysexits).
enum Failure {
  static func exit(with error: any Error) -> Never {
    guard let status = status(of: error) else {
      if PaginateCommand.exitCode(for: error) != .success { MadeFolders.removeEmpty() }
      PaginateCommand.exit(withError: error)
    }
    Temporaries.removeAll()
    // If even the message cannot be written, the exit status still tells what happened.
    let message = PrintableText.lines("paginate: error: \(error)") + "\n"
    _ = OutputFile.writeAll(Array(message.utf8), to: STDERR_FILENO)
    Foundation.exit(status)
  }

  /// The exit status of an error; nil for an error that is not ours.
  static func status(of error: any Error) -> Int32? {
    switch error {
    case let error as BookError:
      switch error.kind {
      case .noSuchInput, .noUsableFont: return 66
      case .badInput: return 65
      case .badUsage: return 64
      case .cannotCreateOutput: return 73
      case .inputOutput: return 74
      case .internal: return 70
      }
    case is MarkupError: return 65
    case let error as PublicationError:
      switch error {
      case .noSuchInput: return 66
      case .unreadable: return 74
      case .cannotWrite: return 73
      default: return 65
      }
    case is LayoutError: return 64
    default: return nil
    }
  }
}

/// The versions of the program and of its libraries.
enum Versions {
  static let program = "0.1.0"

  static var all: [(name: String, version: String)] {
    [("paginate", program)] + libraryVersions
  }

  static var text: String { all.map { "\($0.name) \($0.version)" }.joined(separator: "\n") }

  /// The versions, and the files of the hyphenation patterns. These have no version: their digests
  /// stand for it.
  static var json: String {
    let patterns = HyphenationLibrary().files.map { file -> [String: Any] in
      let bytes = FileManager.default.contents(atPath: file.path) ?? Data()
      return [
        "language": file.language, "path": file.path, "sha256": hexDigits(SHA256.hash(bytes)),
      ]
    }
    var object: [String: Any] = ["hyphenation": patterns]
    for (name, version) in all { object[name] = version }
    return JSONText.of(object)
  }
}
