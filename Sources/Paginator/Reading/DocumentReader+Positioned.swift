internal import EPUB
internal import Markup

/// Positioned boxes on pages that flow.
extension DocumentReader {
  /// Whether a box with this style is out of the flow of pages that flow. Pages of fixed layout place
  /// their boxes themselves.
  func isPlacedInFlow(_ style: ComputedStyle) -> Bool {
    style.box.position.isOutOfFlow && !publication.documents[document].isFixedLayout
  }

  /// Reads a positioned box as a box out of its line: in the paragraph that begins with it, or in an
  /// empty one between two blocks. Headings, and what is only to be heard, remain text of the chapter.
  ///
  /// - Returns: whether it was read.
  mutating func readPositioned(
    _ node: Int, _ style: ComputedStyle, in parent: ComputedStyle
  ) -> Bool {
    guard isPlacedInFlow(style), !style.box.hidesContent,
      !holdsText(node, over: Self.mostPositionedText), !holdsHeading(node)
    else { return false }
    if builder.isInArea || isBeforeText(node, in: parent) {
      readAtomicInline(node, style)
    } else {
      readPositioned(style) { $0.readAtomicInline(node, style) }
    }
    return true
  }

  /// Whether positioned boxes may refer to an inline element, which then needs edges in its text (CSS 2,
  /// section 10.1).
  mutating func isArea(_ node: Int, _ style: ComputedStyle) -> Bool {
    guard style.box.position == .relative else { return false }
    for which in [PseudoElement.before, .after] {
      let own = resolver.style(of: which, on: node, parent: style)
      if own?.box.position.isOutOfFlow == true { return true }
    }
    return (node + 1..<Int(tree.nodes[node].end)).prefix(Self.mostNodesOfArea).contains {
      tree.nodes[$0].kind == .element
    }
  }

  /// How many nodes of an inline element are looked at.
  private static let mostNodesOfArea = 16

  /// Reads a positioned pseudo-element that does not follow text.
  ///
  /// - Returns: whether it was read.
  mutating func readPositioned(
    _ content: StyleValue, _ node: Int, _ style: ComputedStyle, isAtStart: Bool
  ) -> Bool {
    guard isPlacedInFlow(style) else { return false }
    let first = node + 1
    let beginsWithText =
      isAtStart && first < Int(tree.nodes[node].end) && tree.nodes[first].kind == .text
      && !isWhiteSpace(first)
    if builder.isInArea || beginsWithText {
      readAtomicContent(content, node, style)
    } else {
      readPositioned(style) { $0.readAtomicContent(content, node, style) }
    }
    return true
  }

  /// - Parameter read: reads the box in the line that was made for it.
  mutating func readPositioned(
    _ style: ComputedStyle, _ read: (inout DocumentReader) -> Void
  ) {
    builder.endParagraph()
    settleBreak()
    makeRoom(for: .content)
    openBlock(.positioned, style: resolver.positionedLineStyle(style), node: -1)
    read(&self)
    builder.endParagraph()
    builder.closeBlock()
  }

  /// The style of a block, without its position if the block holds more text than can be beside or over
  /// the text of a page that flows: nobody could read either.
  mutating func inFlow(_ style: ComputedStyle, _ node: Int) -> ComputedStyle {
    guard isPlacedInFlow(style), !style.box.hidesContent,
      holdsText(node, over: Self.mostPositionedText)
    else { return style }
    return withoutPosition(style, node, "a positioned box holds much text: it is set in the flow")
  }

  /// The style of a box, without its position if that is fixed, the box holds text, and its style sets such boxes in
  /// the flow (`fixed-boxes`): they are navigation beside or over the text of a screen.
  mutating func fixedInFlow(_ style: ComputedStyle, _ node: Int) -> ComputedStyle {
    guard style.box.position == .fixed, style.text.setsFixedBoxesInFlow == true,
      isPlacedInFlow(style), !style.box.hidesContent, holdsWords(node)
    else { return style }
    return withoutPosition(style, node, "a fixed box holds text: it is set once and in the flow")
  }

  private mutating func withoutPosition(
    _ style: ComputedStyle, _ node: Int, _ finding: String
  ) -> ComputedStyle {
    findings.report(
      .unsupportedLayout, "\(finding), where the text has its own room",
      at: tree.location(of: node))
    return resolver.staticStyle(style)
  }

  /// The children of a relatively positioned block with those in front whose place is measured from its top, such as
  /// a note in an upper corner: the block may end on a later page, and a box is on the page of its place in the text.
  /// - Returns: nil if the order stays.
  mutating func cornersFirst(of node: Int, _ style: ComputedStyle) -> [Int]? {
    guard style.box.position == .relative, style.box.display != .inline,
      !publication.documents[document].isFixedLayout
    else { return nil }
    var (corners, others): ([Int], [Int]) = ([], [])
    var textBefore = 0
    for child in tree.children(of: node) {
      if textBefore > Self.leastDividedText, isInCorner(child, in: style) {
        corners.append(child)
        continue
      }
      others.append(child)
      // Boxes out of the flow take no room before a corner. Of a longer text, no more need be counted.
      if textBefore > Self.leastDividedText || isPlacedInFlow(child, in: style) { continue }
      for inner in child..<Int(tree.nodes[child].end) where textBefore <= Self.leastDividedText {
        if tree.nodes[inner].kind == .text, !isWhiteSpace(inner) {
          textBefore += Int(tree.nodes[inner].count)
        }
      }
    }
    return corners.isEmpty ? nil : corners + others
  }

  /// Text with fewer bytes is on one page, as a rule: it is the caption of a picture, or a line.
  private static let leastDividedText = 100
  /// A box whose top is deeper in its block is where it is in the text.
  private static let deepestCorner: Length = 100

