/// Where the pages of imposed sheets are, in points from the bottom left corner of the area that
/// the pages cover.
struct PDFSheetGeometry {
  private let columns: Int
  private let rows: Int
  /// The size of the largest page.
  private let cell: Size
  private let bleed: Length
  private let creep: Length

  init(_ plan: PDFSheetPlan, pages: [Size], bleed: Length, creep: Length) {
    (columns, rows) = (plan.columns, plan.rows)
    cell = Size(
      width: pages.map(\.width).max() ?? 0, height: pages.map(\.height).max() ?? 0)
    self.bleed = bleed
    self.creep = creep
  }

  /// The size of the area. Between fore-edges and between heads it has room for the bleed of both
  /// pages; at a spine pages meet.
  var area: Size {
    Size(
      width: x(of: columns - 1) + cell.width,
      height: cell.height * rows + bleed * 2 * (rows - 1))
  }

  /// The left edge of a column. The columns are pairs that meet at a spine.
  private func x(of column: Int) -> Length { cell.width * column + bleed * 2 * (column / 2) }

  /// The bottom edge of a row, counted from the top.
  private func y(of row: Int) -> Length { (cell.height + bleed * 2) * (rows - 1 - row) }

  /// The lines at which the sheet is folded at a spine.
  var folds: [Length] {
    stride(from: 1, to: columns, by: 2).map { x(of: $0) }
  }

  /// The vertical lines inside the area at which the folded sheet is cut.
  var verticalCuts: [Length] {
    stride(from: 2, to: columns, by: 2).flatMap { [x(of: $0) - bleed * 2, x(of: $0)] }
  }

  /// The horizontal lines inside the area at which the folded sheet is cut.
  var horizontalCuts: [Length] {
    (1..<max(1, rows)).flatMap { [y(of: $0 - 1), y(of: $0) + cell.height] }
  }

  /// How far a page is moved towards the spine. It never loses more than a quarter of its width.
  private func creep(of slot: PDFSheet.Slot) -> Length {
    let most = cell.width.rawValue / 4
    let (distance, overflows) = creep.rawValue.multipliedReportingOverflow(by: slot.depth)
    return Length(rawValue: overflows ? most : min(distance, most))
  }

  /// Writes a page, a form XObject with this name, at its place.
  /// - Parameters:
  ///   - size: the page's size. A page smaller than the largest is at the spine and the head.
  ///   - margin: the distance from the sheet's edge to the area.
  func write(
    _ slot: PDFSheet.Slot, _ name: String, size: Size, margin: Length, to bytes: inout PDFBytes
  ) {
    let (left, bottom) = (margin + x(of: slot.column), margin + y(of: slot.row))
    bytes.write(slot.isTurned ? "q -1 0 0 -1 " : "q 1 0 0 1 ")
    bytes.write(points: (slot.isTurned ? left + cell.width : left).rawValue)
    bytes.write(points: (slot.isTurned ? bottom + cell.height : bottom).rawValue)
    bytes.write("cm ")
    // The bleed ends at the spine, where the page's neighbor begins.
    bytes.write(points: slot.hasSpineAtLeft ? 0 : -bleed.rawValue)
    bytes.write(points: -bleed.rawValue)
    bytes.write(points: (cell.width + bleed).rawValue)
    bytes.write(points: (cell.height + bleed * 2).rawValue)
    bytes.write("re W n 1 0 0 1 ")
    let shift = creep(of: slot)
    bytes.write(
      points: (slot.hasSpineAtLeft ? -shift : cell.width - size.width + shift).rawValue)
    bytes.write(points: (cell.height - size.height).rawValue)
    bytes.write("cm/\(name) Do Q\n")
  }
}
