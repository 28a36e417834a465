/// Ink bounds. Ink may reach beyond a line's box: an italic f, accents on capitals (Core Text's
/// image bounds).
extension TextRun {
  /// The smallest rectangle around the ink of the run's glyphs; empty for white space.
  public var imageBounds: Rect {
    let em = Double(max(1, font.metrics.unitsPerEm))
    let scale = fontSize.points / em
    let wide = scale * Double(style.effects?.expansionThousandths ?? 1000) / 1000
    return glyphs.reduce(.zero) { bounds, glyph in
      guard let box = font.inkBox(of: UInt32(glyph.id)) else { return bounds }
      return bounds.union(
        Rect(
          x: glyph.position.x + Length(points: Double(box.left) * wide),
          y: glyph.position.y - Length(points: Double(box.top) * scale),
          width: Length(points: Double(box.width) * wide),
          height: Length(points: Double(box.height) * scale)))
    }
  }
}

extension TextLine {
  /// The smallest rectangle around the ink of the line's glyphs (`CTLineGetImageBounds`).
  public var imageBounds: Rect { runs.map(\.imageBounds).union }
}

extension TextFrame {
  /// The smallest rectangle around the ink of the frame's glyphs.
  public var imageBounds: Rect { lines.map(\.imageBounds).union }
}

extension TextMeasurement {
  /// The smallest rectangle around the ink of text set as by `boundingRect`, from the top left
  /// corner of its first line.
  /// - Throws: `BookError` when no font is usable.
  public static func imageBounds(
    of text: AttributedText, width: Length? = nil, typesetter: Typesetter
  ) throws -> Rect {
    let layout = try layOut(text, typesetter: typesetter, width: width)
    var builder = TextFrameBuilder(layout, breaker: typesetter.breaker)
    return builder.frame(of: layout.pages[0]).imageBounds
  }
}
