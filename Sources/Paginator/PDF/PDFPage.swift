/// What a page of a PDF is made of, before it has its place in the file.
struct PDFPage: Sendable {
  let page: CanvasPage
  /// The content stream, compressed.
  var content: [UInt8] = []
  /// In the chapter's faces: those that the content names, as "/F0" and so on.
  var faces: Set<Int> = []
  /// In the chapter's images, as "/I0".
  var images: Set<Int> = []
  /// Of what is not opaque: "/A128" is a graphics state.
  var opacities: Set<UInt8> = []
  var links: [PDFLink] = []
  /// The element of every piece of marked content, by its number.
  var marks: [Int] = []
}

/// Where a link leads.
enum PDFTarget: Equatable, Sendable {
  /// A place of the book, as "href#id".
  case place(String)
  case url(String)
}

/// A link on a page: a rectangle in points from the page's bottom left corner.
struct PDFLink: Sendable {
  var rect: Rect
  let target: PDFTarget
  /// In the chapter's elements; -1 for one in furniture.
  let element: Int
  let text: String
}

/// A chapter as a PDF holds it.
struct PDFChapter: Sendable {
  let index: Int
  var pages: [PDFPage] = []
  var elements: [PDFElement] = []
  var faces: [FaceUse] = []
  var images: [PDFImage] = []
  /// Names of places, with the page in the chapter and the height above its bottom.
  var destinations: [(name: String, page: Int, top: Length)] = []
  var findings = FindingList()
}
