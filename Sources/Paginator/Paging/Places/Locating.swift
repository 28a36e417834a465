internal import EPUB
internal import Markup

extension Pagination {
  /// The location of a place of the book on its pages.
  public struct Location: Sendable {
    /// The page that it is on.
    public let page: Page
    /// Counted from 1 on the page; nil for a place without a line.
    public let line: Int?
    /// The rectangle of the character, or of an image, on the page; nil if it has none.
    public let rect: Rect?
    /// The document's href.
    public let href: String
    /// UTF-16 code units into the document's text; in a note at the foot of a page, the offset of its
    /// call, in the text of the document with the call.
    public let offset: Int
    /// The CFI of the place; nil if it has no place in the source.
    public let cfi: String?
    /// The text that begins there: 40 UTF-16 units at most, and a space between two paragraphs.
    public let text: String
  }

  /// The location of a CFI; nil if it is not on a page.
  /// - Parameter text: a CFI such as `epubcfi(/6/4!/4/2/1:0)`; of a range, the start is used.
  public func location(cfi text: String) -> Location? {
    guard let cfi = CFI(text) else { return nil }
    let path = cfi.start
    for index in documents.indices where leads(path, to: index) {
      let tree = trees[index]
      guard let place = tree.place(at: path.parts[path.parts.count - 1], offset: path.offset) else {
        continue
      }
      return location(of: place, document: index)
    }
    return nil
  }

  /// Whether the part of a CFI before its first "!" names a document, by the numbers of its steps.
  private func leads(_ path: CFI.Path, to index: Int) -> Bool {
    guard let own = documents[index].document.cfi else { return path.parts.count == 1 }
    guard path.parts.count > 1, let wanted = CFI(String(own.dropLast())) else { return false }
    return path.parts[0].map(\.index) == wanted.path.parts[0].map(\.index)
  }

  /// The location of an id: "id", or "href#id" for an id of a certain document.
  public func location(id: String) -> Location? {
    let parts = id.split(separator: "#", maxSplits: 1).map(String.init)
    for index in documents.indices {
      if parts.count == 2, documents[index].href != parts[0] { continue }
      let tree = trees[index].tree
      if let node = tree.element(withID: parts[parts.count - 1]) {
        if let found = location(ofNoteWith: parts[parts.count - 1], document: index) {
          return found
        }
        return location(of: DocumentTree.Place(node: node), document: index)
      }
    }
    return nil
  }

