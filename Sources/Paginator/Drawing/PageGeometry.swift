internal import EPUB
package import Markup

/// The geometry of a page, for tools that show how it was laid out. Coordinates are points from the
/// page's top left corner.
package struct PageGeometry: Sendable {
  /// A region of the page that holds lines.
  package struct Frame: Sendable {
    /// `text`, `column`, `notes`, or the name of a margin box.
    package let name: String
    package let rect: Rect
  }

  /// How a line ends.
  package enum LineEnd: Int, Sendable { case word, hyphen, paragraph, overfull }

  /// One line of the text or of a note.
  package struct Line: Sendable {
    /// The line fragment rectangle.
    package let rect: Rect
    /// The part that has text.
    package let used: Rect
    package let baseline: Length
    package let end: LineEnd
    /// By how much its word spaces stretch or shrink, as a share of what they can; 0 for lines that
    /// are not justified.
    package let ratio: Double
    /// TeX's badness of that ratio; nil for lines that are not justified.
    package let badness: Int?
    /// The space added after each letter.
    package let letterExtra: Length
    /// By how many thousandths its glyphs are wider.
    package let glyphStretch: Int
    /// The source place of its first character; nil where the text is not in the page's document.
    package let location: SourceLocation?
  }

  /// The text area, columns, the note area and the margin boxes with content.
  package fileprivate(set) var frames: [Frame] = []
  /// The border boxes of blocks.
  package fileprivate(set) var boxes: [Rect] = []
  /// What text flows around: the margin boxes of floats.
  package fileprivate(set) var exclusions: [Rect] = []
  package fileprivate(set) var lines: [Line] = []
  /// The first baseline of the baseline grid and its step; nil without a grid.
  package fileprivate(set) var grid: (first: Length, step: Length)?
  /// The bottom of the text, without notes; nil for a blank page.
  package fileprivate(set) var depth: Length?
}

extension PageDrawer {
  /// The geometry of a page.
  package func geometry(
    of page: Pagination.Page, in chapter: NumberedChapter
  ) throws -> PageGeometry {
    var measurer = GeometryMeasurer(page, chapter)
    measurer.measure()
    for piece in try furniture.furniture(of: page) {
      measurer.geometry.frames.append(PageGeometry.Frame(name: piece.name, rect: piece.rect))
    }
    return measurer.geometry
  }
}

/// Measures the geometry of one page.
private struct GeometryMeasurer {
  var geometry = PageGeometry()
  private let page: Pagination.Page
  private let chapter: NumberedChapter
  private let parameters: BreakParameters
  private var finder: SourceFinder

  init(_ page: Pagination.Page, _ chapter: NumberedChapter) {
    self.page = page
    self.chapter = chapter
    parameters = chapter.context.environment.options.breaking
    finder = SourceFinder(chapter.tree.tree)
  }

  mutating func measure() {
    guard let content = chapter.content(of: page) else {
      geometry.frames.append(PageGeometry.Frame(name: "text", rect: page.contentRect))
      return
    }
    let layout = chapter.layout
    for frame in content.frames {
      geometry.frames.append(PageGeometry.Frame(name: "text", rect: page.rect(of: frame)))
    }
    for frame in content.frames { add(frame, of: layout) }
    addGrid(of: layout)
    geometry.depth = page.contentRect.minY + Length(rawValue: content.usedHeight)
    addNotes(content, of: layout)
  }

  private mutating func add(_ frame: PageFrame, of layout: ChapterLayout) {
    let origin = page.rect(of: frame).origin
    addBoxes(layout.boxes[frame.boxes], of: layout, at: origin)
    for line in layout.lines[frame.lines] {
      add(line, of: layout, at: origin, isOwn: true)
      addFloats(beside: line, of: layout, at: origin)
    }
  }

  private mutating func addBoxes(
    _ boxes: ArraySlice<BoxFragment>, of layout: ChapterLayout, at origin: Point
  ) {
    for box in boxes {
      let rect = Rect(raw: box.x, box.y, box.width, box.height).offset(x: origin.x, y: origin.y)
      switch layout.text.blocks[Int(box.block)].kind {
      case .column: geometry.frames.append(PageGeometry.Frame(name: "column", rect: rect))
      case .floating: geometry.exclusions.append(rect)
      default: geometry.boxes.append(rect)
      }
    }
  }

  private mutating func addFloats(
    beside line: LineFragment, of layout: ChapterLayout, at origin: Point
  ) {
    for segment in layout.segments[line.segmentRange] where segment.kind == .attachment {
      guard let box = layout.attachments[segment.word], let float = box.float else { continue }
      geometry.exclusions.append(
        Rect(raw: line.x + float.x, line.y + float.y, box.width, box.height)
          .offset(x: origin.x, y: origin.y))
    }
  }

