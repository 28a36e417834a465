internal import CUnicode

/// Divides a paragraph into segments and shapes its words: the "shape" stage.
struct ParagraphShaper {
  let textFonts: TextFonts
  let shaper: Shaper
  /// The embedding level of every unit of the paragraph; empty if all of it runs from left to
  /// right.
  var levels: [UInt8] = []
  var paragraphLevel: UInt8 = 0
  /// Where the direction of lines was last looked up, and its level.
  var linesOfLevel: (range: Range<Int>, level: UInt8) = (0..<0, 0)
  /// Whether text with the paragraph's own style is set in the style of its first line.
  var setsFirstLine = false
  /// Callbacks for the actions of control characters and for glyphs; nil for none.
  var hooks: ShapingHooks?
  /// By offset, whether the text goes on in the next container after a control character, where a
  /// hook has decided it.
  private(set) var endsContainer: [Int: Bool] = [:]
  private var nextAttachment = 0
  private(set) var nextEdge = 0
  private(set) var currentParagraph = 0
  /// The offsets at which the current paragraph begins and ends.
  private(set) var currentBase = 0
  private(set) var currentEnd = 0
  private var isSimple = true
  /// The index of the last shaped paragraph in the shaper's memory.
  var memoryIndex: Int?
  var runScratch: [ParagraphMemory.Run] = []

  init(text: AttributedText, shaper: Shaper) throws {
    textFonts = try TextFonts(text, shaper: shaper)
    self.shaper = shaper
  }

  /// Appends the segments of a paragraph, in logical order. Paragraphs may be shaped in any order;
  /// ascending order is fastest.
  ///
  /// - Parameter index: the index of the paragraph, or of the whole paragraph if it is the rest of
  ///   one.
  mutating func shape(
    _ paragraph: Paragraph, at index: Int, into segments: inout [Segment]
  ) {
    let range = paragraph.range
    text.units.withUnsafeBufferPointer { units in
      let own = UnsafeBufferPointer(rebasing: units[range])
      resolveLevels(own, index)
      isSimple = own.allSatisfy { $0 < 0x370 || $0 >= 0x2000 && $0 < 0x2070 }
      currentParagraph = index
      currentBase = range.lowerBound
      currentEnd = range.upperBound
      seek(to: range.lowerBound, in: index)
      memoryIndex = nil
      let hash = textFonts.hasDirections ? nil : memoryHash(own, paragraph)
      let first = segments.count
      if hash.map({ recall(own, paragraph, $0, into: &segments) }) != true {
        shape(range, of: paragraph, units, &segments)
        if let hash { remember(own, segments[first...], paragraph, hash) }
      }
      if special.correctsItalics || shaper.hasNotableWords {
        correctItalics(&segments, from: first)
      }
      if spacesLetters { spaceTurns(&segments, from: first, paragraph) }
      keepIndents(of: paragraph, &segments, from: first)
    }
  }

  private mutating func shape(
    _ range: Range<Int>, of paragraph: Paragraph, _ units: UnsafeBufferPointer<UInt16>,
    _ segments: inout [Segment]
  ) {
    var runIndex = range.isEmpty ? 0 : text.runIndex(at: range.lowerBound)
    var start = range.lowerBound
    while start < range.upperBound {
      let runEnd =
        runIndex + 1 < text.runs.count ? Int(text.runs[runIndex + 1].start) : units.count
      var end = max(start, min(range.upperBound, runEnd))
      // Half of a surrogate pair is shown as the other half is.
      if end > start, end < range.upperBound, UTF16Scalars.isInPair(end, units) { end += 1 }
      var style = text.runs[runIndex].style
      if setsFirstLine { style = firstLineStyle(of: style, in: paragraph) }
      shapeRun(units, start..<end, style, paragraph, &segments)
      start = end
      runIndex += 1
    }
    appendEdges(before: range.upperBound + 1, &segments)
  }

  private func firstLineStyle(of style: Int32, in paragraph: Paragraph) -> Int32 {
    if style == paragraph.style { return paragraph.firstLineStyle }
    let key = FirstLineStyle(
      firstLine: paragraph.firstLineStyle, paragraph: paragraph.style, style: style, own: -1)
    return firstLineStyles[key] ?? style
  }

