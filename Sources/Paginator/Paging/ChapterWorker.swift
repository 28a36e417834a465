/// Fonts and dictionaries that a book came to be set with.
struct UsedResources: Sendable {
  var fonts = UsedFonts()
  /// By path.
  var dictionaries: [String: HyphenationDictionary] = [:]

  mutating func add(_ other: UsedResources) {
    fonts.add(other.fonts)
    dictionaries.merge(other.dictionaries) { own, _ in own }
  }

  /// Paths of files of this machine.
  var paths: [String] {
    (fonts.faces.map(\.path) + dictionaries.keys.sorted()).filter { $0.hasPrefix("/") }
  }
}

/// Lays out one chapter after the other, for each of the editions of a book, with one shaper.
final class ChapterWorker {
  /// By edition.
  private let typesetters: [Typesetter]
  private let environment: LayoutEnvironment
  private let records: Bool
  private(set) var recordedBreaks: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)] = []

  init(_ environments: [LayoutEnvironment]) {
    environment = environments[0]
    let first = environment.typesetter()
    typesetters = [first] + environments.dropFirst().map { _ in Typesetter(beside: first) }
    records = environments[0].options.recordsBreaks
  }

  /// Nothing more is to be laid out.
  deinit { environment.giveBack(typesetters[0]) }

  var shaper: Shaper { typesetters[0].shaper }
  /// What its chapters came to need of the machine.
  func used(inEdition edition: Int) -> UsedResources {
    UsedResources(
      fonts: shaper.used, dictionaries: typesetters[edition].paragraphBreaker.usedDictionaries)
  }

  /// Lays a chapter out in containers of one size; for the dumps.
  func layOut(_ chapter: Chapter, container size: Size) throws -> ChapterLayout {
    try layOut(chapter) { _ in TextContainer(size: size) }
  }

  /// - Parameters:
  ///   - startsOnLeft: on which side its first page is taken to be.
  ///   - prepared: for the other editions of the chapter.
  func layOut(
    _ chapter: Chapter, templates: SharedTemplates, isFirst: Bool, startsOnLeft: Bool,
    edition: Int = 0, prepared: PreparedText? = nil
  ) throws -> ChapterLayout {
    try layOut(chapter, edition: edition, prepared: prepared) { index in
      let kind = PageKind(
        name: chapter.pageName, isLeft: startsOnLeft != (index % 2 == 1),
        isFirst: isFirst && index == 0, isBlank: false)
      let template = templates.template(kind)
      let size = template.contentRect.size
      // A page of fixed layout holds all there is; what sticks out is cut off.
      return TextContainer(
        size: chapter.isFixedLayout ? Size(width: size.width, height: .infinite) : size,
        noteSeparator: template.noteSeparator,
        pageHeight: chapter.isFixedLayout ? size.height : nil)
    }
  }

  private func layOut(
    _ chapter: Chapter, edition: Int = 0, prepared: PreparedText? = nil,
    nextContainer: @escaping (Int) -> TextContainer?
  ) throws -> ChapterLayout {
    try LayoutManager.withManager(of: chapter.text, typesetter: typesetters[edition]) {
      manager in
      manager.prepared = prepared
      manager.recordsBreaks = records
      manager.nextContainer = nextContainer
      let layout = try manager.layOut(chapter)
      recordedBreaks = manager.recordedBreaks
      return layout
    }
  }
}
