internal import Foundation

/// The purpose of a PDF: for readers, or for a printer.
public struct PDFProfile: Sendable {
  /// Printer's marks, outside the trimmed page.
  public enum Mark: String, CaseIterable, Sendable {
    /// Lines at the corners of the trimmed page.
    case crop
    /// Crosses to align the color separations.
    case register
    /// Bars of ink to measure.
    case color
  }

  /// The settings for a printer; nil for a PDF for readers (PDF/UA-1 and PDF/A-3a).
  let printing: Printing?

  struct Printing: Sendable {
    let bleed: Length
    let marks: Set<Mark>
    /// An ICC profile of an output device.
    let device: [UInt8]
    let deviceName: String
    /// The number of components of the device's color space: 1, 3 or 4.
    let components: Int

    /// The distance from the trimmed page to the edge of the sheet.
    var margin: Length { marks.isEmpty ? bleed : max(bleed, 3) + 21 }
  }

  /// For readers: tagged, PDF/UA-1 and PDF/A-3a.
  public static let access = PDFProfile(printing: nil)

  /// For a printer: PDF/X-4 (ISO 15930-7), without links.
  /// - Parameters:
  ///   - bleed: how far content at the page's edge extends beyond it, in points.
  ///   - icc: the profile of the printing condition, such as FOGRA51's.
  ///   - name: the profile's name.
  /// - Throws: `BookError` for bytes that are not a profile of an output device.
  public static func print(
    bleed: Length, marks: Set<Mark>, icc: [UInt8], name: String
  ) throws -> PDFProfile {
    func tag(_ at: Int) -> String { String(decoding: icc[at..<at + 4], as: UTF8.self) }
    let components = ["GRAY": 1, "RGB ": 3, "CMYK": 4]
    guard icc.count > 128, tag(36) == "acsp", tag(12) == "prtr", let count = components[tag(16)]
    else {
      throw BookError(
        .badInput,
        "\"\(name)\" is no ICC profile of an output device: ask the printer for the profile of the printing condition"
      )
    }
    return PDFProfile(
      printing: Printing(
        bleed: max(0, bleed), marks: marks, device: icc, deviceName: name, components: count))
  }
}

extension PDFBytes {
  /// Writes the marks around a trimmed page. The page's bottom left corner is away from the sheet's
  /// origin by the margin. Crop and register marks are printed in every ink.
  mutating func writeMarks(_ printing: PDFProfile.Printing, page: Size) {
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
      writePatches(left + length * 2, top + gap + length / 4, length / 2)
    }
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

  /// Writes patches of the four inks, full and half.
  private mutating func writePatches(_ x: Int, _ y: Int, _ side: Int) {
    let inks = [
      "1 0 0 0", "0 1 0 0", "0 0 1 0", "0 0 0 1", ".5 0 0 0", "0 .5 0 0", "0 0 .5 0", "0 0 0 .5",
    ]
    write("q\n")
    for (index, ink) in inks.enumerated() {
      write(ink + " k ")
      write(points: x + index * side)
      for value in [y, side, side] { write(points: value) }
      write("re f\n")
    }
    write("Q\n")
  }
}
