/// How far a text must be laid out for a request.
enum LayoutGoal {
  case everything
  /// All lines of a range of text.
  case characters(Range<Int>)
  /// A whole container.
  case container(Int)
  /// The lines of a container between two heights.
  case heights(from: Length, to: Length, container: Int)
  /// So many more UTF-16 units of text.
  case more(Int)

  /// Whether layout may end where a page ends.
  /// - Parameters:
  ///   - page: the index of the next page.
  ///   - made: the number of pages since layout began.
  ///   - most: the number of pages to make before looking again.
  fileprivate func isReached(
    at offset: Int, from start: Int, page: Int, endless: Int?, made: Int, most: Int
  ) -> Bool {
    switch self {
    case .everything: false
    case .characters(let range): offset >= range.upperBound
    case .container(let index): min(page, endless ?? page) > index
    case .heights: made >= most
    case .more(let count): offset - start >= count
    }
  }

  /// Whether layout after an edit may end where a page of a chain ends.
  func isReached(at offset: Int, from start: Int, page: Int) -> Bool {
    if case .heights(_, _, let container) = self { return page > container }
    return isReached(at: offset, from: start, page: page, endless: nil, made: 0, most: 0)
  }
}

/// Layout of a part of the text. What is not laid out is a gap: a page without lines, whose height
/// in an endless container is an estimate. Without `allowsNonContiguousLayout`, text is laid out
/// from its start on, so that the only gap is at the end and places are exact.
extension LayoutManager {
  /// Lays out the text at least to the end of a range (`ensureLayout(forCharacterRange:)`).
  /// - Throws: as `ensureLayout()`.
  public func ensureLayout(for range: Range<Int>) throws {
    try ensureLayout(.characters(range))
  }

  /// Lays out the part of a container that a rectangle shows (`ensureLayout(forBoundingRect:in:)`).
  /// - Throws: as `ensureLayout()`.
  public func ensureLayout(for rect: Rect, inContainerAt index: Int) throws {
    try ensureLayout(.heights(from: rect.minY, to: rect.maxY, container: index))
  }

  /// Lays out a container, and the text before it (`ensureLayout(for:)`).
  /// - Throws: as `ensureLayout()`.
  public func ensureLayout(forContainerAt index: Int) throws {
    try ensureLayout(.container(index))
  }

  /// Lays out some more text after that which is laid out: call it while the program has nothing
  /// else to do (`backgroundLayoutEnabled`).
  /// - Parameter count: at least how many UTF-16 units.
  /// - Returns: whether text is still to be laid out.
  /// - Throws: as `ensureLayout()`.
  public func continueLayout(characters count: Int = 50_000) throws -> Bool {
    try refuseWhileBusy()
    if !live.isValid { try followEdits(.more(count)) }
    if let gap = live.firstGap { try fill(gap, .more(max(1, count)), most: .max, from: nil) }
    return live.hasGaps
  }

  /// The first character that is not laid out, or for which there is no room; nil if all text is
  /// laid out. Asking lays out nothing; during an edit, the answer is about the text before it.
  public var firstUnlaidCharacterIndex: Int? {
    guard live.isValid else {
      guard let pending = live.pending, !live.pages.isEmpty else { return 0 }
      return live.pages[firstAffectedPage(pending.range, text)].range.lowerBound
    }
    if let gap = live.firstGap { return live.pages[gap].range.lowerBound }
    return live.isFull ? live.pages.last?.range.upperBound ?? 0 : nil
  }

  /// The ranges of the text that are laid out, in order. Asking lays out nothing.
  public var laidOutCharacterRanges: [Range<Int>] {
    guard live.isValid else {
      return firstUnlaidCharacterIndex.map { $0 > 0 ? [0..<$0] : [] } ?? []
    }
    var result: [Range<Int>] = []
    for page in live.pages where !page.isGap && !page.range.isEmpty {
      if let last = result.last, last.upperBound == page.range.lowerBound {
        result[result.count - 1] = last.lowerBound..<page.range.upperBound
      } else {
        result.append(page.range)
      }
    }
    return result
  }

