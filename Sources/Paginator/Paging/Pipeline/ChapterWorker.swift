/// The pages that a chapter is laid out for.
struct ChapterPages {
  /// Those of the chapter's document.
  let templates: SharedTemplates
  /// Whether the chapter is the first of the book.
  let isFirst: Bool
  /// Whether its first page is assumed to be a left-hand page.
  var startsOnLeft: Bool
  /// Whether that is certain enough to be laid out for this side alone.
  var sideIsKnown: Bool
  /// Where its pages begin if possible.
  var kept: KeptChapter?

  /// The same pages, beginning on the other side.
  var onOtherSide: ChapterPages {
    var pages = self
    pages.startsOnLeft.toggle()
    return pages
  }

  /// The template of a page, by its index in the chapter.
  func template(_ index: Int, of chapter: Chapter) -> PageTemplate {
    templates.template(
      PageKind(
        name: chapter.pageName, isLeft: startsOnLeft != (index % 2 == 1),
        isFirst: isFirst && index == 0, isBlank: false))
  }

  /// The largest width of the text of the first pages, which are of all kinds.
  func widestMeasure(_ chapter: Chapter) -> Length {
    (0...2).map { template($0, of: chapter).contentRect.width }.max() ?? .zero
  }

  /// The height by which the first pages, which are of all kinds, may be too long.
  func mostOverrun(_ chapter: Chapter) -> Length {
    (0...2).map { template($0, of: chapter).mostOverrun }.min() ?? .zero
  }
}

