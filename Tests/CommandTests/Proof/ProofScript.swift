import Foundation
import Testing

/// The data of a proof, which is JSON in scripts, between two backquotes.
enum ProofScript {
  static func json(_ path: String, in folder: URL) throws -> Any {
    let script = try String(
      contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    let parts = script.split(separator: "`", omittingEmptySubsequences: false)
    try #require(parts.count == 3 && parts[0].hasSuffix("(String.raw") && parts[2] == ");\n")
    return try JSONSerialization.jsonObject(
      with: Data(parts[1].utf8), options: .fragmentsAllowed)
  }

  /// The object in a proof's `data/book.js`.
  static func book(_ proof: String, in folder: URL) throws -> [String: Any] {
    try #require(try json(proof + "/data/book.js", in: folder) as? [String: Any])
  }

  /// The changes since the earlier run.
  static func changes(_ proof: String, in folder: URL) throws -> [[String: Any]] {
    try #require(try book(proof, in: folder)["changes"] as? [[String: Any]])
  }

  /// The texts of all pages, in order.
  static func texts(_ proof: String, in folder: URL) throws -> [String] {
    var result: [String] = []
    var part = 0
    while let own = try? json("\(proof)/data/text-\(part).js", in: folder) as? [String] {
      result += own
      part += 1
    }
    return result
  }
}