  /// The height of an endless container's text, for a scroll bar: an estimate for the text that is
  /// not laid out. Lays out nothing but the start of the text.
  /// - Throws: as `ensureLayout()`.
  public func estimatedHeight(ofContainerAt index: Int) throws -> Length {
    try ensureLayout(.characters(0..<1))
    guard let last = live.pages[live.pages(of: index)].last else { return 0 }
    return Length(rawValue: last.top + last.page.page.usedHeight)
  }

  /// Refuses a query while the text or its layout changes.
  private func refuseWhileBusy() throws(LayoutError) {
    if isFlowing { throw .layoutInProgress }
    if storage.isEditing { throw .editingInProgress }
  }

  /// Lays out as much as a goal needs.
  func ensureLayout(_ goal: LayoutGoal) throws {
    try refuseWhileBusy()
    if !live.isValid { try followEdits(goal) }
    var most = 1
    while let (gap, paragraph) = gap(for: goal) {
      try fill(gap, beginsWithShapes(gap) ? .more(1) : goal, most: most, from: paragraph)
      most = min(64, most * 2)
    }
  }

  // MARK: Finding gaps

  /// Whether a gap may be laid out in its middle. A delegate is asked about glyphs by their number,
  /// which is only known if all text before them is laid out.
  private func isDivisible(_ gap: Int) -> Bool {
    guard allowsNonContiguousLayout, delegate == nil, let endless = live.endless else {
      return false
    }
    return gap > endless || gap == endless && !beginsWithShapes(gap)
  }

  /// Whether a gap that is otherwise divisible begins above the lowest shape of an endless container:
  /// that text must be laid out before it is known what is below the shape.
  private func beginsWithShapes(_ gap: Int) -> Bool {
    allowsNonContiguousLayout && delegate == nil && gap == live.endless
      && containers[gap].sectionStart != 0
  }

  /// The gap to be laid out for a goal, and the paragraph to begin with; nil for its first one.
  private func gap(for goal: LayoutGoal) -> (index: Int, paragraph: Int?)? {
    guard live.hasGaps, let first = live.firstGap else { return nil }
    let text = self.text
    switch goal {
    case .more: return nil
    case .everything: return (first, nil)
    case .container(let index): return live.container(of: first) <= index ? (first, nil) : nil
    case .characters(let range):
      guard isDivisible(first) else {
        return live.pages[first].range.lowerBound < range.upperBound ? (first, nil) : nil
      }
      var index = live.pageIndex(at: range.lowerBound) ?? 0
      while index < live.pages.count, live.pages[index].range.lowerBound < range.upperBound {
        if live.pages[index].isGap {
          let start = max(range.lowerBound, live.pages[index].range.lowerBound)
          return (index, text.paragraphIndex(at: start))
        }
        index += 1
      }
      return nil
    case .heights(let top, let bottom, let container):
      return gap(from: top, to: bottom, container: container, first)
    }
  }

  private func gap(
    from top: Length, to bottom: Length, container: Int, _ first: Int
  ) -> (index: Int, paragraph: Int?)? {
    let own = live.container(of: first)
    if own < container { return (first, nil) }
    guard own == container else { return nil }
    guard container == live.endless else { return (first, nil) }
    guard isDivisible(first) else {
      return live.pages[first].top <= bottom.rawValue ? (first, nil) : nil
    }
    var index = live.page(at: top, in: container) ?? first
    while index < live.pages.count, live.pages[index].top <= bottom.rawValue {
      let page = live.pages[index]
      if page.isGap {
        let height = max(1, page.page.page.usedHeight)
        let depth = min(height, max(0, top.rawValue - page.top))
        let offset = Int(Double(page.range.count) * Double(depth) / Double(height))
        return (index, text.paragraphIndex(at: page.range.lowerBound + offset))
      }
      index += 1
    }
    return nil
  }

  // MARK: Filling gaps

