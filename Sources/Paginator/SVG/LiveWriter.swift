/// Writes live text: one `<text>` with one `x` for each word, in the subset fonts next to the pages.
struct LiveWriter {
  let fonts: LiveFonts
  let text: LineText
  /// Whether the line is not part of the text.
  let isFurniture: Bool

  /// Writes a word, and what a divided word shows besides its letters, which is not in the source: its hyphen
  /// and the letters before it, or the repeated hyphen of a compound.
  func write(_ run: LineRun, to body: inout ByteWriter) {
    if run.segment.length == 0, let hyphen = hyphen(before: run) {
      return write(hyphen, of: run, to: &body)
    }
    writeWord(run, to: &body)
    guard run.endsInHyphen else { return }
    let hyphen = text.layout.text.styles[Int(run.segment.style)].text.hyphenateCharacter
    write(addedLetters(of: run) + (hyphen.map { Array($0.utf16) } ?? [0x2010]), of: run, to: &body)
  }

  /// The hyphen of the text that a run without characters repeats.
  private func hyphen(before run: LineRun) -> [UInt16]? {
    let start = Int(run.segment.start)
    guard start > 0, text.glyphs.words[Int(run.segment.word)].glyphCount > 0 else { return nil }
    return [text.units[start - 1]]
  }

  /// The characters of a run without those that the division of the word drops ("omaatje", "oma-tje").
  private func shownRange(of run: LineRun) -> Range<Int> {
    guard run.endsInHyphen, run.segment.level % 2 == 0 else { return run.range }
    let glyphs = text.glyphs(of: run)
    guard let hyphen = glyphs.last else { return run.range }
    return run.range.prefix(changedOffset(glyphs, of: run) ?? hyphen.offset).indices
  }

  /// Where the letters of a run begin that the division of its word puts in the place of others
  /// ("Zucker", "Zuk-ker"); nil if all letters before the hyphen are those of the text.
  private func changedOffset(_ glyphs: [GlyphRun.Glyph], of run: LineRun) -> Int? {
    let face = text.face(of: run)
    for index in glyphs.indices.dropLast().suffix(Self.mostChanged) {
      let offset = glyphs[index].offset
      // Marks have glyphs of their own where the font has none of a letter with its mark.
      guard offset < glyphs[index + 1].offset, index == 0 || glyphs[index - 1].offset < offset,
        offset < Int(run.segment.length), let letter = face.letter(of: glyphs[index].id),
        let unit = Unicode.Scalar(text.units[Int(run.segment.start) + offset])
      else { continue }
      if String(letter).lowercased() != String(unit).lowercased() { return offset }
    }
    return nil
  }

  /// The most letters that are put in the place of others.
  private static let mostChanged = 3

  /// The letters that the division of a word adds to its spelling before the hyphen ("asszony", "asz-szony").
  private func addedLetters(of run: LineRun) -> [UInt16] {
    let glyphs = text.glyphs(of: run)
    let first = changedOffset(glyphs, of: run) ?? Int(run.segment.length)
    let added = glyphs.dropLast().filter { $0.offset >= first }
    if added.isEmpty { return [] }
    let face = text.face(of: run)
    return added.flatMap { face.letter(of: $0.id).map { Array(String($0).utf16) } ?? [] }
  }

  /// The text of a run. The rest of a divided word may begin with a letter that has lost its mark
  /// ("reëel", "re-eel").
  private func shownText(of run: LineRun) -> String {
    let range = shownRange(of: run)
    let own = text.layout.text.string(in: range)
    let start = range.lowerBound
    guard start > 0, start < range.upperBound, text.units[start] > 0x7F,
      text.units[start - 1].isLetter, run.segment.level % 2 == 0
    else { return own }
    let glyphs = text.glyphs(of: run).prefix(2)
    guard let first = glyphs.first, first.offset == 0,
      glyphs.last?.offset != 0 || glyphs.count == 1,
      let letter = text.face(of: run).letter(of: first.id), letter.isASCII
    else { return own }
    return String(letter) + own.dropFirst()
  }

  private func writeWord(_ run: LineRun, to body: inout ByteWriter) {
    let (segment, spread, layout) = (run.segment, run.spread, text.layout)
    let font = layout.fonts[Int(segment.style)]
    begin(run, isGenerated: isFurniture || layout.text.isGenerated(at: Int(segment.start)), &body)
    body.write("font-family=\"")
    body.writeXML(families(of: run))
    body.write("\" font-size=\"")
    body.write(points: run.size)
    body.write("\"")
    body.writeGlyphFill(run.color)
    let spacing = font.letterSpacing + spread.letterSpacing
    if spacing != 0 {
      body.write(" letter-spacing=\"")
      body.write(points: spacing)
      body.write("\"")
    }
    if let css = Self.css(font.shaping, in: text.face(of: run)) {
      body.write(" style=\"")
      body.writeXML(css)
      body.write("\"")
    }
    if spread.glyphStretch == 0 {
      body.write(" x=\"")
      body.write(points: run.x)
      body.write("\"")
    }
    body.write(">")
    body.writeXML(shownText(of: run))
    // The space separates the words in copied text.
    body.write(" </text>")
  }

  /// Writes characters that are not in the source at the end of a run.
  private func write(_ units: [UInt16], of run: LineRun, to body: inout ByteWriter) {
    body.write("<text class=\"generated\" y=\"")
    body.write(points: run.y)
    body.write("\" font-family=\"")
    body.writeXML(families(of: run))
    body.write("\" font-size=\"")
    body.write(points: text.layout.fonts[Int(run.segment.style)].size)
    body.write("\"")
    body.writeGlyphFill(run.color)
    body.write(" text-anchor=\"end\" x=\"")
    body.write(points: run.x + run.width)
    body.write("\">")
    body.writeXML(String(decoding: units, as: UTF16.self))
    body.write("</text>")
  }

  /// The subset font next to the page, then the installed family, then a generic family.
  private func families(of run: LineRun) -> String {
    let face = text.face(of: run)
    return ([fonts.family(of: face)].compactMap { $0 } + ["'\(face.family)'", "serif"]).joined(
      separator: ", ")
  }

  /// Begins a word; one whose glyphs are scaled horizontally has a transform instead of a place.
  private func begin(_ run: LineRun, isGenerated: Bool, _ body: inout ByteWriter) {
    body.write("<text")
    if isGenerated { body.write(" class=\"generated\"") }
    if run.spread.glyphStretch == 0 {
      body.write(" y=\"")
      body.write(points: run.y)
      body.write("\" ")
    } else {
      body.write(" transform=\"translate(")
      body.write(points: run.x)
      body.write(" ")
      body.write(points: run.y)
      body.write(") scale(")
      body.write(run.spread.scale)
      body.write(" 1)\" ")
    }
  }

  private static func css(_ shaping: ShapingStyle, in face: FontFace) -> String? {
    var parts: [String] = []
    let own = shaping.features(in: face)
    if !own.isEmpty {
      let features = own.map { "'\($0.tag)' \($0.value)" }.joined(separator: ",")
      parts.append("font-feature-settings:\(features)")
    }
    if let system = shaping.languageSystem { parts.append("font-language-override:'\(system)'") }
    if shaping.transform.contains(.uppercase) { parts.append("text-transform:uppercase") }
    if shaping.transform.contains(.lowercase) { parts.append("text-transform:lowercase") }
    if shaping.transform.contains(.capitalize) { parts.append("text-transform:capitalize") }
    return parts.isEmpty ? nil : parts.joined(separator: ";")
  }
}