  /// Restores the state after a paragraph that was shaped before.
  mutating func restore(level: UInt8, memoryIndex: Int?) {
    paragraphLevel = level
    self.memoryIndex = memoryIndex
  }

  /// Finds the first attachment and edge at or after an offset.
  private mutating func seek(to offset: Int, in paragraph: Int) {
    while nextAttachment > 0 {
      // Markers and deleted attachments have the offset -1: skip them.
      let before = Int(textFonts.text.attachments[nextAttachment - 1].offset)
      guard before < 0 || before >= offset else { break }
      nextAttachment -= 1
    }
    func isEarlier(_ edge: InlineEdge) -> Bool {
      edge.paragraph < paragraph || edge.paragraph == paragraph && Int(edge.offset) < offset
    }
    while nextEdge > 0, !isEarlier(textFonts.text.inlineEdges[nextEdge - 1]) { nextEdge -= 1 }
    while nextEdge < textFonts.text.inlineEdges.count,
      isEarlier(textFonts.text.inlineEdges[nextEdge])
    { nextEdge += 1 }
  }

  private mutating func appendEdges(
    before offset: Int, _ segments: inout [Segment]
  ) {
    while nextEdge < textFonts.text.inlineEdges.count,
      Int(textFonts.text.inlineEdges[nextEdge].offset) < offset,
      Int(textFonts.text.inlineEdges[nextEdge].paragraph) == currentParagraph
    {
      let edge = textFonts.text.inlineEdges[nextEdge]
      // The measure is not known here: percentages are added where attachments are measured.
      segments.append(
        Segment(
          kind: .edge, level: level(beside: edge), start: edge.offset, length: 0,
          word: Int32(nextEdge), style: edge.style, width: width(of: edge, in: 0)))
      setSpace(after: edge, &segments)
      nextEdge += 1
    }
  }

  /// The margin, border and padding on the side of an inline box where it begins or ends.
  func width(of edge: InlineEdge, in measure: Length) -> Int {
    guard !(edge.isContinued ?? false) else { return 0 }
    let box = text.styles[Int(edge.style)].box
    let isLeft = text.isLeft(edge)
    var margin = isLeft ? box.margin.left : box.margin.right
    if let outer = edge.letterSpacing, margin.length < 0, margin.fraction == 0 {
      // Style sheets take the space after an element's last letter back by a negative margin;
      // there is none here.
      let space = text.styles[Int(edge.style)].text.letterSpacing - outer
      margin.length = min(0, margin.length + max(0, space))
    }
    let padding = isLeft ? box.padding.left : box.padding.right
    let border = isLeft ? box.border.left.width : box.border.right.width
    return (margin.resolved(against: measure) + padding.resolved(against: measure) + border)
      .rawValue
  }

  /// An edge has the level of the text inside.
  private func level(beside edge: InlineEdge) -> UInt8 {
    let index = Int(edge.offset) - currentBase - (edge.isStart ? 0 : 1)
    return levels.indices.contains(index) ? levels[index] : paragraphLevel
  }

  private mutating func shapeRun(
    _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ style: Int32,
    _ paragraph: Paragraph, _ segments: inout [Segment]
  ) {
    let font = fonts[Int(style)]
    let base = Int(paragraph.start)
    var index = range.lowerBound
    while index < range.upperBound {
      if nextEdge < textFonts.text.inlineEdges.count,
        Int(textFonts.text.inlineEdges[nextEdge].offset) <= index
      {
        appendEdges(before: index + 1, &segments)
      }
      let unit = units[index]
      let isPair = unit == 0x0D && index + 1 < range.upperBound && units[index + 1] == 0x0A
      if hooks != nil && Self.isControl(unit) || isHiddenControl(unit) {
        var segment = control(unit, at: index, style, font, base)
        if isPair { segment.length = 2 }
        segments.append(segment)
        index += Int(segment.length)
      } else if unit == 0x20, special.widensSpaces, traits[Int(style)].widensSpaces {
        appendWord(units, index..<index + 1, style, font, base, &segments)
        index += 1
      } else if let kind = kind(of: unit), kind != .attachment || isAttachment(at: index) {
        var segment = special(kind, at: index, style, font, base)
        if isPair { segment.length = 2 }
        segments.append(segment)
        index += Int(segment.length)
      } else {
        let end = wordEnd(units, index, range.upperBound, base)
        appendWord(units, index..<end, style, font, base, &segments)
        index = end
      }
    }
  }

