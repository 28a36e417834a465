internal import EPUB

/// Puts the chapters' pages in order, gives them their numbers and sides, and says what their
/// margin boxes hold: the only serial step.
struct Numbering {
  private let documents: [ReadDocument]
  private var chapters: [ChapterLayout]
  private let environment: LayoutEnvironment
  private var pages: [Pagination.Page] = []
  private var strings = RunningStrings()

  private var sources: [Int: GlyphSource]

  init(
    documents: [ReadDocument], chapters: [ChapterLayout], sources: [Int: GlyphSource],
    environment: LayoutEnvironment
  ) {
    self.sources = sources
    self.documents = documents
    self.chapters = chapters
    self.environment = environment
  }

  mutating func number() throws {
    var slots: [Slot] = []
    for index in chapters.indices { try place(index, into: &slots) }
    for (index, slot) in slots.enumerated() { append(slot, number: index + 1, count: slots.count) }
  }

  private struct Slot {
    var chapter: Int
    var pageInChapter: Int
    var kind: PageKind
  }

  private mutating func place(_ index: Int, into slots: inout [Slot]) throws {
    let chapter = chapters[index].chapter
    let isFirst = slots.isEmpty
    // Page 1 is a right-hand page.
    var isLeft = slots.count % 2 == 1
    let wantsOther = chapter.start == .left && !isLeft || chapter.start == .right && isLeft
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

  private mutating func append(_ slot: Slot, number: Int, count: Int) {
    let layout = chapters[slot.chapter]
    let template = documents[layout.chapter.document].templates.template(slot.kind)
    if slot.pageInChapter >= 0 {
      let page = layout.pages[slot.pageInChapter]
      strings.turn(
        to: page.start..<page.end, isLast: slot.pageInChapter == layout.pages.count - 1,
        layout.text.namedStrings)
    }
    let values = FurnitureSetter.Values(page: number, pages: count, strings: strings)
    pages.append(
      Pagination.Page(
        number: number, label: String(number), side: slot.kind.isLeft ? .left : .right,
        isBlank: slot.kind.isBlank, chapter: slot.chapter, pageInChapter: slot.pageInChapter,
        template: template, furniture: FurnitureSetter.texts(of: template, values: values)))
  }

  func pagination(publication: Publication) -> Pagination {
    var findings = FindingList()
    for document in documents { findings.append(contentsOf: document.findings) }
    var firstPage: [Int: Int] = [:]
    for page in pages where firstPage[page.chapter] == nil { firstPage[page.chapter] = page.number }
    for (index, chapter) in chapters.enumerated() {
      for var finding in chapter.findings {
        finding.page = firstPage[index]
        findings.report(finding)
      }
    }
    findings.append(contentsOf: environment.options.fonts.findings)
    findings.append(contentsOf: environment.cache.findings)
    let language = documents.first?.language
    if language == nil {
      findings.report(
        .noLanguage, "the book names no language: nothing is hyphenated; set xml:lang on its root")
    }
    return Pagination(
      chapters: chapters, pages: pages,
      documents: documents.enumerated().map { index, document in
        Pagination.DocumentSummary(
          href: document.href, title: document.title,
          length: chapters.filter { $0.chapter.document == index }.reduce(0) {
            $0 + $1.text.length
          },
          tree: document.tree)
      }, findings: findings.all, inputs: inputs, settings: environment.options.settings,
      environment: environment, glyphSources: sources, title: documents.first?.title ?? "",
      language: language)
  }

  private var inputs: [Pagination.Input] {
    var seen: Set<String> = []
    var result: [Pagination.Input] = []
    for document in documents {
      for input in document.inputs where seen.insert(input.kind + input.name).inserted {
        result.append(input)
      }
    }
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
      ("authorStyles", usesAuthorStyles ? "on" : "off"),
    ]
  }
}
