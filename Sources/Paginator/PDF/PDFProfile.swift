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
    /// A line of text that names the page and the book.
    case slug
  }

  /// What happens to the colors of images for a printer.
  public enum ImageColors: String, CaseIterable, Sendable {
    /// They stay as they are; RGB images are findings.
    case keep
    /// RGB images are converted to the color space of the printing condition.
    case convert
  }

  /// The settings for a printer; nil for a PDF for readers (PDF/UA-1 and PDF/A-3a).
  let printing: Printing?
  /// How pages are put together on sheets; nil for one page a sheet.
  private(set) var imposition: PDFImposition?
  /// Whether the cover is an additional page, before the first one.
  private(set) var hasCover = false

  /// The ICC profile of CMYK images that have none; nil if their colors are not known.
  private(set) var cmyk: [UInt8]?

  /// Whether the PDF has tags, links and destinations: sheets of several pages have no reading order.
  var isTagged: Bool { printing == nil && imposition == nil }

  /// How colors are written.
  var colors: PDFColors {
    printing.map { $0.components == 4 ? .cmyk : .spots } ?? .rgb
  }

  struct Printing: Sendable {
    let bleed: Length
    let marks: Set<Mark>
    /// An ICC profile of an output device.
    let device: [UInt8]
    let deviceName: String
    /// The number of components of the device's color space: 1, 3 or 4.
    let components: Int
    /// Converts RGB images; nil if images stay as they are.
    let converter: ImageConverter?

    /// The distance from the trimmed page to the edge of the sheet.
    var margin: Length { marks.isEmpty ? bleed : max(bleed, 3) + 21 }
  }

  /// For readers: tagged, PDF/UA-1 and PDF/A-3a.
  public static let access = PDFProfile(printing: nil)

  /// For readers, with a profile for CMYK images that have none: the PDF conforms to PDF/A with them.
  /// - Parameters:
  ///   - cmyk: an ICC profile of CMYK colors, such as FOGRA51's.
  ///   - name: the profile's name.
  /// - Throws: `BookError` for bytes that are no such profile.
  public static func access(cmyk: [UInt8], name: String) throws -> PDFProfile {
    guard ImageProfile.isValid(cmyk, 4) else {
      throw BookError(
        .badInput,
        "\"\(name)\" is not an ICC profile of CMYK colors: a PDF for readers has it for CMYK images without one"
      )
    }
    var result = access
    result.cmyk = cmyk
    return result
  }

  /// The same, with several pages on a sheet, for a proof on paper. The file has no tags, no links
  /// and no destinations, and does not conform to PDF/UA or PDF/A.
  public func imposed(_ imposition: PDFImposition) -> PDFProfile {
    var result = self
    result.imposition = imposition
    return result
  }

  /// The same, with the book's cover as a page before the first one, if the first page does not show
  /// it already.
  public func withCover() -> PDFProfile {
    var result = self
    result.hasCover = true
    return result
  }

  /// For a printer: PDF/X-4 (ISO 15930-7), without links.
  /// - Parameters:
  ///   - bleed: how far content at the page's edge extends beyond it, in points.
  ///   - icc: the profile of the printing condition, such as FOGRA51's.
  ///   - name: the profile's name.
  ///   - images: what happens to RGB images. If the printing condition is RGB, they stay as they
  ///     are.
  /// - Throws: `BookError` for bytes that are not a profile of an output device, and for one that
  ///   images cannot be converted for.
  public static func print(
    bleed: Length, marks: Set<Mark>, icc: [UInt8], name: String, images: ImageColors = .keep
  ) throws -> PDFProfile {
    func tag(_ at: Int) -> String { String(decoding: icc[at..<at + 4], as: UTF8.self) }
    let components = ["GRAY": 1, "RGB ": 3, "CMYK": 4]
    guard icc.count > 128, tag(36) == "acsp", tag(12) == "prtr", let count = components[tag(16)]
    else {
      throw BookError(
        .badInput,
        "\"\(name)\" is not an ICC profile of an output device: ask the printer for the profile of the printing condition"
      )
    }
    let converter =
      images == .convert && count != 3
      ? try ImageConverter(device: icc, components: count, name: name) : nil
    return PDFProfile(
      printing: Printing(
        bleed: max(0, bleed), marks: marks, device: icc, deviceName: name, components: count,
        converter: converter))
  }
}