  /// U+FFFC may occur in the source too; it is then an ordinary character.
  private mutating func isAttachment(at index: Int) -> Bool {
    while nextAttachment < textFonts.text.attachments.count,
      Int(textFonts.text.attachments[nextAttachment].offset) < index
    {
      nextAttachment += 1
    }
    return nextAttachment < textFonts.text.attachments.count
      && Int(textFonts.text.attachments[nextAttachment].offset) == index
  }

  /// The kind of a character that is not part of a word.
  @inline(__always)
  private func kind(of unit: UInt16) -> Segment.Kind? {
    switch unit {
    // In a document, these two are visible control characters (CSS Text 3, section 4.1).
    case 0x0B where !text.paragraphsFollowText, 0x85 where !text.paragraphsFollowText: nil
    case 0x20: .space
    case 0xA0: .noBreakSpace
    case 0x09: .tab
    case 0xFFFC: .attachment
    case 0x2028, 0x2029, 0x0A...0x0D, 0x85: .lineBreak
    default: nil
    }
  }

  private static func isControl(_ unit: UInt16) -> Bool {
    unit < 0x20 || 0x7F...0x9F ~= unit || unit == 0x2028
  }

  /// Whether a unit is a control character without width, unless a hook gives it some. In a document,
  /// control characters are visible (CSS Text 3, section 4.1).
  private func isHiddenControl(_ unit: UInt16) -> Bool {
    Self.isControl(unit) && (hooks != nil || text.paragraphsFollowText) && kind(of: unit) == nil
  }

  /// The segment of a control character, with the action that the hook chooses.
  private mutating func control(
    _ unit: UInt16, at index: Int, _ style: Int32, _ font: RunFont, _ base: Int
  ) -> Segment {
    let kind = kind(of: unit)
    let proposed: ControlCharacterAction =
      kind == .tab
      ? .horizontalTab
      : unit == 0x0C ? .containerBreak : kind == .lineBreak ? .lineBreak : .zeroAdvancement
    let action = hooks?.action(proposed, index) ?? proposed
    if hooks != nil {
      endsContainer[index] = action == proposed ? nil : action == .containerBreak
    }
    switch action {
    case .zeroAdvancement: return special(.edge, at: index, style, font, base)
    case .whitespace: return special(.noBreakSpace, at: index, style, font, base)
    case .horizontalTab: return special(.tab, at: index, style, font, base)
    case .lineBreak, .paragraphBreak, .containerBreak:
      return special(.lineBreak, at: index, style, font, base)
    }
  }

  mutating func special(
    _ kind: Segment.Kind, at index: Int, _ style: Int32, _ font: RunFont, _ base: Int
  ) -> Segment {
    var segment = Segment(
      kind: kind, level: levels.isEmpty ? paragraphLevel : levels[index - base],
      start: Int32(index), length: 1, word: -1, style: style, width: 0)
    switch kind {
    case .space, .noBreakSpace:
      segment.width = font.spaceWidth
      segment.trailing = Int32(clamping: font.letterSpacing)
      segment.isRigid = special.isRigid && !traits[Int(style)].justifies
    case .attachment:
      segment.word = Int32(nextAttachment)
    default: break
    }
    return segment
  }

