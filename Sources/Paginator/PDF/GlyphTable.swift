/// What a canvas needs to know of the glyphs of a face, by glyph. Its memory is its own: an array's
/// references would be counted for each of a book's words. It is used for one chapter after another.
final class GlyphTable {
  struct Entry: Sendable {
    /// The advance as the PDF states it, in 1/10,000 em.
    var width: Int32 = 0
    /// The character that the glyph stands for; 0 if it stands for other text, or is not used yet and has no
    /// character of its own.
    var unit: UInt16 = 0
    var isUsed = false
    /// Whether some byte of the glyph's number may need an escape.
    var mayNeedEscape = true
  }

  let face: FontFace
  let shared: SharedFaces.Entry
  /// The entries, for as long as the table exists.
  let entries: UnsafeMutableBufferPointer<Entry>
  /// The size of a font unit, in 1/10,000 em.
  let unit: Double
  /// How many glyphs have been added.
  private(set) var count = 0

  /// A table without used glyphs.
  init(_ face: FontFace, _ shared: SharedFaces.Entry) {
    self.face = face
    self.shared = shared
    entries = .allocate(capacity: shared.glyphs.count)
    _ = entries.initialize(from: shared.glyphs)
    unit = 10_000 / Double(max(1, face.metrics.unitsPerEm))
  }

  deinit { entries.deallocate() }

  /// Notes the text of a glyph.
  func add(_ glyph: UInt16, text: [UInt16]) {
    entries[Int(glyph)].unit = text.count == 1 ? text[0] : 0
    count += 1
  }

  /// Whether one glyph is known to stand for one character.
  @inline(__always)
  func shows(_ glyph: UInt16, for unit: UInt16) -> Bool { entries.shows(glyph, for: unit) }

  /// Makes the table what it was before any glyph was used.
  /// - Parameter glyphs: the used ones.
  func clear(_ glyphs: [UInt16]) {
    for glyph in glyphs { entries[Int(glyph)] = shared.glyphs[Int(glyph)] }
    count = 0
  }
}

extension UnsafeMutableBufferPointer<GlyphTable.Entry> {
  /// Notes that a glyph is used, and returns its entry.
  @inline(__always)
  func use(_ glyph: UInt16) -> GlyphTable.Entry {
    guard Int(glyph) < count else { return GlyphTable.Entry() }
    self[Int(glyph)].isUsed = true
    return self[Int(glyph)]
  }

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
        body(
          UnsafeBufferPointer(rebasing: all[range]),
          UnsafeBufferPointer(rebasing: $0[run.range]))
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
