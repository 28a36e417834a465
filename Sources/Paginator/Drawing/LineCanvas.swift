/// What the pages of a book and the containers of a program are drawn on. `Canvas` is its public
/// form (`GlyphRunCanvas`). Its runs are plain numbers, because a book has hundreds of thousands of
/// runs and each `GlyphRun` has arrays of its own; SVG and PDF write them straight from the layout.
protocol LineCanvas {
  /// What it needs beyond words, images and shapes. Constant, so that it costs nothing to ask.
  static var needs: LineNeeds { get }
  /// Whether boxes are drawn between the words of their line. Otherwise they follow the line.
  var dividesLines: Bool { get }

  mutating func beginPage(_ page: CanvasPage)
  mutating func endPage()
  mutating func beginLine(_ line: DrawnLine)
  mutating func endLine()
  mutating func draw(_ run: LineRun, in text: LineText)
  /// Draws a part of a word that has attributes of its own.
  mutating func draw(_ run: LineRun, _ part: RunPart, in text: LineText)
  mutating func draw(_ image: ImageMark)
  /// Draws a box that a program draws.
  /// - Parameter shapes: what the renderer draws in it.
  mutating func draw(_ box: ImageMark, as shapes: [PageShape])
  /// Draws shapes that are not content, between lines or on the current line.
  mutating func draw(_ shapes: [PageShape])
  /// Draws the background and borders of a box, the overlays of a page, or other shapes that belong
  /// together.
  mutating func draw(group shapes: [PageShape])
  mutating func beginClip(_ rect: Rect)
  mutating func beginClip(_ path: PagePath)
  mutating func endClip()
  /// Draws what follows as one picture with an opacity, until `endGroup()`.
  mutating func beginGroup(opacity: Double)
  mutating func endGroup()
  /// Notes where a line of a table is on the page. The node is one of the chapter's document.
  mutating func note(table node: Int, in rect: Rect)
  /// Notes that text which follows is apart from a run, although no space is between them.
  mutating func separate(after run: LineRun, in text: LineText)
}

/// What a canvas needs beyond words, images and shapes.
struct LineNeeds: OptionSet {
  let rawValue: Int
  /// Word spaces, as runs.
  static let spaces = LineNeeds(rawValue: 1)
  /// The sources of runs and images, places of tables, and which texts are apart.
  static let structure = LineNeeds(rawValue: 2)
  /// Words without glyphs.
  static let emptyWords = LineNeeds(rawValue: 4)
}

extension LineCanvas {
  static var needs: LineNeeds { [.spaces, .structure] }
  var dividesLines: Bool { true }
  mutating func beginPage(_ page: CanvasPage) {}
  mutating func endPage() {}
  mutating func draw(_ run: LineRun, _ part: RunPart, in text: LineText) { draw(run, in: text) }
  mutating func draw(_ box: ImageMark, as shapes: [PageShape]) { draw(box) }
  mutating func draw(group shapes: [PageShape]) {
    if !shapes.isEmpty { draw(shapes) }
  }
  mutating func beginGroup(opacity: Double) {}
  mutating func endGroup() {}
  mutating func note(table node: Int, in rect: Rect) {}
  mutating func separate(after run: LineRun, in text: LineText) {}
}

/// A line of text that is about to be drawn, or what follows a box in it.
struct DrawnLine {
  let fragment: LineFragment
  let layout: ChapterLayout
  /// Whether it is not part of the text.
  let isFurniture: Bool
  /// Whether a box on the line has been drawn, so that the line's beginning is on the page.
  var continues = false
  /// The area outside of which nothing of the line is drawn; nil for none.
  let clip: Rect?

  /// - Parameter origin: of the frame on the page, in 1/1024 points.
  init(
    _ fragment: LineFragment, in layout: ChapterLayout, at origin: (x: Int, y: Int),
    isFurniture: Bool
  ) {
    self.fragment = fragment
    self.layout = layout
    self.isFurniture = isFurniture
    clip = Self.clip(of: fragment, in: layout, at: origin)
  }

  var isOffPage: Bool { fragment.flags.contains(.isOffPage) }

  /// Whether the line begins a paragraph or follows a line break of the source.
  var followsBreak: Bool {
    let before = Int(fragment.start) - 1
    if fragment.flags.contains(.isFirstOfParagraph) || before < 0 { return true }
    guard before < layout.text.length else { return false }
    return [0x0A, 0x2028].contains(layout.text.units[before])
  }

  /// A line wider than its measure is clipped if its paragraph's style or its container asks for it.
  private static func clip(
    of fragment: LineFragment, in layout: ChapterLayout, at origin: (x: Int, y: Int)
  ) -> Rect? {
    guard fragment.usedX + fragment.usedWidth > fragment.x + fragment.width,
      fragment.flags.contains(.isClipped) || isClipped(fragment, in: layout.text)
    else { return nil }
    return Rect(
      raw: origin.x + fragment.x, origin.y + fragment.y, fragment.width, fragment.height)
  }

  private static func isClipped(_ fragment: LineFragment, in text: AttributedText) -> Bool {
    guard !text.paragraphs.isEmpty else { return false }
    let style = text.styles[Int(text.paragraphs[Int(fragment.paragraph)].style)]
    return style.paragraph?.lineBreakMode == .byClipping
  }
}

/// Draws lines on a `Canvas`.
struct GlyphRunCanvas<Target: Canvas>: LineCanvas {
  private(set) var target: Target
  private let structure: CanvasStructure
  private var isClipped = false

  init(_ target: Target, structure: CanvasStructure = CanvasStructure()) {
    self.target = target
    self.structure = structure
  }

  mutating func beginPage(_ page: CanvasPage) {
    target.beginPage(page)
    for destination in structure.destinations(onPage: page.number) { target.add(destination) }
  }
  mutating func endPage() { target.endPage() }

  mutating func beginLine(_ line: DrawnLine) {
    isClipped = line.clip != nil
    if let clip = line.clip { target.beginClip(clip) }
    target.beginLine(
      CanvasLine(
        isFurniture: line.isFurniture, followsBreak: line.followsBreak,
        element: structure.element(of: line)))
  }

  mutating func endLine() {
    target.endLine()
    if isClipped { target.endClip() }
    isClipped = false
  }

  mutating func draw(_ run: LineRun, in text: LineText) { target.draw(text.glyphRun(run)) }
  mutating func draw(_ run: LineRun, _ part: RunPart, in text: LineText) {
    target.draw(text.glyphRun(run, part))
  }
  mutating func draw(_ image: ImageMark) { target.draw(image) }
  mutating func draw(_ box: ImageMark, as shapes: [PageShape]) {
    if shapes.isEmpty { target.draw(box) } else { target.draw(shapes) }
  }
  mutating func draw(_ shapes: [PageShape]) { target.draw(shapes) }
  mutating func beginClip(_ rect: Rect) { target.beginClip(rect) }
  mutating func beginClip(_ path: PagePath) { target.beginClip(path) }
  mutating func endClip() { target.endClip() }
  mutating func beginGroup(opacity: Double) { target.beginGroup(opacity: opacity) }
  mutating func endGroup() { target.endGroup() }
}
