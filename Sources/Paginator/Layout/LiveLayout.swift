/// A page that a manager keeps while its text is edited. Offsets count from the page's first
/// paragraph, so that text typed before it changes nothing in the page.
final class LivePage: Sendable {
  let lines: [LineFragment]
  /// Those of kind `word` refer to the words of the manager's shaper, attachments are counted from
  /// the page's first.
  let segments: [Segment]
  let boxes: [BoxFragment]
  /// By attachment, counted from the page's first.
  let attachments: [Int32: AttachmentLayout]
  let notes: [Int32: ChapterLayout]
  /// The page; its ranges of lines and boxes begin at 0.
  let page: PageLayout
  let glyphCount: Int
  /// Around the used parts of its lines.
  let usedRect: Rect
  /// Whether its text is not laid out: it has no lines, and its height is an estimate.
  let isGap: Bool
  /// The `PageBoundary.decidedBy` of its end, counted from this page's first paragraph.
  let decidedBy: Int

  /// - Parameters:
  ///   - paragraph: the index of the page's first paragraph.
  ///   - start: the text offset of that paragraph.
  init(
    _ index: Int, of flowed: LayoutManager.Flowed, paragraph: Int, start: Int,
    words: [ShapedWord]
  ) {
    let layout = flowed.layout
    let page = layout.pages[index]
    var segments: [Segment] = []
    var glyphs = 0
    var attachments: [Int32: AttachmentLayout] = [:]
    let base = layout.text.attachmentBase(at: start)
    lines = page.lines.map { number in
      var line = layout.lines[number]
      let first = Int32(segments.count)
      for index in line.segmentRange {
        var segment = flowed.segments[index]
        if !line.flags.contains(.isRepeated) { glyphs += GlyphCount.of(segment, in: words) }
        if segment.kind == .attachment {
          let known = layout.attachments[segment.word]
          segment.word -= base
          attachments[segment.word] = known
        }
        segment.start -= Int32(start)
        segments.append(segment)
      }
      for marker in layout.text.markers(of: layout.text.paragraphs[Int(line.paragraph)]) {
        attachments[Int32(marker) - base] = layout.attachments[Int32(marker)]
      }
      line.firstSegment = first
      line.start -= Int32(start)
      line.end -= Int32(start)
      line.paragraph -= Int32(paragraph)
      return line
    }
    self.segments = segments
    self.attachments = attachments
    boxes = Array(layout.boxes[page.boxes])
    notes = page.notes.reduce(into: [:]) { $0[$1.note] = layout.notes[$1.note] }
    var own = page.holding(lines: 0..<page.lines.count, boxes: 0..<page.boxes.count)
    own.start -= start
    own.end -= start
    self.page = own
    glyphCount = glyphs
    usedRect = Rect.around(lines: lines.lazy.map(\.usedRect))
    isGap = false
    decidedBy = flowed.boundaries[index].decidedBy - paragraph
  }

  /// The place of text that is not laid out.
  init(gapIn range: Range<Int>, paragraphCount: Int, height: Int) {
    lines = []
    segments = []
    attachments = [:]
    boxes = []
    notes = [:]
    page = PageLayout(
      filling: .zero, lines: 0..<0, boxes: 0..<0, start: range.lowerBound, end: range.upperBound,
      usedHeight: height)
    glyphCount = 0
    usedRect = .zero
    isGap = true
    decidedBy = paragraphCount
  }
}

extension AttributedText {
  /// The index from which the attachments of a page are counted, by the offset of its first paragraph.
  /// In text of a book, it is 0: deleted attachments keep their places there.
  func attachmentBase(at start: Int) -> Int32 {
    paragraphsFollowText ? Int32(firstAttachment(from: start)) : 0
  }
}

/// The pages of a manager, and the edits since they were laid out.
struct LiveLayout {
  /// A page and its place in the text.
  struct Placed {
    let page: LivePage
    /// The index of the page's first paragraph.
    var paragraph: Int
    /// The text offset of that paragraph.
    var start: Int
    /// The line of that paragraph with which the page begins.
    let line: Int
    /// Whether layout can begin with this page.
    let isPlain: Bool
    /// The top of its lines in the container, in 1/1024 points; more than 0 below other sections.
    var top = 0
    /// Those about this page and the pages that were laid out together with it.
    var findings: [Finding] = []

    var range: Range<Int> { page.page.start + start..<page.page.end + start }
    var decidedBy: Int { page.decidedBy + paragraph }
  }

