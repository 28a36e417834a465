/// What stands in one container: Core Text's tree of frame, line, run and glyph, all values.
/// Coordinates are the container's.
public struct TextFrame: Sendable {
  /// UTF-16 offsets.
  public let characterRange: Range<Int>
  /// In points.
  public let size: Size
  /// In reading order.
  public let lines: [TextLine]

  /// Line by line, each line's from left to right.
  var glyphs: [PlacedGlyph] { lines.flatMap { $0.runs.flatMap(\.glyphs) } }

  /// The smallest rectangle around what is used of the container.
  public var usedRect: Rect {
    Rect.around(lines: lines.lazy.map(\.usedRect))
  }
}

/// One line, or one fragment of a line around an obstacle.
public struct TextLine: Sendable {
  /// The space that the break took away is still the line's.
  public let characterRange: Range<Int>
  /// The line fragment rectangle.
  public let rect: Rect
  /// Where glyphs stand.
  public let usedRect: Rect
  /// Of the baseline, in the container.
  public let baseline: Length
  /// Which paragraph of the text it belongs to.
  public let paragraphIndex: Int
  /// Whether the paragraph begins with it.
  public let isFirstOfParagraph: Bool
  /// Whether the paragraph ends with it.
  public let isLastOfParagraph: Bool
  /// Whether the line ends in a hyphen, the text's or one that is only shown.
  public let isHyphenated: Bool
  /// Whether an ellipsis stands for some of its text.
  public let isTruncated: Bool
  /// Whether its paragraph begins on the right.
  public let isRightToLeft: Bool
  /// From left to right.
  public let runs: [TextRun]
  /// Of white space at the line's end, in points.
  public let trailingWhitespaceWidth: Length
  /// The line's characters from left to right: grapheme clusters, ligatures divided.
  let boxes: [CharacterBox]

  /// Of the tallest run above the baseline, of the deepest below it, and what the line has beside.
  public var typographicBounds: (ascent: Length, descent: Length, leading: Length, width: Length) {
    let ascent = runs.map(\.ascent).max() ?? 0
    let descent = runs.map(\.descent).max() ?? 0
    return (ascent, descent, rect.height - ascent - descent, usedRect.width)
  }

  /// How many glyphs the line has.
  public var glyphCount: Int { runs.reduce(0) { $0 + $1.glyphs.count } }
}

/// Glyphs of one font, one direction and one set of attributes, beside one another.
public struct TextRun: Sendable {
  /// UTF-16 units of the text.
  public let characterRange: Range<Int>
  /// The face of its glyphs.
  public let font: FontFace
  /// Of the font, in points.
  public let fontSize: Length
  /// Whether the run's text runs to the left.
  public let isRightToLeft: Bool
  /// Of the text.
  public let style: TextStyle
  /// From left to right.
  public let glyphs: [PlacedGlyph]
  /// In points.
  public let ascent: Length
  /// In points.
  public let descent: Length
  /// From the left edge of the first glyph to the right edge of the last.
  public let x: Length
  /// In points.
  public let width: Length
}

/// A glyph where it stands.
public struct PlacedGlyph: Sendable {
  /// In the face.
  public let id: UInt16
  /// Of the first character that it stands for.
  public let characterIndex: Int
  /// The characters of its cluster, in UTF-16 units; 0 for a hyphen or ellipsis that the text does
  /// not have.
  public let characterCount: Int
  /// On the baseline, in the container.
  public let position: Point
  /// In points.
  public let advance: Length
}

/// What a grapheme cluster takes of its line.
struct CharacterBox: Sendable {
  let range: Range<Int>
  /// In the container, 1/1024 points.
  let x: Int
  let width: Int
  /// The embedding level (UAX #9) at which it stands.
  let level: UInt8

  var isRightToLeft: Bool { level & 1 == 1 }
}
