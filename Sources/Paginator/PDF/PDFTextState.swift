/// The text of a content stream (ISO 32000-1, section 9). What is set for one text object holds for
/// the next ones, too: only changes are written. Glyphs on one baseline are arrays of `TJ`.
struct PDFTextState {
  /// The parameters that are written when they change.
  struct Style: Equatable {
    fileprivate var face = -1
    fileprivate var size = 0
    fileprivate var color = Color.black
    fileprivate var isThickened = false
    /// The horizontal scale of the glyphs, in thousandths.
    fileprivate var scale = 1000
    /// The letter space, in thousandths of a point.
    fileprivate var spacing = 0
    /// The height above the baseline, in 1/1024 points.
    fileprivate(set) var rise = 0

    /// The width of an em, in 1/1024,000 points.
    fileprivate var emWidth: Double { Double(max(1, size)) * Double(max(1, scale)) }
  }

  /// What runs of one style need of its font. Copied once for consecutive runs: the font itself has
  /// references, which would be counted for every word.
  struct Font {
    fileprivate var letterSpacing = 0
    fileprivate var expansion = 1000
    fileprivate(set) var spaceGlyph: UInt16 = 0
    private var style: Int32 = -1
    private var layout: ChapterLayout?

    @inline(__always)
    mutating func use(_ style: Int32, of layout: ChapterLayout) {
      if style == self.style, layout === self.layout { return }
      look(up: style, in: layout)
    }

    @inline(__always)
    func isOf(_ layout: ChapterLayout) -> Bool { self.layout === layout }

    private mutating func look(up style: Int32, in layout: ChapterLayout) {
      (self.style, self.layout) = (style, layout)
      let font = layout.fonts[Int(style)]
      (letterSpacing, expansion) = (font.letterSpacing, font.expansion)
      spaceGlyph = font.spaceGlyph
    }
  }

  /// Text that is not that of the glyphs.
  enum Replacement {
    case none
    /// The glyph with this index is a hyphen that is not in the text.
    case hyphen(Int)
    /// The characters of the whole run.
    case text([UInt16])
    /// The characters of some clusters of a run from right to left.
    case clusters(GlyphRun, [FaceUse.Cluster])
  }

  /// How colors are written. In CMYK, black text overprints other inks.
  private let colors: PDFColors
  /// The page's height, in 1/1024 points.
  private let pageHeight: Int
  private(set) var isOpen = false
  private var isShowing = false
  private var isInString = false
  /// Whether the open array ends with an adjustment.
  private var isAfterNumber = false
  private(set) var style = Style()
  /// That of the run's style, which `show` expects to be set.
  var font = Font()
  /// What the next run may continue.
  var flow = PDFFlow()
  /// The style around an open text object that has a graphics state of its own; nil for one that
  /// has none.
  private var outer: Style?
  /// Whether glyphs are placed in the open text object, and whether it slants them.
  private var isPlaced = false
  private var isSlanted = false
  /// The start of the line as set by `Td` or `Tm`, in 1/100 points, which is as exact as the
  /// positions of glyphs on the line.
  private var lineStart = (x: 0, y: 0)
  /// The same before it was rounded, in 1/1024 points from the page's top left corner.
  private(set) var start = (x: 0, y: 0)
  /// The distance from `start` to the default position of the next glyph, in 1/10,000 em.
  var pen = 0.0
  /// The letter space, in the same unit.
  private(set) var tracking = 0.0
  /// The adjustment after word spaces, in the same unit: negative to the right.
  private var gap = 0.0
  var followsSpace = false

  /// A text matrix with `SyntheticStyle.slantTangent`.
  private static let slanted: StaticString = "1 0 .2126 1 "
  /// A difference up to this, 1/1000 em, is not visible. It stays in `pen`, so that errors do not
  /// add up.
  private static let tolerance = 10.0
  /// Over wider gaps, text is moved and not adjusted: some readers have 16-bit numbers.
  static let widestGap = 320_000.0

  /// The state at the beginning of a content stream.
  init(_ colors: PDFColors, pageHeight: Int) {
    self.colors = colors
    self.pageHeight = pageHeight
    // Content is black at first (section 8.4.1), but not in black ink.
    if colors == .cmyk { style.color = .transparent }
  }

