/// Builds the attributed text of one chapter: characters after white space processing, runs,
/// paragraphs and blocks.
struct TextBuilder {
  var text = AttributedText()
  /// Open blocks, outermost first, as indices into `text.blocks`.
  private(set) var openBlocks: [Int32] = []
  /// More about the open blocks.
  private(set) var openStyles: [OpenBlock] = []
  private var localStyle: [Int: Int32] = [:]
  /// For a pair of styles, whether text in the second continues a run in the first.
  private var goingOn: [UInt64: Bool] = [:]
  private var lastStyleID = -1
  private var lastStyle: Int32 = -1
  /// Open links, outermost first, each with its index in the chapter's text.
  private var openLinks: [(link: Link, index: Int32)] = []
  private var link: Int32 { openLinks.last?.index ?? -1 }
  /// Open inline boxes with edges, outermost first, each with the number of blocks around it.
  var openInlines: [(style: ComputedStyle, depth: Int)] = []
  /// The inline boxes of the innermost block that have ended since its last paragraph.
  var endedInlines: [ComputedStyle] = []
  var paragraphStart: Int32?
  private(set) var paragraphBlock: Int32 = -1
  /// Whether the text ends with a space into which following spaces collapse.
  private var endsWithCollapsibleSpace = false
  /// Whether the text is at a line start, where collapsible spaces are removed.
  private var isAtLineStart = true
  /// Where the last marker ends that is inside its item; -1 if there is none.
  private var markerEnd: Int32 = -1
  private var nextSpanNode: Int32 = -2
  private var nextSpanOffset: Int32 = 0
  /// Blocks that already have a paragraph: the next one continues the block.
  private var blocksWithParagraphs: Set<Int32> = []
  /// How many paragraphs represent empty blocks.
  var spacerCount = 0
  var pendingFirstLetter: ComputedStyle?
  /// The style of the element whose first letter that is.
  var firstLetterBase: ComputedStyle?
  /// Where the first letter may begin: after markers.
  var firstLetterFrom = 0
  var pendingFirstLine: ComputedStyle?
  /// Computes the styles of inline elements in first lines; nil for text without a document.
  var resolver: StyleResolver?
  /// For styles whose text does not wrap, the same styles for a space at which a line may end.
  private var wrappingStyles: [Int32: Int32] = [:]
  /// The entries of `AttributedText.firstLineStyles`, without their own styles.
  var firstLineKeys: Set<FirstLineStyle> = []
  var pendingMarker: Int32 = -1
  /// The elements whose first words are in small capitals already.
  var ledNodes: Set<Int32> = []
  /// By style, the one in small capitals.
  var ledStyles: [Int32: Int32] = [:]

  var length: Int32 { Int32(text.units.count) }

  // MARK: Styles and blocks

  mutating func styleIndex(_ style: ComputedStyle) -> Int32 {
    if style.id == lastStyleID { return lastStyle }
    let index: Int32
    if let known = localStyle[style.id] {
      index = known
    } else {
      index = Int32(text.styles.count)
      text.styles.append(style.style.applied)
      localStyle[style.id] = index
    }
    lastStyleID = style.id
    lastStyle = index
    return index
  }

  mutating func openBlock(
    _ kind: TextBlock.Kind, style: ComputedStyle, node: Int, isAnonymous: Bool = false
  ) {
    let index = Int32(text.blocks.count)
    endedInlines.removeAll()
    text.blocks.append(
      TextBlock(
        kind: kind, parent: openBlocks.last ?? -1, style: styleIndex(style), node: Int32(node)))
    // Text after it does not begin the block around both: it has no first-line indent (CSS Text 3,
    // section 8.1). Each piece of text in a flex container is an item of its own.
    let isItem = openStyles.last?.style.generated.isItemContainer ?? false
    if !isAnonymous, style.box.isBlockInFlow, !isItem { continueBlock() }
    openBlocks.append(index)
    openStyles.append(
      OpenBlock(
        style: style, isAnonymous: isAnonymous, firstParagraph: text.paragraphs.count,
        firstAnchor: text.anchors.count, firstString: text.namedStrings.count,
        heldMarker: heldMarker(before: kind)))
  }

