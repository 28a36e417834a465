/// Draws the pages of a chapter as PDF content streams (ISO 32000-1, sections 8 and 9), tagged
/// unless they are for print.
final class PDFCanvas: Canvas {
  private(set) var chapter: PDFChapter
  private var structure: StructureBuilder
  private var faceIndices: [ObjectIdentifier: Int] = [:]
  private var imageIndices: [String: Int] = [:]
  private let deflater = Deflater()
  private let images: PDFImageReader

  private var page = PDFPage(
    page: CanvasPage(number: 0, label: "", size: .zero, side: .right, isBlank: true),
    paint: PDFPaint(.rgb))
  private var height = 0
  private var content = PDFBytes()
  private var mark = Mark.none
  private var lastLeaf: (source: ContentSource, element: Int?) = (.furniture, nil)
  private var text = PDFTextState()
  private var links: [PDFLink] = []

  /// The kind of the open marked content.
  private enum Mark: Equatable {
    case none
    case artifact(isFurniture: Bool)
    case element(Int)
  }

  private let faces: SharedFaces
  private let profile: PDFProfile
  private var printing: PDFProfile.Printing? { profile.printing }
  /// Resolves the target of a link; nil for a link that leads nowhere.
  private let resolve: (String) -> PDFTarget?

  init(
    _ chapter: PDFChapter, structure: StructureBuilder, faces: SharedFaces,
    profile: PDFProfile, resolve: @escaping (String) -> PDFTarget?
  ) {
    self.resolve = resolve
    self.faces = faces
    self.profile = profile
    text.colors = profile.colors
    images = PDFImageReader(converter: profile.printing?.converter)
    self.chapter = chapter
    self.structure = structure
  }

  /// The chapter with everything that was drawn.
  func finish() -> PDFChapter {
    chapter.elements = structure.elements
    return chapter
  }

  // MARK: Pages

  func beginPage(_ page: CanvasPage) {
    self.page = PDFPage(page: page, paint: PDFPaint(profile.colors))
    height = page.size.height.rawValue
    content.clear()
    mark = .none
    // An imposed page is moved to its place on the sheet.
    guard let printing, profile.imposition == nil else { return }
    content.write("q 1 0 0 1 ")
    content.write(points: printing.margin.rawValue)
    content.write(points: printing.margin.rawValue)
    content.write("cm\n")
  }

  func endPage() {
    close()
    if printing != nil, profile.imposition == nil { content.write("Q\n") }
    page.content = deflater.compress(content.bytes)
    chapter.pages.append(page)
  }

  func beginLine(_ line: CanvasLine) {}

  func endLine() {
    endText()
    page.links.append(contentsOf: links)
    for index in page.links.count - links.count..<page.links.count
    where page.links[index].element >= 0 {
      structure.add(
        .annotation(page: chapter.pages.count, index: index), to: page.links[index].element)
    }
    links.removeAll(keepingCapacity: true)
  }

  // MARK: Marked content

  private func open(_ wanted: Mark) {
    guard wanted != mark, profile.isTagged else { return }
    close()
    mark = wanted
    switch wanted {
    case .none: break
    case .artifact(let isFurniture):
      content.write(
        isFurniture ? "/Artifact<</Type/Pagination>>BDC\n" : "/Artifact<</Type/Layout>>BDC\n")
    case .element(let element):
      let number = page.marks.count
      page.marks.append(element)
      structure.add(.content(page: chapter.pages.count, id: number), to: element)
      content.write("/\(structure.elements[element].role.rawValue)<</MCID \(number)>>BDC\n")
    }
  }

  private func close() {
    endText()
    if mark != .none { content.write("EMC\n") }
    mark = .none
  }

  private func endText() { text.end(&content) }

  // MARK: Text

  func draw(_ run: GlyphRun) {
    guard !run.glyphs.isEmpty, run.size > 0 else { return }
    let target = profile.isTagged ? run.link.flatMap(resolve) : nil
    let element =
      target == nil
      ? leaf(of: run.source) : structure.leaf(of: run.source, linkingTo: run.link ?? "")
    // A space between words stays in the marked content that is open.
    if !(run.isSpace && mark != .none && mark != .artifact(isFurniture: false)) {
      open(element.map { .element($0) } ?? .artifact(isFurniture: true))
    }
    if let target { note(target, run, element.flatMap { structure.link(around: $0) }) }
    let index = faceIndex(run.face)
    if run.isSpace, run.glyphs[0].id == 0 { return }
    page.paint.use(run.color)
    // The missing glyph must not be shown as text either (ISO 19005-3, section 6.2.11.8).
    if chapter.faces[index].program == .outlines || run.glyphs.contains(where: { $0.id == 0 }) {
      return drawOutlines(run)
    }
    page.faces.insert(index)
    let needsText = chapter.faces[index].use(run)
    guard needsText else {
      let hyphen = run.endsInHyphen ? (run.isRightToLeft ? 0 : run.glyphs.count - 1) : -1
      return text.show(
        run, face: index, &chapter.faces[index], hyphen: hyphen, pageHeight: height, &content)
    }
    endText()
    content.write("/Span<</ActualText")
    content.writeText(run.text + (run.endsInHyphen ? [0xAD] : []))
    content.write(">>BDC\n")
    text.show(run, face: index, &chapter.faces[index], hyphen: -1, pageHeight: height, &content)
    endText()
    content.write("EMC\n")
  }