  /// Returns to the style that held before a graphics state was saved.
  mutating func restore(_ style: Style) { self.style = style }

  /// Writes the parameters that a form XObject must not take over from the text around it.
  func writeDefaults(_ content: inout PDFBytes) {
    if style.scale != 1000 { content.write("100 Tz ") }
    if style.spacing != 0 { content.write("0 Tc ") }
    if style.rise != 0 { content.write("0 Ts ") }
    if style.isThickened { content.write("0 Tr ") }
  }

  // MARK: Runs

  /// Shows the glyphs of a run.
  /// - Parameter face: the number in the font's name in the resources.
  mutating func show(
    _ run: LineRun, in text: LineText, face: Int, _ table: GlyphTable,
    _ replacement: Replacement, _ content: inout PDFBytes
  ) {
    begin(run, face: face, &content)
    var origin = em(run.x - start.x)
    if abs(origin - pen) > Self.widestGap {
      move(to: run, &content)
      origin = 0
    }
    let gap = followsSpace ? takeGap(to: origin) : 0
    if gap != 0 { append(glyphs: 1, to: &content) { $1.write(adjustment: gap) } }
    followsSpace = run.isSpace
    if case .text(let units) = replacement { beginSpan(units, &content) }
    if run.isSpace {
      rise(to: 0, &content)
      show(font.spaceGlyph, at: origin, table, &content)
    } else if case .clusters(let whole, let changed) = replacement {
      show(whole, changed, from: origin, table, &content)
    } else {
      showWord(of: run, in: text, from: origin, table, replacement, &content)
    }
    if case .text = replacement { endSpan(&content) }
  }

  private mutating func showWord(
    of run: LineRun, in text: LineText, from origin: Double, _ table: GlyphTable,
    _ replacement: Replacement, _ content: inout PDFBytes
  ) {
    let source = text.glyphs
    let hyphen = if case .hyphen(let index) = replacement { index } else { -1 }
    let word = source.words[Int(run.segment.word)]
    let (first, count) = (Int(word.firstGlyph), Int(word.glyphCount))
    let space = letterSpace(of: run, table)
    var (units, spaced, isCluster) = (0, 0.0, false)
    for index in 0..<count {
      let glyph = source.glyphs[first + index]
      let character = run.range.lowerBound + Int(glyph.cluster)
      if run.range.contains(character), glyph.isJoiner(text.units[character]) { continue }
      if index == hyphen { beginSpan([0xAD], &content) }
      let height = Double(glyph.yOffset) * table.unit * Double(run.size) / 10_000
      rise(to: glyph.yOffset == 0 ? 0 : Int(height), &content)
      let x = Double(units + Int(glyph.xOffset)) + spaced
      show(glyph.id, at: origin + x * table.unit, table, &content)
      if index == hyphen { endSpan(&content) }
      units += Int(glyph.advance)
      isCluster = isCluster || glyph.advance != 0
      // Letter space follows a base with its marks.
      if isCluster, index + 1 == count || source.glyphs[first + index + 1].cluster != glyph.cluster
      {
        spaced += space
        isCluster = false
      }
    }
  }

  /// Shows a run from right to left in the order of its text, as readers of the file expect: from the
  /// last cluster on the line to the first, each with its base before its marks.
  private mutating func show(
    _ run: GlyphRun, _ changed: [FaceUse.Cluster], from origin: Double, _ table: GlyphTable,
    _ content: inout PDFBytes
  ) {
    var (left, end) = (changed.count, run.glyphs.count)
    while end > 0 {
      var start = end - 1
      while start > 0, run.glyphs[start - 1].offset == run.glyphs[start].offset { start -= 1 }
      let isChanged = left > 0 && changed[left - 1].glyphs.upperBound == end
      if isChanged {
        left -= 1
        beginSpan(Array(changed[left].text), &content)
      }
      for glyph in run.glyphs[start..<end].reversed() {
        rise(to: Int(Double(glyph.y) * table.unit * Double(style.size) / 10_000), &content)
        show(glyph.id, at: origin + Double(glyph.x) * table.unit, table, &content)
      }
      if isChanged { endSpan(&content) }
      end = start
    }
  }

