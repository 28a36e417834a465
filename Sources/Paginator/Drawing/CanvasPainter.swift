/// Translates the calls of the page walker into those of a `LineCanvas`.
struct CanvasPainter<Target: LineCanvas>: PageCanvas {
  var target: Target
  private let renderer = TextRenderer()
  private var line = Line()
  /// The page's document. `noteDocuments` has the document of each note, by the note's layout.
  private let document: Int
  private let noteDocuments: [ObjectIdentifier: Int]
  private let hasTables: Bool

  /// Set while a list item's marker is drawn.
  private var labelled: ContentSource?

  private struct Line {
    var marks = LineMarks()
    /// Runs and images are buffered until the backgrounds of their line are known. `images` has the
    /// number of runs before each image.
    var runs: [LineRun] = []
    var images: [(position: Int, mark: ImageMark)] = []
    var isFurniture = false
    var isOffPage = false
    var showsHyphen = false
    var end: Int32 = 0
    /// The numbers of runs and images before each box that has lines of its own.
    var boxes: [(runs: Int, images: Int, isFloat: Bool)] = []
    /// How many runs, images and boxes have been drawn.
    var drawn = (runs: 0, images: 0, boxes: 0)
    var hasBackgrounds = false
  }

  /// The lines around the box that is drawn.
  private var outer: [Line] = []

  /// What runs of one style have in common, looked up once for consecutive runs.
  private struct RunStyle {
    var index: Int32 = -1
    var isVisible = false
    /// Whether there may be backgrounds or decorations.
    var hasMarks = false
    var color = Color.black
    var isSlanted = false
    var isThickened = false
    var size = 0
  }

  private var style = RunStyle()
  /// The text that `style`, `origin` and `link` are about.
  private var layout: ChapterLayout?
  /// The node of a range of the text, and its link.
  private var origin: (node: Int, range: Range<Int>) = (-1, 0..<0)
  private var link: (index: Int32, range: Range<Int>) = (-1, 0..<0)

  /// - Parameter chapter: the chapter whose page is drawn.
  init(_ target: Target, chapter: NumberedChapter) {
    self.target = target
    document = chapter.layout.chapter.document
    var notes: [ObjectIdentifier: Int] = [:]
    for (index, layout) in chapter.layout.notes {
      notes[ObjectIdentifier(layout)] = chapter.layout.text.notes[Int(index)].document
    }
    noteDocuments = notes
    hasTables = chapter.layout.text.hasTables
  }

  /// - Parameter layout: of a text that is in no book.
  init(_ target: Target, drawing layout: ChapterLayout) {
    self.target = target
    document = layout.chapter.document
    noteDocuments = [:]
    hasTables = layout.text.hasTables
  }

