internal import Foundation

/// Draws a page as SVG: glyphs are `<use>` elements of the page's own outlines.
struct SVGCanvas: PageCanvas {
  var body = ByteWriter()
  /// The origin of the container being drawn, in 1/1024 points.
  var origin = (x: 0, y: 0)
  private var clipCount = 0
  let imageHref: (ImageReference) -> String
  /// The glyphs of the page, with its definitions.
  private(set) var glyphs: PageGlyphs
  private var group = Group()
  var line = LineState()
  /// Draws backgrounds and decorations, and paints glyphs if it is a custom renderer or the text is
  /// letterpress.
  let renderer: TextRenderer
  let paintsGlyphs: Bool
  private var hasLetterpress = false
  /// The shadows with a filter in the definitions.
  private var shadows: [TextShadow] = []
  /// Attributes that a layout manager draws over those of one layout.
  var temporary: (runs: TemporaryRuns, layout: ObjectIdentifier)?

  /// The open `<g>` of glyphs.
  private struct Group {
    var isOpen = false
    var style: Int32 = -1
    var scale: Int16 = 0
    var y = 0
    var x = 0
    var face: Int32 = -1
    var stretch = 0
    var layout: ObjectIdentifier?
    var temporary = TemporaryAttributes()
    /// The number of filters around it.
    var filters = 0
  }

  struct LineState {
    var text: [UInt16] = []
    var isGenerated = false
    var link: Int32 = -1
    var marks = LineMarks()
    var isOffPage = false
    var showsHyphen = false
    var end: Int32 = 0
    /// The line's glyphs, buffered because backgrounds are written before them.
    var glyphs = ByteWriter()
    /// Where the boxes that have lines of their own are in the glyphs, and how much is written.
    var boxes: [Int] = []
    var written = (glyphs: 0, boxes: 0)
    /// What is outside of it is not drawn.
    var clip: Rect?
  }
  /// The lines around the box that is drawn.
  private var outer: [LineState] = []

  /// The fonts of live text; nil for glyph outlines.
  let live: LiveFonts?
  var lineIsGenerated: Bool { line.isGenerated }

  init(
    outlines: SVGPageDrawer.SharedOutlines, live: LiveFonts? = nil, renderer: TextRenderer? = nil,
    imageHref: @escaping (ImageReference) -> String
  ) {
    self.renderer = renderer ?? TextRenderer()
    paintsGlyphs = renderer != nil
    line.marks.separatesLinks = paintsGlyphs
    self.live = live
    glyphs = PageGlyphs(outlines: outlines)
    self.imageHref = imageHref
  }

  // MARK: Lines

  mutating func beginLine(_ fragment: LineFragment, in layout: ChapterLayout, isGenerated: Bool) {
    line.text.removeAll(keepingCapacity: true)
    line.marks.clear()
    line.glyphs.clear()
    line.boxes.removeAll(keepingCapacity: true)
    line.written = (0, 0)
    line.isGenerated = isGenerated
    line.link = -1
    line.isOffPage = fragment.flags.contains(.isOffPage)
    group.isOpen = false
    line.clip = clip(of: fragment, layout)
    openLine()
    line.showsHyphen = fragment.flags.contains(.showsHyphen)
    line.end = fragment.end
    // Words of live text contain their characters, unless they are off the page and not drawn.
    if live == nil || line.isOffPage { writeText(fragment, layout) }
  }

  /// Opens the group of a line.
  private mutating func openLine() {
    if let clip = line.clip { beginClip(clip) } else { body.write("<g>") }
  }

  /// A line wider than its measure is clipped if its paragraph's style or its container asks for it.
  private func clip(of fragment: LineFragment, _ layout: ChapterLayout) -> Rect? {
    let style =
      layout.text.paragraphs.isEmpty
      ? nil : layout.text.styles[Int(layout.text.paragraphs[Int(fragment.paragraph)].style)]
    guard
      fragment.flags.contains(.isClipped) || style?.paragraph?.lineBreakMode == .byClipping,
      fragment.usedX + fragment.usedWidth > fragment.x + fragment.width
    else { return nil }
    return Rect(
      raw: origin.x + fragment.x, origin.y + fragment.y, fragment.width, fragment.height)
  }

