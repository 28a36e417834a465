internal import CHarfBuzz
internal import Synchronization

/// One face of a font file: metrics, coverage, outlines and the tables to shape with.
///
/// Immutable and shared: HarfBuzz's faces and fonts may be read from any thread once they are
/// made immutable.
public final class FontFace: Sendable {
  /// The typographic family name of the font (`name`, id 16, else 1).
  public let family: String
  /// Such as "Bold Italic".
  public let style: String
  /// The PostScript name of the font (`name`, id 6).
  public let postScriptName: String
  /// The file; a name for fonts from memory.
  public let path: String
  /// The index of the face in its file.
  public let index: Int
  /// The SHA-256 of the file, as hexadecimal digits.
  public var digest: String { bytes.digest }
  private let bytes: FontBytes
  /// The version as the font states it (`name`, id 5).
  public let version: String
  /// Heights and positions, in font units.
  public let metrics: FontMetrics
  /// CSS `font-weight`: 1 to 1000.
  public let weight: Int
  /// CSS `font-stretch`, in percent.
  public let stretch: Double
  /// Whether the face is slanted.
  public let isItalic: Bool
  /// The size in points that the face was designed for; nil if it does not state one.
  public let opticalSize: Double?
  /// OS/2 fsType: the embedding that the licence permits.
  public let embeddingRights: Int
  /// The number of glyphs; glyph ids are below it.
  public let glyphCount: Int
  /// The features of GSUB, to know which small capitals and figures the face has.
  let substitutionFeatures: Set<String>
  /// Whether a lookup of the usual features mentions the space, so that the glyphs of a word depend
  /// on adjacent spaces.
  let shapesWithSpace: Bool
  /// A number that no other face of the process has.
  let number = FontFace.made.add(1, ordering: .relaxed).newValue
  private static let made = Atomic(0)
  /// The position on the axes of a variable font; empty for its default instance.
  let variations: [FontVariation]
  private let names: FontNames
  private let instances = Mutex<[[FontVariation]: FontFace]>([:])
  /// The letters looked at, and whether their glyphs are blank.
  private let blanks = Mutex<[UInt32: Bool]>([:])
  /// The glyphs that have small capitals; nil until they are asked for.
  private let smallCapitals = Mutex<Set<UInt32>?>(nil)
  nonisolated(unsafe) private let face: OpaquePointer
  nonisolated(unsafe) private let font: OpaquePointer
  let spaceGlyph: UInt32
  let spaceAdvance: Int
  /// Of the rule that registers it.
  let descriptors: FaceDescriptors
  /// Faces of its family that are used instead of it for the characters that they cover.
  private let stronger: [FontFace]
  /// The characters of ASCII that the face covers, a bit for each: every letter of every word is asked for.
  private let ascii: UInt128

  /// Takes ownership of `face`.
  init(
    _ face: OpaquePointer, names: FontNames, path: String, index: Int, bytes: FontBytes,
    variations: [FontVariation] = []
  ) {
    self.face = face
    self.names = names
    self.variations = variations
    hb_face_make_immutable(face)
    // Without memory, HarfBuzz returns its empty font.
    let font = hb_font_create(face)!
    let upem = Int(hb_face_get_upem(face))
    hb_font_set_scale(font, Int32(upem), Int32(upem))
    if !variations.isEmpty {
      hb_font_set_variations(font, variations.map(\.harfBuzz), UInt32(variations.count))
    }
    hb_font_make_immutable(font)
    self.font = font
    self.path = path
    self.index = index
    self.bytes = bytes
    let tables = FaceTables(face)
    metrics = tables.metrics(unitsPerEm: upem)
    let chosen = variations.first { $0.tag == "wght" }
    weight = chosen.map { Int($0.value) } ?? tables.weight
    stretch = variations.first { $0.tag == "wdth" }?.value ?? tables.stretch
    isItalic = tables.isItalic
    embeddingRights = tables.embeddingRights
    version = tables.version
    postScriptName = names.postScript
    family = names.family
    style = names.style
    opticalSize = FaceTables.opticalSize(face, names: names)
    glyphCount = Int(hb_face_get_glyph_count(face))
    substitutionFeatures = FaceTables.substitutionFeatures(face)
    var glyph: UInt32 = 0
    let hasSpace = hb_font_get_nominal_glyph(font, 0x20, &glyph) != 0
    spaceGlyph = hasSpace ? glyph : 0
    spaceAdvance =
      hasSpace ? GlyphAdvance.bounded(hb_font_get_glyph_h_advance(font, glyph)) : upem / 4
    shapesWithSpace = hasSpace && FaceTables.lookupsMention(glyph, in: face)
    descriptors = FaceDescriptors()
    stronger = []
    ascii = Self.coverageOfASCII(font, descriptors, stronger)
  }

