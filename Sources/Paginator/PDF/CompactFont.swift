/// A `CFF ` table (Adobe Technical Note 5176), parsed as far as needed to number its glyphs.
///
/// Readers use the character codes of a font without glyph names as glyph numbers, and some require
/// a font that says so: `numbered` is the font as a CID-keyed one, whose CIDs are its glyph
/// numbers.
struct CompactFont {
  private let bytes: [UInt8]
  private let name: Range<Int>
  /// The operands of the Top DICT's operators, as raw bytes. The key of a two-byte operator is `12
  /// << 8` plus its second byte.
  private let top: [Int: ArraySlice<UInt8>]
  private let globalRoutines: Range<Int>
  private let glyphs: Index
  private let isNumbered: Bool

  private struct Index {
    let items: [Range<Int>]
    let range: Range<Int>
  }

  enum Operator {
    static let fontBox = 5
    static let charset = 15
    static let charStrings = 17
    static let privateDictionary = 18
    static let routines = 19
    static let matrix = 12 << 8 | 7
    static let registry = 12 << 8 | 30
  }

  /// - Returns: nil for a table that is damaged, or CID-keyed with CIDs that are not glyph numbers.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 4, let names = Self.index(bytes, at: Int(bytes[2])),
      let first = names.items.first,
      let dictionaries = Self.index(bytes, at: names.range.upperBound),
      let dictionary = dictionaries.items.first,
      let strings = Self.index(bytes, at: dictionaries.range.upperBound),
      let routines = Self.index(bytes, at: strings.range.upperBound)
    else { return nil }
    self.bytes = bytes
    name = first
    top = Self.entries(bytes[dictionary])
    globalRoutines = routines.range
    isNumbered = top[Operator.registry] != nil
    guard let start = top[Operator.charStrings].flatMap({ Self.numbers($0).first }),
      let glyphs = Self.index(bytes, at: start)
    else { return nil }
    self.glyphs = glyphs
    if isNumbered, !hasPlainCharset { return nil }
    if !isNumbered, privateRange == nil { return nil }
  }

  /// Whether every CID of a CID-keyed font is its glyph's number.
  private var hasPlainCharset: Bool {
    guard let at = top[Operator.charset].flatMap({ Self.numbers($0).first }), at > 2,
      at + 4 < bytes.count
    else { return false }
    func number(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
    switch bytes[at] {
    case 0:
      guard at + 1 + 2 * (glyphs.items.count - 1) <= bytes.count else { return false }
      return (1..<max(1, glyphs.items.count)).allSatisfy { number(at + 2 * $0 - 1) == $0 }
    case 1: return number(at + 1) == 1 && Int(bytes[at + 3]) >= glyphs.items.count - 2
    default: return number(at + 1) == 1 && number(at + 3) >= glyphs.items.count - 2
    }
  }

  private var privateRange: Range<Int>? {
    let numbers = top[Operator.privateDictionary].map(Self.numbers) ?? []
    guard numbers.count == 2, numbers[0] >= 0, numbers[1] >= 0,
      numbers[0] <= bytes.count - numbers[1]
    else { return nil }
    return numbers[1]..<numbers[1] + numbers[0]
  }

  // MARK: Writing

  /// The font as a CID-keyed one.
  var numbered: [UInt8] {
    guard !isNumbered, let privateRange else { return bytes }
    let (dictionary, routines) = privateParts(privateRange)
    var entries: [UInt8] = []
    if let matrix = top[Operator.matrix] { entries += matrix + [12, 7] }
    if let box = top[Operator.fontBox] { entries += box + [UInt8(Operator.fontBox)] }
    return Self.numbered(
      Parts(
        name: Array(bytes[name]), entries: entries, count: glyphs.items.count,
        globalRoutines: Array(bytes[globalRoutines]), glyphs: Array(bytes[glyphs.range]),
        dictionary: dictionary, routines: routines))
  }

  /// The parts of a font whose CIDs are its glyph numbers.
  struct Parts {
    let name: [UInt8]
    /// The operators of the Top DICT that describe the font.
    let entries: [UInt8]
    /// The number of glyphs.
    let count: Int
    /// The INDEX of global subroutines, and that of charstrings.
    let globalRoutines: [UInt8]
    let glyphs: [UInt8]
    /// The Private DICT, and what directly follows it.
    let dictionary: [UInt8]
    let routines: [UInt8]
  }

  /// The table of a font with these parts.
  static func numbered(_ parts: Parts) -> [UInt8] {
    // Formats with one range: glyph n has CID n, and all glyphs share one Font DICT.
    let last = UInt16(clamping: max(0, parts.count - 2))
    let charset: [UInt8] = [2, 0, 1] + two(Int(last))
    let selection: [UInt8] = [3, 0, 1, 0, 0, 0] + two(parts.count)
    let strings = index([Array("Adobe".utf8), Array("Identity".utf8)])
    let names = index([parts.name])
    // Offsets have a fixed size, so the Top DICT's length is known before the offsets are.
    let head =
      4 + names.count + topIndex(parts, 0, 0, 0, 0).count + strings.count
      + parts.globalRoutines.count
    let selectionStart = head + charset.count
    let glyphStart = selectionStart + selection.count
    let privateStart = glyphStart + parts.glyphs.count
    let fontStart = privateStart + parts.dictionary.count + parts.routines.count
    let font =
      integer(parts.dictionary.count) + integer(privateStart)
      + [UInt8(Operator.privateDictionary)]
    return [1, 0, 4, 4] + names + topIndex(parts, head, selectionStart, glyphStart, fontStart)
      + strings + parts.globalRoutines + charset + selection + parts.glyphs + parts.dictionary
      + parts.routines + index([font])
  }

  private static func topIndex(
    _ parts: Parts, _ charset: Int, _ selection: Int, _ glyphs: Int, _ fonts: Int
  ) -> [UInt8] {
    // The font's own strings are numbered from 391.
    var entries = integer(391) + integer(392) + integer(0) + [12, 30] + parts.entries
    entries += integer(parts.count) + [12, 34]
    entries += integer(charset) + [UInt8(Operator.charset)]
    entries += integer(selection) + [12, 37]
    entries += integer(glyphs) + [UInt8(Operator.charStrings)]
    entries += integer(fonts) + [12, 36]
    return index([entries])
  }

  /// The Private DICT, and its subroutines, which directly follow it.
  private func privateParts(_ range: Range<Int>) -> (dictionary: [UInt8], routines: [UInt8]) {
    let entries = Self.entries(bytes[range])
    var dictionary: [UInt8] = []
    for (key, operands) in entries.sorted(by: { $0.key < $1.key }) where key != Operator.routines {
      dictionary += operands
      dictionary += key > 0xFF ? [12, UInt8(key & 0xFF)] : [UInt8(key)]
    }
    guard let offset = entries[Operator.routines].flatMap({ Self.numbers($0).first }),
      let index = Self.index(bytes, at: range.lowerBound + offset)
    else { return (dictionary, []) }
    dictionary += Self.integer(dictionary.count + 6) + [UInt8(Operator.routines)]
    return (dictionary, Array(bytes[index.range]))
  }

  static func two(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  /// Encodes an integer in five bytes.
  static func integer(_ value: Int) -> [UInt8] {
    [29] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func index(_ items: [[UInt8]]) -> [UInt8] {
    var result = two(items.count) + [4]
    var offset = 1
    for size in [0] + items.map(\.count) {
      offset += size
      result += integer(offset).dropFirst()
    }
    return result + items.joined()
  }

  // MARK: Reading

  private static func index(_ bytes: [UInt8], at start: Int) -> Index? {
    guard start >= 0, start + 2 <= bytes.count else { return nil }
    let count = Int(bytes[start]) << 8 | Int(bytes[start + 1])
    guard count > 0 else { return Index(items: [], range: start..<start + 2) }
    guard start + 2 < bytes.count else { return nil }
    let size = Int(bytes[start + 2])
    guard (1...4).contains(size), (count + 1) * size <= bytes.count - start - 3 else { return nil }
    func offset(_ number: Int) -> Int {
      (0..<size).reduce(0) { $0 << 8 | Int(bytes[start + 3 + number * size + $1]) }
    }
    let base = start + 2 + (count + 1) * size
    var items: [Range<Int>] = []
    items.reserveCapacity(count)
    for number in 0..<count {
      let (from, to) = (base + offset(number), base + offset(number + 1))
      guard from <= to, to <= bytes.count else { return nil }
      items.append(from..<to)
    }
    return Index(items: items, range: start..<base + offset(count))
  }

  /// The operators of a DICT, with the bytes of their operands.
  private static func entries(_ bytes: ArraySlice<UInt8>) -> [Int: ArraySlice<UInt8>] {
    var result: [Int: ArraySlice<UInt8>] = [:]
    var at = bytes.startIndex
    var start = at
    while at < bytes.endIndex {
      let byte = bytes[at]
      guard byte <= 21 else {
        at += operandLength(bytes, at)
        continue
      }
      var key = Int(byte)
      let operands = bytes[start..<at]
      at += 1
      if byte == 12 {
        guard at < bytes.endIndex else { break }
        key = 12 << 8 | Int(bytes[at])
        at += 1
      }
      result[key] = operands
      start = at
    }
    return result
  }

  private static func operandLength(_ bytes: ArraySlice<UInt8>, _ at: Int) -> Int {
    switch bytes[at] {
    case 28: return 3
    case 29: return 5
    case 30:
      var end = at + 1
      while end < bytes.endIndex, bytes[end] & 0xF != 0xF, bytes[end] >> 4 != 0xF { end += 1 }
      return end + 1 - at
    case 247...254: return 2
    default: return 1
    }
  }

  /// Operands as integers; a real number counts as zero.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    var result: [Int] = []
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let length = operandLength(bytes, at)
      let rest = bytes[at + 1..<min(at + length, bytes.endIndex)].map { Int($0) }
      switch (bytes[at], rest.count) {
      case (28, 2): result.append(Int(Int16(truncatingIfNeeded: rest[0] << 8 | rest[1])))
      case (29, 4): result.append(Int(Int32(truncatingIfNeeded: rest.reduce(0) { $0 << 8 | $1 })))
      case (32...246, _): result.append(Int(bytes[at]) - 139)
      case (247...250, 1): result.append((Int(bytes[at]) - 247) * 256 + rest[0] + 108)
      case (251...254, 1): result.append(-(Int(bytes[at]) - 251) * 256 - rest[0] - 108)
      default: result.append(0)
      }
      at += length
    }
    return result
  }
}
