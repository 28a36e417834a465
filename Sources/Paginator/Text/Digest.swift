internal import Digests
internal import Foundation

/// SHA-256 as lower-case hexadecimal.
enum Digest {
  static func of(_ bytes: some Sequence<UInt8>) -> String {
    hexDigits(SHA256.hash(Array(bytes)))
  }
}

enum FileDigest {
  /// The digest of a file's bytes; "" if it can no longer be read.
  static func of(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { Digest.of($0) } ?? ""
  }
}
