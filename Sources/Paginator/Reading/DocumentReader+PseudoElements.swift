internal import EPUB
internal import Markup

/// The pseudo-elements `::before` and `::after`.
extension DocumentReader {
  /// - Parameter isAtStart: whether it is in front of the element's content.
  mutating func pseudoElement(
    _ which: PseudoElement, _ node: Int, _ parent: ComputedStyle, isAtStart: Bool = false
  ) {
    guard var style = resolver.style(of: which, on: node, parent: parent),
      let content = style.generated.content, content != .keyword("none"),
      content != .keyword("normal"),
      ![.none, .tableColumn, .tableColumnGroup].contains(style.box.display)
    else { return }
    // No block follows it.
    if style.box.display == .runIn { style = resolver.runInStyle(style) }
    depth += 1
    defer { depth -= 1 }
    applyCounters(style, node)
    if isAtomic(style) { return readAtomicContent(content, node, style) }
    if readPositioned(content, node, style, isAtStart: isAtStart) { return }
    readContent(content, node, style)
  }

  /// Reads an `::after` whose place is measured from the top of its block, such as a quotation mark in a corner: in
  /// front of the content, because the block may end on a later page.
  /// - Returns: whether it was read.
  mutating func readAfterAtTop(_ node: Int, _ parent: ComputedStyle) -> Bool {
    guard parent.box.position == .relative,
      let style = resolver.style(of: .after, on: node, parent: parent),
      style.box.position == .absolute, style.generated.counterReset.isEmpty,
      style.generated.counterIncrement.isEmpty
    else { return false }
    let offsets = style.box.offsets
    guard !offsets.top.isAuto, offsets.bottom.isAuto, !offsets.left.isAuto || !offsets.right.isAuto,
      let content = style.generated.content,
      items(of: content).allSatisfy({ if case .string = $0 { true } else { false } })
    else { return false }
    pseudoElement(.after, node, parent, isAtStart: true)
    return true
  }

  private func isAtomic(_ style: ComputedStyle) -> Bool {
    [.inlineBlock, .inlineTable].contains(style.box.display) || isOutOfLine(style)
  }

  /// Sets text that stands for an image which is not in the book, in the box that the image would have, without its
  /// size.
  mutating func readAlternative(_ text: String, _ node: Int, _ image: ComputedStyle) {
    let style = resolver.alternativeStyle(image)
    if style.box.display == .inline || !isAtomic(style) { anchor(node) }
    if isAtomic(style) { return readAtomicContent(.string(text), node, style) }
    readContent(.string(text), node, style, isPseudo: false)
  }

  /// Sets generated content in a block or in lines.
  /// - Parameter isPseudo: whether it is that of a pseudo-element, to which no `::marker` rule applies.
  private mutating func readContent(
    _ content: StyleValue, _ node: Int, _ own: ComputedStyle, isPseudo: Bool = true
  ) {
    var style = own
    let isBlock = ![.inline, .contents].contains(style.box.display)
    let isEmptyTable = style.box.display == .table && items(of: content).allSatisfy(\.isBlank)
    if isEmptyTable { style = resolver.emptyTableStyle(style) }
    if isBlock {
      builder.endParagraph()
      forceBreak(style.box.breakBefore)
      settleBreak()
      let kind = blockKind(-1, style)
      makeRoom(for: Self.tablePart(kind, style))
      openBlock(kind, style: style, node: -1)
      if style.box.isListItem { readMarker(node, style, isPseudo: isPseudo) }
    } else if style.box.hasInlineEdges {
      beginContent()
      readPictures(of: style, node)
      builder.appendEdge(isStart: true, style: style)
    }
    let isInFlow = !isBlock || blockKind(-1, style) == .block
    let outerFirsts = builder.beginFirsts(letter: nil, line: nil, isInFlow: isInFlow)
    defer { builder.endFirsts(outerFirsts, isInFlow: isInFlow) }
    let before = builder.text.paragraphs.count
    let inline = isBlock ? resolver.anonymousStyle(display: .inline, parent: style) : style
    for item in items(of: content) { emit(item, node, inline) }
    if isBlock {
      builder.endParagraph()
      if isEmptyTable {
        makeRoom(for: .content)
        builder.appendEmptyParagraph()
      } else if builder.text.paragraphs.count == before {
        endEmptyBlock(blockKind(-1, style), style, since: before)
      }
      builder.closeBlock()
      forceBreak(style.box.breakAfter)
    } else if style.box.hasInlineEdges {
      builder.appendEdge(isStart: false, style: style)
    }
  }