  mutating func beginMarker(_ marker: Int, of line: LineFragment, in layout: ChapterLayout) {
    let item = layout.text.attachments[marker].node
    labelled = .label(
      of: item >= 0 ? item : layout.text.blockNode(at: Int(line.start)),
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
    line.runs.removeAll(keepingCapacity: true)
    line.images.removeAll(keepingCapacity: true)
    line.boxes.removeAll(keepingCapacity: true)
    line.drawn = (0, 0, 0)
    line.hasBackgrounds = false
    line.isFurniture = isGenerated
    line.isOffPage = fragment.flags.contains(.isOffPage)
    line.showsHyphen = fragment.flags.contains(.showsHyphen)
    line.end = fragment.end
    target.beginLine(CanvasLine(isFurniture: isGenerated))
  }

  mutating func word(
    _ segment: Segment, x: Int, y: Int, width: Int, spread: Spread, in layout: ChapterLayout
  ) {
    use(segment.style, of: layout)
    guard style.isVisible else { return }
    if style.hasMarks { track(segment, x: x, end: x + width, y: y, layout) }
    guard !line.isOffPage else { return }
    let word = layout.glyphs.words[Int(segment.word)]
    guard word.glyphCount > 0 else { return }
    let size = word.size(in: style.size)
    append(segment, layout, size: size, spread, at: (x, y, width))
  }

  mutating func space(
    _ segment: Segment, x: Int, y: Int, width: Int, hangs: Bool, in layout: ChapterLayout
  ) {
    use(segment.style, of: layout)
    guard style.isVisible else { return }
    if style.hasMarks, !hangs { track(segment, x: x, end: x + width, y: y, layout) }
    guard !line.isOffPage, segment.length > 0 else { return }
    append(segment, layout, size: style.size, Spread(), at: (x, y, width))
  }

  private mutating func track(
    _ segment: Segment, x: Int, end: Int, y: Int, _ layout: ChapterLayout
  ) {
    let style = layout.text.styles[Int(segment.style)]
    line.marks.track(segment, x: x, end: end, y: y, style, layout)
  }

  @inline(__always)
  private mutating func use(_ index: Int32, of layout: ChapterLayout) {
    if index == style.index, self.layout === layout { return }
    look(up: index, in: layout)
  }

  private mutating func look(up index: Int32, in layout: ChapterLayout) {
    if self.layout !== layout {
      self.layout = layout
      origin = (-1, 0..<0)
      link = (-1, 0..<0)
    }
    let font = layout.fonts[Int(index)]
    let whole = layout.text.styles[Int(index)]
    style = RunStyle(
      index: index, isVisible: whole.text.isVisible,
      hasMarks: !whole.text.inlineBackground.isTransparent || !whole.text.decorations.isEmpty
        || whole.effects != nil,
      color: whole.text.color, isSlanted: font.shaping.synthesizesItalic,
      isThickened: font.shaping.synthesizesBold, size: font.size)
  }

  private mutating func append(
    _ segment: Segment, _ layout: ChapterLayout, size: Int, _ spread: Spread,
    at place: (x: Int, y: Int, width: Int)
  ) {
    line.runs.append(
      LineRun(
        segment: segment, x: place.x, y: place.y, width: place.width, size: size, spread: spread,
        color: style.color, isSlanted: style.isSlanted, isThickened: style.isThickened,
        endsInHyphen: line.showsHyphen && segment.end == line.end && segment.kind == .word,
        link: link(at: segment, layout), source: contentSource(of: segment, layout)))
  }

  private mutating func link(at segment: Segment, _ layout: ChapterLayout) -> Int32 {
    let start = Int(segment.start)
    if !link.range.contains(start) { link = layout.text.linkRange(at: start) }
    return segment.length > 0 ? link.index : -1
  }

  private mutating func contentSource(
    of segment: Segment, _ layout: ChapterLayout
  ) -> ContentSource {
    if let labelled { return labelled }
    if line.isFurniture { return .furniture }
    let start = Int(segment.start)
    let document =
      noteDocuments.isEmpty ? document : noteDocuments[ObjectIdentifier(layout)] ?? document
    if !origin.range.contains(start) { origin = layout.text.nodeRange(at: start) }
    if origin.node >= 0, segment.length > 0 { return .node(origin.node, document: document) }
    // Generated text before text of the source is in the same element.
    if let node = layout.text.firstNode(in: start..<Int(segment.end)) {
      return .node(node, document: document)
    }
    return .generated(in: layout.text.blockNode(at: start), document: document)
  }

  mutating func image(
    _ image: ImageReference, in rect: Rect, of segment: Segment, in layout: ChapterLayout
  ) {
    guard layout.text.styles[Int(segment.style)].text.isVisible else { return }
    use(segment.style, of: layout)
    let link = link(at: segment, layout)
    let mark = ImageMark(
      image: image, rect: rect, source: contentSource(of: segment, layout),
      link: link >= 0 ? layout.text.links[Int(link)].href : nil)
    line.images.append((line.runs.count, mark))
  }

  mutating func endLine(_ fragment: LineFragment, in layout: ChapterLayout) {
    drawBackgrounds(layout)
    drawContent(LineText(layout), to: (line.runs.count, line.images.count))
    if hasMarks { draw(line.marks.decorations(layout, renderer)) }
    if let last = line.runs.last, !last.isSpace, isApart(fragment, layout) {
      target.separate(after: last, in: LineText(layout))
    }
    noteTables(fragment, layout)
    target.endLine()
  }

  /// Whether a line in a box is apart from the text after it: it is not the box's last line, or the
  /// box is a float.
  private func isApart(_ fragment: LineFragment, _ layout: ChapterLayout) -> Bool {
    guard let around = outer.last, around.drawn.boxes > 0 else { return false }
    return around.boxes[around.drawn.boxes - 1].isFloat
      || fragment.end < layout.lines.last?.end ?? 0
  }

  private var hasMarks: Bool { !line.isOffPage && !line.marks.isEmpty }

  private mutating func drawBackgrounds(_ layout: ChapterLayout) {
    guard hasMarks, !line.hasBackgrounds else { return }
    line.hasBackgrounds = true
    draw(line.marks.backgrounds(layout, renderer))
  }

  /// Draws the runs and images that have not been drawn, up to these.
  private mutating func drawContent(_ text: LineText, to end: (runs: Int, images: Int)) {
    var next = line.drawn.images
    for index in line.drawn.runs..<end.runs {
      while next < end.images, line.images[next].position == index {
        target.draw(line.images[next].mark)
        next += 1
      }
      target.draw(line.runs[index], in: text)
    }
    for image in line.images[next..<end.images] { target.draw(image.mark) }
    (line.drawn.runs, line.drawn.images) = end
  }

  // MARK: Boxes in lines

  var dividesLines: Bool { true }

  mutating func placeBox(isFloat: Bool) {
    line.boxes.append((line.runs.count, line.images.count, isFloat))
  }

  mutating func beginBox(in layout: ChapterLayout) {
    drawBackgrounds(layout)
    let box = line.boxes[line.drawn.boxes]
    drawContent(LineText(layout), to: (box.runs, box.images))
    line.drawn.boxes += 1
    target.endLine()
    outer.append(line)
    line = Line()
  }

  mutating func endBox() {
    if let around = outer.popLast() { line = around }
    target.beginLine(CanvasLine(isFurniture: line.isFurniture))
  }

  // MARK: Tables

  /// Notes that the content of a line belongs to the tables around it.
  private mutating func noteTables(_ fragment: LineFragment, _ layout: ChapterLayout) {
    guard hasTables, !line.isFurniture, noteDocuments[ObjectIdentifier(layout)] == nil,
      var rect = line.images.first?.mark.rect ?? line.runs.first.map({ Self.rect(of: $0) })
    else { return }
    for image in line.images { rect = rect.union(image.mark.rect) }
    for run in line.runs { rect = rect.union(Self.rect(of: run)) }
    let block = layout.text.paragraphs[Int(fragment.paragraph)].block
    for index in layout.text.blocks(around: block) {
      let block = layout.text.blocks[Int(index)]
      if block.kind == .table, block.node >= 0 { target.note(table: Int(block.node), in: rect) }
    }
  }

  /// About where the letters of a run are.
  private static func rect(of run: LineRun) -> Rect {
    Rect(raw: run.x, run.y - run.size * 4 / 5, run.width, run.size)
  }
}

extension AttributedText {
  /// Whether there is a table in the text, or in a box in its lines.
  fileprivate var hasTables: Bool {
    blocks.contains { $0.kind == .table }
      || attachments.contains { $0.content.text?.hasTables ?? false }
  }

  /// The element of the innermost block that contains an offset and has an element; -1 for none.
  fileprivate func blockNode(at offset: Int) -> Int {
    guard !paragraphs.isEmpty else { return -1 }
    let block = paragraphs[paragraphIndex(at: offset)].block
    return blocks(around: block).lazy.map { Int(blocks[Int($0)].node) }.first { $0 >= 0 } ?? -1
  }

  /// The node of the character at an offset, and a range around it that has the same node; -1 for
  /// generated text.
  fileprivate func nodeRange(at offset: Int) -> (node: Int, range: Range<Int>) {
    let next = sources.partitioningIndex { Int($0.start) > offset }
    let end = next < sources.count ? Int(sources[next].start) : max(length, offset + 1)
    guard next > 0 else { return (-1, 0..<end) }
    return (Int(sources[next - 1].node), Int(sources[next - 1].start)..<end)
  }
}
