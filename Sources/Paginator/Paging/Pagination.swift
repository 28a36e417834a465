internal import EPUB

/// A book with its pages numbered: what drawing and the page map are made from.
public struct Pagination: Sendable {
  public struct Page: Sendable {
    public enum Side: String, Sendable { case left, right }

    /// Counted from 1.
    public let number: Int
    /// As printed.
    public let label: String
    let value: TargetPages.Target
    public let side: Side
    /// Put in so that the next chapter begins on its side.
    public let isBlank: Bool
    /// In `chapters`; for a blank page the chapter behind it.
    public let chapter: Int
    /// In the chapter's pages; -1 for a blank page.
    public let pageInChapter: Int
    let template: PageTemplate
    /// Running heads, folios: which margin box of the template holds which text.
    let furniture: [(box: Int, text: String)]

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

  public let chapters: [ChapterLayout]
  public let pages: [Page]
  public let documents: [DocumentSummary]
  public let findings: [Finding]
  public let inputs: [Input]
  public let settings: [(name: String, value: String)]
  let environment: LayoutEnvironment
  let glyphSources: [Int: GlyphSource]
  let targets: TargetPages
  /// The book as its container gives it.
  let publication: Publication
  public let title: String
  public let language: String?

  /// A document of the book, for the map.
  public struct DocumentSummary: Sendable {
    public let href: String
    public let title: String
    /// UTF-16 units of its text as laid out.
    public let length: Int
    let tree: DocumentTree
    let document: Publication.Document
  }

  /// Something that the pages follow from, with the digest of its bytes.
  public struct Input: Sendable {
    public let kind: String
    public let name: String
    public let digest: String
    public let version: String?
  }

  /// The page that a place of the book, "href#id" or "href", is on; the document's first page when
  /// there is no such id.
  public func page(of place: String) -> Page? {
    let href = String(place.prefix { $0 != "#" })
    return (targets.targets[place] ?? targets.targets[href]).map { pages[$0.page - 1] }
  }

  /// Paths of the fonts and dictionaries of this machine that were used.
  public var machineFiles: [String] {
    let options = environment.options
    return (options.fonts.usedFaces.map(\.path) + options.hyphenation.used.map(\.path))
      .filter { $0.hasPrefix("/") }
  }

  /// The layout of a page's text; nil for a blank page.
  public func layout(of page: Page) -> (chapter: ChapterLayout, page: PageLayout)? {
    guard page.pageInChapter >= 0 else { return nil }
    let chapter = chapters[page.chapter]
    return (chapter, chapter.pages[page.pageInChapter])
  }
}