/// Lays out chapters one after another, for each of the editions of a book, with one shaper.
final class ChapterWorker {
  /// By edition.
  private let typesetters: [Typesetter]
  private let environment: LayoutEnvironment
  private let records: Bool
  /// Nil if layouts are not kept.
  private let keeping: LayoutKeeping?
  private lazy var digester = ChapterDigester(environment, keeping?.scope ?? .drawing)
  /// The resources of the chapters before the last one. Used where layouts are kept, with those of each
  /// chapter.
  private var usedBefore = UsedResources()
  private(set) var recordedBreaks: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)] = []
  private(set) var pageRecord: PageRecord?

  init(_ environments: [LayoutEnvironment]) {
    environment = environments[0]
    keeping = LayoutKeeping(environment)
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
    let fitted = try fitted(chapter, measure: size.width, edition: 0)
    return try layOut(fitted ?? chapter, edition: 0, prepared: nil, PagingRules()) { _ in
      TextContainer(size: size)
    }
  }

  /// Lays out a chapter of a finished book once more, to record how its lines and pages were chosen.
  /// - Parameters:
  ///   - templates: those of its pages, in order.
  ///   - startsOnLeft: whether its first page is a left-hand page.
  func layOutAgain(
    _ layout: ChapterLayout, on templates: [PageTemplate], startsOnLeft: Bool, kept: KeptChapter?
  ) throws {
    guard let first = templates.first else { return }
    var rules = PagingRules(
      breaking: environment.options.pageBreaking(on: first), startsOnLeft: startsOnLeft)
    rules.sideIsKnown = true
    rules.kept = kept
    rules.mostOverrun = templates.prefix(3).map(\.mostOverrun).min() ?? .zero
    _ = try layOut(layout.chapter, edition: 0, prepared: nil, rules) { index in
      let last = templates.count - 1
      // A page more than before is like the one before the last, which is on its side.
      let template = templates[index <= last ? index : max(0, last - (index - last) % 2)]
      return Self.container(on: template, of: layout.chapter)
    }
  }

  private static func container(on template: PageTemplate, of chapter: Chapter) -> TextContainer {
    let size = template.contentRect.size
    // A fixed-layout page holds all of its content; overflow is clipped.
    return TextContainer(
      size: chapter.isFixedLayout ? Size(width: size.width, height: .infinite) : size,
      noteSeparator: template.noteSeparator,
      pageHeight: chapter.isFixedLayout ? size.height : nil)
  }

  /// Lays a chapter out, unless the cache has it.
  /// - Parameter prepared: shaped paragraphs to share with the chapter's other editions.
  func layOut(
    _ chapter: Chapter, on pages: ChapterPages, edition: Int = 0, prepared: PreparedText? = nil
  ) throws -> ChapterLayout {
    guard let fitted = try fitted(chapter, measure: pages.widestMeasure(chapter), edition: edition)
    else {
      return try layOutFitted(chapter, on: pages, edition: edition, prepared: prepared)
    }
    // Shaped paragraphs refer to styles by their index, which has changed.
    return try layOutFitted(fitted, on: pages, edition: edition, prepared: nil)
  }

  /// The chapter with its wide tables, preformatted text and words in smaller type; nil if all of it fits.
  private func fitted(_ chapter: Chapter, measure: Length, edition: Int) throws -> Chapter? {
    guard !chapter.isFixedLayout else { return nil }
    let typesetter = typesetters[edition]
    let tables = try TableScaling.scaled(chapter.text, measure: measure, typesetter: typesetter)
    let all = try PreformattedScaling.scaled(
      tables ?? chapter.text, measure: measure, typesetter: typesetter)
    let words = try WordScaling.scaled(
      all ?? tables ?? chapter.text, measure: measure, typesetter: typesetter)
    guard let scaled = words ?? all ?? tables else { return nil }
    var fitted = chapter
    fitted.text = scaled
    return fitted
  }

  /// - Parameter chapter: with its wide tables and preformatted text in the type in which they fit.
  private func layOutFitted(
    _ chapter: Chapter, on pages: ChapterPages, edition: Int, prepared: PreparedText?
  ) throws -> ChapterLayout {
    func layOut() throws -> ChapterLayout {
      try layOutAnew(chapter, on: pages, edition: edition, prepared: prepared)
    }
    guard let keeping else { return try layOut() }
    let key = try keeping.key(of: chapter, on: pages, by: digester)
    if let known = keeping.layout(of: chapter, key: key) {
      usedBefore.add(known.used)
      return known.layout
    }
    usedBefore = used(inEdition: edition)
    typesetters[edition].begin(environment.options.breaking)
    let layout = try layOut()
    return try keeping.keep(layout, using: usedSinceBegun(inEdition: edition), key: key) {
      try digester.digest(chapter, on: pages.onOtherSide)
    }
  }

  private func layOutAnew(
    _ chapter: Chapter, on pages: ChapterPages, edition: Int, prepared: PreparedText?
  ) throws -> ChapterLayout {
    var rules = PagingRules(
      breaking: environment.options.pageBreaking(on: pages.template(0, of: chapter)),
      startsOnLeft: pages.startsOnLeft)
    rules.sideIsKnown = pages.sideIsKnown
    rules.kept = pages.kept
    rules.mostOverrun = pages.mostOverrun(chapter)
    return try layOut(chapter, edition: edition, prepared: prepared, rules) { index in
      Self.container(on: pages.template(index, of: chapter), of: chapter)
    }
  }

  private func layOut(
    _ chapter: Chapter, edition: Int, prepared: PreparedText?, _ rules: PagingRules,
    nextContainer: @escaping (Int) -> TextContainer?
  ) throws -> ChapterLayout {
    let meter = environment.meter
    try meter.check()
    typesetters[edition].meter = meter
    return try LayoutManager.withManager(of: chapter.text, typesetter: typesetters[edition]) {
      manager in
      manager.prepared = prepared
      manager.recordsBreaks = records
      manager.nextContainer = nextContainer
      var rules = rules
      if chapter.isFixedLayout { rules.breaking = .firstFit }
      let layout = try manager.layOut(chapter, rules: rules)
      recordedBreaks = manager.recordedBreaks
      pageRecord = manager.pageRecord
      if edition == 0 { meter.add(pages: layout.pages.count) }
      try meter.check()
      return layout
    }
  }
}
