/// One flow of a chapter's paragraphs through the containers of a layout manager.
///
/// Rows are made paragraph by paragraph and stacked in the container. When a row overflows, the
/// page break is chosen by looking back over the rows of the page, and the rows after the break
/// continue in the next container. If that container has another width, they are set again from the
/// break on. Where page ends are chosen together, all rows are made first.
struct ChapterFlow {
  private let manager: LayoutManager
  private let chapter: Chapter
  private let rules: PagingRules
  private let start: LayoutManager.Start
  private let first: TextContainer
  /// Called at every page's end; returns true to end the flow there. Nil if the containers must hold
  /// all of the text.
  private let stop: ((PageBoundary) -> Bool)?
  private var flow: Flow
  private var filler: PageFiller
  /// The next paragraph to set.
  private var next: Int

  /// The breaks of all lines, if the manager records them.
  private(set) var recordedBreaks: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)] = []
  /// How page ends were chosen; nil unless the manager records it.
  private(set) var pageRecord: PageRecord?

  /// - Parameter first: the container of the page on which it starts.
  init(
    _ manager: LayoutManager, _ chapter: Chapter, in first: TextContainer,
    from start: LayoutManager.Start, _ rules: PagingRules, stop: ((PageBoundary) -> Bool)?
  ) throws {
    self.manager = manager
    self.chapter = chapter
    self.rules = rules
    self.start = start
    self.first = first
    self.stop = stop
    let text = manager.text
    var options = Self.options(manager, for: first, rules.breaking, text)
    options.isFixedLayout = chapter.isFixedLayout
    let setter = try LineSetter(text: text, typesetter: manager.typesetter, options: options)
    let context = FlowContext(
      setter: setter, pageHeight: first.heightForImages ?? FlowContext.noPageHeight,
      glyphsBefore: start.glyph)
    flow = Flow(context, width: first.lineWidth)
    if start.paragraph == 0, stop == nil {
      flow.setLines.segments.reserveCapacity(min(text.units.count / 3, Self.mostReserved))
    }
    flow.placesOnPage = chapter.isFixedLayout
    // Text that is edited is set again from any page on, and text in a shape needs the place of each line.
    flow.keepsCutOff = stop != nil || !first.isSimpleRectangular
    flow.dividesHighBlocks = rules.breaking == .optimal
    filler = PageFiller(text, container: first, start: start)
    filler.grid = setter.baselineGrid
    filler.kept = rules.kept
    next = start.paragraph
  }

  /// So many segments have room from the start. Most text has a word and a space in six units.
  private static let mostReserved = 1 << 16

  private static func options(
    _ manager: LayoutManager, for first: TextContainer, _ pageBreaking: PageBreaking,
    _ text: AttributedText
  ) -> LineSetter.Options {
    // Page breaking may set paragraphs a line longer or shorter: keep what is needed to break them
    // again.
    let prepared = manager.prepared ?? (pageBreaking == .optimal ? PreparedText(text) : nil)
    return LineSetter.Options(
      hooks: LayoutHooks(manager), hyphenationFactor: manager.hyphenationFactor,
      usesFontLeading: manager.usesFontLeading, prepared: prepared,
      pageWidth: first.isInLine || first.isEndless ? nil : first.lineWidth,
      isUnbreakable: first.isInLine, widestUnbroken: widestUnbroken(in: first),
      recordsOutcomes: manager.recordsBreaks)
  }

  private static func widestUnbroken(in first: TextContainer) -> Int? {
    if first.isInLine { return NestedLayout.isEndless(first.lineWidth) ? nil : first.lineWidth }
    return first.isEndless ? nil : first.lineWidth
  }

  /// Divides the text of an endless container into sections.
  mutating func divide(by sections: SectionPlan?) { filler.sections = sections }

  /// Sets the text and fills pages until the text ends or the flow is stopped.
  mutating func run() throws -> LayoutManager.Flowed {
    flow.begin(at: start)
    flow.reportPageMargins()
    if rules.breaking == .optimal, flow.setter.hooks == nil, let height = try commonHeight() {
      try appendRest()
      recordedBreaks = flow.setLines.outcomes
      return LayoutManager.Flowed(
        layout: try layOutPlanned(height), segments: [], boundaries: [], isCutOff: false)
    }
    var isStopped = false
    if next < flow.text.paragraphs.count {
      flow.shape = filler.shape
      next = try flow.append(next, from: start.inside(flow.text))
      filler.skip(start, flow)
      isStopped = try fill(isAtEnd: false)
    }
    if !isStopped { isStopped = try fillRest() }
    recordedBreaks = flow.setLines.outcomes
    if manager.recordsBreaks { pageRecord = PageRecord(flow, []) }
    let segments = flow.setLines.segments
    let layout = filler.finish(&flow, chapter: chapter, isCutOff: isStopped)
    return LayoutManager.Flowed(
      layout: layout, segments: segments, boundaries: filler.boundaries, isCutOff: isStopped)
  }

  // MARK: Page ends chosen together

  /// The height of all containers; nil if pages must be filled one by one, as where containers
  /// differ.
  private func commonHeight() throws -> Int? {
    guard let nextContainer = manager.nextContainer, manager.containers.count == 1,
      !first.isEndless, first.isSimpleRectangular, first.maximumNumberOfLines == 0,
      first.pageHeight == nil, first.blockAlignment == .top
    else { return nil }
    // Compare the next two containers, a left and a right page, with the first one.
    for index in 1...2 {
      guard let next = nextContainer(index), next.size == first.size,
        next.lineWidth == first.lineWidth, next.isSimpleRectangular, next.pageHeight == nil
      else { return nil }
    }
    return first.size.height.rawValue
  }

  /// Fills pages as planned; twice if the page ends for the other side differ.
  private mutating func layOutPlanned(_ height: Int) throws -> ChapterLayout {
    let startsOnLeft = rules.startsOnLeft
    var planner = PagePlanner(
      height: height, startsOnLeft: startsOnLeft, kept: rules.kept,
      mostOverrun: rules.mostOverrun.rawValue)
    let plan = try planner.plan(
      flow, notes: &filler.noteArea, separator: filler.container.noteSeparator.rawValue,
      grid: filler.grid, sideIsKnown: rules.sideIsKnown)
    if manager.recordsBreaks { pageRecord = PageRecord(flow, planner.searches) }
    guard let plan else { return try filled() }
    filler.plannedOverrun = planner.overrun
    guard let otherPlan = plan.other else {
      if plan.isForOneSide { filler.suitsLeft = startsOnLeft }
      filler.plannedEnds = try planner.apply(plan.own, &flow)[...]
      return try filled()
    }
    var other = self
    filler.plannedEnds = try planner.apply(plan.own, &flow)[...]
    other.filler.plannedEnds = try planner.apply(otherPlan, &other.flow)[...]
    other.filler.suitsLeft = !startsOnLeft
    filler.suitsLeft = startsOnLeft
    return try filled(otherSide: try other.filled())
  }

  private mutating func filled(otherSide: ChapterLayout? = nil) throws -> ChapterLayout {
    next = flow.text.paragraphs.count
    _ = try fill(isAtEnd: true)
    if next < flow.text.paragraphs.count { _ = try fillRest() }
    return filler.finish(&flow, chapter: chapter, otherSide: otherSide)
  }

  // MARK: Filling pages

  /// Sets what is left of the text, and fills pages with it.
  /// - Returns: whether the flow must stop here.
  private mutating func fillRest() throws -> Bool {
    repeat {
      while next < flow.text.paragraphs.count {
        flow.shape = filler.shape
        next = try flow.append(next)
        if try fill(isAtEnd: false) { return true }
      }
      filler.close(try flow.finish())
      if try fill(isAtEnd: true) { return true }
      // Rows that were discarded are set again.
    } while next < flow.text.paragraphs.count
    return false
  }

  /// Ends pages until the available rows fit on the current one.
  /// - Parameter isAtEnd: whether all of the text is set.
  /// - Returns: whether the flow must stop here.
  private mutating func fill(isAtEnd: Bool) throws -> Bool {
    if !isAtEnd, flow.isInCutOff { return false }
    while let end = try filler.pageEnd(&flow, isAtEnd: isAtEnd) {
      if filler.cutsOff {
        filler.truncate(&flow)
        return true
      }
      let isFull = filler.isFull
      filler.endPage(at: end, &flow, decidedBy: next)
      if let boundary = filler.boundaries.last, stop?(boundary) ?? false { return true }
      if filler.isSection { continue }
      let offset = filler.resumeOffset(flow)
      if filler.isEndless {
        // The text after the last line that an endless container takes has no room.
        guard isFull else { throw LayoutError.breakInEndlessContainer(at: offset) }
        return try stopForLackOfContainers(at: offset)
      }
      guard let container = try manager.availableContainer(filler.nextPage) else {
        return try stopForLackOfContainers(at: offset)
      }
      try begin(container, isAtEnd: isAtEnd)
    }
    return false
  }

  /// Goes on in the next container.
  private mutating func begin(_ container: TextContainer, isAtEnd: Bool) throws {
    let before = flow.pageHeight
    if let height = container.heightForImages {
      flow.context.pageHeight = height
    } else if isLive {
      flow.context.pageHeight = FlowContext.noPageHeight
    }
    let isReset = filler.needsReset(for: container, flow)
    filler.begin(container)
    if isReset {
      next = try filler.restart(&flow, width: container.lineWidth)
      if isAtEnd { try appendRest() }
    } else if let paragraph = try filler.leaveFloatsBehind(&flow) {
      next = paragraph
    } else if isLive, flow.pageHeight != before, let paragraph = try filler.fitAttachments(&flow) {
      next = paragraph
    }
  }

  /// Whether the layout is kept while the text is edited: it must be the same wherever it begins.
  private var isLive: Bool { stop != nil }

  /// Whether the flow stops where the containers are full: a live layout may be short of containers.
  private func stopForLackOfContainers(at offset: Int) throws -> Bool {
    guard stop != nil else { throw LayoutError.containersFull(at: offset) }
    return true
  }

  /// Sets the rest of the text: all of it for planned pages, otherwise the text whose rows were
  /// discarded because the next container has another width.
  private mutating func appendRest() throws {
    var due = next
    while next < flow.text.paragraphs.count {
      // The time limit is otherwise checked at page ends, and no page ends here.
      if next >= due {
        try manager.typesetter.meter?.check()
        due = next + 64
      }
      next = try flow.append(next)
    }
    filler.close(try flow.finish())
  }
}

extension LayoutManager {
  /// The start of a flow: the first line of a page.
  struct Start {
    var page = 0
    var paragraph = 0
    /// The number of lines of that paragraph that are on earlier pages.
    var line = 0
    /// The text offset in that paragraph at which to begin, if the line is not known.
    var offset: Int?
    /// Whether it begins below another section of the same container.
    var isSection = false
    /// The number of glyphs before its paragraph, for the delegate.
    var glyph = 0
    static let beginning = Start()

    /// The offset, unless it is the start of the paragraph.
    func inside(_ text: AttributedText) -> Int? {
      offset.flatMap { $0 > Int(text.paragraphs[paragraph].start) ? $0 : nil }
    }
  }

  /// The result of a flow.
  struct Flowed {
    let layout: ChapterLayout
    /// Those of the layout, whose words are still the shaper's; empty if nothing can be edited.
    let segments: [Segment]
    /// For every page, the boundary at its end.
    let boundaries: [PageBoundary]
    /// Whether it ended before the text, because it was stopped or had no more containers.
    let isCutOff: Bool
  }
}
