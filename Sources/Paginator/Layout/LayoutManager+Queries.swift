/// Glyphs, characters, rectangles and points of a layout that is kept up to date (TextKit's
/// queries). Every query first lays out what has changed. Glyphs are counted across all containers,
/// in the order of the text.
extension LayoutManager {
  /// How many containers hold text.
  /// - Throws: as `ensureLayout()`.
  public func containerCount() throws -> Int {
    try ensureLayout()
    return live.containerCount
  }

  /// The range of text in a container; empty for a container without text.
  /// - Throws: as `ensureLayout()`.
  public func characterRange(forContainerAt index: Int) throws -> Range<Int> {
    try ensureLayout(.container(index))
    let end = live.pages.last?.range.upperBound ?? 0
    let own = live.pages[live.pages(of: index)]
    guard let first = own.first, let last = own.last else { return end..<end }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// The glyphs of a container.
  /// - Throws: as `ensureLayout()`.
  public func glyphRange(forContainerAt index: Int) throws -> Range<Int> {
    try ensureLayout()
    let own = live.pages(of: index)
    return live.glyphStarts[own.lowerBound]..<live.glyphStarts[own.upperBound]
  }

  /// How many glyphs the whole text has.
  /// - Throws: as `ensureLayout()`.
  public func numberOfGlyphs() throws -> Int {
    try ensureLayout()
    return live.glyphStarts.last ?? 0
  }

  /// The content of a container, as lines, runs and glyphs.
  /// - Throws: as `ensureLayout()`.
  public func frame(forContainerAt index: Int) throws -> TextFrame? {
    try ensureLayout(.container(index))
    let own = live.pages(of: index)
    if own.count == 1 { return try frame(forPageAt: own.lowerBound) }
    return own.isEmpty ? nil : try makeFrame(own)
  }

  /// The lines of a container that intersect a rectangle. Of a long text in an endless container,
  /// only the sections in that rectangle are built (`NSTextViewportLayoutController`), and with
  /// `allowsNonContiguousLayout` only they are laid out.
  /// - Throws: as `ensureLayout()`.
  public func lines(in rect: Rect, ofContainerAt index: Int) throws -> [TextLine] {
    try ensureLayout(for: rect, inContainerAt: index)
    guard let first = live.page(at: rect.minY, in: index) else { return [] }
    var result: [TextLine] = []
    for page in first..<live.pages(of: index).upperBound
    where live.pages[page].top < rect.maxY.rawValue {
      result += try (frame(forPageAt: page)?.lines ?? []).filter {
        $0.rect.maxY > rect.minY && $0.rect.minY < rect.maxY && $0.rect.maxX > rect.minX
          && $0.rect.minX < rect.maxX
      }
    }
    return result
  }

  /// The frame of a page, or of a section at its place in an endless container.
  func frame(forPageAt index: Int) throws -> TextFrame? {
    guard live.pages.indices.contains(index) else { return nil }
    if let known = live.frames[index] { return known }
    let made = try makeFrame(index..<index + 1)
    if live.frames.count >= Self.mostFrames { live.frames.removeAll(keepingCapacity: true) }
    live.frames[index] = made
    return made
  }

  /// The number of frames in the cache; a key press, its caret and a hit test need one or two.
  private static let mostFrames = 8

  private func makeFrame(_ pages: Range<Int>) throws -> TextFrame {
    frame(of: try layout(ofPages: pages))
  }

  /// The lines and glyphs of a layout of one page.
  func frame(of layout: ChapterLayout) -> TextFrame {
    var builder = TextFrameBuilder(layout, breaker: typesetter.breaker)
    return builder.frame(of: layout.pages[0])
  }

  /// The smallest rectangle around the used part of a container, including empty lines. No lines are built for it.
  /// - Throws: as `ensureLayout()`.
  public func usedRect(forContainerAt index: Int) throws -> Rect {
    try ensureLayout(.container(index))
    return Rect.around(
      lines: live.pages[live.pages(of: index)].lazy.map {
        $0.page.usedRect.offset(x: 0, y: Length(rawValue: $0.top))
      })
  }

  /// The empty line after a separator that ends the text, or the line of an empty text: the next
  /// typed character goes there (`NSLayoutManager.extraLineFragmentRect`). Its used rectangle has
  /// no width.
  ///
  /// - Returns: nil if the last line has text, or if there was no room for all of the text.
  /// - Throws: as `ensureLayout()`.
  public func extraLineFragment() throws -> (container: Int, rect: Rect, usedRect: Rect)? {
    try ensureLayout()
    guard !live.isFull, !live.pages.isEmpty,
      let last = try frame(forPageAt: live.pages.count - 1)?.lines.last,
      last.characterRange.isEmpty, last.characterRange.lowerBound == storage.length
    else { return nil }
    return (live.containerCount - 1, last.rect, last.usedRect)
  }

  /// The container that holds a character.
  /// - Throws: as `ensureLayout()`.
  public func containerIndex(forCharacterAt offset: Int) throws -> Int? {
    guard holds(offset) else { return nil }
    try ensureLayout(.characters(offset..<offset + 1))
    guard let index = live.pageIndex(at: offset), offset <= live.pages[index].range.upperBound
    else { return nil }
    return live.container(of: index)
  }

  // MARK: Glyphs and characters

  /// The glyphs that represent a range, and the characters that those glyphs represent. The second
  /// range is longer if a ligature crosses an end of the first.
  /// - Throws: as `ensureLayout()`.
  public func glyphRange(
    forCharacterRange range: Range<Int>
  ) throws -> (glyphs: Range<Int>, actualCharacters: Range<Int>) {
    try glyphs(onPages: { live.pages[$0].range.overlaps(range) }) { _, glyph in
      glyph.characterCount > 0 && range.lowerBound < glyph.characterIndex + glyph.characterCount
        && glyph.characterIndex < range.upperBound
    }
  }

  /// The characters that a range of glyphs represents, and all glyphs of those characters.
  /// - Throws: as `ensureLayout()`.
  public func characterRange(
    forGlyphRange range: Range<Int>
  ) throws -> (characters: Range<Int>, actualGlyphs: Range<Int>) {
    let found = try glyphs(onPages: { glyphs(onPage: $0).overlaps(range) }) { index, _ in
      range.contains(index)
    }
    let all = try glyphRange(forCharacterRange: found.actualCharacters)
    return (found.actualCharacters, all.glyphs)
  }

  /// The character that a glyph represents.
  /// - Throws: as `ensureLayout()`.
  public func characterIndex(forGlyphAt index: Int) throws -> Int? {
    try glyph(at: index)?.characterIndex
  }

  /// The first glyph of the character at a UTF-16 offset; nil for a character without glyphs.
  /// - Throws: as `ensureLayout()`.
  public func glyphIndex(forCharacterAt offset: Int) throws -> Int? {
    guard holds(offset) else { return nil }
    let range = try glyphRange(forCharacterRange: offset..<offset + 1).glyphs
    return range.isEmpty ? nil : range.lowerBound
  }

  /// The position of a glyph on its baseline, in its container.
  /// - Throws: as `ensureLayout()`.
  public func location(forGlyphAt index: Int) throws -> Point? {
    try glyph(at: index)?.position
  }

  /// What a glyph is, besides a letter (`propertyForGlyph(at:)`); nil outside the text.
  /// - Throws: as `ensureLayout()`.
  public func glyphProperties(forGlyphAt index: Int) throws -> GlyphProperties? {
    try glyph(at: index).map { GlyphProperties($0, in: storage.text) }
  }

  /// The text that an ellipsis replaces on the line of a character; nil if there is none.
  /// - Throws: as `ensureLayout()`.
  public func truncatedCharacterRange(inLineAt offset: Int) throws -> Range<Int>? {
    guard holds(offset) else { return nil }
    try ensureLayout(.characters(offset..<offset + 1))
    return try live.pageIndex(at: offset).flatMap { try frame(forPageAt: $0) }?
      .line(at: offset)?.truncatedCharacterRange
  }

  /// Whether an offset is one of the text or its end.
  private func holds(_ offset: Int) -> Bool { 0...storage.length ~= offset }

  private func glyph(at index: Int) throws -> PlacedGlyph? {
    guard index >= 0 else { return nil }
    try ensureLayout()
    let page = live.glyphStarts.partitioningIndex { $0 > index } - 1
    guard page >= 0, let frame = try frame(forPageAt: page) else { return nil }
    return frame.glyphs.dropFirst(index - live.glyphStarts[page]).first
  }

  /// The glyphs of an existing page.
  private func glyphs(onPage index: Int) -> Range<Int> {
    live.glyphStarts[index]..<live.glyphStarts[index + 1]
  }

  /// The range from the first to the last matching glyph, and the characters that it represents.
  private func glyphs(
    onPages isWanted: (Int) -> Bool, where isIn: (Int, PlacedGlyph) -> Bool
  ) throws -> (glyphs: Range<Int>, actualCharacters: Range<Int>) {
    try ensureLayout()
    var found = 0..<0
    var characters = 0..<0
    for page in live.pages.indices where isWanted(page) {
      for (offset, glyph) in (try frame(forPageAt: page)?.glyphs ?? []).enumerated() {
        let number = live.glyphStarts[page] + offset
        guard isIn(number, glyph) else { continue }
        found = found.isEmpty ? number..<number + 1 : found.lowerBound..<number + 1
        let own = glyph.characterIndex..<glyph.characterIndex + glyph.characterCount
        characters =
          characters.isEmpty
          ? own
          : min(
            characters.lowerBound, own.lowerBound)..<max(
              characters.upperBound, own.upperBound)
      }
    }
    return (found, characters)
  }

  // MARK: Rectangles

  /// All rectangles of a range, each with its container; one or more for each line.
  /// - Throws: as `ensureLayout()`.
  public func rects(for range: Range<Int>) throws -> [(container: Int, rect: Rect)] {
    try ensureLayout(.characters(range))
    var result: [(container: Int, rect: Rect)] = []
    for index in live.pages(with: range) {
      for rect in try frame(forPageAt: index)?.rects(for: range) ?? [] {
        result.append((live.container(of: index), rect))
      }
    }
    return result
  }

  /// The smallest rectangle around the part of a range that is in a container.
  /// - Throws: as `ensureLayout()`.
  public func boundingRect(for range: Range<Int>, inContainerAt index: Int) throws -> Rect {
    try ensureLayout(.characters(range))
    var result = Rect.zero
    for page in live.pages(of: index) where live.pages[page].range.overlaps(range) {
      result = result.union(try frame(forPageAt: page)?.boundingRect(for: range) ?? result)
    }
    return result
  }

  /// The rectangle of a caret, and its container.
  /// - Parameter affinity: as in `TextFrame.caretRect(at:affinity:)`.
  /// - Throws: as `ensureLayout()`.
  public func caretRect(
    at offset: Int, affinity: TextAffinity? = nil
  ) throws -> (container: Int, rect: Rect)? {
    guard holds(offset) else { return nil }
    try ensureLayout(.characters(offset..<offset + 1))
    guard var index = live.pageIndex(at: offset) else { return nil }
    if affinity == .upstream, index > 0, live.pages[index].range.lowerBound == offset { index -= 1 }
    return try frame(forPageAt: index)?.caretRect(at: offset, affinity: affinity)
      .map { (live.container(of: index), $0) }
  }

  // MARK: Points

  /// The character nearest to a point of a container.
  /// - Throws: as `ensureLayout()`.
  public func hit(_ point: Point, inContainerAt index: Int) throws -> TextHit? {
    try ensureLayout(.heights(from: point.y, to: point.y, container: index))
    guard let page = live.page(at: point.y, in: index), let frame = try frame(forPageAt: page)
    else { return nil }
    // A point in the blank part of a cell belongs to that cell.
    return frame.hit(point, among: lines(frame.lines, reachableAt: point.x))
  }

  /// The link at a point; nil if the point is not on a link.
  /// - Throws: as `ensureLayout()`.
  public func link(at point: Point, inContainerAt index: Int) throws -> String? {
    guard let hit = try hit(point, inContainerAt: index), hit.isInside else { return nil }
    return storage.attributes(at: hit.characterRange.lowerBound).attributes.link
  }

  /// The attachment at a point.
  /// - Throws: as `ensureLayout()`.
  public func attachment(at point: Point, inContainerAt index: Int) throws -> TextAttachment? {
    guard let hit = try hit(point, inContainerAt: index), hit.isInside else { return nil }
    return storage.attributes(at: hit.characterRange.lowerBound).attributes.attachment
  }

  // MARK: Pages

  /// The content of a container, as a separate layout; nil without text.
  /// - Parameter visible: if it is not nil, of a long text in an endless container only the sections that intersect
  ///   it.
  func layout(ofContainer index: Int, around visible: Rect? = nil) throws -> ChapterLayout? {
    var pages = live.pages(of: index)
    if let visible, pages.count > 1 {
      let first = live.page(at: visible.minY, in: index) ?? pages.lowerBound
      let end = live.pages[pages].partitioningIndex { $0.top >= visible.maxY.rawValue }
      pages = first..<max(first + 1, end)
    }
    return pages.isEmpty ? nil : try layout(ofPages: pages)
  }

  /// Kept pages as one page of a separate layout, with offsets into the whole text.
  private func layout(ofPages pages: Range<Int>) throws -> ChapterLayout {
    var lines: [LineFragment] = []
    var segments: [Segment] = []
    var attachments: [Int32: AttachmentLayout] = [:]
    let text = self.text
    for placed in live.pages[pages] {
      let base = text.attachmentBase(at: placed.start)
      let start = Int32(placed.start)
      let firstSegment = Int32(segments.count)
      lines += placed.page.lines.map { line in
        var line = line
        line.start += start
        line.end += start
        line.paragraph += Int32(placed.paragraph)
        line.firstSegment += firstSegment
        line.y += placed.top
        return line
      }
      segments += placed.page.segments.map { segment in
        var segment = segment
        segment.start += start
        if segment.kind == .attachment { segment.word += base }
        return segment
      }
      for (index, box) in placed.page.attachments { attachments[index + base] = box }
    }
    // Sections have neither boxes nor notes.
    let first = live.pages[pages.lowerBound]
    let last = live.pages[pages.upperBound - 1]
    var own = first.page.page.holding(lines: 0..<lines.count, boxes: first.page.page.boxes)
    own.start = first.range.lowerBound
    own.end = last.range.upperBound
    own.usedHeight = last.top + last.page.page.usedHeight
    var set = SetLines(lines: lines, segments: segments, attachments: attachments)
    let glyphs = typesetter.shaper.takeGlyphs(of: &set.segments)
    return ChapterLayout(
      of: Chapter(text: text, start: .page),
      ChapterContent(
        set: set, boxes: first.page.boxes, pages: [own], fonts: try fonts(), glyphs: glyphs,
        notes: first.page.notes))
  }

  private func fonts() throws -> [RunFont] {
    let styles = text.styles
    if live.fontGeneration != storage.text.styleSlots.generation {
      live.fontGeneration = storage.text.styleSlots.generation
      live.fonts.removeAll()
    }
    for index in live.fonts.count..<max(live.fonts.count, styles.count) {
      live.fonts.append(try RunFont(styles[index], cache: typesetter.shaper.cache))
    }
    return live.fonts
  }

  /// The containers that were laid out again since the text was last edited.
  /// - Throws: as `ensureLayout()`.
  public func relaidContainers() throws -> Range<Int> {
    try ensureLayout()
    return live.containers(of: live.relaidPages)
  }

  /// The text that was set again since it was last edited: for a long text in an endless container, a
  /// small part of it.
  /// - Throws: as `ensureLayout()`.
  public func relaidCharacterRange() throws -> Range<Int> {
    try ensureLayout()
    let fresh = live.pages[live.relaidPages]
    guard let first = fresh.first, let last = fresh.last else { return 0..<0 }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// The findings of the last layout, those of the typesetter about its fonts, and numbers of styles that are not
  /// numbers.
  public var findings: [Finding] {
    var list = FindingList()
    list.reportNotNumbers(in: storage.text.styles)
    list.append(contentsOf: live.findings)
    list.append(unlisted: typesetter.findings)
    return list.all
  }
}
