import Foundation
import Paginator
import Synchronization

/// A PDF that is written to a temporary file next to its final place while the book is set, and
/// moved there when it is complete. A pipe or a device is written at the end.
final class PDFOutput: PDFDocument.Sink {
  private let path: String
  private let place: String
  private let mode: mode_t?
  /// Nil if the output is not a regular file.
  private let temporary: (path: String, descriptor: Int32)?
  private let kept = Mutex<[UInt8]>([])
  private let meter: OutputMeter

  /// - Throws: `BookError` if the place cannot be written to.
  init(_ path: String, budgets: Budgets) throws {
    self.path = path
    meter = OutputMeter(budgets)
    place = try OutputFile.target(of: path)
    mode = OutputFile.mode(of: place)
    let isFile = path != "-" && OutputFile.isReplaced(place, mode)
    if isFile { try InputFiles.refuse(place, named: path) }
    temporary = isFile ? try Temporaries.file(beside: place) : nil
  }

  func write(_ bytes: [UInt8]) throws {
    try meter.count(bytes.count)
    guard let temporary else { return kept.withLock { $0 += bytes } }
    if let reason = OutputFile.writeAll(bytes, to: temporary.descriptor) {
      throw BookError(.inputOutput, "cannot write \"\(path)\": \(reason)")
    }
  }

  func startAgain() throws {
    meter.startAgain()
    kept.withLock { $0.removeAll() }
    guard let temporary else { return }
    guard ftruncate(temporary.descriptor, 0) == 0, lseek(temporary.descriptor, 0, SEEK_SET) == 0
    else { throw BookError(.inputOutput, "cannot write \"\(path)\"") }
  }

  /// Whether it is written to a stream, and can still fail there.
  var isStream: Bool { temporary == nil }

  /// Moves the file to its final place.
  func commit() throws {
    guard let temporary else {
      let bytes = kept.withLock { $0 }
      return path == "-" ? Console.write(bytes) : try OutputFile.write(bytes, to: path)
    }
    // Which files a document refers to is known only now.
    try InputFiles.refuse(place, named: path)
    guard fchmod(temporary.descriptor, OutputFile.permissions(of: mode)) == 0,
      fsync(temporary.descriptor) == 0,
      rename(temporary.path, place) == 0
    else { throw OutputFile.cannotCreate(path, errno) }
    Temporaries.release(temporary.path)
    OutputFile.synchronize(folder: OutputFile.split(place).folder)
  }

  func discard() { if let temporary { Temporaries.discard(temporary.path) } }
}
