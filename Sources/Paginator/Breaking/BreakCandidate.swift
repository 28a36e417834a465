/// A place where a line may end, with everything that a line breaker needs. All widths are sums
/// from the start of the paragraph, in 1/1024 points, so that a line's width is one subtraction.
struct BreakCandidate {
  /// The segment that contains the break, or the segment before it.
  var segment: Int32
  /// Where the next line begins, as a text offset; inside the segment for a divided word.
  var offset: Int32
  /// Sums up to the end of the line, without the space that vanishes at the break.
  var widthBefore: Int
  var stretchBefore: Int
  var shrinkBefore: Int
  /// Sums up to the beginning of the next line, after that space.
  var widthAfter: Int
  var stretchAfter: Int
  var shrinkAfter: Int
  /// How much glyphs and letter space give up to the break, as part of the sums of stretch and
  /// shrink. White space gives nothing of it, so the sum is the same on both sides of the break.
  var give: Int32 = 0
  /// The width of the hyphen that the break shows.
  var hyphenWidth: Int32 = 0
  var penalty: Int32 = 0
  /// Counts for consecutive hyphens.
  var isFlagged = false
  /// Whether the break shows a hyphen that is not visible in the text.
  var showsHyphen = false
  var isForced = false
  /// A last resort: a break between any two characters (`overflow-wrap`).
  var isEmergency = false
  /// The shaped words that end the line and begin the next one; -1 where that is no whole word.
  var lastWord: Int32 = -1
  var nextWord: Int32 = -1
  /// How far the line's last glyph, and the next line's first, protrude into the margin. The sums
  /// of widths already include it.
  var endProtrusion: Int32 = 0
  var startProtrusion: Int32 = 0
  /// How far a mark at the line's end hangs (CSS Text 3, section 9.2). `widthBefore` does not
  /// include it, except where it counts as shrink.
  var hang: Int32 = 0
  /// Whether the mark hangs only if the line does not fit otherwise (`allow-end`).
  var hangsIfNeeded = false
  /// Whether a box follows that is so wide that the line before it may be much too short: it is then set ragged.
  var precedesWideBox = false
  /// Whether the word that the break divides is spelt differently (`Respelling`).
  var changesSpelling = false

  /// The end of a paragraph, or of a part of it that is set as one line whatever its width.
  static func paragraphEnd(at offset: Int32, segment: Int32 = 0) -> BreakCandidate {
    BreakCandidate(
      segment: segment, offset: offset, widthBefore: 0, stretchBefore: 0, shrinkBefore: 0,
      widthAfter: 0, stretchAfter: 0, shrinkAfter: 0, isForced: true)
  }

  /// TeX's penalty of a break that must be taken.
  static let forcedPenalty: Int32 = -10_000
  /// The penalty of a break that is taken only where a line has no other.
  private static let emergencyPenalty: Int32 = 5_000

  /// Makes it a way out for text that fits no line otherwise.
  mutating func makeEmergency() {
    penalty = Self.emergencyPenalty
    isEmergency = true
  }
}
