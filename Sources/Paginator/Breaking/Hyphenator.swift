/// Finds where words may be divided and caches it by word. One per worker, so that accesses to its
/// tables need no checks.
public final class Hyphenator {
  private let library: HyphenationLibrary
  /// One table for each set of hyphenation limits; most text has one set.
  @exclusivity(unchecked) private var tables: [Table] = []
  /// By characters, so that a word is looked up in the dictionary once: its index differs with the
  /// face and the spaces next to it.
  @exclusivity(unchecked) private var byCharacters = WordTable()
  @exclusivity(unchecked) private var found = FoundPoints()
  private var dictionaries: [HyphenationDictionary] = []
  private var current: (tag: String, dictionary: HyphenationDictionary?)?
  /// Whether there is a dictionary, by language.
  private var known: [String: Bool] = [:]

  /// By word index, the entry in the found points; -1 for a word that was not looked up yet.
  private struct Table {
    let limits: HyphenationLimits
    var entries: [Int32] = []

    mutating func grow(to count: Int) {
      let missing = max(count, entries.count * 2) - entries.count
      entries.append(contentsOf: repeatElement(-1, count: missing))
    }
  }

  /// The points of all words that were looked up, one list after another.
  struct FoundPoints {
    private var starts: [Int32] = []
    private var points: [UInt16] = []
    /// Marks a point that changes the spelling.
    static let respelled: UInt16 = 0x8000

    func append(_ entry: Int32, to result: inout [UInt16]) {
      let end = Int(entry) + 1 < starts.count ? Int(starts[Int(entry) + 1]) : points.count
      for index in Int(starts[Int(entry)])..<end { result.append(points[index]) }
    }

    /// - Returns: the number of the new entry.
    mutating func add(_ new: [UInt16]) -> Int32 {
      starts.append(Int32(points.count))
      points.append(contentsOf: new)
      return Int32(starts.count - 1)
    }
  }

  /// Creates a hyphenator with the dictionaries of a library.
  public init(library: HyphenationLibrary) { self.library = library }

  func dictionary(for tag: String) -> HyphenationDictionary? {
    if let current, current.tag == tag { return current.dictionary }
    let found = library.dictionary(for: tag)
    current = (tag, found)
    return found
  }

  /// Whether there is a dictionary for a language. Does not load it.
  func hasDictionary(for tag: String) -> Bool {
    if let known = known[tag] { return known }
    let found = library.hasDictionary(for: tag)
    known[tag] = found
    return found
  }

  /// Appends the UTF-16 offsets at which a shaped word may be divided, with `FoundPoints.respelled` where the
  /// spelling changes.
  ///
  /// - Parameter word: the word's index in its shaper; equal words have equal indices.
  func points(
    word: Int32, units: UnsafeBufferPointer<UInt16>, dictionary: HyphenationDictionary,
    limits: HyphenationLimits, into result: inout [UInt16]
  ) {
    let table = tableIndex(limits)
    let index = Int(word)
    if index >= tables[table].entries.count { tables[table].grow(to: index + 1) }
    if tables[table].entries[index] < 0 {
      tables[table].entries[index] = entry(units, dictionary, limits, table: table)
    }
    found.append(tables[table].entries[index], to: &result)
  }

  /// The offsets at which the words of a text may be divided without a change of spelling, which could be one
  /// of several elements. They are not kept.
  func points(
    in units: UnsafeBufferPointer<UInt16>, _ dictionary: HyphenationDictionary,
    _ limits: HyphenationLimits
  ) -> [UInt16] {
    Self.find(units, dictionary, limits).filter { $0 < FoundPoints.respelled }
  }

  private func entry(
    _ units: UnsafeBufferPointer<UInt16>, _ dictionary: HyphenationDictionary,
    _ limits: HyphenationLimits, table: Int
  ) -> Int32 {
    let key = (Int32(number(of: dictionary)), UInt32(table))
    let hash = WordTable.hash(units, key.0, key.1)
    if let known = byCharacters.find(units, key.0, key.1, hash) { return known }
    let made = found.add(Self.find(units, dictionary, limits))
    byCharacters.insert(units, key.0, key.1, hash, made)
    return made
  }

  private func number(of dictionary: HyphenationDictionary) -> Int {
    if let known = dictionaries.firstIndex(where: { $0 === dictionary }) { return known }
    dictionaries.append(dictionary)
    return dictionaries.count - 1
  }

  private func tableIndex(_ limits: HyphenationLimits) -> Int {
    for index in tables.indices where tables[index].limits == limits { return index }
    tables.append(Table(limits: limits))
    return tables.count - 1
  }