  mutating func beginClip(_ rect: Rect) {
    clipCount += 1
    body.write("<clipPath id=\"clip")
    body.write(clipCount)
    body.write("\"><rect")
    body.writePlace(
      x: rect.minX.rawValue, y: rect.minY.rawValue, width: rect.width.rawValue,
      height: rect.height.rawValue)
    body.write("/></clipPath><g clip-path=\"url(#clip")
    body.write(clipCount)
    body.write(")\">")
  }

  mutating func endClip() { body.write("</g>\n") }

  mutating func endLine(_ fragment: LineFragment, in layout: ChapterLayout) {
    closeGroup()
    closeLink()
    writeGlyphs(to: line.glyphs.bytes.count, layout)
    if !line.isOffPage { body.writeSVG(line.marks.decorations(layout, renderer)) }
    body.write("</g>\n")
  }

  /// Writes the line's glyphs that are not written yet, after the backgrounds of the line.
  private mutating func writeGlyphs(to end: Int, _ layout: ChapterLayout) {
    if line.written.boxes == 0, !line.isOffPage {
      body.writeSVG(line.marks.backgrounds(layout, renderer))
    }
    body.write(line.glyphs.bytes[line.written.glyphs..<end])
    line.written.glyphs = end
  }

  // MARK: Boxes in lines

  /// Live text is read in the order of the file; the labels of outlines are read line by line.
  var dividesLines: Bool { live != nil }

  mutating func placeBox(isFloat: Bool) {
    closeGroup()
    closeLink()
    line.boxes.append(line.glyphs.bytes.count)
  }

  mutating func beginBox(in layout: ChapterLayout) {
    writeGlyphs(to: line.boxes[line.written.boxes], layout)
    line.written.boxes += 1
    body.write("</g>\n")
    outer.append(line)
    line = LineState()
    line.marks.separatesLinks = paintsGlyphs
  }

  mutating func endBox() {
    if let around = outer.popLast() { line = around }
    openLine()
  }

  /// Writes the line's characters as labels, with source and generated text in separate elements.
  private mutating func writeText(_ fragment: LineFragment, _ layout: ChapterLayout) {
    let text = layout.text
    var start = Int(fragment.start)
    let end = Int(fragment.end)
    while start < end {
      let isGenerated = line.isGenerated || text.isGenerated(at: start)
      var next = start + 1
      while next < end, (line.isGenerated || text.isGenerated(at: next)) == isGenerated {
        next =
          isGenerated || text.sources.isEmpty
          ? next + 1 : text.nextSourceChange(after: next, limit: end)
      }
      writeText(text.units[start..<min(next, end)], isGenerated: isGenerated)
      start = next
    }
    if fragment.flags.contains(.showsHyphen) { writeText([0x2D][...], isGenerated: true) }
  }

  private mutating func writeText(_ units: ArraySlice<UInt16>, isGenerated: Bool) {
    guard units.contains(where: { $0 != 0xFFFC }) else { return }
    body.write("<text")
    if isGenerated { body.write(" class=\"generated\"") }
    body.write(" aria-label=\"")
    body.writeXML(units.lazy.filter { $0 != 0xFFFC })
    body.write("\"/>")
  }

  // MARK: Words

  /// A word at its place on the page, in 1/1024 points.
  struct PlacedWord {
    let segment: Segment
    let word: ShapedWord
    let face: FontFace
    let x: Int
    /// The baseline.
    let y: Int
    let spread: Spread
    var temporary = TemporaryAttributes()
    /// The style with the temporary attributes.
    var style: TextStyle
  }