  /// Consecutive words are usually in the same element, so the last element is remembered.
  private func leaf(of source: ContentSource) -> Int? {
    if source == lastLeaf.source, let element = lastLeaf.element, mark == .element(element) {
      return element
    }
    lastLeaf = (source, structure.leaf(of: source))
    return lastLeaf.element
  }

  private func faceIndex(_ face: FontFace) -> Int {
    if let known = faceIndices[ObjectIdentifier(face)] { return known }
    chapter.faces.append(FaceUse(face, faces))
    let index = chapter.faces.count - 1
    faceIndices[ObjectIdentifier(face)] = index
    if chapter.faces[index].program == .outlines {
      chapter.findings.report(
        .fontFallback,
        "\"\(face.family)\" cannot be embedded in a PDF: its glyphs are drawn as outlines")
    }
    return index
  }

  private func note(_ link: PDFTarget, _ run: GlyphRun, _ element: Int?) {
    let ascent = run.size * 0.8
    let rect = Rect(
      x: run.origin.x, y: Length(rawValue: height) - run.origin.y - run.size * 0.25,
      width: run.width, height: ascent + run.size * 0.25)
    if let last = links.last, last.target == link, last.rect.minY == rect.minY {
      links[links.count - 1].rect = last.rect.union(rect)
      return
    }
    links.append(
      PDFLink(
        rect: rect, target: link, element: element ?? -1,
        text: String(decoding: run.text, as: UTF16.self)))
  }

  /// Draws a run as paths, because its face cannot be embedded or it has missing glyphs.
  private func drawOutlines(_ run: GlyphRun) {
    endText()
    content.write("/Span<</ActualText")
    content.writeText(run.text)
    content.write(">>BDC q\n")
    if run.color.alpha < 255 { content.write("/A\(run.color.alpha) gs ") }
    content.writeFill(run.color, profile.colors, overprints: true)
    let scale = run.size.points / Double(max(1, run.face.metrics.unitsPerEm))
    for glyph in run.glyphs {
      content.write("q ")
      content.write(scale, decimals: 7)
      content.write("0 ")
      content.write(run.isSlanted ? scale * 0.2126 : 0, decimals: 7)
      content.write(scale, decimals: 7)
      content.write(run.origin.x.points + Double(glyph.x) * scale, decimals: 4)
      content.write(
        Double(height) / 1024 - run.origin.y.points + Double(glyph.y) * scale, decimals: 4)
      content.write("cm ")
      content.writePath(svg: run.face.outline(of: UInt32(glyph.id)))
      content.write("f Q\n")
    }
    content.write("Q EMC\n")
  }

  // MARK: Shapes and images

  func beginClip(_ rect: Rect) {
    close()
    content.write("q ")
    content.write(points: rect.minX.rawValue)
    content.write(points: height - rect.maxY.rawValue)
    content.write(points: rect.width.rawValue)
    content.write(points: rect.height.rawValue)
    content.write("re W n\n")
  }

  func endClip() {
    close()
    content.write("Q\n")
  }

  func draw(_ shapes: [PageShape]) {
    open(.artifact(isFurniture: false))
    endText()
    content.write("q\n")
    for shape in shapes {
      if case .tiles(let tiles) = shape { draw(tiles) }
      content.write(bled(shape), pageHeight: height, &page.paint)
    }
    content.write("Q\n")
  }

  /// More copies of a background image than this are left out, with a finding.
  private static let mostTiles = 20_000

  private func draw(_ tiles: PictureTiles) {
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
    content.write("q ")
    content.write(points: tiles.area.minX.rawValue)
    content.write(points: height - tiles.area.maxY.rawValue)
    content.write(points: tiles.area.width.rawValue)
    content.write(points: tiles.area.height.rawValue)
    content.write("re W n\n")
    let turn = ImageMatrix(orientation: tiles.image.orientation)
    for row in 0..<tiles.rows {
      for column in 0..<tiles.columns {
        let rect = tiles.tile.offset(x: tiles.step.width * column, y: tiles.step.height * row)
        content.write("q ")
        for value in turn.matrix(rect, pageHeight: height) { content.write(points: value) }
        content.write("cm/I\(index) Do Q\n")
      }
    }
    content.write("Q\n")
  }

