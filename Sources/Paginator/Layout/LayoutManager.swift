/// Flows the paragraphs of a storage through a chain of containers. The chapter's conductor.
///
/// Rows are made paragraph by paragraph and stacked in the container; when one sticks out at the
/// bottom, the page break is chosen by looking back over the rows that are there, and the rows
/// behind the break go on in the next container. If that one is not as wide, they are set anew
/// from where the text stands.
///
/// A manager either lays a chapter out once (`layOut(_:)`), or keeps a layout true while its storage
/// is edited: ask it for pages, glyphs or rectangles, and it lays out what has changed.
public final class LayoutManager {
  /// The text that is laid out.
  public unowned let storage: TextStorage
  /// Sets its lines.
  public let typesetter: Typesetter
  /// In the order in which text fills them.
  public private(set) var containers: [TextContainer] = []
  /// Supplies the next container when the chain is at its end; nil ends the layout.
  public var nextContainer: ((_ index: Int) -> TextContainer?)?
  /// Asked and told while text is laid out; nothing is asked where there is none.
  public weak var delegate: (any LayoutManagerDelegate)? { didSet { invalidateLayout() } }
  /// For paragraphs whose style has none (`NSLayoutManager.hyphenationFactor`): words are divided
  /// where a line without it would fill less than this share of its measure.
  public var hyphenationFactor = 0.0 { didSet { invalidateLayout() } }
  /// What was found of the text when it was laid out for another page; nil where it is set once.
  var prepared: PreparedText?
  /// For `dump breaks`.
  var recordsBreaks = false
  private(set) var recordedBreaks: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)] = []
  /// How page ends are chosen when a chapter is laid out once; a layout that is kept while its storage
  /// is edited takes what fits.
  public var pageBreaking = PageBreaking.firstFit
  /// For page ends that are chosen together: whether the first container is a left page.
  public var startsOnLeft = false
  /// For page ends that are chosen together: where pages are to begin if they can.
  var kept: KeptChapter?
  /// The layout that is kept while the storage is edited.
  var live = LiveLayout()

  /// - Parameter typesetter: of this task; managers of one task may share it.
  public init(storage: TextStorage, typesetter: Typesetter) {
    self.storage = storage
    self.typesetter = typesetter
    storage.add(self)
  }

  /// Appends a container to the chain.
  /// - Throws: `LayoutError` for a container without room, one that is in a chain already, or one
  ///   behind an endless one.
  public func add(_ container: TextContainer) throws(LayoutError) {
    try refuseUnusable(container)
    if let last = containers.last, last.isEndless { throw LayoutError.unreachableContainer }
    containers.append(container)
    container.layoutManager = self
    if live.isFull { invalidateLayout() }
  }

  /// Puts a container into the chain before another one (`insertTextContainer(_:at:)`).
  /// - Throws: as `add(_:)`; `LayoutError.unreachableContainer` for an endless one before others.
  public func insert(_ container: TextContainer, at index: Int) throws(LayoutError) {
    guard index < containers.count else { return try add(container) }
    try refuseUnusable(container)
    guard !container.isEndless else { throw LayoutError.unreachableContainer }
    containers.insert(container, at: index)
    container.layoutManager = self
    invalidateLayout()
  }

  private func refuseUnusable(_ container: TextContainer) throws(LayoutError) {
    guard container.size.height > 0, container.lineWidth > 0 else {
      throw LayoutError.invalidContainer(container.size)
    }
    guard container.layoutManager == nil else { throw LayoutError.containerInUse }
  }

  /// Takes a container out of the chain; its text flows on (`removeTextContainer(at:)`).
  public func removeContainer(at index: Int) {
    containers.remove(at: index).layoutManager = nil
    invalidateLayout()
  }

  /// Lays out the whole storage.
  /// - Throws: `BookError` when no font is usable, `LayoutError` when the containers end first.
  public func layOut(_ chapter: Chapter) throws -> ChapterLayout {
    try flow(chapter, from: .beginning, pageBreaking: pageBreaking).layout
  }

  /// Where a flow begins: at a page's first line.
  struct Start {
    var page = 0
    var paragraph = 0
    /// Lines of that paragraph that are on earlier pages.
    var line = 0
    /// Where in that paragraph to begin, when it is not known which line that is.
    var offset: Int?
    /// Whether it begins below a section of the same container.
    var isSection = false
    /// How many glyphs stand before it, for the delegate.
    var glyph = 0
    static let beginning = Start()

    /// The offset, if it is not the paragraph's beginning.
    func inside(_ text: AttributedText) -> Int? {
      offset.flatMap { $0 > Int(text.paragraphs[paragraph].start) ? $0 : nil }
    }
  }

  /// What a flow came to.
  struct Flowed {
    let layout: ChapterLayout
    /// For every page, what its end was decided by.
    let boundaries: [PageBoundary]
    /// Whether it was stopped, or had no more containers, rather than at the text's end.
    let isCutOff: Bool
  }

  /// - Parameters:
  ///   - sections: how the text of an endless container is cut; nil to keep it whole.
  ///   - stop: asked at every page's end; true to leave the rest as it is.
  func flow(
    _ chapter: Chapter, from start: Start, sections: SectionPlan? = nil,
    pageBreaking: PageBreaking = .firstFit, stop: ((PageBoundary, Int) -> Bool)? = nil
  ) throws -> Flowed {
    let text = storage.text
    let first = try container(start.page, at: 0)
    let setter = try LineSetter(
      text: text, typesetter: typesetter, pageHeight: Self.pageHeight(of: first) ?? 10000)
    setter.hooks = LayoutHooks(self)
    setter.glyphCount = start.glyph
    // Paragraphs that may be a line longer are broken again.
    setter.prepared = prepared ?? (pageBreaking == .optimal ? PreparedText(text) : nil)
    setter.hyphenationFactor = hyphenationFactor
    if recordsBreaks { setter.outcomes = [] }
    var flow = Flow(setter: setter, width: first.lineWidth)
    if chapter.isFixedLayout { flow.placesOnPage = true }
    var filler = PageFiller(text, container: first, start: start)
    filler.sections = sections
    filler.grid = BaselineGrid(setter)
    filler.kept = kept
    flow.begin(at: start)
    var next = start.paragraph
    var isStopped = false
    if pageBreaking == .optimal, setter.hooks == nil, let height = try commonHeight(of: first) {
      try appendRest(&flow, &next, &filler)
      recordedBreaks = flow.setter.outcomes ?? []
      let layout = try layOutPlanned(chapter, height, flow, filler)
      return Flowed(layout: layout, boundaries: [], isCutOff: false)
    }
    do {
      while next < text.paragraphs.count, !isStopped {
        flow.shape = filler.shape
        let isFirst = next == start.paragraph
        next = try flow.append(next, from: isFirst ? start.inside(text) : nil)
        if isFirst { filler.skip(start, flow) }
        isStopped = try fill(&filler, &flow, &next, isAtEnd: false, stop)
      }
      if !isStopped {
        filler.close(flow.finish())
        isStopped = try fill(&filler, &flow, &next, isAtEnd: true, stop)
      }
    } catch LayoutError.containersFull where stop != nil {
      isStopped = true
    }
    recordedBreaks = flow.setter.outcomes ?? []
    let layout = filler.finish(flow, chapter: chapter, isCutOff: isStopped)
    return Flowed(layout: layout, boundaries: filler.boundaries, isCutOff: isStopped)
  }

  // MARK: Page ends chosen together

  /// The height of all containers, where they are alike; nil where pages are filled one by one.
  private func commonHeight(of first: TextContainer) throws -> Int? {
    guard let nextContainer, containers.count == 1, !first.isEndless, first.isSimpleRectangular,
      first.maximumNumberOfLines == 0, first.pageHeight == nil, first.blockAlignment == .top
    else { return nil }
    // Left and right pages, and what is said of the first one.
    for index in 1...2 {
      guard let next = nextContainer(index), next.size == first.size,
        next.lineWidth == first.lineWidth, next.isSimpleRectangular, next.pageHeight == nil
      else { return nil }
    }
    return first.size.height.rawValue
  }

  /// Fills pages as they are planned; twice where one side asks for other page ends than the other.
  private func layOutPlanned(
    _ chapter: Chapter, _ height: Int, _ flow: Flow, _ filler: PageFiller
  ) throws -> ChapterLayout {
    var (filler, flow) = (filler, flow)
    var planner = PagePlanner(height: height, startsOnLeft: startsOnLeft, kept: kept)
    let plan = try planner.plan(
      flow, notes: &filler.noteArea, separator: filler.container.noteSeparator.rawValue,
      grid: filler.grid)
    guard let plan else { return try filled(chapter, &flow, &filler) }
    // Both are set before either is handed on: they share their glyphs.
    var (otherFlow, otherFiller) = (flow, filler)
    filler.plannedEnds = try planner.apply(plan.own, &flow)[...]
    guard let other = plan.other else { return try filled(chapter, &flow, &filler) }
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
    return filler.finish(flow, chapter: chapter, otherSide: otherSide)
  }

  /// What images are fitted to; nil where there is no limit.
  private static func pageHeight(of container: TextContainer) -> Length? {
    container.pageHeight ?? (container.isEndless ? nil : container.size.height)
  }

  /// Ends pages as long as the rows at hand do not fit on the current one.
  /// - Returns: whether the flow is to stop here.
  private func fill(
    _ filler: inout PageFiller, _ flow: inout Flow, _ next: inout Int, isAtEnd: Bool,
    _ stop: ((PageBoundary, Int) -> Bool)?
  ) throws -> Bool {
    while let end = try filler.pageEnd(&flow, isAtEnd: isAtEnd) {
      if filler.cutsOff {
        try filler.truncate(&flow)
        return true
      }
      filler.endPage(at: end, &flow, decidedBy: next)
      if let boundary = filler.boundaries.last, stop?(boundary, filler.nextPage) ?? false {
        return true
      }
      if filler.isSection { continue }
      let offset = filler.resumeOffset(flow)
      if filler.isEndless { throw LayoutError.breakInEndlessContainer(at: offset) }
      let container = try self.container(filler.nextPage, at: offset)
      if let height = Self.pageHeight(of: container) { flow.setter.pageHeight = height }
      let isReset = filler.needsReset(for: container, flow)
      filler.begin(container)
      if isReset {
        next = try filler.restart(&flow, width: container.lineWidth)
        if isAtEnd { try appendRest(&flow, &next, &filler) }
      }
    }
    return false
  }

  /// Sets what is left of the text: all of it where pages are planned, what a narrower or wider
  /// container threw back where the text was already all set.
  private func appendRest(
    _ flow: inout Flow, _ next: inout Int, _ filler: inout PageFiller
  ) throws {
    while next < flow.text.paragraphs.count {
      // No page ends meanwhile, where time is looked at otherwise.
      if next % 64 == 0 { try typesetter.meter?.check() }
      next = try flow.append(next)
    }
    filler.close(flow.finish())
  }

  func container(_ index: Int, at offset: Int) throws -> TextContainer {
    while index >= containers.count {
      let wanted = containers.count
      guard
        let made = nextContainer?(wanted) ?? delegate?.layoutManager(self, needsContainer: wanted)
      else { throw LayoutError.containersFull(at: offset) }
      try add(made)
    }
    return containers[index]
  }
}

extension LayoutManager: TextStorageObserver {
  /// Notes an edit; what it changes is laid out when it is asked for.
  public func textStorage(_ storage: TextStorage, didProcess edit: TextEditRecord) {
    live.note(edit)
    delegate?.layoutManagerDidInvalidateLayout(self)
  }
}