  /// The same face with other descriptors.
  init(_ other: FontFace, descriptors: FaceDescriptors, stronger: [FontFace] = []) {
    face = hb_face_reference(other.face)
    font = hb_font_reference(other.font)
    (path, index, bytes) = (other.path, other.index, other.bytes)
    (names, variations) = (other.names, other.variations)
    metrics = descriptors.replaced(other.metrics)
    (weight, stretch, isItalic) = (other.weight, other.stretch, other.isItalic)
    (embeddingRights, version) = (other.embeddingRights, other.version)
    (postScriptName, family, style) = (other.postScriptName, other.family, other.style)
    (opticalSize, glyphCount) = (other.opticalSize, other.glyphCount)
    (substitutionFeatures, shapesWithSpace) = (other.substitutionFeatures, other.shapesWithSpace)
    (spaceGlyph, spaceAdvance) = (other.spaceGlyph, other.spaceAdvance)
    self.descriptors = descriptors
    self.stronger = stronger
    ascii = Self.coverageOfASCII(other.font, descriptors, stronger)
  }

  private static func coverageOfASCII(
    _ font: OpaquePointer, _ descriptors: FaceDescriptors, _ stronger: [FontFace]
  ) -> UInt128 {
    var result: UInt128 = 0
    for scalar: UInt32 in 0..<0x80
    where glyph(for: scalar, in: font) != nil && descriptors.includes(scalar)
      && !stronger.contains(where: { $0.covers(scalar) })
    { result |= 1 << UInt128(scalar) }
    return result
  }

  deinit {
    hb_font_destroy(font)
    hb_face_destroy(face)
  }

  /// The instance with these values on the font's axes, and the same descriptors.
  func instance(_ wanted: [FontVariation]) -> FontFace {
    guard wanted != variations else { return self }
    return instances.withLock { known in
      if let instance = known[wanted] { return instance }
      var made = FontFace(
        hb_face_reference(face), names: names, path: path, index: index, bytes: bytes,
        variations: wanted)
      if descriptors != FaceDescriptors() || !stronger.isEmpty {
        made = FontFace(made, descriptors: descriptors, stronger: stronger)
      }
      known[wanted] = made
      return made
    }
  }

