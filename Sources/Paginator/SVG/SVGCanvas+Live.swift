/// Live text: one `<text>` with one `x` for each word, in the subset fonts next to the pages.
extension SVGCanvas {
  mutating func liveWord(_ placed: PlacedWord, in layout: ChapterLayout) {
    let (segment, spread) = (placed.segment, placed.spread)
    let isGenerated = lineIsGenerated || layout.text.isGenerated(at: Int(segment.start))
    let fonts = layout.fonts[Int(segment.style)]
    if spread.glyphStretch == 0 {
      beginLiveText(isGenerated: isGenerated, y: placed.y)
    } else {
      beginLiveText(isGenerated: isGenerated, x: placed.x, y: placed.y, scale: spread.scale)
    }
    attribute("font-family", families(placed.face))
    writeGlyphs("\" font-size=\"")
    writeGlyphs(points: fonts.size(of: placed.word))
    let color = layout.text.styles[Int(segment.style)].text.color
    if color != .black { attribute("\" fill", color.hexadecimal) }
    let spacing = fonts.letterSpacing + spread.letterSpacing
    if spacing != 0 {
      writeGlyphs("\" letter-spacing=\"")
      writeGlyphs(points: spacing)
    }
    if let css = Self.css(fonts.shaping) {
      writeGlyphs("\" style=\"")
      writeGlyphsXML(css)
    }
    if spread.glyphStretch == 0 {
      writeGlyphs("\" x=\"")
      writeGlyphs(points: placed.x)
    }
    writeGlyphs("\">")
    writeGlyphsXML(layout.text.string(in: Int(segment.start)..<Int(segment.end)))
    // The space separates the words in copied text.
    writeGlyphs(" </text>")
  }

  /// Writes the hyphen of a divided word, which is not in the source.
  mutating func liveHyphen(
    _ text: [UInt16], after segment: Segment, x: Int, y: Int, in layout: ChapterLayout
  ) {
    guard segment.kind == .word else { return }
    let source = layout.glyphs
    let face = source.faces[Int(source.words[Int(segment.word)].face)]
    let font = layout.fonts[Int(segment.style)]
    beginLiveText(isGenerated: true, y: y)
    attribute("font-family", families(face))
    writeGlyphs("\" font-size=\"")
    writeGlyphs(points: font.size)
    writeGlyphs("\" text-anchor=\"end\" x=\"")
    writeGlyphs(points: x)
    writeGlyphs("\">")
    writeGlyphsXML(String(decoding: text, as: UTF16.self))
    writeGlyphs("</text>")
  }

  /// The subset font next to the page, then the installed family, then a generic family.
  private func families(_ face: FontFace) -> String {
    ([live?.family(of: face)].compactMap { $0 } + ["'\(face.family)'", "serif"]).joined(
      separator: ", ")
  }

  private mutating func beginLiveText(isGenerated: Bool, y: Int) {
    writeGlyphs("<text")
    if isGenerated { writeGlyphs(" class=\"generated\"") }
    writeGlyphs(" y=\"")
    writeGlyphs(points: y)
    writeGlyphs("\" ")
  }

  /// Begins a word whose glyphs are scaled horizontally.
  private mutating func beginLiveText(isGenerated: Bool, x: Int, y: Int, scale: Double) {
    writeGlyphs("<text")
    if isGenerated { writeGlyphs(" class=\"generated\"") }
    writeGlyphs(" transform=\"translate(")
    writeGlyphs(points: x)
    writeGlyphs(" ")
    writeGlyphs(points: y)
    writeGlyphs(") scale(")
    writeGlyphs(scale)
    writeGlyphs(" 1)\" ")
  }

  private mutating func attribute(_ name: StaticString, _ value: String) {
    writeGlyphs(name)
    writeGlyphs("=\"")
    writeGlyphsXML(value)
  }

  private static func css(_ shaping: ShapingStyle) -> String? {
    var parts: [String] = []
    if !shaping.features.isEmpty {
      let features = shaping.features.map { "'\($0.tag)' \($0.value)" }.joined(separator: ",")
      parts.append("font-feature-settings:\(features)")
    }
    if shaping.transform.contains(.uppercase) { parts.append("text-transform:uppercase") }
    if shaping.transform.contains(.lowercase) { parts.append("text-transform:lowercase") }
    if shaping.transform.contains(.capitalize) { parts.append("text-transform:capitalize") }
    return parts.isEmpty ? nil : parts.joined(separator: ";")
  }
}
