internal import Digests

/// Writes each font of a book once, when all glyphs in use are known (ISO 32000-1, section 9.7).
struct PDFFonts {
  private var uses: [String: Int] = [:]
  private var faces: [(use: FaceUse, reference: PDFFile.Reference)] = []

  /// The font of a face. Its object is written at the end.
  mutating func reference(of use: FaceUse, in file: inout PDFFile) -> PDFFile.Reference {
    let key = FaceUse.key(use.face)
    if let index = uses[key] {
      faces[index].use.merge(use)
      return faces[index].reference
    }
    uses[key] = faces.count
    faces.append((use, file.reserve()))
    return faces[faces.count - 1].reference
  }

  /// - Returns: findings about faces that could not be embedded.
  mutating func write(to file: inout PDFFile) throws -> [Finding] {
    var findings: [Finding] = []
    for (use, reference) in faces {
      let (kind, program) = Self.program(of: use)
      if program.isEmpty {
        findings.append(
          Finding(
            .fontFallback,
            "\"\(use.face.family)\" cannot be put into the PDF: its tables are damaged"))
      }
      try Self.write(use, program, isCFF: kind != .trueType, as: reference, to: &file)
    }
    return findings
  }

  /// The font with the glyphs in use. If HarfBuzz cannot divide the font, it is made from the
  /// outlines of the glyphs; empty if that cannot be done either.
  private static func program(of use: FaceUse) -> (kind: FontProgram, bytes: [UInt8]) {
    let glyphs = use.glyphs.sorted()
    if var program = use.face.program(use.program, of: glyphs), !program.isEmpty {
      if use.program == .cff { program = CompactFont(program)?.numbered ?? program }
      return (use.program, program)
    }
    return (.drawn, use.face.program(.drawn, of: glyphs) ?? [])
  }

  private static func write(
    _ use: FaceUse, _ program: [UInt8], isCFF: Bool, as reference: PDFFile.Reference,
    to file: inout PDFFile
  ) throws {
    let glyphs = use.glyphs.sorted()
    let stream = try file.addStream(
      PDFBytes(isCFF ? "/Subtype/CIDFontType0C" : "/Length1 \(program.count)"),
      compressing: program)
    let name = subsetName(use.face, glyphs)
    let descriptor = try file.add(descriptor(use.face, name, stream, isCFF: isCFF))
    var descendant = PDFBytes("<</Type/Font/Subtype")
    descendant.write(isCFF ? "/CIDFontType0" : "/CIDFontType2/CIDToGIDMap/Identity")
    descendant.write("/BaseFont")
    descendant.writeName(name)
    descendant.write("/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>")
    descendant.write("/FontDescriptor \(descriptor)/DW 0/W")
    writeWidths(glyphs, use, to: &descendant)
    descendant.write(">>")
    let font = try file.add(descendant)
    let unicode = try file.addStream(PDFBytes(), compressing: UnicodeMap.bytes(of: use))
    var dictionary = PDFBytes("<</Type/Font/Subtype/Type0/BaseFont")
    dictionary.writeName(name)
    dictionary.write("/Encoding/Identity-H/DescendantFonts[\(font)]/ToUnicode \(unicode)>>")
    try file.add(dictionary, as: reference)
  }

  /// The name of a subset font: six letters derived from the set of glyphs, then the face's own
  /// name (section 9.6.4).
  private static func subsetName(_ face: FontFace, _ glyphs: [UInt16]) -> String {
    let digest = SHA256.hash(
      Array(FaceUse.key(face).utf8)
        + glyphs.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] })
    let letters = digest.prefix(6).map { Character(UnicodeScalar(0x41 + $0 % 26)) }
    let name = face.postScriptName.isEmpty ? face.family : face.postScriptName
    return String(letters) + "+" + name.filter { $0.isASCII && !$0.isWhitespace }
  }

  private static func descriptor(
    _ face: FontFace, _ name: String, _ program: PDFFile.Reference, isCFF: Bool
  ) -> PDFBytes {
    let metrics = face.metrics
    func thousandths(_ units: Int) -> Int { units * 1000 / max(1, metrics.unitsPerEm) }
    var bytes = PDFBytes("<</Type/FontDescriptor/FontName")
    bytes.writeName(name)
    // Flags: symbolic, because glyphs are selected by number, and italic (table 123).
    bytes.write("/Flags \(face.isItalic ? 68 : 4)/FontBBox[")
    for (index, value) in face.headBox.enumerated() {
      bytes.write((index > 0 ? " " : "") + String(thousandths(value)))
    }
    bytes.write("]/ItalicAngle \(face.isItalic ? -12 : 0)")
    bytes.write("/Ascent \(thousandths(metrics.ascent))/Descent \(-thousandths(metrics.descent))")
    bytes.write("/CapHeight \(thousandths(metrics.capHeight))")
    // No table states the stem width: a twelfth of an em is assumed at regular weight.
    bytes.write("/StemV \(max(20, face.weight / 5))")
    bytes.write(isCFF ? "/FontFile3 \(program)>>" : "/FontFile2 \(program)>>")
    return bytes
  }

  private static func writeWidths(
    _ glyphs: [UInt16], _ use: FaceUse, to bytes: inout PDFBytes
  ) {
    bytes.write("[")
    var previous = -2
    for glyph in glyphs {
      if Int(glyph) != previous + 1 {
        if previous >= 0 { bytes.write("]") }
        bytes.write("\(glyph)[")
      } else {
        bytes.write(" ")
      }
      bytes.write(tenths: use.face.statedWidth(of: glyph))
      previous = Int(glyph)
    }
    if previous >= 0 { bytes.write("]") }
    bytes.write("]")
  }
}

/// The map from glyphs to text, for copying and for screen readers (section 9.10.3).
private enum UnicodeMap {
  static func bytes(of use: FaceUse) -> [UInt8] {
    var bytes = PDFBytes(
      """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <0000> <FFFF>
      endcodespacerange

      """)
    let pairs = zip(use.glyphs, use.texts).filter { !$0.1.isEmpty }.sorted { $0.0 < $1.0 }
    var start = 0
    while start < pairs.count {
      // At most a hundred entries per block (Adobe Technical Note 5014).
      let part = pairs[start..<min(start + 100, pairs.count)]
      bytes.write("\(part.count) beginbfchar\n")
      for (glyph, text) in part {
        bytes.write("<")
        bytes.writeHex(glyph)
        bytes.write("> <")
        for unit in text { bytes.writeHex(unit) }
        bytes.write(">\n")
      }
      bytes.write("endbfchar\n")
      start += part.count
    }
    bytes.write("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
    return bytes.bytes
  }
}
