public import Markup

/// Something that could not be done as specified, or that an editor should check. Findings never
/// stop a book; each has a rule, a place and a sentence, and a defined result.
public struct Finding: Hashable, Sendable {
  /// Stable ids, for `--fail-on` and SARIF.
  public enum Rule: String, Hashable, Codable, Sendable, CaseIterable {
    /// A CSS property that is not carried out.
    case unsupportedProperty = "unsupported-property"
    /// A value of a CSS property that is not carried out.
    case unsupportedValue = "unsupported-value"
    /// A CSS at-rule that is not carried out.
    case unsupportedRule = "unsupported-rule"
    /// A selector that matches nothing here.
    case unsupportedSelector = "unsupported-selector"
    /// CSS that is not well-formed and was skipped.
    case cssSyntax = "css-syntax"
    /// A stylesheet that could not be read.
    case missingStylesheet = "missing-stylesheet"
    /// A character that no font has.
    case missingGlyph = "missing-glyph"
    /// A character or a style that another font than the text's supplies.
    case fontFallback = "font-fallback"
    /// A font that could not be found or opened.
    case missingFont = "missing-font"
    /// A bold, an italic or small capitals made from another style.
    case synthesizedFont = "synthesized-font"
    /// Text of no known language; it is not hyphenated.
    case noLanguage = "no-language"
    /// A language without a hyphenation dictionary.
    case missingDictionary = "missing-dictionary"
    /// An image that is not there; a placeholder is drawn.
    case missingImage = "missing-image"
    /// An image that can't be read or written.
    case brokenImage = "broken-image"
    /// An image that was scaled down to fit the page.
    case scaledImage = "scaled-image"
    /// An image that makes an SVG page too large for many programs.
    case largeImage = "large-image"
    /// An image without a description in a PDF for readers.
    case missingAlternative = "missing-alternative"
    /// An image that is not fit for a printer: its resolution, its colors or its bleed.
    case printImage = "print-image"
    /// A spot color that a PDF for a printer cannot have as it is written.
    case printColor = "print-color"
    /// A table whose type was made smaller, so that its words fit.
    case scaledTable = "scaled-table"
    /// Preformatted text whose type was made smaller, so that its lines fit.
    case scaledCode = "scaled-code"
    /// A heading whose type was made smaller, so that a word fits.
    case scaledHeading = "scaled-heading"
    /// A line that is wider than its measure.
    case overfullLine = "overfull-line"
    /// A justified line that is left short, because its spaces would be much too wide.
    case looseLine = "loose-line"
    /// Content that is larger than its box.
    case overfullBox = "overfull-box"
    /// Content that is higher than its page.
    case overfullPage = "overfull-page"
    /// A page break that breaks a rule, because no other was possible (CSS Fragmentation 3, section
    /// 4.4).
    case relaxedBreak = "relaxed-break"
    /// A page that could not begin where a kept pagination has it.
    case movedPage = "moved-page"
    /// Markup that is not well-formed and was repaired.
    case repairedMarkup = "repaired-markup"
    /// Content that is set in another form than it asks for.
    case fallbackContent = "fallback-content"
    /// A layout that is not carried out as written.
    case unsupportedLayout = "unsupported-layout"
    /// A file or a script that is not allowed or not part of the book.
    case refusedResource = "refused-resource"
    /// A fault in the package or the navigation of an EPUB.
    case package
    /// Page numbers in the text that did not settle.
    case unsettledTargets = "unsettled-targets"
    /// A reference to a place that is not in the book.
    case missingTarget = "missing-target"
    /// Text that is kept whole, such as a URL, and was divided.
    case brokenKeptText = "broken-kept-text"
    /// A word that was cut without a hyphen.
    case brokenWord = "broken-word"
    /// A line that was cut, with an ellipsis.
    case truncatedText = "truncated-text"
    /// A word that is not in the spelling dictionary.
    case misspelling
    /// Page lint: two words overlap.
    case overlappingWords = "overlapping-words"
    /// Page lint: something is drawn outside the page.
    case inkOutsidePage = "ink-outside-page"
    /// Page lint: three or more lines in a row of one or two letters.
    case letterColumn = "letter-column"
    /// Page lint: a page that is less than a fifth full and does not end a chapter.
    case sparsePage = "sparse-page"
    /// Page lint: text that is drawn twice.
    case repeatedText = "repeated-text"
    /// Page lint: text that is on no page.
    case lostText = "lost-text"
    /// Page lint: a running head that is empty on a page, or on all pages of a side.
    case missingHead = "missing-head"
    /// A file of the cache that was damaged; the chapter was set again.
    case damagedCache = "damaged-cache"
    /// A cache that could not be written.
    case unwrittenCache = "unwritten-cache"
  }

  /// What kind of finding it is.
  public var rule: Rule
  /// A sentence without the place.
  public var message: String
  /// The file, line and column; nil where it has no place in the source.
  public var location: SourceLocation?
  /// The page, counted from 1, when it is known.
  public var page: Int?
  /// How many findings of this rule and subject the file has, of which this is the first.
  public var count = 1
  /// What findings of a rule have in common where their sentences differ.
  var subject: String?
  /// For findings of layout: the offset in the chapter's text, until the page is numbered.
  var textOffset: Int?

  /// A finding with a sentence for the user.
  public init(_ rule: Rule, _ message: String, at location: SourceLocation? = nil, page: Int? = nil)
  {
    self.rule = rule
    self.message = message
    self.location = location
    self.page = page
  }
}

/// Findings in the order in which they were reported, each once per place.
public struct FindingList: Sendable {
  /// In the order in which they were reported, each once.
  public private(set) var all: [Finding] = []
  private var seen: Set<Finding> = []
  /// The messages about missing dictionaries in parts of the text.
  private var missing: Set<String> = []

  /// A list without findings.
  public init() {}

  /// Adds a finding that is not there yet.
  public mutating func report(_ finding: Finding) {
    if seen.insert(finding).inserted { all.append(finding) }
  }

  /// Adds a finding that is not there yet.
  public mutating func report(
    _ rule: Finding.Rule, _ message: String, at location: SourceLocation? = nil
  ) {
    report(Finding(rule, message, at: location))
  }

  /// - Parameter offset: in the chapter's text.
  mutating func report(_ rule: Finding.Rule, _ message: String, atText offset: Int) {
    var finding = Finding(rule, message)
    finding.textOffset = offset
    report(finding)
  }

  /// Adds the findings of another text, which is set at one offset of this text.
  mutating func append(contentsOf other: [Finding], atText offset: Int) {
    for var finding in other {
      finding.textOffset = offset
      report(finding)
    }
  }

  /// Adds the findings that are not there yet.
  public mutating func append(contentsOf other: [Finding]) {
    for finding in other { report(finding) }
  }

  /// Adds the findings of a part of the same text. A language without a dictionary is reported at its
  /// first place only.
  mutating func append(ofPart other: [Finding]) {
    for finding in other {
      if finding.rule == .missingDictionary, !missing.insert(finding.message).inserted { continue }
      report(finding)
    }
  }

  /// Makes the findings of some rules one, with a count.
  /// - Parameter subject: what they are about.
  mutating func group(_ rules: [Finding.Rule], about subject: String) {
    for index in all.indices where rules.contains(all[index].rule) && all[index].subject == nil {
      all[index].subject = subject
    }
  }

  /// Adds findings without a place, except those that are there with one.
  mutating func append(unlisted other: [Finding]) {
    let listed = Set(all.map(\.message))
    for finding in other where !listed.contains(finding.message) { report(finding) }
  }
}
