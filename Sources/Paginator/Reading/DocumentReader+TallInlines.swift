internal import Markup

/// Inline blocks that may be taller than a page, such as a poem that is an inline block in order to be
/// centred by its longest line. A line is never divided between pages, but a block is.
extension DocumentReader {
  /// Reads an inline block that is alone on its line and holds many lines as a block of the same width,
  /// at the same place.
  ///
  /// - Returns: whether it was read.
  mutating func readTallInline(
    _ node: Int, _ style: ComputedStyle, parent: ComputedStyle
  ) -> Bool {
    guard style.box.display == .inlineBlock else { return false }
    if isKeptLine(node, style, parent), mayHaveManyLines(node, style) {
      readInline(node, resolver.keptLineStyle(style), parent: parent)
      return true
    }
    guard parent.box.display != .inline, !builder.isInParagraph, isAlone(node, parent),
      mayHaveManyLines(node, style)
    else { return false }
    readBlock(node, resolver.tallInlineStyle(style, in: parent))
    return true
  }

  /// Whether a box is a line of preserved text and nothing that is drawn, as each line of code is in the documents that
  /// pandoc makes: as text, its lines are those of the code.
  private func isKeptLine(
    _ node: Int, _ style: ComputedStyle, _ parent: ComputedStyle
  ) -> Bool {
    guard !parent.text.whiteSpace.collapses, !style.text.whiteSpace.collapses, !style.box.isDrawn,
      style.box.width.isAuto
    else { return false }
    let outer = Int(tree.nodes[node].parent)
    let next = Int(tree.nodes[node].end)
    return (node - 1 == outer || isText(node - 1, of: outer) && lastByte(of: node - 1) == 0x0A)
      && (next >= Int(tree.nodes[outer].end)
        || isText(next, of: outer) && firstByte(of: next) == 0x0A)
  }

  private func isText(_ node: Int, of parent: Int) -> Bool {
    tree.nodes[node].kind == .text && Int(tree.nodes[node].parent) == parent
      && tree.nodes[node].count > 0
  }

  private func firstByte(of text: Int) -> UInt8 { tree.text[Int(tree.nodes[text].first)] }

  private func lastByte(of text: Int) -> UInt8 {
    tree.text[Int(tree.nodes[text].first) + Int(tree.nodes[text].count) - 1]
  }

  /// Whether a node that begins a line also ends it.
  private func isAlone(_ node: Int, _ parent: ComputedStyle) -> Bool {
    let end = Int(tree.nodes[Int(tree.nodes[node].parent)].end)
    var next = Int(tree.nodes[node].end)
    while next < end, tree.nodes[next].kind != .element {
      if tree.nodes[next].kind == .text, !isWhiteSpace(next) { return false }
      next = Int(tree.nodes[next].end)
    }
    guard next < end, !tree.isElement(next, "br") else { return true }
    let style = resolver.style(of: next, parent: parent)
    switch style.box.display {
    case .inline, .contents, .inlineTable, .none: return false
    // One below the other: each is too wide, or tall enough, for a place of its own.
    case .inlineBlock: return mayHaveManyLines(next, style)
    default: return style.box.float == .none && !style.box.position.isOutOfFlow
    }
  }

  /// Text of some lines, or so many elements that each may be a line. Large type has fewer lines on a page,
  /// and fewer letters in a line.
  private func mayHaveManyLines(_ node: Int, _ style: ComputedStyle) -> Bool {
    let elements = (node..<Int(tree.nodes[node].end)).lazy.filter { tree.nodes[$0].kind != .text }
    let usual = Length(points: 11).rawValue
    let size = max(usual, style.text.font.size.rawValue)
    return elements.dropFirst(24 * usual / size).first != nil
      || holdsText(node, over: 400 * usual / size * usual / size)
  }
}

extension StyleResolver {
  /// The style of text that takes the place of an inline block. Its lines begin where those of the text around it do.
  fileprivate func keptLineStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.keptLine, style) { _, box in
      box = BoxProperties()
      box.display = .inline
    }
  }

  /// The style of the block that replaces an inline block: a flow root as wide as its content, aligned
  /// as its parent's lines are.
  fileprivate func tallInlineStyle(
    _ style: ComputedStyle, in parent: ComputedStyle
  ) -> ComputedStyle {
    var box = style.box
    box.display = .flowRoot
    if box.width.isAuto, box.widthKeyword == nil { box.widthKeyword = .fitContent }
    if box.margin.left.isAuto { box.margin.left = .zero }
    if box.margin.right.isAuto { box.margin.right = .zero }
    let isFromRight = parent.text.isRightToLeft
    switch parent.text.align {
    case .center:
      box.margin.left = .auto
      box.margin.right = .auto
    case .right: box.margin.left = .auto
    case .end: if isFromRight { box.margin.right = .auto } else { box.margin.left = .auto }
    case .left: if isFromRight { box.margin.right = .auto }
    default: break
    }
    return derived(.tallInline(parent.text.align, isFromRight: isFromRight), style) { $1 = box }
  }
}
