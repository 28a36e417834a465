internal import EPUB
internal import Markup

/// Puts the chapters' pages in order, gives them their numbers and sides, and says what their
/// margin boxes hold: the only serial step. Chapters come one after the other; nothing of them is
/// kept but their pages' numbers.
struct Numbering {
  private let publication: Publication
  private let environment: LayoutEnvironment
  private let ownFindings: FindingList
  private var frontMatter: FrontMatter
  /// How many pages have a place: of the chapters that were placed.
  private(set) var placedCount = 0
  private var pages: [Pagination.Page] = []
  /// By chapter, the blank page before it among them.
  private var chapterPages: [Range<Int>] = []
  private var strings: RunningStrings
  /// How many of the pages are front matter; nil as long as all are.
  private var frontCount: Int?
  private var lengths: [Int: Int] = [:]
  private var chapterFindings: [Finding] = []
  private var images = ImageInputs()
  private var context: PageContext?
  private(set) var targetPages = TargetPages()

  init(
    _ publication: Publication, environment: LayoutEnvironment, marks: [FrontMatter.Mark],
    findings: FindingList
  ) {
    self.publication = publication
    self.environment = environment
    ownFindings = findings
    frontMatter = FrontMatter(marks)
    frontCount = frontMatter.isOver ? 0 : nil
    // What a book is called its package knows best.
    let title = publication.package?.metadata.titles.first?.text
    strings = RunningStrings(
      fixed: title.map { ["book-title": $0] } ?? [:],
      initial: title.map { ["part-title": $0] } ?? [:])
  }

  // MARK: Places

  /// Where the pages of a chapter come to stand.
  struct Placement {
    /// A page that is put in so that the chapter begins on its side.
    var blank: PageKind?
    /// Whether the book begins with it.
    var isFirst: Bool
    var startsOnLeft: Bool
    var beginsBody: Bool
  }

  /// Where the next chapter comes to stand, behind those that were placed.
  mutating func placement(of chapter: Chapter) -> Placement {
    let beginsBody = frontMatter.begins(with: chapter)
    let isFirst = placedCount == 0
    // Page 1 is a right-hand page; a left-hand one where pages go from right to left.
    let isReversed = publication.package?.progression == "rtl"
    let isLeft = (placedCount % 2 == 1) != isReversed
    var start = chapter.start
    // Odd numbers stay on the side that they began on.
    if beginsBody, !isFirst, !chapter.isFixedLayout { start = isReversed ? .left : .right }
    guard start == .left && !isLeft || start == .right && isLeft else {
      return Placement(isFirst: isFirst, startsOnLeft: isLeft, beginsBody: beginsBody)
    }
    return Placement(
      blank: PageKind(name: chapter.pageName, isLeft: isLeft, isFirst: isFirst, isBlank: true),
      isFirst: false, startsOnLeft: !isLeft, beginsBody: beginsBody)
  }

  /// Takes the place of a chapter that fits there.
  mutating func place(_ layout: ChapterLayout, at placement: Placement) {
    placedCount += layout.pages.count + (placement.blank == nil ? 0 : 1)
  }

  /// A chapter as it was laid out for the side on which it has come to start, or for one where pages
  /// hold as much; nil where it is to be laid out once more.
  static func fitting(
    _ layout: ChapterLayout, _ placement: Placement, _ templates: SharedTemplates
  ) -> ChapterLayout? {
    if let suitsLeft = layout.suitsLeft, suitsLeft != placement.startsOnLeft {
      return layout.otherSide
    }
    let fits =
      layout.chapter.isFixedLayout
      || layout.pages.indices.allSatisfy { page in
        templates.template(kind(ofPage: page, layout.chapter, placement)).contentRect.size
          == layout.pages[page].containerSize
      }
    return fits ? layout : nil
  }

  private static func kind(
    ofPage page: Int, _ chapter: Chapter, _ placement: Placement
  ) -> PageKind {
    PageKind(
      name: chapter.pageName, isLeft: placement.startsOnLeft != (page % 2 == 1),
      isFirst: placement.isFirst && page == 0, isBlank: false)
  }

  // MARK: Numbers

