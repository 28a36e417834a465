internal import EPUB
internal import Markup

/// The cover as a page before the book's first page. It is no page of the book: the map does not
/// have it, and page numbers stay as they are.
extension NumberedChapter {
  /// Puts the cover before the book's first chapter, unless the chapter's first page shows it.
  /// - Parameters:
  ///   - drawn: the chapter as it was drawn.
  ///   - canvas: a canvas for the page of the cover.
  func addCover(to drawn: inout PDFChapter, on canvas: PDFCanvas) {
    guard let page = pages.first, let image = coverImage(&drawn.findings) else { return }
    let key = PDFImage.key(image)
    // The keys of drawings end with their sizes.
    let isShown = drawn.pages.first?.images.contains { drawn.images[$0].key.hasPrefix(key) }
    guard isShown == false else { return }
    var canvas = canvas
    canvas.beginPage(
      CanvasPage(number: 1, label: "Cover", size: page.size, side: .right, isBlank: false))
    // The figure is tagged as content of the document's root.
    let root = ContentSource.node(tree.tree.root ?? -1, document: layout.chapter.document)
    canvas.draw(
      ImageMark(image: image, rect: image.filling(page.size), source: root, link: nil))
    canvas.endPage()
    drawn.front = [canvas.finish()]
  }

  /// Whether it is a document outside of the reading order (`linear="no"`) that has the cover's picture
  /// and nothing else.
  /// - Parameter drawn: the chapter as it was drawn.
  func isCover(_ drawn: PDFChapter) -> Bool {
    let pages = drawn.pages.filter { !$0.page.isBlank }
    guard !publication.documents[layout.chapter.document].isLinear, pages.count == 1,
      pages[0].images.count == 1, let shown = pages[0].images.first,
      layout.text.units.allSatisfy({ !$0.isText })
    else { return false }
    var findings = FindingList()
    guard let image = coverImage(&findings) else { return false }
    return drawn.images[shown].key.hasPrefix(PDFImage.key(image))
  }

  /// The picture of the cover; nil, with a finding, for a book without one.
  private func coverImage(_ findings: inout FindingList) -> ImageReference? {
    guard let path = publication.coverImage else {
      findings.report(
        .package, "the book names no cover: the PDF has no page for it (--pdf-cover)")
      return nil
    }
    let url = publication.relativeURL(of: path, from: "")
    guard let resource = try? publication.resource(url, relativeTo: ""),
      var image = ImageReference(resource, of: publication, &findings)
    else {
      findings.report(
        .missingImage, "the cover \"\(path)\" is missing or broken: the PDF has no page for it")
      return nil
    }
    image.alternativeText = context.title.isEmpty ? "Cover" : context.title
    return image
  }
}

extension UInt16 {
  /// Whether it is neither white space nor the place of an image.
  fileprivate var isText: Bool {
    self != 0xFFFC && !(Unicode.Scalar(self)?.properties.isWhitespace ?? false)
  }
}

extension ImageReference {
  /// The largest rectangle of its proportions on a page, in the middle.
  fileprivate func filling(_ page: Size) -> Rect {
    guard let ratio = naturalRatio, ratio > 0 else {
      return Rect(x: 0, y: 0, width: page.width, height: page.height)
    }
    let width = min(page.width, page.height * ratio)
    let height = min(page.height, page.width * (1 / ratio))
    return Rect(
      x: (page.width - width) / 2, y: (page.height - height) / 2, width: width, height: height)
  }
}
