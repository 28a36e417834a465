/// Positioned boxes inside paragraphs (CSS 2, sections 9.6.1 and 10.3.7), on pages that flow: page
/// numbers at the side of a text, words over a picture. They take no room, and the text on their two
/// sides is set as if they were not there.
extension Flow {
  /// A box whose vertical place depends on the height of the block to which its offsets refer.
  struct InlinePositioned {
    let attachment: Int
    /// The nearest positioned block around it; -1 for the page.
    let area: Int32
    /// The row and the line in which its place in the text is.
    var row: Int
    let line: Int
    /// The distance of that line from the top of its row.
    let lineTop: Int
    /// Whether its place from side to side is not known either.
    var awaitsX = false
  }

  /// Places the positioned boxes of a paragraph whose lines and rows were appended last.
  mutating func placePositioned(in index: Int, from firstLine: Int) throws {
    let block = text.paragraphs[index].block
    // Boxes, lines and areas are in the order of the text.
    var next = firstLine
    lazy var areas = InlineAreas(text, in: Int32(index))
    for number in setter.outOfFlow(in: text.paragraphs[index])
    where text.attachments[number].isPositioned {
      let offset = text.attachments[number].offset
      guard let layout = setLines.attachments[Int32(number)],
        let line = Self.line(holding: offset, in: setLines.lines[next...])
      else { continue }
      next = line
      if !text.inlineEdges.isEmpty, let area = areas.area(around: offset),
        try placeInInline(number, layout, area, inLine: line, from: firstLine)
      {
        continue
      }
      try place(number, layout, inLine: line, of: block)
      placeInMargin(number, ofParagraph: index, inLine: line)
    }
  }

  /// Whether a positioned box in a paragraph has its place from the lines that are set now: such as a number in the
  /// margin, with an offset from the block around it.
  func holdsPlacedBox(_ paragraph: Paragraph) -> Bool {
    setter.outOfFlow(in: paragraph).contains { number in
      text.attachments[number].isPositioned && setLines.attachments[Int32(number)]?.float != nil
    }
  }

  /// Places a positioned box from its line: at the side now, in height when its area is known.
  private mutating func place(
    _ number: Int, _ layout: AttachmentLayout, inLine line: Int, of block: Int32
  ) throws {
    let box = text.attachments[number].style.box
    let area = positionedBlock(around: block)
    let fragment = setLines.lines[line]
    let hasX = !box.offsets.left.isAuto || !box.offsets.right.isAuto
    let hasY = !box.offsets.top.isAuto || !box.offsets.bottom.isAuto
    // A share of the height, too, is known when the block around it is complete (CSS 2, section 10.5).
    let waits = hasY || text.attachments[number].heightIsShare
    if area == nil, hasX || waits, let outer = areaAround(), outer >= 0 {
      return keepInPlace(number, layout, inLine: line, in: outer)
    }
    let row = rows.count - (setLines.lines.count - line)
    let top = area == nil && waits ? topOfLine(line, inRow: row) : nil
    var isInFlow = false
    // Without offsets, it is drawn where the text in front of it ends, on the baseline; a block where
    // it would be in the flow (CSS 2, section 10.6.4).
    let isBlock = box.isInlineByItself != true
    guard hasX || waits && (area != nil || top != nil) || fragment.height == 0 || isBlock else {
      if hasY { reportUnplaced(number) }
      return
    }
    let (start, side) = horizontal(box, in: area)
    let isFromPage = hasX && pageWidth(around: area) != nil
    let vertical =
      top.map { _ in
        PositionedSide(.vertical, box.offsets.top, box.offsets.bottom, room: pageHeight.rawValue)
      }
    try resize(number, side, vertical)
    let layout = setLines.attachments[Int32(number)] ?? layout
    let inText = staticPlace(of: number, layout, in: fragment, room: side.room)
    let x =
      side.start(
        of: layout.width, box.margin.left, box.margin.right, fromEnd: isRightToLeft(area)
      ).map { start + $0 - (isFromPage ? 0 : fragment.x) }
      ?? inText.x
    // A box between two blocks has a line of its own, without height.
    var y = fragment.height > 0 ? inText.y : 0
    if let top, let vertical,
      let start = vertical.start(of: layout.height, box.margin.top, box.margin.bottom)
    {
      isInFlow = setInFlow(number, inLine: line, start: start)
      y = isInFlow ? 0 : start - top
    } else if area == nil, hasY, top == nil {
      isInFlow = setInFlow(number, inLine: line, start: nil)
    }
    let move = layout.translation(of: box, around: side.room)
    setLines.attachments[Int32(number)]?.float = FloatPlace(
      x: x + move.x, y: y + move.y, isFromPage: isFromPage)
    guard waits, top == nil, !isInFlow else { return }
    if area == nil, areaAround() != nil {
      setLines.awaiting.append(AwaitingBox(attachment: number, area: -1, line: line))
      return
    }
    guard let area, shape == nil else { return hasY ? reportUnplaced(number) : () }
    inlinePositioned.append(
      InlinePositioned(
        attachment: number, area: area, row: row, line: line, lineTop: fragment.y))
  }

