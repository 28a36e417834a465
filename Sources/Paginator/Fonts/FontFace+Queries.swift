internal import CHarfBuzz

/// Queries that Core Text has for fonts. Numbers are in font units (`metrics.unitsPerEm` per em),
/// with y upwards.
extension FontFace {
  /// The glyph of a character in the face's character map, without features; nil if it has none.
  public func glyphID(for scalar: Unicode.Scalar) -> UInt16? {
    glyph(for: scalar.value).flatMap { UInt16(exactly: $0) }
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
