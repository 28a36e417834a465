/// Sets the paragraphs of one attributed text into lines of given widths. It has what all of them need,
/// and keeps nothing of a paragraph: what is set is a value, `SetLines`, for the flow that asked for it.
final class LineSetter {
  let text: AttributedText
  let typesetter: Typesetter
  /// It is read many times for each line, and changed only by its own calls: the checks of access to it are off.
  @exclusivity(unchecked) var shaper: ParagraphShaper
  let metrics: [LineMetrics]
  /// The styles whose lines are on the baseline grid; nil for a text without one.
  let gridLines: GridLines?
  /// The paragraphs whose text is mostly too high for the grid.
  private(set) lazy var tooHigh = gridLines?.tooHigh(in: text, metrics) ?? []
  /// nil for a text that has no grid.
  private(set) lazy var baselineGrid = BaselineGrid(self)
  let options: Options
  /// Whether any inline box is aligned to the top or bottom of its line.
  let alignsInlineBoxes: Bool
  /// The block geometry without known widths: every flow of this text starts from a copy.
  private(set) lazy var geometry = BlockGeometry(text)
  /// Whether any block's width depends on its content, as with `min-content`.
  private(set) lazy var hasWidthKeywords = text.blocks.contains {
    text.styles[Int($0.style)].box.hasContentWidth
  }
  /// Whether any block's width is a share of the width around it.
  private(set) lazy var hasShares = text.blocks.contains { text.styles[Int($0.style)].isShare }
  /// The floats and positioned boxes whose places are inside paragraphs, as indices of attachments,
  /// in text order.
  private lazy var outOfFlow = text.attachments.indices.filter { text.attachments[$0].isOutOfFlow }
  /// A memo of the floats that take most of a page, by their block, with the widths around them.
  private var tooTallFloats: [Int32: Set<Int>] = [:]
  /// The languages whose words may be hyphenated and that have no dictionary, as indices into the
  /// shaper's `languages`.
  private(set) lazy var languagesWithoutDictionary = Set(
    shaper.traits.filter(\.hyphenatesAutomatically).map(\.language)
  ).filter { language in
    let tag = shaper.languages[language]
    return HyphenatedScripts.mayDivide(tag) && !typesetter.hyphenator.hasDictionary(for: tag)
  }
  /// Room for the segments of the next paragraph.
  private var scratch: [Segment] = []

  /// How the paragraphs are set, apart from their styles.
  struct Options {
    /// The delegate's hooks; nil without a delegate.
    var hooks: LayoutHooks?
    /// The hyphenation factor of paragraphs whose style has none.
    var hyphenationFactor = 0.0
    /// Whether lines have the leading that is part of fonts.
    var usesFontLeading = true
    /// Shaping and breaks of the text's paragraphs, kept from the layout for another page.
    var prepared: PreparedText?
    /// The width of the first page's text; nil in a text without pages.
    var pageWidth: Int?
    /// Whether no page break divides the text: it is a box in a line.
    var isUnbreakable = false
    /// Whether the text is a page of fixed layout.
    var isFixedLayout = false
    /// The width of a page, or of the room for a box in a line. Text that does not wrap is broken all the
    /// same if it is wider. Nil where there is no limit.
    var widestUnbroken: Int?
    /// Whether lines keep how they were chosen, for `dump breaks`.
    var recordsOutcomes = false
  }

  var hooks: LayoutHooks? { options.hooks }
  var pageWidth: Int? { options.pageWidth }
  var isUnbreakable: Bool { options.isUnbreakable }

  init(text: AttributedText, typesetter: Typesetter, options: Options = Options()) throws {
    self.text = text
    self.typesetter = typesetter
    self.options = options
    shaper = try ParagraphShaper(text: text, shaper: typesetter.shaper)
    shaper.hooks = options.hooks?.shaping
    (metrics, gridLines) = Self.metrics(of: text, shaper.fonts, options)
    alignsInlineBoxes = text.styles.contains { $0.text.lineAlignment != nil }
    typesetter.paragraphBreaker.beginChapter()
  }

  private static func metrics(
    of text: AttributedText, _ fonts: [RunFont], _ options: Options
  ) -> ([LineMetrics], GridLines?) {
    var metrics = zip(text.styles, fonts).map { LineMetrics($0, $1) }
    let grid = GridLines(of: text, metrics)
    if let grid {
      let usual = metrics[grid.usual]
      for style in metrics.indices where grid.isSnapped[style] { metrics[style].align(to: usual) }
    }
    if options.usesFontLeading { return (metrics, grid) }
    for (index, style) in text.styles.enumerated() { metrics[index].removeFontLeading(style) }
    return (metrics, GridLines(of: text, metrics))
  }