  /// A distance, given in 1/1024 points, in 1/10,000 em.
  func em(_ distance: Int) -> Double {
    max(-1e12, min(Double(distance) * 10_000_000 / style.emWidth, 1e12))
  }

  /// The letter space of a run in font units, as in `LayoutGlyphs.forEachGlyph`, but not rounded.
  func letterSpace(of run: LineRun, _ table: GlyphTable) -> Double {
    let spacing = font.letterSpacing + run.spread.letterSpacing
    return Double(spacing) * 10_000
      / (Double(max(1, run.size * font.expansion / 1000)) * max(0.001, table.unit))
  }

  // MARK: Glyphs

  /// - Parameter x: the distance from the start of the line, in 1/10,000 em.
  private mutating func show(
    _ glyph: UInt16, at x: Double, _ table: GlyphTable, _ content: inout PDFBytes
  ) {
    append(glyphs: 1, to: &content) { $0.add(glyph, at: x, table.entries.use(glyph), &$1) }
  }

  /// Writes to the array of glyphs.
  /// - Parameter count: the most glyphs and gaps that `body` adds.
  @inline(__always)
  mutating func append(
    glyphs count: Int, to content: inout PDFBytes,
    _ body: (inout PDFTextState, inout GlyphBytes) -> Void
  ) {
    if !isShowing { beginArray(&content) }
    content.write(unsafeUpTo: count * GlyphBytes.most) { start in
      var bytes = GlyphBytes(start, isInString: isInString, isAfterNumber: isAfterNumber)
      body(&self, &bytes)
      (isInString, isAfterNumber) = (bytes.isInString, bytes.isAfterNumber)
      return bytes.end
    }
  }

  /// - Parameter x: the distance from the start of the line, in 1/10,000 em.
  @inline(__always)
  mutating func add(
    _ glyph: UInt16, at x: Double, _ entry: GlyphTable.Entry, _ bytes: inout GlyphBytes
  ) {
    Self.add(glyph, at: x, entry, tracking: tracking, &pen, &bytes)
  }

  @inline(__always)
  static func add(
    _ glyph: UInt16, at x: Double, _ entry: GlyphTable.Entry, tracking: Double,
    _ pen: inout Double, _ bytes: inout GlyphBytes
  ) {
    let difference = pen - x
    if abs(difference) > tolerance {
      let distance = (difference / 10).rounded() * 10
      bytes.write(adjustment: Int(distance))
      pen -= distance
    }
    bytes.write(glyph: glyph, mayNeedEscape: entry.mayNeedEscape)
    pen += Double(entry.width) + tracking
  }

  /// Moves from the end of a space to the next run. The spaces of a line are almost equal: the
  /// same number for all compresses better.
  /// - Returns: the adjustment to write; 0 for none.
  @inline(__always)
  mutating func takeGap(to origin: Double) -> Int {
    let difference = pen - origin
    if abs(difference - gap) > Self.tolerance {
      gap = abs(difference) > Self.tolerance ? difference.rounded() : 0
    }
    pen -= gap
    return Int(gap)
  }

  // MARK: State

  /// Makes the text object and the parameters fit for a run.
  mutating func begin(_ run: LineRun, face: Int, _ content: inout PDFBytes) {
    var wanted = style
    wanted.face = face
    wanted.size = run.size
    // Spaces show nothing: they are drawn like the text before them.
    if !run.isSpace || !isOpen {
      wanted.color = run.color
      wanted.isThickened = run.isThickened
    }
    if !run.isSpace {
      wanted.scale = (1000 + run.spread.glyphStretch) * font.expansion / 1000
      let spacing = (font.letterSpacing + run.spread.letterSpacing) * 1000 / max(1, font.expansion)
      wanted.spacing = Self.rounded(max(-1 << 24, min(spacing, 1 << 24)), per: 1000)
    }
    let ownsState = wanted.color.alpha < 255 || colors == .cmyk
    if isOpen, (outer != nil) != ownsState || ownsState && wanted.color != style.color {
      end(&content)
      wanted.rise = style.rise
    }
    if !isOpen { open(wanted.color, ownsState: ownsState, &content) }
    if wanted != style { change(to: wanted, &content) }
    tracking = Double(style.spacing) * 10_240 / Double(max(1, style.size))
    let slants = run.isSpace ? isSlanted : run.isSlanted
    if !isPlaced || run.y != start.y || slants != isSlanted {
      move(to: run, slants: slants, &content)
    }
  }