  /// The number of glyphs before the first paragraph of a page. Layout that begins with the page sets
  /// that paragraph with its lines on earlier pages.
  func glyphCount(beforeParagraphOf index: Int) -> Int {
    let page = live.pages[index]
    var count = live.glyphStarts[index]
    guard page.line > 0 else { return count }
    let words = typesetter.shaper.words
    for earlier in live.pages[..<index].reversed() {
      guard earlier.range.upperBound > page.start else { break }
      for line in earlier.page.lines where Int(line.paragraph) + earlier.paragraph == page.paragraph
      {
        for segment in earlier.page.segments[line.segmentRange] {
          count -= GlyphCount.of(segment, in: words)
        }
      }
    }
    return count
  }

  /// Lays out a gap, or a part of it.
  /// - Parameter paragraph: the paragraph to begin with; nil for the first one of the gap.
  private func fill(_ gap: Int, _ goal: LayoutGoal, most: Int, from paragraph: Int?) throws {
    let text = self.text
    let old = live.pages[gap]
    let next = gap + 1 < live.pages.count ? live.pages[gap + 1] : nil
    let last = next?.paragraph ?? text.paragraphs.count
    var start = Start(
      page: live.container(of: gap), paragraph: old.paragraph, line: old.line,
      isSection: live.endless.map { gap > $0 } ?? false, glyph: glyphCount(beforeParagraphOf: gap))
    let isSplit = paragraph.map { $0 > old.paragraph && $0 < last } ?? false
    if isSplit, let paragraph {
      start = Start(page: start.page, paragraph: paragraph, isSection: true)
    }
    var (made, isPlain, isStopped) = (0, true, false)
    let sections =
      text.isWithoutBlocks ? SectionPlan(oldStarts: next.map { [$0.paragraph] } ?? []) : nil
    let flowed = try flow(Chapter(text: text, start: .page), from: start, sections: sections) {
      boundary in
      made += 1
      let page = start.page + made
      if boundary.line > 0 { _ = try? self.container(page, at: boundary.offset) }
      isPlain = self.canBegin(boundary, page, text, isBeforePlain: isPlain)
      if let next, boundary.paragraph >= next.paragraph { isStopped = true }
      if isPlain,
        goal.isReached(
          at: boundary.offset, from: old.range.lowerBound, page: page, endless: self.live.endless,
          made: made, most: most)
      {
        isStopped = true
      }
      return isStopped
    }
    live.endless = sections == nil ? nil : containers.firstIndex(where: \.mayHaveSections)
    let fresh = placed(flowed, start, text)
    var pages = Array(live.pages[..<gap])
    if isSplit {
      pages.append(old.gap(upTo: Int(text.paragraphs[start.paragraph].start), start.paragraph))
    }
    let first = pages.count
    pages += fresh
    if isStopped, let end = flowed.boundaries.last, end.paragraph < last {
      pages.append(old.gap(from: end, text, last: last, after: fresh))
    }
    pages += live.pages[(gap + 1)...]
    live.pages = pages
    live.addFreshPages(first..<first + fresh.count)
    live.hasBoxes = storage.text.hasParagraphBlocks
    live.paragraphCount = text.paragraphs.count
    live.isFull =
      flowed.isCutOff && !isStopped && (pages.last?.range.upperBound ?? 0) < text.length
    live.settle()
    tellDelegate()
  }

  // MARK: Edits

  /// Brings the layout up to date with the edits. Where all text was laid out, it is again, but for the
  /// pages after the goal that may all change; gaps stay, and after an edit all that follows is a gap.
  func followEdits(_ goal: LayoutGoal) throws {
    let text = self.text
    if case .everything = goal, !live.hasGaps { return try relayEverything() }
    guard text.length > 0 else { return try relayEverything() }
    guard let pending = live.pending, canFollow else { return try beginWithGap(text) }
    guard live.hasGaps else { return try relayEverything(until: goal) }
    if delegate != nil { return try beginWithGap(text) }
    let kept = firstAffectedPage(pending.range, text)
    guard let last = live.pages.last, kept < live.pages.count else { return try beginWithGap(text) }
    let rest = live.pages[kept]
    live.pages.removeSubrange(kept...)
    live.pages.append(
      LiveLayout.Placed(
        gapIn: rest.range.lowerBound..<text.length, start: rest.start, paragraph: rest.paragraph,
        line: rest.line, paragraphCount: text.paragraphs.count - rest.paragraph,
        height: last.top + last.page.page.usedHeight - rest.top))
    (live.freshPages, live.relaidPages) = (0..<0, 0..<0)
    live.paragraphCount = text.paragraphs.count
    live.settle()
  }

