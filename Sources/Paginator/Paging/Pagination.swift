internal import EPUB

/// A book with its pages numbered: what drawing and the page map are made from.
public struct Pagination: Sendable {
  /// A page of the book.
  public struct Page: Sendable {
    /// Of a spread.
    public enum Side: String, Sendable { case left, right }

    /// Counted from 1.
    public let number: Int
    /// As printed.
    public let label: String
    let value: TargetPages.Target
    /// Left or right.
    public let side: Side
    /// Put in so that the next chapter begins on its side.
    public let isBlank: Bool
    /// In `documents`.
    let document: Int
    /// Counted from 0 through the book; for a blank page the chapter behind it.
    public let chapter: Int
    /// In the chapter's pages; -1 for a blank page.
    public let pageInChapter: Int
    let template: PageTemplate
    /// Running heads, folios: which margin box of the template holds which text.
    let furniture: [(box: Int, text: String)]

    /// Of the page box, in points.
    public var size: Size { template.size }
    /// Where the text stands on the page.
    public var contentRect: Rect { template.contentRect }
  }

  /// A margin box with its text, placed on the page.
  struct Furniture: Sendable {
    let name: String
    let rect: Rect
    let layout: ChapterLayout
    let origin: Point
  }

  /// Empty where they were handed to a receiver as they were done.
  public let chapters: [ChapterLayout]
  /// In order.
  public let pages: [Page]
  /// The pages of every chapter, with the blank page before it.
  let chapterPages: [Range<Int>]
  /// In the order of the spine.
  public let documents: [DocumentSummary]
  /// Of the documents; empty where the chapters are.
  let trees: [DocumentTree]
  /// In the order of the book.
  public private(set) var findings: [Finding]
  /// The files that the pages follow from.
  public let inputs: [Input]
  /// Options by name, as the map writes them.
  public let settings: [(name: String, value: String)]
  /// Paths of the fonts and dictionaries of this machine that were used.
  public let machineFiles: [String]
  /// What drawing needs besides the pages.
  public let context: PageContext
  let glyphSources: [Int: GlyphSource]
  let targets: TargetPages

  /// How many chapters there are, kept or not.
  public var chapterCount: Int { chapterPages.count }
  /// The book's.
  public var title: String { context.title }
  /// The book's, a BCP 47 tag; nil where none is known.
  public var language: String? { context.language }
  /// The book as its container gives it.
  var publication: Publication { context.publication }
  var environment: LayoutEnvironment { context.environment }

  /// A document of the book, for the map.
  public struct DocumentSummary: Sendable {
    /// Relative to the package.
    public let href: String
    /// What its heading or `title` says.
    public let title: String
    /// UTF-16 units of its text as laid out.
    public let length: Int
    let document: Publication.Document
  }

  /// Something that the pages follow from, with the digest of its bytes.
  public struct Input: Sendable {
    /// Such as "document", "stylesheet", "font" or "image".
    public let kind: String
    /// The file's name in the book, or a font's.
    public let name: String
    /// SHA-256, as hexadecimal digits.
    public let digest: String
    /// Of a font; nil for others.
    public let version: String?
  }

  /// The same with what was found later, while outputs were written.
  public func adding(_ later: [Finding]) -> Pagination {
    var result = self
    result.findings += later
    return result
  }

  /// The page that a place of the book, "href#id" or "href", is on; the document's first page when
  /// there is no such id.
  public func page(of place: String) -> Page? {
    let href = String(place.prefix { $0 != "#" })
    return (targets.targets[place] ?? targets.targets[href]).map { pages[$0.page - 1] }
  }

  /// The layout of a page's text; nil for a blank page, and where chapters were handed on.
  public func layout(of page: Page) -> (chapter: ChapterLayout, page: PageLayout)? {
    guard page.pageInChapter >= 0, !chapters.isEmpty else { return nil }
    let chapter = chapters[page.chapter]
    return (chapter, chapter.pages[page.pageInChapter])
  }

  /// A chapter with what the book knows of it.
  /// - Parameter index: in `chapters`.
  func numbered(_ index: Int) -> NumberedChapter {
    let layout = chapters[index]
    let document = layout.chapter.document
    return NumberedChapter(
      index: index, layout: layout, pages: Array(pages[chapterPages[index]]),
      document: documents[document].document, tree: trees[document], context: context,
      glyphs: glyphSources[layout.shaperNumber])
  }
}

extension Pagination {
  /// The EPUB CFI of a text offset of a chapter; nil where nothing of the source is.
  func cfi(of offset: Int, in chapter: ChapterLayout, isEnd: Bool = false) -> String? {
    let document = chapter.chapter.document
    return Positions.cfi(
      of: offset, in: chapter, documents[document].document, trees[document], isEnd: isEnd)
  }
}

/// What all pages of a book share.
public struct PageContext: Sendable {
  /// The book's.
  public let title: String
  /// A BCP 47 tag; nil where none is known.
  public let language: String?
  let publication: Publication
  let environment: LayoutEnvironment

  /// - Parameters:
  ///   - title, language: of the book's first document, where the package does not say.
  init(
    _ publication: Publication, title: String?, language: String?,
    _ environment: LayoutEnvironment
  ) {
    let metadata = publication.package?.metadata
    self.title = metadata?.titles.first?.text ?? title ?? ""
    self.language = metadata?.languages.first ?? language
    self.publication = publication
    self.environment = environment
  }
}

/// A chapter whose pages have their numbers: what drawing and the page map are made from.
public struct NumberedChapter: Sendable {
  /// Counted from 0 through the book.
  public let index: Int
  /// Its lines and pages.
  public let layout: ChapterLayout
  /// With the blank page before it.
  public let pages: [Pagination.Page]
  let document: Publication.Document
  let tree: DocumentTree
  /// What drawing needs besides the pages.
  public let context: PageContext
  /// The glyphs that its segments mean.
  var glyphs: GlyphSource?

  var publication: Publication { context.publication }

  /// What is on a page; nil for a blank one.
  func content(of page: Pagination.Page) -> PageLayout? {
    page.pageInChapter >= 0 ? layout.pages[page.pageInChapter] : nil
  }

  /// The page that holds a text offset of the chapter.
  func page(at offset: Int) -> (page: Pagination.Page, content: PageLayout)? {
    guard !layout.pages.isEmpty else { return nil }
    let index = layout.pageIndex(at: offset)
    return (pages[pages.count - layout.pages.count + index], layout.pages[index])
  }
}

/// Takes the chapters of a book as they are done, so that they need not be kept: memory grows
/// with the largest chapter, not with the book.
public protocol ChapterReceiver: Sendable {
  /// A hand for one worker; several receive at a time.
  func makeHand() -> any ReceivingHand
  /// What was received is void: the book is set once more.
  func startAgain() throws
}

/// Takes chapters one after the other, from one task, in any order.
public protocol ReceivingHand: AnyObject {
  /// Called once for every chapter, by one hand or another.
  func receive(_ chapter: NumberedChapter) throws
}
