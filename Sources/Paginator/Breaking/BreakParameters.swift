/// How a breaker weighs lines: TeX's parameters, with TeX's names (The TeXbook, chapter 14).
///
/// The values were chosen on Pride and Prejudice at 6 x 9 inches (`Benchmarks/quality.py`): 2.9 %
/// of the lines end in a hyphen and word spaces vary by 0.059 em; if glyphs stretch and shrink too,
/// 2.0 % and 0.025 em.
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
  /// Replaces `pretolerance` where glyphs and letter space stretch and shrink too. Lines are then
  /// more even, and a hyphen costs less than the loose line that it avoids.
  public var elasticPretolerance = -1
  /// Replaces `hyphenPenalty` there.
  public var elasticHyphenPenalty = 117
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
  /// Replaces `spaceShrink` where glyphs and letter space shrink too. With a third, tight lines were judged more
  /// severely than loose ones that differ as much from the others. A word space of 0.2 em is then 0.128 em at
  /// least, instead of 0.133.
  public var elasticSpaceShrink: Double = 0.36

  /// Creates parameters with default values.
  public init() {}

  mutating func useElasticPenalties() {
    pretolerance = elasticPretolerance
    hyphenPenalty = elasticHyphenPenalty
    exHyphenPenalty = elasticExHyphenPenalty
    linePenalty = elasticLinePenalty
    adjacentDemerits = elasticAdjacentDemerits
    finalHyphenDemerits = elasticFinalHyphenDemerits
    spaceShrink = elasticSpaceShrink
  }
}