  /// Extends a rectangle that touches the page's edge into the bleed, so that no white shows if the
  /// page is not trimmed exactly.
  private func bled(_ shape: PageShape) -> PageShape {
    guard let bleed = printing?.bleed, bleed > 0, case .rect(let rect, let fill, let radius) = shape
    else { return shape }
    let size = page.page.size
    let left = rect.minX <= 0 ? bleed : 0
    let top = rect.minY <= 0 ? bleed : 0
    let right = rect.maxX >= size.width ? bleed : 0
    let bottom = rect.maxY >= size.height ? bleed : 0
    return .rect(
      Rect(
        x: rect.minX - left, y: rect.minY - top, width: rect.width + left + right,
        height: rect.height + top + bottom), fill: fill, cornerRadius: radius)
  }

  func draw(_ mark: ImageMark) {
    let image = mark.image
    let element =
      image.alternativeText.isEmpty
      ? nil : structure.image(mark.source, alternativeText: image.alternativeText)
    open(element.map { .element($0) } ?? .artifact(isFurniture: false))
    endText()
    guard !image.isPlaceholder, !image.bytes.isEmpty else {
      return drawPlaceholder(mark.rect)
    }
    if image.href == ImageReference.formula { return drawFormula(mark) }
    guard let index = imageIndex(image, mark.rect.size) else {
      return drawPlaceholder(mark.rect)
    }
    page.images.insert(index)
    checkForPrint(mark, chapter.images[index])
    let turn = ImageMatrix(orientation: image.orientation)
    content.write("q ")
    for value in turn.matrix(mark.rect, pageHeight: height) { content.write(points: value) }
    content.write("cm/I\(index) Do Q\n")
  }

  private func imageIndex(_ image: ImageReference, _ size: Size) -> Int? {
    let isDrawing = image.mediaType == ImageHeader.svgMediaType
    let key =
      PDFImage.key(image) + (isDrawing ? "@\(size.width.rawValue)x\(size.height.rawValue)" : "")
    if let known = imageIndices[key] { return known }
    guard let made = images.image(image, size: size) else {
      chapter.findings.report(
        .brokenImage, "the image \"\(image.href)\" cannot be put into a PDF")
      return nil
    }
    chapter.images.append(made)
    imageIndices[key] = chapter.images.count - 1
    return chapter.images.count - 1
  }

  /// Reports images with less than 300 pixels per inch, images whose colors are not those of the
  /// purpose, and images that touch the page's edge but do not extend into the bleed.
  private func checkForPrint(_ mark: ImageMark, _ image: PDFImage) {
    let name = mark.image.href
    checkPixels(name, image, mark.rect.size, turned: mark.image.orientation > 4)
    guard printing != nil else { return }
    let size = page.page.size
    let touches =
      mark.rect.minX <= 0 || mark.rect.minY <= 0 || mark.rect.maxX >= size.width
      || mark.rect.maxY >= size.height
    if touches, (printing?.bleed ?? 0) > 0 {
      chapter.findings.report(
        .printImage,
        "the image \"\(name)\" touches the edge of page \(page.page.number) and does not go on beyond it: make it larger by the bleed"
      )
    }
  }

  /// - Parameter turned: whether the image's rows are columns of the page.
  private func checkPixels(_ name: String, _ image: PDFImage, _ size: Size, turned: Bool) {
    if printing == nil {
      // Device colors must be those of the output intent (ISO 19005-3, section 6.2.4.3).
      guard image.colorSpace == .cmyk, image.profile == nil, profile.isTagged else { return }
      return chapter.findings.report(
        .printImage,
        "the image \"\(name)\" is CMYK without a color profile: the PDF does not conform to PDF/A")
    }
    let (columns, rows) = turned ? (image.height, image.width) : (image.width, image.height)
    let perInch = min(
      Double(columns) * 72 / max(0.1, size.width.points),
      Double(rows) * 72 / max(0.1, size.height.points))
    if perInch < 300 {
      chapter.findings.report(
        .printImage,
        "the image \"\(name)\" has \(Int(perInch)) pixels to the inch on page \(page.page.number): printers ask for 300"
      )
    }
    if printing?.components != 3, image.colorSpace.components == 3 {
      chapter.findings.report(
        .printImage, "the image \"\(name)\" is RGB: the printer's program will convert it")
    }
  }

  /// Draws a formula, which is our own drawing of outlines and rules.
  private func drawFormula(_ mark: ImageMark) {
    content.write("q 1 0 0 -1 ")
    content.write(points: mark.rect.minX.rawValue)
    content.write(points: height - mark.rect.minY.rawValue)
    content.write("cm\n")
    content.writeFormula(mark.image.bytes, profile.colors)
    content.write("Q\n")
  }

  private func drawPlaceholder(_ rect: Rect) {
    var context = DrawingContext()
    context.stroke(rect, Color(red: 0x99, green: 0x99, blue: 0x99), width: 0.5)
    content.write("q\n")
    for shape in context.shapes { content.write(shape, pageHeight: height, &page.paint) }
    content.write("Q\n")
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
