/// A place where a line may end, with everything a line breaker needs to know of it. All widths
/// are sums from the start of the paragraph, in 1/1024 points, so that a line's width is one
/// subtraction. Plain numbers.
struct BreakCandidate {
  /// The segment in which the break lies, or behind which.
  var segment: Int32
  /// Where the next line begins, as a text offset; inside the segment for a divided word.
  var offset: Int32
  /// Sums up to the end of the line: without the space that the break takes away.
  var widthBefore: Int
  var stretchBefore: Int
  var shrinkBefore: Int
  /// Sums up to the beginning of the next line: behind that space.
  var widthAfter: Int
  var stretchAfter: Int
  var shrinkAfter: Int
  /// The hyphen that the break shows.
  var hyphenWidth: Int
  var penalty: Int32
  /// Counts for consecutive hyphens.
  var isFlagged: Bool
  /// Whether the break takes a divided word's hyphen from the font rather than from the text.
  var showsHyphen: Bool
  var isForced: Bool
  /// Only where no other break will do: between any two characters (`overflow-wrap`).
  var isEmergency = false
  /// How far the line's last glyph stands outside the measure, and the next line's first. The sums of
  /// widths have them already.
  var endProtrusion: Int32 = 0
  var startProtrusion: Int32 = 0
}

/// How a breaker weighs lines: TeX's parameters, with TeX's names (The TeXbook, chapter 14).
///
/// The values were chosen on Pride and Prejudice at 6 x 9 inches (`Benchmarks/quality.py`): 2.9 % of
/// the lines end in a hyphen and word spaces vary by 0.059 em; where glyphs give too, 1.9 % and
/// 0.026 em.
public struct BreakParameters: Sendable, Hashable {
  /// The worst badness without hyphenation; -1 to go straight to hyphenation.
  public var pretolerance = 200
  /// The worst badness with hyphenation.
  public var tolerance = 4000
  /// Of every line: more of them cost more.
  public var linePenalty = 10
  /// Of a line that ends in a hyphen that the breaker puts in.
  public var hyphenPenalty = 600
  /// Of a line that ends in a hyphen or dash of the text.
  public var exHyphenPenalty = 500
  /// Of neighbouring lines of unlike spacing: a tight one beside a loose one.
  public var adjacentDemerits = 10000
  /// Of two lines in a row that end in hyphens.
  public var doubleHyphenDemerits = 30000
  /// So much that the last word of a paragraph is divided only to save a very loose line.
  public var finalHyphenDemerits = 1_500_000
  /// Of a break behind which less than a tenth of the measure is left: such a last line looks like an
  /// empty one. A word is not divided there.
  public var shortLastLinePenalty = 1_000
  /// Added to every line's stretch when nothing else helps; 1/1024 points.
  public var emergencyStretch = 0
  /// Consecutive hyphenated lines allowed (`hyphenate-limit-lines`); nil is no limit.
  public var hyphenLimit: Int?
  /// In the place of `pretolerance`, `hyphenPenalty` and `exHyphenPenalty` where glyphs and letter space
  /// give too: lines are so even that a hyphen costs less than a loose line saves.
  public var elasticPretolerance = -1
  /// In the place of `hyphenPenalty`.
  public var elasticHyphenPenalty = 105
  /// In the place of `exHyphenPenalty`.
  public var elasticExHyphenPenalty = 50
  /// How far a word space gives, as shares of its width.
  public var spaceStretch: Double = 0.5
  /// How much a word space shrinks at most, as a share of its width.
  public var spaceShrink: Double = 1.0 / 3

  /// With the initial values.
  public init() {}

  mutating func useElasticPenalties() {
    pretolerance = elasticPretolerance
    hyphenPenalty = elasticHyphenPenalty
    exHyphenPenalty = elasticExHyphenPenalty
  }
}

/// How wide the lines of a paragraph are: the one question breaking asks of a container.
struct LineWidths {
  var first: Int
  var others: Int
  /// Of the first lines, where they stand beside floats.
  var leading: [Int] = [] { didSet { leadingCount = leading.count } }
  /// A number to read without touching the array: it is asked for every pair of breaks.
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

  /// What the widths of a line's words may add up to by being rounded, in 1/1024 points.
  static let rounding = 4

  var areEqual: Bool { leadingCount == 0 && first == others }
  var least: Int { min(first, others, leading.min() ?? first) }

  /// The number from which on all lines are alike.
  var special: Int { max(1, leadingCount) }
}
