import Foundation
import Paginator

enum Git {
  /// The content of a file at a revision of its repository; nil if it did not exist.
  static func show(_ path: String, at revision: String) -> [UInt8]? {
    let file = URL(fileURLWithPath: path).standardizedFileURL
    return output(
      ["cat-file", "blob", "\(revision):./\(file.lastPathComponent)"],
      in: file.deletingLastPathComponent().path)
  }

  /// - Throws: `BookError` if the repository of a file has no such revision.
  static func refuseUnknown(_ revision: String, around path: String) throws {
    // A name that begins with "-" would be an option of git.
    let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
    guard output(["rev-parse", "--git-dir"], in: folder) != nil else {
      throw BookError(.badUsage, "--since: \"\(path)\" is in no repository of git")
    }
    guard !revision.hasPrefix("-"),
      output(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"], in: folder) != nil
    else {
      throw BookError(
        .badUsage, "--since: \"\(revision)\" is not a revision of the repository around \"\(path)\""
      )
    }
  }

  /// The output of git; nil if it fails.
  private static func output(_ arguments: [String], in folder: String) -> [UInt8]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? [UInt8](data) : nil
  }
}
