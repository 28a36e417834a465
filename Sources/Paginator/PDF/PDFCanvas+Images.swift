internal import Markup

/// Images and drawings.
extension PDFCanvas {
  mutating func draw(_ mark: ImageMark) {
    let image = mark.image
    let element =
      image.alternativeText.isEmpty
      ? nil : structure.image(mark.source, alternativeText: image.alternativeText)
    open(element.map { .element($0) } ?? .artifact(isFurniture: false))
    endText()
    if let element {
      structure.cover(element, fromBottom(mark.visibleRect), page: chapter.pages.count)
    }
    checkAlternative(of: mark)
    noteLink(of: mark, element)
    guard !image.isPlaceholder, !image.bytes.isEmpty else {
      return drawPlaceholder(mark.rect)
    }
    if image.isFormula { return drawFormula(mark) }
    guard let index = imageIndex(image, mark.rect.size) else {
      return drawPlaceholder(mark.rect)
    }
    page.images.insert(index)
    checkForPrint(mark, chapter.images[index])
    if let clip = mark.clip { content.beginClip(bled(clip), height) }
    let turn = ImageMatrix(orientation: image.orientation)
    for strip in strips(beyond: mark.rect) {
      begin(strip)
      draw(index, turn, in: mark.rect)
      content.write("Q\n")
    }
    draw(index, turn, in: mark.rect)
    if mark.clip != nil { content.write("Q\n") }
  }

  private mutating func draw(_ index: Int, _ turn: ImageMatrix, in rect: Rect) {
    content.write("q ")
    text.writeDefaults(&content)
    for value in turn.matrix(rect, pageHeight: height) { content.write(points: value) }
    content.write("cm/I\(index) Do Q\n")
  }

  /// Records the link that an image is in. An image without a description is no content, but its
  /// link is.
  private mutating func noteLink(of mark: ImageMark, _ element: Int?) {
    guard let link = mark.link, let target = target(of: link) else { return }
    let around = element.flatMap { structure.link(around: $0) } ?? structure.link(of: mark.source)
    guard let around else { return }
    let text = mark.image.alternativeText
    note(
      PDFLink(
        rect: fromBottom(mark.visibleRect), target: target, element: around,
        text: text.isEmpty ? link : text))
  }

  /// Reports an image without a description: readers who do not see it miss it.
  private mutating func checkAlternative(of mark: ImageMark) {
    guard profile.isTagged, mark.image.alternativeText.isEmpty,
      let place = structure.lacksAlternative(mark.source)
    else { return }
    chapter.findings.report(
      .missingAlternative,
      "the image \"\(mark.image.href)\" has no \"alt\": give it a description, or an empty one if it is an ornament",
      at: place)
  }

  /// A rectangle of the page, measured from its bottom.
  func fromBottom(_ rect: Rect) -> Rect {
    Rect(
      x: rect.minX, y: Length(rawValue: height) - rect.maxY, width: rect.width,
      height: rect.height)
  }

  private mutating func imageIndex(_ image: ImageReference, _ size: Size) -> Int? {
    let isDrawing = image.mediaType == ImageHeader.svgMediaType
    let key =
      PDFImage.key(image) + (isDrawing ? "@\(size.width.rawValue)x\(size.height.rawValue)" : "")
    if let known = imageIndices[key] { return known }
    guard var made = images.image(image, size: size) else {
      chapter.findings.report(
        .brokenImage, "the image \"\(image.href)\" cannot be put into a PDF")
      return nil
    }
    if made.colorSpace == .cmyk, made.profile == nil { made.profile = profile.cmyk }
    chapter.images.append(made)
    imageIndices[key] = chapter.images.count - 1
    return chapter.images.count - 1
  }

  /// Reports images with less than 300 pixels per inch, images whose colors are not those of the
  /// purpose, and images that touch the page's edge but are too small to fill the bleed.
  private mutating func checkForPrint(_ mark: ImageMark, _ image: PDFImage) {
    let name = mark.image.href
    let place = structure.location(of: mark.source)
    checkPixels(name, image, mark.rect.size, turned: mark.image.orientation > 4, at: place)
    if !fillsBleed(mark.visibleRect) {
      chapter.findings.report(
        .printImage,
        "the image \"\(name)\" touches the edge of page \(page.page.number) and is smaller than the bleed beyond it",
        at: place)
    }
  }

