/// The embedding levels of a paragraph (UAX #9).
extension ParagraphShaper {
  /// Resolves the levels of a paragraph. A forced line break ends a paragraph of the algorithm; what
  /// elements embed or isolate continues after it (CSS Writing Modes 4, section 2.4.2). A U+2028 of
  /// the source ends a line (CSS Text 3, section 5.1) but no paragraph: it is white space in UAX #9.
  mutating func resolveLevels(_ units: UnsafeBufferPointer<UInt16>, _ index: Int) {
    levels.removeAll(keepingCapacity: true)
    let isRight = isRightToLeft(index)
    paragraphLevel = isRight ? 1 : 0
    let paragraph = text.paragraphs[index]
    // Only a program's text has these, and it is not divided.
    let inside = textFonts.hasDirections ? directionControls(in: paragraph.range) : []
    guard isRight || !inside.isEmpty || Bidi.isNeeded(units) else { return }
    let unicodeBidi = unicodeBidi(of: paragraph)
    let first: [UInt16] = unicodeBidi.isOverride ? [isRight ? 0x202E : 0x202D] : []
    var open: [UInt16] = []
    var start = 0
    while start < units.count {
      let end = isDivided ? stretchEnd(units, from: start, in: paragraph) : units.count
      let own = UnsafeBufferPointer(rebasing: units[start..<end])
      let found = Bidi.levels(
        of: own,
        base: unicodeBidi == .plaintext ? .automatic : isRight ? .rightToLeft : .leftToRight,
        controls: (first + open).map { (0, UInt32($0)) } + inside)
      levels += found.levels
      if endsStretch(units[end - 1], end - 1, in: paragraph) {
        levels[levels.count - 1] = found.paragraph
      }
      if end < units.count { addOpen(own, at: Int(paragraph.start) + start, to: &open) }
      start = end
    }
  }

  /// The control characters that stand for the writing directions of a paragraph's runs, by their
  /// offsets in the paragraph.
  private func directionControls(in range: Range<Int>) -> [(offset: Int, scalar: UInt32)] {
    var controls: [(offset: Int, scalar: UInt32)] = []
    var open: [RunDirection] = []
    var index = range.isEmpty ? text.runs.count : text.runIndex(at: range.lowerBound)
    while index < text.runs.count, Int(text.runs[index].start) < range.upperBound {
      let offset = max(0, Int(text.runs[index].start) - range.lowerBound)
      let own = text.styles[Int(text.runs[index].style)].text.writingDirections ?? []
      let common = zip(open, own).prefix { $0 == $1 }.count
      for _ in common..<open.count { controls.append((offset, Self.popDirection)) }
      for direction in own[common...] { controls.append((offset, direction.control)) }
      open = own
      index += 1
    }
    return controls
  }

  /// U+202C, which ends an embedding.
  private static var popDirection: UInt32 { 0x202C }

  /// The level of a line: with `unicode-bidi: plaintext`, that of the text between forced breaks.
  mutating func level(ofLineAt offset: Int, in paragraph: Paragraph) -> UInt8 {
    guard unicodeBidi(of: paragraph) == .plaintext, isDivided,
      offset < paragraph.end
    else { return paragraphLevel }
    if linesOfLevel.range.contains(offset) { return linesOfLevel.level }
    return text.units.withUnsafeBufferPointer { units in
      let own = UnsafeBufferPointer(rebasing: units[paragraph.range])
      var start = offset - Int(paragraph.start)
      while start > 0, !endsStretch(own[start - 1], start - 1, in: paragraph) { start -= 1 }
      let end = stretchEnd(own, from: start, in: paragraph)
      let isRight = Bidi.isRightToLeft(UnsafeBufferPointer(rebasing: own[start..<end]))
      let base = Int(paragraph.start)
      linesOfLevel = (base + start..<base + end, isRight ? 1 : 0)
      return linesOfLevel.level
    }
  }

  private func unicodeBidi(of paragraph: Paragraph) -> UnicodeBidi {
    guard text.styles.indices.contains(Int(paragraph.style)) else { return .normal }
    return text.styles[Int(paragraph.style)].box.unicodeBidi
  }

  /// Whether forced breaks divide the paragraph: U+2028 in a program's text does not.
  private var isDivided: Bool { !text.paragraphsFollowText }

  /// - Parameter offset: counted from the paragraph's start.
  private func endsStretch(_ unit: UInt16, _ offset: Int, in paragraph: Paragraph) -> Bool {
    unit == 0x2029
      || unit == 0x2028 && !text.isLineSeparatorOfSource(at: Int(paragraph.start) + offset)
  }

  private func stretchEnd(
    _ units: UnsafeBufferPointer<UInt16>, from start: Int, in paragraph: Paragraph
  ) -> Int {
    var end = start
    while end < units.count {
      end += 1
      if endsStretch(units[end - 1], end - 1, in: paragraph) { break }
    }
    return end
  }

  /// Adds the controls of elements that a stretch opens, and removes those that it closes. Controls
  /// in the source end with their stretch.
  private func addOpen(
    _ units: UnsafeBufferPointer<UInt16>, at start: Int, to open: inout [UInt16]
  ) {
    for (offset, unit) in units.enumerated()
    where unit.isDirectionalControl && text.isGenerated(at: start + offset) {
      switch unit {
      case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066...0x2068: open.append(unit)
      case 0x202C, 0x2069: _ = open.popLast()
      default: break
      }
    }
  }

  /// Whether a paragraph runs from right to left: by its style or, if the style leaves it to the
  /// text, by its first strong character (UAX #9, P2 and P3).
  func isRightToLeft(_ index: Int) -> Bool {
    let paragraph = text.paragraphs[index]
    guard text.styles.indices.contains(Int(paragraph.style)) else { return false }
    let style = text.styles[Int(paragraph.style)]
    let isNatural =
      style.box.unicodeBidi == .plaintext
      || text.paragraphsFollowText && !style.text.isRightToLeft
        && style.paragraph?.baseWritingDirection ?? .natural == .natural
    guard isNatural else { return style.text.isRightToLeft }
    return text.units.withUnsafeBufferPointer { units in
      let own = UnsafeBufferPointer(rebasing: units[paragraph.range])
      return Bidi.isNeeded(own) && Bidi.isRightToLeft(own)
    }
  }
}
