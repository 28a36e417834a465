/// What a canvas needs to know of the used glyphs of a face, by glyph. Its memory is its own: an array's
/// references would be counted for each of a book's words.
final class GlyphTable {
  struct Entry {
    /// The advance as the PDF states it, in 1/10,000 em.
    var width: Int32 = 0
    /// The character that the glyph stands for; 0 if it is not used yet, or stands for other text.
    var unit: UInt16 = 0
  }

  private let memory: UnsafeMutableBufferPointer<Entry>
  /// The entries, for as long as the table exists.
  var entries: UnsafeBufferPointer<Entry> { UnsafeBufferPointer(memory) }
  /// The size of a font unit, in 1/10,000 em.
  let unit: Double
  /// How many glyphs have been added.
  private(set) var count = 0

  init(_ face: FontFace) {
    memory = .allocate(capacity: face.glyphCount)
    memory.initialize(repeating: Entry())
    unit = 10_000 / Double(max(1, face.metrics.unitsPerEm))
  }

  deinit { memory.deallocate() }

  /// - Parameter width: in 1/10,000 em.
  func add(_ glyph: UInt16, width: Int, text: [UInt16]) {
    memory[Int(glyph)] = Entry(width: Int32(width), unit: text.count == 1 ? text[0] : 0)
    count += 1
  }

  @inline(__always)
  func width(of glyph: UInt16) -> Int { entries.width(of: glyph) }

  /// Whether one glyph is known to stand for one character.
  @inline(__always)
  func shows(_ glyph: UInt16, for unit: UInt16) -> Bool { entries.shows(glyph, for: unit) }
}

extension UnsafeBufferPointer<GlyphTable.Entry> {
  /// In 1/10,000 em; 0 for a glyph that is not used.
  @inline(__always)
  func width(of glyph: UInt16) -> Int { Int(glyph) < count ? Int(self[Int(glyph)].width) : 0 }

  /// Whether one glyph is known to stand for one character.
  @inline(__always)
  func shows(_ glyph: UInt16, for unit: UInt16) -> Bool {
    Int(glyph) < count && self[Int(glyph)].unit == unit && unit != 0
  }

  /// Whether the glyphs of a word from left to right are on the baseline and known to stand for its
  /// characters, one for one.
  @inline(__always)
  func show(_ glyphs: UnsafeBufferPointer<Glyph>, for units: UnsafeBufferPointer<UInt16>) -> Bool {
    guard glyphs.count == units.count else { return false }
    for index in 0..<glyphs.count {
      let glyph = glyphs[index]
      guard Int(glyph.cluster) == index, glyph.yOffset == 0,
        shows(glyph.id, for: units[index]) || glyph.isJoiner(units[index])
      else { return false }
    }
    return true
  }
}

extension LineText {
  /// The number of glyphs of a run.
  func glyphCount(of run: LineRun) -> Int {
    run.isSpace ? 1 : Int(glyphs.words[Int(run.segment.word)].glyphCount)
  }

  /// Calls `body` with the glyphs of a word and its characters.
  @inline(__always)
  func withWord<Result>(
    _ run: LineRun,
    _ body: (UnsafeBufferPointer<Glyph>, UnsafeBufferPointer<UInt16>) -> Result
  ) -> Result {
    let word = glyphs.words[Int(run.segment.word)]
    let range = Int(word.firstGlyph)..<Int(word.firstGlyph + word.glyphCount)
    return glyphs.glyphs.withUnsafeBufferPointer { all in
      units.withUnsafeBufferPointer {
        body(UnsafeBufferPointer(rebasing: all[range]), UnsafeBufferPointer(rebasing: $0[run.range]))
      }
    }
  }
}

extension UInt16 {
  /// Whether it is a word joiner: U+2060, or U+FEFF in its old use (Unicode, section 23.2). It forbids a
  /// line break and is nothing to read: text in a file with fixed lines is found without it.
  @inline(__always)
  var isWordJoiner: Bool { self == 0x2060 || self == 0xFEFF }
}

extension Glyph {
  /// Whether it is the invisible glyph of a word joiner, which is not written.
  @inline(__always)
  func isJoiner(_ unit: UInt16) -> Bool { advance == 0 && unit.isWordJoiner }
}
