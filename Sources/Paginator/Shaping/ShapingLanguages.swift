internal import CHarfBuzz

/// The languages of HarfBuzz that text is shaped in.
struct ShapingLanguages {
  private var known: [String: OpaquePointer] = [:]
  /// The first language of those that no font can tell apart. HarfBuzz keeps a plan for each
  /// language, and looks through all of them.
  private var representatives: [[hb_tag_t]: OpaquePointer] = [:]

  /// Nil for text without a language.
  mutating func language(of style: ShapingStyle) -> OpaquePointer? {
    if let system = style.languageSystem {
      return hb_ot_tag_to_language(hb_tag_from_string(system, -1))
    }
    return style.language.flatMap { language(tag: $0) }
  }

  private mutating func language(tag: String) -> OpaquePointer? {
    if let known = known[tag] { return known }
    // Fonts spell Latin in their own way ("vnam" for "unam"); its texts do not.
    let isLatin = LanguageTag.primary(tag) == "la"
    let language = hb_language_from_string(isLatin ? "und" : tag, -1)
    let systems = Self.languageSystems(of: language)
    let representative = representatives[systems] ?? language
    representatives[systems] = representative
    known[tag] = representative
    return representative
  }

  /// What a font can tell of a language: its OpenType script and language systems.
  private static func languageSystems(of language: OpaquePointer?) -> [hb_tag_t] {
    var scripts = [hb_tag_t](repeating: 0, count: 3)
    var languages = [hb_tag_t](repeating: 0, count: 3)
    var counts = (UInt32(scripts.count), UInt32(languages.count))
    hb_ot_tags_from_script_and_language(
      HB_SCRIPT_COMMON, language, &counts.0, &scripts, &counts.1, &languages)
    return scripts.prefix(Int(counts.0)) + [0] + languages.prefix(Int(counts.1))
  }
}