  /// The pages, followed by the sections of the endless container, if there is one.
  var pages: [Placed] = []
  /// The index of the container that has sections; nil where every container is one page.
  var endless: Int?
  /// The frames requested most recently, by page.
  var frames: [Int: TextFrame] = [:]
  var isValid = false
  /// Whether some pages are gaps: text that is not laid out.
  private(set) var hasGaps = false
  /// Whether the text had boxes when it was laid out.
  var hasBoxes = false
  /// Whether the containers ended before the text did.
  var isFull = false
  var findings: [Finding] { pages.flatMap(\.findings) }
  /// The edits since the last layout.
  private(set) var pending: TextEditRecord?
  /// The fonts of the text's styles, by style index; valid for `fontGeneration`.
  var fonts: [RunFont] = []
  var fontGeneration = 0
  /// Whether the delegate has ever returned anything but the default.
  var delegateDecides = false
  /// The number of glyphs before each page, with the total as the last entry.
  var glyphStarts: [Int] = []
  /// The number of paragraphs when the text was laid out.
  var paragraphCount = 0
  /// The pages that the last layout set again.
  var freshPages = 0..<0

  /// The pages that were set again since the last edit, in one or more layouts.
  var relaidPages = 0..<0

  /// Notes the pages that a part of the layout has set.
  mutating func addFreshPages(_ fresh: Range<Int>) {
    let goesOn = !relaidPages.isEmpty && relaidPages.upperBound == fresh.lowerBound
    relaidPages = goesOn ? relaidPages.lowerBound..<fresh.upperBound : fresh
    freshPages = fresh
  }

  /// The containers of some pages.
  func containers(of pages: Range<Int>) -> Range<Int> {
    guard let last = pages.last else { return 0..<0 }
    return container(of: pages.lowerBound)..<container(of: last) + 1
  }

  mutating func note(_ edit: TextEditRecord) {
    isValid = false
    pending = pending?.followed(by: edit) ?? edit
  }

  mutating func settle() {
    pending = nil
    isValid = true
    hasGaps = pages.contains(where: \.isGap)
    var sum = 0
    glyphStarts.removeAll(keepingCapacity: true)
    for placed in pages {
      glyphStarts.append(sum)
      sum += placed.page.glyphCount
    }
    glyphStarts.append(sum)
    frames.removeAll(keepingCapacity: true)
    guard let endless else { return }
    for index in pages.indices.dropFirst(endless + 1) {
      pages[index].top = pages[index - 1].top + pages[index - 1].page.page.usedHeight
    }
  }

  /// How many containers hold text.
  var containerCount: Int {
    let whole = endless.map { min(pages.count, $0 + 1) } ?? pages.count
    // A gap at the end of a chain of pages is no container.
    guard let last = pages.last, last.isGap, pages.count - 1 < endless ?? .max else { return whole }
    return pages.count - 1
  }

  /// The container of a page or section.
  func container(of page: Int) -> Int { endless.map { min(page, $0) } ?? page }

  /// The pages or sections of a container; empty for a container without text.
  func pages(of container: Int) -> Range<Int> {
    guard container >= 0, container < containerCount else { return pages.count..<pages.count }
    return container == endless ? container..<pages.count : container..<container + 1
  }

  /// The page or section of a container at a height.
  func page(at y: Length, in container: Int) -> Int? {
    let own = pages(of: container)
    guard !own.isEmpty else { return nil }
    let index = pages[own].partitioningIndex { $0.top > y.rawValue }
    return max(own.lowerBound, index - 1)
  }

  /// The pages that have text of a range.
  func pages(with range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    let first = pages.partitioningIndex { $0.range.upperBound > range.lowerBound }
    return first..<max(first, pages.partitioningIndex { $0.range.lowerBound >= range.upperBound })
  }

  /// The page that holds a text offset.
  func pageIndex(at offset: Int) -> Int? {
    guard !pages.isEmpty else { return nil }
    return max(0, pages.partitioningIndex { $0.range.lowerBound > offset } - 1)
  }
}

extension LayoutManager {
  /// Discards the layout: everything is laid out again at the next request.
  public func invalidateLayout() {
    live = LiveLayout()
    delegate?.layoutManagerDidInvalidateLayout(self)
  }

  /// Lays out what has changed since the last layout. A delegate that has only returned defaults, or
  /// that decides by paragraph (`LayoutManagerDelegate.decidesByParagraph`), is asked about the text
  /// that is set again; any other delegate is asked about all of the text. An
  /// edit is laid out from the first page whose end depends on the edited paragraph or the one
  /// before it, up to a page that begins as an old page did.
  ///
  /// - Throws: `BookError` when no font is usable; `LayoutError` when there is no container, when none
  ///   has room for a line, for a page break in an endless one, while a delegate is asked for a
  ///   decision (`layoutInProgress`), and during an edit of the text (`editingInProgress`).
  public func ensureLayout() throws { try ensureLayout(.everything) }

