/// Draws pages as SVG: glyphs are `<use>` elements of the page's own outlines.
struct SVGCanvas: LineCanvas {
  /// The labels of lines have their spaces. Live text has words without glyphs, too.
  static var needs: LineNeeds { .emptyWords }

  private(set) var body = ByteWriter()
  private var clipCount = 0
  private let imageHref: (ImageReference) -> String
  /// The fonts of live text; nil for glyph outlines.
  let live: LiveFonts?
  /// The glyphs of the page.
  private var glyphs: PageGlyphs
  private var group: GlyphGroup?
  /// The link that is open, an index in the text's links; -1 for none.
  private var link: Int32 = -1
  /// Whether the current line is not part of the text.
  private(set) var isFurniture = false
  private var filters = GlyphFilters()

  /// - Parameter usualSize: the bytes for which there is room from the start.
  init(
    outlines: SVGPageDrawer.SharedOutlines, live: LiveFonts? = nil, usualSize: Int = 0,
    imageHref: @escaping (ImageReference) -> String
  ) {
    self.live = live
    body.reserve(usualSize)
    self.imageHref = imageHref
    glyphs = PageGlyphs(outlines: outlines)
  }

  /// Outlines and filters, to which elements of the page refer.
  var definitions: [UInt8] { glyphs.definitions.bytes }

  // MARK: Lines

  mutating func beginLine(_ line: DrawnLine) {
    group = nil
    link = -1
    isFurniture = line.isFurniture
    if let clip = line.clip { beginClip(clip) } else { body.write("<g>") }
    // Words of live text contain their characters, unless they are off the page and not drawn.
    if !line.continues, live == nil || line.isOffPage { writeText(of: line) }
  }

  mutating func endLine() {
    closeGroup()
    closeLink()
    body.write("</g>\n")
  }

  mutating func beginClip(_ rect: Rect) {
    clipCount += 1
    body.write("<clipPath id=\"clip")
    body.write(clipCount)
    body.write("\"><rect")
    body.writePlace(rect)
    body.write("/></clipPath><g clip-path=\"url(#clip")
    body.write(clipCount)
    body.write(")\">")
  }

  mutating func beginClip(_ path: PagePath) {
    clipCount += 1
    body.beginClip("clip\(clipCount)", path)
  }

  mutating func endClip() { body.write("</g>\n") }

  mutating func beginGroup(opacity: Double) {
    closeGroup()
    body.write("<g opacity=\"")
    body.write(opacity, decimals: 4)
    body.write("\">")
  }

  mutating func endGroup() {
    closeGroup()
    body.write("</g>")
  }

  /// Live text is read in the order of the file; the labels of outlines are read line by line.
  var dividesLines: Bool { live != nil }