  /// Sets generated content in an inline block or table, or in a float inside a paragraph.
  mutating func readAtomicContent(
    _ content: StyleValue, _ node: Int, _ style: ComputedStyle
  ) {
    beginContent()
    appendBox(style.box.display == .inlineTable ? .table : .block, style, -1) {
      reader, blockStyle in
      let inline = reader.resolver.anonymousStyle(display: .inline, parent: blockStyle)
      for item in reader.items(of: content) { reader.emit(item, node, inline) }
    }
  }

  func items(of content: StyleValue) -> [StyleValue] {
    if case .list(let items) = content { items } else { [content] }
  }

  private mutating func emit(_ item: StyleValue, _ node: Int, _ style: ComputedStyle) {
    if let file = item.file {
      beginContent()
      let image = loadImage(file.url, from: file.base, node: node, alternativeText: "")
        .formed(by: style.text.imageForm)
      let own = resolver.contentImageStyle(style)
      builder.appendAttachment(
        Attachment(content: .image(image), style: own.style, node: -1), style: own)
      return
    }
    if case .function("leader", let arguments) = item {
      appendLeader(arguments, style)
      return
    }
    let text = text(of: item, node: node, quotes: quotes(of: style))
    guard !text.isEmpty else { return }
    for (text, style) in resolver.parts(of: text, in: Self.counterStyle(of: item), style) {
      generated(text, style)
    }
  }

  /// Appends a leader, which fills its line with a pattern: dots by default.
  private mutating func appendLeader(_ arguments: [StyleValue], _ style: ComputedStyle) {
    var pattern = ". "
    switch arguments.first {
    case .string(let text): pattern = text
    case .keyword("solid"): pattern = "_"
    case .keyword("space"): pattern = " "
    default: break
    }
    guard !pattern.isEmpty else { return }
    beginContent()
    let markerStyle = resolver.markerStyle(style)
    var inner = TextBuilder()
    inner.openBlock(.block, style: markerStyle, node: -1)
    inner.append(Array(pattern.utf16), node: -1, style: markerStyle)
    inner.endParagraph()
    builder.appendAttachment(
      Attachment(content: .leader(inner.text), style: style.style, node: -1), style: style)
  }
}

extension StyleResolver {
  /// The style of the text that stands for an image: it is as large as the text needs.
  fileprivate func alternativeStyle(_ image: ComputedStyle) -> ComputedStyle {
    derived(.alternativeText, image) { _, box in
      (box.width, box.minWidth, box.maxWidth) = (.auto, .auto, .auto)
      (box.height, box.minHeight, box.maxHeight) = (.auto, .auto, .auto)
      box.widthKeyword = nil
      box.aspectRatio = nil
      box.verticalAlign = BoxProperties().verticalAlign
    }
  }

  /// The style of an empty `display: table` box. It separates margins, as a table does: style sheets
  /// contain floats and margins in a block with such boxes at its ends.
  fileprivate func emptyTableStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.emptyTable, style) { _, box in box.display = .flowRoot }
  }
}

extension StyleValue {
  /// Whether this is a string without visible characters.
  fileprivate var isBlank: Bool {
    if case .string(let text) = self { text.allSatisfy(\.isWhitespace) } else { false }
  }
}
