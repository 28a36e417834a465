internal import CHarfBuzz

/// Queries that Core Text has for fonts. Numbers are in font units (`metrics.unitsPerEm` per em),
/// with y upwards.
extension FontFace {
  /// The glyph of a character in the face's character map, without features; nil if it has none.
  public func glyphID(for scalar: Unicode.Scalar) -> UInt16? {
    glyph(for: scalar.value).flatMap { UInt16(exactly: $0) }
  }

  /// The glyphs of a text's characters, one for each Unicode scalar, without features
  /// (`CTFontGetGlyphsForCharacters`); 0 for a character that the face does not have.
  public func glyphIDs(for text: some StringProtocol) -> [UInt16] {
    text.unicodeScalars.map { glyphID(for: $0) ?? 0 }
  }

  /// The Latin letter that a glyph shows by itself; nil for another glyph.
  func letter(of glyph: UInt16) -> Unicode.Scalar? {
    (0x41...0x24F as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init)
      .first { $0.properties.isAlphabetic && glyphID(for: $0) == glyph }
  }

  /// The outline of a glyph as SVG path data in font units, with y downwards; empty for a blank glyph
  /// (`CTFontCreatePathForGlyph`).
  public func outline(ofGlyph glyph: UInt16) -> String {
    String(decoding: outline(of: UInt32(glyph)), as: UTF8.self)
  }

  /// Whether all characters have the same advance (`post`; a trait of `CTFontGetSymbolicTraits`).
  /// The other traits are `weight`, `stretch` and `isItalic`.
  public var isMonospaced: Bool {
    table("post")?.dropFirst(12).prefix(4).contains { $0 != 0 } ?? false
  }

  /// The horizontal advance of a glyph, in font units, without kerning (`hmtx`).
  public func advance(ofGlyph glyph: UInt16) -> Int { advance(of: UInt32(glyph)) }

  /// The ink box of a glyph: its left and bottom edges, relative to the origin on the baseline, and
  /// its width and height. Nil for a glyph without an outline.
  public func boundingBox(
    ofGlyph glyph: UInt16
  ) -> (x: Int, y: Int, width: Int, height: Int)? {
    inkBox(of: UInt32(glyph)).map { ($0.left, $0.top - $0.height, $0.width, $0.height) }
  }

  /// Whether the face has a glyph for every character.
  public func covers(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.allSatisfy { covers($0.value) }
  }

  /// Every character that the face has a glyph for, in order.
  public var coverage: [Unicode.Scalar] {
    guard let set = hb_set_create() else { return [] }
    defer { hb_set_destroy(set) }
    withFace { hb_face_collect_unicodes($0, set) }
    var result: [Unicode.Scalar] = []
    var scalar = hb_codepoint_t.max
    while hb_set_next(set, &scalar) != 0 {
      if let scalar = Unicode.Scalar(scalar) { result.append(scalar) }
    }
    return result
  }

  /// An axis of a variable font.
  public struct VariationAxis: Hashable, Sendable {
    /// Four letters, such as "wght".
    public let tag: String
    /// The least value, in the units of the axis (OpenType, `fvar`).
    public let minimum: Double
    /// The value that the face has unless another is chosen.
    public let standard: Double
    /// The greatest value.
    public let maximum: Double
  }

  /// The axes of a variable font; empty for other fonts.
  public var variationAxes: [VariationAxis] {
    withFace { face in
      var count: UInt32 = 64
      var axes = [hb_ot_var_axis_info_t](repeating: .init(), count: 64)
      _ = hb_ot_var_get_axis_infos(face, 0, &count, &axes)
      return axes.prefix(Int(count)).map {
        VariationAxis(
          tag: Self.text(of: $0.tag), minimum: Double($0.min_value),
          standard: Double($0.default_value), maximum: Double($0.max_value))
      }
    }
  }

  /// A named style of a variable font, such as "SemiBold Condensed".
  public struct NamedInstance: Hashable, Sendable {
    /// In English, or else in the font's first language.
    public let name: String
    /// The values of the axes, by their tags.
    public let coordinates: [String: Double]
  }

  /// The named styles of a variable font (OpenType, `fvar`); empty for other fonts.
  public var namedInstances: [NamedInstance] {
    let axes = variationAxes
    return withFace { face in
      (0..<hb_ot_var_get_named_instance_count(face)).map { index in
        var count = UInt32(axes.count)
        var values = [Float](repeating: 0, count: axes.count)
        _ = hb_ot_var_named_instance_get_design_coords(face, index, &count, &values)
        return NamedInstance(
          name: Self.name(hb_ot_var_named_instance_get_subfamily_name_id(face, index), of: face),
          coordinates: Dictionary(
            zip(axes.map(\.tag), values.map(Double.init)), uniquingKeysWith: { first, _ in first }))
      }
    }
  }

  /// The names that a face gives to its stylistic sets and character variants, by tag.
  public var featureNames: [String: String] {
    withFace { face in
      let table = shim_hb_tag(0x47, 0x53, 0x55, 0x42)  // GSUB
      var count: UInt32 = 512
      var tags = [hb_tag_t](repeating: 0, count: 512)
      _ = hb_ot_layout_table_get_feature_tags(face, table, 0, &count, &tags)
      var names: [String: String] = [:]
      for (index, tag) in tags.prefix(Int(count)).enumerated() {
        var label = hb_ot_name_id_t(0xFFFF)
        guard
          hb_ot_layout_feature_get_name_ids(
            face, table, UInt32(index), &label, nil, nil, nil, nil) != 0
        else { continue }
        let name = Self.name(label, of: face)
        if !name.isEmpty { names[Self.text(of: tag)] = name }
      }
      return names
    }
  }

  /// A text of the `name` table; "" if there is none.
  private static func name(_ id: hb_ot_name_id_t, of face: OpaquePointer) -> String {
    var count: UInt32 = 256
    var bytes = [CChar](repeating: 0, count: Int(count))
    let english = hb_language_from_string("en", -1)
    _ = hb_ot_name_get_utf8(face, id, english, &count, &bytes)
    return String(decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The tags of the face's OpenType features, substitution and positioning, sorted.
  public var featureTags: [String] {
    let tables: [hb_tag_t] = [0x4753_5542, 0x4750_4F53]
    let tags = tables.flatMap { table in
      withFace { face -> [String] in
        var count: UInt32 = 512
        var tags = [hb_tag_t](repeating: 0, count: 512)
        _ = hb_ot_layout_table_get_feature_tags(face, table, 0, &count, &tags)
        return tags.prefix(Int(count)).map(Self.text)
      }
    }
    return Set(tags).sorted()
  }

  private static func text(of tag: hb_tag_t) -> String {
    String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }, as: UTF8.self)
  }
}
