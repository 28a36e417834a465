// The keywords of text properties. Raw values are those of CSS; the grammar of each property is its
// cases.

extension TextProperties {
  /// An edge of a line box.
  enum LineEdge: String, Codable, Sendable { case top, bottom }
  /// `hyphens` (CSS Text 3, section 5.4).
  public enum Hyphens: String, CaseIterable, Codable, Sendable {
    /// Words are not divided.
    case none
    /// Words are divided at soft hyphens only.
    case manual
    /// Words are divided at soft hyphens and by the language's dictionary.
    case auto
  }
  /// `overflow-wrap` (CSS Text 3, section 5.5).
  public enum OverflowWrap: String, CaseIterable, Codable, Sendable {
    /// A word does not break; a line with a wider word is overfull.
    case normal
    /// As `anywhere`, but the narrowest width of the text does not count these breaks.
    case breakWord = "break-word"
    /// A word that is wider than its line may break after any character.
    case anywhere
  }
  /// `word-break` (CSS Text 3, section 5.2).
  public enum WordBreak: String, CaseIterable, Codable, Sendable {
    /// UAX #14.
    case normal
    /// A line may end after any letter.
    case breakAll = "break-all"
    /// No line ends between two letters or ideographs.
    case keepAll = "keep-all"
    /// As `normal`, with `overflow-wrap: anywhere`.
    case breakWord = "break-word"
  }
  /// `line-break` (CSS Text 3, section 5.3).
  public enum LineBreak: String, CaseIterable, Codable, Sendable {
    /// As `normal`.
    case auto
    /// The least restrictive rules, as for newspapers with short lines.
    case loose
    /// The most common rules.
    case normal
    /// The most stringent rules.
    case strict
    /// A line may end after any character.
    case anywhere
  }
  /// `text-wrap-mode` and `text-wrap-style` (CSS Text 4, section 6).
  public enum TextWrap: String, CaseIterable, Codable, Sendable {
    /// Lines wrap: over the whole paragraph in justified text, else one by one.
    case wrap
    /// Lines do not wrap.
    case nowrap
    /// Lines wrap so that they are about equally full.
    case balance
    /// Lines wrap one by one, so that an edit does not change earlier lines.
    case stable
    /// Lines wrap over the whole paragraph, in ragged text too.
    case pretty
  }
}
