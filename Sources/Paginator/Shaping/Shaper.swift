internal import CHarfBuzz
internal import CUnicode

/// Shapes words. Each worker has its own shaper, which owns a HarfBuzz buffer, the glyphs of every
/// word that it has used, and a table from characters to words.
///
/// A shaper belongs to one task, and none of its methods changes a property while another has access
/// to it: the checks of what is read for every word are off (they took 3 % of the time of a book).
public final class Shaper {
  let cache: ShapingCache
  @exclusivity(unchecked) private(set) var words: [ShapedWord] = []
  @exclusivity(unchecked) private(set) var glyphs: [Glyph] = []
  /// By word: its index in the `LayoutGlyphs` that are being made; -1 outside of them.
  var layoutIndices: [Int32] = []
  @exclusivity(unchecked) private(set) var faces: [FontFace] = [] {
    didSet { unitsPerEm = faces.map(\.metrics.unitsPerEm) }
  }
  /// By face and glyph; computed on first use.
  @exclusivity(unchecked) private var edges: [[OpticalEdges?]] = []
  /// By face and glyph, for glyphs between slanted and upright text.
  private var ink: [Int: [InkEdge]] = [:]
  private var stems: [(left: Int, right: Int)] = []
  /// For every face, copied so that the face is not accessed.
  @exclusivity(unchecked) private(set) var unitsPerEm: [Int] = []
  @exclusivity(unchecked) private var table = WordTable()
  private let buffer: OpaquePointer
  private var scalars: [UInt32] = []
  private var clusters: [UInt32] = []
  private var languages = ShapingLanguages()
  /// The marks of the current word that are shaped by themselves, as no face has them and their base.
  @exclusivity(unchecked) var strayMarks: Set<UInt32> = []
  /// What the last piece asked HarfBuzz for.
  @exclusivity(unchecked) private var request: ShapingRequest?
  private var wordFindings = WordFindings()
  /// The faces that text was set in, and the findings about them.
  private(set) var used = UsedFonts()
  /// By word: whether findings or faces are recorded wherever it is set.
  @exclusivity(unchecked) private var isNotable: [Bool] = []
  private var notable: [Int32: ShapingCache.Entry] = [:]
  /// The paragraphs of earlier editions; nil if there is only one edition.
  var memory: ParagraphMemory?

  /// A shaper for one task; several shapers may share a cache.
  public init(cache: ShapingCache) {
    self.cache = cache
    buffer = hb_buffer_create()
  }

  deinit { hb_buffer_destroy(buffer) }

  /// What affects the glyphs of a word in addition to its characters and style.
  struct Context: Hashable {
    /// ISO 15924 tag.
    var script: UInt32 = Context.latin
    var isRightToLeft = false
    var hasSpaceBefore = false
    var hasSpaceAfter = false
    /// Whether the word continues before and after, in another style or on another line. Letters of
    /// joining scripts then take the forms that they have inside a word (CSS Text 3, section 7.3).
    var joinsBefore = false
    var joinsAfter = false
    /// Whether the word continues a word that began in another style or on an earlier line, as far
    /// as that matters: in text whose words are capitalized.
    var continuesWord = false

    static let latin: UInt32 = 0x4C61_746E
    /// Script tags are folded into 26 bits: a book has few scripts, so collisions are unlikely.
    var code: UInt32 {
      (script &* 0x9E37_79B1) & 0xFFFF_FFC0 | (isRightToLeft ? 1 : 0)
        | (hasSpaceBefore ? 2 : 0) | (hasSpaceAfter ? 4 : 0) | (joinsBefore ? 8 : 0)
        | (joinsAfter ? 16 : 0) | (continuesWord ? 32 : 0)
    }

    /// Arabic, Syriac, N'Ko, Mongolian, Mandaic, Phags-pa, Manichaean, Psalter Pahlavi, Adlam.
    static let joiningScripts: Set<UInt32> = [
      0x4172_6162, 0x5379_7263, 0x4E6B_6F6F, 0x4D6F_6E67, 0x4D61_6E64, 0x5068_6167, 0x4D61_6E69,
      0x5068_6C70, 0x4164_6C6D,
    ]
    var canJoin: Bool { script != Self.latin && Self.joiningScripts.contains(script) }
  }

