/// Translates what the page walker visits into the calls of a `LineCanvas`: the order of a line's
/// backgrounds, content and decorations, and what of it is visible. Coordinates are 1/1024 points
/// from the page's top left corner.
struct CanvasPainter<Target: LineCanvas> {
  var target: Target
  /// Asked only if the target needs the structure.
  private var sources: ContentSources
  let renderer: TextRenderer
  /// Whether the renderer is the program's own, which paints all glyphs.
  private let paintsGlyphs: Bool
  /// Attributes that a layout manager draws over those of one layout.
  var temporary: (runs: TemporaryRuns, layout: ObjectIdentifier)?
  var line: Line
  /// The lines around the box that is drawn.
  private var outer: [Line] = []

  struct Line {
    var marks = LineMarks()
    /// What is on the line; nil between lines.
    var drawn: DrawnLine?
    /// Runs and images are buffered until the backgrounds of their line are known. `images` has the
    /// number of runs before each image, and what the renderer draws in a box of the program.
    var runs: [LineRun] = []
    var images: [LineImage] = []
    /// The parts of words, to which runs refer.
    var parts: [RunPart] = []
    var isFurniture = false
    var isOffPage = false
    var showsHyphen = false
    var end: Int32 = 0
    /// The numbers of runs and images before each box that has lines of its own.
    var boxes: [(runs: Int, images: Int, isFloat: Bool)] = []
    /// The emphasis marks of its words.
    var emphasis: [PageShape] = []
    /// How many runs, images and boxes have been drawn.
    var done = (runs: 0, images: 0, boxes: 0)
    var hasBackgrounds = false
  }

  struct LineImage {
    let position: Int
    let mark: ImageMark
    let group: PaintGroup?
    let shapes: [PageShape]?
  }

  /// What runs of one style have in common, looked up once for consecutive runs.
  struct RunStyle {
    var index: Int32 = -1
    var isVisible = false
    /// Whether there may be backgrounds or decorations.
    var hasMarks = false
    var hasEmphasis = false
    var color = Color.black
    var isSlanted = false
    var isThickened = false
    var size = 0
  }

  private(set) var style = RunStyle()
  /// The text that `style` and `link` are about.
  private var layout: ChapterLayout?
  /// The link of a range of the text.
  private var link: (index: Int32, range: Range<Int>) = (-1, 0..<0)

  /// - Parameter renderer: draws the passes of every line; nil for the standard renderer.
  init(
    _ target: Target, sources: ContentSources = ContentSources(), renderer: TextRenderer? = nil
  ) {
    self.target = target
    self.sources = sources
    self.renderer = renderer ?? TextRenderer()
    paintsGlyphs = renderer != nil
    line = Self.line(paintsGlyphs: renderer != nil)
  }

  private static func line(paintsGlyphs: Bool) -> Line {
    var line = Line()
    line.marks.separatesLinks = paintsGlyphs
    return line
  }

  // MARK: Boxes

  /// Draws nothing outside of an area until `end(_:)`; nil for no limit.
  mutating func begin(_ area: ClipAreas.Area?) {
    guard let area else { return }
    target.beginClip(area.rect)
    for outline in area.outlines { target.beginClip(outline.path) }
  }

  mutating func end(_ area: ClipAreas.Area?) {
    guard let area else { return }
    for _ in area.outlines { target.endClip() }
    target.endClip()
  }

  /// Draws what follows as a group, until `end(_:)`; nil for none.
  mutating func begin(_ group: PaintGroup?) {
    guard let group else { return }
    if let clip = group.clip { target.beginClip(clip) }
    beginGroup(opacity: group.opacity)
    if !group.below.isEmpty { target.draw(group: group.below) }
  }

  mutating func end(_ group: PaintGroup?) {
    guard let group else { return }
    endGroup(opacity: group.opacity)
    if group.clip != nil { target.endClip() }
  }

  mutating func beginGroup(opacity: Double) {
    if opacity < 1 { target.beginGroup(opacity: opacity) }
  }

  mutating func endGroup(opacity: Double) {
    if opacity < 1 { target.endGroup() }
  }

