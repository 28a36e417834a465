internal import Digests
internal import Foundation

/// SHA-256 as lower-case hexadecimal.
enum Digest {
  static func of(_ bytes: some Sequence<UInt8>) -> String {
    SHA256.hash(Array(bytes)).map { hexByte($0) }.joined()
  }
}

enum FileDigest {
  /// The digest of a file's bytes; "" if it can no longer be read.
  static func of(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { Digest.of($0) } ?? ""
  }
}

/// Two lower-case hexadecimal digits.
func hexByte(_ byte: UInt8) -> String {
  let digits = Array("0123456789abcdef")
  return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
}
