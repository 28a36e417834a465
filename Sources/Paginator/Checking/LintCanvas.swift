/// The words, images and boxes of a page. Lengths of words are 1/1024 points.
struct LintCanvas: Canvas {
  struct Word {
    /// The letters.
    let units: [UInt16]
    let x: Int
    let end: Int
    /// Of the baseline.
    let y: Int
    let size: Int
    /// In the chapter's text.
    let range: Range<Int>
    let source: ContentSource
    /// Counted through the page.
    let line: Int
    /// Whether its line begins where the source has a break.
    let followsBreak: Bool
    let isSpace: Bool
    var text: String { String(decoding: units, as: UTF16.self) }
    var count: Int { units.count }
    /// Whether no place of a document is its source: running heads, labels, quotation marks.
    var isNotFromSource: Bool {
      if case .node = source { return false }
      return true
    }
  }

  /// The words of a line, from the left or the right.
  struct Line {
    let first: Word
    private(set) var count: Int
    private(set) var x: Int
    private(set) var end: Int

    init(_ word: Word) {
      first = word
      (count, x, end) = (word.count, word.x, word.end)
    }

    /// - Returns: false for a word of another line, or raised above it.
    mutating func add(_ word: Word) -> Bool {
      guard word.line == first.line else { return false }
      if word.y == first.y { count += word.count }
      (x, end) = (min(x, word.x), max(end, word.end))
      return true
    }
  }

  private(set) var runs: [Word] = []
  var words: [Word] { runs.filter { !$0.isSpace } }
  /// An image, as far as it is not cut off.
  struct Picture {
    let name: String
    let rect: Rect
    let source: ContentSource
  }

  private(set) var images: [Picture] = []
  /// Backgrounds, borders and lines, as far as they are not cut off.
  private(set) var boxes: [Rect] = []
  private var clips: [Rect] = []
  private var line = 0
  private var followsBreak = false

  mutating func beginPage(_ page: CanvasPage) {}
  mutating func beginLine(_ line: CanvasLine) {
    self.line += 1
    followsBreak = line.followsBreak
  }

  mutating func draw(_ run: GlyphRun) {
    guard !run.glyphs.isEmpty else { return }
    runs.append(
      Word(
        units: run.text, x: run.origin.x.rawValue,
        end: (run.origin.x + run.width).rawValue - Self.spaceAfter(run),
        y: run.origin.y.rawValue, size: run.size.rawValue, range: run.range, source: run.source,
        line: line, followsBreak: followsBreak, isSpace: run.isSpace))
  }

  /// The letter space after the last letter, where a line is spaced out.
  private static func spaceAfter(_ run: GlyphRun) -> Int {
    guard let last = run.glyphs.last else { return 0 }
    let space = max(0, last.advance - run.face.advance(of: UInt32(last.id)))
    return space * run.size.rawValue / max(1, run.face.metrics.unitsPerEm)
  }

  mutating func draw(_ image: ImageMark) {
    images.append(
      Picture(
        name: image.image.href, rect: visible(image.visibleRect), source: image.source))
  }

  mutating func draw(_ shapes: [PageShape]) {
    let rect = visible(PageShape.extent(of: shapes))
    if !rect.isEmpty { boxes.append(rect) }
  }

  /// The source of the first text in a box, or else of the first one below its top. Backgrounds are
  /// drawn together, and do not say what they are of.
  func source(of box: Rect) -> ContentSource? {
    let texts = words.filter { $0.source != .furniture && $0.y >= box.minY.rawValue }
    let first = texts.first {
      $0.y <= box.maxY.rawValue && $0.end > box.minX.rawValue && $0.x < box.maxX.rawValue
    }
    return (first ?? texts.first)?.source
  }

  mutating func beginClip(_ rect: Rect) { clips.append(visible(rect)) }
  mutating func endClip() { clips.removeLast() }

  private func visible(_ rect: Rect) -> Rect { clips.last?.intersection(rect) ?? rect }

  mutating func endLine() {}
  mutating func endPage() {}
}
