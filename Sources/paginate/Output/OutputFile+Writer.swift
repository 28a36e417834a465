import Foundation
import Paginator

extension OutputFile {
  /// Writes to a file in blocks.
  struct Writer {
    private static let block = 1 << 16

    private let descriptor: Int32
    /// The path for messages.
    private let path: String
    private var buffer: [UInt8] = []

    private init(_ descriptor: Int32, _ path: String) {
      self.descriptor = descriptor
      self.path = path
    }

    /// Writes everything that `content` writes.
    /// - Throws: `BookError` if that fails, and the errors of `content`.
    static func fill(
      _ descriptor: Int32, _ path: String, _ content: (inout Writer) throws -> Void
    ) throws {
      var writer = Writer(descriptor, path)
      try content(&writer)
      try writer.flush()
    }

    mutating func write(_ text: String) throws {
      buffer += text.utf8
      if buffer.count >= Self.block { try flush() }
    }

    mutating func write(_ bytes: [UInt8]) throws {
      try flush()
      try put(bytes)
    }

    private mutating func flush() throws {
      if !buffer.isEmpty { try put(buffer) }
      buffer.removeAll(keepingCapacity: true)
    }

    private func put(_ bytes: [UInt8]) throws {
      if let reason = writeAll(bytes, to: descriptor) { throw cannotWrite(path, reason) }
    }
  }

  static func cannotWrite(_ path: String, _ reason: String) -> BookError {
    BookError(.inputOutput, "cannot write \"\(path)\": \(reason)")
  }
}
