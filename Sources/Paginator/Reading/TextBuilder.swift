/// Grows the attributed text of one chapter: characters with their white space processed, runs,
/// paragraphs and blocks.
struct TextBuilder {
  private(set) var text = AttributedText()
  /// Open blocks, outermost first, as indices into `text.blocks`.
  private(set) var openBlocks: [Int32] = []
  /// Of the open blocks, and whether no element stands for them.
  private var openStyles: [(style: ComputedStyle, isAnonymous: Bool)] = []
  private var localStyle: [Int: Int32] = [:]
  /// By two styles whether text of the second goes on as text of the first.
  private var goingOn: [UInt64: Bool] = [:]
  private var lastStyleID = -1
  private var lastStyle: Int32 = -1
  /// Links that are open, outermost first, each with its index in the chapter's text.
  private var openLinks: [(link: Link, index: Int32)] = []
  private var link: Int32 { openLinks.last?.index ?? -1 }
  private var paragraphStart: Int32?
  private var paragraphBlock: Int32 = -1
  /// Whether the text ends with a space that another one collapses into.
  private var endsWithCollapsibleSpace = false
  /// Whether a line begins here, so that collapsible spaces vanish.
  private var isAtLineStart = true
  private var nextSpanNode: Int32 = -2
  private var nextSpanOffset: Int32 = 0
  /// Blocks that have had a paragraph: the next one in them carries on.
  private var blocksWithParagraphs: Set<Int32> = []
  var pendingFirstLetter: ComputedStyle?
  var pendingFirstLine: ComputedStyle?
  var pendingMarker: Int32 = -1

  var isEmpty: Bool { text.paragraphs.isEmpty && paragraphStart == nil }
  var isInParagraph: Bool { paragraphStart != nil }
  var length: Int32 { Int32(text.units.count) }

  // MARK: Styles and blocks