  /// A word ends at white space, at an edge, where the direction or the script changes, and before
  /// and after every ideograph. As `mutating`, this is called without a copy of the shaper.
  private mutating func wordEnd(
    _ units: UnsafeBufferPointer<UInt16>, _ start: Int, _ limit: Int, _ base: Int
  ) -> Int {
    var limit = limit
    if nextEdge < textFonts.text.inlineEdges.count {
      limit = min(limit, max(start + 1, Int(textFonts.text.inlineEdges[nextEdge].offset)))
    }
    if SpaceSeparators.contains(units[start]) { return start + 1 }
    if WideCharacters.joins(units[start]) { return Self.wideEnd(units, start, limit) }
    var end = start + 1
    // Most text is in one script and direction, of characters that are always part of a word.
    if isSimple, levels.isEmpty {
      let last = min(limit, start + Self.longestWord)
      while end < last, 0x21...0x7E ~= units[end] { end += 1 }
    }
    var script = isSimple ? 0 : script(units, start, limit)
    while end < limit, kind(of: units[end]) == nil, end - start < Self.longestWord,
      !isHiddenControl(units[end])
    {
      if !levels.isEmpty, levels[end - base] != levels[start - base] { break }
      if SpaceSeparators.contains(units[end]) { break }
      if !isSimple {
        if WideCharacters.joins(units[end]) { break }
        let next = self.script(units, end, limit)
        if next != 0 {
          if script != 0 && next != script { break }
          script = next
        }
      }
      end += 1
    }
    if end - start == Self.longestWord, end < limit, units[end] & 0xFC00 == 0xDC00 { end += 1 }
    return end
  }

  /// The end of a wide character with the marks and variation selectors that follow it.
  private static func wideEnd(
    _ units: UnsafeBufferPointer<UInt16>, _ start: Int, _ limit: Int
  ) -> Int {
    var end = start + 1
    while end < limit {
      if (0xFE00...0xFE0F).contains(units[end]) || (0x3099...0x309A).contains(units[end]) {
        end += 1
      } else if units[end] == 0xDB40, end + 1 < limit, (0xDD00...0xDDEF).contains(units[end + 1]) {
        end += 2
      } else {
        break
      }
    }
    return end
  }

  /// Far longer than the words of any language. Longer text is shaped in pieces, because at each
  /// line break in a word the rest of the word is shaped again.
  private static let longestWord = 0x400

  /// The script of a character; 0 for characters common to all scripts.
  private func script(_ units: UnsafeBufferPointer<UInt16>, _ index: Int, _ limit: Int) -> UInt32 {
    let unit = units[index]
    if unit < 0x80 {
      return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7A ? Shaper.Context.latin : 0
    }
    if unit & 0xFC00 == 0xDC00 { return 0 }
    let slice = UnsafeBufferPointer(rebasing: units[index..<limit])
    let tag = unicode_script(Int32(UTF16Scalars.scalar(slice, at: 0).0))
    let common: UInt32 = 0x5A79_7979
    let inherited: UInt32 = 0x5A69_6E68
    return tag == common || tag == inherited ? 0 : tag
  }

  /// Shapes a word. As `mutating`, this is called without a copy of the shaper.
  private mutating func appendWord(
    _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ style: Int32, _ font: RunFont,
    _ base: Int, _ segments: inout [Segment]
  ) {
    var context = Shaper.Context()
    let level = levels.isEmpty ? paragraphLevel : levels[range.lowerBound - base]
    if !isSimple {
      for index in range {
        let found = script(units, index, range.upperBound)
        if found != 0 {
          context.script = found
          break
        }
      }
    }
    context.isRightToLeft = level & 1 == 1
    context.hasSpaceBefore = range.lowerBound > base && units[range.lowerBound - 1] == 0x20
    context.hasSpaceAfter = range.upperBound < units.count && units[range.upperBound] == 0x20
    if context.canJoin { setJoins(&context, units, range) }
    if special.capitalizes, traits[Int(style)].capitalizes {
      context.continuesWord = TextTransformer.continuesWord(
        units, at: range.lowerBound, from: currentBase)
    }
    let own = UnsafeBufferPointer(rebasing: units[range])
    let index =
      hooks?.glyphs(own, range.lowerBound)?.withUnsafeBufferPointer {
        shaper.word($0, style: font.shaping, context: context)
      } ?? shaper.word(own, style: font.shaping, context: context)
    if font.shaping.shapesWithSpace, context.hasSpaceBefore,
      let last = segments.last, last.kind == .space, last.style == style
    {
      let advance = Int(shaper.words[Int(index)].leadingSpace)
      segments[segments.count - 1].width =
        RunFont.scaled(advance, font.wide(font.size), font.unitsPerEm) + font.letterSpacing
        + font.wordSpacing
    }
    append(index, from: Int32(range.lowerBound), level, style, font, &segments)
  }

