/// Inline boxes with edges.
extension TextBuilder {
  /// - Parameter letterSpacing: the space after the element's last character, if it differs from
  ///   the element's own letter spacing.
  mutating func appendEdge(isStart: Bool, style: ComputedStyle, letterSpacing: Length? = nil) {
    // If a block is the last child of an inline box, the box ends on a line after the block.
    if isStart || style.hasEndEdge { beginParagraph() }
    if isStart {
      openInlines.append((style, openBlocks.count))
    } else if !openInlines.isEmpty {
      openInlines.removeLast()
    }
    guard paragraphStart != nil else {
      if !isStart { endedInlines.append(style) }
      return
    }
    record(style, isStart: isStart, letterSpacing: letterSpacing)
  }

  /// Records the inline boxes that a block divides at the start of the paragraph after it (CSS 2, section
  /// 9.2.1.1): those that continue, and those that end there with nothing in them but their struts.
  mutating func recordDividedInlines() {
    for inline in openInlines where inline.depth == openBlocks.count {
      record(inline.style, isStart: true, isContinued: true)
    }
    for style in endedInlines {
      record(style, isStart: true, isContinued: true)
      record(style, isStart: false)
    }
    endedInlines.removeAll()
  }

  /// Whether the open paragraph holds nothing but edges of inline boxes that take no room: its line does
  /// not exist for margins (CSS 2, section 9.4.2).
  func isPhantom(from start: Int32) -> Bool {
    guard length == start, pendingMarker < 0, paragraphBlock == openBlocks.last else {
      return false
    }
    let own = text.inlineEdges.reversed().prefix { Int($0.paragraph) == text.paragraphs.count }
    return !own.isEmpty && own.allSatisfy { text.styles[Int($0.style)].box.takesNoRoomInLine }
  }

  /// Whether the innermost block's text is in a relatively positioned inline box, to which positioned
  /// boxes refer.
  var isInArea: Bool {
    openInlines.contains { $0.style.box.position == .relative && $0.depth == openBlocks.count }
  }

  /// Records where an inline box begins or ends.
  mutating func record(
    _ style: ComputedStyle, isStart: Bool, isContinued: Bool? = nil, letterSpacing: Length? = nil
  ) {
    let index = styleIndex(style)
    let paragraph = Int32(text.paragraphs.count)
    var offset = length
    // A box that ends right after a forced break ends on the line before it.
    if !isStart, let start = paragraphStart, length > start, text.units.last == 0x2028,
      text.inlineEdges.last.map({ $0.paragraph != paragraph || $0.offset < length }) ?? true
    {
      offset -= 1
    }
    text.inlineEdges.append(
      InlineEdge(
        offset: offset, paragraph: paragraph, style: index, isStart: isStart,
        isContinued: isContinued, letterSpacing: letterSpacing))
  }
}

extension BoxProperties {
  /// Whether an empty inline box has no margins, padding or borders.
  fileprivate var takesNoRoomInLine: Bool {
    margin.left == .zero && margin.right == .zero && padding.all.allSatisfy { $0 == .zero }
      && border.all.allSatisfy { $0.width == 0 }
  }
}
