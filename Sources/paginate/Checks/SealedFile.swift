import Digests
import Foundation
import Paginator

/// A file that can be verified: it has the digest of what follows, the identity of the program that
/// wrote it, and the content.
struct SealedFile {
  enum Content {
    case missing
    /// Written by another build of the program, which may set the book differently.
    case foreign
    /// Changed since it was written.
    case damaged
    case content(ArraySlice<UInt8>)
  }

  let path: String

  func read() -> Content {
    guard let data = FileManager.default.contents(atPath: path) else { return .missing }
    let bytes = [UInt8](data)
    guard let newline = bytes.firstIndex(of: 0x0A) else { return .damaged }
    let rest = bytes[(newline + 1)...]
    guard Array(Self.digest(of: rest).utf8)[...] == bytes[..<newline],
      let second = rest.firstIndex(of: 0x0A)
    else { return .damaged }
    guard Array(ProgramIdentity.text.utf8)[...] == rest[..<second] else { return .foreign }
    // An entry that is used stays: old entries are removed by their time of change.
    utimensat(AT_FDCWD, path, nil, 0)
    return .content(rest[(second + 1)...])
  }

  func write(_ content: [UInt8]) throws {
    let rest = Array(ProgramIdentity.text.utf8) + [0x0A] + content
    // It does not wait for the disk, which took longer than setting a small book: what a power cut leaves of a file
    // has another digest, and is made again.
    try OutputFile.write(
      Array(Self.digest(of: rest).utf8) + [0x0A] + rest, to: path, isDurable: false)
  }

  static func digest(of bytes: some Collection<UInt8>) -> String {
    hexDigits(SHA256.hash(bytes))
  }
}