  mutating func styleIndex(_ style: ComputedStyle) -> Int32 {
    if style.id == lastStyleID { return lastStyle }
    let index: Int32
    if let known = localStyle[style.id] {
      index = known
    } else {
      index = Int32(text.styles.count)
      text.styles.append(style.style)
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
    text.blocks.append(
      TextBlock(
        kind: kind, parent: openBlocks.last ?? -1, style: styleIndex(style), node: Int32(node)))
    openBlocks.append(index)
    openStyles.append((style, isAnonymous))
  }

  /// Closes the innermost block that an element stands for, and those without one inside it.
  mutating func closeBlock() {
    while let last = openStyles.last, last.isAnonymous { closeInnermost() }
    closeInnermost()
  }

  private mutating func closeInnermost() {
    endParagraph()
    openBlocks.removeLast()
    openStyles.removeLast()
  }

  // MARK: Tables without all of their elements (CSS 2, section 17.2.1)

  /// What is about to be put into the innermost open block.
  enum TablePart { case content, cell, row, group }

  /// Opens and closes the rows, cells and tables that no element stands for, so that a part of a
  /// table is where it belongs.
  /// - Parameter style: of an anonymous block of a `display`, under a parent's style.
  mutating func makeRoom(
    for part: TablePart, _ style: (_ display: String, _ parent: ComputedStyle) -> ComputedStyle
  ) {
    // What most text comes to: it is asked for every piece of it.
    if part == .content, paragraphStart != nil { return }
    if part == .content, !(openStyles.last?.isAnonymous ?? false), !isInTable { return }
    let anonymous = openStyles.reversed().prefix { $0.isAnonymous }.count
    let wanted = Self.missing(around: part, in: kind(ofOpen: openBlocks.count - anonymous - 1))
    let own = openBlocks.suffix(anonymous).map { text.blocks[Int($0)].kind }
    var common = 0
    while common < own.count, common < wanted.count, Self.isAlike(own[common], wanted[common]) {
      common += 1
    }
    if common == own.count, common == wanted.count { return }
    for _ in common..<max(common, own.count) { closeInnermost() }
    for kind in wanted[common...] {
      endParagraph()
      guard let parent = openStyles.last?.style else { return }
      openBlock(kind, style: style(Self.display(of: kind), parent), node: -1, isAnonymous: true)
    }
  }

  /// Whether the innermost open block holds rows or cells and no text.
  var isInTable: Bool {
    switch kind(ofOpen: openBlocks.count - 1) {
    case .table, .rowGroup, .row: true
    default: false
    }
  }

  private func kind(ofOpen index: Int) -> TextBlock.Kind {
    index >= 0 ? text.blocks[Int(openBlocks[index])].kind : .block
  }

  private static func missing(
    around part: TablePart, in parent: TextBlock.Kind
  ) -> [TextBlock.Kind] {
    let cell = TextBlock.Kind.cell(column: -1, columns: 1, rows: 1)
    switch (parent, part) {
    case (.table, .content), (.rowGroup, .content): return [.row, cell]
    case (.table, .cell), (.rowGroup, .cell): return [.row]
    case (.row, .content): return [cell]
    case (.table, _), (.rowGroup, _), (.row, _), (.column, _): return []
    case (_, .content): return []
    case (_, .cell): return [.table, .row]
    case (_, .row), (_, .group): return [.table]
    }
  }

  private static func isAlike(_ one: TextBlock.Kind, _ other: TextBlock.Kind) -> Bool {
    display(of: one) == display(of: other)
  }

  private static func display(of kind: TextBlock.Kind) -> String {
    switch kind {
    case .table: "table"
    case .row: "table-row"
    case .cell: "table-cell"
    default: "block"
    }
  }

  /// Starts a new chapter inside the blocks that are open.
  mutating func cut() -> AttributedText {
    let finished = text
    let chain = openBlocks.map { text.blocks[Int($0)] }
    let styles = text.styles
    for block in openBlocks { text.blocks[Int(block)].continuesAfter = true }
    var done = finished
    done.blocks = text.blocks
    text = AttributedText()
    localStyle.removeAll(keepingCapacity: true)
    goingOn.removeAll(keepingCapacity: true)
    lastStyleID = -1
    openBlocks.removeAll(keepingCapacity: true)
    blocksWithParagraphs.removeAll()
    nextSpanNode = -2
    for var block in chain {
      let style = styles[Int(block.style)]
      block.style = Int32(text.styles.count)
      if let known = localStyle[style.id] {
        block.style = known
      } else {
        localStyle[style.id] = block.style
        text.styles.append(style)
      }
      block.parent = openBlocks.last ?? -1
      block.continuesBefore = true
      openBlocks.append(Int32(text.blocks.count))
      text.blocks.append(block)
    }
    if pendingMarker >= 0 {
      // A break between an item's marker and its text: the marker goes with the text.
      text.attachments.append(done.attachments[Int(pendingMarker)])
      pendingMarker = 0
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
  }

  /// Ends the paragraph, if one is open, without the spaces at its end.
  mutating func endParagraph() {
    guard let start = paragraphStart else { return }
    trimCollapsibleSpace()
    appendParagraph(from: start)
    paragraphStart = nil
    isAtLineStart = true
    endsWithCollapsibleSpace = false
  }

  /// The style of the innermost open block.
  var innermostStyle: ComputedStyle? { openStyles.last?.style }

  /// Gives the innermost block another style; nothing of it has been read yet.
  mutating func setInnermostStyle(_ style: ComputedStyle) {
    guard let block = openBlocks.last, !openStyles.isEmpty else { return }
    openStyles[openStyles.count - 1].style = style
    text.blocks[Int(block)].style = styleIndex(style)
  }

  /// What follows in the innermost block is not indented as its first line would be.
  mutating func continueBlock() {
    if let block = openBlocks.last { blocksWithParagraphs.insert(block) }
  }

  /// A paragraph without text, for a box that has a size or a border all the same.
  mutating func appendEmptyParagraph() {
    paragraphBlock = openBlocks.last ?? -1
    appendParagraph(from: length)
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
    }
    text.paragraphs.append(paragraph)
    if length > start { applyFirstLetter(from: Int(start)) }
  }

  private mutating func trimCollapsibleSpace() {
    guard endsWithCollapsibleSpace, text.units.last == 0x20 else { return }
    text.units.removeLast()
    endsWithCollapsibleSpace = false
    let end = length
    while let last = text.runs.last, last.start >= end, text.runs.count > 1 || end == 0 {
      text.runs.removeLast()
    }
    while let last = text.sources.last, last.start >= end {
      text.sources.removeLast()
      nextSpanNode = -2
    }
    for index in text.inlineEdges.indices.reversed() {
      guard text.inlineEdges[index].offset > end else { break }
      text.inlineEdges[index].offset = end
    }
    for index in text.anchors.indices.reversed() {
      guard text.anchors[index].offset > end else { break }
      text.anchors[index].offset = end
    }
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

  /// Whether text of a style goes on as the run before it in its paragraph: an element that changes
  /// nothing of its text does not divide a word (CSS Text 3, section 1.5.2).
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

  /// Appends one code unit of the source, its white space already decided.
  @inline(__always)
  private mutating func append(_ unit: UInt16, _ node: Int32, _ offset: Int32) {
    source(node, offset)
    text.units.append(unit)
    nextSpanOffset = offset + 1
  }

  /// Appends the text of a node with CSS Text 3, section 4.1, phase I.
  ///
  /// - Parameters:
  ///   - node: -1 for generated text.
  ///   - from, to: which of the units; nil for all that follow.
  mutating func append(
    _ units: borrowing [UInt16], node: Int, style: ComputedStyle, from: Int = 0, to: Int? = nil
  ) {
    let whiteSpace = style.text.whiteSpace
    let node = Int32(node)
    let styleIndex = styleIndex(style)
    var index = from
    let count = to ?? units.count
    while index < count {
      let unit = units[index]
      let isSpace = unit == 0x20 || unit == 0x09 || unit == 0x0A || unit == 0x0D || unit == 0x0C
      if !isSpace {
        if paragraphStart == nil { beginParagraph() }
        startRun(styleIndex)
        appendWord(units, &index, node, limit: count)
        isAtLineStart = false
        endsWithCollapsibleSpace = false
        continue
      }
      appendSpace(units, &index, node, styleIndex, whiteSpace)
    }
  }

  /// Copies up to the next white space.
  private mutating func appendWord(
    _ units: borrowing [UInt16], _ index: inout Int, _ node: Int32, limit: Int
  ) {
    source(node, Int32(index))
    let start = index
    while index < limit {
      let unit = units[index]
      if unit <= 0x20
        && (unit == 0x20 || unit == 0x0A || unit == 0x09 || unit == 0x0D || unit == 0x0C)
      {
        break
      }
      index += 1
    }
    units.withUnsafeBufferPointer {
      text.units.append(contentsOf: UnsafeBufferPointer(rebasing: $0[start..<index]))
    }
    nextSpanOffset = Int32(index)
  }

  private mutating func appendSpace(
    _ units: borrowing [UInt16], _ index: inout Int, _ node: Int32, _ style: Int32,
    _ whiteSpace: WhiteSpace
  ) {
    let unit = units[index]
    if !whiteSpace.collapses {
      if paragraphStart == nil { beginParagraph() }
      startRun(style)
      let isNewline = unit == 0x0A || unit == 0x0D || unit == 0x0C
      append(isNewline ? 0x2028 : unit, node, Int32(index))
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
      for _ in 0..<newlines { append(0x2028, node, Int32(start)) }
      isAtLineStart = true
      return
    }
    guard paragraphStart != nil, !isAtLineStart, !endsWithCollapsibleSpace else { return }
    if newlines > 0, joinsWithoutSpace(after: units, index) { return }
    startRun(style)
    append(0x20, node, Int32(start))
    endsWithCollapsibleSpace = true
  }

  /// A line break in the source between two wide characters leaves nothing (CSS Text 3, 4.1.2).
  private func joinsWithoutSpace(after units: borrowing [UInt16], _ index: Int) -> Bool {
    guard let before = text.units.last, index < units.count else { return false }
    if before == 0x200B || units[index] == 0x200B { return true }
    return WideCharacters.joins(before) && WideCharacters.joins(units[index])
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

  /// Something that is not text, in the place of one character.
  mutating func appendAttachment(_ attachment: Attachment, style: ComputedStyle) {
    beginParagraph()
    startRun(styleIndex(style))
    source(Int32(attachment.node), 0, isLinear: false)
    var attachment = attachment
    attachment.offset = length
    text.units.append(0xFFFC)
    nextSpanNode = -2
    text.attachments.append(attachment)
    // White space around a float collapses as if it were not there.
    if attachment.isFloat { return }
    isAtLineStart = false
    endsWithCollapsibleSpace = false
  }

  /// A list marker that hangs beside the next paragraph.
  mutating func setMarker(_ attachment: Attachment) {
    pendingMarker = Int32(text.attachments.count)
    text.attachments.append(attachment)
  }

  /// - Parameter letterSpacing: between the element's last character and the next one, where that is
  ///   not the element's own.
  mutating func appendEdge(isStart: Bool, style: ComputedStyle, letterSpacing: Length? = nil) {
    if isStart { beginParagraph() }
    guard paragraphStart != nil else { return }
    let index = styleIndex(style)
    text.inlineEdges.append(
      InlineEdge(
        offset: length, paragraph: Int32(text.paragraphs.count), style: index, isStart: isStart,
        letterSpacing: letterSpacing))
  }

  mutating func appendAnchor(_ anchor: Anchor) { text.anchors.append(anchor) }

  /// What is appended until `closeLink` leads there, in this chapter and in those that begin inside.
  mutating func openLink(_ link: Link) { openLinks.append((link, append(link))) }

  mutating func closeLink() { openLinks.removeLast() }

  private mutating func append(_ link: Link) -> Int32 {
    text.links.append(link)
    return Int32(text.links.count - 1)
  }

  /// Begins a text inside this one, such as a box in a line: its links lead where this one's do.
  func nested() -> TextBuilder {
    var inner = TextBuilder()
    if let link = openLinks.last?.link { inner.openLink(link) }
    return inner
  }

  /// A note called by the character before.
  mutating func appendNote(_ note: Note) {
    var note = note
    note.offset = max(0, length - 1)
    text.notes.append(note)
  }

  mutating func appendNamedString(_ name: String, _ value: String?, from source: String? = nil) {
    text.namedStrings.append(
      NamedString(offset: length, name: name, value: value, source: source))
  }

  // MARK: First letters

  /// Gives the first letter, with the punctuation around it, a style of its own
  /// (CSS Pseudo-Elements 4, section 2.2).
  private mutating func applyFirstLetter(from start: Int) {
    guard let style = pendingFirstLetter else { return }
    pendingFirstLetter = nil
    let end = FirstLetter.end(in: text.units, from: start)
    guard end > start else { return }
    setStyle(styleIndex(style), in: start..<min(end, text.units.count))
  }

  private mutating func setStyle(_ style: Int32, in range: Range<Int>) {
    let index = text.runIndex(at: range.lowerBound)
    let old = text.runs[index]
    let runEnd = index + 1 < text.runs.count ? Int(text.runs[index + 1].start) : text.units.count
    // A first letter that runs over several elements keeps to the first.
    let end = min(range.upperBound, runEnd)
    var replacement: [AttributeRun] = []
    if Int(old.start) < range.lowerBound { replacement.append(old) }
    replacement.append(
      AttributeRun(start: Int32(range.lowerBound), style: style, link: old.link))
    if end < runEnd {
      replacement.append(AttributeRun(start: Int32(end), style: old.style, link: old.link))
    }
    text.runs.replaceSubrange(index...index, with: replacement)
  }
}