  /// The index in `words` of a piece of text without spaces.
  func word(
    _ units: UnsafeBufferPointer<UInt16>, style: ShapingStyle, context: Context
  ) -> Int32 {
    var context = context
    if !style.shapesWithSpace {
      context.hasSpaceBefore = false
      context.hasSpaceAfter = false
    } else if let first = units.first, first >= 0x300, isMark(UInt32(first)) {
      // HarfBuzz makes one cluster of a space and a mark, and the space is not the word's.
      context.hasSpaceBefore = false
    }
    let code = context.code
    let hash = WordTable.hash(units, style.id, code)
    if let known = table.find(units, style.id, code, hash) {
      if isNotable[Int(known)], let entry = notable[known] { note(entry) }
      return known
    }
    let key = ShapingCache.Key(style: style.id, context: code, units: units, hash: hash)
    let entry = cache.word(key) { [cache] in
      cache.glyphGenerator?.entry(
        for: units, font: style.faces[0], face: cache.index(of: style.faces[0]),
        isRightToLeft: context.isRightToLeft) ?? shape(units, style, context)
    }
    let index = adopt(entry, style)
    table.insert(units, style.id, code, hash, index)
    return index
  }

  /// How far the leftmost and the rightmost glyph of a word may protrude from the measure.
  @inline(__always)
  func edges(ofWord index: Int32) -> OpticalEdges {
    words[Int(index)].edges ?? findEdges(ofWord: index)
  }

  private func findEdges(ofWord index: Int32) -> OpticalEdges {
    let word = words[Int(index)]
    var found = OpticalEdges()
    if word.glyphCount > 0 {
      let last = Int(word.firstGlyph + word.glyphCount) - 1
      found.left = opticalEdges(of: glyphs[Int(word.firstGlyph)].id, face: word.face).left
      found.right = opticalEdges(of: glyphs[last].id, face: word.face).right
    }
    words[Int(index)].edges = found
    return found
  }

  /// - Parameter face: in `faces`.
  func opticalEdges(of glyph: UInt16, face: Int32) -> OpticalEdges {
    let face = Int(face)
    while edges.count <= face {
      stems.append(faces[edges.count].opticalStem)
      edges.append([])
    }
    if edges[face].isEmpty {
      edges[face] = [OpticalEdges?](repeating: nil, count: max(1, faces[face].glyphCount))
    }
    guard Int(glyph) < edges[face].count else { return OpticalEdges() }
    if let known = edges[face][Int(glyph)] { return known }
    let found = faces[face].opticalEdges(of: UInt32(glyph), stem: stems[face])
    edges[face][Int(glyph)] = found
    return found
  }

  /// The least horizontal distance between the ink of a word's last glyph and that of the next
  /// word's first glyph, in thousandths of an em; nil if no row has ink of both.
  func inkGap(between word: Int32, and next: Int32, place: InkPlace) -> Int? {
    let (left, right) = (words[Int(word)], words[Int(next)])
    guard left.glyphCount > 0, right.glyphCount > 0, left.scale == right.scale else { return nil }
    let before = inkEdges(of: Int(left.firstGlyph + left.glyphCount) - 1, left.face)
    let after = inkEdges(of: Int(right.firstGlyph), right.face)
    return place.gap(between: before, and: after)
  }

  func haveSameFace(_ first: Int32, _ second: Int32) -> Bool {
    words[Int(first)].face == words[Int(second)].face
  }

  private func inkEdges(of glyph: Int, _ face: Int32) -> [InkEdge] {
    let key = Int(face) << 16 | Int(glyphs[glyph].id)
    if let known = ink[key] { return known }
    let found = faces[Int(face)].inkEdges(of: UInt32(glyphs[glyph].id))
    ink[key] = found
    return found
  }

  /// Records that text is set in a style.
  func use(_ style: ShapingStyle) {
    used.add(style.faces[0])
    used.findings.append(contentsOf: style.findings)
  }

  /// Starts another book or edition, without recorded faces and findings.
  func begin() { used = UsedFonts() }

  /// Whether a word has findings, or a face that is not the first of its style.
  func isNotable(_ word: Int32) -> Bool { isNotable[Int(word)] }

  var hasNotableWords: Bool { !notable.isEmpty }

