import Digests
import Foundation
import Paginator

/// A file that says of itself whether it is whole: the digest of what follows, the program that
/// wrote it, the content.
struct SealedFile {
  enum Content {
    case missing
    /// Of another build of the program: it may have set the book otherwise.
    case foreign
    /// Not as it was written.
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
    return .content(rest[(second + 1)...])
  }

  func write(_ content: [UInt8]) throws {
    let rest = Array(ProgramIdentity.text.utf8) + [0x0A] + content
    try OutputFile.write(Array(Self.digest(of: rest).utf8) + [0x0A] + rest, to: path)
  }

  static func digest(of bytes: some Collection<UInt8>) -> String {
    hex(SHA256.hash(bytes))
  }

  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
