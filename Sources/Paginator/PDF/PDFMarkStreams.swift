/// The content streams of printer's marks. Pages of one size share the marks that are the same.
struct PDFMarkStreams {
  private let printing: PDFProfile.Printing
  private var shared: [Size: PDFFile.Reference] = [:]
  /// The face of slug lines: the first of the book that has Latin letters and digits.
  private var face: FontFace?

  /// The book as slug lines name it.
  private var book = ""

  init(_ printing: PDFProfile.Printing) { self.printing = printing }

  /// Takes from a chapter what its slug lines need.
  mutating func prepare(_ chapter: PDFChapter) {
    book = chapter.book
    guard face == nil, printing.marks.contains(.slug) else { return }
    let faces = chapter.faces.map(\.face)
    face = faces.first { $0.covers("0123456789abcdefghijklmnopqrstuvwxyz") }
  }

  /// The streams to draw after a page's content.
  mutating func streams(
    of page: CanvasPage, in file: inout PDFFile
  ) throws -> [PDFFile.Reference] {
    guard !printing.marks.isEmpty else { return [] }
    return try [marks(page.size, nil, in: &file)]
      + slug("page \(page.label) (\(page.number))", page.size, in: &file)
  }

  /// The streams to draw after the pages of a sheet.
  mutating func streams(
    of sheet: PDFSheet, _ geometry: PDFSheetGeometry, in file: inout PDFFile
  ) throws -> [PDFFile.Reference] {
    guard !printing.marks.isEmpty else { return [] }
    return try [marks(geometry.area, geometry, in: &file)]
      + slug("sheet \(sheet.label)", geometry.area, in: &file)
  }

  private mutating func marks(
    _ size: Size, _ sheet: PDFSheetGeometry?, in file: inout PDFFile
  ) throws -> PDFFile.Reference {
    if let known = shared[size] { return known }
    var bytes = PDFBytes()
    bytes.writeMarks(printing, page: size, sheet: sheet)
    let reference = try file.addStream(PDFBytes(), compressing: bytes.bytes)
    shared[size] = reference
    return reference
  }

  private func slug(
    _ place: String, _ size: Size, in file: inout PDFFile
  ) throws -> [PDFFile.Reference] {
    guard printing.marks.contains(.slug), let face else { return [] }
    let parts = [place, printing.deviceName, book].filter { !$0.isEmpty }
    var bytes = PDFBytes()
    bytes.writeSlug(parts.joined(separator: "   "), face: face, printing, page: size)
    return [try file.addStream(PDFBytes(), compressing: bytes.bytes)]
  }
}
