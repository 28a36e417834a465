/// The content of a PDF page, before it is written to the file.
struct PDFPage: Sendable {
  let page: CanvasPage
  /// The content stream, compressed.
  var content: [UInt8] = []
  /// Indices of the chapter's faces that the content uses; it names them "/F0" and so on.
  var faces: [Int] = []
  /// Indices of the chapter's images that the content uses; it names them "/I0" and so on.
  var images: Set<Int> = []
  var paint: PDFPaint
  var links: [PDFLink] = []
  /// The element of each piece of marked content, by the content's number.
  var marks: [Int] = []
  /// What is drawn as a group, each after those in it; the content names them "/G0" and so on.
  var groups: [PDFGroup] = []
}

/// A transparency group of a page (ISO 32000-1, section 11.6.6): its content has a stream of its own.
struct PDFGroup: Sendable {
  /// The content stream, compressed.
  var content: [UInt8]
  /// The numbers of the pieces of marked content in it, among those of the page.
  var marks: Set<Int>
}

/// Where a link leads.
enum PDFTarget: Equatable, Sendable {
  /// A place in the book, as "href#id".
  case place(String)
  case url(String)
}

/// A link on a page: a rectangle in points from the page's bottom left corner.
struct PDFLink: Sendable {
  var rect: Rect
  let target: PDFTarget
  /// Index in the chapter's elements.
  let element: Int
  /// What the link says.
  var text: String
}

/// A chapter in the form of PDF.
struct PDFChapter: Sendable {
  let index: Int
  /// The book's date of modification and title, for slug lines.
  let book: String
  /// What comes before it: the cover, before the first chapter.
  var front: [PDFChapter] = []
  /// Whether its only content is the cover, which is left out if the cover is page one.
  var repeatsCover = false
  var pages: [PDFPage] = []
  var elements: [PDFElement] = []
  var faces: [FaceUse] = []
  var images: [PDFImage] = []
  /// Named destinations, with the page's index in the chapter and the height above the page's
  /// bottom.
  var destinations: [(name: String, page: Int, top: Length)] = []
  var findings = FindingList()
  /// Whether it conforms to PDF/A.
  var isArchive = true
}