  /// Whether the pages before an edit may stay.
  var canFollow: Bool {
    !live.pages.isEmpty && !live.delegateDecides && !live.isFull
      && !storage.text.hasParagraphBlocks && !live.hasBoxes
  }

  /// Lays out what the edits change.
  /// - Parameter goal: what is asked for. In a chain of pages, a line more moves the ends of all pages after
  ///   it: these become a gap if none of the first ones after the goal ends as before.
  func relayEverything(until goal: LayoutGoal = .everything) throws {
    let text = self.text
    var start = Start.beginning
    var kept = 0
    if let pending = live.pending, canFollow {
      kept = firstAffectedPage(pending.range, text)
      if kept > 0 {
        start = Start(
          page: live.container(of: kept), paragraph: live.pages[kept].paragraph,
          line: live.pages[kept].line, isSection: live.endless.map { kept > $0 } ?? false,
          glyph: glyphCount(beforeParagraphOf: kept))
      }
    } else {
      live.pages = []
    }
    let decided = live.delegateDecides
    try relay(text, from: start, kept: kept, until: goal)
    if !decided, live.delegateDecides, kept > 0 || live.freshPages.upperBound < live.pages.count {
      // Its answers may also change the pages that it was not asked about.
      live.pages = []
      try relay(text, from: .beginning, kept: 0, until: .everything)
    }
    live.settle()
    tellDelegate()
  }

  func firstAffectedPage(_ edited: Range<Int>, _ text: AttributedText) -> Int {
    guard !text.paragraphs.isEmpty else { return 0 }
    // Paragraphs before the edited one keep their old indices.
    let paragraph = text.paragraphIndex(at: edited.lowerBound) - 1
    var page = live.pages.partitioningIndex { $0.decidedBy > paragraph }
    page = min(page, live.pages.count - 1)
    while page > 0, !live.pages[page].isPlain || live.pages[page].paragraph > paragraph {
      page -= 1
    }
    return max(0, page)
  }

  /// The number of pages after the goal that are laid out to see whether they end as before.
  private static let mostPagesPastGoal = 8

  private func relay(
    _ text: AttributedText, from start: Start, kept: Int, until goal: LayoutGoal
  ) throws {
    let old = live.pages
    let pending = live.pending
    var resumed: Int?
    let sections = text.isWithoutBlocks ? SectionPlan(oldStarts: oldStarts(from: kept, text)) : nil
    var (page, isPlain, pagesPastGoal) = (kept, true, 0)
    let first = old.indices.contains(kept) ? old[kept].range.lowerBound : 0
    let flowed = try flow(
      Chapter(text: text, start: .page), from: start, sections: sections
    ) { boundary in
      page += 1
      guard let pending else { return false }
      if boundary.line > 0 { _ = try? self.container(page, at: boundary.offset) }
      isPlain = self.canBegin(boundary, page, text, isBeforePlain: isPlain)
      if isPlain { resumed = self.meeting(boundary, page, old, pending, text) }
      if isPlain, self.mayLeaveGap(boundary, page, text),
        goal.isReached(at: boundary.offset, from: first, page: page)
      {
        pagesPastGoal += 1
      }
      return resumed != nil || pagesPastGoal > Self.mostPagesPastGoal
    }
    live.endless = sections == nil ? nil : containers.firstIndex(where: \.mayHaveSections)
    var pages = Array(old[..<kept])
    let fresh = placed(flowed, start, text)
    pages += fresh
    if let resumed, let pending {
      pages += moved(old[resumed...], by: pending, text)
    } else if pagesPastGoal > Self.mostPagesPastGoal, let end = flowed.boundaries.last {
      pages.append(LiveLayout.Placed(gapFrom: end, text))
    }
    live.relaidPages = kept..<kept + fresh.count
    live.freshPages = live.relaidPages
    live.paragraphCount = text.paragraphs.count
    live.pages = pages
    live.hasBoxes = storage.text.hasParagraphBlocks
    live.isFull =
      flowed.isCutOff && resumed == nil && (pages.last?.range.upperBound ?? 0) < text.length
  }

  /// Old pages after an edit, which their text has moved.
  private func moved(
    _ pages: ArraySlice<LiveLayout.Placed>, by edit: TextEditRecord, _ text: AttributedText
  ) -> [LiveLayout.Placed] {
    let shift = text.paragraphs.count - live.paragraphCount
    return pages.map { page in
      var page = page
      page.start += edit.changeInLength
      page.paragraph += shift
      return page
    }
  }

  /// Whether the text from a boundary on may become a gap: sections of an endless container stay, because
  /// they are only moved, and a delegate is asked about all text.
  private func mayLeaveGap(_ boundary: PageBoundary, _ page: Int, _ text: AttributedText) -> Bool {
    delegate == nil && page < live.endless ?? .max && boundary.paragraph < text.paragraphs.count
  }

