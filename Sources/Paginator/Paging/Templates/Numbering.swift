internal import EPUB
internal import Markup

/// Orders and numbers the pages, assigns their sides and fills their margin boxes: the only serial
/// step. Takes one chapter after another and keeps their pages and findings, but not their layouts.
struct Numbering {
  private let publication: Publication
  private let isRightToLeft: Bool
  private let environment: LayoutEnvironment
  private let ownFindings: FindingList
  private var frontMatter: FrontMatter
  /// The number of pages of the placed chapters, including blank pages.
  private(set) var placedCount = 0
  /// The page on which the next chapter begins if it asks for none.
  private var nextStart = Chapter.Start.page
  private var pages: [Pagination.Page] = []
  /// By chapter, the indices of its pages, including the blank page before it.
  private var chapterPages: [Range<Int>] = []
  private var strings: RunningStrings
  private var titles = StandInTitles()
  /// The number of front-matter pages; nil while all pages are front matter.
  private var frontCount: Int?
  /// The number of pages before the one that an element numbers 1; nil if no element sets a number.
  private var ownStart: Int?
  private var lengths: [Int: Int] = [:]
  private var chapterFindings: [Finding] = []
  /// The messages of findings about fonts and dictionaries, each listed at its first place.
  private var fontMessages: Set<String> = []
  private var images = ImageInputs()
  private var context: PageContext?
  private(set) var targetPages = TargetPages()
  private var danglingLinks = DanglingLinks()

  init(
    _ publication: Publication, environment: LayoutEnvironment, marks: [FrontMatter.Mark],
    isRightToLeft: Bool, findings: FindingList
  ) {
    self.publication = publication
    self.isRightToLeft = isRightToLeft
    self.environment = environment
    ownFindings = findings
    frontMatter = FrontMatter(marks)
    frontCount = frontMatter.isOver ? 0 : nil
    // The package's title takes precedence over titles in the text.
    let title = publication.package?.metadata.titles.first?.text
    strings = RunningStrings(
      fixed: title.map { ["book-title": $0] } ?? [:],
      initial: title.map { ["part-title": $0] } ?? [:])
  }

  // MARK: Places

  /// Where the pages of a chapter are placed.
  struct Placement {
    /// A blank page inserted so that the chapter begins on its side.
    var blank: PageKind?
    /// Whether the chapter is the first of the book.
    var isFirst: Bool
    var startsOnLeft: Bool
    var beginsBody: Bool
  }

  /// The placement of the next chapter, after the chapters already placed.
  mutating func placement(of chapter: Chapter) -> Placement {
    let beginsBody = frontMatter.begins(with: chapter)
    let isFirst = placedCount == 0
    // Page 1 is a right-hand page; in right-to-left books, a left-hand page.
    let isLeft = (placedCount % 2 == 1) != isRightToLeft
    var start = chapter.start == .page ? nextStart : chapter.start
    // The body starts on the side of page 1, so that odd numbers stay on that side.
    if beginsBody, !isFirst, !chapter.isFixedLayout { start = isRightToLeft ? .left : .right }
    guard start == .left && !isLeft || start == .right && isLeft else {
      return Placement(isFirst: isFirst, startsOnLeft: isLeft, beginsBody: beginsBody)
    }
    return Placement(
      blank: PageKind(name: chapter.pageName, isLeft: isLeft, isFirst: isFirst, isBlank: true),
      isFirst: false, startsOnLeft: !isLeft, beginsBody: beginsBody)
  }

  /// Records that a chapter takes its placement.
  mutating func place(_ layout: ChapterLayout, at placement: Placement) {
    nextStart = layout.chapter.nextStart
    placedCount += layout.pages.count + (placement.blank == nil ? 0 : 1)
  }

  /// The layout that fits a placement: the one given, or its alternative for the other side; nil if
  /// the chapter must be laid out again. A layout with the same text areas on left and right pages
  /// fits both sides.
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
  /// - Parameter count: the page count of the book, for margin boxes that print it.
  mutating func number(
    _ layout: ChapterLayout, at placement: Placement, of document: ReadDocument,
    _ templates: SharedTemplates, count: Int
  ) -> NumberedChapter {
    let index = chapterPages.count
    let first = pages.count
    // A document without a package: its title stands in for a heading of the first level.
    if index == 0, publication.package == nil, !document.title.isEmpty {
      strings.begin(with: ["book-title": document.title, "part-title": document.title])
    }
    if placement.beginsBody, first == 0 { frontCount = 0 }
    let title = titles.next(layout, of: document, in: publication)
    let named = (title.map { [$0] } ?? []) + layout.text.namedStrings
    var own: [(kind: PageKind, page: Int)] = placement.blank.map { [($0, -1)] } ?? []
    own += layout.pages.indices.map {
      (Self.kind(ofPage: $0, layout.chapter, placement), $0)
    }
    for (kind, page) in own {
      // The body's first page is number 1. A blank page before it belongs to the front matter.
      if page == 0, frontCount == nil, placement.beginsBody {
        (frontCount, ownStart) = (pages.count, nil)
      }
      if page >= 0 { turn(to: page, of: layout, named) }
      append(kind, page: page, layout, templates.template(kind), count: count)
    }
    chapterPages.append(first..<pages.count)
    note(layout, index, document)
    let context =
      context
      ?? PageContext(
        publication, title: document.title, language: document.language,
        isRightToLeft: isRightToLeft, environment)
    self.context = context
    return NumberedChapter(
      index: index, layout: layout, pages: Array(pages[first...]),
      document: document.document, tree: document.tree, context: context)
  }