  /// Calls `body` with the HarfBuzz font, scaled to font units; it must not be kept after the call.
  func withFont<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(font) }
  func withFace<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(face) }

  /// The glyph of a character, or nil when the face lacks it.
  func glyph(for scalar: UInt32) -> UInt32? { Self.glyph(for: scalar, in: font) }

  private static func glyph(for scalar: UInt32, in font: OpaquePointer) -> UInt32? {
    var glyph: UInt32 = 0
    // Some fonts map characters to glyph 0, which means that they lack them.
    return hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 && glyph != 0 ? glyph : nil
  }

  /// Whether the face has a character and is used for it.
  func covers(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return ascii >> UInt128(scalar) & 1 == 1 }
    // HarfBuzz sets the hyphen in the place of a non-breaking hyphen that a font does not have.
    let glyph = glyph(for: scalar)
    let hasGlyph = glyph != nil || scalar == 0x2011 && self.glyph(for: 0x2010) != nil
    return hasGlyph && !isBlank(scalar, glyph) && descriptors.includes(scalar)
      && !stronger.contains { $0.covers(scalar) }
  }

  /// Whether a character that shows something has a glyph that draws nothing: some fonts are unfinished,
  /// and it would vanish. Those of ASCII are not looked at.
  private func isBlank(_ scalar: UInt32, _ glyph: UInt32?) -> Bool {
    guard scalar > 0xA0, let glyph else { return false }
    return blanks.withLock { blanks in
      if let known = blanks[scalar] { return known }
      let isBlank = isVisible(scalar) && inkBox(of: glyph) == nil && !hasColorGlyphs
      blanks[scalar] = isBlank
      return isBlank
    }
  }

  /// Whether glyphs may be pictures, without outlines.
  private var hasColorGlyphs: Bool {
    hb_ot_color_has_layers(face) != 0 || hb_ot_color_has_png(face) != 0
      || hb_ot_color_has_svg(face) != 0
  }

  /// Whether `smcp` replaces the glyph of a letter: faces may have small capitals of one script only.
  func hasSmallCapital(_ scalar: UInt32) -> Bool {
    guard let glyph = glyph(for: scalar) else { return false }
    let hasOwn = smallCapitals.withLock { known in
      let glyphs = known ?? FaceTables.glyphs(replacedBy: "smcp", in: face)
      known = glyphs
      return glyphs.contains(glyph)
    }
    return hasOwn && !dividesSmallCapital(scalar)
  }

  /// The caret positions inside a ligature, in font units from its left edge (GDEF); empty if the
  /// font has none.
  func ligatureCarets(_ glyph: UInt16, isRightToLeft: Bool) -> [Int] {
    var count: UInt32 = 16
    var carets = [Int32](repeating: 0, count: 16)
    _ = hb_ot_layout_get_ligature_carets(
      font, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR, UInt32(glyph), 0, &count, &carets)
    return carets.prefix(Int(count)).map { Int($0) }
  }

  /// The ink box of a glyph, in font units: its left and top edges, relative to the origin on the
  /// baseline, and its width and height. Nil for a glyph without an outline.
  func inkBox(of glyph: UInt32) -> (left: Int, top: Int, width: Int, height: Int)? {
    var extents = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.width != 0 else {
      return nil
    }
    return (
      GlyphAdvance.bounded(extents.x_bearing), GlyphAdvance.bounded(extents.y_bearing),
      GlyphAdvance.bounded(extents.width), GlyphAdvance.bounded(0 &- extents.height)
    )
  }

  func advance(of glyph: UInt32) -> Int {
    GlyphAdvance.bounded(hb_font_get_glyph_h_advance(font, glyph))
  }
}

/// Bounds advances from fonts, which can be any 32-bit numbers, so that sums and products of them
/// do not overflow.
enum GlyphAdvance {
  /// The greatest magnitude for a glyph; a font has at most 16,384 units per em.
  private static let most: Int32 = 1 << 20
  /// The greatest magnitude for a word.
  private static let mostOfWord = 1 << 28

  static func bounded(_ advance: Int32) -> Int { Int(min(max(advance, -most), most)) }
  static func bounded(_ advance: Int) -> Int { bounded(Int32(clamping: advance)) }

  /// The sum of a word's advance and one more.
  static func sum(_ word: Int32, _ advance: Int) -> Int32 {
    Int32(min(max(Int(word) + advance, -mostOfWord), mostOfWord))
  }
}

/// Values from a face's tables that are not for shaping.
private struct FaceTables {
  let os2: Table
  let hhea: Table
  let post: Table
  let head: Table

  /// A table's bytes, kept while they are read.
  final class Table {
    let blob: OpaquePointer?
    let table: FontTable
    init(_ face: OpaquePointer, _ tag: StaticString) {
      let name = tag.utf8Start
      blob = hb_face_reference_table(face, shim_hb_tag(name[0], name[1], name[2], name[3]))
      var length: UInt32 = 0
      let data = hb_blob_get_data(blob, &length)
      table = FontTable(bytes: UnsafeRawBufferPointer(start: data, count: Int(length)))
    }
    deinit { hb_blob_destroy(blob) }
  }

  init(_ face: OpaquePointer) {
    os2 = Table(face, "OS/2")
    hhea = Table(face, "hhea")
    post = Table(face, "post")
    head = Table(face, "head")
  }

  func metrics(unitsPerEm: Int) -> FontMetrics {
    FontMetrics(unitsPerEm: unitsPerEm, os2: os2.table, hhea: hhea.table, post: post.table)
  }

