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
  var hyphenWidth: Int32
  var penalty: Int32
  /// Counts for consecutive hyphens.
  var isFlagged: Bool
  /// Whether the break shows a hyphen that is not visible in the text.
  var showsHyphen: Bool
  var isForced: Bool
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
      widthAfter: 0, stretchAfter: 0, shrinkAfter: 0, hyphenWidth: 0, penalty: 0,
      isFlagged: false, showsHyphen: false, isForced: true)
  }

  /// Makes it a way out for text that fits no line otherwise.
  mutating func makeEmergency() {
    penalty = 5000
    isEmergency = true
  }
}

/// How a breaker weighs lines: TeX's parameters, with TeX's names (The TeXbook, chapter 14).
///
/// The values were chosen on Pride and Prejudice at 6 x 9 inches (`Benchmarks/quality.py`): 2.9 %
/// of the lines end in a hyphen and word spaces vary by 0.059 em; if glyphs stretch and shrink too,
/// 2.0 % and 0.026 em.
public struct BreakParameters: Sendable, Hashable {
  /// The worst badness without hyphenation; -1 to go straight to hyphenation.
  public var pretolerance = 200
  /// The worst badness with hyphenation.
  public var tolerance = 4000
  /// The cost of every line: more lines cost more.
  public var linePenalty = 10
  /// The penalty of a break with an inserted hyphen.
  public var hyphenPenalty = 600
  /// Added to the penalty of an inserted hyphen in a word with a capital, which is often a name.
  public var capitalHyphenPenalty = 40
  /// Added to the penalty of an inserted hyphen that leaves two parts of at most three letters.
  public var shortPartsPenalty = 40
  /// The penalty of a break after a hyphen of the text.
  public var exHyphenPenalty = 500
  /// The demerits of adjacent lines with very different spacing, such as a tight and a loose one.
  public var adjacentDemerits = 10000
  /// The demerits of two consecutive lines that end in hyphens.
  public var doubleHyphenDemerits = 30000
  /// The demerits of a third line in a row that begins, or ends, with the same word.
  public var equalWordDemerits = 100_000
  /// The demerits of a hyphen before the last line: so high that it is used only to avoid a very
  /// loose line.
  public var finalHyphenDemerits = 1_500_000
  /// The penalty of a break that leaves less than a tenth of the measure for the last line: such a
  /// line looks empty. A word is not divided there.
  public var shortLastLinePenalty = 1_000
  /// Added to the stretch of the lines that are too loose otherwise, when nothing else helps, in
  /// 1/1024 points. Unlike in TeX, the other lines of the paragraph are judged without it.
  public var emergencyStretch = 0
  /// Consecutive hyphenated lines allowed (`hyphenate-limit-lines`); nil is no limit.
  public var hyphenLimit: Int?
  /// Replaces `pretolerance` where glyphs and letter space stretch and shrink too. Lines are then
  /// more even, and a hyphen costs less than the loose line that it avoids.
  public var elasticPretolerance = -1
  /// Replaces `hyphenPenalty` there.
  public var elasticHyphenPenalty = 127
  /// The share of what glyphs and letter space give that does not make a line worse, from 0 to 1.
  /// They give before word spaces do, and are hardly visible.
  public var freeGive: Double = 0.5
  /// Replaces `exHyphenPenalty` there.
  public var elasticExHyphenPenalty = 75
  /// Replaces `linePenalty` there. A line costs the square of its badness and this: with a greater
  /// value, many slightly loose lines count more beside one very loose line, and spaces vary less.
  public var elasticLinePenalty = 60
  /// Replaces `adjacentDemerits` there.
  public var elasticAdjacentDemerits = 5000
  /// Replaces `finalHyphenDemerits` there, where loose lines are rare.
  public var elasticFinalHyphenDemerits = 40_000
  /// How much a word space stretches, as a share of its width.
  public var spaceStretch: Double = 0.5
  /// How much a word space shrinks at most, as a share of its width.
  public var spaceShrink: Double = 1.0 / 3

  /// Creates parameters with default values.
  public init() {}

  mutating func useElasticPenalties() {
    pretolerance = elasticPretolerance
    hyphenPenalty = elasticHyphenPenalty
    exHyphenPenalty = elasticExHyphenPenalty
    linePenalty = elasticLinePenalty
    adjacentDemerits = elasticAdjacentDemerits
    finalHyphenDemerits = elasticFinalHyphenDemerits
  }
}

/// The widths of a paragraph's lines: all that line breaking needs from a container.
struct LineWidths {
  var first: Int
  var others: Int
  /// The widths of the first lines, if they are next to floats.
  var leading: [Int] = [] { didSet { leadingCount = leading.count } }
  /// The count of `leading`, stored so that the array is not touched: it is read for every pair of
  /// breaks.
  private var leadingCount = 0

  init(first: Int, others: Int) {
    self.first = first
    self.others = others
  }

  @inline(__always)
  func width(ofLine line: Int) -> Int {
    if line < leadingCount { return leading[line] }
    return line == 0 ? first : others
  }

  /// How much a line may exceed its width by rounding, in 1/1024 points.
  static let rounding = 4

  var areEqual: Bool { leadingCount == 0 && first == others }
  var least: Int { min(first, others, leading.min() ?? first) }
  /// A wider word is broken: beside floats, a word that fits below them is not.
  var mostOfWord: Int { leadingCount == 0 ? least : others }

  /// The index from which on all lines have the same width.
  var special: Int { max(1, leadingCount) }
}