  /// Where a box without offsets is: where the text in front of it ends, on the baseline; a block at the
  /// beginning of the line, below that text (CSS 2, section 10.6.4). From the line's left end and top.
  func staticPlace(
    of number: Int, _ layout: AttachmentLayout, in line: LineFragment, room: Int
  ) -> (x: Int, y: Int) {
    let box = text.attachments[number].style.box
    let textBefore = Self.widthBefore(
      text.attachments[number].offset, in: setLines.segments(of: line))
    guard box.isInlineByItself == true else {
      return (blockStart(layout, line), textBefore > 0 ? line.height : 0)
    }
    let start = line.usedX - line.x
    let isRightToLeft = line.flags.contains(.isRightToLeft)
    let x =
      isRightToLeft ? start + line.usedWidth - textBefore - layout.width : start + textBefore
    return (x, line.baseline - layout.firstBaseline(box, room))
  }

  /// Where a block without offsets begins on its line: at the right in text from right to left.
  private func blockStart(_ layout: AttachmentLayout, _ line: LineFragment) -> Int {
    line.flags.contains(.isRightToLeft) ? line.width - layout.width : 0
  }

  private func isRightToLeft(_ area: Int32?) -> Bool {
    area.map { text.style(of: $0).text.isRightToLeft } ?? false
  }

  /// The distance of a line from the top of the first page, which is the area of boxes without a
  /// positioned block around them (CSS 2, section 10.1); nil where the line is on a later page.
  func topOfLine(_ line: Int, inRow own: Int) -> Int? {
    guard root < 0, shape == nil, own < min(rows.count, Self.mostRowsOfPage),
      text.blocks.first?.continuesBefore != true
    else { return nil }
    var y = 0
    for index in 0...own {
      if !rows[index].isPositioned { y += rows[index].gap.total }
      if index < own, !rows[index].isPositioned { y += rows[index].height }
      if y >= pageHeight.rawValue { return nil }
    }
    return y + setLines.lines[line].y
  }

  /// The rows in which the first page's end is searched for.
  private static let mostRowsOfPage = 1024

  /// Sizes a positioned box by the offsets that were found for it.
  mutating func resize(
    _ number: Int, _ horizontal: PositionedSide, _ vertical: PositionedSide?
  ) throws {
    try context.resize(number, horizontal, vertical, in: &setLines)
  }

  mutating func reportUnplaced(_ number: Int) {
    setLines.findings.report(
      .unsupportedLayout,
      "a positioned box without a positioned block around it stays at the height of its line",
      atText: Int(text.attachments[number].offset))
  }

  /// The innermost positioned block around a block: inside this flow, or the float that the flow is the
  /// content of.
  func positionedBlock(around block: Int32) -> Int32? {
    let inner = text.blocks(around: block, within: root).first {
      text.box(of: $0).position != .static
    }
    guard inner == nil, root >= 0, text.blocks[Int(root)].kind == .floating else { return inner }
    return text.box(of: root).position != .static ? root : nil
  }

  /// The width of the page to which the offsets of a box in a cell or a float refer, if that does not contain
  /// their area. The cell does not know where on the page it is.
  private func pageWidth(around area: Int32?) -> Int? {
    area == nil && root >= 0 ? setter.pageWidth : nil
  }

  /// The padding box of the area to which a box's offsets refer, from side to side: where it begins,
  /// and the offsets in it.
  mutating func horizontal(
    _ box: BoxProperties, in area: Int32?
  ) -> (start: Int, side: PositionedSide) {
    var (start, room) = (0, pageWidth(around: area) ?? self.width)
    if let area {
      let frame = geometry.frame(of: area, containerWidth: self.width)
      let border = text.box(of: area).border
      // The frame of the flow's own box is that of its content.
      if area == root {
        let padding = text.box(of: area).padding(against: Length(rawValue: self.width))
        let side = PositionedSide(
          .horizontal, box.offsets.left, box.offsets.right, room: frame.width + padding.horizontal)
        return (-padding.left, side)
      }
      start = frame.borderX + border.left.width.rawValue
      room = frame.borderWidth - border.left.width.rawValue - border.right.width.rawValue
    }
    return (
      start, PositionedSide(.horizontal, box.offsets.left, box.offsets.right, room: max(0, room))
    )
  }

