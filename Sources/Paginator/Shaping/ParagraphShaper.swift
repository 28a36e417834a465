internal import CUnicode

/// What shaping needs of a style, resolved once per chapter.
struct RunFont {
  let shaping: ShapingStyle
  /// Of the text, in 1/1024 points.
  let size: Int
  let letterSpacing: Int
  let wordSpacing: Int
  let unitsPerEm: Int
  /// The advance of a space, in 1/1024 points, with word spacing.
  let spaceWidth: Int

  init(_ style: TextStyle, cache: ShapingCache) throws {
    let shaping = try cache.shapingStyle(style)
    let face = shaping.faces[0]
    var size = style.text.font.size
    if let adjust = style.text.font.sizeAdjust {
      let aspect = Double(face.metrics.xHeight) / Double(face.metrics.unitsPerEm)
      size = aspect > 0 ? size * (adjust / aspect) : size
    }
    self.shaping = shaping
    self.size = size.rawValue
    letterSpacing = style.text.letterSpacing.rawValue
    wordSpacing = style.text.wordSpacing.rawValue
    unitsPerEm = face.metrics.unitsPerEm
    let space = cache.glyphGenerator?.spaceAdvance(of: face) ?? face.spaceAdvance
    spaceWidth = Self.scaled(space, size.rawValue, unitsPerEm) + letterSpacing + wordSpacing
  }

  /// Font units to 1/1024 points, rounded to the nearest.
  @inline(__always)
  static func scaled(_ units: Int, _ size: Int, _ unitsPerEm: Int) -> Int {
    let product = units * size
    return (product >= 0 ? product + unitsPerEm / 2 : product - unitsPerEm / 2) / unitsPerEm
  }
}

/// What a shaper asks on the way. Closures, not a protocol: an existential inside would have every
/// copy of what holds the shaper go through witnesses.
struct ShapingHooks {
  let action: (_ proposed: ControlCharacterAction, _ offset: Int) -> ControlCharacterAction
  /// Other characters to shape, as many UTF-16 units; nil for the word's own.
  let glyphs: (_ units: UnsafeBufferPointer<UInt16>, _ offset: Int) -> [UInt16]?
}

/// What a control character does (`NSControlCharacterAction`).
public enum ControlCharacterAction: String, Sendable {
  case zeroAdvancement
  /// As wide as a space; lines do not end at it.
  case whitespace
  case horizontalTab
  case lineBreak
  /// Ends the line; paragraphs are the storage's affair.
  case paragraphBreak
  case containerBreak
}

/// Cuts a paragraph into segments and has its words shaped: the "shape" stage.
struct ParagraphShaper {
  let text: AttributedText
  let shaper: Shaper
  let fonts: [RunFont]
  /// The sizes of the fonts: numbers to read without touching the fonts.
  let sizes: [(size: Int, letterSpacing: Int)]
  let traits: [StyleTraits]
  /// Whether any style lets marks hang.
  let hangs: Bool
  /// Whether any style puts space between letters.
  let spacesLetters: Bool
  /// What few styles do, if any: asked once for all of them.
  let special: SpecialTraits
  /// Whether any style keeps its text on one line.
  let keepsWhole: Bool
  let languages: [String]
  /// Of every unit of the paragraph; none where all of it runs from left to right.
  private(set) var levels: [UInt8] = []
  private(set) var paragraphLevel: UInt8 = 0
  /// Set text of the paragraph's own style in its first line's style.
  var setsFirstLine = false
  /// Asked for what control characters do and which glyphs are shown; nil where nobody is.
  var hooks: ShapingHooks?
  private var nextAttachment = 0
  private(set) var nextEdge = 0
  private(set) var currentParagraph = 0
  /// Where it begins and ends.
  private(set) var currentBase = 0
  private(set) var currentEnd = 0
  private var isSimple = true
  /// Where the paragraph that was shaped last is in the shaper's memory.
  var memoryIndex: Int?
  var runScratch: [ParagraphMemory.Run] = []

