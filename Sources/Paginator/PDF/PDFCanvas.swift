/// Draws the pages of a chapter as PDF content streams (ISO 32000-1, sections 8 and 9), tagged
/// unless they are for print.
struct PDFCanvas: LineCanvas {
  var chapter: PDFChapter
  var structure: StructureBuilder
  private var faceIndices: [ObjectIdentifier: Int] = [:]
  /// The used glyphs of the faces of the chapter.
  private var glyphTables: [GlyphTable] = []
  /// The faces of the last word and of the last space, and what they were found by.
  private var wordFace = Known<LayoutGlyphs>()
  private var spaceFace = Known<ChapterLayout>()
  private var lastLink: (layout: ChapterLayout, link: Int32, target: PDFTarget?)?
  var imageIndices: [String: Int] = [:]
  let images: PDFImageReader

  var page = PDFPage(
    page: CanvasPage(number: 0, label: "", size: .zero, side: .right, isBlank: true),
    paint: PDFPaint(.rgb))
  var height = 0
  var content = PDFBytes()
  private var mark = Mark.none
  private var lastLeaf: (source: ContentSource, element: Int?) = (.furniture, nil)
  var text: PDFTextState
  /// The styles to return to at the ends of clips.
  private var clipped: [PDFTextState.Style] = []
  /// What was written before each of the groups that are drawn.
  var groups: [OuterContent] = []
  /// The marked content of the stream that is written, if it is a group.
  var groupMarks: Set<Int> = []
  /// The last run of the line, if a forced line break follows it.
  private var broken: (run: LineRun, line: LineText)?
  private var links: [PDFLink] = []
  /// Where tables are; `node` is an element of the document.
  private var tables: [(node: Int, page: Int, rect: Rect)] = []

  /// The index of a face, and what it was found by: a number of a source of glyphs.
  private struct Known<Source: AnyObject> {
    var source: Source?
    var number: Int32 = -1
    var index = 0
  }

  /// The kind of the open marked content.
  enum Mark: Equatable {
    case none
    case artifact(isFurniture: Bool)
    case element(Int)
  }

  let tools: PDFTools
  let profile: PDFProfile
  var printing: PDFProfile.Printing? { profile.printing }
  /// Resolves the target of a link; nil for a link that leads nowhere.
  private let resolve: (String) -> PDFTarget?

  init(
    _ chapter: PDFChapter, structure: StructureBuilder, tools: PDFTools,
    profile: PDFProfile, resolve: @escaping (String) -> PDFTarget?
  ) {
    self.resolve = resolve
    self.tools = tools
    self.profile = profile
    text = PDFTextState(profile.colors, pageHeight: 0)
    images = PDFImageReader(
      converter: profile.printing?.converter, deflater: tools.imageDeflater)
    self.chapter = chapter
    self.structure = structure
  }

  /// Ends the drawing, and returns the chapter with everything that was drawn.
  mutating func finish() -> PDFChapter {
    for table in tables { structure.cover(table: table.node, table.rect, page: table.page) }
    chapter.elements = structure.elements
    for (index, table) in glyphTables.enumerated() {
      chapter.faces[index].takeGlyphs(of: table)
      tools.giveBack(table)
    }
    return chapter
  }

  // MARK: Pages

  mutating func beginPage(_ page: CanvasPage) {
    self.page = PDFPage(page: page, paint: PDFPaint(profile.colors))
    height = page.size.height.rawValue
    content.clear()
    mark = .none
    text = PDFTextState(profile.colors, pageHeight: height)
    // An imposed page is moved to its place on the sheet.
    guard let printing, profile.imposition == nil else { return }
    content.write("q 1 0 0 1 ")
    content.write(points: printing.margin.rawValue)
    content.write(points: printing.margin.rawValue)
    content.write("cm\n")
  }

  mutating func endPage() {
    close()
    if printing != nil, profile.imposition == nil { content.write("Q\n") }
    page.content = tools.deflater.compress(content.bytes)
    chapter.pages.append(page)
  }

  mutating func note(table node: Int, in rect: Rect) {
    let (page, rect) = (chapter.pages.count, fromBottom(rect))
    if let last = tables.last, last.node == node, last.page == page {
      tables[tables.count - 1].rect = last.rect.union(rect)
    } else {
      tables.append((node, page, rect))
    }
  }

