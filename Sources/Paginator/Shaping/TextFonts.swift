/// The fonts and traits of a text's styles, found once for each text.
///
/// A class, so that a shaper is small: it is copied for every paragraph, and each call of its
/// methods from another value copied all of these fields.
final class TextFonts {
  let text: AttributedText
  let fonts: [RunFont]
  /// The sizes of the fonts, for horizontal distances, copied so that the fonts are not accessed.
  let sizes: [(size: Int, letterSpacing: Int)]
  let traits: [StyleTraits]
  /// Whether any style lets marks hang at the end of every line.
  let hangsAtLineEnds: Bool
  /// Whether any style has letter spacing.
  let spacesLetters: Bool
  /// Whether any style embeds its text in a direction.
  let hasDirections: Bool
  /// Rarely used traits, found once for all styles.
  let special: SpecialTraits
  /// Whether any style keeps its text on one line.
  let keepsWhole: Bool
  let languages: [String]
  /// The styles in first lines by their other properties; -1 in place of the style itself.
  let firstLineStyles: [FirstLineStyle: Int32]

  init(_ text: AttributedText, shaper: Shaper) throws {
    self.text = text
    fonts = try text.styles.map { try RunFont($0, cache: shaper.cache) }
    for font in fonts { shaper.use(font.shaping) }
    sizes = fonts.map { ($0.wide($0.size), $0.letterSpacing) }
    var languages: [String] = []
    traits = text.styles.map { StyleTraits($0.text, languages: &languages) }
    self.languages = languages
    hasDirections = text.styles.contains { $0.text.writingDirections != nil }
    hangsAtLineEnds = traits.contains { $0.hanging.hangsAtLineEnds }
    special = SpecialTraits(traits, of: text.styles)
    spacesLetters = fonts.contains { $0.letterSpacing != 0 }
    keepsWhole = traits.contains { $0.keepsWhole }
    firstLineStyles = Dictionary(
      text.firstLineStyles.map { entry in
        var key = entry
        key.own = -1
        return (key, entry.own)
      }, uniquingKeysWith: { first, _ in first })
  }
}

/// What is read for every word names `textFonts.text` itself: a computed property copies all of the
/// text's fields.
extension ParagraphShaper {
  var text: AttributedText { textFonts.text }
  var fonts: [RunFont] { textFonts.fonts }
  var sizes: [(size: Int, letterSpacing: Int)] { textFonts.sizes }
  var traits: [StyleTraits] { textFonts.traits }
  var hangsAtLineEnds: Bool { textFonts.hangsAtLineEnds }
  var spacesLetters: Bool { textFonts.spacesLetters }
  var special: SpecialTraits { textFonts.special }
  var keepsWhole: Bool { textFonts.keepsWhole }
  var languages: [String] { textFonts.languages }
  var firstLineStyles: [FirstLineStyle: Int32] { textFonts.firstLineStyles }
}
