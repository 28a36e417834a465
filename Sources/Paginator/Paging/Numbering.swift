internal import EPUB
internal import Markup

/// Puts the chapters' pages in order, gives them their numbers and sides, and says what their
/// margin boxes hold: the only serial step.
struct Numbering {
  private let documents: [ReadDocument]
  private var chapters: [ChapterLayout]
  private let publication: Publication
  private let environment: LayoutEnvironment
  private let ownFindings: FindingList
  private var pages: [Pagination.Page] = []
  private var strings: RunningStrings
  private var sources: [Int: GlyphSource]
  /// The chapter that the body begins with, its pages numbered from 1; nil where the book does not
  /// tell its front matter apart.
  private let bodyStart: Int?

  init(
    documents: [ReadDocument], chapters: [ChapterLayout], sources: [Int: GlyphSource],
    publication: Publication, environment: LayoutEnvironment, findings: FindingList
  ) {
    self.sources = sources
    self.documents = documents
    self.chapters = chapters
    self.publication = publication
    self.environment = environment
    ownFindings = findings
    // A book whose text never names itself has its package's title in the running heads.
    let title = publication.package?.metadata.titles.first?.text
    strings = RunningStrings(initial: title.map { ["book-title": $0] } ?? [:])
    bodyStart = FrontMatter.end(chapters, documents, publication.navigation)
  }

  mutating func number() throws {
    var slots: [Slot] = []
    for index in chapters.indices { try place(index, into: &slots) }
    let front = slots.firstIndex { $0.chapter == bodyStart && $0.pageInChapter >= 0 } ?? 0
    for (index, slot) in slots.enumerated() {
      let value =
        index < front
        ? PageValue(value: index + 1, style: "lower-roman", page: index + 1)
        : PageValue(value: index - front + 1, style: "decimal", page: index + 1)
      append(slot, number: index + 1, value: value, count: slots.count)
    }
  }

  private struct Slot {
    var chapter: Int
    var pageInChapter: Int
    var kind: PageKind
  }

  private typealias PageValue = TargetPages.Target

  private mutating func place(_ index: Int, into slots: inout [Slot]) throws {
    let chapter = chapters[index].chapter
    let isFirst = slots.isEmpty
    // Page 1 is a right-hand page; a left-hand one where pages go from right to left.
    let isReversed = publication.package?.progression == "rtl"
    var isLeft = (slots.count % 2 == 1) != isReversed
    var start = chapter.start
    // Odd numbers stay on the side that they began on.
    if index == bodyStart, !chapter.isFixedLayout { start = isReversed ? .left : .right }
    let wantsOther = start == .left && !isLeft || start == .right && isLeft
    if wantsOther {
      slots.append(
        Slot(
          chapter: index, pageInChapter: -1,
          kind: PageKind(name: chapter.pageName, isLeft: isLeft, isFirst: isFirst, isBlank: true)))
      isLeft.toggle()
    }
    try layOutAgainIfNeeded(index, isFirst: slots.isEmpty, startsOnLeft: isLeft)
    for page in chapters[index].pages.indices {
      slots.append(
        Slot(
          chapter: index, pageInChapter: page,
          kind: PageKind(
            name: chapter.pageName, isLeft: isLeft != (page % 2 == 1), isFirst: slots.isEmpty,
            isBlank: false)))
    }
  }

  /// A chapter was laid out for one side; where left and right pages hold differently much and it
  /// has come to start on the other, it is laid out once more.
  private mutating func layOutAgainIfNeeded(
    _ index: Int, isFirst: Bool, startsOnLeft: Bool
  ) throws {
    let layout = chapters[index]
    guard !layout.chapter.isFixedLayout else { return }
    let templates = documents[layout.chapter.document].templates
    let fits = layout.pages.indices.allSatisfy { page in
      let kind = PageKind(
        name: layout.chapter.pageName, isLeft: startsOnLeft != (page % 2 == 1),
        isFirst: isFirst && page == 0, isBlank: false)
      return templates.template(kind).contentRect.size == layout.pages[page].containerSize
    }
    guard !fits else { return }
    let worker = ChapterWorker(environment)
    chapters[index] = try worker.layOut(
      layout.chapter, templates: templates, isFirst: isFirst, startsOnLeft: startsOnLeft)
    sources[worker.shaper.number] = worker.shaper.snapshot
  }