  /// - Parameter turned: whether the image's rows are columns of the page.
  private mutating func checkPixels(
    _ name: String, _ image: PDFImage, _ size: Size, turned: Bool, at place: SourceLocation? = nil
  ) {
    if printing == nil {
      // Device colors must be those of the output intent (ISO 19005-3, section 6.2.4.3).
      guard image.colorSpace == .cmyk, image.profile == nil, profile.isTagged else { return }
      chapter.isArchive = false
      return chapter.findings.report(
        .printImage,
        "the image \"\(name)\" is CMYK without a color profile: the PDF does not conform to PDF/A; --icc gives such images one",
        at: place)
    }
    let (columns, rows) = turned ? (image.height, image.width) : (image.width, image.height)
    let perInch = min(
      Double(columns) * 72 / max(0.1, size.width.points),
      Double(rows) * 72 / max(0.1, size.height.points))
    if perInch < 300 {
      chapter.findings.report(
        .printImage,
        "the image \"\(name)\" has \(Int(perInch)) pixels to the inch on page \(page.page.number): printers ask for 300",
        at: place)
    }
    if printing?.components != 3, image.colorSpace.components == 3 {
      chapter.findings.report(
        .printImage, "the image \"\(name)\" is RGB: the printer's program will convert it",
        at: place)
    }
  }

  /// Draws a formula, which is our own drawing of outlines and rules.
  private mutating func drawFormula(_ mark: ImageMark) {
    content.write("q 1 0 0 -1 ")
    content.write(points: mark.rect.minX.rawValue)
    content.write(points: height - mark.rect.minY.rawValue)
    content.write("cm\n")
    content.writeFormula(mark.image.bytes, profile.colors)
    content.write("Q\n")
  }

  private mutating func drawPlaceholder(_ rect: Rect) {
    var context = DrawingContext()
    context.stroke(rect, Color(red: 0x99, green: 0x99, blue: 0x99), width: 0.5)
    content.write("q\n")
    for shape in context.shapes { content.write(shape, pageHeight: height, &page.paint) }
    content.write("Q\n")
  }

  // MARK: Background images

  /// More copies of a background image than this are left out, with a finding.
  private static let mostTiles = 20_000

  mutating func draw(_ tiles: PictureTiles) {
    guard tiles.columns <= Self.mostTiles / tiles.rows else {
      return chapter.findings.report(
        .printImage,
        "the background image \"\(tiles.image.href)\" is left out of the PDF: it repeats \(tiles.columns) x \(tiles.rows) times"
      )
    }
    guard let index = imageIndex(tiles.image, tiles.tile.size) else { return }
    page.images.insert(index)
    checkPixels(
      tiles.image.href, chapter.images[index], tiles.tile.size,
      turned: tiles.image.orientation > 4)
    for strip in strips(beyond: tiles.area) {
      begin(strip)
      drawCopies(tiles, index, in: strip.source)
      content.write("Q\n")
    }
    content.write("q ")
    text.writeDefaults(&content)
    writeClip(tiles.area)
    drawCopies(tiles, index, in: tiles.area)
    content.write("Q\n")
  }

  /// Draws the copies of a background image that show in a part of the page.
  private mutating func drawCopies(_ tiles: PictureTiles, _ index: Int, in area: Rect) {
    let turn = ImageMatrix(orientation: tiles.image.orientation)
    for row in 0..<tiles.rows {
      for column in 0..<tiles.columns {
        let rect = tiles.tile.offset(x: tiles.step.width * column, y: tiles.step.height * row)
        guard rect.intersects(area) else { continue }
        content.write("q ")
        for value in turn.matrix(rect, pageHeight: height) { content.write(points: value) }
        content.write("cm/I\(index) Do Q\n")
      }
    }
  }
}

/// Maps an image's unit square to the page, turned by the camera's orientation.
private struct ImageMatrix {
  let orientation: Int

  func matrix(_ rect: Rect, pageHeight: Int) -> [Int] {
    let (x, width, height) = (rect.minX.rawValue, rect.width.rawValue, rect.height.rawValue)
    let bottom = pageHeight - rect.maxY.rawValue
    let (right, top) = (x + width, bottom + height)
    switch orientation {
    case 2: return [-width, 0, 0, height, right, bottom]
    case 3: return [-width, 0, 0, -height, right, top]
    case 4: return [width, 0, 0, -height, x, top]
    case 5: return [0, -height, -width, 0, right, top]
    case 6: return [0, -height, width, 0, x, top]
    case 7: return [0, height, width, 0, x, bottom]
    case 8: return [0, height, -width, 0, right, bottom]
    default: return [width, 0, 0, height, x, bottom]
    }
  }
}