  /// Numbers the pages of the next chapter.
  /// - Parameter count: of the whole book's pages, for margin boxes that say it.
  mutating func number(
    _ layout: ChapterLayout, at placement: Placement, of document: ReadDocument,
    _ templates: SharedTemplates, count: Int
  ) -> NumberedChapter {
    let index = chapterPages.count
    let first = pages.count
    if placement.beginsBody, first == 0 { frontCount = 0 }
    var own: [(kind: PageKind, page: Int)] = placement.blank.map { [($0, -1)] } ?? []
    own += layout.pages.indices.map {
      (Self.kind(ofPage: $0, layout.chapter, placement), $0)
    }
    for (kind, page) in own {
      // The body's first page is number 1; a blank page before it is not the body's.
      if page == 0, frontCount == nil, placement.beginsBody { frontCount = pages.count }
      append(kind, page: page, layout, templates.template(kind), count: count)
    }
    chapterPages.append(first..<pages.count)
    note(layout, index, document)
    let context =
      context
      ?? PageContext(
        publication, title: document.title, language: document.language, environment)
    self.context = context
    return NumberedChapter(
      index: index, layout: layout, pages: Array(pages[first...]),
      document: document.document, tree: document.tree, context: context)
  }

  private mutating func append(
    _ kind: PageKind, page index: Int, _ layout: ChapterLayout, _ template: PageTemplate,
    count: Int
  ) {
    if index >= 0 {
      let page = layout.pages[index]
      strings.turn(
        to: page.start..<page.end, isLast: index == layout.pages.count - 1,
        layout.text.namedStrings)
    }
    let number = pages.count + 1
    let value = TargetPages.Target(
      value: number - (frontCount ?? 0), style: frontCount == nil ? "lower-roman" : "decimal",
      page: number)
    let values = FurnitureSetter.Values(
      page: value.value, pageStyle: value.style, pages: count, strings: strings)
    pages.append(
      Pagination.Page(
        number: number, label: CounterStyles.predefined.text(value.style, value: value.value),
        value: value,
        side: kind.isLeft ? .left : .right, isBlank: kind.isBlank,
        document: layout.chapter.document,
        chapter: chapterPages.count, pageInChapter: index, template: template,
        furniture: FurnitureSetter.texts(of: template, values: values)))
  }

  /// Notes what is asked of the chapter when it is gone.
  private mutating func note(
    _ layout: ChapterLayout, _ index: Int, _ document: ReadDocument
  ) {
    let href = document.document.href
    lengths[layout.chapter.document, default: 0] += layout.text.length
    images.add(layout.text.images)
    let own = pages[chapterPages[index]]
    for finding in layout.findings {
      chapterFindings.append(located(finding, layout, own, document))
    }
    guard let first = own.firstIndex(where: { $0.pageInChapter == 0 }) else { return }
    // A document that occurs twice is found where it occurs first.
    targetPages.note(href, pages[first].value)
    for anchor in layout.text.anchors {
      guard let id = anchor.id else { continue }
      targetPages.note(
        "\(href)#\(id)", pages[first + layout.pageIndex(at: Int(anchor.offset))].value)
    }
    for note in layout.text.notes {
      let page = pages[first + layout.pageIndex(at: Int(note.offset))].value
      let href = publication.documents[note.document].href
      for id in note.text.anchors.compactMap(\.id) { targetPages.note("\(href)#\(id)", page) }
    }
  }

  /// A finding of layout with its page, and its place in the source.
  private func located(
    _ finding: Finding, _ layout: ChapterLayout, _ pages: ArraySlice<Pagination.Page>,
    _ document: ReadDocument
  ) -> Finding {
    var finding = finding
    finding.page = pages.first?.number
    guard let offset = finding.textOffset else { return finding }
    let index = layout.pageIndex(at: offset)
    finding.page = pages.first { $0.pageInChapter == index }?.number ?? finding.page
    finding.textOffset = nil
    if let place = Positions.source(of: offset, in: layout) {
      let tree = document.tree.tree
      finding.location = tree.location(of: place.node, offset: place.offset ?? 0)
    }
    return finding
  }

  // MARK: The whole