  init(text: AttributedText, shaper: Shaper) throws {
    self.text = text
    self.shaper = shaper
    fonts = try text.styles.map { try RunFont($0, cache: shaper.cache) }
    for font in fonts { shaper.use(font.shaping) }
    sizes = fonts.map { ($0.size, $0.letterSpacing) }
    var languages: [String] = []
    traits = text.styles.map { StyleTraits($0.text, languages: &languages) }
    self.languages = languages
    hangs = traits.contains { !$0.hanging.isEmpty }
    special = SpecialTraits(traits)
    spacesLetters = fonts.contains { $0.letterSpacing != 0 }
    keepsWhole = traits.contains { $0.keepsWhole }
  }

  /// Appends the segments of a paragraph, in logical order. Paragraphs may be asked for in any
  /// order, but going forward is cheapest.
  ///
  /// - Parameter index: of the paragraph, or of the one that it is the rest of.
  mutating func shape(
    _ paragraph: Paragraph, at index: Int, into segments: inout [Segment]
  ) {
    let range = paragraph.range
    let style = text.styles.isEmpty ? nil : text.styles[Int(paragraph.style)]
    let direction = Direction(
      isRightToLeft: isRightToLeft(index),
      isOverridden: style.flatMap { BidiControl(rawValue: $0.box.unicodeBidi) }?.overrides ?? false)
    text.units.withUnsafeBufferPointer { units in
      let own = UnsafeBufferPointer(rebasing: units[range])
      resolveLevels(own, direction)
      isSimple = own.allSatisfy { $0 < 0x370 || $0 >= 0x2000 && $0 < 0x2070 }
      currentParagraph = index
      currentBase = range.lowerBound
      currentEnd = range.upperBound
      seek(to: range.lowerBound, in: index)
      memoryIndex = nil
      let hash = memoryHash(own, paragraph)
      if let hash, recall(own, paragraph, hash, into: &segments) { return }
      let first = segments.count
      defer { if let hash { remember(own, segments[first...], paragraph, hash) } }
      var runIndex = range.isEmpty ? 0 : text.runIndex(at: range.lowerBound)
      var start = range.lowerBound
      while start < range.upperBound {
        let runEnd =
          runIndex + 1 < text.runs.count ? Int(text.runs[runIndex + 1].start) : units.count
        let end = min(range.upperBound, runEnd)
        var style = text.runs[runIndex].style
        if setsFirstLine, style == paragraph.style { style = paragraph.firstLineStyle }
        shapeRun(units, start..<end, style, paragraph, &segments)
        start = end
        runIndex += 1
      }
      appendEdges(before: range.upperBound + 1, isAtEnd: true, &segments)
      if special.correctsItalics { correctItalics(&segments, from: first) }
      if spacesLetters { spaceTurns(&segments, from: first, paragraph) }
    }
  }

  /// Stands where a paragraph shaped before left it.
  mutating func stand(atLevel level: UInt8, memoryIndex: Int?) {
    paragraphLevel = level
    self.memoryIndex = memoryIndex
  }

  /// What `unicode-bidi` of a block does to the text in it (CSS Writing Modes 4, section 2.4.3);
  /// its other values are those of elements in a line.
  private enum BidiControl: String {
    case override = "bidi-override"
    case isolatedOverride = "isolate-override"
    /// The text says itself in which direction it runs.
    case plaintext

    var overrides: Bool { self != .plaintext }
  }

  private struct Direction {
    let isRightToLeft: Bool
    let isOverridden: Bool
  }

  private mutating func resolveLevels(
    _ units: UnsafeBufferPointer<UInt16>, _ direction: Direction
  ) {
    levels.removeAll(keepingCapacity: true)
    paragraphLevel = direction.isRightToLeft ? 1 : 0
    guard direction.isRightToLeft || Bidi.isNeeded(units) else { return }
    levels =
      Bidi.levels(
        of: units, base: direction.isRightToLeft ? .rightToLeft : .leftToRight,
        isOverridden: direction.isOverridden
      ).levels
  }

  /// Whether a paragraph runs from right to left: as its style says, or where that leaves it to the
  /// text, as its first strong character does (UAX #9, P2 and P3).
  func isRightToLeft(_ index: Int) -> Bool {
    let paragraph = text.paragraphs[index]
    guard text.styles.indices.contains(Int(paragraph.style)) else { return false }
    let style = text.styles[Int(paragraph.style)]
    let isNatural =
      style.box.unicodeBidi == BidiControl.plaintext.rawValue
      || text.paragraphsFollowText && !style.text.isRightToLeft
        && style.paragraph?.baseWritingDirection ?? .natural == .natural
    guard isNatural else { return style.text.isRightToLeft }
    return text.units.withUnsafeBufferPointer { units in
      let own = UnsafeBufferPointer(rebasing: units[paragraph.range])
      return Bidi.isNeeded(own) && Bidi.isRightToLeft(own)
    }
  }

