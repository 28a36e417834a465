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

/// Lays out one chapter after the other with one typesetter.
final class ChapterWorker {
  private let typesetter: Typesetter
  private let records: Bool
  private(set) var recordedBreaks: [(paragraph: Int, outcome: ParagraphBreaker.Outcome)] = []

  init(_ environment: LayoutEnvironment) {
    typesetter = environment.typesetter()
    records = environment.options.recordsBreaks
  }

  var shaper: Shaper { typesetter.shaper }
  /// What its chapters came to need of the machine.
  var used: UsedResources {
    UsedResources(fonts: shaper.used, dictionaries: typesetter.hyphenator.used)
  }

  /// Lays a chapter out in containers of one size; for the dumps.
  func layOut(_ chapter: Chapter, container size: Size) throws -> ChapterLayout {
    try layOut(chapter) { _ in TextContainer(size: size) }
  }

  /// - Parameter startsOnLeft: on which side its first page is taken to be.
  func layOut(
    _ chapter: Chapter, templates: SharedTemplates, isFirst: Bool, startsOnLeft: Bool
  ) throws -> ChapterLayout {
    try layOut(chapter) { index in
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
    _ chapter: Chapter, nextContainer: @escaping (Int) -> TextContainer?
  ) throws -> ChapterLayout {
    try LayoutManager.withManager(of: chapter.text, typesetter: typesetter) { manager in
      manager.recordsBreaks = records
      manager.nextContainer = nextContainer
      let layout = try manager.layOut(chapter)
      recordedBreaks = manager.recordedBreaks
      return layout
    }
  }
}
