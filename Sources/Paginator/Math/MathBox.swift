/// A laid-out part of a formula. Lengths are in 1/1024 points; y is upwards from the baseline.
struct MathBox: Sendable {
  struct FormulaGlyph: Sendable {
    let face: FontFace
    let glyph: UInt32
    var x: Int
    var y: Int
    /// The font size.
    let size: Int
    let color: Color
  }

  struct Rule: Sendable {
    var x: Int
    /// The bottom edge.
    var y: Int
    var width: Int
    var height: Int
    let color: Color
  }

  var width = 0
  var ascent = 0
  var descent = 0
  /// The italic correction of the last glyph.
  var italic = 0
  /// The horizontal position of the middle of an accent; nil for the middle of the box.
  var accent: Int?
  var glyphs: [FormulaGlyph] = []
  var rules: [Rule] = []

  /// Adds a box at a position, and makes this box high enough to contain it.
  mutating func add(_ box: MathBox, x: Int, y: Int = 0) {
    for var glyph in box.glyphs {
      glyph.x += x
      glyph.y += y
      glyphs.append(glyph)
    }
    for var rule in box.rules {
      rule.x += x
      rule.y += y
      rules.append(rule)
    }
    ascent = max(ascent, box.ascent + y)
    descent = max(descent, box.descent - y)
  }

  mutating func raise(by y: Int) {
    for index in glyphs.indices { glyphs[index].y += y }
    for index in rules.indices { rules[index].y += y }
    ascent += y
    descent -= y
  }

  /// Adds a box at the end of this one.
  mutating func append(_ box: MathBox, before: Int = 0, after: Int = 0) {
    add(box, x: width + before)
    width += before + box.width + after
    italic = after == 0 ? box.italic : 0
  }
}

/// The style of a part of a formula.
struct MathStyle: Sendable {
  /// The size of the font at script level 0.
  var base: Int
  var level = 0
  var isDisplay = false
  /// Whether superscripts are raised less, as below a rule and in subscripts.
  var isCramped = false
  var color = Color.black

  func inner(_ change: (inout MathStyle) -> Void) -> MathStyle {
    var style = self
    change(&style)
    return style
  }

  var script: MathStyle {
    inner {
      $0.level += 1
      $0.isDisplay = false
    }
  }
}