  /// Whether a float is known to take most of a page, in a width around it.
  func isTooTall(_ float: Int32, in width: Int) -> Bool {
    tooTallFloats[float]?.contains(width) == true
  }

  func note(tooTall float: Int32, in width: Int) {
    tooTallFloats[float, default: []].insert(width)
  }

  /// Sets a paragraph.
  func set(_ request: ParagraphRequest) throws -> SetLines {
    var paragraph = ParagraphSetter(self, request)
    return try paragraph.set()
  }

  /// Sets a paragraph line by line in the space of a container that is not a plain rectangle.
  /// - Parameter gap: the gap between the container's last row and the paragraph's first one.
  func setShaped(
    _ request: ParagraphRequest, frame: BlockFrame, in shape: ContainerShape, below gap: Int
  ) throws -> (lines: SetLines, bands: [ParagraphSetter.Band]) {
    var paragraph = ParagraphSetter(self, request)
    return try paragraph.setShaped(frame: frame, in: shape, below: gap)
  }

  /// Sets a line again, together with all the text after it, and truncates or clips it.
  /// - Parameter boxes: the images and boxes of the text.
  func truncated(
    _ request: ParagraphRequest, _ line: LineFragment, _ mode: ParagraphStyle.LineBreakMode,
    _ boxes: [Int32: AttachmentLayout]
  ) -> SetLines {
    var paragraph = ParagraphSetter(self, request)
    return paragraph.truncated(line, mode, boxes)
  }

  /// The height of a line that has only the paragraph's own font.
  func lineHeight(_ paragraph: Paragraph) -> Int {
    ParagraphSetter(self, ParagraphRequest(index: 0, width: 0, pageHeight: 0)).lineHeight(paragraph)
  }

  /// Puts the room for segments into an empty array.
  func reuse(_ segments: inout [Segment]) {
    if segments.capacity == 0 { swap(&segments, &scratch) }
    segments.removeAll(keepingCapacity: true)
  }

  /// Takes back the room for segments.
  func recycle(_ segments: inout [Segment]) { swap(&segments, &scratch) }

  /// The number of glyphs in lines; 0 without a delegate that spaces lines.
  func glyphCount(ofLines lines: Range<Int>, in set: SetLines) -> Int {
    guard let hooks, hooks.asks(.lineSpacing) else { return 0 }
    return lines.lazy.flatMap { set.lines[$0].segmentRange }.reduce(0) {
      $0 + GlyphCount.of(set.segments[$1], in: typesetter.shaper.words)
    }
  }

  /// Whether the text goes on in the next container after the last character of a range: a form feed,
  /// or one for which the delegate says so.
  func endsContainer(after range: Range<Int>) -> Bool {
    guard let last = range.last else { return false }
    return shaper.endsContainer[last] ?? (text.units[last] == 0x0C)
  }

  /// Whether a segment hangs at the end of a line, as spaces and forced breaks do.
  func isTrailing(_ segment: Segment, _ style: TextProperties) -> Bool {
    switch segment.kind {
    case .lineBreak: true
    case .space: style.whiteSpace != .pre && shaper.isLoose(segment)
    case .word:
      style.whiteSpace != .pre && shaper.isLoose(segment)
        || segment.isEmbeddingControl(in: text.units)
    case .tab: style.whiteSpace.wraps && !shaper.breaksSpaces(segment)
    case .edge: segment.width == 0
    default: text.isOutOfFlow(segment)
    }
  }

  /// The floats and positioned boxes whose places are inside a paragraph's text.
  func outOfFlow(in paragraph: Paragraph) -> ArraySlice<Int> {
    guard !outOfFlow.isEmpty else { return [] }
    func first(from offset: Int32) -> Int {
      outOfFlow.partitioningIndex { text.attachments[$0].offset >= offset }
    }
    return outOfFlow[first(from: paragraph.start)..<first(from: paragraph.end)]
  }

  /// The images and boxes whose places are inside a paragraph's text.
  func attachments(in paragraph: Paragraph) -> Range<Int> {
    func first(from offset: Int32) -> Int {
      text.paragraphsFollowText
        ? text.firstAttachment(from: Int(offset))
        : text.attachments.partitioningIndex { $0.offset >= offset }
    }
    return first(from: paragraph.start)..<first(from: paragraph.end)
  }

}
