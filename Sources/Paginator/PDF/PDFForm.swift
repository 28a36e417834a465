/// A page that is drawn on a sheet, as a form XObject.
struct PDFForm {
  let page: PDFSheetPlan.Page
  let size: Size
  let reference: PDFFile.Reference

  init(_ page: CanvasPage, reference: PDFFile.Reference) {
    self.page = PDFSheetPlan.Page(label: page.label, isLeft: page.side == .left)
    size = page.size
    self.reference = reference
  }

  /// The entries of its dictionary. What is drawn outside the bleed is cut off.
  func entries(bleed: Length, _ resources: PDFBytes) -> PDFBytes {
    Self.entries(size, bleed: bleed, resources)
  }

  /// The entries of what is drawn on a page of some size.
  static func entries(_ size: Size, bleed: Length, _ resources: PDFBytes) -> PDFBytes {
    var bytes = PDFBytes("/Type/XObject/Subtype/Form/BBox[")
    for value in [-bleed, -bleed, size.width + bleed, size.height + bleed] {
      bytes.write(points: value.rawValue)
    }
    bytes.write("]/Resources")
    bytes.write(resources)
    return bytes
  }
}