  /// The book with all its pages numbered.
  /// - Parameters:
  ///   - documents: in order.
  ///   - used: fonts and dictionaries.
  ///   - chapters, trees, sources: what is kept of the chapters; nothing where they were handed on.
  func pagination(
    documents: [DocumentReport], used: UsedResources, chapters: [ChapterLayout] = [],
    trees: [DocumentTree] = [], sources: [Int: GlyphSource] = [:]
  ) -> Pagination {
    let context = PageContext(
      publication, title: documents.first?.title, language: documents.first?.language, environment)
    return Pagination(
      chapters: chapters, pages: pages, chapterPages: chapterPages,
      documents: documents.enumerated().map { index, document in
        Pagination.DocumentSummary(
          href: document.document.href, title: document.title, length: lengths[index] ?? 0,
          document: document.document)
      }, trees: trees, findings: findings(documents, used, context.language).all,
      inputs: inputs(documents, used), settings: environment.options.settings,
      machineFiles: used.paths, context: context,
      glyphSources: sources, targets: targetPages)
  }

  private func findings(
    _ documents: [DocumentReport], _ used: UsedResources, _ language: String?
  ) -> FindingList {
    var findings = FindingList()
    for warning in publication.warnings {
      let place = warning.location
      findings.report(
        .package, warning.message,
        at: SourceLocation(
          path: publication.displayPath(of: place.path), line: place.line, column: place.column))
    }
    findings.append(contentsOf: ownFindings.all)
    for document in documents { findings.append(contentsOf: document.findings) }
    findings.append(contentsOf: chapterFindings)
    // They have no place, so the words order them.
    findings.append(contentsOf: used.findings.all.sorted { $0.message < $1.message })
    if language == nil {
      findings.report(
        .noLanguage, "the book names no language: nothing is hyphenated; set xml:lang on its root")
    }
    return findings
  }

  private func inputs(
    _ documents: [DocumentReport], _ used: UsedResources
  ) -> [Pagination.Input] {
    var seen: Set<String> = []
    var result: [Pagination.Input] = []
    if let package = publication.package, let bytes = try? publication.file(package.path) {
      result.append(
        Pagination.Input(
          kind: "package", name: package.path, digest: Digest.of(bytes), version: nil))
    }
    for document in documents {
      for input in document.inputs where seen.insert(input.kind + input.name).inserted {
        result.append(input)
      }
    }
    result += images.inputs
    for face in used.faces {
      let name = face.path.split(separator: "/").last.map(String.init) ?? face.path
      guard seen.insert("font" + name).inserted else { continue }
      result.append(
        Pagination.Input(kind: "font", name: name, digest: face.digest, version: face.version))
    }
    for path in used.dictionaries {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      guard seen.insert("dictionary" + name).inserted else { continue }
      result.append(
        Pagination.Input(
          kind: "dictionary", name: name, digest: FileDigest.of(path), version: nil))
    }
    return result
  }
}

/// The images that are on the pages; one inside a document is part of that document.
private struct ImageInputs {
  private(set) var inputs: [Pagination.Input] = []
  private var seen: Set<String> = []

  mutating func add(_ images: [ImageReference]) {
    for image in images {
      guard !image.isPlaceholder, image.href != "data:", !image.href.hasPrefix("#"),
        seen.insert(image.href).inserted
      else { continue }
      inputs.append(
        Pagination.Input(
          kind: "image", name: image.href, digest: image.sourceDigest ?? Digest.of(image.bytes),
          version: nil))
    }
  }
}

extension PaginationOptions {
  /// As the map records them, in fixed order.
  var settings: [(name: String, value: String)] {
    func size(_ size: Size) -> String { "\(size.width.points)x\(size.height.points)pt" }
    var settings: [(name: String, value: String)] = [
      ("style", preset.name), ("readerSize", readerSize.rawValue),
      ("page", page.map(size) ?? "style"),
      (
        "margin",
        margin.map {
          [$0.top, $0.right, $0.bottom, $0.left].map { "\($0.points)" }.joined(separator: " ")
            + "pt"
        } ?? "style"
      ), ("font", fontFamilies.isEmpty ? "style" : fontFamilies.joined(separator: ", ")),
      ("authorStyles", usesAuthorStyles ? "on" : "off"), ("notes", notes?.rawValue ?? "style"),
      ("pageBreaking", pageBreaking?.rawValue ?? "style"),
    ]
    if !copyfit.isNothing { settings.append(("fitted", copyfit.description)) }
    if let keptPages { settings.append(("keep", keptPages.name)) }
    return settings
  }
}
