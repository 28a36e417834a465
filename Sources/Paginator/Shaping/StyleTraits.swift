/// The few properties that are asked for every word, as plain numbers: a `TextProperties` holds
/// arrays and strings, and copying it out costs more than setting the word.
struct StyleTraits {
  let wraps: Bool
  let hyphenatesAutomatically: Bool
  /// Where a hyphenation factor asks for it.
  let mayHyphenate: Bool
  let keepsWhole: Bool
  let hyphens: TextProperties.Hyphens
  let breaksOverflow: Bool
  let breaksAnywhere: Bool
  let keepsAll: Bool
  /// Spaces are ideographic ones.
  let widensSpaces: Bool
  /// White space is kept and takes room wherever it stands.
  let breaksSpaces: Bool
  /// Spaces give when a line is justified.
  let justifies: Bool
  let limits: HyphenationLimits
  let hanging: HangingPunctuation
  /// In the paragraph shaper's `languages`; -1 for none.
  let language: Int

  init(_ text: TextProperties, languages: inout [String]) {
    wraps = text.whiteSpace.wraps && text.wrap != .nowrap
    hyphens = text.hyphens
    hyphenatesAutomatically = text.hyphens == .auto && text.language != nil
    mayHyphenate = text.hyphens != .none && text.language != nil
    keepsWhole = text.keepsWhole
    breaksOverflow = text.overflowWrap != .normal || text.wordBreak == .breakWord
    breaksAnywhere = text.wordBreak == .breakAll || text.lineBreak == "anywhere"
    keepsAll = text.wordBreak == .keepAll
    widensSpaces = text.transform.contains(.fullWidth)
    breaksSpaces = text.whiteSpace == .breakSpaces
    justifies = text.justifies
    limits = text.hyphenationLimits
    hanging = text.hangingPunctuation
    if let tag = text.language {
      if let known = languages.firstIndex(of: tag) {
        language = known
      } else {
        languages.append(tag)
        language = languages.count - 1
      }
    } else {
      language = -1
    }
  }
}

/// What any of a text's styles asks for that most texts do not.
struct SpecialTraits {
  let widensSpaces: Bool
  let isRigid: Bool
  let breaksSpaces: Bool
  let breaksAnywhere: Bool
  let keepsAll: Bool

  init(_ traits: [StyleTraits]) {
    widensSpaces = traits.contains { $0.widensSpaces }
    isRigid = traits.contains { !$0.justifies }
    breaksSpaces = traits.contains { $0.breaksSpaces }
    breaksAnywhere = traits.contains { $0.breaksAnywhere }
    keepsAll = traits.contains { $0.keepsAll }
  }
}