  /// Whether an element is a positioned box with words or an image and its place from the top of the block around it.
  private mutating func isInCorner(_ node: Int, in parent: ComputedStyle) -> Bool {
    guard tree.nodes[node].kind == .element, holdsWords(node) || holdsImage(node) else {
      return false
    }
    let style = resolver.style(of: node, parent: parent)
    let offsets = style.box.offsets
    return style.box.position == .absolute && !style.box.hidesContent
      && style.generated.counterReset.isEmpty && style.generated.counterIncrement.isEmpty
      && !offsets.top.isAuto && offsets.top.fraction == 0
      && offsets.top.length < Self.deepestCorner && offsets.bottom.isAuto
      && (!offsets.left.isAuto || !offsets.right.isAuto)
      && !holdsText(node, over: Self.mostPositionedText) && !holdsHeading(node)
  }

  private func isPlacedInFlow(_ node: Int, in parent: ComputedStyle) -> Bool {
    tree.nodes[node].kind == .element
      && isPlacedInFlow(resolver.style(of: node, parent: parent))
  }

  private func holdsImage(_ node: Int) -> Bool {
    (node..<Int(tree.nodes[node].end)).contains {
      tree.nodes[$0].kind == .element && ["img", "svg", "object"].contains(tree.name(of: $0).local)
    }
  }

  private func holdsWords(_ node: Int) -> Bool {
    (node..<Int(tree.nodes[node].end)).contains {
      tree.nodes[$0].kind == .text && !isWhiteSpace($0)
    }
  }

  /// The most text, in bytes, that a positioned box holds: some lines.
  private static let mostPositionedText = 600

  /// Whether text follows a node, which then is in the paragraph of that text: text next to it or in
  /// an inline element, or after the inline elements that end with it.
  private func isBeforeText(_ node: Int, in parent: ComputedStyle) -> Bool {
    var current = node
    var parent: ComputedStyle? = parent
    for _ in 0..<Self.mostInlines {
      let outer = Int(tree.nodes[current].parent)
      guard outer >= 0 else { return false }
      let end = Int(tree.nodes[outer].end)
      var next = Int(tree.nodes[current].end)
      while next < end, !isContent(next) { next = Int(tree.nodes[next].end) }
      if next < end { return isText(next, in: parent) }
      guard parent?.box.display == .inline || parent == nil && isPhrase(outer) else { return false }
      (current, parent) = (outer, nil)
    }
    return false
  }

  /// How many inline elements that end with a box are looked at.
  private static let mostInlines = 4

  /// Whether a node is something other than white space.
  private func isContent(_ node: Int) -> Bool {
    switch tree.nodes[node].kind {
    case .element: true
    case .text: !isWhiteSpace(node)
    case .comment, .instruction: false
    }
  }

  /// Whether a node is text, or an inline element with text.
  /// - Parameter parent: the style of the element around it; nil if that is not known.
  private func isText(_ node: Int, in parent: ComputedStyle?) -> Bool {
    guard tree.nodes[node].kind == .element else { return true }
    guard let parent else { return isPhrase(node) && holdsText(node, over: 0) }
    let style = resolver.style(of: node, parent: parent)
    return style.box.display == .inline && style.box.float == .none
      && !style.box.position.isOutOfFlow && holdsText(node, over: 0)
  }

  /// Whether an element is of a kind that is usually inline.
  private func isPhrase(_ node: Int) -> Bool {
    ["a", "span", "b", "i", "em", "strong", "sup", "sub", "small", "cite", "abbr"]
      .contains { tree.isElement(node, $0) }
  }

  private func holdsHeading(_ node: Int) -> Bool {
    (node..<Int(tree.nodes[node].end)).contains(where: tree.isHeading)
  }

  /// Whether an element's text has more bytes than `limit`.
  func holdsText(_ node: Int, over limit: Int) -> Bool {
    var count = 0
    for inner in node..<Int(tree.nodes[node].end) where tree.nodes[inner].kind == .text {
      count += Int(tree.nodes[inner].count)
      if count > limit { return true }
    }
    return false
  }
}

extension BoxProperties {
  /// Whether a positioned box is one of the idioms for text that is only heard: outside the page, or
  /// cut to a pixel or two.
  var hidesContent: Bool {
    let away = Length(points: -200)
    if offsets.all.contains(where: { !$0.isAuto && $0.length < away }) { return true }
    func isTiny(_ size: Dimension) -> Bool {
      size.definite.map { $0 <= 2 } ?? false
    }
    return overflow != .visible && isTiny(width) && isTiny(height)
  }
}

extension StyleResolver {
  /// The style of the paragraph that holds a positioned box between two blocks.
  fileprivate func positionedLineStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.positionedLine, style) { text, box in
      text.indent = .zero
      text.align = .start
      box = BoxProperties()
      box.display = .block
      box.stackLevel = style.box.stackLevel
    }
  }

  /// The style of a positioned box that is set in the flow. The sizes of a fixed box are parts of a screen: a page has
  /// its own.
  fileprivate func staticStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.inFlow, style) { _, box in
      if box.position == .fixed {
        (box.width, box.minWidth, box.maxWidth) = (.auto, .auto, .auto)
        (box.height, box.minHeight, box.maxHeight) = (.auto, .auto, .auto)
        (box.widthKeyword, box.widthContent) = (nil, nil)
        (box.minWidthContent, box.maxWidthContent) = (nil, nil)
        (box.overflow, box.overflowDown) = (.visible, nil)
      }
      box.position = .static
      box.offsets = Edges(.auto)
    }
  }
}
