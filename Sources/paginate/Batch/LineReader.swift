import Foundation
import Paginator

/// Reads the lines of a file or pipe one at a time, in memory that does not grow with their number.
struct LineReader {
  /// Longer lines are divided.
  static let longestLine = 16 << 20

  private static let block = 1 << 16

  private let file: FileHandle
  private var buffer: [UInt8] = []
  private var position = 0
  /// The buffer has no line end before this index.
  private var scanned = 0
  private var isAtEnd = false
  private var byteCount = 0

  init(_ file: FileHandle) { self.file = file }

  /// How many bytes the lines had that were read so far, with their ends.
  var bytesRead: Int { byteCount - (buffer.count - position) }

  /// The next line, without its end; nil after the last one.
  /// - Throws: `BookError` of the kind `.inputOutput` when the file cannot be read.
  mutating func next() throws(BookError) -> String? {
    while true {
      if let end = buffer[max(position, scanned)...].firstIndex(of: 0x0A) {
        defer {
          position = end + 1
          scanned = end + 1
        }
        return String(decoding: buffer[position..<end], as: UTF8.self)
      }
      buffer.removeFirst(position)
      position = 0
      scanned = buffer.count
      if isAtEnd || buffer.count >= Self.longestLine {
        guard !buffer.isEmpty else { return nil }
        defer {
          buffer = []
          scanned = 0
        }
        return String(decoding: buffer, as: UTF8.self)
      }
      try fill()
    }
  }

  /// Reads what is there; a pipe may have less than a block.
  private mutating func fill() throws(BookError) {
    let descriptor = file.fileDescriptor
    var failure: Int32 = 0
    let part = [UInt8](unsafeUninitializedCapacity: Self.block) { bytes, count in
      var result = read(descriptor, bytes.baseAddress, Self.block)
      while result < 0, errno == EINTR { result = read(descriptor, bytes.baseAddress, Self.block) }
      if result < 0 { failure = errno }
      count = max(0, result)
    }
    guard failure == 0 else {
      throw BookError(.inputOutput, "cannot read on: \(String(cString: strerror(failure)))")
    }
    byteCount += part.count
    if part.isEmpty { isAtEnd = true } else { buffer += part }
  }
}
