/// The content of one container: Core Text's tree of frame, line, run and glyph, all values.
/// Coordinates are the container's.
public struct TextFrame: Sendable {
  /// The range of the text, in UTF-16 offsets.
  public let characterRange: Range<Int>
  /// The size of the container, in points.
  public let size: Size
  /// The lines, in reading order.
  public let lines: [TextLine]

  /// The glyphs of all lines but copies; within a line, from left to right.
  var glyphs: [PlacedGlyph] {
    lines.flatMap { $0.isRepeated ? [] : $0.runs.flatMap(\.glyphs) }
  }

  /// The smallest rectangle around the used part of the container.
  public var usedRect: Rect {
    Rect.around(lines: lines.lazy.map(\.usedRect))
  }
}

/// One line, or one fragment of a line around an obstacle.
public struct TextLine: Sendable {
  /// Includes the space that was removed at the line break.
  public let characterRange: Range<Int>
  /// The line fragment rectangle: the measure and the line height, in points.
  public let rect: Rect
  /// The part of the rectangle that has glyphs, in points.
  public let usedRect: Rect
  /// The y of the baseline in the container, in points.
  public let baseline: Length
  /// The index of its paragraph in `AttributedText.paragraphs`.
  public let paragraphIndex: Int
  /// Whether the paragraph begins with it.
  public let isFirstOfParagraph: Bool
  /// Whether the paragraph ends with it.
  public let isLastOfParagraph: Bool
  /// Whether the line ends in a hyphen, either from the text or added at the break.
  public let isHyphenated: Bool
  /// Whether an ellipsis replaces some of its text.
  public let isTruncated: Bool
  /// Whether its paragraph runs from right to left.
  public let isRightToLeft: Bool
  /// Whether it is a copy of a line of a table's head, repeated at the top of a later container. The
  /// text is on its first line: a copy has no caret, no rectangles of text and no glyph numbers.
  public let isRepeated: Bool
  /// From left to right.
  public let runs: [TextRun]
  /// The width of the white space at the line's end, before its separator, in points.
  public let trailingWhitespaceWidth: Length
  /// The line's grapheme clusters from left to right; ligatures are divided.
  let boxes: [CharacterBox]

  /// The largest ascent and descent of the runs, the rest of the line's height as leading, and the
  /// used width.
  public var typographicBounds: (ascent: Length, descent: Length, leading: Length, width: Length) {
    let ascent = runs.map(\.ascent).max() ?? 0
    let descent = runs.map(\.descent).max() ?? 0
    return (ascent, descent, rect.height - ascent - descent, usedRect.width)
  }

  /// The text of the line that an ellipsis replaces; nil if the line is not truncated
  /// (`truncatedGlyphRange(inLineFragmentForGlyphAt:)`).
  public var truncatedCharacterRange: Range<Int>? {
    guard isTruncated else { return nil }
    var end = characterRange.lowerBound
    var widest = end..<end
    for box in boxes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if box.range.lowerBound - end > widest.count { widest = end..<box.range.lowerBound }
      end = max(end, box.range.upperBound)
    }
    return characterRange.upperBound - end > widest.count ? end..<characterRange.upperBound : widest
  }

  /// How many glyphs the line has.
  public var glyphCount: Int { runs.reduce(0) { $0 + $1.glyphs.count } }
}

/// Adjacent glyphs of one font, one direction and one set of attributes.
public struct TextRun: Sendable {
  /// The range of the text, in UTF-16 units.
  public let characterRange: Range<Int>
  /// The face of its glyphs.
  public let font: FontFace
  /// The font size, in points.
  public let fontSize: Length
  /// Whether the run's text is right-to-left.
  public let isRightToLeft: Bool
  /// The style that all of its characters have.
  public let style: TextStyle
  /// From left to right.
  public let glyphs: [PlacedGlyph]
  /// How far the font reaches above the baseline at this size, in points.
  public let ascent: Length
  /// How far the font reaches below the baseline at this size, in points; positive.
  public let descent: Length
  /// The left edge of the first glyph, in points from the left of the container.
  public let x: Length
  /// The distance to the right edge of the last glyph, in points.
  public let width: Length
}

/// A glyph with its position.
public struct PlacedGlyph: Sendable {
  /// The glyph's number in the face.
  public let id: UInt16
  /// The offset of the first character that it represents.
  public let characterIndex: Int
  /// The length of its cluster in UTF-16 units; 0 for a hyphen or ellipsis that is not in the text.
  public let characterCount: Int
  /// The origin on the baseline, in points from the top left of the container.
  public let position: Point
  /// The distance to the origin of the next glyph, in points.
  public let advance: Length
}

/// The horizontal extent of a grapheme cluster on its line.
struct CharacterBox: Sendable {
  let range: Range<Int>
  /// The left edge in the container, in 1/1024 points.
  let x: Int
  let width: Int
  /// Its embedding level (UAX #9).
  let level: UInt8

  var isRightToLeft: Bool { level & 1 == 1 }

  /// How far an x is across the box in reading direction, 0...1. A caret at a character without
  /// width, such as a separator, stands before it.
  func fraction(at x: Int) -> Double {
    guard width > 0 else { return 0 }
    let share = Double(x - self.x) / Double(width)
    return min(1, max(0, isRightToLeft ? 1 - share : share))
  }
}
