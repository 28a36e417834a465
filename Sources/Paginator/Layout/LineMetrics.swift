/// What a style contributes to the height of a line, in 1/1024 points.
struct LineMetrics {
  /// From the top of the line box to the baseline, half the leading included.
  var above: Int
  var below: Int
  /// Whether text in the style is raised or lowered; such text does not increase the line's height.
  var isShifted: Bool
  let xHeight: Int
  let ascent: Int
  let descent: Int

  init(_ style: TextStyle, _ font: RunFont, _ fonts: FontLibrary) {
    let metrics = font.shaping.faces[0].metrics
    ascent = RunFont.scaled(metrics.ascent, font.size, metrics.unitsPerEm)
    descent = RunFont.scaled(metrics.descent, font.size, metrics.unitsPerEm)
    xHeight = RunFont.scaled(metrics.xHeight, font.size, metrics.unitsPerEm)
    let height = style.text.lineHeight.resolved(style.text.font, fonts).rawValue
    let leading = height - ascent - descent
    above = ascent + leading / 2
    below = height - above
    isShifted = style.text.baselineShift != 0
  }
}
