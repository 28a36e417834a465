/// Lays out chapters one after another, for each of the editions of a book, with one shaper.
final class ChapterWorker {
  /// By edition.
  private let typesetters: [Typesetter]
  private let environment: LayoutEnvironment
  private let records: Bool
  /// The cache of chapter layouts; nil without a cache.
  private let store: LayoutStore?
  private lazy var digester = ChapterDigester(environment)
  /// The resources of the chapters before the last one. Used with a cache, which needs them by
  /// chapter.
  private var usedBefore = UsedResources()
  private(set) var recordedBreaks: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)] = []

  init(_ environments: [LayoutEnvironment]) {
    environment = environments[0]
    store = environment.store
    let first = environment.typesetter()
    typesetters = [first] + environments.dropFirst().map { _ in Typesetter(beside: first) }
    records = environments[0].options.recordsBreaks
  }

  /// Returns the typesetter to the pool.
  deinit { environment.giveBack(typesetters[0]) }

  var shaper: Shaper { typesetters[0].shaper }
  /// The fonts and dictionaries that its chapters used.
  func used(inEdition edition: Int) -> UsedResources {
    var used = usedBefore
    used.add(usedSinceBegun(inEdition: edition))
    return used
  }

  private func usedSinceBegun(inEdition edition: Int) -> UsedResources {
    UsedResources(
      shaper.used, dictionaries: typesetters[edition].paragraphBreaker.usedDictionaries.keys)
  }

  /// Lays a chapter out in containers of one size, for dumps and explanations.
  func layOut(_ chapter: Chapter, container size: Size) throws -> ChapterLayout {
    try layOut(chapter) { _ in TextContainer(size: size) }
  }

  /// Lays a chapter out, unless the cache has it.
  /// - Parameters:
  ///   - startsOnLeft: whether its first page is assumed to be a left-hand page.
  ///   - prepared: shaped paragraphs to share with the chapter's other editions.
  ///   - kept: where its pages begin if possible.
  func layOut(
    _ chapter: Chapter, templates: SharedTemplates, isFirst: Bool, startsOnLeft: Bool,
    edition: Int = 0, prepared: PreparedText? = nil, kept: KeptChapter? = nil
  ) throws -> ChapterLayout {
    func layOut() throws -> ChapterLayout {
      try layOutAnew(
        chapter, templates: templates, isFirst: isFirst, startsOnLeft: startsOnLeft,
        edition: edition, prepared: prepared, kept: kept)
    }
    guard let store else { return try layOut() }
    let key = try digester.digest(
      chapter, templates: templates, isFirst: isFirst, startsOnLeft: startsOnLeft,
      kept: kept)
    if let known = store.layout(of: chapter, key: key, shaperNumber: shaper.number) {
      usedBefore.add(known.used)
      return known.layout
    }
    usedBefore = used(inEdition: edition)
    typesetters[edition].begin(environment.options.breaking)
    let layout = try layOut()
    let used = usedSinceBegun(inEdition: edition)
    store.keep(layout, using: used, key: key)
    if let other = layout.otherSide {
      let key = try digester.digest(
        chapter, templates: templates, isFirst: isFirst, startsOnLeft: !startsOnLeft,
        kept: kept)
      store.keep(other, using: used, key: key, isOtherSide: true)
    }
    return layout
  }

  private func layOutAnew(
    _ chapter: Chapter, templates: SharedTemplates, isFirst: Bool, startsOnLeft: Bool,
    edition: Int, prepared: PreparedText?, kept: KeptChapter?
  ) throws -> ChapterLayout {
    func template(_ index: Int) -> PageTemplate {
      templates.template(
        PageKind(
          name: chapter.pageName, isLeft: startsOnLeft != (index % 2 == 1),
          isFirst: isFirst && index == 0, isBlank: false))
    }
    return try layOut(
      chapter, edition: edition, prepared: prepared,
      pageBreaking: environment.options.pageBreaking(on: template(0)),
      startsOnLeft: startsOnLeft, kept: kept
    ) { index in
      let template = template(index)
      let size = template.contentRect.size
      // A fixed-layout page holds all of its content; overflow is clipped.
      return TextContainer(
        size: chapter.isFixedLayout ? Size(width: size.width, height: .infinite) : size,
        noteSeparator: template.noteSeparator,
        pageHeight: chapter.isFixedLayout ? size.height : nil)
    }
  }

  private func layOut(
    _ chapter: Chapter, edition: Int = 0, prepared: PreparedText? = nil,
    pageBreaking: PageBreaking = .firstFit, startsOnLeft: Bool = false, kept: KeptChapter? = nil,
    nextContainer: @escaping (Int) -> TextContainer?
  ) throws -> ChapterLayout {
    let meter = environment.options.meter
    try meter?.check()
    typesetters[edition].meter = meter
    return try LayoutManager.withManager(of: chapter.text, typesetter: typesetters[edition]) {
      manager in
      manager.prepared = prepared
      manager.recordsBreaks = records
      manager.nextContainer = nextContainer
      manager.pageBreaking = chapter.isFixedLayout ? .firstFit : pageBreaking
      manager.startsOnLeft = startsOnLeft
      manager.kept = kept
      let layout = try manager.layOut(chapter)
      recordedBreaks = manager.recordedBreaks
      if edition == 0 { meter?.add(pages: layout.pages.count) }
      try meter?.check()
      return layout
    }
  }
}
