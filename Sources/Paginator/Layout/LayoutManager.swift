/// Flows the paragraphs of a storage through a chain of containers. The chapter's conductor.
///
/// Rows are made paragraph by paragraph and stacked in the container. When a row overflows, the
/// page break is chosen by looking back over the rows of the page, and the rows after the break
/// continue in the next container. If that container has another width, they are set again from the
/// break on.
///
/// A manager either lays a chapter out once (`layOut(_:)`), or keeps its layout up to date while
/// the storage is edited: ask it for pages, glyphs or rectangles, and it lays out what has changed.
public final class LayoutManager {
  /// The text that is laid out.
  public unowned let storage: TextStorage
  /// Sets the lines of the text.
  public let typesetter: Typesetter
  /// The containers, in the order in which text fills them.
  public private(set) var containers: [TextContainer] = []
  /// Supplies the next container at the end of the chain. If it is nil or returns nil, the delegate
  /// is asked; without a container from either, the layout ends.
  public var nextContainer: ((_ index: Int) -> TextContainer?)?
  /// Is asked for decisions and notified while text is laid out; nil for the defaults.
  public weak var delegate: (any LayoutManagerDelegate)? {
    didSet {
      undelegated = []
      invalidateLayout()
    }
  }
  /// The decisions for which the delegate was found to have no method of its own.
  var undelegated: DelegateDecisions = []
  /// The hyphenation factor of paragraphs whose style has none
  /// (`NSLayoutManager.hyphenationFactor`): words are hyphenated where a line would otherwise fill
  /// less than this share of its measure. 0, or NaN, for none.
  public var hyphenationFactor = 0.0 { didSet { invalidateLayout() } }
  /// Whether lines include the leading that fonts ask for (`NSLayoutManager.usesFontLeading`). Text
  /// whose style has a line height of its own, and text in boxes of its own, does not change.
  public var usesFontLeading = true {
    didSet { if oldValue != usesFontLeading { invalidateLayout() } }
  }
  /// Whether drawings show marks for spaces, tabs and separators. They never move text.
  public var showsInvisibleCharacters = false
  /// Whether drawings show marks for control and format characters.
  public var showsControlCharacters = false
  /// Whether text in an endless container may be laid out without the text before it
  /// (`NSLayoutManager.allowsNonContiguousLayout`): the visible part of a long text is then there at
  /// once, at a place that is estimated. If false, every place is exact. Not used with a delegate.
  public var allowsNonContiguousLayout = false {
    didSet { if oldValue != allowsNonContiguousLayout { invalidateLayout() } }
  }
  /// Shaping and breaks kept from the layout for another page; nil where the text is laid out once.
  var prepared: PreparedText?
  /// Whether breaks are recorded, for `dump breaks`.
  var recordsBreaks = false
  private(set) var recordedBreaks: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)] = []
  /// How page ends were chosen; nil unless `recordsBreaks`.
  private(set) var pageRecord: PageRecord?
  /// How page ends are chosen when a chapter is laid out once. A layout that is kept while its
  /// storage is edited always uses first fit.
  public var pageBreaking = PageBreaking.firstFit
  /// Whether the first container is a left page. Only for page ends that are chosen together.
  public var startsOnLeft = false
  /// Whether that is certain; otherwise pages are chosen for both sides, where they differ.
  var sideIsKnown = false
  /// The page starts of an earlier edition, to be kept where possible. Only for page ends that are
  /// chosen together.
  var kept: KeptChapter?
  /// The height of the margin below the containers, in which a page may be a line long if the next
  /// one then begins as in the earlier edition.
  var roomBelow = Length.zero
  /// The layout that is kept while the storage is edited.
  var live = LiveLayout()
  /// The text with its boxes, for one generation of the storage.
  private var boxed: (generation: Int, text: AttributedText)?
  /// Whether text is being laid out: its delegate may not ask for the result.
  private(set) var isFlowing = false
  /// Attributes that change only the drawing.
  var temporary = TemporaryRuns()

  /// - Parameter typesetter: the typesetter of this task; the managers of one task may share it.
  public init(storage: TextStorage, typesetter: Typesetter) {
    self.storage = storage
    self.typesetter = typesetter
    storage.add(self)
  }

  /// Appends a container to the chain.
  /// - Throws: `LayoutError` for a container without room, one that is already in a chain, or one
  ///   after an endless container.
  public func add(_ container: TextContainer) throws(LayoutError) {
    try refuseUnusable(container)
    if let last = containers.last, last.isEndless { throw LayoutError.unreachableContainer }
    containers.append(container)
    container.layoutManager = self
    if live.isFull { invalidateLayout() }
  }

  /// Inserts a container before another one (`insertTextContainer(_:at:)`), or at the end.
  /// - Throws: as `add(_:)`; `LayoutError.unreachableContainer` for an endless container before
  ///   others.
  public func insert(_ container: TextContainer, at index: Int) throws(LayoutError) {
    precondition(index >= 0, "no container has a negative index")
    guard index < containers.count else { return try add(container) }
    try refuseUnusable(container)
    guard !container.isEndless else { throw LayoutError.unreachableContainer }
    containers.insert(container, at: index)
    container.layoutManager = self
    invalidateLayout()
  }

  private func refuseWithoutRoom(_ container: TextContainer) throws(LayoutError) {
    guard container.size.height > 0, container.lineWidth > 0 else {
      throw LayoutError.invalidContainer(container.size)
    }
  }

  private func refuseUnusable(_ container: TextContainer) throws(LayoutError) {
    try refuseWithoutRoom(container)
    guard container.layoutManager == nil else { throw LayoutError.containerInUse }
  }

  /// Changes the size of a container; the text flows again (`NSTextContainer.size`).
  /// - Throws: as `insert(_:at:)`; the container keeps its size.
  public func resizeContainer(at index: Int, to size: Size) throws(LayoutError) {
    precondition(containers.indices.contains(index), "there is no container \(index)")
    let (container, before) = (containers[index], containers[index].size)
    container.size = size
    do throws(LayoutError) {
      try refuseWithoutRoom(container)
      if container.isEndless, index + 1 < containers.count { throw .unreachableContainer }
    } catch {
      container.size = before
      throw error
    }
    invalidateLayout()
  }

  /// Removes a container from the chain; its text flows into the others
  /// (`removeTextContainer(at:)`).
  public func removeContainer(at index: Int) {
    precondition(containers.indices.contains(index), "there is no container \(index)")
    containers.remove(at: index).layoutManager = nil
    invalidateLayout()
  }

  /// The text as it is laid out: that of the storage, with the boxes, tables and lists that its
  /// paragraph styles ask for.
  var text: AttributedText {
    guard storage.text.hasParagraphBlocks else { return storage.text }
    if let boxed, boxed.generation == storage.generation { return boxed.text }
    let made = ParagraphBoxes.boxed(storage.text)
    boxed = (storage.generation, made)
    live.fonts.removeAll()
    return made
  }

  /// Lays out the whole storage.
  /// - Throws: `BookError` when no font is usable, `LayoutError` when the containers end before the
  ///   text.
  public func layOut(_ chapter: Chapter) throws -> ChapterLayout {
    try flow(chapter, from: .beginning, pageBreaking: pageBreaking).layout
  }

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

  /// - Parameters:
  ///   - sections: how the text of an endless container is divided; nil to keep it whole.
  ///   - stop: called at every page's end; returns true to end the flow there.
  func flow(
    _ chapter: Chapter, from start: Start, sections: SectionPlan? = nil,
    pageBreaking: PageBreaking = .firstFit, stop: ((PageBoundary, Int) -> Bool)? = nil
  ) throws -> Flowed {
    guard !isFlowing else { throw LayoutError.layoutInProgress }
    isFlowing = true
    defer { isFlowing = false }
    let text = self.text
    guard let first = try availableContainer(start.page) else {
      guard stop != nil, start.page > 0 else { throw LayoutError.containersFull(at: 0) }
      // The text before it filled the last container.
      let empty = ChapterLayout(of: chapter, ChapterContent())
      return Flowed(layout: empty, segments: [], boundaries: [], isCutOff: true)
    }
    let setter = try LineSetter(
      text: text, typesetter: typesetter, options: options(for: first, pageBreaking))
    let context = FlowContext(
      setter: setter, pageHeight: Self.pageHeight(of: first) ?? 10000, glyphsBefore: start.glyph)
    var flow = Flow(context, width: first.lineWidth)
    if chapter.isFixedLayout { flow.placesOnPage = true }
    var filler = PageFiller(text, container: first, start: start)
    filler.sections = sections
    filler.grid = BaselineGrid(setter)
    filler.kept = kept
    flow.begin(at: start)
    flow.reportPageMargins()
    var next = start.paragraph
    var isStopped = false
    if pageBreaking == .optimal, setter.hooks == nil, let height = try commonHeight(of: first) {
      try appendRest(&flow, &next, &filler)
      recordedBreaks = flow.setLines.outcomes
      let layout = try layOutPlanned(chapter, height, &flow, &filler)
      return Flowed(layout: layout, segments: [], boundaries: [], isCutOff: false)
    }
    if next < text.paragraphs.count {
      flow.shape = filler.shape
      next = try flow.append(next, from: start.inside(text))
      filler.skip(start, flow)
      isStopped = try fill(&filler, &flow, &next, isAtEnd: false, stop)
    }
    if !isStopped { isStopped = try fillRest(&filler, &flow, &next, stop) }
    recordedBreaks = flow.setLines.outcomes
    if recordsBreaks { pageRecord = PageRecord(flow, []) }
    let segments = flow.setLines.segments
    let layout = filler.finish(&flow, chapter: chapter, isCutOff: isStopped)
    return Flowed(
      layout: layout, segments: segments, boundaries: filler.boundaries, isCutOff: isStopped)
  }

  private func options(
    for first: TextContainer, _ pageBreaking: PageBreaking
  ) -> LineSetter.Options {
    // Page breaking may set paragraphs a line longer or shorter: keep what is needed to break them
    // again.
    let prepared = prepared ?? (pageBreaking == .optimal ? PreparedText(text) : nil)
    return LineSetter.Options(
      hooks: LayoutHooks(self), hyphenationFactor: hyphenationFactor,
      usesFontLeading: usesFontLeading, prepared: prepared,
      pageWidth: first.isInLine || first.isEndless ? nil : first.lineWidth,
      isUnbreakable: first.isInLine, widestUnbroken: widestUnbroken(in: first),
      recordsOutcomes: recordsBreaks)
  }

  private func widestUnbroken(in first: TextContainer) -> Int? {
    if first.isInLine { return NestedLayout.isEndless(first.lineWidth) ? nil : first.lineWidth }
    return first.isEndless ? nil : first.lineWidth
  }

  // MARK: Page ends chosen together

  /// The height of all containers; nil if pages must be filled one by one, as where containers
  /// differ.
  private func commonHeight(of first: TextContainer) throws -> Int? {
    guard let nextContainer, containers.count == 1, !first.isEndless, first.isSimpleRectangular,
      first.maximumNumberOfLines == 0, first.pageHeight == nil, first.blockAlignment == .top
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
  private func layOutPlanned(
    _ chapter: Chapter, _ height: Int, _ flow: inout Flow, _ filler: inout PageFiller
  ) throws -> ChapterLayout {
    var planner = PagePlanner(
      height: height, startsOnLeft: startsOnLeft, kept: kept, roomBelow: roomBelow.rawValue)
    let plan = try planner.plan(
      flow, notes: &filler.noteArea, separator: filler.container.noteSeparator.rawValue,
      grid: filler.grid, sideIsKnown: sideIsKnown)
    if recordsBreaks { pageRecord = PageRecord(flow, planner.searches) }
    guard let plan else { return try filled(chapter, &flow, &filler) }
    filler.plannedOverrun = planner.overrun
    guard let other = plan.other else {
      if plan.isForOneSide { filler.suitsLeft = startsOnLeft }
      filler.plannedEnds = try planner.apply(plan.own, &flow)[...]
      return try filled(chapter, &flow, &filler)
    }
    var (otherFlow, otherFiller) = (flow, filler)
    filler.plannedEnds = try planner.apply(plan.own, &flow)[...]
    otherFiller.plannedEnds = try planner.apply(other, &otherFlow)[...]
    otherFiller.suitsLeft = !startsOnLeft
    filler.suitsLeft = startsOnLeft
    let otherSide = try filled(chapter, &otherFlow, &otherFiller)
    return try filled(chapter, &flow, &filler, otherSide)
  }

  private func filled(
    _ chapter: Chapter, _ flow: inout Flow, _ filler: inout PageFiller,
    _ otherSide: ChapterLayout? = nil
  ) throws -> ChapterLayout {
    var next = flow.text.paragraphs.count
    _ = try fill(&filler, &flow, &next, isAtEnd: true, nil)
    if next < flow.text.paragraphs.count { _ = try fillRest(&filler, &flow, &next, nil) }
    return filler.finish(&flow, chapter: chapter, otherSide: otherSide)
  }

  /// The page height to which images are fitted; nil where there is no limit.
  private static func pageHeight(of container: TextContainer) -> Length? {
    container.pageHeight ?? (container.isEndless ? nil : container.size.height)
  }

  /// Sets what is left of the text, and fills pages with it.
  /// - Returns: whether the flow must stop here.
  private func fillRest(
    _ filler: inout PageFiller, _ flow: inout Flow, _ next: inout Int,
    _ stop: ((PageBoundary, Int) -> Bool)?
  ) throws -> Bool {
    repeat {
      while next < flow.text.paragraphs.count {
        flow.shape = filler.shape
        next = try flow.append(next)
        if try fill(&filler, &flow, &next, isAtEnd: false, stop) { return true }
      }
      filler.close(try flow.finish())
      if try fill(&filler, &flow, &next, isAtEnd: true, stop) { return true }
      // Rows that were discarded are set again.
    } while next < flow.text.paragraphs.count
    return false
  }

  /// Ends pages until the available rows fit on the current one.
  /// - Returns: whether the flow must stop here.
  private func fill(
    _ filler: inout PageFiller, _ flow: inout Flow, _ next: inout Int, isAtEnd: Bool,
    _ stop: ((PageBoundary, Int) -> Bool)?
  ) throws -> Bool {
    while let end = try filler.pageEnd(&flow, isAtEnd: isAtEnd) {
      if filler.cutsOff {
        filler.truncate(&flow)
        return true
      }
      let isFull = filler.isFull
      filler.endPage(at: end, &flow, decidedBy: next)
      if let boundary = filler.boundaries.last, stop?(boundary, filler.nextPage) ?? false {
        return true
      }
      if filler.isSection { continue }
      let offset = filler.resumeOffset(flow)
      if filler.isEndless {
        // The text after the last line that an endless container takes has no room.
        guard isFull else { throw LayoutError.breakInEndlessContainer(at: offset) }
        return try stopForLackOfContainers(at: offset, stop)
      }
      guard let container = try availableContainer(filler.nextPage) else {
        return try stopForLackOfContainers(at: offset, stop)
      }
      if let height = Self.pageHeight(of: container) { flow.context.pageHeight = height }
      let isReset = filler.needsReset(for: container, flow)
      filler.begin(container)
      if isReset {
        next = try filler.restart(&flow, width: container.lineWidth)
        if isAtEnd { try appendRest(&flow, &next, &filler) }
      } else if let paragraph = try filler.leaveFloatsBehind(&flow) {
        next = paragraph
      }
    }
    return false
  }

  /// Whether the flow stops where the containers are full: a live layout may be short of containers.
  private func stopForLackOfContainers(
    at offset: Int, _ stop: ((PageBoundary, Int) -> Bool)?
  ) throws -> Bool {
    guard stop != nil else { throw LayoutError.containersFull(at: offset) }
    return true
  }

  /// Sets the rest of the text: all of it for planned pages, otherwise the text whose rows were
  /// discarded because the next container has another width.
  private func appendRest(
    _ flow: inout Flow, _ next: inout Int, _ filler: inout PageFiller
  ) throws {
    var due = next
    while next < flow.text.paragraphs.count {
      // The time limit is otherwise checked at page ends, and no page ends here.
      if next >= due {
        try typesetter.meter?.check()
        due = next + 64
      }
      next = try flow.append(next)
    }
    filler.close(try flow.finish())
  }

  /// The container of a page, which may be made now.
  /// - Throws: `LayoutError.containersFull(at:)` if there is none.
  func container(_ index: Int, at offset: Int) throws -> TextContainer {
    guard let container = try availableContainer(index) else {
      throw LayoutError.containersFull(at: offset)
    }
    return container
  }

  /// The container of a page, which may be made now; nil if there is none.
  private func availableContainer(_ index: Int) throws -> TextContainer? {
    while index >= containers.count {
      let wanted = containers.count
      guard
        let made = nextContainer?(wanted) ?? delegate?.layoutManager(self, needsContainer: wanted)
      else { return nil }
      try add(made)
    }
    return containers[index]
  }
}

extension LayoutManager: TextStorageObserver {
  /// Notes an edit; its effect is laid out at the next request.
  public func textStorage(_ storage: TextStorage, didProcess edit: TextEditRecord) {
    precondition(!isFlowing, "a delegate's decision must not edit the text")
    live.note(edit)
    temporary.follow(edit)
    delegate?.layoutManagerDidInvalidateLayout(self)
  }
}