  /// Closes the innermost block of an element, and the anonymous blocks inside it.
  mutating func closeBlock() {
    while let last = openStyles.last, last.isAnonymous { closeInnermost() }
    closeInnermost()
  }

  mutating func closeInnermost() {
    endParagraph()
    endedInlines.removeAll()
    openBlocks.removeLast()
    resumeMarker(after: openStyles.removeLast())
  }

  /// Returns the finished chapter and starts a new one inside the open blocks. Blocks without content
  /// so far begin in the new one: a break before the first child of a block is a break before the
  /// block (CSS Fragmentation 3, section 3.1).
  mutating func cut() -> AttributedText {
    let chain = openBlocks.map { text.blocks[Int($0)] }
    let styles = text.styles
    let begun = openStyles.prefix { $0.firstParagraph < text.paragraphs.count }.count
    for block in openBlocks[..<begun] { text.blocks[Int(block)].continuesAfter = true }
    var done = text
    text = AttributedText()
    text.pictures = done.pictures
    if begun < openBlocks.count {
      text.takeEnd(of: &done, from: Int(openBlocks[begun]), openStyles[begun])
    }
    for index in openStyles.indices { openStyles[index].beginChapter(hasBegun: index < begun) }
    localStyle.removeAll(keepingCapacity: true)
    goingOn.removeAll(keepingCapacity: true)
    wrappingStyles.removeAll()
    ledStyles.removeAll()
    firstLineKeys.removeAll()
    lastStyleID = -1
    openBlocks.removeAll(keepingCapacity: true)
    blocksWithParagraphs.removeAll()
    spacerCount = 0
    markerEnd = -1
    nextSpanNode = -2
    firstLetterFrom = 0
    for (index, var block) in chain.enumerated() {
      let style = styles[Int(block.style)]
      block.style = Int32(text.styles.count)
      if let known = localStyle[style.id] {
        block.style = known
      } else {
        localStyle[style.id] = block.style
        text.styles.append(style)
      }
      block.parent = openBlocks.last ?? -1
      block.continuesBefore = index < begun
      openBlocks.append(Int32(text.blocks.count))
      text.blocks.append(block)
    }
    if pendingMarker >= 0 {
      // At a break between an item's marker and its text, the marker moves with the text.
      let paragraph = Paragraph(start: 0, end: 0, block: -1, style: 0, marker: pendingMarker)
      text.attachments.append(contentsOf: done.attachments[done.markers(of: paragraph)])
      pendingMarker = Int32(text.attachments.count - 1)
    }
    for index in openLinks.indices { openLinks[index].index = append(openLinks[index].link) }
    isAtLineStart = true
    endsWithCollapsibleSpace = false
    return done
  }

  // MARK: Paragraphs

  mutating func beginParagraph() {
    guard paragraphStart == nil else { return }
    paragraphStart = length
    paragraphBlock = openBlocks.last ?? -1
    isAtLineStart = true
    endsWithCollapsibleSpace = false
    recordDividedInlines()
  }

  /// Ends the open paragraph, if any, and removes collapsible space at its end.
  mutating func endParagraph() {
    guard let start = paragraphStart else { return }
    trimCollapsibleSpace()
    if isPhantom(from: start) { appendSpacer() } else { appendParagraph(from: start) }
    paragraphStart = nil
    isAtLineStart = true
    endsWithCollapsibleSpace = false
  }

  /// Replaces the style of the innermost block, before any of its content is read.
  mutating func setInnermostStyle(_ style: ComputedStyle) {
    guard let block = openBlocks.last, !openStyles.isEmpty else { return }
    openStyles[openStyles.count - 1].style = style
    text.blocks[Int(block)].style = styleIndex(style)
  }

  /// Makes the next paragraph continue the innermost block, without a first-line indent.
  mutating func continueBlock() {
    if let block = openBlocks.last { blocksWithParagraphs.insert(block) }
  }