  mutating func rect(x: Int, y: Int, width: Int, height: Int, color: Color) {
    var context = DrawingContext()
    context.fill(Rect(raw: x, y, width, height), color)
    draw(context.shapes)
  }

  /// - Parameter pictures: the box's background images, from the top layer down.
  mutating func box(
    _ fragment: BoxFragment, style: BoxProperties, pictures: [BoxPicture], originX: Int,
    originY: Int
  ) {
    var context = DrawingContext()
    context.box(fragment, style: style, pictures: pictures, originX: originX, originY: originY)
    target.draw(group: context.shapes)
  }

  /// Draws the box of an inline element: as high as its font, plus padding and borders, for which
  /// lines make no room.
  mutating func inlineBox(_ inline: InlineBoxes.Box, baseline: Int, in layout: ChapterLayout) {
    guard layout.text.styles[Int(inline.style)].text.isVisible, !line.isOffPage else {
      return
    }
    let (fragment, box) = inline.fragment(baseline: baseline, in: layout)
    line.marks.cover(fragment, box.background)
    self.box(
      fragment, style: box, pictures: inline.pictures(behind: fragment, box, in: layout),
      originX: 0, originY: 0)
  }

  private mutating func draw(_ shapes: [PageShape]) {
    if !shapes.isEmpty { target.draw(shapes) }
  }

  // MARK: Markers

  /// Begins a marker of the list item whose first line is `line`; everything drawn until
  /// `endMarker()` belongs to it.
  ///
  /// - Parameter marker: index into the text's attachments.
  mutating func beginMarker(_ marker: Int, of line: LineFragment, in layout: ChapterLayout) {
    if Target.needs.contains(.structure) { sources.beginMarker(marker, of: line, in: layout) }
  }

  mutating func endMarker() { sources.endMarker() }

  // MARK: Lines

  mutating func beginLine(_ drawn: DrawnLine) {
    line.marks.clear()
    line.runs.removeAll(keepingCapacity: true)
    line.images.clear()
    line.parts.clear()
    line.boxes.clear()
    line.emphasis.clear()
    line.done = (0, 0, 0)
    line.hasBackgrounds = false
    line.isFurniture = drawn.isFurniture
    line.isOffPage = drawn.isOffPage
    line.showsHyphen = drawn.fragment.flags.contains(.showsHyphen)
    line.end = drawn.fragment.end
    target.beginLine(drawn)
    line.drawn = drawn
  }

  /// Draws a run of one font, size and color that begins at `x` on the baseline `y`.
  /// - Parameter width: the width after justification.
  mutating func word(
    _ segment: Segment, x: Int, y: Int, width: Int, spread: Spread, in layout: ChapterLayout
  ) {
    use(segment.style, of: layout)
    let place = RunPlace(x: x, y: y, width: width, spread: spread)
    if style.hasEmphasis, style.isVisible, !line.isOffPage {
      line.emphasis += emphasis(of: segment, at: place, in: layout)
    }
    if temporary != nil, let runs = temporaryRuns(of: segment, in: layout) {
      return parts(of: segment, at: place, in: layout, runs)
    }
    guard style.isVisible else { return }
    if style.hasMarks { track(segment, at: place, layout) }
    guard !line.isOffPage else { return }
    let word = layout.glyphs.words[Int(segment.word)]
    guard word.glyphCount > 0 || Target.needs.contains(.emptyWords) else { return }
    append(segment, layout, size: word.size(in: style.size), at: place)
  }

  /// - Parameter hangs: whether the space is removed at the end of a line, so that it has no
  ///   background and no decorations.
  mutating func space(
    _ segment: Segment, x: Int, y: Int, width: Int, hangs: Bool, in layout: ChapterLayout
  ) {
    use(segment.style, of: layout)
    let place = RunPlace(x: x, y: y, width: width, spread: Spread())
    if !hangs, temporary != nil, let runs = temporaryRuns(of: segment, in: layout) {
      let own = runs.attributes(at: Int(segment.start))
        .applied(to: layout.text.styles[Int(segment.style)])
      line.marks.track(segment, x: x, end: x + width, y: y, own, layout)
    } else if style.isVisible, style.hasMarks, !hangs {
      track(segment, at: place, layout)
    }
    guard Target.needs.contains(.spaces), style.isVisible, !line.isOffPage, segment.length > 0
    else { return }
    append(segment, layout, size: style.size, at: place)
  }