  /// Places the boxes whose offsets refer to blocks that do not contain `block`: these are complete.
  mutating func settleInlinePositioned(before block: Int32) throws {
    while let last = inlinePositioned.last,
      block < 0 || last.area < 0 || !text.isBlock(block, inside: last.area)
    {
      if last.area < 0 {
        try placeOnPage(inlinePositioned.removeLast())
        continue
      }
      var own: [InlinePositioned] = []
      while let next = inlinePositioned.last, next.area == last.area {
        own.append(inlinePositioned.removeLast())
      }
      try settle(own, in: last.area)
    }
  }

  /// - Parameter area: the block to which the offsets of all these boxes refer.
  private mutating func settle(_ boxes: [InlinePositioned], in area: Int32) throws {
    // The blocks in it are as high as they ask for.
    if let float = pendingFloats.first?.block, text.isBlock(float, inside: area) { settleFloats() }
    closeInnerSized(of: area)
    var first = rows.count
    while first > 0, text.isBlock(rows[first - 1].block, inside: area) { first -= 1 }
    let (tops, content) = tops(from: first, in: area)
    let box = text.box(of: area)
    let around = Length(
      rawValue: geometry.frame(
        of: text.blocks[Int(area)].parent, containerWidth: width
      ).width)
    let padding = box.padding(against: around)
    let above = padding.top
    let height = self.height(of: area, content: content) + padding.vertical
    for own in boxes where own.row < rows.count {
      let box = text.attachments[own.attachment].style.box
      let vertical = PositionedSide(.vertical, box.offsets.top, box.offsets.bottom, room: height)
      let side = horizontal(box, in: area).side
      try resize(own.attachment, side, vertical)
      if own.awaitsX { placeAcross(own, in: area) }
      guard let layout = setLines.attachments[Int32(own.attachment)],
        let top = vertical.start(of: layout.height, box.margin.top, box.margin.bottom)
      else { continue }
      // A box in front of all else in the block is where the row before the block ends. In a block
      // without rows, its line is where the block's content would be.
      let rowTop =
        tops.isEmpty
        ? -own.lineTop
        : own.row >= first ? tops[own.row - first] : tops[0] - rows[first].gap.total
      let distance = top - above - rowTop - own.lineTop
      // The block goes on over pages.
      guard abs(distance) < pageHeight.rawValue else {
        let isDivided =
          geometry.stretchedBoxes[area]?.contains(Int32(own.attachment)) ?? false
        if !isDivided { reportUnplaced(own.attachment) }
        continue
      }
      let move = layout.translation(of: box, around: side.room)
      setLines.attachments[Int32(own.attachment)]?.float?.y = distance + move.y
    }
  }

  /// Places a box of a table between the sides of a block around the table.
  private mutating func placeAcross(_ own: InlinePositioned, in area: Int32) {
    let box = text.attachments[own.attachment].style.box
    let (start, side) = horizontal(box, in: area)
    guard let layout = setLines.attachments[Int32(own.attachment)] else { return }
    let x = side.start(
      of: layout.width, box.margin.left, box.margin.right, fromEnd: isRightToLeft(area))
    let place = x.map { start + $0 - setLines.lines[own.line].x } ?? layout.float?.x ?? 0
    let move = layout.translation(of: box, around: side.room)
    setLines.attachments[Int32(own.attachment)]?.float?.x = place + move.x
  }

  /// The distances of the rows from the top of a block's content, and the height of all of it.
  /// - Parameter first: the first row of the block.
  private mutating func tops(from first: Int, in area: Int32) -> (tops: [Int], height: Int) {
    guard first < rows.count else { return ([], 0) }
    // The space above the first row in the flow is measured from outside the block.
    let opener = rows[first...].firstIndex { !$0.isPositioned } ?? first
    let opening =
      geometry.opening(of: rows[opener].block, inside: area, containerWidth: width)
      + rows[opener].tableOpening
    var y = opening - rows[opener].gap.total
    var tops: [Int] = []
    for row in rows[first...] {
      tops.append(y + row.gap.total)
      if !row.isPositioned { y += row.gap.total + row.height }
    }
    return (tops, (rows[opener].isPositioned ? opening : y) + closing(of: area))
  }

  /// The height of what closes between the last row and the end of a block's content.
  private mutating func closing(of block: Int32) -> Int {
    guard lastBlock != block else { return 0 }
    return gapWithoutEdges(to: block).closing
  }
}
