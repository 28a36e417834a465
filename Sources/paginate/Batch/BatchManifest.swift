import Foundation
import Paginator
import Synchronization

/// Reads the units of a manifest one at a time: even a million units take little memory.
final class BatchManifest: Sendable {
  private struct State {
    var lines: LineReader
    var line = 0
    var number = 0
    var head: [String]?
    /// What is wrong with a line: nobody reads on after it.
    var problem: BookError?

    mutating func nextLine() throws(BookError) -> String? {
      line += 1
      let text = try lines.next()
      // Spreadsheets begin a table with a byte order mark.
      guard line == 1, let text, text.unicodeScalars.first == "\u{FEFF}" else { return text }
      return String(String.UnicodeScalarView(text.unicodeScalars.dropFirst()))
    }
  }

  private let state: Mutex<State>
  private let name: String
  private let folder: String
  private let shard: (index: Int, count: Int)
  /// The size of the file; 0 if it is not known, as for a pipe.
  private let size: Int
  /// Whether the manifest is a file, and not standard input or a pipe.
  private let isFile: Bool

  /// - Parameters:
  ///   - path: a file of JSON lines, or of CSV with a header if its name ends in ".csv"; "-" for
  ///     standard input.
  ///   - shard: selects every `count`th unit, starting with number `index` of 1...count.
  /// - Throws: `BookError` if the file does not exist or the CSV header is not valid.
  init(_ path: String, shard: (index: Int, count: Int)) throws {
    name = path == "-" ? "standard input" : path
    folder = Self.isOpenFile(path) ? "" : path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    self.shard = shard
    guard let file = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path) else {
      throw BookError(.noSuchInput, "no such manifest \"\(path)\"")
    }
    var status = stat()
    guard fstat(file.fileDescriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else {
      throw BookError(.badUsage, "the manifest \"\(path)\" is a folder")
    }
    isFile = fstat(file.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : 0
    var state = State(lines: LineReader(file))
    if path.lowercased().hasSuffix(".csv") {
      guard let head = try state.nextLine() else {
        throw BookError(.badUsage, "\(path): an empty table")
      }
      state.head = try Self.cells(head)
      guard state.head?.contains("book") ?? false else {
        throw BookError(.badUsage, "\(path):1: a table wants a column \"book\"")
      }
    }
    self.state = Mutex(state)
  }

  /// Whether a path names what a process has open: its folder says nothing of where the books are.
  private static func isOpenFile(_ path: String) -> Bool {
    path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/")
  }

  /// The share of the manifest that was read, from 0 to 1; nil if its length is not known.
  var shareRead: Double? {
    guard size > 0 else { return nil }
    let read = state.withLock { $0.lines.bytesRead }
    return min(1, max(0, Double(read) / Double(size)))
  }

  /// Reads a manifest to its end, if it is a named file: what is wrong with its last line is known before the first book
  /// is set. A million lines take some seconds.
  /// - Throws: `BookError` with the line of the first unit that is not valid, or has an edition with a value that is
  ///   not valid.
  func check(_ path: String) throws {
    // What is not a file can be opened only once.
    guard isFile, path != "-" else { return }
    let again = try BatchManifest(path, shard: shard)
    var checks = EditionChecks()
    while let unit = try again.next() {
      // A file that is not there, such as a font, makes a row: it may be there when the turn of its book comes.
      guard let problem = checks.problem(of: unit), problem.kind == .badUsage else { continue }
      throw BookError(.badUsage, "\(again.place): \(problem)")
    }
  }

  /// The name of the manifest and the number of the line that was read last.
  var place: String { state.withLock { "\(name):\($0.line)" } }

  /// The next unit of the shard; nil at the end.
  /// - Throws: `BookError` with the line of a unit that is not valid; the same for every later call.
  func next() throws -> BatchUnit? {
    try state.withLock { state in
      if let problem = state.problem { throw problem }
      do {
        return try next(&state)
      } catch let problem as BookError {
        state.problem = problem
        throw problem
      }
    }
  }

  private func next(_ state: inout State) throws -> BatchUnit? {
    while let text = try state.nextLine() {
      guard text.utf8.count < LineReader.longestLine else {
        throw BookError(.badUsage, "\(name):\(state.line): a line of over 16 MB is not a unit")
      }
      if text.allSatisfy(\.isWhitespace) { continue }
      state.number += 1
      guard (state.number - 1) % shard.count == shard.index - 1 else { continue }
      do {
        return try BatchUnit(try object(text, state.head), folder: folder)
      } catch {
        throw BookError(.badUsage, "\(name):\(state.line): \(error)")
      }
    }
    // A program may feed us nothing; an empty file is a mistake.
    guard state.number > 0 || !isFile else {
      throw BookError(.badUsage, "\(name): it names no books")
    }
    return nil
  }

  private func object(_ text: String, _ head: [String]?) throws -> [String: Any] {
    guard let head else {
      guard
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      else { throw BookError(.badUsage, "no object of JSON" + Self.advice(on: text)) }
      return object
    }
    let cells = try Self.cells(text)
    guard cells.count == head.count else {
      throw BookError(.badUsage, "\(cells.count) cells in a table of \(head.count) columns")
    }
    var unit: [String: Any] = [:]
    var edition: [String: Any] = [:]
    for (name, cell) in zip(head, cells) where !cell.isEmpty {
      switch name {
      case "book", "name": unit[name] = cell
      case "outputs": unit[name] = cell.split(separator: " ").map(String.init)
      default: edition[name] = ["true", "false"].contains(cell) ? cell == "true" : cell
      }
    }
    unit["editions"] = [edition]
    return unit
  }

  /// What to do about a line that may be the head of a table, which is told from JSON by its name alone, or is
  /// something else.
  private static func advice(on line: String) -> String {
    guard let cells = try? cells(line), cells.contains("book") else {
      return ": each line names a book, as {\"book\": \"a.epub\"}"
    }
    return ": a table wants a file whose name ends in .csv"
  }

  /// The cells of a line of CSV (RFC 4180, without line ends in cells).
  private static func cells(_ line: String) throws(BookError) -> [String] {
    var cells = [""]
    var isQuoted = false
    var mayClose = false
    // By scalars: a mark after a comma is no part of it.
    for character in line.unicodeScalars where character != "\r" {
      if isQuoted {
        if character == "\"" {
          if mayClose { cells[cells.count - 1].unicodeScalars.append("\"") }
          mayClose.toggle()
          continue
        }
        if mayClose {
          isQuoted = false
          mayClose = false
        } else {
          cells[cells.count - 1].unicodeScalars.append(character)
          continue
        }
      }
      if character == "\"", cells[cells.count - 1].isEmpty {
        isQuoted = true
      } else if character == "," {
        cells.append("")
      } else {
        cells[cells.count - 1].unicodeScalars.append(character)
      }
    }
    guard !isQuoted || mayClose else {
      throw BookError(.badUsage, "a quoted cell does not end on its line")
    }
    return cells
  }
}
