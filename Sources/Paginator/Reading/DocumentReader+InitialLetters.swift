internal import Markup

/// Initial letters, which span several lines (CSS Inline 3, section 7).
extension DocumentReader {
  /// Reads a first letter that floats, or a sunken initial letter, as a block before its paragraph.
  /// A raised initial letter stays in its line.
  /// - Parameter inline: the style of the element that the text is in.
  /// - Returns: the index of the first code unit after the letter; 0 if no letter was read.
  mutating func readFloatedLetter(_ node: Int, in inline: ComputedStyle) -> Int {
    guard var letter = builder.pendingFirstLetter, builder.isBeforeText,
      let paragraph = builder.innermostStyle,
      let start = units.firstIndex(where: { $0 > 0x20 && !FirstLetter.isPassed($0) })
    else { return 0 }
    if let block = builder.firstLetterBase?.text, inline.text != block {
      let merged = letter.text.inheriting(from: inline.text, in: block)
      letter =
        resolver.style(ofLetter: letter, in: inline.style)
        ?? resolver.derived(.letter(inline: inline.id), letter) { text, _ in text = merged }
    }
    let end = FirstLetter.end(in: units, from: start, language: letter.text.language)
    let initial = resolver.initialStyle(letter, of: units[start..<max(start, end)], in: paragraph)
    if let initial, !builder.isInParagraph, initial.box.float == .none {
      builder.pendingFirstLetter = initial
      builder.setInnermostStyle(resolver.styleBelowRaised(initial, in: paragraph))
      return 0
    }
    let style = initial ?? letter
    guard style.box.float.side != nil else { return 0 }
    guard end > start else { return 0 }
    builder.pendingFirstLetter = nil
    let edges = builder.withdrawParagraph()
    // The first line is that of the paragraph.
    let line = builder.pendingFirstLine
    builder.pendingFirstLine = nil
    defer { builder.pendingFirstLine = line }
    builder.openBlock(.floating, style: style, node: node)
    builder.append(units, node: node, style: style, from: start, to: end)
    builder.closeBlock()
    if initial != nil { builder.continueBlock() }
    builder.resumeParagraph(edges)
    return end
  }

  /// Whether a picture that floats at the start of its paragraph is the initial of its first word: its alternative text
  /// is a letter, or the word goes on in a small letter right after it.
  func isInitial(_ image: ImageReference, _ node: Int, _ style: ComputedStyle) -> Bool {
    guard style.box.float == .left else { return false }
    let letter = Array(image.alternativeText.utf16)
    if !letter.isEmpty, FirstLetter.end(in: letter, from: 0) == letter.count { return true }
    return firstByte(directlyAfter: node).map { (0x61...0x7A).contains($0) } ?? false
  }

  /// Recognizes an element that floats at the start of its paragraph and contains only a letter.
  /// Books use it in place of `::first-letter`.
  /// - Returns: its style as an initial letter; nil for other elements.
  mutating func floatedInitialStyle(
    _ node: Int, _ style: ComputedStyle, in parent: ComputedStyle
  ) -> ComputedStyle? {
    guard parent.text.fitsFloatedInitials, style.box.float == .left, !builder.isInParagraph,
      style.text.font.size.rawValue * 2 >= parent.text.font.size.rawValue * 3
    else { return nil }
    let text = Array(tree.singleSpaced(node).utf16)
    // The number of a chapter may have several figures.
    if (2...3).contains(text.count), text.allSatisfy({ (0x30...0x39).contains($0) }) {
      return resolver.numeralStyle(style)
    }
    guard !text.isEmpty, FirstLetter.end(in: text, from: 0) == text.count else { return nil }
    return resolver.initialStyle(style, of: text[...], in: parent)
  }
}

extension FontStyle {
  /// With figures as high as capitals: those of text, such as a 1, look like small letters in large type.
  fileprivate var withCapitalFigures: FontStyle {
    var font = self
    font.variants.removeAll { $0 == "oldstyle-nums" || $0 == "lining-nums" }
    font.variants = (font.variants + ["lining-nums"]).sorted()
    return font
  }
}