  private mutating func track(_ segment: Segment, at place: RunPlace, _ layout: ChapterLayout) {
    let style = layout.text.styles[Int(segment.style)]
    line.marks.track(segment, x: place.x, end: place.x + place.width, y: place.y, style, layout)
  }

  @inline(__always)
  private mutating func use(_ index: Int32, of layout: ChapterLayout) {
    if index == style.index, self.layout === layout { return }
    look(up: index, in: layout)
  }

  private mutating func look(up index: Int32, in layout: ChapterLayout) {
    if self.layout !== layout {
      self.layout = layout
      sources.changeLayout()
      link = (-1, 0..<0)
    }
    let font = layout.fonts[Int(index)]
    let whole = layout.text.styles[Int(index)]
    style = RunStyle(
      index: index, isVisible: whole.text.isVisible,
      hasMarks: !whole.text.inlineBackground.isTransparent || !whole.text.decorations.isEmpty
        || whole.effects != nil,
      hasEmphasis: whole.text.emphasis != nil,
      color: whole.text.color.faded(by: whole.text.inlineOpacity),
      isSlanted: font.shaping.synthesizesItalic,
      isThickened: font.shaping.synthesizesBold, size: font.size)
  }

  private mutating func append(
    _ segment: Segment, _ layout: ChapterLayout, size: Int, at place: RunPlace
  ) {
    line.runs.append(run(segment, layout, size: size, at: place))
  }

  /// A run in the style that was looked up last.
  mutating func run(
    _ segment: Segment, _ layout: ChapterLayout, size: Int, at place: RunPlace
  ) -> LineRun {
    LineRun(
      segment: segment, place: place, size: size, color: style.color, isSlanted: style.isSlanted,
      isThickened: style.isThickened,
      endsInHyphen: line.showsHyphen && segment.end == line.end && segment.kind == .word,
      link: link(at: segment, layout), source: source(of: segment, layout))
  }

  private mutating func link(at segment: Segment, _ layout: ChapterLayout) -> Int32 {
    let start = Int(segment.start)
    if !link.range.contains(start) { link = layout.text.linkRange(at: start) }
    return segment.length > 0 ? link.index : -1
  }

  private mutating func source(of segment: Segment, _ layout: ChapterLayout) -> ContentSource {
    guard Target.needs.contains(.structure) else { return .furniture }
    return sources.source(of: segment, in: layout, isFurniture: line.isFurniture)
  }

  /// Draws an image that is scaled to fill a rectangle on the page, or lets the renderer draw a box
  /// of the program.
  /// - Parameters:
  ///   - clip: the rounded outline of the image; nil if its corners are square.
  ///   - group: what is done to it as a whole; nil for nothing.
  mutating func image(
    _ image: ImageReference, in rect: Rect, clip: PagePath?, group: PaintGroup?,
    of segment: Segment, in layout: ChapterLayout
  ) {
    guard layout.text.styles[Int(segment.style)].text.isVisible else { return }
    use(segment.style, of: layout)
    let link = link(at: segment, layout)
    let mark = ImageMark(
      image: image, rect: rect, source: source(of: segment, layout),
      link: link >= 0 ? layout.text.links[Int(link)].href : nil, clip: clip)
    line.images.append(
      LineImage(
        position: line.runs.count, mark: mark, group: group,
        shapes: shapes(of: mark, at: Int(segment.start))))
  }

  /// What the renderer draws in a box of the program; nil for an image.
  private func shapes(of mark: ImageMark, at offset: Int) -> [PageShape]? {
    guard mark.image.isDrawnByRenderer, !mark.image.isPlaceholder else { return nil }
    var context = DrawingContext()
    renderer.drawAttachment(
      TextRenderer.AttachmentBox(name: mark.image.href, rect: mark.rect, characterIndex: offset),
      in: &context)
    return context.shapes
  }

