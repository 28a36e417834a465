import Digests
import Paginator
import Synchronization

/// The size and the digest of a PDF, taken while it is written. Without a place, no file is made.
final class MeasuredPDF: PDFDocument.Sink {
  private struct State {
    var hash = SHA256()
    var byteCount = 0
  }

  private let output: PDFOutput?
  private let meter: OutputMeter
  private let state = Mutex(State())

  /// - Throws: `BookError` if the place cannot be written to.
  init(_ place: String?, budgets: Budgets) throws {
    meter = OutputMeter(budgets)
    output = try place.map { try PDFOutput($0, budgets: budgets) }
  }

  func write(_ bytes: [UInt8]) throws {
    try meter.count(bytes.count)
    try output?.write(bytes)
    state.withLock { state in
      state.hash.update(bytes)
      state.byteCount += bytes.count
    }
  }

  func startAgain() throws {
    meter.startAgain()
    try output?.startAgain()
    state.withLock { $0 = State() }
  }

  /// Moves the file to its place, if it has one.
  /// - Parameter settings: how the PDF was made.
  func commit(settings: String) throws -> PDFRecord {
    try output?.commit()
    return state.withLock { state in
      PDFRecord(
        settings: settings, byteCount: state.byteCount, digest: hexDigits(state.hash.finish()))
    }
  }

  func discard() { output?.discard() }
}

/// A PDF that a check, a matrix or a batch makes of one cell, to report its size and digest.
struct PDFJob {
  var isWanted = false
  var print = PrintArguments.standard
  /// The file to leave; nil for none.
  var place: String?
  /// Whether another digest than the baseline's fails the check.
  var isExact = false

  /// Makes the PDF of a book that was kept whole.
  /// - Returns: the findings of writing it, too.
  func make(
    _ pagination: Pagination, of book: String, budgets: Budgets
  ) async throws -> (record: PDFRecord, findings: [Finding]) {
    let writing = try start(book, budgets: budgets)
    do {
      try await pagination.deliver(to: writing.document)
      return try writing.finish(pagination)
    } catch {
      writing.discard()
      throw error
    }
  }

  /// Starts a PDF that receives chapters while a book is set.
  func start(_ book: String, budgets: Budgets) throws -> Writing {
    let profile = try print.profile()
    let attachment = try print.attachment(book)
    let file = try MeasuredPDF(place, budgets: budgets)
    do {
      return Writing(
        document: try PDFDocument(file, profile: profile, attachment: attachment), file: file,
        settings: print.description)
    } catch {
      file.discard()
      throw error
    }
  }

  /// A PDF that is being written.
  struct Writing {
    let document: PDFDocument
    fileprivate let file: MeasuredPDF
    fileprivate let settings: String

    /// Completes the file and moves it to its place.
    func finish(_ pagination: Pagination) throws -> (record: PDFRecord, findings: [Finding]) {
      let findings = try document.finish(pagination)
      return (try file.commit(settings: settings), findings)
    }

    func discard() { file.discard() }
  }
}
