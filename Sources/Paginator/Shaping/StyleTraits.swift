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
  let elasticity: Elasticity
  let isItalic: Bool
  let correctsItalics: Bool
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
    elasticity = Elasticity(text)
    isItalic = text.font.isItalic
    correctsItalics = text.microtypography.correctsItalics
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

/// What words of a style give when their line is justified (`Microtypography`), as whole numbers.
struct Elasticity {
  /// Thousandths of its optical edge by which a glyph stands outside the measure.
  let marginKerning: Int
  /// Thousandths of their width by which glyphs may be wider or narrower.
  let glyphScaling: Int
  /// Between two clusters, 1/1024 points.
  let letterSpacing: Int

  init(_ text: TextProperties) {
    let microtypography = text.microtypography
    marginKerning = Int((microtypography.marginKerning * 1000).rounded())
    glyphScaling = Int((microtypography.glyphScalingLimit * 1000).rounded())
    letterSpacing = microtypography.letterSpacingLimit.rawValue
  }

  var gives: Bool { glyphScaling > 0 || letterSpacing > 0 }

  /// By how much a word may be wider or narrower.
  @inline(__always)
  func give(ofWidth width: Int, clusters: Int) -> Int {
    width * glyphScaling / 1000 + clusters * letterSpacing
  }
}

/// What any of a text's styles asks for that most texts do not.
struct SpecialTraits {
  let widensSpaces: Bool
  let isRigid: Bool
  let breaksSpaces: Bool
  let breaksAnywhere: Bool
  let keepsAll: Bool
  let isElastic: Bool
  let kernsMargins: Bool
  /// Slanted text stands beside upright text that makes room for it.
  let correctsItalics: Bool

  init(_ traits: [StyleTraits]) {
    widensSpaces = traits.contains { $0.widensSpaces }
    isRigid = traits.contains { !$0.justifies }
    breaksSpaces = traits.contains { $0.breaksSpaces }
    breaksAnywhere = traits.contains { $0.breaksAnywhere }
    keepsAll = traits.contains { $0.keepsAll }
    isElastic = traits.contains { $0.elasticity.gives }
    kernsMargins = traits.contains { $0.elasticity.marginKerning > 0 }
    correctsItalics =
      traits.contains { $0.correctsItalics && $0.isItalic } && traits.contains { !$0.isItalic }
  }
}

extension TextProperties {
  /// Whether justified lines of it use more than their spaces, where their words let them.
  var setsFinely: Bool { wrap != .stable && wrap != .nowrap && whiteSpace.wraps }
}