  /// The paragraphs after the edit with which old sections began, by their current indices.
  private func oldStarts(from kept: Int, _ text: AttributedText) -> [Int] {
    guard let pending = live.pending, let endless = live.endless else { return [] }
    let shift = text.paragraphs.count - live.paragraphCount
    return live.pages.dropFirst(max(kept, endless) + 1).compactMap { page in
      page.start + pending.changeInLength >= pending.range.upperBound
        ? page.paragraph + shift : nil
    }
  }

  /// The old page that begins as the next new page would: after the edit, with the same line, and
  /// with equivalent containers from there on.
  private func meeting(
    _ boundary: PageBoundary, _ page: Int, _ old: [LiveLayout.Placed],
    _ pending: TextEditRecord, _ text: AttributedText
  ) -> Int? {
    guard boundary.isPlain, boundary.paragraph < text.paragraphs.count,
      Int(text.paragraphs[boundary.paragraph].start) >= pending.range.upperBound,
      // Of a paragraph that begins at the edit's end, the first characters may have been deleted:
      // its other lines depend on them, by its direction.
      boundary.line == 0
        || Int(text.paragraphs[boundary.paragraph].start) > pending.range.upperBound,
      // An empty last paragraph takes its style from the text before it.
      !text.paragraphs[boundary.paragraph].range.isEmpty
    else { return nil }
    let offset = boundary.offset - pending.changeInLength
    let index = old.partitioningIndex { $0.range.lowerBound >= offset }
    guard index < old.count, old[index].range.lowerBound == offset,
      old[index].line == boundary.line, old[index].isPlain,
      boundary.paragraph - (text.paragraphs.count - live.paragraphCount) == old[index].paragraph
    else { return nil }
    if let endless = live.endless, index > endless, page > endless {
      // A section includes the space between its first paragraph and the one before.
      guard Int(text.paragraphs[boundary.paragraph - 1].start) > pending.range.upperBound else {
        return nil
      }
      // Sections of one container may change in number: they are simply stacked.
      return index
    }
    if index == page { return index }
    // Pages may move only to equivalent containers.
    for number in 0..<old.count - index {
      guard let new = try? container(page + number, at: 0), index + number < containers.count,
        new.isAlike(containers[index + number])
      else { return nil }
    }
    return index
  }

  func placed(
    _ flowed: Flowed, _ start: Start, _ text: AttributedText
  ) -> [LiveLayout.Placed] {
    let words = typesetter.shaper.words
    var result: [LiveLayout.Placed] = []
    var paragraph = start.paragraph
    var line = start.line
    var isPlain = true
    for (index, boundary) in flowed.boundaries.enumerated() {
      let first = paragraph < text.paragraphs.count ? Int(text.paragraphs[paragraph].start) : 0
      result.append(
        LiveLayout.Placed(
          page: LivePage(
            index, of: flowed, paragraph: paragraph, start: first, words: words),
          paragraph: paragraph, start: first, line: line, isPlain: isPlain))
      paragraph = boundary.paragraph
      line = boundary.line
      isPlain = canBegin(boundary, result.count + start.page, text, isBeforePlain: isPlain)
    }
    if !result.isEmpty { result[0].findings = flowed.layout.findings }
    return result
  }

  /// Whether layout can begin at a boundary, with a page of a number.
  /// - Parameter isBeforePlain: whether it can begin with the page before.
  func canBegin(
    _ boundary: PageBoundary, _ page: Int, _ text: AttributedText, isBeforePlain: Bool
  ) -> Bool {
    guard boundary.isPlain else { return false }
    if boundary.line == 0 {
      return boundary.paragraph >= text.paragraphs.count
        || boundary.offset == Int(text.paragraphs[boundary.paragraph].start)
    }
    // In containers that are not plain rectangles, line numbers restart in each container. A
    // paragraph that continues from the previous page must have been set for one measure, and its
    // attachments for one height.
    guard page > 0, page < containers.count, isBeforePlain else { return false }
    let (above, own) = (containers[page - 1], containers[page])
    return above.isSimpleRectangular && own.isSimpleRectangular && above.lineWidth == own.lineWidth
      && (above.heightForImages == own.heightForImages
        || !text.hasAttachments(in: text.paragraphs[boundary.paragraph]))
  }

  func tellDelegate() {
    guard let delegate else { return }
    for index in live.containers(of: live.freshPages) where index < containers.count {
      delegate.layoutManager(
        self, didCompleteLayoutFor: containers[index],
        atEnd: index == live.containerCount - 1 && !live.isFull && !live.hasGaps)
    }
  }
}
