/// What a style contributes to the height of a line, in 1/1024 points.
struct LineMetrics {
  /// From the top of the line box to the baseline, half the leading included.
  var above: Int
  var below: Int
  /// How far text in the style is raised.
  let shift: Int
  let xHeight: Int
  let capHeight: Int
  let ascent: Int
  let descent: Int
  /// Whether there are emphasis marks, which need the room of another line.
  let hasMarks: Bool

  init(_ style: TextStyle, _ font: RunFont) {
    let metrics = font.shaping.faces[0].metrics
    ascent = RunFont.scaled(metrics.ascent, font.size, metrics.unitsPerEm)
    descent = RunFont.scaled(metrics.descent, font.size, metrics.unitsPerEm)
    xHeight = RunFont.scaled(metrics.xHeight, font.size, metrics.unitsPerEm)
    capHeight = RunFont.scaled(metrics.capHeight, font.size, metrics.unitsPerEm)
    let leading = font.lineHeight - ascent - descent
    above = ascent + leading / 2
    below = font.lineHeight - above
    shift = style.text.baselineShift.rawValue
    hasMarks = style.text.emphasis != nil
    makeRoomForEmphasis(style, font.size)
  }

  /// Emphasis marks have room of half an em, as ruby would (CSS Text Decoration 3, section 3.4).
  private mutating func makeRoomForEmphasis(_ style: TextStyle, _ size: Int) {
    guard hasMarks else { return }
    if style.text.emphasisIsBelow ?? false {
      below = max(below, descent + size / 2)
    } else {
      above = max(above, ascent + size / 2)
    }
  }

  /// Whether the leading around a line has room for the emphasis marks of a style, as for ruby.
  func leavesRoom(forMarksOf other: LineMetrics) -> Bool {
    other.hasMarks && other.above <= max(above, above + below - descent / 2)
      && other.below <= max(below, above + below - ascent)
  }

  /// Moves the baseline to where it is in lines of the same height on a baseline grid: a line in
  /// another face must not skip a line of the grid because that face is placed lower.
  mutating func align(to other: LineMetrics) {
    above = other.above
    below = other.below
  }

  /// Removes the leading that is part of a font, not that of the style.
  mutating func removeFontLeading(_ style: TextStyle) {
    guard style.text.lineHeight == .normal else { return }
    above = ascent
    below = descent
  }
}