  private static func find(
    _ units: UnsafeBufferPointer<UInt16>, _ dictionary: HyphenationDictionary,
    _ limits: HyphenationLimits
  ) -> [UInt16] {
    var result: [UInt16] = []
    guard isPlain(units) else { return result }
    forEachPoint(units, dictionary, limits) { offset, respelling in
      guard offset < Int(FoundPoints.respelled) else { return }
      result.append(UInt16(offset) | (respelling == nil ? 0 : FoundPoints.respelled))
    }
    return result
  }

  /// A compound with hyphens is divided only at them, and a hyphen in an address or in code would be read
  /// as part of it.
  private static func isPlain(_ units: UnsafeBufferPointer<UInt16>) -> Bool {
    !units.contains(where: \.isHyphen) && !isAddress(units)
  }

  /// Whether a word is an address, a path or code: a sign that is none of prose stands between its
  /// letters, or a capital follows a small letter.
  private static func isAddress(_ units: UnsafeBufferPointer<UInt16>) -> Bool {
    func isLetter(_ unit: UInt16) -> Bool {
      (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7A || unit >= 0x30 && unit <= 0x39 || unit >= 0xC0
    }
    for index in units.indices.dropFirst().dropLast() {
      switch units[index] {
      case 0x23...0x26, 0x2E, 0x2F, 0x3A, 0x3D, 0x40, 0x5C, 0x5F, 0x7B, 0x7E:
        if isLetter(units[index - 1]), isLetter(units[index + 1]) { return true }
      case 0x61...0x7A:
        if (0x41...0x5A).contains(units[index + 1]) { return true }
      default: break
      }
    }
    return units.first == 0x24 || units.first == 0x2F
  }

  /// Visits the places where a token may be divided, by its dictionary and the limits. Each sequence of
  /// letters is divided separately; typographic apostrophes belong to the word.
  /// - Parameter body: receives the offset in the token, and how the spelling changes there.
  private static func forEachPoint(
    _ units: UnsafeBufferPointer<UInt16>, _ dictionary: HyphenationDictionary,
    _ limits: HyphenationLimits, _ body: (_ offset: Int, Respelling?) -> Void
  ) {
    var index = 0
    while index < units.count {
      guard isInWord(units, index) else {
        index += 1
        continue
      }
      let start = index
      while index < units.count, isInWord(units, index) { index += 1 }
      guard index - start >= limits.word else { continue }
      let word = units[start..<index]
      guard !word.contains(0xAD) else { continue }
      let isPlain = dictionary.forEachPlainPoint(
        in: word, before: limits.before, after: limits.after
      ) { offset in body(start + offset, nil) }
      if isPlain { continue }
      for point in dictionary.points(in: word, before: limits.before, after: limits.after) {
        let change = Respelling.change(by: point, in: word)
        let offset = change?.offset ?? point.offset
        guard change != nil || point.replacement == nil, offset >= limits.before,
          index - start - offset >= limits.after
        else { continue }
        body(start + offset, change?.respelling)
      }
    }
  }

  /// How the division of a word changes its spelling, after its own hyphen or as its dictionary says.
  /// - Parameters:
  ///   - units: a shaped word with what is around it, such as quotation marks.
  ///   - offset: a break that changes the spelling, in UTF-16 units from its start.
  func respelling(
    of units: UnsafeBufferPointer<UInt16>, at offset: Int, language: String,
    limits: HyphenationLimits
  ) -> Respelling {
    if let repeated = Respelling.repeatedHyphen(in: units, at: offset) { return repeated }
    var found = Respelling()
    guard let dictionary = dictionary(for: language) else { return found }
    Self.forEachPoint(units, dictionary, limits) { place, respelling in
      if place == offset, let respelling { found = respelling }
    }
    return found
  }

  /// Whether a unit belongs to a word: a letter, or the middle dot between two Catalan l.
  private static func isInWord(_ units: UnsafeBufferPointer<UInt16>, _ index: Int) -> Bool {
    if isLetter(units[index]) { return true }
    return units[index] == 0xB7 && index > 0 && index + 1 < units.count
      && units[index - 1] | 0x20 == 0x6C && units[index + 1] | 0x20 == 0x6C
  }

  private static func isLetter(_ unit: UInt16) -> Bool {
    if unit < 0x80 { return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7A }
    if unit == 0xAD || unit == 0x2019 { return true }
    guard let scalar = Unicode.Scalar(unit) else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
  }
}
