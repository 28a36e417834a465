/// Queries of the open blocks, and the paragraphs that represent empty blocks.
extension TextBuilder {
  /// Whether there is nothing but empty blocks without a line.
  var isEmpty: Bool { text.paragraphs.count == spacerCount && paragraphStart == nil }
  var isInParagraph: Bool { paragraphStart != nil }

  /// Whether the innermost block began in an earlier chapter.
  var innermostGoesOn: Bool { openStyles.last?.firstParagraph == -1 }

  /// The style of the innermost open block.
  var innermostStyle: ComputedStyle? { openStyles.last?.style }

  mutating func add(_ image: ImageReference, at source: StyleFile) {
    text.pictures[source] = image
  }

  /// Sets the marker that hangs next to the first line of the next paragraph.
  mutating func setMarker(_ attachment: Attachment) {
    var attachment = attachment
    let isNested = pendingMarker >= 0 && Int(pendingMarker) == text.attachments.count - 1
    attachment.followsMarker = isNested ? true : nil
    pendingMarker = Int32(text.attachments.count)
    text.attachments.append(attachment)
  }

  /// Keeps the marker of an item from the lines of a float or a positioned box at its start: it hangs next
  /// to the first line in the flow (CSS Lists 3, section 3.5).
  /// - Returns: the marker that waits until the block ends; -1 for none.
  mutating func heldMarker(before kind: TextBlock.Kind) -> Int32 {
    guard [.floating, .positioned].contains(kind) else { return -1 }
    defer { pendingMarker = -1 }
    return pendingMarker
  }

  mutating func resumeMarker(after block: OpenBlock) {
    guard block.heldMarker >= 0 else { return }
    let paragraph = Paragraph(start: 0, end: 0, block: -1, style: 0, marker: block.heldMarker)
    let held = text.markers(of: paragraph)
    if held.upperBound == text.attachments.count {
      pendingMarker = block.heldMarker
    } else {
      // Markers of items in items follow each other.
      text.attachments.append(contentsOf: text.attachments[held])
      pendingMarker = Int32(text.attachments.count - 1)
    }
  }

  /// Adds a paragraph without a line for the innermost block. A list marker that
  /// waits for a line keeps waiting.
  mutating func appendSpacer() {
    guard let block = openBlocks.last else { return }
    var spacer = Paragraph(
      start: length, end: length, block: block, style: text.blocks[Int(block)].style)
    spacer.isSpacer = true
    text.paragraphs.append(spacer)
    spacerCount += 1
  }

  /// Moves the floats of the innermost block, which holds nothing else, to the block around it: margins
  /// collapse through the empty block, and its floats begin where the text after it does (CSS 2,
  /// section 8.3.1). A paragraph in front of the floats represents the empty block, and a second one
  /// after them its end, if it has a margin there: that does not move its floats.
  ///
  /// - Parameter count: the number of paragraphs before the block.
  /// - Returns: false for a block that is visible or changes the place of its floats.
  mutating func liftFloats(since count: Int) -> Bool {
    guard let own = openBlocks.last, openBlocks.count > 1,
      openStyles.last?.style.box.isHollow == true
    else { return false }
    let children = text.blocks.indices[(Int(own) + 1)...].filter { text.blocks[$0].parent == own }
    guard children.allSatisfy({ text.blocks[$0].kind == .floating }) else { return false }
    for child in children { text.blocks[child].parent = text.blocks[Int(own)].parent }
    var spacer = Paragraph(
      start: text.paragraphs[count].start, end: text.paragraphs[count].start, block: own,
      style: text.blocks[Int(own)].style)
    spacer.isSpacer = true
    text.paragraphs.insert(spacer, at: count)
    spacerCount += 1
    for index in text.inlineEdges.indices.reversed() {
      guard text.inlineEdges[index].paragraph >= count else { break }
      text.inlineEdges[index].paragraph += 1
    }
    if openStyles.last?.style.box.margin.bottom != .zero { appendSpacer() }
    return true
  }

  /// Whether the paragraphs added since there were `count` all represent empty blocks.
  func hasOnlySpacers(since count: Int) -> Bool {
    text.paragraphs.count >= count && text.paragraphs[count...].allSatisfy { $0.isSpacer == true }
  }

  /// Whether the paragraphs of the innermost block, those added since there were `count`, are all in
  /// positioned boxes.
  func hasOnlyPositioned(since count: Int) -> Bool {
    guard let own = openBlocks.last, text.paragraphs.count >= count else { return false }
    return text.paragraphs[count...].allSatisfy { paragraph in
      paragraph.isSpacer != true
        && text.blocks(around: paragraph.block, within: own).allSatisfy {
          [.positioned, .block].contains(text.blocks[Int($0)].kind)
        }
    }
  }

  /// Whether the innermost block, if it is empty, is only visible by a height that is a share of a height
  /// that is not given: that is `auto` (CSS 2, section 10.5).
  var hasOnlyShareOfNoHeight: Bool {
    guard let own = openStyles.last?.style.box, own.height.fraction != 0, !own.position.isOutOfFlow,
      openStyles.count > 1
    else { return false }
    let outer = openStyles[openStyles.count - 2].style.box
    guard outer.height.isAuto, outer.aspectRatio == nil,
      [.block, .listItem].contains(outer.display),
      outer.float == .none, !outer.position.isOutOfFlow
    else { return false }
    var box = own
    box.height = .auto
    return !box.isVisibleWhenEmpty
  }

  /// Removes the paragraphs at the end, after the first `count`, that represent empty blocks.
  mutating func removeSpacers(since count: Int) {
    while text.paragraphs.count > count, text.paragraphs.last?.isSpacer == true {
      text.paragraphs.removeLast()
      spacerCount -= 1
    }
  }
}

extension BoxProperties {
  /// Whether nothing of an empty block is visible or moves what is in it, except its margins above
  /// and below.
  fileprivate var isHollow: Bool {
    !isVisibleWhenEmpty && clear == .none && !hasOwnFlow && position == .static && width.isAuto
      && minWidth.isAuto && maxWidth.isAuto && widthKeyword == nil && margin.left == .zero
      && margin.right == .zero && padding.left == .zero && padding.right == .zero
      && border.left.width == 0 && border.right.width == 0 && !isListItem
  }
}
