import Foundation
import Paginator

/// Standard output and standard error. If a write to them fails, as with a closed pipe or a full
/// disk, the program ends with exit status 74.
enum Console {
  /// Prepares the standard descriptors. A missing descriptor is opened, so that no output file gets
  /// its number, and a closed pipe becomes an error to report instead of a signal.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in 0...2 where fcntl(Int32(descriptor), F_GETFD) == -1 {
      // Read-only, so that a write still fails.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Prints one line for people.
  static func print(_ text: String) { write(PrintableText.line(text) + "\n") }

  /// Prints a text for machines unchanged, with a line feed at its end.
  static func printJSON(_ text: String) { write(text + "\n") }

  static func write(_ text: String) { write(Array(text.utf8)) }

  static func write(_ bytes: [UInt8]) {
    if let reason = OutputFile.writeAll(bytes, to: STDOUT_FILENO) {
      // A reader such as `head` has what it wants: nothing is wrong.
      if reason == OutputFile.reason(EPIPE) {
        Temporaries.removeAll()
        exit(74)
      }
      Failure.exit(with: BookError(.inputOutput, "cannot write to standard output: \(reason)"))
    }
  }

  /// Writes an output to a file, or to standard output where its name is "-".
  static func write(_ bytes: [UInt8], to path: String) throws {
    if path == "-" { write(bytes) } else { try OutputFile.write(bytes, to: path) }
  }

  /// Prints one line on standard error.
  static func report(_ text: String) { writeError(PrintableText.line(text) + "\n") }

  static func writeError(_ text: String) {
    if OutputFile.writeAll(Array(text.utf8), to: STDERR_FILENO) != nil {
      Temporaries.removeAll()
      exit(74)
    }
  }
}
