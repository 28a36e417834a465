internal import CHarfBuzz
internal import Synchronization

/// How a face is embedded in a PDF (ISO 32000-1, section 9.9).
enum FontProgram: Sendable {
  /// The bare `CFF ` table, without its OpenType wrapper, which some readers do not support well.
  case cff
  case trueType
  /// A CFF font that is made from the outlines of the glyphs in use, because PDF does not support
  /// the font's own tables: `CFF2`, `CFF ` with other CIDs than glyph numbers, and axes. HarfBuzz 6
  /// can pin axes, but frees memory of others when a glyph is damaged.
  case drawn
  /// Glyphs are drawn as paths on the page, because the font's licence forbids embedding.
  case outlines

  init(_ face: FontFace) {
    if face.forbidsEmbedding {
      self = .outlines
    } else if !face.variations.isEmpty {
      self = .drawn
    } else if let table = face.table("CFF "), CompactFont(table) != nil {
      self = .cff
    } else {
      self = face.table("glyf") == nil ? .drawn : .trueType
    }
  }
}

/// Properties of a book's faces that all chapters share, each computed once.
final class SharedFaces: Sendable {
  /// The properties of a face that a PDF needs.
  struct Entry: Sendable {
    let program: FontProgram
    /// For each glyph, the lowest character that the font maps to it and that is not for private use;
    /// 0 for none.
    let characters: [UInt32]
    /// What the glyphs are before any is used.
    let glyphs: [GlyphTable.Entry]
    let cases = GlyphCases()

    init(_ face: FontFace) {
      program = FontProgram(face)
      characters = face.characters
      glyphs = characters.enumerated().map { glyph, character in
        GlyphTable.Entry(
          width: Int32(face.statedWidth(of: UInt16(truncatingIfNeeded: glyph))),
          unit: character.isForm ? 0 : UInt16(exactly: character) ?? 0,
          mayNeedEscape: GlyphBytes.needsEscape(UInt16(truncatingIfNeeded: glyph)))
      }
    }
  }

  private let entries = Mutex<[String: Entry]>([:])

  func entry(_ face: FontFace) -> Entry {
    let key = FaceUse.key(face)
    if let known = entries.withLock({ $0[key] }) { return known }
    let made = Entry(face)
    entries.withLock { $0[key] = made }
    return made
  }
}

extension UInt32 {
  /// Whether it is a ligature or a form of an Arabic letter, which is a character only for compatibility
  /// with old encodings.
  fileprivate var isForm: Bool { 0xFB00...0xFDFF ~= self || 0xFE70...0xFEFF ~= self }
}

extension RangeReplaceableCollection<UInt16> {
  /// The characters except word joiners.
  var withoutJoiners: Self { contains(where: \.isWordJoiner) ? filter { !$0.isWordJoiner } : self }
}

extension GlyphRun {
  /// The run without the invisible glyphs of word joiners.
  var withoutJoiners: GlyphRun {
    guard text.contains(where: \.isWordJoiner) else { return self }
    var run = self
    run.glyphs.removeAll { glyph in
      glyph.advance == 0 && text.indices.contains(glyph.offset) && text[glyph.offset].isWordJoiner
    }
    return run
  }
}

/// The used glyphs of a face, and the text that each stands for.
struct FaceUse: Sendable {
  /// Glyphs of a run that stand for some characters together.
  struct Cluster {
    let glyphs: Range<Int>
    let text: ArraySlice<UInt16>
  }

  let face: FontFace
  let program: FontProgram
  private let characters: [UInt32]
  private let cases: GlyphCases
  /// The used glyphs, in order of first use. `texts` has the text of each.
  private(set) var glyphs: [UInt16] = []
  private(set) var texts: [[UInt16]] = []
  /// For each glyph up to the highest one in use, its index in `glyphs` plus one; 0 for one not used yet.
  private var indices: [Int32] = []

  init(_ table: GlyphTable) {
    face = table.face
    program = table.shared.program
    characters = table.shared.characters
    cases = table.shared.cases
  }

  /// A key that identifies a face in all chapters.
  static func key(_ face: FontFace) -> String { "\(face.digest)#\(face.index)\(face.instanceName)" }

  /// Records the use of a glyph. A glyph stands for the character that the font maps to it. A
  /// ligature, and a glyph without a character, stand for the text that they are used for; the case
  /// of a letter is what the font says (`GlyphCases`). Chapters are drawn independently and must
  /// agree.
  /// - Returns: whether the glyph stands for this text.
  private mutating func use(_ glyph: UInt16, for text: ArraySlice<UInt16>) -> Bool {
    guard Int(glyph) < characters.count else { return true }
    if let known = index(of: glyph) { return texts[known].elementsEqual(text) }
    add(glyph, canonicalText(of: glyph, for: text))
    return texts[glyphs.count - 1].elementsEqual(text)
  }

