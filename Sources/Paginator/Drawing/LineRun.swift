/// Where a run is on the page.
struct RunPlace {
  /// The left end on the baseline, and the width after justification, in 1/1024 points.
  var x: Int
  let y: Int
  var width: Int
  let spread: Spread
}

/// A run of glyphs on a line that is being drawn, as plain numbers. `LineText` has what it refers to.
struct LineRun {
  var segment: Segment
  var place: RunPlace
  /// The font size, in 1/1024 points.
  let size: Int
  var color: Color
  let isSlanted: Bool
  let isThickened: Bool
  /// Whether the last glyph is a hyphen that is not in the text.
  var endsInHyphen: Bool
  /// In the text's links; -1 for none.
  let link: Int32
  let source: ContentSource
  /// The number of the part of the word that it is; -1 for a whole word.
  var part: Int32 = -1

  var x: Int { place.x }
  var y: Int { place.y }
  var width: Int { place.width }
  var spread: Spread { place.spread }
  var isSpace: Bool { segment.kind != .word }
  /// The text's range in the chapter's text.
  var range: Range<Int> { Int(segment.start)..<Int(segment.end) }
}

extension LineRun {
  /// A space without width after a run, as for the line break that follows the run; nil after text
  /// that is not of the source.
  init?(spaceAfter run: LineRun) {
    guard run.segment.length > 0 else { return nil }
    var segment = run.segment
    segment.kind = .space
    (segment.start, segment.length) = (run.segment.end, 1)
    self.init(
      segment: segment,
      place: RunPlace(
        x: run.segment.level % 2 == 0 ? run.x + run.width : run.x, y: run.y, width: 0,
        spread: Spread()), size: run.size, color: run.color, isSlanted: run.isSlanted,
      isThickened: run.isThickened, endsInHyphen: false, link: run.link, source: run.source)
  }
}

/// What the runs of a line refer to.
struct LineText {
  let layout: ChapterLayout
  /// Those of the layout.
  let glyphs: LayoutGlyphs
  /// The chapter's text.
  let units: [UInt16]
  private let renderer: TextRenderer
  /// Whether the renderer is the program's own, which paints all glyphs.
  private let paintsGlyphs: Bool

  init(_ layout: ChapterLayout, _ renderer: TextRenderer, paintsGlyphs: Bool) {
    self.layout = layout
    self.renderer = renderer
    self.paintsGlyphs = paintsGlyphs
    glyphs = layout.glyphs
    units = layout.text.units
  }

  func face(of run: LineRun) -> FontFace {
    run.isSpace
      ? layout.fonts[Int(run.segment.style)].shaping.faces[0]
      : glyphs.faces[Int(glyphs.words[Int(run.segment.word)].face)]
  }

  /// How much wider the glyphs of a word are drawn: by justification, and because the style says so.
  private func scale(of run: LineRun) -> Double {
    run.spread.scale * Double(layout.fonts[Int(run.segment.style)].expansion) / 1000
  }

  func link(of run: LineRun) -> String? {
    run.link >= 0 ? layout.text.links[Int(run.link)].href : nil
  }

  /// The glyphs of a run, from left to right.
  func glyphs(of run: LineRun) -> [GlyphRun.Glyph] {
    let font = layout.fonts[Int(run.segment.style)]
    guard !run.isSpace else {
      let face = font.shaping.faces[0]
      let advance = font.size > 0 ? run.width * face.metrics.unitsPerEm / font.size : 0
      return [
        GlyphRun.Glyph(
          id: font.spaceGlyph, offset: 0, x: 0, y: 0, advance: advance)
      ]
    }
    let word = glyphs.words[Int(run.segment.word)]
    var placed: [GlyphRun.Glyph] = []
    placed.reserveCapacity(Int(word.glyphCount))
    glyphs.forEachGlyph(of: word, in: font, run.spread, from: 0) { glyph, pen, advance in
      placed.append(
        GlyphRun.Glyph(
          id: glyph.id, offset: Int(glyph.cluster), x: pen + Int(glyph.xOffset),
          y: Int(glyph.yOffset), advance: advance))
    }
    return placed
  }

  /// How the renderer paints a run; nil for the text's own color.
  /// - Parameter part: the part of the word that the run is; nil for all of it.
  func paint(of run: LineRun, _ part: RunPart? = nil) -> TextRenderer.GlyphPaint? {
    let style = part?.style ?? layout.text.styles[Int(run.segment.style)]
    guard paintsGlyphs || style.effects?.changesPaint ?? false else { return nil }
    return renderer.paint(
      for: TextRenderer.Glyphs(
        style: style, link: link(of: run),
        characterIndex: part?.wordStart ?? Int(run.segment.start)))
  }

  /// The glyphs of a part of a word, as those of a run.
  private func glyphs(of run: LineRun, _ part: RunPart) -> [GlyphRun.Glyph] {
    glyphs(of: run)[part.glyphs].map {
      GlyphRun.Glyph(
        id: $0.id, offset: max(0, $0.offset - part.characters.lowerBound), x: $0.x - part.left,
        y: $0.y, advance: $0.advance)
    }
  }

  /// The run as a canvas of another module receives it.
  func glyphRun(_ run: LineRun, _ part: RunPart? = nil) -> GlyphRun {
    GlyphRun(
      face: face(of: run), size: Length(rawValue: run.size),
      origin: Point(x: Length(rawValue: run.x), y: Length(rawValue: run.y)),
      width: Length(rawValue: run.width), horizontalScale: run.isSpace ? 1 : scale(of: run),
      color: run.color, paint: run.isSpace ? nil : paint(of: run, part), isSlanted: run.isSlanted,
      isThickened: run.isThickened, glyphs: part.map { glyphs(of: run, $0) } ?? glyphs(of: run),
      text: Array(units[run.range]), range: run.range, source: run.source,
      language: layout.text.styles[Int(run.segment.style)].text.language, link: link(of: run),
      isRightToLeft: run.segment.level % 2 == 1, endsInHyphen: run.endsInHyphen,
      isSpace: run.isSpace)
  }
}
