/// A place in a source file. Lines and columns count from 1; columns count Unicode scalars.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// Counted from 1; 0 where only the file is known.
  public let line: Int
  /// Counted from 1, in Unicode scalars.
  public let column: Int

  /// A place in a file.
  public init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }

  /// The start of a file.
  public init(startOf path: String) { self.init(path: path, line: 1, column: 1) }

  /// "FILE:LINE:COLUMN".
  public var description: String { line > 0 ? "\(path):\(line):\(column)" : path }
}

/// The starts of the lines of a source, to convert a byte offset to a line and column on demand.
public struct SourceLines: Sendable {
  let bytes: [UInt8]
  private let starts: [Int32]
  /// The number of scalars before each block of `stride` bytes: a line may be as long as the
  /// document.
  private let scalars: [Int32]
  private static let stride = 1024

  /// - Parameter bytes: the source in UTF-8.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts: [Int32] = [0]
    var scalars: [Int32] = [0]
    bytes.withUnsafeBytes { bytes in
      var count: Int32 = 0
      var start = 0
      while start < bytes.count {
        let end = min(start + Self.stride, bytes.count)
        while start < end {
          let next = min(start + 8, end)
          // Most bytes are plain.
          if next - start == 8,
            Self.arePlain(bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
          {
            count += 8
          } else {
            for index in start..<next {
              if bytes[index] & 0xC0 != 0x80 { count += 1 }
              if bytes[index] == 0x0A { starts.append(Int32(index + 1)) }
            }
          }
          start = next
        }
        scalars.append(count)
      }
    }
    self.starts = starts
    self.scalars = scalars
  }

  /// Whether eight bytes are ASCII and none ends a line. The exclusive or makes a zero of a line feed, and to subtract one
  /// from a zero sets the highest bit, which other bytes have clear.
  @inline(__always)
  private static func arePlain(_ bytes: UInt64) -> Bool {
    let others = (bytes ^ 0x0A0A_0A0A_0A0A_0A0A) &- 0x0101_0101_0101_0101
    return (bytes | others) & 0x8080_8080_8080_8080 == 0
  }

  /// The line and column of a byte, counted from 1.
  public func place(ofByte offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(0, offset), bytes.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    return (low + 1, scalarCount(before: offset) - scalarCount(before: Int(starts[low])) + 1)
  }

  private func scalarCount(before offset: Int) -> Int {
    let block = offset / Self.stride
    let rest = bytes[block * Self.stride..<offset]
    return Int(scalars[block]) + rest.count { $0 & 0xC0 != 0x80 }
  }

  /// The byte at which a line, counted from 1, starts.
  func offset(ofLine line: Int) -> Int32 {
    starts[min(max(0, line - 1), starts.count - 1)]
  }

  /// The text of a line, counted from 1, without its end; for messages.
  public func text(ofLine line: Int) -> String {
    guard line >= 1, line <= starts.count else { return "" }
    let start = Int(starts[line - 1])
    let end = line < starts.count ? Int(starts[line]) - 1 : bytes.count
    return String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
  }
}
