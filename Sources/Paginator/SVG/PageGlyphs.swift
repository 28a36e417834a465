/// The glyphs that a page uses and, for each, the beginning of the elements that draw it.
///
/// Names such as `a_123` contain the number of the face in order of first use on the page, so that
/// they do not depend on which worker used a face first.
struct PageGlyphs {
  private struct Face {
    /// By glyph, its index in `elements`; -1 for a glyph that the page has not used.
    var entries: [Int32]
  }

  /// Outlines and filters, to which elements of the page refer.
  var definitions = ByteWriter()
  private let outlines: SVGPageDrawer.SharedOutlines
  private var faces: [Face] = []
  private var numbers: [Int: Int] = [:]
  /// The face that was looked up last.
  private var last: (face: Int, number: Int) = (-1, 0)
  private var elements: [GlyphElement] = []

  init(outlines: SVGPageDrawer.SharedOutlines) { self.outlines = outlines }

  /// The number of a face on this page.
  private mutating func number(of face: FontFace) -> Int {
    if last.face == face.number { return last.number }
    let number = numbers[face.number] ?? faces.count
    if number == faces.count {
      numbers[face.number] = number
      faces.append(Face(entries: [Int32](repeating: -1, count: face.glyphCount)))
    }
    last = (face.number, number)
    return number
  }

  /// Whether the page has used all of some glyphs, as it mostly has.
  @inline(__always)
  private func areDefined(_ glyphs: ArraySlice<Glyph>, _ number: Int) -> Bool {
    faces[number].entries.withUnsafeBufferPointer { entries in
      glyphs.allSatisfy { Int($0.id) < entries.count && entries[Int($0.id)] >= 0 }
    }
  }

  /// Defines the glyphs that the page has not used yet.
  private mutating func define(
    _ glyphs: ArraySlice<Glyph>, _ face: FontFace, _ number: Int
  ) {
    for glyph in glyphs {
      let index = Int(glyph.id)
      let missing = index + 1 - faces[number].entries.count
      if missing > 0 { faces[number].entries += repeatElement(-1, count: missing) }
      guard faces[number].entries[index] < 0 else { continue }
      faces[number].entries[index] = Int32(elements.count)
      let definition = outlines.definition(glyph.id, of: face, number: number)
      definitions.write(definition.bytes)
      elements.append(definition.element)
    }
  }

  /// Writes one glyph, at a position in font units.
  mutating func write(
    _ glyph: Glyph, of face: FontFace, at pen: Int,
    to writer: inout ByteWriter
  ) {
    let number = number(of: face)
    define([glyph], face, number)
    let element = elements[Int(faces[number].entries[Int(glyph.id)])]
    writer.write(unsafeUpTo: GlyphElement.mostBytes) { start in
      element.write(x: pen + Int(glyph.xOffset), y: -Int(glyph.yOffset), to: start)
    }
  }

  /// Writes the glyphs of a word, which begins at `pen` in font units.
  ///
  /// The room for all of them is reserved once: most of a page's bytes are glyphs, and a check at
  /// each part of each element took two thirds of the time of drawing.
  mutating func write(
    _ word: ShapedWord, _ source: LayoutGlyphs, _ letters: WordLetters, _ spread: Spread,
    at pen: Int, to writer: inout ByteWriter
  ) {
    let face = source.faces[Int(word.face)]
    let number = number(of: face)
    let first = Int(word.firstGlyph)
    let glyphs = source.glyphs[first..<first + Int(word.glyphCount)]
    if !areDefined(glyphs, number) { define(glyphs, face, number) }
    writer.write(unsafeUpTo: glyphs.count * GlyphElement.mostBytes) { start in
      // Both are only looked at: a copy for each word would be counted as a reference and released.
      elements.withUnsafeBufferPointer { elements in
        faces[number].entries.withUnsafeBufferPointer { entries in
          var end = start
          source.forEachGlyph(of: word, letters, spread, from: pen) { glyph, pen, _ in
            end = elements[Int(entries[Int(glyph.id)])].write(
              x: pen + Int(glyph.xOffset), y: -Int(glyph.yOffset), to: end)
          }
          return end
        }
      }
    }
  }
}

/// What pages write of a glyph: its definition, and the beginning of the elements that draw it. It depends on
/// the number of the glyph's face on the page, which is 0 on most.
struct GlyphDefinition {
  let bytes: [UInt8]
  let element: GlyphElement

  init(_ glyph: UInt16, _ number: Int, outline: [UInt8]) {
    var name = ByteWriter()
    name.writeByte(0x61 + UInt8(number % 26))
    if number >= 26 { name.write(number / 26) }
    name.writeByte(0x5F)
    name.write(Int(glyph))
    var writer = ByteWriter()
    writer.write("<path id=\"")
    writer.write(name.bytes)
    writer.write("\" d=\"")
    writer.write(outline)
    writer.write("\"/>\n")
    bytes = writer.bytes
    element = GlyphElement(name: name.bytes)
  }
}
