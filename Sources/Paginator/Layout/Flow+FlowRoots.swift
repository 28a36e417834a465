/// Flow roots: blocks that establish a block formatting context, by `display: flow-root` or by
/// `overflow` other than `visible` (CSS 2, section 9.4.1). Floats in them affect no text outside, and
/// their border boxes do not overlap the floats outside.
extension Flow {
  /// Leaves the flow roots that do not contain a paragraph.
  mutating func leaveFlowRoots(before index: Int) {
    closeFlowRoots(before: outermostBox(of: text.paragraphs[index].block))
  }

  /// Leaves the flow roots that do not contain a paragraph, and enters those that begin with it.
  mutating func enterFlowRoots(of index: Int) throws {
    let outermost = outermostBox(of: text.paragraphs[index].block)
    closeFlowRoots(before: outermost)
    guard geometry.hasFlowRoots else { return }
    let known = Set(flowRoots)
    for block in geometry.chain(outermost)
    where block > root && geometry.isFlowRoot(block) && !known.contains(block) {
      if !floats.isEmpty || !pendingFloats.isEmpty { clearFloats(openingTo: block) }
      settleFloats()
      if !floats.isEmpty { try makeRoom(for: block, first: index, mayMove: true) }
      flowRoots.append(block)
      floats.beginInside()
    }
  }

  /// The parent of the outermost float, table or positioned box that contains a block; the block
  /// itself if none does. Flow roots in such boxes belong to the flow of the box.
  private func outermostBox(of block: Int32) -> Int32 {
    var result = block
    for current in text.blocks(around: block, within: root) {
      let own = text.blocks[Int(current)]
      switch own.kind {
      case .floating where !setsFloatsAsBlocks && shape == nil: result = own.parent
      case .table, .positioned: result = own.parent
      default: break
      }
    }
    return result
  }

  /// Leaves the flow roots that do not contain a block. Each is at least as high as its floats (CSS
  /// 2, section 10.6.7).
  mutating func closeFlowRoots(before block: Int32) {
    while let root = flowRoots.last, block < 0 || !text.isBlock(block, inside: root) {
      settleFloats()
      containFloats(in: root)
      flowRoots.removeLast()
      floats.endInside()
    }
  }

  /// Enters the flow roots that contain a block again, when the flow restarts on a new page.
  mutating func resumeFlowRoots(around block: Int32) {
    guard geometry.hasFlowRoots else { return }
    flowRoots = []
    floats = ActiveFloats()
    guard block >= 0 else { return }
    for block in geometry.chain(outermostBox(of: block))
    where block > root && geometry.isFlowRoot(block) {
      flowRoots.append(block)
      floats.beginInside()
    }
  }

  mutating func containFloats(in root: Int32) {
    guard !floats.isEmpty, let last = rows.last else { return }
    closeInnerSized(of: root)
    var gap = Gap()
    if lastBlock != root {
      gap = openGap(to: root)
      lastBlock = root
      floats.advance(by: gap.total)
    }
    gap.keepBesideFloats()
    let height = floats.height
    rows.append(emptyRow(height: height, paragraph: last.paragraph, block: root, gap: gap))
    floats.advance(by: height)
  }

  /// Narrows a flow root to the room next to the floats, or moves it down to where it fits (CSS 2,
  /// section 9.5).
  private mutating func makeRoom(for block: Int32, first: Int, mayMove: Bool) throws {
    try resolveWidths(around: block, first: first)
    closeSized(before: block)
    let parent = geometry.frame(of: text.blocks[Int(block)].parent, containerWidth: width)
    let own = geometry.frame(of: block, containerWidth: width)
    let gap = gapWithoutEdges(to: block)
    let top =
      gap.total - geometry.opening(from: block, to: block, containerWidth: width)
    let room = floats.room(from: max(0, top), to: max(top, floats.height), in: parent)
    var left = max(own.borderX, room.x)
    let box = text.box(of: block)
    let sides = own.borderWidth - own.width
    var right = min(own.borderX + own.borderWidth, room.x + room.width)
    var least = own.borderWidth
    if box.width.isAuto, box.widthKeyword == nil {
      let widths = try context.intrinsicWidths(
        of: block, paragraphs(of: block, from: first), available: parent.width)
      let given = box.contentWidth(
        box.minWidth, edges: sides, around: Length(rawValue: parent.width))
      least = max(widths.least[WordDivision.none.rawValue], given ?? 0) + sides
    } else {
      // Its width is given: it moves away from the floats.
      if right < own.borderX + own.borderWidth { left = max(room.x, right - own.borderWidth) }
      right = min(room.x + room.width, left + own.borderWidth)
    }
    guard least <= right - left + LineWidths.rounding else {
      guard mayMove, least <= parent.width else { return clearFloats(before: block) }
      clearFloats(before: block, room: (least, parent))
      return floats.isEmpty ? () : try makeRoom(for: block, first: first, mayMove: false)
    }
    guard left != own.borderX || right - left != own.borderWidth else { return }
    geometry.setFrame(
      BlockFrame(
        x: left + own.x - own.borderX, width: max(0, right - left - sides), borderX: left,
        borderWidth: right - left),
      of: block)
    geometry.forgetFrames(between: text.paragraphs[first].block, and: block)
  }
}
