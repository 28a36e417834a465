/// Writes the resource dictionaries of pages (ISO 32000-1, section 7.8.3), and once a file what they
/// share: color spaces.
struct PDFResources {
  private let printing: PDFProfile.Printing?
  /// The profile of RGB colors, for a printing condition that is not RGB.
  private var defaultColors: PDFFile.Reference?
  /// The color that prints in every ink.
  private var everyInk: PDFFile.Reference?
  /// By the names of the inks.
  private var spots: [String: (space: PDFFile.Reference, ink: Ink)] = [:]
  private(set) var findings = FindingList()

  init(_ printing: PDFProfile.Printing?) { self.printing = printing }

  /// The resources of a page.
  /// - Parameters:
  ///   - fonts, images: the chapter's.
  ///   - groups: the first groups of the page.
  mutating func dictionary(
    of page: PDFPage, _ fonts: [PDFFile.Reference?], _ images: [PDFFile.Reference],
    groups: [PDFFile.Reference], in file: inout PDFFile
  ) throws -> PDFBytes {
    var bytes = PDFBytes("<<")
    if !page.faces.isEmpty {
      bytes.write("/Font<<")
      for index in page.faces.sorted() {
        if let font = fonts[index] { bytes.write("/F\(index) \(font)") }
      }
      bytes.write(">>")
    }
    if !page.images.isEmpty || !groups.isEmpty {
      bytes.write("/XObject<<")
      for (index, group) in groups.enumerated() { bytes.write("/G\(index) \(group)") }
      for index in page.images.sorted() { bytes.write("/I\(index) \(images[index])") }
      bytes.write(">>")
    }
    bytes.write(try colorSpaces(page.paint, in: &file))
    writeStates(page.paint, to: &bytes)
    bytes.write(">>")
    return bytes
  }

  /// The resources of a sheet of imposed pages.
  mutating func dictionary(
    ofSheet forms: [(name: String, reference: PDFFile.Reference)], in file: inout PDFFile
  ) throws -> PDFBytes {
    var bytes = PDFBytes("<</XObject<<")
    for (name, reference) in forms { bytes.write("/\(name) \(reference)") }
    bytes.write(">>")
    bytes.write(try colorSpaces(PDFPaint(.rgb), in: &file))
    bytes.write(">>")
    return bytes
  }

  private func writeStates(_ paint: PDFPaint, to bytes: inout PDFBytes) {
    guard !paint.opacities.isEmpty || printing != nil else { return }
    bytes.write("/ExtGState<<")
    if printing != nil { bytes.write("/OP<</Type/ExtGState/OP true/op true/OPM 1>>") }
    for alpha in paint.opacities.sorted() {
      var value = PDFBytes()
      value.write(Double(alpha) / 255, decimals: 4)
      bytes.write("/A\(alpha)<</Type/ExtGState/ca ")
      bytes.write(value)
      bytes.write("/CA ")
      bytes.write(value)
      bytes.write(">>")
    }
    bytes.write(">>")
  }

  // MARK: Color spaces

  /// The color spaces of content for print: the default one of RGB, the one of every ink (ISO
  /// 15930-7, section 6.2.3), and those of spot inks.
  private mutating func colorSpaces(_ paint: PDFPaint, in file: inout PDFFile) throws -> PDFBytes {
    guard let printing else { return PDFBytes() }
    var bytes = PDFBytes("/ColorSpace<<")
    if let space = try rgbSpace(in: &file) { bytes.write("/DefaultRGB\(space)") }
    if everyInk == nil {
      let none = Array(repeating: "0", count: printing.components).joined(separator: " ")
      let all = Array(repeating: "1", count: printing.components).joined(separator: " ")
      // Full ink is 0 in the additive color spaces and 1 in CMYK.
      let (zero, one) = printing.components == 4 ? (none, all) : (all, none)
      let space = [1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"][printing.components] ?? ""
      everyInk = try file.add(PDFBytes("[/Separation/All\(space)\(Self.blend(zero, one))]"))
    }
    if let everyInk { bytes.write("/All \(everyInk)") }
    for name in paint.ambiguousSpots.sorted() { reportSeveral(name) }
    for name in paint.spots.keys.sorted() {
      guard let ink = paint.spots[name] else { continue }
      bytes.write("/\(PDFPaint.resource(name)) \(try space(of: name, ink, in: &file))")
    }
    bytes.write(">>")
    return bytes
  }

  /// The color space that RGB colors have by default; nil for device colors.
  mutating func rgbSpace(in file: inout PDFFile) throws -> String? {
    guard let printing, printing.components != 3 else { return nil }
    return "[/ICCBased \(try rgbProfile(in: &file))]"
  }

  private mutating func rgbProfile(in file: inout PDFFile) throws -> PDFFile.Reference {
    if let defaultColors { return defaultColors }
    let profile = try file.addStream(PDFBytes("/N 3"), compressing: ColorProfile.sRGB)
    defaultColors = profile
    return profile
  }

  private mutating func reportSeveral(_ name: String) {
    findings.report(
      .printColor,
      "the spot color \"\(name)\" has several replacements: the first one is used for all")
  }

  /// The separation color space of a spot ink (ISO 32000-1, section 8.6.6.4). In one file, all of
  /// one name must be the same: the first one counts.
  private mutating func space(
    of name: String, _ ink: Ink, in file: inout PDFFile
  ) throws -> PDFFile.Reference {
    if let known = spots[name] {
      if !known.ink.hasSameReplacement(as: ink) { reportSeveral(name) }
      return known.space
    }
    var bytes = PDFBytes("[/Separation")
    bytes.writeName(name)
    if printing?.components == 4 {
      let full = [ink.cyan, ink.magenta, ink.yellow, ink.black].map(Self.decimal)
      bytes.write("/DeviceCMYK" + Self.blend("0 0 0 0", full.joined(separator: " ")))
    } else {
      let color = Color(ink: ink.full)
      let full = [color.red, color.green, color.blue].map { Self.decimal(Int($0) * 1000 / 255) }
      bytes.write("[/ICCBased \(try rgbProfile(in: &file))]")
      bytes.write(Self.blend("1 1 1", full.joined(separator: " ")))
    }
    bytes.write("]")
    let space = try file.add(bytes)
    spots[name] = (space, ink)
    return space
  }

  /// Thousandths as a decimal number.
  private static func decimal(_ thousandths: some BinaryInteger) -> String {
    var bytes = PDFBytes()
    bytes.write(Double(Int(thousandths)) / 1000, decimals: 3)
    return String(String(decoding: bytes.bytes, as: UTF8.self).dropLast())
  }

  /// The function from a tint to the components of the replacing color.
  private static func blend(_ zero: String, _ one: String) -> String {
    "<</FunctionType 2/Domain[0 1]/C0[\(zero)]/C1[\(one)]/N 1>>"
  }
}
