/// The values of a style that shaping needs, resolved once per chapter.
struct RunFont {
  let shaping: ShapingStyle
  /// The font size, in 1/1024 points.
  let size: Int
  let letterSpacing: Int
  let wordSpacing: Int
  let unitsPerEm: Int
  /// The height of a line box with this style alone, in 1/1024 points.
  let lineHeight: Int
  /// The advance of a space, in 1/1024 points, with word spacing.
  let spaceWidth: Int
  /// How wide glyphs are drawn, in thousandths of their own width; 1000 for no expansion.
  let expansion: Int

  init(_ style: TextStyle, cache: ShapingCache) throws {
    let shaping = try cache.shapingStyle(style)
    let face = shaping.faces[0]
    var size = style.text.font.size * face.descriptors.sizeAdjust
    if let adjust = style.text.font.sizeAdjust, adjust.isFinite {
      let aspect = Self.aspect(of: face, style.text.font.sizeAdjustMetric ?? .exHeight)
      size = aspect > 0 ? style.text.font.size * (adjust / aspect) : size
    }
    size = min(size, FontStyle.largestSize)
    self.shaping = shaping
    self.size = size.rawValue
    letterSpacing = (style.text.letterSpacing + (style.text.tracking ?? 0)).rawValue
    unitsPerEm = face.metrics.unitsPerEm
    lineHeight = style.text.lineHeight.resolved(style.text.font, cache.fonts).rawValue
    let space =
      (cache.glyphGenerator?.spaceAdvance(of: face)).map { GlyphAdvance.bounded($0) }
      ?? face.spaceAdvance
    expansion = style.effects?.expansionThousandths ?? 1000
    let width = Self.scaled(space, size.rawValue * expansion / 1000, unitsPerEm)
    // A percentage refers to the width of the space (CSS Text 4, section 8.1).
    let share = Length(rawValue: width) * (style.text.wordSpacingShare ?? 0)
    wordSpacing = (style.text.wordSpacing + share).rawValue
    spaceWidth = width + letterSpacing + wordSpacing
  }

  /// The glyph of a word space.
  var spaceGlyph: UInt16 { UInt16(truncatingIfNeeded: shaping.faces[0].spaceGlyph) }

  /// The size of a word in this font, in 1/1024 points.
  func size(of word: ShapedWord) -> Int { word.size(in: size) }

  /// The size that gives horizontal distances: a font size, expanded.
  @inline(__always)
  func wide(_ size: Int) -> Int { expansion == 1000 ? size : size * expansion / 1000 }

  /// A metric of a face as a fraction of its em.
  private static func aspect(of face: FontFace, _ metric: FontStyle.SizeMetric) -> Double {
    let units = face.metrics.unitsPerEm
    let own =
      switch metric {
      case .exHeight: face.metrics.xHeight
      case .capHeight: face.metrics.capHeight
      case .chWidth: face.glyph(for: 0x30).map(face.advance(of:)) ?? units / 2
      case .icWidth: face.glyph(for: 0x6C34).map(face.advance(of:)) ?? units
      }
    return Double(own) / Double(max(1, units))
  }

  /// Font units to 1/1024 points, rounded to the nearest.
  @inline(__always)
  static func scaled(_ units: Int, _ size: Int, _ unitsPerEm: Int) -> Int {
    let product = units * size
    return (product >= 0 ? product + unitsPerEm / 2 : product - unitsPerEm / 2) / unitsPerEm
  }
}

/// Callbacks of a shaper. Closures, not a protocol: with an existential inside, every copy of a
/// structure that holds the shaper would call value witnesses.
struct ShapingHooks {
  let action: (_ proposed: ControlCharacterAction, _ offset: Int) -> ControlCharacterAction
  /// Replacement characters to shape, with the same number of UTF-16 units; nil for none.
  let glyphs: (_ units: UnsafeBufferPointer<UInt16>, _ offset: Int) -> [UInt16]?
}

/// What a control character does (`NSControlCharacterAction`).
public enum ControlCharacterAction: String, Sendable {
  /// Has no width and no effect.
  case zeroAdvancement
  /// As wide as a space; lines do not end at it.
  case whitespace
  /// Moves to the next tab stop.
  case horizontalTab
  /// Ends the line; the paragraph continues.
  case lineBreak
  /// Ends the line; the storage decides where paragraphs end.
  case paragraphBreak
  /// Ends the line; text continues in the next container.
  case containerBreak
}