  func findings(ofWord word: Int32) -> [Finding] { notable[word]?.findings ?? [] }

  /// Records the findings and faces of a word in addition to those of its style.
  private func note(_ entry: ShapingCache.Entry) {
    used.findings.append(contentsOf: entry.findings)
    for piece in entry.pieces { used.add(faces[Int(piece.face)]) }
  }

  /// Copies a word of the shared cache into the arenas.
  private func adopt(_ entry: ShapingCache.Entry, _ style: ShapingStyle) -> Int32 {
    let first = Int32(words.count)
    let firstGlyph = Int32(glyphs.count)
    glyphs.append(contentsOf: entry.glyphs)
    for (offset, piece) in entry.pieces.enumerated() {
      var piece = piece
      piece.firstGlyph += firstGlyph
      piece.next = offset + 1 < entry.pieces.count ? first + Int32(offset) + 1 : -1
      if Int(piece.face) >= faces.count { faces = cache.faces }
      words.append(piece)
      isNotable.append(false)
    }
    if !entry.findings.isEmpty
      || entry.pieces.contains(where: { faces[Int($0.face)] !== style.faces[0] })
    {
      isNotable[Int(first)] = true
      notable[first] = entry
      note(entry)
    }
    return first
  }

  // MARK: HarfBuzz

  private func shape(
    _ units: UnsafeBufferPointer<UInt16>, _ style: ShapingStyle, _ context: Context
  ) -> ShapingCache.Entry {
    var entry = ShapingCache.Entry(pieces: [], glyphs: [])
    wordFindings.begin()
    if !strayMarks.isEmpty { strayMarks.removeAll(keepingCapacity: true) }
    var start = 0
    while start < units.count {
      let piece = nextPiece(units, from: start, style)
      var own = context
      own.hasSpaceBefore = context.hasSpaceBefore && start == 0
      own.hasSpaceAfter = context.hasSpaceAfter && piece.end == units.count
      if context.canJoin {
        own.joinsBefore =
          Joining.joins(units, stride(from: start - 1, through: 0, by: -1), side: 1)
          ?? context.joinsBefore
        own.joinsAfter =
          Joining.joins(units, piece.end..<units.count, side: 2) ?? context.joinsAfter
      }
      append(units, start..<piece.end, piece, style, own, to: &entry)
      start = piece.end
    }
    entry.findings = wordFindings.all
    return entry
  }

  private struct Piece {
    var end: Int
    var face: FontFace
    var isSmallCapital: Bool
  }

  /// The longest piece that one face covers; marks and joiners stay with their base.
  private func nextPiece(
    _ units: UnsafeBufferPointer<UInt16>, from start: Int, _ style: ShapingStyle
  ) -> Piece {
    if start == 0, isPlain(units, style) {
      return Piece(end: units.count, face: style.faces[0], isSmallCapital: false)
    }
    var index = start
    var piece: Piece?
    while index < units.count {
      let (source, width) = scalar(units, at: index)
      let scalar = style.transform.isEmpty ? source : TextTransformer.shown(source, style.transform)
      let isSmall = isReducedCapital(scalar, style)
      let needsNoGlyph = isIgnorable(scalar)
      if let current = piece {
        let staysWith =
          needsNoGlyph || isMark(scalar) && !strayMarks.contains(scalar)
          || current.isSmallCapital == isSmall
            && face(forClusterAt: index, of: units, scalar, style) === current.face
        if !staysWith { break }
      } else {
        let chosen =
          needsNoGlyph
          ? style.faces[0] : face(forClusterAt: index, of: units, scalar, style)
        piece = Piece(end: 0, face: chosen, isSmallCapital: isSmall)
      }
      index += width
    }
    piece?.end = index
    return piece ?? Piece(end: units.count, face: style.faces[0], isSmallCapital: false)
  }

  /// Whether a word is of ASCII characters, quotation marks and dashes that the first face has, as most words are.
  private func isPlain(_ units: UnsafeBufferPointer<UInt16>, _ style: ShapingStyle) -> Bool {
    guard style.transform.isEmpty, !style.synthesizesSmallCaps else { return false }
    let face = style.faces[0]
    return units.allSatisfy {
      ($0 < 0x80 || 0x2010...0x2027 ~= $0) && face.covers(UInt32($0))
    }
  }

