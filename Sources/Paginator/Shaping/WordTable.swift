/// A hash table from characters, shaping style and context to the index of a word: open addressing
/// in flat arrays, with the keys in one arena. A dictionary with array keys took ten times as long.
struct WordTable {
  /// It takes 32 bytes, as it would not with all bits of the hash: most of the time goes into waiting for the memory
  /// of the table.
  private struct Slot {
    /// The characters of a short word; otherwise where they begin in the arena.
    var characters: UInt64
    /// The low bits.
    var hash: UInt32
    var word: Int32
    /// The number of the characters; below 0 if they are in the arena.
    var count: Int32
    var style: Int32
    var context: UInt32
  }

  private var slots: [Slot]
  private var arena: [UInt16] = []
  private var used = 0

  /// - Parameter capacity: a power of two.
  init(capacity: Int = 4096) { slots = [Slot](repeating: Self.empty, count: capacity) }

  private static let empty = Slot(characters: 0, hash: 0, word: -1, count: 0, style: 0, context: 0)

  /// The characters of a word of at most eight in Latin-1: it is then compared without the arena, which is
  /// rarely in the processor's cache.
  @inline(__always)
  private static func short(_ units: UnsafeBufferPointer<UInt16>) -> UInt64? {
    guard units.count <= 8 else { return nil }
    var (characters, all): (UInt64, UInt16) = (0, 0)
    for unit in units {
      characters = characters << 8 | UInt64(unit)
      all |= unit
    }
    return all < 0x100 ? characters : nil
  }

  @inline(__always)
  static func hash(_ units: UnsafeBufferPointer<UInt16>, _ style: Int32, _ context: UInt32) -> Int {
    var value = UInt64(UInt32(bitPattern: style)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(context)
    for unit in units {
      value = (value ^ UInt64(unit)) &* 0x100_0000_01B3
    }
    value ^= value >> 29
    return Int(truncatingIfNeeded: value & 0x7FFF_FFFF_FFFF_FFFF)
  }

  func find(
    _ units: UnsafeBufferPointer<UInt16>, _ style: Int32, _ context: UInt32, _ hash: Int
  ) -> Int32? {
    let mask = slots.count - 1
    let short = Self.short(units)
    let count = short == nil ? -units.count : units.count
    let hash = UInt32(truncatingIfNeeded: hash)
    var at = Int(hash) & mask
    while true {
      let slot = slots[at]
      if slot.word < 0 { return nil }
      if slot.hash == hash, slot.style == style, slot.context == context,
        Int(slot.count) == count,
        short.map({ slot.characters == $0 }) ?? equals(units, Int(slot.characters))
      {
        return slot.word
      }
      at = (at + 1) & mask
    }
  }

  @inline(__always)
  private func equals(_ units: UnsafeBufferPointer<UInt16>, _ start: Int) -> Bool {
    for index in 0..<units.count where units[index] != arena[start + index] { return false }
    return true
  }

  mutating func insert(
    _ units: UnsafeBufferPointer<UInt16>, _ style: Int32, _ context: UInt32, _ hash: Int,
    _ word: Int32
  ) {
    if used * 2 >= slots.count { grow() }
    let short = Self.short(units)
    let start = UInt64(arena.count)
    if short == nil { arena.append(contentsOf: units) }
    place(
      Slot(
        characters: short ?? start, hash: UInt32(truncatingIfNeeded: hash), word: word,
        count: Int32(short == nil ? -units.count : units.count), style: style, context: context))
    used += 1
  }

  private mutating func place(_ slot: Slot) {
    let mask = slots.count - 1
    var at = Int(slot.hash) & mask
    while slots[at].word >= 0 { at = (at + 1) & mask }
    slots[at] = slot
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Self.empty, count: old.count * 2)
    for slot in old where slot.word >= 0 { place(slot) }
  }
}
