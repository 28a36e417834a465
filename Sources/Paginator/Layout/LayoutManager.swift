/// Flows the paragraphs of a storage through a chain of containers (`ChapterFlow`).
///
/// A manager either lays a chapter out once (`layOut(_:rules:)`), or keeps its layout up to date while
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
  /// - Parameter rules: how page ends are chosen.
  /// - Throws: `BookError` when no font is usable, `LayoutError` when the containers end before the
  ///   text.
  public func layOut(
    _ chapter: Chapter, rules: PagingRules = PagingRules()
  ) throws -> ChapterLayout {
    try flow(chapter, from: .beginning, rules: rules).layout
  }

  /// - Parameters:
  ///   - sections: how the text of an endless container is divided; nil to keep it whole.
  ///   - stop: called at every page's end; returns true to end the flow there.
  func flow(
    _ chapter: Chapter, from start: Start, sections: SectionPlan? = nil,
    rules: PagingRules = PagingRules(), stop: ((PageBoundary) -> Bool)? = nil
  ) throws -> Flowed {
    guard !isFlowing else { throw LayoutError.layoutInProgress }
    isFlowing = true
    defer { isFlowing = false }
    guard let first = try availableContainer(start.page) else {
      guard stop != nil, start.page > 0 else { throw LayoutError.containersFull(at: 0) }
      // The text before it filled the last container.
      let empty = ChapterLayout(of: chapter, ChapterContent())
      return Flowed(layout: empty, segments: [], boundaries: [], isCutOff: true)
    }
    var flow = try ChapterFlow(self, chapter, in: first, from: start, rules, stop: stop)
    flow.divide(by: sections)
    let result = try flow.run()
    (recordedBreaks, pageRecord) = (flow.recordedBreaks, flow.pageRecord)
    return result
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
  func availableContainer(_ index: Int) throws -> TextContainer? {
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