  private mutating func append(_ slot: Slot, number: Int, value: PageValue, count: Int) {
    let layout = chapters[slot.chapter]
    let template = documents[layout.chapter.document].templates.template(slot.kind)
    if slot.pageInChapter >= 0 {
      let page = layout.pages[slot.pageInChapter]
      strings.turn(
        to: page.start..<page.end, isLast: slot.pageInChapter == layout.pages.count - 1,
        layout.text.namedStrings)
    }
    let values = FurnitureSetter.Values(
      page: value.value, pageStyle: value.style, pages: count, strings: strings)
    pages.append(
      Pagination.Page(
        number: number, label: CounterStyle.text(value.style, value: value.value),
        value: value, side: slot.kind.isLeft ? .left : .right,
        isBlank: slot.kind.isBlank, chapter: slot.chapter, pageInChapter: slot.pageInChapter,
        template: template, furniture: FurnitureSetter.texts(of: template, values: values)))
  }

  /// Where every id has come to be, and the beginning of every document.
  var targetPages: TargetPages {
    var result = TargetPages()
    var firstPage: [Int: Int] = [:]
    for (index, page) in pages.enumerated()
    where page.pageInChapter == 0 && firstPage[page.chapter] == nil {
      firstPage[page.chapter] = index
    }
    for (index, layout) in chapters.enumerated() {
      guard let first = firstPage[index] else { continue }
      let href = documents[layout.chapter.document].document.href
      // A document that occurs twice is found where it occurs first.
      if result.targets[href] == nil { result.targets[href] = pages[first].value }
      for anchor in layout.text.anchors {
        guard let id = anchor.id, result.targets["\(href)#\(id)"] == nil else { continue }
        let page = layout.pageIndex(at: Int(anchor.offset))
        result.targets["\(href)#\(id)"] = pages[first + page].value
      }
      for note in layout.text.notes {
        let page = pages[first + layout.pageIndex(at: Int(note.offset))].value
        let href = documents[note.document].document.href
        for id in note.text.anchors.compactMap(\.id) where result.targets["\(href)#\(id)"] == nil {
          result.targets["\(href)#\(id)"] = page
        }
      }
    }
    return result
  }

  func pagination(publication: Publication) -> Pagination {
    let language = publication.package?.metadata.languages.first ?? documents.first?.language
    var lengths = [Int](repeating: 0, count: documents.count)
    for layout in chapters { lengths[layout.chapter.document] += layout.text.length }
    return Pagination(
      chapters: chapters, pages: pages,
      documents: documents.enumerated().map { index, document in
        Pagination.DocumentSummary(
          href: document.document.href, title: document.title,
          length: lengths[index], tree: document.tree, document: document.document)
      }, findings: findings(language).all, inputs: inputs, settings: environment.options.settings,
      environment: environment, glyphSources: sources, targets: targetPages,
      publication: publication,
      title: publication.package?.metadata.titles.first?.text ?? documents.first?.title ?? "",
      language: language)
  }

  private func findings(_ language: String?) -> FindingList {
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
    var firstPage: [Int: Int] = [:]
    for page in pages where firstPage[page.chapter] == nil { firstPage[page.chapter] = page.number }
    for (index, chapter) in chapters.enumerated() {
      for var finding in chapter.findings {
        finding.page = firstPage[index]
        findings.report(finding)
      }
    }
    // Made by whichever worker met the character first: they have no place, so the words order them.
    let shared = environment.options.fonts.findings + environment.cache.findings
    findings.append(contentsOf: shared.sorted { $0.message < $1.message })
    if language == nil {
      findings.report(
        .noLanguage, "the book names no language: nothing is hyphenated; set xml:lang on its root")
    }
    return findings
  }

  private var inputs: [Pagination.Input] {
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
    result += imageInputs
    for face in environment.options.fonts.usedFaces {
      let name = face.path.split(separator: "/").last.map(String.init) ?? face.path
      guard seen.insert("font" + name).inserted else { continue }
      result.append(
        Pagination.Input(kind: "font", name: name, digest: face.digest, version: face.version))
    }
    for dictionary in environment.options.hyphenation.used {
      let name = dictionary.path.split(separator: "/").last.map(String.init) ?? dictionary.path
      guard seen.insert("dictionary" + name).inserted else { continue }
      result.append(
        Pagination.Input(
          kind: "dictionary", name: name, digest: FileDigest.of(dictionary.path), version: nil))
    }
    return result
  }

  /// The images that are on the pages; one inside a document is part of that document.
  private var imageInputs: [Pagination.Input] {
    var seen: Set<String> = []
    var result: [Pagination.Input] = []
    for image in chapters.lazy.flatMap(\.text.images) {
      guard !image.isPlaceholder, image.href != "data:", !image.href.hasPrefix("#"),
        seen.insert(image.href).inserted
      else { continue }
      result.append(
        Pagination.Input(
          kind: "image", name: image.href, digest: Digest.of(image.bytes), version: nil))
    }
    return result
  }
}

extension PaginationOptions {
  /// As the map records them, in fixed order.
  var settings: [(name: String, value: String)] {
    func size(_ size: Size) -> String { "\(size.width.points)x\(size.height.points)pt" }
    return [
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
    ]
  }
}