  /// Adds a paragraph without text, such as for a box that has a size or a border.
  mutating func appendEmptyParagraph() {
    paragraphBlock = openBlocks.last ?? -1
    appendParagraph(from: length)
  }

  /// Gives the innermost open block, a table whose cells are all empty, a paragraph without text if
  /// the table or a part of it has a size.
  /// - Returns: false if it has no cell.
  mutating func appendEmptyCell() -> Bool {
    guard let table = openBlocks.last else { return false }
    let parts = text.blocks[Int(table)...]
    // The last one: floats and positioned boxes of earlier cells may have paragraphs, and those of a cell follow one
    // another.
    guard let cell = parts.lastIndex(where: { if case .cell = $0.kind { true } else { false } })
    else { return false }
    if parts.contains(where: { text.styles[Int($0.style)].box.takesRoomWhenEmpty }) {
      paragraphBlock = Int32(cell)
      appendParagraph(from: length)
    }
    return true
  }

  private mutating func appendParagraph(from start: Int32) {
    let style = paragraphBlock >= 0 ? text.blocks[Int(paragraphBlock)].style : 0
    var paragraph = Paragraph(start: start, end: length, block: paragraphBlock, style: style)
    paragraph.marker = pendingMarker
    paragraph.continuesBlock = !blocksWithParagraphs.insert(paragraphBlock).inserted
    pendingMarker = -1
    if let style = pendingFirstLine, length > start {
      paragraph.firstLineStyle = styleIndex(style)
      pendingFirstLine = nil
      addFirstLineStyles(paragraph, style)
    }
    text.paragraphs.append(paragraph)
    if length > start {
      applyFirstLetter(from: Int(start))
      applyLeadIn(to: paragraph)
    }
  }

  /// Removes a collapsible space at the end of the text, as if the directional controls after it were not
  /// there (CSS Text 3, section 4.1).
  mutating func trimCollapsibleSpace() {
    guard endsWithCollapsibleSpace,
      let last = text.units.lastIndex(where: { !$0.isDirectionalControl }), text.units[last] == 0x20
    else { return }
    text.removeUnit(at: Int32(last))
    endsWithCollapsibleSpace = false
    nextSpanNode = -2
  }

  // MARK: Characters

  private mutating func startRun(_ style: Int32) {
    if let last = text.runs.last, last.link == link, last.style == style || goesOn(last, style) {
      return
    }
    if let last = text.runs.last, last.start == length {
      text.runs[text.runs.count - 1] = AttributeRun(start: length, style: style, link: link)
    } else {
      text.runs.append(AttributeRun(start: length, style: style, link: link))
    }
  }

  /// Whether text in a style continues the previous run of its paragraph: an element that does not
  /// change how text is set must not divide a word (CSS Text 3, section 1.5.2).
  private mutating func goesOn(_ run: AttributeRun, _ style: Int32) -> Bool {
    guard let paragraphStart, run.start >= paragraphStart, run.start < length else { return false }
    let pair = UInt64(run.style) << 32 | UInt64(style)
    if let known = goingOn[pair] { return known }
    let before = text.styles[Int(run.style)]
    let after = text.styles[Int(style)]
    let goesOn =
      before.text.sets(text: after.text) && before.effects == after.effects
      && before.paragraph == after.paragraph
    goingOn[pair] = goesOn
    return goesOn
  }

  private mutating func source(_ node: Int32, _ offset: Int32, isLinear: Bool = true) {
    if nextSpanNode == node, nextSpanOffset == offset, isLinear, node >= 0 { return }
    if node < 0, nextSpanNode == node { return }
    text.sources.append(
      SourceSpan(start: length, node: node, nodeOffset: offset, isLinear: isLinear))
    nextSpanNode = node
  }

  /// Appends one code unit of the source, after white space processing.
  @inline(__always)
  private mutating func append(_ unit: UInt16, _ node: Int32, _ offset: Int32) {
    source(node, offset)
    text.units.append(unit)
    nextSpanOffset = offset + 1
  }