  mutating func word(
    _ segment: Segment, x: Int, y: Int, width: Int, spread: Spread, in layout: ChapterLayout
  ) {
    let style = layout.text.styles[Int(segment.style)]
    let source = layout.glyphs
    let word = source.words[Int(segment.word)]
    let face = source.faces[Int(word.face)]
    let placed = PlacedWord(
      segment: segment, word: word, face: face, x: x, y: y, spread: spread, style: style)
    if let runs = temporaryRuns(of: segment, in: layout) {
      return self.word(placed, width: width, layout, temporary: runs)
    }
    line.marks.track(segment, x: x, end: x + width, y: y, style, layout)
    guard style.text.isVisible, !line.isOffPage else { return }
    if live != nil {
      openLink(link(at: segment, layout), layout)
      liveWord(placed, in: layout)
      if line.showsHyphen, segment.end == line.end {
        let hyphen = style.text.hyphenateCharacter.map { Array($0.utf16) } ?? [0x2010]
        liveHyphen(hyphen, after: segment, x: x + width, y: y, in: layout)
      }
      return
    }
    openGroup(placed, layout)
    glyphs.write(
      word, source, in: layout.fonts[Int(segment.style)], spread, at: pen(of: placed, layout),
      to: &line.glyphs)
  }

  /// Where a word begins in the open group, in font units. Glyphs are placed at whole font units
  /// from the group's origin, much finer than any printer's resolution.
  func pen(of placed: PlacedWord, _ layout: ChapterLayout) -> Int {
    let font = layout.fonts[Int(placed.segment.style)]
    let wide = font.wide(font.size(of: placed.word)) * (1000 + placed.spread.glyphStretch) / 1000
    return wide > 0
      ? RunFont.scaled(placed.x - group.x, placed.face.metrics.unitsPerEm, wide) : 0
  }

  mutating func use(_ glyph: Glyph, _ face: FontFace, at pen: Int) {
    glyphs.write(glyph, of: face, at: pen, to: &line.glyphs)
  }

  mutating func openGroup(_ placed: PlacedWord, _ layout: ChapterLayout) {
    let (segment, word) = (placed.segment, placed.word)
    let stretch = placed.spread.glyphStretch
    let link = self.link(at: segment, layout)
    let isSame =
      group.isOpen && group.style == segment.style && group.scale == word.scale
      && group.face == word.face && group.y == placed.y && group.stretch == stretch
      && link == line.link && group.temporary == placed.temporary
    guard !isSame else { return }
    closeGroup()
    openLink(link, layout)
    let paint = paint(of: placed, link, layout)
    let filters = paint.map { openFilters($0) } ?? 0
    writeTransform(placed, paint, layout)
    writeInk(placed, paint, layout)
    line.glyphs.write(">")
    group = Group(
      isOpen: true, style: segment.style, scale: word.scale, y: placed.y, x: placed.x,
      face: word.face, stretch: stretch, layout: ObjectIdentifier(layout),
      temporary: placed.temporary, filters: filters)
  }

  /// How a renderer paints a word; nil for the text's own color.
  private func paint(
    of placed: PlacedWord, _ link: Int32, _ layout: ChapterLayout
  ) -> TextRenderer.GlyphPaint? {
    let style = placed.style
    guard paintsGlyphs || style.effects?.changesPaint ?? false else { return nil }
    return renderer.paint(
      for: TextRenderer.Glyphs(
        style: style, link: link >= 0 ? layout.text.links[Int(link)].href : nil,
        characterIndex: Int(placed.segment.start)))
  }

