import Foundation
import Paginator

/// An output that is complete, but not yet in its place: a run that fails because of another output
/// leaves the old file. What goes to standard output, a pipe or a device is kept in memory.
struct StagedFile {
  private let path: String
  private let place: String
  /// Nil if the output is not a regular file.
  private let temporary: String?
  private let bytes: [UInt8]

  /// - Parameter path: a file, or "-" for standard output.
  /// - Throws: `BookError` if the output cannot be written.
  init(_ bytes: [UInt8], to path: String) throws {
    self.path = path
    place = path == "-" ? path : try OutputFile.target(of: path)
    let mode = OutputFile.mode(of: place)
    guard path != "-", OutputFile.isReplaced(place, mode) else {
      if path != "-" { try OutputFile.refuseFolder(mode, named: path) }
      (temporary, self.bytes) = (nil, bytes)
      return
    }
    temporary = try OutputFile.fill(beside: place, named: path, isDurable: true) {
      try $0.write(bytes)
    }
    self.bytes = []
  }

  /// Whether it is written to a stream, and can still fail there.
  var isStream: Bool { temporary == nil }

  /// Writes or moves the output to its place.
  func commit() throws {
    guard let temporary else { return try Console.write(bytes, to: path) }
    try OutputFile.move(temporary, to: place, named: path, isDurable: true)
  }

  /// Removes what is not in its place.
  func discard() { if let temporary { Temporaries.discard(temporary) } }
}