  /// Appends the text of a node, processing white space by CSS Text 3, section 4.1, phase I.
  ///
  /// - Parameters:
  ///   - node: -1 for generated text.
  ///   - from, to: the range of units to append; without `to`, all that follow.
  mutating func append(
    _ units: borrowing [UInt16], node: Int, style: ComputedStyle, from: Int = 0, to: Int? = nil
  ) {
    let whiteSpace = style.text.whiteSpace
    let node = Int32(node)
    let styleIndex = styleIndex(style)
    var index = from
    let count = to ?? units.count
    while index < count {
      if !Self.isSpace(units[index]) {
        if paragraphStart == nil { beginParagraph() }
        startRun(styleIndex)
        let start = Int(length)
        if units[index] == 0x2028, whiteSpace.collapses { trimCollapsibleSpace() }
        appendWords(units, &index, node, limit: count, collapses: whiteSpace.collapses)
        // White space collapses as if directional controls were not there (CSS Text 3, section
        // 4.1).
        if start < text.units.count, text.units[start].isDirectionalControl,
          text.units[start...].allSatisfy(\.isDirectionalControl)
        {
          continue
        }
        isAtLineStart = text.units.last == 0x2028
        endsWithCollapsibleSpace = false
        continue
      }
      appendSpace(units, &index, node, styleIndex, whiteSpace)
    }
  }

  /// Copies up to the next white space. Where it collapses, a single space between two words stays as it is and
  /// is copied, too.
  private mutating func appendWords(
    _ units: borrowing [UInt16], _ index: inout Int, _ node: Int32, limit: Int, collapses: Bool
  ) {
    source(node, Int32(index))
    let start = index
    while index < limit {
      let unit = units[index]
      if Self.isSpace(unit) {
        guard unit == 0x20, collapses, index > start, index + 1 < limit,
          !Self.affectsSpace(units[index - 1]), !Self.isSpace(units[index + 1]),
          !Self.affectsSpace(units[index + 1])
        else { break }
      }
      index += 1
    }
    units.withUnsafeBufferPointer {
      text.units.append(contentsOf: UnsafeBufferPointer(rebasing: $0[start..<index]))
    }
    nextSpanOffset = Int32(index)
  }

  @inline(__always)
  private static func isSpace(_ unit: UInt16) -> Bool {
    unit <= 0x20
      && (unit == 0x20 || unit == 0x0A || unit == 0x09 || unit == 0x0D || unit == 0x0C)
  }

  /// Whether a space next to a character may vanish.
  @inline(__always)
  private static func affectsSpace(_ unit: UInt16) -> Bool {
    unit >= 0x061C && (unit == 0x2028 || unit.isDirectionalControl)
  }

  private mutating func appendSpace(
    _ units: borrowing [UInt16], _ index: inout Int, _ node: Int32, _ style: Int32,
    _ whiteSpace: WhiteSpace
  ) {
    let unit = units[index]
    if !whiteSpace.collapses {
      if paragraphStart == nil { beginParagraph() }
      let isNewline = unit == 0x0A || unit == 0x0C
      if isNewline { trimCollapsibleSpace() }
      startRun(style)
      if isNewline {
        appendPreservedBreak(node, Int32(index))
      } else {
        // A carriage return is a space (CSS Text 3, section 4.1).
        append(unit == 0x0D ? 0x20 : unit, node, Int32(index))
      }
      isAtLineStart = isNewline
      endsWithCollapsibleSpace = false
      index += 1
      return
    }
    let start = index
    var newlines = 0
    while index < units.count {
      let unit = units[index]
      guard unit == 0x20 || unit == 0x09 || unit == 0x0A || unit == 0x0D || unit == 0x0C else {
        break
      }
      if unit == 0x0A { newlines += 1 }
      index += 1
    }
    if whiteSpace == .preLine, newlines > 0 {
      if paragraphStart == nil { beginParagraph() }
      trimCollapsibleSpace()
      startRun(style)
      for _ in 0..<newlines { appendPreservedBreak(node, Int32(start)) }
      isAtLineStart = true
      return
    }
    if endsWithCollapsibleSpace, whiteSpace.wraps, length != markerEnd { letLastSpaceWrap() }
    guard paragraphStart != nil, !isAtLineStart, !endsWithCollapsibleSpace else { return }
    if newlines > 0, joinsWithoutSpace(after: units, index) { return }
    startRun(style)
    append(0x20, node, Int32(start))
    endsWithCollapsibleSpace = true
  }