  /// Begins the group's tag, with the transform from font units to points.
  private mutating func writeTransform(
    _ placed: PlacedWord, _ paint: TextRenderer.GlyphPaint?, _ layout: ChapterLayout
  ) {
    let font = layout.fonts[Int(placed.segment.style)]
    let scale =
      Double(font.size(of: placed.word)) / 1024 / Double(placed.face.metrics.unitsPerEm)
    let stretch = placed.spread.glyphStretch
    line.glyphs.write("<g transform=\"translate(")
    line.glyphs.write(points: placed.x)
    line.glyphs.write(" ")
    line.glyphs.write(points: placed.y)
    line.glyphs.write(")")
    if font.shaping.synthesizesItalic { line.glyphs.write(" skewX(-12)") }
    if let lean = paint?.obliqueness, lean != 0 {
      line.glyphs.write(" matrix(1 0 ")
      line.glyphs.write(-lean)
      line.glyphs.write(" 1 0 0)")
    }
    line.glyphs.write(" scale(")
    if stretch != 0 || font.expansion != 1000 {
      let wide = scale * Double(font.expansion) / 1000
      line.glyphs.write(wide * Double(1000 + stretch) / 1000, decimals: 7)
      line.glyphs.write(" ")
    }
    line.glyphs.write(scale, decimals: 7)
    line.glyphs.write(")\"")
  }

  /// Writes the colors of the group, and the stroke of a synthetic bold.
  private mutating func writeInk(
    _ placed: PlacedWord, _ paint: TextRenderer.GlyphPaint?, _ layout: ChapterLayout
  ) {
    let font = layout.fonts[Int(placed.segment.style)]
    let em = placed.face.metrics.unitsPerEm
    var ink: Color? = placed.style.text.color
    if let paint {
      writePaint(paint, size: font.size(of: placed.word), em: em)
      ink = paint.stroke == nil ? paint.fill : nil
    } else if let ink {
      writeFill(ink)
    }
    if font.shaping.synthesizesBold, let ink {
      line.glyphs.write(" stroke=\"")
      line.glyphs.write(ink.hexadecimal)
      line.glyphs.write("\" stroke-width=\"")
      line.glyphs.write(em / 32)
      line.glyphs.write("\"")
    }
  }

  /// Opens groups in points around the glyphs, which are in font units: a filter measures in the
  /// units of the element that has it.
  /// - Returns: the number of the groups.
  private mutating func openFilters(_ paint: TextRenderer.GlyphPaint) -> Int {
    var count = 0
    if let shadow = paint.shadow {
      var index = shadows.firstIndex(of: shadow)
      if index == nil {
        index = shadows.count
        shadows.append(shadow)
        glyphs.definitions.write(shadow: shadow, id: shadows.count)
      }
      line.glyphs.write("<g filter=\"url(#shadow")
      line.glyphs.write((index ?? 0) + 1)
      line.glyphs.write(")\">")
      count += 1
    }
    if paint.isLetterpress {
      line.glyphs.write("<g filter=\"url(#letterpress)\">")
      if !hasLetterpress { glyphs.definitions.write(Letterpress.filter) }
      hasLetterpress = true
      count += 1
    }
    return count
  }

  private mutating func openLink(_ link: Int32, _ layout: ChapterLayout) {
    guard link != line.link else { return }
    closeLink()
    if link >= 0 {
      line.glyphs.write("<a href=\"")
      line.glyphs.writeXML(LinkTarget.safe(layout.text.links[Int(link)].href))
      line.glyphs.write("\">")
    }
    line.link = link
  }

  mutating func writeFill(_ color: Color) {
    guard color != .black else { return }
    line.glyphs.write(" fill=\"")
    line.glyphs.write(color.hexadecimal)
    line.glyphs.write("\"")
    if color.alpha < 255 {
      line.glyphs.write(" fill-opacity=\"")
      line.glyphs.write(Double(color.alpha) / 255)
      line.glyphs.write("\"")
    }
  }

  private mutating func writePaint(_ paint: TextRenderer.GlyphPaint, size: Int, em: Int) {
    if let fill = paint.fill { writeFill(fill) } else { line.glyphs.write(" fill=\"none\"") }
    if let stroke = paint.stroke {
      line.glyphs.write(" stroke=\"")
      line.glyphs.write(stroke.hexadecimal)
      line.glyphs.write("\" stroke-width=\"")
      // Glyphs are drawn in font units.
      line.glyphs.write(size > 0 ? paint.strokeWidth.rawValue * em / size : 0)
      line.glyphs.write("\"")
    }
  }

