/// A piece of a paragraph that is set as one: a word, a space, an attachment. Plain numbers.
public struct Segment: Sendable {
  public enum Kind: UInt8, Sendable {
    case word
    /// A word space that stretches; `word` is -1.
    case space
    /// U+00A0: stretches, but no line breaks at it.
    case noBreakSpace
    case tab
    case attachment
    /// The start or the end of an inline box; `word` is the index of the edge.
    case edge
    /// A forced line break.
    case lineBreak
  }

  public var kind: Kind
  /// Bidi embedding level.
  public var level: UInt8
  /// Whether a justified line may put letter space into it.
  public var start: Int32
  /// UTF-16 units; 0 for edges.
  public var length: Int32
  /// In `Shaper.words`, or an attachment's or edge's index.
  public var word: Int32
  /// In `AttributedText.styles`.
  public var style: Int32
  /// In 1/1024 points, before justification.
  public var width: Int

  public var end: Int32 { start + length }
}