  mutating func endLine(_ fragment: LineFragment, in layout: ChapterLayout) {
    drawBackgrounds(layout)
    let text = LineText(layout, renderer, paintsGlyphs: paintsGlyphs)
    drawContent(text, to: (line.runs.count, line.images.count))
    if hasMarks { draw(line.marks.decorations(layout, renderer)) }
    draw(line.emphasis)
    if Target.needs.contains(.structure) { noteStructure(fragment, text) }
    target.endLine()
  }

  private var hasMarks: Bool { !line.isOffPage && !line.marks.isEmpty }

  private mutating func drawBackgrounds(_ layout: ChapterLayout) {
    guard hasMarks, !line.hasBackgrounds else { return }
    line.hasBackgrounds = true
    draw(line.marks.backgrounds(layout, renderer))
  }

  /// Draws the runs and images that have not been drawn, up to these.
  private mutating func drawContent(_ text: LineText, to end: (runs: Int, images: Int)) {
    var next = line.done.images
    for index in line.done.runs..<end.runs {
      while next < end.images, line.images[next].position == index {
        drawImage(next)
        next += 1
      }
      let run = line.runs[index]
      if run.part < 0 {
        target.draw(run, in: text)
      } else {
        target.draw(run, line.parts[Int(run.part)], in: text)
      }
    }
    for index in next..<end.images { drawImage(index) }
    (line.done.runs, line.done.images) = end
  }

  private mutating func drawImage(_ index: Int) {
    let image = line.images[index]
    begin(image.group)
    if let shapes = image.shapes {
      target.draw(image.mark, as: shapes)
    } else {
      target.draw(image.mark)
    }
    end(image.group)
  }

  // MARK: Boxes in lines

  /// Notes that a box is at this place of the line. After the line's last word, the boxes are drawn
  /// one by one, each between `beginBox(in:)` and `endBox()`.
  mutating func placeBox(isFloat: Bool) {
    line.boxes.append((line.runs.count, line.images.count, isFloat))
  }

  /// Draws the line up to its next box. The box may have lines of its own.
  mutating func beginBox(in layout: ChapterLayout) {
    drawBackgrounds(layout)
    let box = line.boxes[line.done.boxes]
    drawContent(
      LineText(layout, renderer, paintsGlyphs: paintsGlyphs), to: (box.runs, box.images))
    line.done.boxes += 1
    target.endLine()
    outer.append(line)
    line = Self.line(paintsGlyphs: paintsGlyphs)
  }

  mutating func endBox() {
    if let around = outer.popLast() { line = around }
    guard var drawn = line.drawn else { return }
    drawn.continues = true
    target.beginLine(drawn)
  }

  // MARK: Structure

  /// Notes which text is apart from what follows, and that the line belongs to the tables around it.
  private mutating func noteStructure(_ fragment: LineFragment, _ text: LineText) {
    if let last = line.runs.last, !last.isSpace, isApart(fragment, text.layout) {
      target.separate(after: last, in: text)
    }
    let tables = line.isFurniture ? [] : sources.tables(around: fragment, in: text.layout)
    guard !tables.isEmpty,
      var rect = line.images.first?.mark.rect ?? line.runs.first.map({ Self.rect(of: $0) })
    else { return }
    for image in line.images { rect = rect.union(image.mark.rect) }
    for run in line.runs { rect = rect.union(Self.rect(of: run)) }
    for table in tables { target.note(table: table, in: rect) }
  }

  /// Whether a line in a box is apart from the text after it: it is not the box's last line, or the
  /// box is a float.
  private func isApart(_ fragment: LineFragment, _ layout: ChapterLayout) -> Bool {
    guard let around = outer.last, around.done.boxes > 0 else { return false }
    return around.boxes[around.done.boxes - 1].isFloat
      || fragment.end < layout.lines.last?.end ?? 0
  }

  /// About where the letters of a run are.
  private static func rect(of run: LineRun) -> Rect {
    Rect(raw: run.x, run.y - run.size * 4 / 5, run.width, run.size)
  }
}