  /// Whether a letter is set as a reduced capital, because its face has no small capital of it.
  /// - Parameter scalar: after `text-transform`.
  private func isReducedCapital(_ scalar: UInt32, _ style: ShapingStyle) -> Bool {
    if style.synthesizesSmallCaps {
      return isLowercase(scalar) || style.reducesCapitals && isUppercase(scalar)
    }
    // Faces have those of ASCII if any.
    guard style.wantsSmallCaps,
      (0xDF...0x24F).contains(scalar) || (0x370...0x58F).contains(scalar)
        || (0x1E00...0x1EFF).contains(scalar), isLowercase(scalar),
      !style.faces[0].hasSmallCapital(scalar)
    else { return false }
    wordFindings.reportReducedCapitals(style.faces[0])
    return true
  }

  func reportStandIn(_ face: FontFace, for marks: [UInt32], _ style: ShapingStyle) {
    for mark in marks where !style.faces[0].covers(mark) {
      wordFindings.reportStandIn(face, for: mark, insteadOf: style.faces[0])
    }
  }

  func reportMissing(_ scalar: UInt32) {
    wordFindings.reportFallback(nil, for: scalar)
  }

  /// - Parameter scalar: one that needs a glyph.
  func face(for scalar: UInt32, _ style: ShapingStyle) -> FontFace {
    let first = style.faces[0]
    if first.covers(scalar) { return first }
    if let index = style.faces.indices.dropFirst().first(where: { style.faces[$0].covers(scalar) })
    {
      let face = style.faces[index]
      if index >= style.familyCount {
        wordFindings.reportStandIn(face, for: scalar, insteadOf: first)
      }
      return face
    }
    let fallback = cache.fonts.fallback(for: scalar, like: first, language: style.language)
    if fallback?.family != first.family {
      wordFindings.reportFallback(fallback, for: scalar)
    }
    // The sign for a missing character is empty in some fonts, such as subsets: the character would vanish.
    return fallback ?? style.faces.first { $0.inkBox(of: 0) != nil } ?? first
  }

