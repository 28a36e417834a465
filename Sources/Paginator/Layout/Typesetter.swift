/// What one task needs to set text: its shaper with fonts and words, its breakers with dictionaries, and
/// the parameters of line breaking. A chapter's `LineSetter` sets paragraphs with it.
public final class Typesetter {
  let shaper: Shaper
  let breaker: TextBreaker
  let hyphenator: Hyphenator
  var paragraphBreaker: ParagraphBreaker
  /// The parameters of line breaking.
  public var parameters = BreakParameters()
  /// Counts what the book uses against its limits; nil for no limits.
  var meter: BudgetMeter?
  /// How many boxes in lines are being set inside one another.
  var nesting = 0
  /// The boxes that were set inside the outermost of these.
  var fitted = FittedBoxes()
  /// Findings about fonts: substitutes, missing glyphs, synthesized styles.
  public var findings: [Finding] { shaper.used.findings.all }
  /// Chooses lines instead of the optimal or the greedy breaker; nil to use those.
  public var lineBreaker: (any LineBreaker)? {
    get { paragraphBreaker.lineBreaker }
    set { paragraphBreaker.lineBreaker = newValue }
  }

  /// A typesetter with a new cache, a library's fonts and a library's hyphenation dictionaries.
  /// - Parameter glyphGenerator: makes glyphs instead of HarfBuzz; nil for HarfBuzz.
  public convenience init(
    fonts: FontLibrary = FontLibrary(), hyphenation: HyphenationLibrary = HyphenationLibrary(),
    glyphGenerator: (any GlyphGenerator)? = nil
  ) {
    self.init(
      cache: ShapingCache(fonts: fonts, glyphGenerator: glyphGenerator), hyphenation: hyphenation)
  }

  /// A typesetter that uses a cache's fonts and words, and a library's dictionaries.
  public convenience init(cache: ShapingCache, hyphenation: HyphenationLibrary) {
    self.init(Shaper(cache: cache), TextBreaker(), Hyphenator(library: hyphenation))
  }

  /// Begins another book or edition: used fonts and dictionaries are recorded from here on.
  func begin(_ parameters: BreakParameters) {
    self.parameters = parameters
    shaper.begin()
    paragraphBreaker.beginBook()
  }

  /// A second typesetter in the task of another one: words are shaped and hyphenated once for both.
  convenience init(beside other: Typesetter) {
    self.init(other.shaper, other.breaker, other.hyphenator)
    parameters = other.parameters
  }

  private init(_ shaper: Shaper, _ breaker: TextBreaker, _ hyphenator: Hyphenator) {
    self.shaper = shaper
    self.breaker = breaker
    self.hyphenator = hyphenator
    paragraphBreaker = ParagraphBreaker(breaker: breaker, hyphenator: hyphenator)
  }
}
