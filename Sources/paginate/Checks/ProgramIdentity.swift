import Digests
import Foundation

/// Identifies this build of the program, together with its libraries.
enum ProgramIdentity {
  /// The identity on one line.
  static let text =
    (Versions.all.map { "\($0.name) \($0.version)" } + [buildID].compactMap { $0 })
    .joined(separator: ", ")

  /// The build ID that the linker gave the program (note `NT_GNU_BUILD_ID`), in hexadecimal; nil
  /// for none.
  private static var buildID: String? {
    guard let file = FileHandle(forReadingAtPath: "/proc/self/exe") else { return nil }
    defer { try? file.close() }
    func read(_ offset: UInt64, _ count: Int) -> ELFBytes? {
      guard (try? file.seek(toOffset: offset)) != nil,
        let data = try? file.read(upToCount: count), data.count == count
      else { return nil }
      return ELFBytes(bytes: [UInt8](data))
    }
    // The 64 bytes of the file header state the offset, size and number of the program headers.
    guard let header = read(0, 64) else { return nil }
    let size = header.number(at: 54, length: 2)
    for index in 0..<header.number(at: 56, length: 2) {
      // A program header states the type, offset and length of its segment.
      guard let program = read(UInt64(header.number(at: 32, length: 8) + index * size), size),
        program.number(at: 0, length: 4) == 4,
        let notes = read(
          UInt64(program.number(at: 8, length: 8)), program.number(at: 32, length: 8))
      else { continue }
      if let id = notes.buildID { return id }
    }
    return nil
  }
}

/// Bytes of a 64-bit, little-endian file in the Executable and Linkable Format.
private struct ELFBytes {
  let bytes: [UInt8]

  /// Reads a number; 0 after the end of the bytes.
  func number(at offset: Int, length: Int) -> Int {
    guard offset + length <= bytes.count else { return 0 }
    let number = bytes[offset..<offset + length].reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) }
    return Int(truncatingIfNeeded: number & UInt(Int.max))
  }

  /// A note is three numbers (length of the name, length of the content, type), the name and the
  /// content; name and content are padded to four bytes.
  var buildID: String? {
    var start = 0
    while start + 12 <= bytes.count {
      let name = start + 12
      let content = name + (number(at: start, length: 4) + 3) / 4 * 4
      let length = number(at: start + 4, length: 4)
      guard content + length <= bytes.count else { return nil }
      if number(at: start + 8, length: 4) == 3, bytes[name..<content].elementsEqual("GNU\0".utf8) {
        return hexDigits(bytes[content..<content + length])
      }
      start = content + (length + 3) / 4 * 4
    }
    return nil
  }
}
