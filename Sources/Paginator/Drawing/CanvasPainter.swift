/// Translates the calls of the page walker into those of a `Canvas`.
struct CanvasPainter<Target: Canvas>: PageCanvas {
  var target: Target
  var source: GlyphSource?
  private let renderer = TextRenderer()
  private var line = Line()
  /// The page's document. `noteDocuments` has the document of each note, by the note's layout.
  private let document: Int
  private let noteDocuments: [ObjectIdentifier: Int]

  /// Set while a list item's marker is drawn.
  private var labelled: ContentSource?

  private struct Line {
    var marks = LineMarks()
    var content: [Content] = []
    var isFurniture = false
    var isOffPage = false
    var showsHyphen = false
    var end: Int32 = 0
  }

  /// Content that is buffered until the backgrounds of its line are known.
  private enum Content {
    case run(GlyphRun)
    case image(ImageMark)
    case shapes([PageShape])
  }

  /// - Parameter chapter: the chapter whose page is drawn.
  init(_ target: Target, chapter: NumberedChapter) {
    self.target = target
    document = chapter.layout.chapter.document
    var notes: [ObjectIdentifier: Int] = [:]
    for (index, layout) in chapter.layout.notes {
      notes[ObjectIdentifier(layout)] = chapter.layout.text.notes[Int(index)].document
    }
    noteDocuments = notes
  }

  mutating func beginMarker(of line: LineFragment, in layout: ChapterLayout) {
    labelled = .label(
      of: layout.text.blockNode(at: Int(line.start)),
      document: noteDocuments[ObjectIdentifier(layout)] ?? document)
  }

  mutating func endMarker() { labelled = nil }

  // MARK: Boxes

  mutating func rect(x: Int, y: Int, width: Int, height: Int, color: Color) {
    var context = DrawingContext()
    context.fill(Rect(raw: x, y, width, height), color)
    draw(context.shapes)
  }

  mutating func box(
    _ fragment: BoxFragment, style: BoxProperties, pictures: [BoxPicture], originX: Int,
    originY: Int
  ) {
    var context = DrawingContext()
    context.box(fragment, style: style, pictures: pictures, originX: originX, originY: originY)
    draw(context.shapes)
  }

  mutating func inlineBox(_ inline: InlineBoxes.Box, baseline: Int, in layout: ChapterLayout) {
    guard layout.text.styles[Int(inline.style)].text.isVisible, !line.isOffPage else {
      return
    }
    let (fragment, box) = inline.fragment(baseline: baseline, in: layout)
    line.marks.cover(fragment, box.background)
    var context = DrawingContext()
    context.box(fragment, style: box, originX: 0, originY: 0)
    draw(context.shapes)
  }

  private mutating func draw(_ shapes: [PageShape]) {
    if !shapes.isEmpty { target.draw(shapes) }
  }

  mutating func beginClip(_ rect: Rect) { target.beginClip(rect) }
  mutating func endClip() { target.endClip() }

  // MARK: Lines

  mutating func beginLine(_ fragment: LineFragment, in layout: ChapterLayout, isGenerated: Bool) {
    line.marks.clear()
    line.content.removeAll(keepingCapacity: true)
    line.isFurniture = isGenerated
    line.isOffPage = fragment.flags.contains(.isOffPage)
    line.showsHyphen = fragment.flags.contains(.showsHyphen)
    line.end = fragment.end
    target.beginLine(CanvasLine(isFurniture: isGenerated))
  }

  mutating func word(
    _ segment: Segment, x: Int, y: Int, width: Int, spread: Spread, in layout: ChapterLayout
  ) {
    let style = layout.text.styles[Int(segment.style)]
    line.marks.track(segment, x: x, end: x + width, y: y, style, layout)
    guard style.text.isVisible, !line.isOffPage, let source else { return }
    let word = source.words[Int(segment.word)]
    let face = source.faces[Int(word.face)]
    let font = layout.fonts[Int(segment.style)]
    let size = font.size(of: word)
    var glyphs: [GlyphRun.Glyph] = []
    glyphs.reserveCapacity(Int(word.glyphCount))
    source.forEachGlyph(of: word, in: font, spread, from: 0) { glyph, pen, advance in
      glyphs.append(
        GlyphRun.Glyph(
          id: glyph.id, offset: Int(glyph.cluster), x: pen + Int(glyph.xOffset),
          y: Int(glyph.yOffset), advance: advance))
    }
    let set = SegmentGlyphs(
      face: face, size: size, scale: spread.scale, glyphs: glyphs, isSpace: false)
    line.content.append(.run(run(segment, layout, set, x: x, y: y, width: width)))
  }

