/// The paragraphs that a shaper has shaped, for reuse when a book is set in several sizes. Only
/// paragraphs of plain text are kept: without inline boxes, images and right-to-left text.
struct ParagraphMemory {
  /// A run of a paragraph: its start in the paragraph, and the id of its shaping style.
  struct Run: Equatable {
    let start: Int32
    let shapingStyle: Int32
  }

  /// The values of a segment that do not depend on the size.
  struct Part {
    let kind: Segment.Kind
    let start: Int32
    let length: Int32
    let word: Int32
  }

  private struct Entry {
    let units: Range<Int>
    let runs: Range<Int>
    let parts: Range<Int>
    /// The locale of the line boundaries; nil until boundaries are kept.
    var locale: String?
    var boundaries = 0..<0
  }

  private var entries: [Entry] = []
  private var byHash: [Int: Int] = [:]
  private var units: [UInt16] = []
  private var runs: [Run] = []
  private var parts: [Part] = []
  private var boundaries: [Int32] = []

  /// - Returns: the index of a paragraph; nil if it is not kept.
  func find(_ own: UnsafeBufferPointer<UInt16>, _ ownRuns: [Run], hash: Int) -> Int? {
    guard let index = byHash[hash] else { return nil }
    let entry = entries[index]
    guard entry.units.count == own.count, runs[entry.runs].elementsEqual(ownRuns),
      units[entry.units].elementsEqual(own)
    else { return nil }
    return index
  }

  func parts(of index: Int) -> ArraySlice<Part> { parts[entries[index].parts] }

  /// - Returns: the index of the paragraph; nil if another paragraph has the same hash.
  mutating func keep(
    _ own: UnsafeBufferPointer<UInt16>, _ ownRuns: [Run], _ segments: ArraySlice<Segment>,
    from start: Int32, hash: Int
  ) -> Int? {
    guard byHash[hash] == nil else { return nil }
    let entry = Entry(
      units: units.count..<units.count + own.count, runs: runs.count..<runs.count + ownRuns.count,
      parts: parts.count..<parts.count + segments.count)
    units.append(contentsOf: own)
    runs += ownRuns
    for segment in segments {
      parts.append(
        Part(
          kind: segment.kind, start: segment.start - start, length: segment.length,
          word: segment.word))
    }
    byHash[hash] = entries.count
    entries.append(entry)
    return entries.count - 1
  }

  // MARK: Boundaries of lines

  func boundaries(of index: Int, locale: String) -> ArraySlice<Int32>? {
    let entry = entries[index]
    return entry.locale == locale ? boundaries[entry.boundaries] : nil
  }

  mutating func keep(_ own: ArraySlice<Int32>, of index: Int, locale: String) {
    guard entries[index].locale == nil else { return }
    entries[index].locale = locale
    entries[index].boundaries = boundaries.count..<boundaries.count + own.count
    boundaries.append(contentsOf: own)
  }
}