  /// The lines of books have no clips of their own.
  mutating func beginLine(_ line: DrawnLine) {}

  mutating func endLine() {
    breakLine()
    addLinks()
  }

  /// Adds the links of a line to the page.
  private mutating func addLinks() {
    guard !links.isEmpty else { return }
    page.links.append(contentsOf: links)
    for index in page.links.count - links.count..<page.links.count {
      structure.add(
        .annotation(page: chapter.pages.count, index: index), to: page.links[index].element)
    }
    links.removeAll(keepingCapacity: true)
  }

  // MARK: Marked content

  mutating func open(_ wanted: Mark) {
    guard wanted != mark, profile.isTagged else { return }
    close()
    mark = wanted
    switch wanted {
    case .none: break
    case .artifact(let isFurniture):
      content.write(
        isFurniture ? "/Artifact<</Type/Pagination>>BDC\n" : "/Artifact<</Type/Layout>>BDC\n")
    case .element(let element):
      let number = page.marks.count
      page.marks.append(element)
      if !groups.isEmpty { groupMarks.insert(number) }
      structure.add(.content(page: chapter.pages.count, id: number), to: element)
      content.write("/")
      content.write(structure.elements[element].role.rawValue)
      content.write("<</MCID ")
      content.write(number)
      content.write(">>BDC\n")
    }
  }

  mutating func close() {
    endText()
    if mark != .none { content.write("EMC\n") }
    mark = .none
  }

  mutating func endText() { text.end(&content) }

  // MARK: Text

  mutating func draw(_ run: LineRun, in line: LineText) {
    guard run.size > 0 else { return }
    if !text.append(run, of: line, to: &content) { drawAnew(run, in: line) }
  }

  private mutating func drawAnew(_ run: LineRun, in line: LineText) {
    noteBreak(after: run, line)
    let target = run.link >= 0 ? self.target(of: run, in: line) : nil
    // A space between words stays in the marked content that is open.
    let isInside = run.isSpace && mark != .none && mark != .artifact(isFurniture: false)
    if target != nil || !isInside {
      let element =
        target == nil
        ? leaf(of: run.source)
        : structure.leaf(of: run.source, linkingTo: line.link(of: run) ?? "")
      if !isInside { open(element.map { .element($0) } ?? .artifact(isFurniture: true)) }
      // Every annotation belongs to an element (ISO 14289-1, section 7.18.5); hidden text and
      // furniture have none.
      if let target, let link = element.flatMap({ structure.link(around: $0) }) {
        note(
          PDFLink(
            rect: rect(of: run), target: target, element: link,
            text: String(decoding: line.units[run.range], as: UTF16.self)))
      }
    }
    let index = faceIndex(of: run, in: line)
    text.font.use(run.segment.style, of: line.layout)
    if run.isSpace, text.font.spaceGlyph == 0 { return }
    page.paint.use(run.color)
    let program = chapter.faces[index].program
    if program != .outlines {
      let table = glyphTables[index]
      if Self.isPlain(run, line, table, spaceGlyph: text.font.spaceGlyph) {
        return showPlain(run, line, face: index)
      }
    }
    let whole = line.glyphRun(run).withoutJoiners
    // The missing glyph must not be shown as text either (ISO 19005-3, section 6.2.11.8).
    if program == .outlines || whole.glyphs.contains(where: { $0.id == 0 }) {
      return drawOutlines(whole)
    }
    let hyphen = run.endsInHyphen ? (whole.isRightToLeft ? 0 : line.glyphCount(of: run) - 1) : -1
    let changed = chapter.faces[index].use(whole, glyphTables[index])
    let replacement: PDFTextState.Replacement =
      if whole.isRightToLeft, !run.endsInHyphen {
        .clusters(whole, changed)
      } else if !changed.isEmpty {
        .text(whole.text.withoutJoiners + (run.endsInHyphen ? [0xAD] : []))
      } else {
        hyphen < 0 ? .none : .hyphen(hyphen)
      }
    show(run, line, face: index, glyphTables[index], replacement)
  }

