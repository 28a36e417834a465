internal import EPUB

/// A book with numbered pages: the input of drawing and of the page map.
public struct Pagination: Sendable {
  /// A page of the book.
  public struct Page: Sendable {
    /// The side of a spread.
    public enum Side: String, Sendable {
      /// A left-hand page.
      case left
      /// A right-hand page.
      case right
    }

    /// Counted from 1.
    public let number: Int
    /// The page number as printed.
    public let label: String
    let value: TargetPages.Target
    /// Left or right.
    public let side: Side
    /// Whether the page is inserted so that the next chapter begins on its side.
    public let isBlank: Bool
    /// Index in `documents`.
    let document: Int
    /// Counted from 0 through the book; for a blank page, the chapter after it.
    public let chapter: Int
    /// Index in the chapter's pages; -1 for a blank page.
    public let pageInChapter: Int
    let template: PageTemplate
    /// Running heads and folios: indices of margin boxes in the template, with their texts.
    let furniture: [(box: Int, text: String)]

    /// The size of the page box, in points.
    public var size: Size { template.size }
    /// The text area of the page.
    public var contentRect: Rect { template.contentRect }

    /// The place of a frame on the page, in points.
    public func rect(of frame: PageFrame) -> Rect {
      frame.rect.offset(x: contentRect.minX, y: contentRect.minY)
    }
  }

  /// A margin box with its text, placed on the page.
  struct Furniture: Sendable {
    let name: String
    let rect: Rect
    let layout: ChapterLayout
    let origin: Point
  }

  /// Empty if a receiver took the chapters.
  public let chapters: [ChapterLayout]
  /// In order.
  public let pages: [Page]
  /// By chapter, the indices of its pages, including the blank page before it.
  let chapterPages: [Range<Int>]
  /// In page order: the linear documents of the spine, then the others.
  public let documents: [DocumentSummary]
  /// The trees of the documents; empty if a receiver took the chapters.
  let trees: [DocumentTree]
  /// Findings about the package, the documents, their layout and the fonts.
  public private(set) var findings: [Finding]
  /// The files that the pages depend on.
  public let inputs: [Input]
  /// Options by name, as the map writes them.
  public let settings: [(name: String, value: String)]
  /// Paths of the fonts and dictionaries of this machine that were used.
  public let machineFiles: [String]
  /// The paths of the files that were asked for beside a single document: those that were read, and
  /// those that do not exist. None for an EPUB, which contains its files.
  public var filesOfDocument: (read: [String], missing: [String]) {
    publication.filesOfDocument
  }
  /// What drawing needs besides the pages.
  public let context: PageContext
  let targets: TargetPages

  /// The number of chapters, even if a receiver took them.
  public var chapterCount: Int { chapterPages.count }
  /// The book's.
  public var title: String { context.title }
  /// The book's language, a BCP 47 tag; nil if it is not known.
  public var language: String? { context.language }
  /// Whether the book is bound on the right, so that page 1 is a left-hand page.
  public var isRightToLeft: Bool { context.isRightToLeft }
  /// The opened book.
  var publication: Publication { context.publication }
  var environment: LayoutEnvironment { context.environment }

  /// A document of the book, for the map.
  public struct DocumentSummary: Sendable {
    /// Relative to the package.
    public let href: String
    /// The text of its `title` element.
    public let title: String
    /// The length of its text as laid out, in UTF-16 units.
    public let length: Int
    let document: Publication.Document
  }

  /// An input that the pages depend on, with the digest of its bytes.
  public struct Input: Sendable {
    /// Such as "document", "stylesheet", "font" or "image".
    public let kind: String
    /// The file's name in the book, or the file name of a font.
    public let name: String
    /// SHA-256, as hexadecimal digits.
    public let digest: String
    /// The font's version; nil for other inputs.
    public let version: String?
  }

  /// A copy with further findings, from writing the outputs.
  public func adding(_ later: [Finding]) -> Pagination {
    var result = self
    result.findings += later
    return result
  }

