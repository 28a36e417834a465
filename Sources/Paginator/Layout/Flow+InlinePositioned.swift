/// Positioned boxes inside paragraphs (CSS 2, sections 9.6.1 and 10.3.7), on pages that flow: page
/// numbers at the side of a text, words over a picture. They take no room, and the text on their two
/// sides is set as if they were not there.
extension Flow {
  /// A box whose vertical place depends on the height of the block to which its offsets refer.
  struct InlinePositioned {
    let attachment: Int
    /// The nearest positioned block around it.
    let area: Int32
    /// The row and the line in which its place in the text is.
    var row: Int
    let line: Int
    /// The distance of that line from the top of its row.
    let lineTop: Int
  }

  /// Places the positioned boxes of a paragraph whose lines and rows were appended last.
  mutating func placePositioned(in index: Int, from firstLine: Int) {
    let block = text.paragraphs[index].block
    // Boxes and lines are in the order of the text.
    var next = firstLine
    for number in setter.outOfFlow(in: text.paragraphs[index])
    where text.attachments[number].isPositioned {
      let offset = text.attachments[number].offset
      guard let layout = setter.attachments[Int32(number)],
        let line = Self.line(holding: offset, in: setLines.lines[next...])
      else { continue }
      next = line
      let box = text.attachments[number].style.box
      let area = positionedBlock(around: block)
      let fragment = setLines.lines[line]
      let hasX = !box.offsets.left.isAuto || !box.offsets.right.isAuto
      let hasY = !box.offsets.top.isAuto || !box.offsets.bottom.isAuto
      // Without offsets, it is drawn where the text in front of it ends, on the baseline.
      guard hasX || hasY && area != nil || fragment.height == 0 else {
        if hasY { reportUnplaced(number) }
        continue
      }
      let x =
        hasX
        ? self.x(of: box, width: layout.width, in: area) - fragment.x
        : fragment.usedX - fragment.x
          + Self.widthBefore(offset, in: setLines.segments(of: fragment))
      // A box between two blocks has a line of its own, without height.
      let y = fragment.height == 0 ? 0 : fragment.baseline - layout.height + layout.descent
      setter.attachments[Int32(number)]?.float = FloatPlace(x: x, y: y)
      guard hasY else { continue }
      guard let area, shape == nil else {
        reportUnplaced(number)
        continue
      }
      inlinePositioned.append(
        InlinePositioned(
          attachment: number, area: area, row: rows.count - (setLines.lines.count - line),
          line: line, lineTop: fragment.y))
    }
  }

  private func reportUnplaced(_ number: Int) {
    setter.findings.report(
      .unsupportedLayout,
      "a positioned box without a positioned block around it stays at the height of its line",
      atText: Int(text.attachments[number].offset))
  }

  /// The innermost positioned block around a block, inside this flow.
  private func positionedBlock(around block: Int32) -> Int32? {
    text.blocks(around: block, within: root).first {
      text.styles[Int(text.blocks[Int($0)].style)].box.position != .static
    }
  }

  /// The left edge of a box that has an offset from the left or the right.
  private mutating func x(of box: BoxProperties, width: Int, in area: Int32?) -> Int {
    var (start, room) = (0, self.width)
    if let area {
      let frame = geometry.frame(of: area, containerWidth: self.width)
      let border = text.styles[Int(text.blocks[Int(area)].style)].box.border
      start = frame.borderX + border.left.width.rawValue
      room = frame.borderWidth - border.left.width.rawValue - border.right.width.rawValue
    }
    let around = Length(rawValue: room)
    if box.offsets.left.isAuto {
      return start + room - box.offsets.right.resolved(against: around).rawValue - width
    }
    return start + box.offsets.left.resolved(against: around).rawValue
  }

  /// Places the boxes whose offsets refer to blocks that do not contain `block`: these are complete.
  mutating func settleInlinePositioned(before block: Int32) {
    while let last = inlinePositioned.last, block < 0 || !text.isBlock(block, inside: last.area) {
      var own: [InlinePositioned] = []
      while let next = inlinePositioned.last, next.area == last.area {
        own.append(inlinePositioned.removeLast())
      }
      settle(own, in: last.area)
    }
  }

  /// - Parameter area: the block to which the offsets of all these boxes refer.
  private mutating func settle(_ boxes: [InlinePositioned], in area: Int32) {
    var first = rows.count
    while first > 0, text.isBlock(rows[first - 1].block, inside: area) { first -= 1 }
    guard first < rows.count else { return }
    // The distances of the rows from the top of the block's content.
    var tops: [Int] = []
    var y =
      geometry.opening(of: rows[first].block, inside: area, containerWidth: width)
      + rows[first].tableOpening
    for index in first..<rows.count {
      if index > first, !rows[index].isPositioned { y += rows[index].gap.total }
      tops.append(y)
      if !rows[index].isPositioned { y += rows[index].height }
    }
    let box = text.styles[Int(text.blocks[Int(area)].style)].box
    let around = Length(
      rawValue: geometry.frame(
        of: text.blocks[Int(area)].parent, containerWidth: width
      ).width)
    let above = box.padding.top.resolved(against: around).rawValue
    let below = box.padding.bottom.resolved(against: around).rawValue
    let content = definiteHeight(of: area)?.rawValue ?? y + closing(of: area)
    let height = Length(rawValue: above + content + below)
    for own in boxes where own.row < rows.count {
      guard let layout = setter.attachments[Int32(own.attachment)] else { continue }
      let offsets = text.attachments[own.attachment].style.box.offsets
      let top =
        offsets.top.isAuto
        ? height.rawValue - offsets.bottom.resolved(against: height).rawValue - layout.height
        : offsets.top.resolved(against: height).rawValue
      // A box in front of all else in the block is where the row before the block ends.
      let rowTop = own.row >= first ? tops[own.row - first] : tops[0] - rows[first].gap.total
      let distance = top - above - rowTop - own.lineTop
      // The block goes on over pages.
      guard abs(distance) < setter.pageHeight.rawValue else {
        reportUnplaced(own.attachment)
        continue
      }
      setter.attachments[Int32(own.attachment)]?.float?.y = distance
    }
  }

  /// The height of what closes between the last row and the end of a block's content.
  private mutating func closing(of block: Int32) -> Int {
    guard lastBlock != block else { return 0 }
    let count = edges.count
    let gap = geometry.gap(
      from: lastBlock, to: block, root: root, containerWidth: width, edges: &edges)
    edges.removeSubrange(count...)
    return gap.closing
  }
}