  /// Shows a plain run. A word begins a flow, which it is the first run of.
  private mutating func showPlain(_ run: LineRun, _ line: LineText, face: Int) {
    if !run.isSpace, text.style.rise == 0 {
      use(face: face)
      text.begin(run, face: face, &content)
      beginFlow(run, line, face: face)
      if text.append(run, of: line, to: &content) { return }
    }
    show(run, line, face: face, glyphTables[face], .none)
    if !run.isSpace { beginFlow(run, line, face: face) }
  }

  /// Notes a plain word, for the runs that follow it.
  private mutating func beginFlow(_ run: LineRun, _ line: LineText, face: Int) {
    guard broken == nil, run.link < 0 else { return }
    let spaceFace = faceIndex(line.layout.fonts[Int(run.segment.style)].shaping.faces[0])
    let hasSpaces =
      spaceFace == face && text.font.spaceGlyph != 0
      && glyphTables[face].shows(text.font.spaceGlyph, for: 0x20)
    text.flow.begin(
      with: run, face: line.glyphs.words[Int(run.segment.word)].face, glyphTables[face],
      space: text.letterSpace(of: run, glyphTables[face]),
      spaceGlyph: hasSpaces ? text.font.spaceGlyph : 0)
  }

  mutating func separate(after run: LineRun, in line: LineText) {
    broken = (run, line)
    text.flow.isValid = false
  }

  private mutating func noteBreak(after run: LineRun, _ line: LineText) {
    let end = run.range.upperBound
    if end < line.units.count, line.units[end] == 0x2028 {
      broken = (run, line)
    } else if broken != nil {
      broken = nil
    }
  }

  /// Ends a line that a forced break ends. Lines of one element follow one another without a break
  /// in the tagged text, so a space must separate their words.
  private mutating func breakLine() {
    guard let (run, line) = broken else { return }
    broken = nil
    guard mark != .none, let space = LineRun(spaceAfter: run) else { return }
    let index = faceIndex(of: space, in: line)
    text.font.use(run.segment.style, of: line.layout)
    guard text.font.spaceGlyph != 0, chapter.faces[index].program != .outlines else { return }
    chapter.faces[index].useSpace(text.font.spaceGlyph, glyphTables[index])
    show(space, line, face: index, glyphTables[index], .none)
  }

  private mutating func show(
    _ run: LineRun, _ line: LineText, face: Int, _ table: GlyphTable,
    _ replacement: PDFTextState.Replacement
  ) {
    use(face: face)
    text.show(run, in: line, face: face, table, replacement, &content)
  }

  /// Notes that the page has text of a face.
  private mutating func use(face: Int) {
    if page.faces.last != face, !page.faces.contains(face) { page.faces.append(face) }
  }

  /// Whether the glyphs of a run from left to right are known to stand for its characters, one for
  /// one. Static, because a method of the canvas would be called with a copy of it for every word.
  private static func isPlain(
    _ run: LineRun, _ line: LineText, _ table: GlyphTable, spaceGlyph: UInt16
  ) -> Bool {
    guard run.segment.level % 2 == 0, !run.endsInHyphen else { return false }
    guard !run.isSpace else {
      return run.segment.length == 1
        && table.shows(spaceGlyph, for: line.units[Int(run.segment.start)])
    }
    return line.withWord(run) { table.entries.show($0, for: $1) }
  }

  /// Where the link of a run leads; nil for nowhere.
  private mutating func target(of run: LineRun, in line: LineText) -> PDFTarget? {
    if let last = lastLink, last.layout === line.layout, last.link == run.link {
      return last.target
    }
    let target = line.link(of: run).flatMap { self.target(of: $0) }
    lastLink = (line.layout, run.link, target)
    return target
  }

  func target(of link: String) -> PDFTarget? { profile.isTagged ? resolve(link) : nil }

  /// Consecutive words are usually in the same element, so the last element is remembered.
  private mutating func leaf(of source: ContentSource) -> Int? {
    if source == lastLeaf.source, let element = lastLeaf.element, mark == .element(element) {
      return element
    }
    lastLeaf = (source, structure.leaf(of: source))
    return lastLeaf.element
  }