  /// The page of a place, "href#id" or "href"; the document's first page if the id does not exist.
  public func page(of place: String) -> Page? {
    let href = String(place.prefix { $0 != "#" })
    return (targets.target(of: place) ?? targets.target(of: href)).map { pages[$0.page - 1] }
  }

  /// The layout of a page's text; nil for a blank page, or if a receiver took the chapters.
  public func layout(of page: Page) -> (chapter: ChapterLayout, page: PageLayout)? {
    guard page.pageInChapter >= 0, !chapters.isEmpty else { return nil }
    let chapter = chapters[page.chapter]
    return (chapter, chapter.pages[page.pageInChapter])
  }

  /// A chapter with its page numbers.
  /// - Parameter index: in `chapters`.
  package func numbered(_ index: Int) -> NumberedChapter {
    let layout = chapters[index]
    let document = layout.chapter.document
    return NumberedChapter(
      index: index, layout: layout, pages: Array(pages[chapterPages[index]]),
      document: documents[document].document, tree: trees[document], context: context)
  }
}

extension Pagination {
  /// The EPUB CFI of a text offset of a chapter; nil if the text has no place in the source.
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
  /// Whether the book is bound on the right, so that page 1 is a left-hand page.
  public let isRightToLeft: Bool
  let publication: Publication
  let environment: LayoutEnvironment

  /// - Parameters:
  ///   - title, language: those of the book's first document, used if the package gives none.
  init(
    _ publication: Publication, title: String?, language: String?, isRightToLeft: Bool,
    _ environment: LayoutEnvironment
  ) {
    let metadata = publication.package?.metadata
    self.title = metadata?.titles.first?.text ?? title ?? ""
    self.language = (metadata?.languages.first ?? language).map(LanguageTag.canonical)
    self.isRightToLeft = isRightToLeft
    self.publication = publication
    self.environment = environment
  }

  /// The path of a source file without the folders around the book (`Publication.publicPath`).
  package func publicPath(of path: String) -> String { publication.publicPath(of: path) }
}

/// A chapter with numbered pages: the input of drawing and of the page map.
public struct NumberedChapter: Sendable {
  /// Counted from 0 through the book.
  public let index: Int
  /// Its lines and pages.
  public let layout: ChapterLayout
  /// Its pages, including the blank page before it.
  public let pages: [Pagination.Page]
  let document: Publication.Document
  let tree: DocumentTree
  /// What drawing needs besides the pages.
  public let context: PageContext

  var publication: Publication { context.publication }

  /// The layout of a page; nil for a blank one.
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

/// Receives the chapters of a book as soon as they are done, so that they need not be kept: memory
/// grows with the largest chapter, not with the book.
public protocol ChapterReceiver: Sendable {
  /// The order in which it wants chapters; `any` by default.
  var order: ChapterOrder { get }
  /// Makes the receiving object of one worker. Several workers deliver at the same time, unless the
  /// receiver asks for the order of the book.
  func makeConsumer() -> any ChapterConsumer
  /// Discards what was received, because the book is set again.
  /// - Throws: an error that ends the pagination, which throws it.
  func startAgain() throws
}

extension ChapterReceiver {
  /// As chapters are finished.
  public var order: ChapterOrder { .any }
}

/// The order in which a receiver gets the chapters of a book, and with them its pages.
public enum ChapterOrder: Sendable {
  /// As they are finished, from several workers at the same time.
  case any
  /// From the first to the last, one at a time, by one consumer. Other workers wait meanwhile: take
  /// it for short work, or for a format that is written page by page.
  case book
}

/// Receives chapters one after another, never two at the same time, in the order that its receiver
/// asks for.
public protocol ChapterConsumer: AnyObject {
  /// Receives a chapter. Each chapter of the book goes to exactly one consumer.
  /// - Throws: an error that ends the pagination, which throws it.
  func receive(_ chapter: NumberedChapter) throws
}
