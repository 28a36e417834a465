/// Printer's marks, outside the trimmed page.
extension PDFBytes {
  /// Writes the marks around a trimmed page or a sheet of pages. Its bottom left corner is away from
  /// the origin by the margin. Crop and register marks are printed in every ink.
  mutating func writeMarks(
    _ printing: PDFProfile.Printing, page: Size, sheet: PDFSheetGeometry? = nil
  ) {
    guard !printing.marks.isEmpty else { return }
    write("q 0.25 w /All CS 1 SCN\n")
    let margin = printing.margin.rawValue
    let gap = max(printing.bleed, 3).rawValue
    let (left, bottom) = (margin, margin)
    let (right, top) = (margin + page.width.rawValue, margin + page.height.rawValue)
    let length = Length(18).rawValue
    if printing.marks.contains(.crop) {
      for x in [left, right] {
        writeLine(x, bottom - gap - length, x, bottom - gap)
        writeLine(x, top + gap, x, top + gap + length)
      }
      for y in [bottom, top] {
        writeLine(left - gap - length, y, left - gap, y)
        writeLine(right + gap, y, right + gap + length, y)
      }
      if let sheet { writeMarks(of: sheet, margin: margin, gap: gap, top: top, right: right) }
    }
    if printing.marks.contains(.register) {
      let offset = gap + length / 2
      writeTarget((left + right) / 2, bottom - offset)
      writeTarget((left + right) / 2, top + offset)
      writeTarget(left - offset, (bottom + top) / 2)
      writeTarget(right + offset, (bottom + top) / 2)
    }
    write("Q\n")
    if printing.marks.contains(.color) {
      writePatches(
        left + length * 2, top + gap + length / 4, length / 2, components: printing.components)
    }
  }

  /// Writes the marks of the cuts inside a sheet, and dashed ones where it is folded.
  private mutating func writeMarks(
    of sheet: PDFSheetGeometry, margin: Int, gap: Int, top: Int, right: Int
  ) {
    let length = Length(18).rawValue
    func both(_ x: Int, _ bytes: inout PDFBytes) {
      bytes.writeLine(x, margin - gap - length, x, margin - gap)
      bytes.writeLine(x, top + gap, x, top + gap + length)
    }
    for x in sheet.verticalCuts { both(margin + x.rawValue, &self) }
    for y in sheet.horizontalCuts.map({ margin + $0.rawValue }) {
      writeLine(margin - gap - length, y, margin - gap, y)
      writeLine(right + gap, y, right + gap + length, y)
    }
    write("[3 2]0 d ")
    for x in sheet.folds { both(margin + x.rawValue, &self) }
    write("[]0 d\n")
  }

  private mutating func writeLine(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) {
    write(points: x1)
    write(points: y1)
    write("m ")
    write(points: x2)
    write(points: y2)
    write("l S\n")
  }

  /// Writes a register mark, a cross in a circle, which shows whether the inks are aligned.
  private mutating func writeTarget(_ x: Int, _ y: Int) {
    let arm = Length(6).rawValue
    writeLine(x - arm, y, x + arm, y)
    writeLine(x, y - arm, x, y + arm)
    let radius = arm * 2 / 3
    // Four arcs; with this constant, a cubic curve is a quarter of a circle.
    let control = radius * 5523 / 10_000
    write(points: x + radius)
    write(points: y)
    write("m ")
    for (one, two) in [((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1)), ((0, -1), (1, 0))] {
      let values = [
        x + one.0 * radius + two.0 * control, y + one.1 * radius + two.1 * control,
        x + two.0 * radius + one.0 * control, y + two.1 * radius + one.1 * control,
        x + two.0 * radius, y + two.1 * radius,
      ]
      for value in values { write(points: value) }
      write("c ")
    }
    write("S\n")
  }

  /// Writes patches of the inks of the printing condition, full and half. For CMYK there are also
  /// overprints of two inks.
  private mutating func writePatches(_ x: Int, _ y: Int, _ side: Int, components: Int) {
    let (patches, command): ([String], String) =
      switch components {
      case 4:
        (
          [
            "1 0 0 0", "0 1 0 0", "0 0 1 0", "0 0 0 1", "1 1 0 0", "1 0 1 0", "0 1 1 0",
            ".5 0 0 0", "0 .5 0 0", "0 0 .5 0", "0 0 0 .5",
          ], " k "
        )
      case 3: (["1 0 0", "0 1 0", "0 0 1", "0 0 0", "1 .5 .5", ".5 1 .5", ".5 .5 1"], " rg ")
      default: (["0", ".25", ".5", ".75"], " g ")
      }
    write("q\n")
    for (index, patch) in patches.enumerated() {
      write(patch + command)
      write(points: x + index * side)
      for value in [y, side, side] { write(points: value) }
      write("re f\n")
    }
    write("Q\n")
  }

  /// Writes the slug line, a line of text below the bottom left corner, as outlines: a mark is not
  /// text of the page. What does not fit beside the register mark is left out.
  mutating func writeSlug(
    _ text: String, face: FontFace, _ printing: PDFProfile.Printing, page: Size
  ) {
    let size = 6.0
    let scale = size / Double(max(1, face.metrics.unitsPerEm))
    let most = page.width.points / 2 - 24
    var x = 0.0
    write(printing.components == 4 ? "q 0 0 0 1 k 1 0 0 1 " : "q 0 g 1 0 0 1 ")
    write(points: printing.margin.rawValue + Length(9).rawValue)
    write(points: (printing.margin - max(printing.bleed, 3) - 12).rawValue)
    write("cm\n")
    for scalar in text.unicodeScalars {
      guard let glyph = face.glyph(for: scalar.value) else { continue }
      let advance = Double(face.advance(of: glyph)) * scale
      guard x + advance <= most else { break }
      write("q ")
      for value in [scale, 0, 0, scale, x, 0] { write(value, decimals: 7) }
      write("cm ")
      writePath(svg: face.outline(of: glyph))
      write("f Q\n")
      x += advance
    }
    write("Q\n")
  }
}