  private func append(
    _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ piece: Piece,
    _ style: ShapingStyle, _ context: Context, to entry: inout ShapingCache.Entry
  ) {
    let request = request(for: piece, style)
    func shape(_ features: [hb_feature_t]) {
      fillBuffer(units, range, style, context, isSmallCapital: piece.isSmallCapital)
      hb_buffer_set_direction(
        buffer, context.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
      hb_buffer_set_script(buffer, hb_script_from_iso15924_tag(context.script))
      if let language = request.language { hb_buffer_set_language(buffer, language) }
      piece.face.withFont { font in
        hb_shape(font, buffer, features, UInt32(features.count))
      }
    }
    shape(request.features)
    if units[range].contains(Fractions.slash), Fractions.vanishes(from: buffer, in: piece.face) {
      shape(request.features + Fractions.off)
    }
    var word = ShapedWord(
      firstGlyph: Int32(entry.glyphs.count), glyphCount: 0, advance: 0,
      face: cache.index(of: piece.face), length: Int32(range.count), next: -1,
      leadingSpace: Int32(style.faces[0].spaceAdvance), scale: request.scale,
      clusterCount: 0)
    collect(
      range, context, unitsPerEm: piece.face.metrics.unitsPerEm, into: &word, &entry.glyphs)
    // The space is the style's first face's, which does not kern with another face's glyphs.
    if piece.face !== style.faces[0] { word.leadingSpace = Int32(style.faces[0].spaceAdvance) }
    entry.pieces.append(word)
  }

  /// The request for a piece: mostly that of the last one.
  private func request(for piece: Piece, _ style: ShapingStyle) -> ShapingRequest {
    if let request, request.isFor(piece.face, style, isSmallCapital: piece.isSmallCapital) {
      return request
    }
    let made = ShapingRequest(
      piece.face, style, isSmallCapital: piece.isSmallCapital,
      language: languages.language(of: style))
    request = made
    return made
  }

  /// Fills the HarfBuzz buffer with the transformed characters. Clusters refer to the source, so
  /// that "ß" set as "SS" is still one character of the text. If the face kerns with spaces, the
  /// spaces before and after the word are added too, and `collect` removes them again.
  private func fillBuffer(
    _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ style: ShapingStyle,
    _ context: Context, isSmallCapital: Bool
  ) {
    // Moved out of the object while they are filled, to avoid an exclusivity check on every access.
    var scalars: [UInt32] = []
    var clusters: [UInt32] = []
    swap(&scalars, &self.scalars)
    swap(&clusters, &self.clusters)
    defer {
      swap(&scalars, &self.scalars)
      swap(&clusters, &self.clusters)
    }
    scalars.removeAll(keepingCapacity: true)
    clusters.removeAll(keepingCapacity: true)
    let shift = context.hasSpaceBefore ? 1 : 0
    if context.hasSpaceBefore {
      scalars.append(0x20)
      clusters.append(0)
    }
    let isPlain = style.transform.isEmpty && !isSmallCapital
    if isPlain, units[range].allSatisfy({ $0 & 0xF800 != 0xD800 }) {
      scalars.append(contentsOf: units[range].lazy.map { UInt32($0) })
      clusters.append(contentsOf: UInt32(shift)..<UInt32(shift + range.count))
    } else {
      transform(units, range, style, context, isSmallCapital: isSmallCapital) {
        scalars.append($0)
        clusters.append($1)
      }
    }
    if context.hasSpaceAfter {
      scalars.append(0x20)
      clusters.append(UInt32(range.count + shift))
    }
    scalars.withUnsafeBufferPointer { scalars in
      clusters.withUnsafeBufferPointer { clusters in
        shim_hb_add(
          buffer, scalars.baseAddress, clusters.baseAddress, Int32(scalars.count),
          context.joinsBefore ? 1 : 0, context.joinsAfter ? 1 : 0)
      }
    }
  }

  private func isWide(_ cluster: UInt32) -> Bool {
    clusters.firstIndex(of: cluster).map { unicode_is_wide(Int32(bitPattern: scalars[$0])) != 0 }
      ?? false
  }

  private func collect(
    _ range: Range<Int>, _ context: Context, unitsPerEm: Int, into word: inout ShapedWord,
    _ glyphs: inout [Glyph]
  ) {
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, nil)
    else { return }
    // Most words are one piece.
    if glyphs.isEmpty { glyphs.reserveCapacity(Int(count)) }
    let shift: UInt32 = context.hasSpaceBefore ? 1 : 0
    let end = UInt32(range.count) + shift
    var lastCluster = UInt32.max
    for index in 0..<Int(count) {
      let cluster = infos[index].cluster
      let position = positions[index]
      if cluster < shift {
        word.leadingSpace = Int32(GlyphAdvance.bounded(position.x_advance))
        continue
      }
      if cluster >= end { continue }
      var advance = GlyphAdvance.bounded(position.x_advance)
      var offset = Int(position.x_offset)
      if infos[index].codepoint == 0, isWide(cluster), advance < unitsPerEm {
        // The glyph for a missing ideograph gets the width of an ideograph.
        offset += (unitsPerEm - advance) / 2
        advance = unitsPerEm
      }
      glyphs.append(
        Glyph(
          id: UInt16(truncatingIfNeeded: infos[index].codepoint),
          cluster: UInt16(truncatingIfNeeded: cluster - shift), advance: Int32(advance),
          xOffset: Int16(clamping: offset), yOffset: Int16(clamping: position.y_offset)))
      word.advance = GlyphAdvance.sum(word.advance, advance)
      word.glyphCount += 1
      // Clusters without width, such as directional controls, have no letter spacing after them.
      if advance != 0, cluster != lastCluster, word.clusterCount < .max {
        word.clusterCount += 1
        lastCluster = cluster
      }
    }
  }

  private func scalar(_ units: UnsafeBufferPointer<UInt16>, at index: Int) -> (UInt32, Int) {
    UTF16Scalars.scalar(units, at: index)
  }
}

private func isLowercase(_ scalar: UInt32) -> Bool {
  Unicode.Scalar(scalar)?.properties.changesWhenUppercased ?? false
}

private func isUppercase(_ scalar: UInt32) -> Bool {
  Unicode.Scalar(scalar)?.properties.changesWhenLowercased ?? false
}
