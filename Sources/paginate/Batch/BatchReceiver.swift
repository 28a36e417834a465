import Foundation
import Paginator
import Synchronization

/// Takes the chapters of one edition of a batch: counts their lines, digests their map, and writes what
/// is asked for.
final class BatchReceiver: ChapterReceiver {
  private let rows = MapRows()
  private let lines = Mutex(0)
  private let output: BookOutput?
  private let digest = Mutex("")

  init(_ places: OutputPlaces?, budgets: Budgets) throws {
    output = try places.map { try BookOutput($0, overlays: [], budgets: budgets) }
  }

  var lineCount: Int { lines.withLock { $0 } }
  var mapDigest: String { digest.withLock { $0 } }

  func makeHand() -> any ReceivingHand { Hand(self) }

  func startAgain() throws {
    rows.removeAll()
    lines.withLock { $0 = 0 }
    try output?.startAgain()
  }

  /// - Returns: what was found while writing.
  func commit(_ pagination: Pagination) throws -> [Finding] {
    let map = rows.map(of: pagination)
    digest.withLock { $0 = SealedFile.digest(of: map) }
    return try output?.commit(pagination) ?? []
  }

  func discard() { output?.discard() }

  private final class Hand: ReceivingHand {
    private let receiver: BatchReceiver
    private let output: (any ReceivingHand)?

    init(_ receiver: BatchReceiver) {
      self.receiver = receiver
      output = receiver.output?.makeHand()
    }

    func receive(_ chapter: NumberedChapter) throws {
      receiver.rows.add(chapter)
      receiver.lines.withLock { $0 += chapter.layout.lines.count }
      try output?.receive(chapter)
    }
  }
}