  /// Appends a word's pieces, one segment for each face.
  private func append(
    _ first: Int32, from start: Int32, _ level: UInt8, _ style: Int32, _ font: RunFont,
    _ segments: inout [Segment]
  ) {
    var start = start
    var index = first
    while index >= 0 {
      let word = shaper.words[Int(index)]
      segments.append(segment(of: word, index, at: start, level, style, font))
      start += word.length
      index = word.next
    }
  }

  /// The segment of a word in a style.
  func segment(
    of word: ShapedWord, _ index: Int32, at start: Int32, _ level: UInt8, _ style: Int32,
    _ font: RunFont
  ) -> Segment {
    Segment(
      kind: .word, level: level,
      isRigid: special.isElastic && traits[Int(style)].elasticity.glyphScaling == 0,
      start: start, length: word.length, word: index, style: style,
      trailing: word.clusterCount > 0 ? Int32(clamping: font.letterSpacing) : 0,
      width: width(of: word, font))
  }

  /// The width of a word in a style, in 1/1024 points.
  func width(of word: ShapedWord, _ font: RunFont) -> Int {
    let face = shaper.faces[Int(word.face)]
    let size = word.size(in: font.size)
    return RunFont.scaled(Int(word.advance), font.wide(size), face.metrics.unitsPerEm)
      + font.letterSpacing * Int(word.clusterCount)
  }

  /// Shapes a part of a word, for a line that ends or begins inside it.
  /// - Parameters:
  ///   - beginning: shown in place of as many units at its beginning.
  ///   - suffix: shown after it.
  func segments(
    of range: Range<Int>, like segment: Segment, beginning: [UInt16] = [], suffix: [UInt16] = []
  ) -> [Segment] {
    var context = Shaper.Context()
    context.isRightToLeft = segment.level & 1 == 1
    var units = Array(text.units[range])
    if let hooks,
      let other = units.withUnsafeBufferPointer({
        hooks.glyphs($0, range.lowerBound)
      })
    {
      units = other
    }
    if !beginning.isEmpty, beginning.count <= units.count {
      units.replaceSubrange(..<beginning.count, with: beginning)
    }
    units += suffix
    var result: [Segment] = []
    units.withUnsafeBufferPointer { buffer in
      for index in 0..<buffer.count {
        let found = script(buffer, index, buffer.count)
        if found != 0 {
          context.script = found
          break
        }
      }
      context.hasSpaceBefore = range.lowerBound > 0 && text.units[range.lowerBound - 1] == 0x20
      context.hasSpaceAfter =
        suffix.isEmpty && range.upperBound < text.units.count
        && text.units[range.upperBound] == 0x20
      if context.canJoin {
        text.units.withUnsafeBufferPointer { setJoins(&context, $0, range) }
      }
      if special.capitalizes, traits[Int(segment.style)].capitalizes {
        context.continuesWord = text.units.withUnsafeBufferPointer {
          TextTransformer.continuesWord(
            $0, at: range.lowerBound, from: max(0, range.lowerBound - 40))
        }
      }
      let font = fonts[Int(segment.style)]
      let index = shaper.word(buffer, style: font.shaping, context: context)
      append(
        index, from: Int32(range.lowerBound), segment.level, segment.style, font, &result)
    }
    // The hyphen is not a character of the text.
    if !suffix.isEmpty, let last = result.indices.last {
      result[last].length = Int32(range.upperBound) - result[last].start
    } else if range.upperBound == Int(segment.end), let last = result.indices.last {
      setTrailing(segment.trailing, of: &result[last])
    }
    return result
  }
}