  var weight: Int {
    let value = os2.table.uint16(4)
    return value == 0 ? (head.table.uint16(44) & 1 != 0 ? 700 : 400) : min(1000, value)
  }
  var stretch: Double {
    let percents = [100, 50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]
    let value = os2.table.uint16(6)
    return percents[value < percents.count ? value : 0]
  }
  var isItalic: Bool { os2.table.uint16(62) & 1 != 0 || head.table.uint16(44) & 2 != 0 }
  var embeddingRights: Int { os2.table.uint16(8) }
  var version: String {
    let thousandths = Int((head.table.fixed(4) * 1000).rounded())
    let fraction = String(thousandths.magnitude % 1000)
    return (thousandths < 0 ? "-" : "") + "\(thousandths.magnitude / 1000)."
      + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  /// The size from the GPOS `size` parameters, else from a number in a name ("08 Italic").
  static func opticalSize(_ face: OpaquePointer, names: FontNames) -> Double? {
    var design: UInt32 = 0
    if hb_ot_layout_get_size_params(face, &design, nil, nil, nil, nil) != 0, design > 0 {
      return Double(design) / 10
    }
    for text in [names.style, names.family, names.postScript] {
      for word in text.split(whereSeparator: { !$0.isNumber }) {
        if let value = Double(word), value >= 4, value <= 144 { return value }
      }
    }
    return nil
  }

  static func substitutionFeatures(_ face: OpaquePointer) -> Set<String> {
    let table = substitutions
    var count: UInt32 = 512
    var tags = [hb_tag_t](repeating: 0, count: 512)
    _ = hb_ot_layout_table_get_feature_tags(face, table, 0, &count, &tags)
    return Set(
      tags.prefix(Int(count)).map { tag in
        String(
          decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> UInt32($0)) },
          as: UTF8.self)
      })
  }

  /// The glyphs that the substitutions of a feature begin with.
  static func glyphs(replacedBy feature: StaticString, in face: OpaquePointer) -> Set<UInt32> {
    var result: Set<UInt32> = []
    visitLookups(of: [feature], in: substitutions, of: face) { lookup, glyphs in
      hb_set_clear(glyphs)
      hb_ot_layout_lookup_collect_glyphs(face, substitutions, lookup, nil, glyphs, nil, nil)
      var glyph = UInt32.max
      while hb_set_next(glyphs, &glyph) != 0 { result.insert(glyph) }
      return true
    }
    return result
  }

  private static let substitutions = tag("GSUB")
  private static let positioning = tag("GPOS")

  private static func tag(_ name: StaticString) -> hb_tag_t {
    let bytes = name.utf8Start
    return shim_hb_tag(bytes[0], bytes[1], bytes[2], bytes[3])
  }

  /// Visits the lookups that features use.
  ///
  /// - Parameter visit: is given a lookup, and a set to collect glyphs in that all visits share; returns
  ///   false to stop.
  private static func visitLookups(
    of features: [StaticString], in table: hb_tag_t, of face: OpaquePointer,
    _ visit: (_ lookup: UInt32, _ glyphs: OpaquePointer?) -> Bool
  ) {
    var features = features.map(tag) + [0]
    let lookups = hb_set_create()
    let glyphs = hb_set_create()
    defer {
      hb_set_destroy(lookups)
      hb_set_destroy(glyphs)
    }
    hb_ot_layout_collect_lookups(face, table, nil, nil, &features, lookups)
    var lookup = UInt32.max
    while hb_set_next(lookups, &lookup) != 0, visit(lookup, glyphs) {}
  }

  private static let usualFeatures: [StaticString] = [
    "ccmp", "locl", "rlig", "calt", "clig", "liga", "kern", "mark", "mkmk", "dist",
  ]

  static func lookupsMention(_ glyph: UInt32, in face: OpaquePointer) -> Bool {
    var hasPositioning = false
    for table in [substitutions, positioning] {
      var isMentioned = false
      visitLookups(of: usualFeatures, in: table, of: face) { lookup, glyphs in
        hasPositioning = hasPositioning || table == positioning
        hb_ot_layout_lookup_collect_glyphs(face, table, lookup, glyphs, glyphs, glyphs, nil)
        isMentioned = hb_set_has(glyphs, glyph) != 0
        return !isMentioned
      }
      if isMentioned { return true }
    }
    if hasPositioning { return false }
    // Without GPOS, an old kern table may kern any glyph with the space.
    return Table(face, "kern").table.bytes.count > 0
  }
}
