/// The paragraphs that a shaper has shaped: a book that is set in several sizes has the same words
/// in the same places. Only paragraphs of plain text are kept: no boxes, images, second direction.
struct ParagraphMemory {
  /// A run of a paragraph: where it begins in it, and what its words were shaped by.
  struct Run: Equatable {
    let start: Int32
    let shapingStyle: Int32
  }

  /// A segment without what depends on the size.
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
    /// Of the entry's lines, where they were asked for.
    var locale: String?
    var boundaries = 0..<0
  }

  private var entries: [Entry] = []
  private var byHash: [Int: Int] = [:]
  private var units: [UInt16] = []
  private var runs: [Run] = []
  private var parts: [Part] = []
  private var boundaries: [Int32] = []

  /// - Returns: where a paragraph is kept; nil for one that is not.
  func find(_ own: UnsafeBufferPointer<UInt16>, _ ownRuns: [Run], hash: Int) -> Int? {
    guard let index = byHash[hash] else { return nil }
    let entry = entries[index]
    guard entry.units.count == own.count, runs[entry.runs].elementsEqual(ownRuns),
      units[entry.units].elementsEqual(own)
    else { return nil }
    return index
  }

  func parts(of index: Int) -> ArraySlice<Part> { parts[entries[index].parts] }

  /// - Returns: where it is kept now; nil where another paragraph is in its place.
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