  /// Finds the first attachment and edge at or behind an offset.
  private mutating func seek(to offset: Int, in paragraph: Int) {
    while nextAttachment > 0 {
      // Markers stand beside the text, at -1: they lie on the way.
      let before = Int(text.attachments[nextAttachment - 1].offset)
      guard before < 0 || before >= offset else { break }
      nextAttachment -= 1
    }
    func isEarlier(_ edge: InlineEdge) -> Bool {
      edge.paragraph < paragraph || edge.paragraph == paragraph && Int(edge.offset) < offset
    }
    while nextEdge > 0, !isEarlier(text.inlineEdges[nextEdge - 1]) { nextEdge -= 1 }
    while nextEdge < text.inlineEdges.count, isEarlier(text.inlineEdges[nextEdge]) { nextEdge += 1 }
  }

  private mutating func appendEdges(
    before offset: Int, isAtEnd: Bool = false, _ segments: inout [Segment]
  ) {
    while nextEdge < text.inlineEdges.count, Int(text.inlineEdges[nextEdge].offset) < offset,
      Int(text.inlineEdges[nextEdge].paragraph) == currentParagraph
    {
      // An edge at the very end belongs to this paragraph only if it closes something.
      if isAtEnd, text.inlineEdges[nextEdge].isStart { return }
      let edge = text.inlineEdges[nextEdge]
      let box = text.styles[Int(edge.style)].box
      // An edge goes with the text inside it, and is the side on which that text begins or ends.
      let level = level(beside: edge)
      let isLeft = edge.isStart == (level & 1 == 0)
      let margin = isLeft ? box.margin.left : box.margin.right
      let padding = isLeft ? box.padding.left : box.padding.right
      let border = isLeft ? box.border.left.width : box.border.right.width
      // Percentages of the measure are not known here; inline boxes use lengths.
      let width = margin.length + padding.length + border
      segments.append(
        Segment(
          kind: .edge, level: level, start: edge.offset, length: 0,
          word: Int32(nextEdge), style: edge.style, width: width.rawValue))
      setSpace(behind: edge, &segments)
      nextEdge += 1
    }
  }

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
      if nextEdge < text.inlineEdges.count, Int(text.inlineEdges[nextEdge].offset) <= index {
        appendEdges(before: index + 1, &segments)
      }
      let unit = units[index]
      let isPair = unit == 0x0D && index + 1 < range.upperBound && units[index + 1] == 0x0A
      if hooks != nil, Self.isControl(unit) {
        var segment = control(unit, at: index, style, font, base)
        if isPair { segment.length = 2 }
        segments.append(segment)
        index += Int(segment.length)
      } else if unit == 0x20, special.widensSpaces, traits[Int(style)].widensSpaces {
        appendWord(units, index..<index + 1, style, font, base, &segments)
        index += 1
      } else if let kind = Self.kind(of: unit), kind != .attachment || isAttachment(at: index) {
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

  /// U+FFFC may stand in the source too: then it is a character like any other.
  private mutating func isAttachment(at index: Int) -> Bool {
    while nextAttachment < text.attachments.count,
      Int(text.attachments[nextAttachment].offset) < index
    {
      nextAttachment += 1
    }
    return nextAttachment < text.attachments.count
      && Int(text.attachments[nextAttachment].offset) == index
  }

  /// The kind of a character that is no part of a word.
  @inline(__always)
  private static func kind(of unit: UInt16) -> Segment.Kind? {
    switch unit {
    case 0x20: .space
    case 0xA0: .noBreakSpace
    case 0x09: .tab
    case 0xFFFC: .attachment
    case 0x2028, 0x2029, 0x0A...0x0D, 0x85: .lineBreak
    default: nil
    }
  }

  private static func isControl(_ unit: UInt16) -> Bool { unit < 0x20 || unit == 0x2028 }

  /// A control character as the hook has it.
  private mutating func control(
    _ unit: UInt16, at index: Int, _ style: Int32, _ font: RunFont, _ base: Int
  ) -> Segment {
    let kind = Self.kind(of: unit)
    let proposed: ControlCharacterAction =
      kind == .tab
      ? .horizontalTab
      : unit == 0x0C ? .containerBreak : kind == .lineBreak ? .lineBreak : .zeroAdvancement
    switch hooks?.action(proposed, index) ?? proposed {
    case .zeroAdvancement: return special(.edge, at: index, style, font, base)
    case .whitespace: return special(.noBreakSpace, at: index, style, font, base)
    case .horizontalTab: return special(.tab, at: index, style, font, base)
    case .lineBreak, .paragraphBreak, .containerBreak:
      return special(.lineBreak, at: index, style, font, base)
    }
  }

  private mutating func special(
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

  /// A word ends at white space, at an edge, where the direction or the script changes, and
  /// around every ideograph.
  private func wordEnd(
    _ units: UnsafeBufferPointer<UInt16>, _ start: Int, _ limit: Int, _ base: Int
  ) -> Int {
    var limit = limit
    if nextEdge < text.inlineEdges.count {
      limit = min(limit, max(start + 1, Int(text.inlineEdges[nextEdge].offset)))
    }
    if SpaceSeparators.contains(units[start]) { return start + 1 }
    if WideCharacters.joins(units[start]) { return Self.wideEnd(units, start, limit) }
    var end = start + 1
    var script = isSimple ? 0 : script(units, start, limit)
    while end < limit, Self.kind(of: units[end]) == nil, end - start < Self.longestWord {
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

  /// Behind a wide character: a mark stays with its base, and so does what chooses a form of it.
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

  /// No word of any language comes near. What is longer is shaped in pieces, since each line that it
  /// is broken into has its rest shaped again.
  private static let longestWord = 0x400

  /// 0 for characters common to all scripts.
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

  private func appendWord(
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
    let own = UnsafeBufferPointer(rebasing: units[range])
    let index =
      hooks?.glyphs(own, range.lowerBound)?.withUnsafeBufferPointer {
        shaper.word($0, style: font.shaping, context: context)
      } ?? shaper.word(own, style: font.shaping, context: context)
    if font.shaping.faces[0].shapesWithSpace, context.hasSpaceBefore,
      let last = segments.last, last.kind == .space, last.style == style
    {
      let advance = Int(shaper.words[Int(index)].leadingSpace)
      segments[segments.count - 1].width =
        RunFont.scaled(advance, font.size, font.unitsPerEm) + font.letterSpacing + font.wordSpacing
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
    let isRigid = special.isElastic && traits[Int(style)].elasticity.glyphScaling == 0
    while index >= 0 {
      let word = shaper.words[Int(index)]
      segments.append(
        Segment(
          kind: .word, level: level, isRigid: isRigid, start: start, length: word.length,
          word: index, style: style,
          trailing: word.clusterCount > 0 ? Int32(clamping: font.letterSpacing) : 0,
          width: width(of: word, font)))
      start += word.length
      index = word.next
    }
  }

  /// The width of a word in a style, in 1/1024 points.
  func width(of word: ShapedWord, _ font: RunFont) -> Int {
    let face = shaper.faces[Int(word.face)]
    let size = word.scale == 100 ? font.size : font.size * Int(word.scale) / 100
    return RunFont.scaled(Int(word.advance), size, face.metrics.unitsPerEm)
      + font.letterSpacing * Int(word.clusterCount)
  }

  /// Shapes a part of a word, for a line that ends or begins inside it.
  func segments(
    of range: Range<Int>, like segment: Segment, suffix: [UInt16] = []
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
      let font = fonts[Int(segment.style)]
      let index = shaper.word(buffer, style: font.shaping, context: context)
      append(
        index, from: Int32(range.lowerBound), segment.level, segment.style, font, &result)
    }
    // The hyphen is no character of the text.
    if !suffix.isEmpty, let last = result.indices.last {
      result[last].length = Int32(range.upperBound) - result[last].start
    } else if range.upperBound == Int(segment.end), let last = result.indices.last {
      setTrailing(segment.trailing, of: &result[last])
    }
    return result
  }
}