  /// The index in `glyphs`; nil for a glyph that is not used yet.
  private func index(of glyph: UInt16) -> Int? {
    guard Int(glyph) < indices.count, indices[Int(glyph)] > 0 else { return nil }
    return Int(indices[Int(glyph)]) - 1
  }

  private mutating func add(_ glyph: UInt16, _ text: [UInt16]) {
    glyphs.append(glyph)
    texts.append(text)
    let missing = Int(glyph) + 1 - indices.count
    if missing > 0 { indices.append(contentsOf: repeatElement(0, count: missing)) }
    indices[Int(glyph)] = Int32(glyphs.count)
  }

  /// Records the texts that the glyphs of a run stand for. `GlyphTable` is faster for runs of known
  /// glyphs.
  /// - Returns: the clusters with a glyph that stands for other text here than elsewhere, from left
  ///   to right.
  mutating func use(_ run: GlyphRun, _ table: GlyphTable) -> [Cluster] {
    defer { add(to: table) }
    var changed: [Cluster] = []
    var start = 0
    let glyphs = run.glyphs
    while start < glyphs.count {
      var end = start + 1
      while end < glyphs.count, glyphs[end].offset == glyphs[start].offset { end += 1 }
      let from = min(glyphs[start].offset, run.text.count)
      let next =
        run.isRightToLeft
        ? (start > 0 ? glyphs[start - 1].offset : run.text.count)
        : (end < glyphs.count ? glyphs[end].offset : run.text.count)
      let units = run.text[from..<max(from, min(next, run.text.count))].withoutJoiners
      let isHyphen = run.endsInHyphen && (run.isRightToLeft ? start == 0 : end == glyphs.count)
      var isSame = true
      if end - start > 1 {
        // In text from right to left, the glyphs of a cluster are in reverse order.
        var cluster = Array(glyphs[start..<end])
        if run.isRightToLeft { cluster.reverse() }
        let own = useMarks(of: cluster[...], for: units)
        isSame = use(cluster.dropLast(own), for: units.dropLast(own))
      } else if isHyphen, units.count != 1 || units.first == 0xAD {
        _ = use(glyphs[start].id, for: [0x2D])
      } else if run.isSpace, units.first == 0xA0 {
        // Its glyph is that of the space.
        useSpace(glyphs[start].id)
      } else {
        isSame = use(glyphs[start].id, for: units)
      }
      if !isSame { changed.append(Cluster(glyphs: start..<end, text: units)) }
      start = end
    }
    return changed
  }

  mutating func useSpace(_ glyph: UInt16, _ table: GlyphTable) {
    useSpace(glyph)
    add(to: table)
  }

  private mutating func useSpace(_ glyph: UInt16) { _ = use(glyph, for: [0x20]) }

  /// Adds the glyphs that have been used since the last time.
  private func add(to table: GlyphTable) {
    for index in table.count..<glyphs.count {
      table.add(glyphs[index], text: texts[index])
    }
  }

  /// Records the glyphs at the end of a cluster that stand for its last characters one by one, such
  /// as vowel signs after a ligature.
  /// - Returns: their number.
  private mutating func useMarks(
    of glyphs: ArraySlice<GlyphRun.Glyph>, for units: ArraySlice<UInt16>
  ) -> Int {
    guard units.count > glyphs.count else { return 0 }
    var count = 0
    for (glyph, unit) in zip(glyphs.dropFirst().reversed(), units.dropFirst().reversed()) {
      guard Int(glyph.id) < characters.count, characters[Int(glyph.id)] == UInt32(unit),
        use(glyph.id, for: [unit])
      else { break }
      count += 1
    }
    return count
  }

  /// Records a cluster of several glyphs. If it has as many characters as glyphs, each glyph stands
  /// for one character; otherwise the first glyph stands for all.
  private mutating func use(
    _ glyphs: ArraySlice<GlyphRun.Glyph>, for units: ArraySlice<UInt16>
  ) -> Bool {
    if units.count == glyphs.count, !units.contains(where: { $0 & 0xF800 == 0xD800 }) {
      var isSame = true
      for (glyph, unit) in zip(glyphs, units) { isSame = use(glyph.id, for: [unit]) && isSame }
      return isSame
    }
    let isSame = use(glyphs[glyphs.startIndex].id, for: units)
    guard glyphs.count > 1 else { return isSame }
    for glyph in glyphs.dropFirst() { _ = use(glyph.id, for: [0x200B]) }
    return false
  }