  /// The locations of a text, in page order; in notes, after those in the text of their page. What is found in
  /// a box in a line has the location of the box. A text that is in a box in part is found, too.
  /// - Parameter limit: the maximum number of locations.
  public func locations(text: String, limit: Int = .max) -> [Location] {
    let wanted = Array(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").utf16)
    guard !wanted.isEmpty else { return [] }
    let breaker = TextBreaker()
    var result: [Location] = []
    for index in chapters.indices where result.count < limit {
      result += locations(of: wanted, chapter: index, breaker).prefix(limit - result.count)
    }
    return result
  }

  private func locations(
    of wanted: [UInt16], chapter index: Int, _ breaker: TextBreaker
  ) -> [Location] {
    let text = chapters[index].text
    var ordered = PlaceOrder<Location>()
    for at in text.units.starts(of: wanted) {
      guard let found = location(of: at, chapter: index, breaker) else { continue }
      ordered.add(found, at: found)
    }
    for inner in text.innerTexts {
      for at in inner.text.units.starts(of: wanted) {
        guard let found = location(of: at, in: inner, chapter: index, breaker) else { continue }
        ordered.add(found, at: found, isInNote: inner.note != nil)
      }
    }
    guard let flat = FlatText(text) else { return ordered.elements }
    for at in flat.units.starts(of: wanted) where flat.isDivided(at..<at + wanted.count) {
      guard let found = location(of: flat.offset(at: at), chapter: index, breaker) else { continue }
      let shown = String(decoding: flat.units[at...].prefix(40), as: UTF16.self)
      ordered.add(found.showing(shown), at: found)
    }
    return ordered.elements
  }

  private func location(of place: DocumentTree.Place, document: Int) -> Location? {
    if let found = location(inNotes: place, document: document) { return found }
    for (index, layout) in chapters.enumerated() {
      guard layout.chapter.document == document,
        let offset = layout.text.offset(ofNode: place.node, offset: place.offset ?? 0)
      else { continue }
      return location(of: offset, chapter: index)
    }
    // After the last character: use the end of the document.
    guard let last = chapters.lastIndex(where: { $0.chapter.document == document }) else {
      return nil
    }
    return location(of: max(0, chapters[last].text.length - 1), chapter: last)
  }

  /// Where a character of a chapter is; nil for an offset outside it.
  public func location(ofOffset offset: Int, inChapter index: Int) -> Location? {
    guard chapters.indices.contains(index), offset >= 0, offset < chapters[index].text.length else {
      return nil
    }
    return location(of: offset, chapter: index)
  }

  /// - Parameter breaker: for many locations, to use it again; nil for a new one.
  func location(
    of offset: Int, chapter index: Int, _ breaker: TextBreaker? = nil
  ) -> Location? {
    let layout = chapters[index]
    let number = layout.pageIndex(at: offset)
    let own = chapterPages[index]
    // Blank pages are before the chapter's own.
    let place = own.upperBound - layout.pages.count + number
    guard own.contains(place), pages[place].pageInChapter == number else { return nil }
    let page = pages[place]
    let content = layout.pages[number]
    let line = content.lines.first {
      Int(layout.lines[$0].start) <= offset && offset < Int(layout.lines[$0].end)
    }
    return Location(
      page: page, line: line.map { $0 - content.lines.lowerBound + 1 },
      rect: line.flatMap { index in
        // Text that lies off the page has no rectangle on it.
        layout.lines[index].flags.contains(.isOffPage)
          ? nil
          : rect(of: offset, in: content.line(index, in: layout), layout, page, breaker)
            ?? PlacedLines(layout, content, on: page).rect(of: offset..<offset + 1)
      },
      href: documents[layout.chapter.document].href,
      offset: layout.chapter.documentOffset + offset,
      cfi: self.cfi(of: offset, in: layout),
      text: layout.text.beginning(at: offset))
  }

  /// The rectangle of a character on its line; nil if it has no width there.
  func rect(
    of offset: Int, in line: LineFragment, _ layout: ChapterLayout, _ page: Page,
    _ breaker: TextBreaker?
  ) -> Rect? {
    guard !line.flags.contains(.isOffPage) else { return nil }
    var builder = TextFrameBuilder(layout, breaker: breaker ?? TextBreaker())
    let origin = page.contentRect.origin
    return builder.line(line).rects(for: offset..<offset + 1).first
      .map { $0.offset(x: origin.x, y: origin.y) }
  }

  /// A page by its label, else by its number.
  public func page(named name: String) -> Page? {
    pages.first { $0.label == name && !$0.isBlank } ?? pages.first { String($0.number) == name }
  }

  /// The beginning of a page's text; nil for a blank page.
  public func start(of page: Page) -> Location? {
    layout(of: page).flatMap { location(of: $0.page.start, chapter: page.chapter) }
  }
}

extension Array<UInt16> {
  /// Makes typographic quotation marks equal to straight ones, and a special space equal to a
  /// space.
  private static func plain(_ unit: UInt16) -> UInt16 {
    switch unit {
    case 0x2018, 0x2019: 0x27
    case 0x201C, 0x201D: 0x22
    case 0xA0, 0x2028: 0x20
    default: unit
    }
  }

  /// The indices at which a text occurs; occurrences do not overlap.
  fileprivate func starts(of wanted: [UInt16]) -> [Int] {
    let wanted = wanted.map(Self.plain)
    var result: [Int] = []
    withUnsafeBufferPointer { units in
      var at = 0
      while at + wanted.count <= units.count {
        if wanted.indices.allSatisfy({ Self.plain(units[at + $0]) == wanted[$0] }) {
          result.append(at)
          at += wanted.count
        } else {
          at += 1
        }
      }
    }
    return result
  }
}

extension Pagination.Location {
  /// The same location with the beginning of another text.
  func showing(_ text: String) -> Self {
    Self(
      page: page, line: line, rect: rect, href: href, offset: offset, cfi: cfi, text: text)
  }
}
