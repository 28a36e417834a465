@testable import Paginator

/// Tests a font: queries its faces, then sets a page in it and draws it.
enum FontTarget {
  static func test(_ bytes: [UInt8]) {
    guard let file = try? FontFile.open(bytes, path: "a.ttf") else { return }
    for face in file.faces.prefix(2) { ask(face) }
    guard let face = file.faces.first else { return }
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Fuzz"])
    fonts.register(
      FontLibrary.Face(family: "Fuzz", weight: 400, isItalic: false, stretch: 100, face: face))
    BookTarget.set(page, fonts: fonts)
  }

  private static let page = Array(
    """
    <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title><style>
    p {font-family: Fuzz; text-align: justify; margin-kerning: auto; italic-correction: auto;
      glyph-scaling-limit: 2%; font-variant: small-caps} i {font-weight: 700}
    </style></head><body><p>AV office fi 12/3 <i>if!</i> a\u{301} \u{627}\u{644} ab</p>
    <math xmlns="http://www.w3.org/1998/Math/MathML"><msqrt><mfrac><mi>a</mi><mn>1</mn></mfrac></msqrt></math>
    </body></html>
    """.utf8)

  private static func ask(_ face: FontFace) {
    for glyph in 0..<UInt32(min(face.glyphCount, 48)) {
      _ = face.outline(of: glyph)
      _ = face.inkBox(of: glyph)
      _ = face.advance(of: glyph)
      _ = face.opticalEdges(of: glyph)
      _ = face.ligatureCarets(UInt16(glyph), isRightToLeft: false)
    }
    if face.hasMath {
      for glyph in 0..<UInt32(min(face.glyphCount, 8)) {
        _ = face.mathVariants(glyph, vertical: true)
      }
    }
    _ = face.subset(for: [0x41, 0x61])
  }
}