  /// Replaces the layout by one gap.
  private func beginWithGap(_ text: AttributedText) throws {
    let first = try container(0, at: 0)
    live.pages = [
      LiveLayout.Placed(
        gapIn: 0..<text.length, start: 0, paragraph: 0, line: 0,
        paragraphCount: text.paragraphs.count,
        height: Self.estimatedHeight(of: text, width: first.lineWidth))
    ]
    live.endless = text.isWithoutBlocks ? containers.firstIndex(where: \.mayHaveSections) : nil
    live.isFull = false
    (live.freshPages, live.relaidPages) = (0..<0, 0..<0)
    live.paragraphCount = text.paragraphs.count
    live.settle()
  }

  /// The height of text before any of it is set: letters are taken to be half as wide as high.
  private static func estimatedHeight(of text: AttributedText, width: Int) -> Int {
    let first =
      text.paragraphs.first.map { text.styles[Int($0.style)].text.font.size.rawValue } ?? 0
    let size = min(max(1, first), 1 << 24)
    let perLine = max(1, min(width, 1 << 40) * 2 / size)
    return (text.length / perLine + text.paragraphs.count) * (size * 6 / 5)
  }
}

extension LiveLayout {
  /// The first page that is not laid out.
  var firstGap: Int? {
    hasGaps ? pages.firstIndex { $0.isGap } : nil
  }
}

extension LiveLayout.Placed {
  /// Whether its text is not laid out.
  var isGap: Bool { page.isGap }

  /// A gap.
  /// - Parameters:
  ///   - start: the text offset of the first paragraph.
  ///   - line: the line of that paragraph with which the gap begins.
  init(
    gapIn range: Range<Int>, start: Int, paragraph: Int, line: Int, paragraphCount: Int, height: Int
  ) {
    self.init(
      page: LivePage(
        gapIn: range.lowerBound - start..<max(range.lowerBound, range.upperBound) - start,
        paragraphCount: paragraphCount, height: max(0, height)),
      paragraph: paragraph, start: start, line: line, isPlain: true)
  }

  /// The text from the end of a page in a chain on.
  init(gapFrom boundary: PageBoundary, _ text: AttributedText) {
    self.init(
      gapIn: boundary.offset..<text.length, start: Int(text.paragraphs[boundary.paragraph].start),
      paragraph: boundary.paragraph, line: boundary.line,
      paragraphCount: text.paragraphs.count - boundary.paragraph, height: 0)
  }

  /// The height of a part of the gap.
  private func height(of part: Range<Int>) -> Int {
    Int(Double(page.page.usedHeight) * Double(part.count) / Double(max(1, range.count)))
  }

  /// The part of the gap before a paragraph.
  fileprivate func gap(upTo end: Int, _ next: Int) -> Self {
    let part = range.lowerBound..<max(range.lowerBound, end)
    return Self(
      gapIn: part, start: start, paragraph: paragraph, line: line, paragraphCount: next - paragraph,
      height: height(of: part))
  }

  /// The part of the gap from a boundary on; as high in proportion as the text that was just laid
  /// out.
  fileprivate func gap(
    from boundary: PageBoundary, _ text: AttributedText, last: Int, after fresh: [Self]
  ) -> Self {
    let part = boundary.offset..<max(boundary.offset, range.upperBound)
    let known = fresh.reduce(0) { $0 + $1.range.count }
    var height = height(of: part)
    if known > 1000 {
      let sum = fresh.reduce(0) { $0 + $1.page.page.usedHeight }
      height = Int(Double(sum) * Double(part.count) / Double(known))
    }
    return Self(
      gapIn: part, start: Int(text.paragraphs[boundary.paragraph].start),
      paragraph: boundary.paragraph, line: boundary.line,
      paragraphCount: last - boundary.paragraph, height: height)
  }
}