  private func canonicalText(of glyph: UInt16, for text: ArraySlice<UInt16>) -> [UInt16] {
    let own = characters[Int(glyph)]
    if own != 0, !own.isForm, let unit = UInt16(exactly: own) { return [unit] }
    if own != 0, !own.isForm, let scalar = Unicode.Scalar(own) {
      return Array(String(scalar).utf16)
    }
    // Most are ligatures.
    guard text.count == 1 || text.first.map(UTF16.isLeadSurrogate) ?? false else {
      return Array(text)
    }
    let single = text.count == 1 ? text.first.flatMap { Unicode.Scalar($0) } : nil
    let string = single.map { String($0) } ?? String(decoding: text, as: UTF16.self)
    guard string.unicodeScalars.count == 1 else { return Array(text) }
    return Array(cases.letter(of: glyph, usedFor: string, in: face, characters).utf16)
  }

  /// Records the glyphs that were shown for their own characters, and clears the table.
  mutating func takeGlyphs(of table: GlyphTable) {
    for glyph in table.entries.indices where table.entries[glyph].isUsed {
      let unit = table.entries[glyph].unit
      table.entries[glyph].isUsed = false
      if unit != 0, index(of: UInt16(glyph)) == nil { add(UInt16(glyph), [unit]) }
    }
    table.clear(glyphs)
  }

  /// Adds the glyphs that are used in another chapter.
  mutating func merge(_ other: FaceUse) {
    for (glyph, text) in zip(other.glyphs, other.texts) where index(of: glyph) == nil {
      add(glyph, text)
    }
  }
}

extension FontFace {
  /// The advance of a glyph as the PDF states it, in 1/10,000 em.
  func statedWidth(of glyph: UInt16) -> Int {
    let unit = 10_000 / Double(max(1, metrics.unitsPerEm))
    let width = (Double(max(0, advance(of: UInt32(glyph)))) * unit).rounded()
    return Int(min(width, 16_777_216))
  }

  /// The box around all glyphs (`head`): left, bottom, right, top, in font units.
  var headBox: [Int] {
    guard let head = table("head"), head.count >= 44 else { return [0, 0, 1000, 1000] }
    return [36, 38, 40, 42].map {
      Int(Int16(bitPattern: UInt16(head[$0]) << 8 | UInt16(head[$0 + 1])))
    }
  }

  /// For each glyph, the lowest character that is mapped to it; 0 for none. Characters for private use
  /// say nothing to readers: fonts have small capitals there.
  fileprivate var characters: [UInt32] {
    var result = [UInt32](repeating: 0, count: glyphCount)
    let all = hb_set_create()
    defer { hb_set_destroy(all) }
    withFace { hb_face_collect_unicodes($0, all) }
    var scalar = UInt32.max
    while hb_set_next(all, &scalar) != 0 {
      guard Unicode.Scalar(scalar)?.properties.generalCategory != .privateUse,
        let glyph = glyph(for: scalar), Int(glyph) < result.count, result[Int(glyph)] == 0
      else { continue }
      result[Int(glyph)] = scalar
    }
    return result
  }

  /// A subset of the font as PDF embeds it; glyphs keep their numbers.
  func program(_ kind: FontProgram, of glyphs: [UInt16]) -> [UInt8]? {
    if kind == .drawn { return CompactFont.drawn(self, glyphs) }
    guard let input = hb_subset_input_create_or_fail() else { return nil }
    defer { hb_subset_input_destroy(input) }
    hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue)
    let wanted = hb_subset_input_glyph_set(input)
    for glyph in glyphs { hb_set_add(wanted, UInt32(glyph)) }
    // Glyphs are selected by number: layout features must not add others.
    hb_set_clear(hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG))
    let dropped = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
    for name in Self.needless {
      let tag = name.utf8Start
      hb_set_add(dropped, shim_hb_tag(tag[0], tag[1], tag[2], tag[3]))
    }
    return withFace { face in
      guard let subset = hb_subset_or_fail(face, input) else { return nil }
      defer { hb_face_destroy(subset) }
      if kind == .cff { return Self.table("CFF ", of: subset) }
      let blob = hb_face_reference_blob(subset)
      defer { hb_blob_destroy(blob) }
      return Self.bytes(of: blob)
    }
  }

  /// Tables that PDF does not need (section 9.9, table 126).
  private static let needless: [StaticString] = [
    "GSUB", "GPOS", "GDEF", "BASE", "JSTF", "MATH", "name", "post", "OS/2", "cmap", "kern", "gasp",
    "fvar", "gvar", "avar", "cvar", "HVAR", "VVAR", "MVAR", "STAT", "DSIG", "COLR", "CPAL", "SVG ",
    "hdmx", "VDMX", "LTSH", "meta", "vhea", "vmtx", "VORG",
  ]
}