extension StyleResolver {
  /// The style of a large number at the start of a paragraph.
  fileprivate func numeralStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.numeral, style) { text, _ in text.font = text.font.withCapitalFigures }
  }

  /// The style of an initial letter: its capitals reach from the cap height of the first line next
  /// to it to the baseline of the last.
  ///
  /// - Parameter letter: a style with `initial-letter`, or a float that `initial-letter-fit` makes
  ///   an initial letter.
  /// - Parameter characters: the letter, with the punctuation around it.
  /// - Returns: nil for other letters. A letter with a sink of one line (`raise`) does not float.
  func initialStyle(
    _ letter: ComputedStyle, of characters: ArraySlice<UInt16>, in paragraph: ComputedStyle
  ) -> ComputedStyle? {
    guard let face = try? context.fonts.matches(letter.text.font.request).first?.face,
      let around = try? context.fonts.matches(paragraph.text.font.request).first?.face,
      face.metrics.capHeight > 0
    else { return nil }
    let line = paragraph.text.lineHeight.resolved(paragraph.text.font, context.fonts)
    let size = paragraph.text.font.size
    let cap = Self.scaled(around.metrics.capHeight, size, around)
    guard line.rawValue > 0 else { return nil }
    let own = Self.scaled(face.metrics.capHeight, letter.text.font.size, face)
    guard let wanted = letter.box.initialLetter ?? Self.fitted(letter, paragraph, own - cap, line)
    else { return nil }
    let capitals = line * (wanted.size - 1) + cap
    var text = letter.text
    if paragraph.text.fitsFloatedInitials { text.font = text.font.withCapitalFigures }
    text.font.size = min(
      capitals * (Double(face.metrics.unitsPerEm) / Double(face.metrics.capHeight)), line * 40)
    var box = letter.box
    let above = Self.scaled(around.metrics.ascent, size, around)
    let below = Self.scaled(around.metrics.descent, size, around)
    let ascent = Self.scaled(face.metrics.ascent, text.font.size, face)
    let descent = Self.scaled(face.metrics.descent, text.font.size, face)
    // Measured from the top of the paragraph's line.
    let firstBaseline = (line - above - below) * 0.5 + above
    guard wanted.sink > 1 else {
      // Text with a baseline shift and without a height of its own does not raise its line; the
      // paragraph adds room above.
      text.baselineShift = Length(rawValue: 1)
      text.lineHeight = .length(0)
      box.float = .none
      return derived(.raisedLetter(paragraph: paragraph.id), letter) { ($0, $1) = (text, box) }
    }
    // This line height puts the letter's baseline on that of the last line next to it.
    let baseline = line * Double(wanted.sink - 1) + firstBaseline
    text.lineHeight = .length(max(0, baseline * 2 - ascent + descent))
    text.indent = .zero
    text.align = .start
    if box.float != .right { box.float = .left }
    // The line below goes around a tail that reaches to its ascenders.
    let shown =
      text.transform.contains(.uppercase)
      ? Array(String(decoding: characters, as: UTF16.self).uppercased().utf16)[...] : characters
    let tail = Self.scaled(face.tail(of: shown), text.font.size, face)
    let lines = wanted.sink + (tail > line - size * 0.75 ? 1 : 0)
    box.height = Dimension(length: line * Double(lines))
    // A slanted letter, or a tail, leans over its advance.
    let beyond = Self.scaled(face.inkBeyondAdvance(of: shown), text.font.size, face)
    let lean = beyond > 0 ? beyond + size * Self.gapBesideTail : 0
    box.margin.right.length = box.margin.right.length + lean
    for side in [\Edges<Dimension>.top, \.bottom] {
      box.margin[keyPath: side] = .zero
      box.padding[keyPath: side] = .zero
    }
    var outlined: [UInt16]?
    if text.initialLetterWrap != .none, box.float == .left, box.floatShape == nil {
      let shape = InitialShape(face: face, size: text.font.size, baseline: baseline, line: line)
      box.floatShape = shape.outline(of: shown, text.initialLetterWrap)
      // The gap beside the box is kept beside the shape.
      box.shapeMargin = letter.box.margin.right
      outlined = Array(shown)
    }
    let initial = Derivation.InitialLetter(
      paragraph: paragraph.id, lines: lines, lean: lean, shape: outlined)
    return derived(.initialLetter(initial), letter) { ($0, $1) = (text, box) }
  }

  /// The style of a paragraph with a raised initial letter: whole lines of space are added above
  /// it.
  func styleBelowRaised(_ letter: ComputedStyle, in paragraph: ComputedStyle) -> ComputedStyle {
    let line = paragraph.text.lineHeight.resolved(paragraph.text.font, context.fonts)
    let size = max(1, letter.box.initialLetter?.size ?? 1)
    return derived(.belowRaised(letter: letter.id), paragraph) { _, box in
      box.padding.top.length = box.padding.top.length + line * (size - 1).rounded(.up)
    }
  }

  /// The space beside ink that leaves the box of its letter, in em of the text.
  private static let gapBesideTail = 0.1

  private static func scaled(_ units: Int, _ size: Length, _ face: FontFace) -> Length {
    size * (Double(units) / Double(face.metrics.unitsPerEm))
  }

  /// The number of lines that is nearest to the size of a floated letter, as an initial letter.
  /// - Parameter rise: how much taller the letter is than the paragraph's capitals.
  private static func fitted(
    _ letter: ComputedStyle, _ paragraph: ComputedStyle, _ rise: Length, _ line: Length
  ) -> InitialLetter? {
    guard paragraph.text.fitsFloatedInitials, letter.box.float == .left,
      letter.box.background.isTransparent,
      letter.box.border.all.allSatisfy({ $0.width.rawValue == 0 })
    else { return nil }
    let lines = 1 + Int((Double(rise.rawValue) / Double(line.rawValue)).rounded())
    guard (2...9).contains(lines), hasHeightOfLetter(letter.box, line * Double(lines + 1)) else {
      return nil
    }
    return InitialLetter(size: Double(lines), sink: lines)
  }

  /// Whether the height of a box is that of its letter, and not of a block.
  /// - Parameter most: a line more than the letter.
  private static func hasHeightOfLetter(_ box: BoxProperties, _ most: Length) -> Bool {
    box.height.isAuto || box.height.fraction == 0 && box.height.length < most
  }
}

extension FontFace {
  /// How far characters reach below the foot of H, in font units.
  fileprivate func tail(of characters: ArraySlice<UInt16>) -> Int {
    let foot = glyph(for: 0x48).flatMap { inkBox(of: $0) }.map { $0.height - $0.top } ?? 0
    return String(decoding: characters, as: UTF16.self).unicodeScalars.reduce(0) { depth, scalar in
      guard let glyph = glyph(for: scalar.value), let box = inkBox(of: glyph) else { return depth }
      return max(depth, box.height - box.top - foot)
    }
  }

  /// How far the last of the characters reaches beyond its advance, in font units.
  fileprivate func inkBeyondAdvance(of characters: ArraySlice<UInt16>) -> Int {
    let last = String(decoding: characters, as: UTF16.self).unicodeScalars.last
    guard let glyph = last.flatMap({ glyph(for: $0.value) }), let box = inkBox(of: glyph) else {
      return 0
    }
    return max(0, box.left + box.width - advance(of: glyph))
  }
}
