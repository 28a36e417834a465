import Foundation
import Support

/// Runs the program as a user does.
enum Program {
  /// The program that was built with these tests, or the one that `PAGINATOR_PROGRAM` names.
  static var url: URL {
    let named = ProcessInfo.processInfo.environment["PAGINATOR_PROGRAM"]
    return named.map { URL(fileURLWithPath: $0) } ?? built
  }

  /// The program that was built with these tests, which can be told to crash.
  private static var built: URL {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    let folder = bundle.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
    let beside = folder?.appendingPathComponent("paginate")
    if let beside, FileManager.default.fileExists(atPath: beside.path) { return beside }
    return Checkout.root.appendingPathComponent(".build/debug/paginate")
  }

  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  static func run(_ arguments: [String], in folder: URL) throws -> Result {
    try run(url, arguments, in: folder)
  }

  /// Runs a command line in bash, with the program as `$PAGINATE`.
  static func shell(_ line: String, in folder: URL) throws -> Result {
    let program = line.contains("PAGINATE_TEST_CRASH") ? built : url
    return try run(
      URL(fileURLWithPath: "/bin/bash"), ["-c", line], in: folder,
      environment: ["PAGINATE": program.path, "PATH": "/usr/bin:/bin"])
  }

  private static func run(
    _ program: URL, _ arguments: [String], in folder: URL, environment: [String: String]? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    if let environment { process.environment = environment }
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let problems = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: problems, as: UTF8.self))
  }

  static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "paginate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}