  mutating func space(
    _ segment: Segment, x: Int, y: Int, width: Int, hangs: Bool, in layout: ChapterLayout
  ) {
    let style = layout.text.styles[Int(segment.style)]
    if !hangs { line.marks.track(segment, x: x, end: x + width, y: y, style, layout) }
    guard style.text.isVisible, !line.isOffPage, segment.length > 0 else { return }
    let font = layout.fonts[Int(segment.style)]
    let face = font.shaping.faces[0]
    let advance = font.size > 0 ? width * face.metrics.unitsPerEm / font.size : 0
    let glyph = GlyphRun.Glyph(
      id: UInt16(truncatingIfNeeded: face.spaceGlyph), offset: 0, x: 0, y: 0, advance: advance)
    let set = SegmentGlyphs(face: face, size: font.size, scale: 1, glyphs: [glyph], isSpace: true)
    line.content.append(.run(run(segment, layout, set, x: x, y: y, width: width)))
  }

  /// The glyphs of a segment, in one face and size.
  private struct SegmentGlyphs {
    let face: FontFace
    /// In 1/1024 points.
    let size: Int
    /// The horizontal scale; 1 for none.
    let scale: Double
    let glyphs: [GlyphRun.Glyph]
    let isSpace: Bool
  }

  private func run(
    _ segment: Segment, _ layout: ChapterLayout, _ set: SegmentGlyphs, x: Int, y: Int, width: Int
  ) -> GlyphRun {
    let style = layout.text.styles[Int(segment.style)]
    let shaping = layout.fonts[Int(segment.style)].shaping
    let range = Int(segment.start)..<Int(segment.end)
    let link = layout.text.link(at: segment)
    return GlyphRun(
      face: set.face, size: Length(rawValue: set.size),
      origin: Point(x: Length(rawValue: x), y: Length(rawValue: y)),
      width: Length(rawValue: width), horizontalScale: set.scale, color: style.text.color,
      isSlanted: shaping.synthesizesItalic, isThickened: shaping.synthesizesBold,
      glyphs: set.glyphs,
      text: Array(layout.text.units[range]), range: range,
      source: contentSource(of: range, layout), language: style.text.language,
      link: link >= 0 ? layout.text.links[Int(link)].href : nil,
      isRightToLeft: segment.level % 2 == 1,
      endsInHyphen: line.showsHyphen && segment.end == line.end && !set.isSpace,
      isSpace: set.isSpace)
  }

  private func contentSource(of range: Range<Int>, _ layout: ChapterLayout) -> ContentSource {
    if let labelled { return labelled }
    if line.isFurniture { return .furniture }
    let document =
      noteDocuments.isEmpty ? document : noteDocuments[ObjectIdentifier(layout)] ?? document
    if let node = layout.text.firstNode(in: range) { return .node(node, document: document) }
    return .generated(in: layout.text.blockNode(at: range.lowerBound), document: document)
  }

  mutating func image(
    _ image: ImageReference, in rect: Rect, of segment: Segment, in layout: ChapterLayout
  ) {
    guard layout.text.styles[Int(segment.style)].text.isVisible else { return }
    let link = layout.text.link(at: segment)
    line.content.append(
      .image(
        ImageMark(
          image: image, rect: rect,
          source: contentSource(of: Int(segment.start)..<Int(segment.end), layout),
          link: link >= 0 ? layout.text.links[Int(link)].href : nil)))
  }

  mutating func endLine(_ fragment: LineFragment, in layout: ChapterLayout) {
    if !line.isOffPage { draw(line.marks.backgrounds(layout, renderer)) }
    for content in line.content {
      switch content {
      case .run(let run): target.draw(run)
      case .image(let image): target.draw(image)
      case .shapes(let shapes): target.draw(shapes)
      }
    }
    if !line.isOffPage { draw(line.marks.decorations(layout, renderer)) }
    target.endLine()
  }

  func clusterCount(of segment: Segment) -> Int {
    source.map { Int($0.words[Int(segment.word)].clusterCount) } ?? 0
  }
}

extension AttributedText {
  /// The element of the innermost block that contains an offset and has an element; -1 for none.
  fileprivate func blockNode(at offset: Int) -> Int {
    guard !paragraphs.isEmpty else { return -1 }
    var block = paragraphs[paragraphIndex(at: offset)].block
    while block >= 0 {
      if blocks[Int(block)].node >= 0 { return Int(blocks[Int(block)].node) }
      block = blocks[Int(block)].parent
    }
    return -1
  }
}