  private mutating func open(_ color: Color, ownsState: Bool, _ content: inout PDFBytes) {
    if ownsState {
      outer = style
      content.write("q ")
      if color.alpha < 255 { content.write("/A\(color.alpha) gs ") }
    }
    content.write("BT\n")
    isOpen = true
    isPlaced = false
    isSlanted = false
    lineStart = (0, 0)
  }

  private mutating func change(to wanted: Style, _ content: inout PDFBytes) {
    endArray(&content)
    let old = style
    style = wanted
    if wanted.color != old.color { content.writeFill(wanted.color, colors, overprints: true) }
    if wanted.isThickened,
      !old.isThickened || wanted.color != old.color || wanted.size != old.size
    {
      content.write("2 Tr ")
      content.writeStroke(wanted.color, colors)
      content.write(points: wanted.size / SyntheticStyle.boldDivisor)
      content.write("w\n")
    } else if old.isThickened, !wanted.isThickened {
      content.write("0 Tr\n")
    }
    if wanted.face != old.face || wanted.size != old.size {
      content.write("/F")
      content.write(wanted.face)
      content.writeByte(0x20)
      content.write(points: wanted.size)
      content.write("Tf\n")
    }
    if wanted.scale != old.scale {
      content.write(tenths: wanted.scale)
      content.write(" Tz\n")
    }
    if wanted.spacing != old.spacing {
      content.write(thousandths: wanted.spacing)
      content.write(" Tc\n")
    }
    pen *= old.emWidth / wanted.emWidth
  }

  /// - Parameter slants: nil if the slant stays.
  private mutating func move(to run: LineRun, slants: Bool? = nil, _ content: inout PDFBytes) {
    endArray(&content)
    let (x, y) = (
      Self.rounded(run.x, per: 100), Self.rounded(pageHeight - run.y, per: 100)
    )
    let slants = slants ?? isSlanted
    if slants || isSlanted {
      content.write(slants ? Self.slanted : "1 0 0 1 ")
      content.write(hundredths: x)
      content.write(hundredths: y)
      content.write("Tm\n")
    } else {
      content.write(hundredths: x - lineStart.x)
      content.write(hundredths: y - lineStart.y)
      content.write("Td\n")
    }
    lineStart = (x, y)
    start = (run.x, run.y)
    (isPlaced, isSlanted, followsSpace) = (true, slants, false)
    pen = 0
  }

  /// A length, given in 1/1024 points, in fractions of a point, to nearest.
  private static func rounded(_ length: Int, per fraction: Int) -> Int {
    (length * fraction + (length < 0 ? -512 : 512)) / 1024
  }

  private mutating func rise(to rise: Int, _ content: inout PDFBytes) {
    guard rise != style.rise else { return }
    endArray(&content)
    content.write(points: rise)
    content.write("Ts\n")
    style.rise = rise
  }

  /// Begins glyphs that stand for other text than usual (section 14.9.4), or for a hyphen that is not
  /// part of the text (section 14.8.2.2.3).
  private mutating func beginSpan(_ units: [UInt16], _ content: inout PDFBytes) {
    endArray(&content)
    content.write("/Span<</ActualText")
    content.writeText(units)
    content.write(">>BDC\n")
  }

  private mutating func endSpan(_ content: inout PDFBytes) {
    endArray(&content)
    content.write("EMC\n")
  }

  private mutating func beginArray(_ content: inout PDFBytes) {
    content.write("[")
    isShowing = true
    isInString = false
    isAfterNumber = false
  }

  private mutating func endArray(_ content: inout PDFBytes) {
    guard isShowing else { return }
    content.write(isInString ? ")]TJ\n" : "]TJ\n")
    isShowing = false
    isInString = false
  }

  mutating func end(_ content: inout PDFBytes) {
    guard isOpen else { return }
    endArray(&content)
    content.write(outer == nil ? "ET\n" : "ET Q\n")
    if let outer { style = outer }
    outer = nil
    isOpen = false
    followsSpace = false
  }
}