  /// Advances the running strings, and the number of the page, to a page of a chapter.
  private mutating func turn(
    to index: Int, of layout: ChapterLayout, _ named: [NamedString]
  ) {
    let range = layout.pages[index].start..<layout.pages[index].end
    let isLast = index == layout.pages.count - 1
    strings.turn(to: range, isFirst: index == 0, isLast: isLast, named)
    let own = named.on(range, isLast: isLast).last { $0.name == NamedString.pageNumber }
    if let start = own?.value.flatMap({ Int($0) }) { ownStart = pages.count + 1 - max(1, start) }
  }

  private mutating func append(
    _ kind: PageKind, page index: Int, _ layout: ChapterLayout, _ template: PageTemplate,
    count: Int
  ) {
    let number = pages.count + 1
    let value = TargetPages.Target(
      value: number - (ownStart ?? frontCount ?? 0),
      style: frontCount == nil ? "lower-roman" : "decimal",
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

  /// Records what is needed of the chapter after it is dropped.
  private mutating func note(
    _ layout: ChapterLayout, _ index: Int, _ document: ReadDocument
  ) {
    let href = document.document.href
    lengths[layout.chapter.document, default: 0] += layout.text.length
    images.add(layout.text.images)
    let own = pages[chapterPages[index]]
    var finder = SourceFinder(document.tree.tree)
    let firstFinding = chapterFindings.count
    for finding in layout.findings where !isRepeated(finding) {
      chapterFindings.append(located(finding, layout, own, &finder))
    }
    noteOutside(layout, own, findingsFrom: firstFinding, &finder)
    guard let first = own.firstIndex(where: { $0.pageInChapter == 0 }) else { return }
    // If a document occurs twice, the first occurrence counts.
    targetPages.note(href, pages[first].value)
    for anchor in layout.text.anchors {
      guard let id = anchor.id else { continue }
      targetPages.note(
        "\(href)#\(id)", pages[first + layout.pageIndex(at: Int(anchor.offset))].value)
    }
    for (inner, offset) in layout.text.boxTexts {
      let page = pages[first + layout.pageIndex(at: offset)].value
      targetPages.note(inner.anchors, of: href, page)
    }
    for note in layout.text.notes {
      let page = pages[first + layout.pageIndex(at: Int(note.offset))].value
      let href = publication.documents[note.document].href
      for text in [note.text] + note.text.boxTexts.map(\.text) {
        targetPages.note(text.anchors, of: href, page)
      }
      if let place = note.place { targetPages.note(place, of: href) }
    }
    var links = DanglingLinks()
    swap(&links, &danglingLinks)
    links.add(
      layout.text, of: href, in: publication, isKnown: { targetPages.target(of: $0) != nil },
      finding: { located($0, layout, own, &finder) })
    danglingLinks = links
  }

  /// Reports the pages whose text is partly outside, if no other finding about the page says it.
  /// - Parameter first: the first finding of the chapter.
  private mutating func noteOutside(
    _ layout: ChapterLayout, _ pages: ArraySlice<Pagination.Page>, findingsFrom first: Int,
    _ finder: inout SourceFinder
  ) {
    guard !layout.chapter.isFixedLayout else { return }
    let known = Set(
      chapterFindings[first...].filter {
        [.overfullBox, .overfullLine, .overfullPage].contains($0.rule)
      }.map(\.page))
    let lines = LinesOutside(layout)
    for page in pages where page.pageInChapter >= 0 && !known.contains(page.number) {
      guard let finding = lines.finding(onPage: page.pageInChapter, page.template) else { continue }
      chapterFindings.append(located(finding, layout, pages, &finder))
    }
  }

  /// Whether a finding about fonts or dictionaries is listed already, at an earlier place.
  private mutating func isRepeated(_ finding: Finding) -> Bool {
    switch finding.rule {
    case .missingFont, .fontFallback, .missingGlyph, .synthesizedFont, .missingDictionary:
      !fontMessages.insert(finding.message).inserted
    default: false
    }
  }

  /// A finding of layout, completed with its page and source location.
  private func located(
    _ finding: Finding, _ layout: ChapterLayout, _ pages: ArraySlice<Pagination.Page>,
    _ finder: inout SourceFinder
  ) -> Finding {
    var finding = finding
    finding.page = pages.first?.number
    guard let offset = finding.textOffset else { return finding }
    let index = layout.pageIndex(at: offset)
    finding.page = pages.first { $0.pageInChapter == index }?.number ?? finding.page
    finding.textOffset = nil
    if let place = Positions.source(of: offset, in: layout) {
      finding.location = finder.location(of: place.node, offset: place.offset ?? 0)
    }
    return finding
  }

  // MARK: The result

  /// The book with all its pages numbered.
  /// - Parameters:
  ///   - documents: in order.
  ///   - used: the fonts and dictionaries that were used.
  ///   - chapters, trees: what is kept of the chapters; empty if a receiver took them.
  func pagination(
    documents: [DocumentReport], used: UsedResources, chapters: [ChapterLayout] = [],
    trees: [DocumentTree] = []
  ) -> Pagination {
    let context = PageContext(
      publication, title: documents.first?.title, language: documents.first?.language,
      isRightToLeft: isRightToLeft, environment)
    return Pagination(
      chapters: chapters, pages: pages, chapterPages: chapterPages,
      documents: documents.enumerated().map { index, document in
        Pagination.DocumentSummary(
          href: document.document.href, title: document.title, length: lengths[index] ?? 0,
          document: document.document)
      }, trees: trees, findings: findings(documents, used, context.language),
      inputs: inputs(documents, used), settings: environment.options.settings,
      machineFiles: used.paths, context: context,
      targets: targetPages)
  }

  private func findings(
    _ documents: [DocumentReport], _ used: UsedResources, _ language: String?
  ) -> [Finding] {
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
    findings.append(contentsOf: danglingLinks.findings(targetPages))
    // Those without a location are sorted by message.
    findings.append(unlisted: used.findings.all.sorted { $0.message < $1.message })
    if language == nil {
      findings.report(
        .noLanguage, "the book names no language: nothing is hyphenated; set xml:lang on its root")
    }
    return FindingGroups(findings.all).all
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
      // Bookmarks, heads and page lists come from the navigation.
      let navigation = [publication.navigation.path, publication.navigation.ncxPath]
      for case let path? in navigation
      where !documents.contains(where: { $0.document.href == path }) {
        guard let bytes = try? publication.file(path), seen.insert("package" + path).inserted else {
          continue
        }
        result.append(
          Pagination.Input(kind: "package", name: path, digest: Digest.of(bytes), version: nil))
      }
    }
    for document in documents {
      for input in document.inputs where seen.insert(input.kind + input.name).inserted {
        result.append(input)
      }
    }
    result += images.inputs
    for face in used.faces {
      // Two files with one name are two inputs; a file of several faces is one.
      guard seen.insert("font" + face.fileName + face.digest).inserted else { continue }
      result.append(
        Pagination.Input(
          kind: "font", name: face.fileName, digest: face.digest, version: face.version))
    }
    for path in used.dictionaries {
      let name = path.fileName
      let digest = FileDigest.of(path)
      guard seen.insert("dictionary" + name + digest).inserted else { continue }
      result.append(Pagination.Input(kind: "dictionary", name: name, digest: digest, version: nil))
    }
    return result
  }
}

/// The images on the pages. An image inside a document is part of that document's input.
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
  /// The options as the page map records them, in fixed order.
  var settings: [(name: String, value: String)] {
    LayoutSettings.Key.recorded.compactMap { key in recorded(key).map { (key.mapName, $0) } }
  }

  /// The value of a setting in page maps; nil for one that they do not state.
  private func recorded(_ key: LayoutSettings.Key) -> String? {
    let byStyle = LayoutSettings.byStyle
    switch key {
    case .style: return preset.name
    case .readerSize: return readerSize.rawValue
    case .page: return page.map { "\($0.width.points)x\($0.height.points)pt" } ?? byStyle
    case .margin:
      return margin.map {
        [$0.top, $0.right, $0.bottom, $0.left].map { "\($0.points)" }.joined(separator: " ") + "pt"
      } ?? byStyle
    case .font: return fontFamilies.isEmpty ? byStyle : fontFamilies.joined(separator: ", ")
    case .authorStyles: return (usesAuthorStyles ? LayoutSettings.Switch.on : .off).rawValue
    case .notes: return notes?.rawValue ?? byStyle
    case .pageBreaking: return pageBreaking?.rawValue ?? byStyle
    case .fitted: return copyfit.isNothing ? nil : copyfit.description
    case .keep: return keptPages?.name
    default: return nil
    }
  }
}
