/// A part of a formula that has been laid out. Lengths are 1/1024 points; y goes up from the baseline.
struct MathBox: Sendable {
  struct FormulaGlyph: Sendable {
    let face: FontFace
    let glyph: UInt32
    var x: Int
    var y: Int
    /// Of the font.
    let size: Int
    let color: Color
  }

  struct Rule: Sendable {
    var x: Int
    /// Of the bottom.
    var y: Int
    var width: Int
    var height: Int
    let color: Color
  }

  var width = 0
  var ascent = 0
  var descent = 0
  /// How far the last glyph leans over its width.
  var italic = 0
  /// Where an accent has its middle; nil for the middle of the box.
  var accent: Int?
  var glyphs: [FormulaGlyph] = []
  var rules: [Rule] = []

  /// Puts a box into this one, and makes this one as high as it takes.
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

  /// Puts a box at the end of this one.
  mutating func append(_ box: MathBox, before: Int = 0, after: Int = 0) {
    add(box, x: width + before)
    width += before + box.width + after
    italic = after == 0 ? box.italic : 0
  }
}

/// What a part of a formula is set in.
struct MathStyle: Sendable {
  /// The size of the font at script level 0.
  var base: Int
  var level = 0
  var isDisplay = false
  /// Superscripts stand lower: below a rule, in subscripts.
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
