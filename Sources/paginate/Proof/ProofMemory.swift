import EPUB
import Paginator
import Synchronization

/// What is known of the last proof of a book that is made again and again: its pages as they were
/// drawn.
final class ProofMemory: Sendable {
  /// What a proof has of a page besides its picture.
  struct Page {
    /// Equal only if the page is drawn the same; nil if that is not known.
    var stamp: String?
    /// The document that its lines come from, if it is from one alone.
    var source: DocumentTree?
    let size: Size
    /// Its text and the places of its words, as JSON.
    let text: String
    let words: String
    /// Its geometry, as JSON.
    let shapes: String
    /// How many of its lines stretch their word spaces more than they should.
    let looseCount: Int
    /// The version of the proof that drew its picture.
    var version = 0
    /// Whether there is a picture of it.
    var isDrawn = true
  }

  let chapters = ChapterMemory()
  private let pages = Mutex<[Int: Page]>([:])

  init() {}

  /// Whether there is no last proof.
  var isEmpty: Bool { pages.withLock { $0.isEmpty } }

  func page(_ number: Int) -> Page? { pages.withLock { $0[number] } }

  /// Whether some pages had the same content in the last proof, and the page after them existed then
  /// only if it does now: parts end there.
  func has(
    _ numbers: Range<Int>, as new: [Int: Page], _ field: KeyPath<Page, String>
  ) -> Bool {
    pages.withLock { known in
      guard (known[numbers.upperBound] == nil) == (new[numbers.upperBound] == nil) else {
        return false
      }
      return numbers.allSatisfy { number in
        guard let before = known[number], let now = new[number] else { return false }
        return before[keyPath: field] == now[keyPath: field]
      }
    }
  }

  func replace(with new: [Int: Page]) { pages.withLock { $0 = new } }
}
