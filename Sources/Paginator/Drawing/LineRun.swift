/// A run of glyphs on a line that is being drawn, as plain numbers. `LineText` has what it refers to.
struct LineRun {
  let segment: Segment
  /// The left end on the baseline, and the width after justification, in 1/1024 points.
  let x: Int
  let y: Int
  let width: Int
  /// The font size, in 1/1024 points.
  let size: Int
  let spread: Spread
  let color: Color
  let isSlanted: Bool
  let isThickened: Bool
  /// Whether the last glyph is a hyphen that is not in the text.
  let endsInHyphen: Bool
  /// In the text's links; -1 for none.
  let link: Int32
  let source: ContentSource

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
      segment: segment, x: run.segment.level % 2 == 0 ? run.x + run.width : run.x, y: run.y,
      width: 0, size: run.size, spread: Spread(), color: run.color, isSlanted: run.isSlanted,
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

  init(_ layout: ChapterLayout) {
    self.layout = layout
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

  /// The run as a canvas of another module receives it.
  func glyphRun(_ run: LineRun) -> GlyphRun {
    GlyphRun(
      face: face(of: run), size: Length(rawValue: run.size),
      origin: Point(x: Length(rawValue: run.x), y: Length(rawValue: run.y)),
      width: Length(rawValue: run.width), horizontalScale: run.isSpace ? 1 : scale(of: run),
      color: run.color, isSlanted: run.isSlanted, isThickened: run.isThickened,
      glyphs: glyphs(of: run), text: Array(units[run.range]), range: run.range,
      source: run.source,
      language: layout.text.styles[Int(run.segment.style)].text.language, link: link(of: run),
      isRightToLeft: run.segment.level % 2 == 1, endsInHyphen: run.endsInHyphen,
      isSpace: run.isSpace)
  }
}

/// What `CanvasPainter` draws on: a `Canvas` whose runs are plain numbers, because a book has
/// hundreds of thousands of runs and each `GlyphRun` has arrays of its own.
protocol LineCanvas {
  mutating func beginPage(_ page: CanvasPage)
  mutating func beginLine(_ line: CanvasLine)
  mutating func draw(_ run: LineRun, in text: LineText)
  mutating func draw(_ image: ImageMark)
  mutating func draw(_ shapes: [PageShape])
  mutating func beginClip(_ rect: Rect)
  mutating func endClip()
  mutating func endLine()
  mutating func endPage()
  /// Notes where a line of a table is on the page. The node is one of the chapter's document.
  mutating func note(table node: Int, in rect: Rect)
  /// Notes that text which follows is apart from a run, although no space is between them.
  mutating func separate(after run: LineRun, in text: LineText)
}

extension LineCanvas {
  mutating func note(table node: Int, in rect: Rect) {}
  mutating func separate(after run: LineRun, in text: LineText) {}
}

/// Draws lines on a `Canvas`.
struct GlyphRunCanvas<Target: Canvas>: LineCanvas {
  private(set) var target: Target

  init(_ target: Target) { self.target = target }

  mutating func beginPage(_ page: CanvasPage) { target.beginPage(page) }
  mutating func beginLine(_ line: CanvasLine) { target.beginLine(line) }
  mutating func draw(_ run: LineRun, in text: LineText) { target.draw(text.glyphRun(run)) }
  mutating func draw(_ image: ImageMark) { target.draw(image) }
  mutating func draw(_ shapes: [PageShape]) { target.draw(shapes) }
  mutating func beginClip(_ rect: Rect) { target.beginClip(rect) }
  mutating func endClip() { target.endClip() }
  mutating func endLine() { target.endLine() }
  mutating func endPage() { target.endPage() }
}
