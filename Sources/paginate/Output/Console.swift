import Foundation
import Paginator

/// Standard output and standard error. What cannot be written there ends the program with exit
/// status 74: a pipe that closed, a full disk.
enum Console {
  /// Prepares the standard descriptors. A program that is started without one of them must not
  /// open an output file in its place, and a closed pipe is an error to report, not a signal.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in 0...2 where fcntl(Int32(descriptor), F_GETFD) == -1 {
      // Opened for reading alone, so that a write still fails.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Prints one line for people.
  static func print(_ text: String) { write(PrintableText.line(text) + "\n") }

  /// Prints a text for machines as it is, with a line feed at its end.
  static func printJSON(_ text: String) { write(text + "\n") }

  static func write(_ text: String) { write(Array(text.utf8)) }

  static func write(_ bytes: [UInt8]) {
    if let reason = OutputFile.writeAll(bytes, to: STDOUT_FILENO) {
      Failure.exit(with: BookError(.inputOutput, "cannot write to standard output: \(reason)"))
    }
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