  private mutating func closeGroup() {
    if group.isOpen {
      for _ in 0...group.filters { line.glyphs.write("</g>") }
    }
    group.isOpen = false
  }

  private mutating func closeLink() {
    if line.link >= 0 { line.glyphs.write("</a>") }
    line.link = -1
  }

  func link(at segment: Segment, _ layout: ChapterLayout) -> Int32 { layout.text.link(at: segment) }

  mutating func space(
    _ segment: Segment, x: Int, y: Int, width: Int, hangs: Bool, in layout: ChapterLayout
  ) {
    if hangs { return }
    let style = layout.text.styles[Int(segment.style)]
    let added = temporaryRuns(of: segment, in: layout)?.attributes(at: Int(segment.start))
    line.marks.track(
      segment, x: x, end: x + width, y: y, added?.applied(to: style) ?? style, layout)
  }

  // MARK: Images

  mutating func writeImage(_ image: ImageReference, x: Int, y: Int, width: Int, height: Int) {
    closeGroup()
    if image.href == ImageReference.formula {
      return writeFormula(image, x: x, y: y, width: width, height: height)
    }
    line.glyphs.write("<image")
    let turn = ImageOrientation(image.orientation)
    if turn.isTurned {
      // The pixels have the camera's orientation: turn them within the box.
      line.glyphs.writePlace(
        x: 0, y: 0, width: turn.swaps ? height : width, height: turn.swaps ? width : height)
      line.glyphs.write(" transform=\"")
      line.glyphs.write(turn.transform(x: x, y: y, width: width, height: height))
      line.glyphs.write("\"")
    } else {
      line.glyphs.writePlace(x: x, y: y, width: width, height: height)
    }
    line.glyphs.write(" preserveAspectRatio=\"none\" href=\"")
    line.glyphs.write(imageHref(image))
    line.glyphs.write("\"")
    if !image.alternativeText.isEmpty {
      line.glyphs.write(" aria-label=\"")
      line.glyphs.writeXML(image.alternativeText)
      line.glyphs.write("\"")
    }
    line.glyphs.write("/>")
  }

  /// Writes a formula's drawing, which is our own SVG, inline, labelled with its text.
  private mutating func writeFormula(
    _ image: ImageReference, x: Int, y: Int, width: Int, height: Int
  ) {
    line.glyphs.write("<svg role=\"img\"")
    line.glyphs.writePlace(x: x, y: y, width: width, height: height)
    line.glyphs.write(" aria-label=\"")
    line.glyphs.writeXML(image.alternativeText)
    line.glyphs.write("\"")
    line.glyphs.write(image.bytes)
    line.glyphs.write("</svg>")
  }

  /// Lets the renderer draw an attachment.
  mutating func drawAttachment(_ image: ImageReference, in rect: Rect, of segment: Segment) {
    closeGroup()
    var context = DrawingContext()
    renderer.drawAttachment(
      TextRenderer.AttachmentBox(
        name: image.href, rect: rect, characterIndex: Int(segment.start)), in: &context)
    line.glyphs.writeSVG(context.shapes)
  }

  mutating func writeGlyphs(_ text: StaticString) {
    closeGroup()
    line.glyphs.write(text)
  }
  mutating func writeGlyphs(points raw: Int) { line.glyphs.write(points: raw) }
  mutating func writeGlyphs(_ number: Double) { line.glyphs.write(number, decimals: 3) }
  mutating func writeGlyphsXML(_ text: String) { line.glyphs.writeXML(text) }

  mutating func rect(x: Int, y: Int, width: Int, height: Int, color: Color) {
    var context = DrawingContext()
    context.fill(
      Rect(
        x: Length(rawValue: x), y: Length(rawValue: y), width: Length(rawValue: width),
        height: Length(rawValue: height)), color)
    body.writeSVG(context.shapes)
  }
}
