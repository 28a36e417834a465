/// Words to search for those that differ from another one in two letters at most.
struct NearWords {
  /// A longer word is neither kept nor searched for.
  private static let longest = 40

  /// A word, as a range of `units`.
  private struct Entry {
    let start: Int32
    let count: Int32
    let letters: UInt64
  }

  private var units: [UInt16] = []
  /// The words by their first letter, in the order in which they were added.
  private var entries: [UInt16: [Entry]] = [:]

  /// Adds a word, in UTF-16 units.
  mutating func add(_ word: some Collection<UInt16>) {
    guard let first = word.first, word.count <= Self.longest, units.count < Int(Int32.max) - 64
    else { return }
    entries[first, default: []].append(
      Entry(
        start: Int32(units.count), count: Int32(word.count), letters: Self.letters(of: word)))
    units.append(contentsOf: word)
  }

  /// The words with the same first letter that differ in at most `most` (one or two) letters: those that differ in one first.
  func words(near word: String, most: Int) -> [String] {
    let own = Array(word.utf16)
    guard let first = own.first, own.count <= Self.longest else { return [] }
    let letters = Self.letters(of: own)
    var found: [[String]] = Array(repeating: [], count: most + 1)
    var scratch = EditDistance()
    for entry in entries[first] ?? [] {
      // A change of one letter adds and removes a letter of the set at most.
      guard abs(Int(entry.count) - own.count) <= most,
        (entry.letters ^ letters).nonzeroBitCount <= 2 * most
      else { continue }
      let range = Int(entry.start)..<Int(entry.start + entry.count)
      let changes = scratch.changes(own[...], units[range])
      guard (1...most).contains(changes) else { continue }
      found[changes].append(String(decoding: units[range], as: UTF16.self))
    }
    return found.flatMap { $0 }
  }

  /// The set of a word's letters; letters that share a bit only make it less exact.
  private static func letters(of word: some Collection<UInt16>) -> UInt64 {
    word.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }
}

/// Counts the letters that must be added, removed, replaced, or exchanged with the next one to make
/// one word of another (optimal string alignment), row by row.
private struct EditDistance {
  private var before: [Int] = []
  private var row: [Int] = []
  private var next: [Int] = []

  mutating func changes(_ one: ArraySlice<UInt16>, _ other: ArraySlice<UInt16>) -> Int {
    row.removeAll(keepingCapacity: true)
    row.append(contentsOf: 0...other.count)
    for (line, letter) in one.enumerated() {
      next.removeAll(keepingCapacity: true)
      next.append(line + 1)
      for column in 0..<other.count {
        let place = other.startIndex + column
        let isSame = letter == other[place]
        var least = min(row[column + 1] + 1, next[column] + 1, row[column] + (isSame ? 0 : 1))
        if line > 0, column > 0, letter == other[place - 1],
          one[one.startIndex + line - 1] == other[place]
        {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      swap(&before, &row)
      swap(&row, &next)
    }
    return row[other.count]
  }
}