  private mutating func faceIndex(of run: LineRun, in line: LineText) -> Int {
    let style = run.segment.style
    if run.isSpace {
      if spaceFace.number == style, spaceFace.source === line.layout { return spaceFace.index }
      let index = faceIndex(line.face(of: run))
      spaceFace = Known(source: line.layout, number: style, index: index)
      return index
    }
    let face = line.glyphs.words[Int(run.segment.word)].face
    if wordFace.number == face, wordFace.source === line.glyphs { return wordFace.index }
    let index = faceIndex(line.glyphs.faces[Int(face)])
    wordFace = Known(source: line.glyphs, number: face, index: index)
    return index
  }

  private mutating func faceIndex(_ face: FontFace) -> Int {
    if let known = faceIndices[ObjectIdentifier(face)] { return known }
    glyphTables.append(tools.takeTable(of: face))
    chapter.faces.append(FaceUse(glyphTables[glyphTables.count - 1]))
    let index = chapter.faces.count - 1
    faceIndices[ObjectIdentifier(face)] = index
    if chapter.faces[index].program == .outlines {
      chapter.findings.report(
        .fontFallback,
        "\"\(face.family)\" cannot be embedded in a PDF: its glyphs are drawn as outlines")
    }
    return index
  }

  /// How far the rectangle of a link reaches above and below the baseline, in font sizes. Most fonts
  /// reach about as far, and links on one line are level.
  private static let (linkAscent, linkDescent) = (0.8, 0.25)

  private func rect(of run: LineRun) -> Rect {
    let size = Length(rawValue: run.size)
    let (above, below) = (size * Self.linkAscent, size * Self.linkDescent)
    return Rect(
      x: Length(rawValue: run.x), y: Length(rawValue: height - run.y) - below,
      width: Length(rawValue: run.width), height: above + below)
  }

  /// Records a link; what is beside it on the line and leads to the same place is the same link.
  mutating func note(_ link: PDFLink) {
    if let last = links.last, last.target == link.target, last.element == link.element,
      last.rect.minY == link.rect.minY
    {
      links[links.count - 1].rect = last.rect.union(link.rect)
      links[links.count - 1].text += link.text
    } else {
      links.append(link)
    }
  }

  /// Draws a run as paths, because its face cannot be embedded or it has missing glyphs.
  private mutating func drawOutlines(_ run: GlyphRun) {
    endText()
    content.write("/Span<</ActualText")
    content.writeText(run.text)
    content.write(">>BDC q\n")
    if run.color.alpha < 255 { content.write("/A\(run.color.alpha) gs ") }
    content.writeFill(run.color, profile.colors, overprints: true)
    let scale = run.size.points / Double(max(1, run.face.metrics.unitsPerEm))
    let wide = scale * run.horizontalScale
    for glyph in run.glyphs {
      content.write("q ")
      content.write(wide, decimals: 7)
      content.write("0 ")
      content.write(run.isSlanted ? scale * SyntheticStyle.slantTangent : 0, decimals: 7)
      content.write(scale, decimals: 7)
      content.write(run.origin.x.points + Double(glyph.x) * wide, decimals: 4)
      content.write(
        Double(height) / 1024 - run.origin.y.points + Double(glyph.y) * scale, decimals: 4)
      content.write("cm ")
      content.writePath(svg: run.face.outline(of: UInt32(glyph.id)))
      content.write("f Q\n")
    }
    content.write("Q EMC\n")
  }

  // MARK: Shapes and images

  mutating func beginClip(_ rect: Rect) {
    close()
    clipped.append(text.style)
    content.write("q ")
    writeClip(bled(rect))
  }

  mutating func beginClip(_ path: PagePath) {
    close()
    clipped.append(text.style)
    content.beginClip(bled(path), height)
  }

  mutating func endClip() {
    close()
    content.write("Q\n")
    if let style = clipped.popLast() { text.restore(style) }
  }

  mutating func draw(_ shapes: [PageShape]) {
    open(.artifact(isFurniture: false))
    endText()
    content.write("q\n")
    for shape in shapes { draw(shape) }
    content.write("Q\n")
  }

  private mutating func draw(_ shape: PageShape) {
    switch shape {
    case .tiles(let tiles): draw(tiles)
    case .clipped(let shapes, let path):
      content.beginClip(bled(path), height)
      for shape in shapes { draw(shape) }
      content.write("Q\n")
    case .group(_, let shapes):
      for shape in shapes { draw(shape) }
    default: content.write(bled(shape), pageHeight: height, &page.paint)
    }
  }
}
