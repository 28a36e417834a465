/// Flows the paragraphs of a storage through a chain of containers. The chapter's conductor.
///
/// Rows are made paragraph by paragraph and stacked in the container; when one sticks out at the
/// bottom, the page break is chosen by looking back over the rows that are there, and the rows
/// behind the break go on in the next container. If that one is not as wide, they are set anew
/// from where the text stands.
public final class LayoutManager {
  unowned let storage: TextStorage
  let typesetter: Typesetter
  public private(set) var containers: [TextContainer] = []
  /// Supplies the next container when the chain is at its end; nil ends the layout.
  public var nextContainer: ((_ index: Int) -> TextContainer?)?
  /// For `dump breaks`.
  var recordsBreaks = false
  private(set) var recordedBreaks: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)] = []

  public init(storage: TextStorage, typesetter: Typesetter) {
    self.storage = storage
    self.typesetter = typesetter
    storage.add(self)
  }

  /// Appends a container to the chain.
  /// - Throws: `LayoutError` for a container without room, or one behind an endless one.
  public func add(_ container: TextContainer) throws(LayoutError) {
    guard container.size.height > 0, container.lineWidth > 0 else {
      throw LayoutError.invalidContainer(container.size)
    }
    if let last = containers.last, last.isEndless { throw LayoutError.unreachableContainer }
    containers.append(container)
  }

  /// Lays out the whole storage.
  /// - Throws: `BookError` when no font is usable, `LayoutError` when the containers end first.
  public func layOut(_ chapter: Chapter) throws -> ChapterLayout {
    let text = storage.text
    let first = try container(0, at: 0)
    let setter = try LineSetter(
      text: text, typesetter: typesetter,
      pageHeight: first.pageHeight ?? (first.isEndless ? 10000 : first.size.height))
    if recordsBreaks { setter.outcomes = [] }
    var flow = Flow(setter: setter, width: first.lineWidth)
    if chapter.isFixedLayout { flow.placesOnPage = true }
    var filler = PageFiller(text, container: first)
    var next = 0
    while next < text.paragraphs.count {
      next = try flow.append(next)
      try fill(&filler, &flow, &next, isAtEnd: false)
    }
    let end = flow.finish()
    filler.close(end)
    try fill(&filler, &flow, &next, isAtEnd: true)
    recordedBreaks = flow.setter.outcomes ?? []
    return filler.finish(flow, chapter: chapter)
  }

  /// Ends pages as long as the rows at hand do not fit on the current one.
  private func fill(
    _ filler: inout PageFiller, _ flow: inout Flow, _ next: inout Int, isAtEnd: Bool
  ) throws {
    while let end = try filler.pageEnd(flow, isAtEnd: isAtEnd) {
      filler.endPage(at: end, &flow)
      let resume = filler.resumeOffset(flow)
      let container = try self.container(filler.pageCount, at: resume)
      let isNarrower = container.lineWidth != flow.width
      filler.begin(container)
      if isNarrower {
        next = try filler.restart(&flow, width: container.lineWidth)
        if isAtEnd { try appendRest(&flow, &next, &filler) }
      }
    }
  }

  /// Sets what a narrower or wider container threw back when the text was already all set.
  private func appendRest(
    _ flow: inout Flow, _ next: inout Int, _ filler: inout PageFiller
  ) throws {
    while next < flow.text.paragraphs.count { next = try flow.append(next) }
    filler.close(flow.finish())
  }

  private func container(_ index: Int, at offset: Int) throws -> TextContainer {
    if index >= containers.count {
      guard let made = nextContainer?(index) else { throw LayoutError.containersFull(at: offset) }
      try add(made)
    }
    return containers[index]
  }
}
