public import Markup

/// Something that could not be done as specified, or that an editor should check. Findings never
/// stop a book; each has a rule, a place and a sentence, and a defined result.
public struct Finding: Hashable, Sendable {
  /// Stable ids, for `--fail-on` and SARIF.
  public enum Rule: String, Hashable, Codable, Sendable, CaseIterable {
    case unsupportedProperty = "unsupported-property"
    case unsupportedValue = "unsupported-value"
    case unsupportedRule = "unsupported-rule"
    case unsupportedSelector = "unsupported-selector"
    case cssSyntax = "css-syntax"
    case missingStylesheet = "missing-stylesheet"
    case missingGlyph = "missing-glyph"
    case fontFallback = "font-fallback"
    case missingFont = "missing-font"
    case synthesizedFont = "synthesized-font"
    case noLanguage = "no-language"
    case missingDictionary = "missing-dictionary"
    case missingImage = "missing-image"
    case brokenImage = "broken-image"
    case scaledImage = "scaled-image"
    case printImage = "print-image"
    case overfullLine = "overfull-line"
    case overfullBox = "overfull-box"
    case overfullPage = "overfull-page"
    case relaxedBreak = "relaxed-break"
    case movedPage = "moved-page"
    case repairedMarkup = "repaired-markup"
    case fallbackContent = "fallback-content"
    case unsupportedLayout = "unsupported-layout"
    case refusedResource = "refused-resource"
    case package
    case unsettledTargets = "unsettled-targets"
    case missingTarget = "missing-target"
    case brokenKeptText = "broken-kept-text"
    case brokenWord = "broken-word"
    case truncatedText = "truncated-text"
    case misspelling
    case overlappingWords = "overlapping-words"
    case inkOutsidePage = "ink-outside-page"
    case letterColumn = "letter-column"
    case sparsePage = "sparse-page"
    case repeatedText = "repeated-text"
    case lostText = "lost-text"
    case missingHead = "missing-head"
    case damagedCache = "damaged-cache"
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
}