  /// Writes the line's characters as labels, with source and generated text in separate elements.
  private mutating func writeText(of line: DrawnLine) {
    let text = line.layout.text
    var start = Int(line.fragment.start)
    let end = Int(line.fragment.end)
    while start < end {
      let isGenerated = isFurniture || text.isGenerated(at: start)
      var next = start + 1
      while next < end, (isFurniture || text.isGenerated(at: next)) == isGenerated {
        next =
          isGenerated || text.sources.isEmpty
          ? next + 1 : text.nextSourceChange(after: next, limit: end)
      }
      writeText(text.units[start..<min(next, end)], isGenerated: isGenerated)
      start = next
    }
    if line.fragment.flags.contains(.showsHyphen) { writeText([0x2D][...], isGenerated: true) }
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

  mutating func draw(_ run: LineRun, in text: LineText) {
    if let live { return draw(live: run, live, in: text) }
    let word = text.glyphs.words[Int(run.segment.word)]
    var pen = 0
    if let group, group.holds(run, word, link: link) {
      pen = group.pen(at: run.x)
    } else {
      open(run, word, nil, in: text)
    }
    glyphs.write(
      word, text.glyphs, text.layout.fonts[Int(run.segment.style)].letters(of: word), run.spread,
      at: pen, to: &body)
  }

  mutating func draw(_ run: LineRun, _ part: RunPart, in text: LineText) {
    let word = text.glyphs.words[Int(run.segment.word)]
    let attributes = part.attributes.isEmpty ? nil : part.attributes
    if let group, group.holds(run, word, link: link, attributes) {
      // The group is open already.
    } else {
      open(run, word, part, in: text)
    }
    let pen = group?.pen(at: part.wordX) ?? 0
    let face = text.glyphs.faces[Int(word.face)]
    var index = 0
    var own: [(glyph: Glyph, pen: Int)] = []
    text.glyphs.forEachGlyph(
      of: word, in: text.layout.fonts[Int(run.segment.style)], run.spread, from: pen
    ) { glyph, pen, _ in
      if part.glyphs.contains(index) { own.append((glyph, pen)) }
      index += 1
    }
    for (glyph, pen) in own { glyphs.write(glyph, of: face, at: pen, to: &body) }
  }

  private mutating func draw(live run: LineRun, _ fonts: LiveFonts, in text: LineText) {
    open(link: run.link, in: text)
    let writer = LiveWriter(fonts: fonts, text: text, isFurniture: isFurniture)
    writer.write(run, to: &body)
  }

  /// Opens the group of a run's glyphs, and the link around it.
  private mutating func open(
    _ run: LineRun, _ word: ShapedWord, _ part: RunPart?, in text: LineText
  ) {
    closeGroup()
    open(link: run.link, in: text)
    var group = GlyphGroup(run, word, part, in: text)
    let paint = text.paint(of: run, part)
    if let paint { group.filterCount = filters.open(paint, &glyphs.definitions, &body) }
    group.write(paint, to: &body)
    self.group = group
  }

  private mutating func closeGroup() {
    guard let group else { return }
    for _ in 0...group.filterCount { body.write("</g>") }
    self.group = nil
  }

  private mutating func open(link: Int32, in text: LineText) {
    guard link != self.link else { return }
    closeLink()
    if link >= 0 {
      body.write("<a href=\"")
      body.writeXML(LinkTarget.safe(text.layout.text.links[Int(link)].href))
      body.write("\">")
    }
    self.link = link
  }

  private mutating func closeLink() {
    if link >= 0 { body.write("</a>") }
    link = -1
  }

  /// Draws glyphs at positions of their own, between lines.
  /// - Parameter text: the label of the group of glyphs; empty for none.
  mutating func draw(
    _ glyphs: [(id: UInt16, position: Point)], of face: FontFace, size: Length, _ color: Color,
    text: String
  ) {
    let scale = size.points / Double(max(1, face.metrics.unitsPerEm))
    body.write("<g")
    body.writeGlyphFill(color)
    body.write(">")
    if !text.isEmpty {
      body.write("<text aria-label=\"")
      body.writeXML(text)
      body.write("\"/>")
    }
    for (id, position) in glyphs {
      body.write("<g transform=\"translate(")
      body.write(points: position.x.rawValue)
      body.write(" ")
      body.write(points: position.y.rawValue)
      body.write(") scale(")
      body.write(scale, decimals: 7)
      body.write(")\">")
      self.glyphs.write(
        Glyph(id: id, cluster: 0, advance: 0, xOffset: 0, yOffset: 0), of: face, at: 0, to: &body)
      body.write("</g>")
    }
    body.write("</g>\n")
  }

  // MARK: Images and shapes

  mutating func draw(_ image: ImageMark) {
    closeGroup()
    if let clip = image.clip {
      clipCount += 1
      body.beginClip("clip\(clipCount)", clip)
    }
    write(image)
    if image.clip != nil { body.write("</g>") }
  }

  private mutating func write(_ image: ImageMark) {
    if image.image.isPlaceholder {
      body.writePlaceholder(image)
    } else if image.image.isFormula {
      body.writeFormula(image)
    } else {
      body.writeImage(image, href: imageHref(image.image))
    }
  }

  mutating func draw(_ box: ImageMark, as shapes: [PageShape]) {
    closeGroup()
    body.writeSVG(shapes)
  }

  mutating func draw(_ shapes: [PageShape]) {
    closeGroup()
    closeLink()
    body.writeSVG(shapes, imageHref: imageHref)
  }

  mutating func draw(group shapes: [PageShape]) {
    draw(shapes)
    body.write("\n")
  }
}
