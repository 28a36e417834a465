/// Glyphs that are drawn at positions of their own.
extension SVGCanvas {
  /// - Parameter text: the label of the group of glyphs; empty for none.
  mutating func draw(
    _ glyphs: [(id: UInt16, position: Point)], of face: FontFace, size: Length, _ color: Color,
    text: String
  ) {
    let scale = size.points / Double(max(1, face.metrics.unitsPerEm))
    line.glyphs.clear()
    line.glyphs.write("<g")
    writeFill(color)
    line.glyphs.write(">")
    if !text.isEmpty {
      line.glyphs.write("<text aria-label=\"")
      line.glyphs.writeXML(text)
      line.glyphs.write("\"/>")
    }
    for glyph in glyphs {
      line.glyphs.write("<g transform=\"translate(")
      line.glyphs.write(points: glyph.position.x.rawValue)
      line.glyphs.write(" ")
      line.glyphs.write(points: glyph.position.y.rawValue)
      line.glyphs.write(") scale(")
      line.glyphs.write(scale, decimals: 7)
      line.glyphs.write(")\">")
      use(
        Glyph(id: glyph.id, cluster: 0, advance: 0, xOffset: 0, yOffset: 0), face, at: 0)
      line.glyphs.write("</g>")
    }
    line.glyphs.write("</g>\n")
    body.write(line.glyphs.bytes)
    line.glyphs.clear()
  }
}
