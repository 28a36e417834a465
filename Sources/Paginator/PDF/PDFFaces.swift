internal import CHarfBuzz

/// How a face goes into a PDF (ISO 32000-1, section 9.9).
enum FontProgram: Sendable {
  /// The `CFF ` table, bare: readers take its wrapper badly.
  case cff
  case trueType
  /// Its licence forbids embedding, or its outlines are of a kind that PDF does not have: glyphs are
  /// drawn as paths.
  case outlines

  init(_ face: FontFace) {
    if face.forbidsEmbedding {
      self = .outlines
    } else if let table = face.table("CFF ") {
      self = CompactFont(table).hasOwnNumbers ? .cff : .outlines
    } else {
      self = face.table("glyf") == nil ? .outlines : .trueType
    }
  }
}

/// The glyphs that are drawn of a face, and what each stands for.
struct FaceUse: Sendable {
  let face: FontFace
  let program: FontProgram
  /// Of every glyph in the order of first use.
  private(set) var glyphs: [UInt16] = []
  private(set) var texts: [[UInt16]] = []
  /// By glyph: 0 for one not met yet, else one more than its index in `glyphs`.
  private var indices: [Int32]
  /// By glyph, in tenths of thousandths of an em; below zero where it was not asked for yet.
  private var widths: [Int32]

  init(_ face: FontFace) {
    self.face = face
    program = FontProgram(face)
    indices = Array(repeating: 0, count: face.glyphCount)
    widths = Array(repeating: -1, count: face.glyphCount)
  }

  /// Names a face in every chapter alike.
  static func key(_ face: FontFace) -> String { "\(face.digest)#\(face.index)" }

  /// Notes a glyph's use.
  /// - Returns: whether the glyph stands for this text wherever it is used.
  mutating func use(_ glyph: UInt16, for text: ArraySlice<UInt16>) -> Bool {
    guard Int(glyph) < indices.count else { return true }
    let known = Int(indices[Int(glyph)])
    if known > 0 { return texts[known - 1].elementsEqual(text) }
    glyphs.append(glyph)
    texts.append(Array(text))
    indices[Int(glyph)] = Int32(glyphs.count)
    return true
  }

  /// The advance that the PDF says of a glyph, in tenths of thousandths of an em.
  mutating func width(of glyph: UInt16) -> Int {
    guard Int(glyph) < widths.count else { return 0 }
    if widths[Int(glyph)] < 0 {
      let units = max(0, face.advance(of: UInt32(glyph)))
      let upem = max(1, face.metrics.unitsPerEm)
      widths[Int(glyph)] = Int32(min((units * 10_000 + upem / 2) / upem, 1 << 24))
    }
    return Int(widths[Int(glyph)])
  }

  mutating func merge(_ other: FaceUse) {
    for (glyph, text) in zip(other.glyphs, other.texts) { _ = use(glyph, for: text[...]) }
  }
}

extension FontFace {
  /// The bytes of a table of the font; nil where it has none.
  func table(_ name: StaticString) -> [UInt8]? {
    withFace { FontFace.table(name, of: $0) }
  }

  private static func table(_ name: StaticString, of face: OpaquePointer) -> [UInt8]? {
    let tag = name.utf8Start
    let blob = hb_face_reference_table(face, shim_hb_tag(tag[0], tag[1], tag[2], tag[3]))
    defer { hb_blob_destroy(blob) }
    return bytes(of: blob)
  }

  private static func bytes(of blob: OpaquePointer?) -> [UInt8]? {
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length), length > 0 else { return nil }
    return Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
  }

  /// The font with some of its glyphs, each keeping its number; as PDF embeds it.
  func program(_ kind: FontProgram, of glyphs: [UInt16]) -> [UInt8]? {
    guard let input = hb_subset_input_create_or_fail() else { return nil }
    defer { hb_subset_input_destroy(input) }
    hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue)
    let wanted = hb_subset_input_glyph_set(input)
    for glyph in glyphs { hb_set_add(wanted, UInt32(glyph)) }
    // Glyphs are chosen by number: no feature brings others in.
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

  /// What PDF has no use for (section 9.9, table 126).
  private static let needless: [StaticString] = [
    "GSUB", "GPOS", "GDEF", "BASE", "JSTF", "MATH", "name", "post", "OS/2", "cmap", "kern", "gasp",
    "fvar", "gvar", "avar", "cvar", "HVAR", "VVAR", "MVAR", "STAT", "DSIG", "COLR", "CPAL", "SVG ",
    "hdmx", "VDMX", "LTSH", "meta", "vhea", "vmtx", "VORG",
  ]
}

/// What is asked of a `CFF ` table (Adobe Technical Note 5176).
private struct CompactFont {
  private let bytes: [UInt8]
  /// Whether a reader that takes a character's number for a glyph's is right.
  let hasOwnNumbers: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    hasOwnNumbers = Self.hasOwnNumbers(bytes)
  }

  private static func hasOwnNumbers(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 4, let names = index(bytes, at: Int(bytes[2])),
      let dictionaries = index(bytes, at: names.end), let first = dictionaries.items.first
    else { return false }
    var operands: [Int] = []
    var charset: Int?
    var isNumbered = false
    var at = first.lowerBound
    while at < first.upperBound {
      let byte = Int(bytes[at])
      at += 1
      switch byte {
      case 12:
        if at < first.upperBound, bytes[at] == 30 { isNumbered = true }
        at += 1
        operands.removeAll()
      case 15:
        charset = operands.last
        operands.removeAll()
      case 0...21: operands.removeAll()
      case 28:
        guard at + 1 < bytes.count else { return false }
        operands.append(Int(bytes[at]) << 8 | Int(bytes[at + 1]))
        at += 2
      case 29:
        guard at + 3 < bytes.count else { return false }
        operands.append((0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) })
        at += 4
      case 30:
        while at < first.upperBound, bytes[at] & 0xF != 0xF, bytes[at] >> 4 != 0xF { at += 1 }
        at += 1
        operands.append(0)
      case 32...246: operands.append(byte - 139)
      case 247...254:
        operands.append(0)
        at += 1
      default: break
      }
    }
    // A font whose glyphs have names: readers take numbers for those of glyphs (ISO 32000-1,
    // section 9.7.4.2).
    guard isNumbered else { return true }
    guard let charset, charset > 2, charset + 4 < bytes.count, bytes[charset] == 2 else {
      return false
    }
    let start = Int(bytes[charset + 1]) << 8 | Int(bytes[charset + 2])
    return start == 1
  }

  /// The items of an INDEX, and where it ends.
  private static func index(
    _ bytes: [UInt8], at start: Int
  ) -> (items: [Range<Int>], end: Int)? {
    guard start + 2 < bytes.count else { return nil }
    let count = Int(bytes[start]) << 8 | Int(bytes[start + 1])
    guard count > 0 else { return ([], start + 2) }
    let size = Int(bytes[start + 2])
    guard (1...4).contains(size), start + 3 + (count + 1) * size <= bytes.count else { return nil }
    func offset(_ number: Int) -> Int {
      (0..<size).reduce(0) { $0 << 8 | Int(bytes[start + 3 + number * size + $1]) }
    }
    let base = start + 2 + (count + 1) * size
    var items: [Range<Int>] = []
    for number in 0..<count {
      let range = (base + offset(number), base + offset(number + 1))
      guard range.0 <= range.1, range.1 <= bytes.count else { return nil }
      items.append(range.0..<range.1)
    }
    return (items, base + offset(count))
  }
}