  /// Lets a line end at the last space, which is in text that does not wrap: a space that collapses
  /// into it retains its break opportunity (CSS Text 3, section 4.1.1).
  private mutating func letLastSpaceWrap() {
    guard text.units.last == 0x20, let style = text.runs.last?.style,
      !text.styles[Int(style)].text.whiteSpace.wraps
    else { return }
    if wrappingStyles[style] == nil {
      let own = text.styles[Int(style)]
      var properties = own.text
      properties.whiteSpace = .normal
      wrappingStyles[style] = Int32(text.styles.count)
      text.styles.append(own.replacing(text: properties))
    }
    guard let wrapping = wrappingStyles[style] else { return }
    setStyle(wrapping, in: Int(length) - 1..<Int(length))
  }

  /// A source line break is removed between two wide characters, and next to a zero width space
  /// (CSS Text 3, 4.1.2).
  private func joinsWithoutSpace(after units: borrowing [UInt16], _ index: Int) -> Bool {
    guard let before = text.units.last, index < units.count else { return false }
    if before == 0x200B || units[index] == 0x200B { return true }
    return WideCharacters.joins(before) && WideCharacters.joins(units[index])
  }

  /// A preserved line break of the source. Its span is not linear, because the character is not that
  /// of the source: a U+2028 of the source does not end a paragraph of UAX #9.
  private mutating func appendPreservedBreak(_ node: Int32, _ offset: Int32) {
    source(node, offset, isLinear: false)
    text.units.append(0x2028)
    if node >= 0 { nextSpanNode = -2 }
  }

  /// A forced line break: `br`.
  mutating func appendLineBreak(node: Int, style: ComputedStyle) {
    beginParagraph()
    trimCollapsibleSpace()
    startRun(styleIndex(style))
    source(Int32(node), 0, isLinear: false)
    text.units.append(0x2028)
    nextSpanNode = -2
    isAtLineStart = true
    endsWithCollapsibleSpace = false
  }

  /// Appends content that is not text, represented by one character.
  mutating func appendAttachment(_ attachment: Attachment, style: ComputedStyle) {
    beginParagraph()
    startRun(styleIndex(style))
    source(Int32(attachment.node), 0, isLinear: false)
    var attachment = attachment
    attachment.offset = length
    text.units.append(0xFFFC)
    nextSpanNode = -2
    text.attachments.append(attachment)
    // White space around it collapses as if it were not there.
    if attachment.isOutOfFlow { return }
    isAtLineStart = false
    endsWithCollapsibleSpace = false
  }

  /// Ends a marker that is inside its item.
  mutating func endWithMarker() {
    markerEnd = length
    isAtLineStart = false
    endsWithCollapsibleSpace = text.units.last == 0x20 || text.units.last == 0xA0
  }

  mutating func appendAnchor(_ anchor: Anchor) { text.anchors.append(anchor) }

  /// Links all text appended until `closeLink`, including text in chapters that begin inside the
  /// link.
  mutating func openLink(_ link: Link) { openLinks.append((link, append(link))) }

  mutating func closeLink() { openLinks.removeLast() }

  private mutating func append(_ link: Link) -> Int32 {
    text.links.append(link)
    return Int32(text.links.count - 1)
  }

  /// A builder for text inside this one, such as an inline block. It inherits the innermost open
  /// link.
  func nested() -> TextBuilder {
    var inner = TextBuilder()
    inner.resolver = resolver
    if let link = openLinks.last?.link { inner.openLink(link) }
    return inner
  }
}