  private mutating func addNotes(_ content: PageLayout, of layout: ChapterLayout) {
    guard !content.notes.isEmpty else { return }
    let rect = page.contentRect
    let top = rect.minY + Length(rawValue: content.noteAreaTop)
    geometry.frames.append(
      PageGeometry.Frame(
        name: "notes",
        rect: Rect(x: rect.minX, y: top, width: rect.width, height: rect.maxY - top)))
    for fragment in content.notes {
      guard let note = layout.notes[fragment.note], !fragment.lines.isEmpty else { continue }
      let shift = Length(rawValue: fragment.y - note.lines[fragment.lines.lowerBound].y)
      for index in fragment.lines {
        add(
          note.lines[index], of: note, at: Point(x: rect.minX, y: rect.minY + shift), isOwn: false)
      }
    }
  }

  private mutating func addGrid(of layout: ChapterLayout) {
    guard
      let step = step(in: layout),
      // Most lines are on the grid: its phase is the most frequent one.
      let first = phase(step)
    else { return }
    geometry.grid = (first, step)
  }

  /// The most frequent height of the lines that may be on a grid; nil if there is none.
  private func step(in layout: ChapterLayout) -> Length? {
    guard let content = chapter.content(of: page) else { return nil }
    let lines = content.lines.map { layout.lines[$0] }.filter { line in
      let style = layout.text.paragraphs[Int(line.paragraph)].style
      return layout.text.styles[Int(style)].text.baselineGrid > 0
    }
    // A line without a height, such as that of a rule, has no grid.
    let heights = lines.map(\.height).filter { $0 > 0 }
    return Self.mostFrequent(heights).map { Length(rawValue: $0) }
  }

  private func phase(_ step: Length) -> Length? {
    let top = page.contentRect.minY.rawValue
    let phases = geometry.lines.map { ($0.baseline.rawValue - top) % step.rawValue }
    return Self.mostFrequent(phases).map { Length(rawValue: top + $0) }
  }

  /// The most frequent value, the least of several.
  private static func mostFrequent(_ values: [Int]) -> Int? {
    var counts: [Int: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  // MARK: Lines

  private mutating func add(
    _ line: LineFragment, of layout: ChapterLayout, at origin: Point, isOwn: Bool
  ) {
    guard !line.flags.contains(.isOffPage) else { return }
    let used = line.usedRect.offset(x: origin.x, y: origin.y)
    let available = give(of: line, in: layout)
    let isJustified = line.flags.contains(.isJustified)
    geometry.lines.append(
      PageGeometry.Line(
        rect: line.rect.offset(x: origin.x, y: origin.y), used: used,
        baseline: used.minY + Length(rawValue: line.baseline), end: Self.end(of: line),
        ratio: isJustified && available > 0 ? Double(line.extra) / Double(available) : 0,
        badness: isJustified ? Badness.of(abs(line.extra), available: available) : nil,
        letterExtra: Length(rawValue: Int(line.letterExtra)),
        glyphStretch: Int(line.glyphStretch),
        location: isOwn ? location(of: line, in: layout) : nil))
  }

  /// By how much the word spaces of a line can stretch, or shrink if they do, in 1/1024 points.
  private func give(of line: LineFragment, in layout: ChapterLayout) -> Int {
    var rest = Int(line.stretchCount)
    var width = 0
    for segment in layout.segments[line.segmentRange]
    where rest > 0 && !segment.isRigid
      && (segment.kind == .space || segment.kind == .noBreakSpace)
    {
      width += segment.width
      rest -= 1
    }
    guard line.extra < 0 else { return Int(Double(width) * parameters.spaceStretch) }
    // Glyphs and letters shrink as far as they may before spaces do.
    let isElastic = line.glyphStretch < 0 || line.letterExtra < 0
    return Int(
      Double(width) * (isElastic ? parameters.elasticSpaceShrink : parameters.spaceShrink))
  }

  private static func end(of line: LineFragment) -> PageGeometry.LineEnd {
    if line.flags.contains(.isOverfull) { return .overfull }
    if line.flags.contains(.isLastOfParagraph) { return .paragraph }
    return line.flags.contains(.isHyphenated) ? .hyphen : .word
  }

  private mutating func location(
    of line: LineFragment, in layout: ChapterLayout
  ) -> SourceLocation? {
    guard let place = Positions.source(of: Int(line.start), in: layout) else { return nil }
    return finder.location(of: place.node, offset: place.offset ?? 0)
  }
}
