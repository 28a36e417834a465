/// The few properties that are read for every word, as plain numbers only: `TextProperties` contains
/// arrays and strings, and a copy of it costs more than setting the word.
struct StyleTraits {
  let wraps: Bool
  let hyphenatesAutomatically: Bool
  /// Whether words may be hyphenated if a hyphenation factor asks for it.
  let mayHyphenate: Bool
  let keepsWhole: Bool
  let hyphens: TextProperties.Hyphens
  /// Whether the hyphen of a compound is repeated at the beginning of the next line.
  let repeatsHyphens: Bool
  let breaksOverflow: Bool
  /// Whether such breaks make the min-content width smaller.
  let breaksMinContent: Bool
  let breaksAnywhere: Bool
  /// `word-break: break-all`: lines break between letters as between ideographs.
  let breaksLetters: Bool
  let keepsAll: Bool
  /// Whether spaces are replaced by ideographic spaces.
  let widensSpaces: Bool
  /// Whether the first letter of every word is set as a capital.
  let capitalizes: Bool
  /// Whether white space is kept and always has width, at the end of a line too.
  let breaksSpaces: Bool
  /// Whether spaces change their width when a line is justified.
  let justifies: Bool
  let limits: HyphenationLimits
  let hanging: HangingPunctuation
  let elasticity: Elasticity
  let isItalic: Bool
  /// Whether it is above the baseline, as the call of a note.
  let isRaised: Bool
  let correctsItalics: Bool
  /// The index in the paragraph shaper's `languages`; -1 for none.
  let language: Int

  init(_ text: TextProperties, languages: inout [String]) {
    wraps = text.whiteSpace.wraps && text.wrap != .nowrap
    hyphens = text.hyphens
    hyphenatesAutomatically = text.hyphens == .auto && text.language != nil
    mayHyphenate = text.hyphens != .none && text.language != nil
    repeatsHyphens = text.language.map(LanguageTag.repeatsHyphens) ?? false
    keepsWhole = text.keepsWhole
    breaksOverflow = text.overflowWrap != .normal || text.wordBreak == .breakWord
    breaksMinContent = text.overflowWrap == .anywhere || text.wordBreak == .breakWord
    breaksAnywhere = text.lineBreak == .anywhere
    breaksLetters = text.wordBreak == .breakAll
    keepsAll = text.wordBreak == .keepAll
    widensSpaces = text.transform.contains(.fullWidth)
    capitalizes = text.transform.contains(.capitalize)
    breaksSpaces = text.whiteSpace == .breakSpaces
    justifies = text.justifies
    limits = text.hyphenationLimits
    hanging = text.hangingPunctuation
    elasticity = Elasticity(text)
    isItalic = text.font.isItalic
    isRaised = text.baselineShift > 0
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

/// How far words of a style may be adjusted when their line is justified (`Microtypography`), as
/// whole numbers.
struct Elasticity {
  /// Thousandths of its optical edge by which a glyph protrudes from the measure.
  let marginKerning: Int
  /// Thousandths of their width by which glyphs may be wider or narrower.
  let glyphScaling: Int
  /// The most by which the space between two clusters may change, in 1/1024 points.
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

/// Traits that few texts use: whether any style of the text has them.
struct SpecialTraits {
  let widensSpaces: Bool
  let capitalizes: Bool
  let isRigid: Bool
  let breaksSpaces: Bool
  let breaksAnywhere: Bool
  /// Whether styles differ in `line-break`.
  let variesLineBreaks: Bool
  /// Whether any style has `word-break: break-all`.
  let breaksLetters: Bool
  let keepsAll: Bool
  let isElastic: Bool
  let kernsMargins: Bool
  /// Whether a style gives the edges of characters.
  let hasMarginCharacters: Bool
  /// Whether there is upright text, and slanted text with italic correction.
  let correctsItalics: Bool
  /// Whether an inline box may have its edges on each of its lines.
  let clonesEdges: Bool
  /// Whether a box may have a mark where it cuts off a line (`text-overflow`).
  let marksOverflow: Bool

  init(_ traits: [StyleTraits], of styles: [TextStyle]) {
    widensSpaces = traits.contains { $0.widensSpaces }
    capitalizes = traits.contains { $0.capitalizes }
    isRigid = traits.contains { !$0.justifies }
    breaksSpaces = traits.contains { $0.breaksSpaces }
    breaksAnywhere = traits.contains { $0.breaksAnywhere }
    variesLineBreaks = styles.contains { $0.text.lineBreak != styles[0].text.lineBreak }
    breaksLetters = traits.contains { $0.breaksLetters }
    keepsAll = traits.contains { $0.keepsAll }
    isElastic = traits.contains { $0.elasticity.gives }
    kernsMargins = traits.contains { $0.elasticity.marginKerning > 0 }
    clonesEdges = styles.contains { $0.box.clonesDecoration && $0.box.display == .inline }
    marksOverflow = styles.contains { $0.box.textOverflow != nil }
    hasMarginCharacters = styles.contains { !$0.text.microtypography.marginCharacters.isEmpty }
    correctsItalics =
      traits.contains { $0.correctsItalics && $0.isItalic } && traits.contains { !$0.isItalic }
  }
}

extension TextProperties {
  /// Whether justified lines may adjust glyphs and letter spacing in addition to word spaces.
  var setsFinely: Bool { wrap != .stable && wrap != .nowrap && whiteSpace.wraps }
}
