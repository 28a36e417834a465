/// Finds where words may be divided, and remembers it per word. One per worker.
public final class Hyphenator {
  private let library: HyphenationLibrary
  /// By the limits they were found under; most text has one set of them.
  private var tables: [Table] = []
  private var current: (tag: String, dictionary: HyphenationDictionary?)?
  /// Languages that were asked for and have no dictionary.
  public private(set) var missingLanguages: Set<String> = []

  /// The points of every word that was asked for, one list after the other.
  private struct Table {
    let limits: Int
    /// By the word's index: where its points begin; -1 for a word not asked for yet.
    var starts: [Int32] = []
    var counts: [UInt8] = []
    var points: [UInt16] = []

    mutating func grow(to count: Int) {
      let missing = max(count, starts.count * 2) - starts.count
      starts.append(contentsOf: repeatElement(-1, count: missing))
      counts.append(contentsOf: repeatElement(0, count: missing))
    }

    mutating func add(_ found: [UInt16], at index: Int) {
      starts[index] = Int32(points.count)
      counts[index] = UInt8(min(found.count, 255))
      points.append(contentsOf: found.prefix(255))
    }
  }

  public init(library: HyphenationLibrary) { self.library = library }

  func dictionary(for tag: String) -> HyphenationDictionary? {
    if let current, current.tag == tag { return current.dictionary }
    let found = library.dictionary(for: tag)
    if found == nil { missingLanguages.insert(tag) }
    current = (tag, found)
    return found
  }

  /// Appends the offsets in a shaped word, UTF-16, where it may be divided.
  ///
  /// - Parameter word: the word's index in its shaper; equal words have equal indices.
  func points(
    word: Int32, units: UnsafeBufferPointer<UInt16>, dictionary: HyphenationDictionary,
    limits: HyphenationLimits, into result: inout [UInt16]
  ) {
    let table = tableIndex(limits.word << 16 | limits.before << 8 | limits.after)
    let index = Int(word)
    if index >= tables[table].starts.count { tables[table].grow(to: index + 1) }
    if tables[table].starts[index] < 0 {
      tables[table].add(Self.find(units, dictionary, limits), at: index)
    }
    let start = Int(tables[table].starts[index])
    for offset in start..<start + Int(tables[table].counts[index]) {
      result.append(tables[table].points[offset])
    }
  }

  private func tableIndex(_ limits: Int) -> Int {
    for index in tables.indices where tables[index].limits == limits { return index }
    tables.append(Table(limits: limits))
    return tables.count - 1
  }

  /// Divides each stretch of letters of the token by itself; apostrophes belong to the word.
  private static func find(
    _ units: UnsafeBufferPointer<UInt16>, _ dictionary: HyphenationDictionary,
    _ limits: HyphenationLimits
  ) -> [UInt16] {
    var result: [UInt16] = []
    var index = 0
    while index < units.count {
      guard isLetter(units[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < units.count, isLetter(units[index]) { index += 1 }
      guard index - start >= limits.word else { continue }
      let word = units[start..<index]
      guard !word.contains(0xAD) else { continue }
      let points = dictionary.points(in: word, before: limits.before, after: limits.after)
      for point in points where point.replacement == nil {
        let isFarEnough =
          point.offset >= limits.before && index - start - point.offset >= limits.after
        if isFarEnough { result.append(UInt16(start + point.offset)) }
      }
    }
    return result
  }

  private static func isLetter(_ unit: UInt16) -> Bool {
    if unit < 0x80 { return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7A }
    if unit == 0xAD || unit == 0x2019 { return true }
    guard let scalar = Unicode.Scalar(unit) else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
  }
}
