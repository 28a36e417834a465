/// The last run of plain text, in numbers. A run that agrees with it on the same line needs no element,
/// font, color or move: only its glyphs are written. That is most runs of a book. It has no references,
/// which would be counted for every word.
struct PDFFlow {
  /// Whether there is such a run and no other has followed it.
  var isValid = false
  fileprivate var style: Int32 = -1
  fileprivate var face: Int32 = -1
  fileprivate var size = 0
  fileprivate var y = 0
  fileprivate var spread = Spread()
  fileprivate var source = ContentSource.furniture
  fileprivate var entries: UnsafeMutableBufferPointer<GlyphTable.Entry>
  /// The size of a font unit, in 1/10,000 em.
  fileprivate var unit = 0.0
  /// The letter space, in font units.
  fileprivate var space = 0.0
  /// The glyph of spaces; 0 if they have another font.
  fileprivate var spaceGlyph: UInt16 = 0

  init() { entries = UnsafeMutableBufferPointer(start: nil, count: 0) }

  /// Notes a word that has just been shown.
  /// - Parameters:
  ///   - face: the number of its face in the layout's glyphs.
  ///   - table: must exist for as long as the flow is used.
  ///   - spaceGlyph: 0 if spaces have another font than the word.
  mutating func begin(
    with run: LineRun, face: Int32, _ table: GlyphTable, space: Double, spaceGlyph: UInt16
  ) {
    isValid = true
    (style, size, y, spread, source) = (
      run.segment.style, run.size, run.y, run.spread, run.source
    )
    (self.face, self.space, self.spaceGlyph) = (face, space, spaceGlyph)
    (entries, unit) = (table.entries, table.unit)
  }

  /// Whether a run continues the text. For a word, `continues(word:)` must hold, too.
  @inline(__always)
  func continues(with run: LineRun) -> Bool {
    isValid && run.segment.style == style && run.y == y && run.size == size && run.link < 0
      && run.part < 0 && run.segment.level % 2 == 0 && !run.endsInHyphen && run.source == source
  }
}

extension PDFTextState {
  /// Shows a run that continues the flow.
  /// - Returns: false if the run does not. Then nothing has been written, and the flow has ended.
  mutating func append(
    _ run: LineRun, of line: LineText, to content: inout PDFBytes
  ) -> Bool {
    if flow.continues(with: run), isOpen, style.rise == 0, font.isOf(line.layout),
      show(run, line, &content)
    {
      return true
    }
    flow.isValid = false
    return false
  }

  @inline(__always)
  private mutating func show(
    _ run: LineRun, _ line: LineText, _ content: inout PDFBytes
  ) -> Bool {
    // A forced line break ends the word.
    let end = run.range.upperBound
    if end < line.units.count, line.units[end] == 0x2028 { return false }
    let origin = em(run.x - start.x)
    guard abs(origin - pen) <= Self.widestGap else { return false }
    guard !run.isSpace else {
      // The glyph of a no-break space is that of the space.
      let unit = run.segment.length == 1 ? line.units[end - 1] : 0
      guard unit == 0x20 || unit == 0xA0, flow.spaceGlyph != 0 else { return false }
      showSpace(at: origin, &content)
      return true
    }
    guard line.glyphs.words[Int(run.segment.word)].face == flow.face, run.spread == flow.spread
    else { return false }
    return line.withWord(run) { glyphs, units in
      guard flow.entries.show(glyphs, for: units) else { return false }
      show(glyphs, units, at: origin, &content)
      return true
    }
  }

  @inline(__always)
  private mutating func showSpace(at origin: Double, _ content: inout PDFBytes) {
    let gap = followsSpace ? takeGap(to: origin) : 0
    followsSpace = true
    let entry = flow.entries.use(flow.spaceGlyph)
    append(glyphs: 2, to: &content) { text, bytes in
      if gap != 0 { bytes.write(adjustment: gap) }
      text.add(text.flow.spaceGlyph, at: origin, entry, &bytes)
    }
  }

  @inline(__always)
  private mutating func show(
    _ glyphs: UnsafeBufferPointer<Glyph>, _ characters: UnsafeBufferPointer<UInt16>,
    at origin: Double, _ content: inout PDFBytes
  ) {
    let gap = followsSpace ? takeGap(to: origin) : 0
    followsSpace = false
    append(glyphs: glyphs.count + 1, to: &content) { text, bytes in
      if gap != 0 { bytes.write(adjustment: gap) }
      let (entries, unit, space) = (text.flow.entries, text.flow.unit, text.flow.space)
      let tracking = text.tracking
      var (units, spaced) = (0, 0.0)
      // Each position depends on the one before it: in memory, they would wait for one another.
      var pen = text.pen
      for index in 0..<glyphs.count {
        let glyph = glyphs[index]
        if glyph.isJoiner(characters[index]) { continue }
        let x = Double(units + Int(glyph.xOffset)) + spaced
        Self.add(
          glyph.id, at: origin + x * unit, entries.use(glyph.id), tracking: tracking, &pen,
          &bytes)
        units += Int(glyph.advance)
        if glyph.advance != 0 { spaced += space }
      }
      text.pen = pen
    }
  }
}
