/// A floated box after it is set, with the width and height that it takes from the lines next to
/// it.
struct FloatLayout {
  enum Side { case left, right }

  let side: Side
  /// The margin box.
  let width: Int
  let height: Int
  /// Indices into the setter's lines, which are placed from the margin box's top left corner.
  let lines: Range<Int>
  let boxes: [BoxFragment]
}

/// The floats next to the present lines, and how far down they still reach.
struct ActiveFloats {
  struct Edge {
    /// The edge of the float that faces the text, in the container.
    var x: Int
    /// The height that is left below the current point of the flow.
    var height: Int
  }

  private(set) var left: Edge?
  private(set) var right: Edge?

  var isEmpty: Bool { left == nil && right == nil }
  var height: Int { max(left?.height ?? 0, right?.height ?? 0) }

  func holds(_ side: FloatLayout.Side) -> Bool {
    side == .left ? left != nil : right != nil
  }

  /// Adds a float next to others of its side: lines keep clear of all of them down to the lowest
  /// bottom.
  ///
  /// - Parameter x: the left edge of the float, in the container.
  mutating func add(_ side: FloatLayout.Side, x: Int, width: Int, height: Int) {
    if side == .left {
      left = Edge(x: x + width, height: max(height, left?.height ?? 0))
    } else {
      right = Edge(x: x, height: max(height, right?.height ?? 0))
    }
  }

  /// Reduces the remaining heights as the flow moves down.
  mutating func advance(by height: Int) {
    func passed(_ edge: Edge?) -> Edge? {
      guard var edge, edge.height > height else { return nil }
      edge.height -= height
      return edge
    }
    left = passed(left)
    right = passed(right)
  }

  /// The places of the first lines of a paragraph, as far down as there are floats next to them.
  func lines(in frame: BlockFrame, lineHeight: Int) -> [(x: Int, width: Int)] {
    guard lineHeight > 0 else { return [] }
    let count = (height + lineHeight - 1) / lineHeight
    return (0..<count).map { line in
      let top = line * lineHeight
      let start = left.flatMap { $0.height > top ? $0.x : nil }.map { max($0, frame.x) } ?? frame.x
      let end = frame.x + frame.width
      let stop = right.flatMap { $0.height > top ? $0.x : nil }.map { min($0, end) } ?? end
      return (start, stop - start)
    }
  }
}

extension Flow {
  /// The smallest measure of lines next to a float, in ems; narrower ones are hard to read.
  private static let leastMeasure = 5

  /// Sets a floated block at the side of the text that follows (CSS 2, section 9.5). A float that
  /// is nearly as high as a page is set as a block.
  ///
  /// - Returns: the paragraph after it.
  mutating func appendFloat(_ block: Int32, first: Int) throws -> Int {
    let paragraphs = paragraphs(of: block, from: first)
    let frame = geometry.frame(of: text.blocks[Int(block)].parent, containerWidth: width)
    let box = text.styles[Int(text.blocks[Int(block)].style)].box
    let side: FloatLayout.Side = box.float == "right" ? .right : .left
    let firstLine = setter.lines.count
    let firstSegment = setter.segments.count
    guard let float = try layOut(block, paragraphs, side: side, in: frame),
      float.height < setter.pageHeight.rawValue * 3 / 4
    else {
      setter.lines.removeSubrange(firstLine...)
      setter.segments.removeSubrange(firstSegment...)
      let start = Int(text.paragraphs[first].start)
      setter.findings.report(
        .unsupportedLayout,
        "a float that would take most of a page, or holds what is placed on one, is set as a block: \"\(text.excerpt(at: start))\"",
        atText: start)
      return try appendAsBlock(paragraphs)
    }
    // Consecutive floats are placed side by side while there is room.
    let waiting = pendingFloats.reduce(0) { $0 + $1.0.width }
    let isFull = waiting > 0 && waiting + float.width > frame.width
    if floats.holds(side) || box.clear != "none" || isFull {
      clearFloats(before: text.blocks[Int(block)].parent)
    }
    pendingFloats.append((float, first, block))
    return paragraphs.upperBound
  }

  /// Whether the lines of a paragraph would be too narrow next to the pending floats and those that
  /// still reach down to it.
  func isCrowded(_ index: Int, in frame: BlockFrame) throws -> Bool {
    let paragraph = text.paragraphs[index]
    guard paragraph.start < paragraph.end else { return false }
    let taken = pendingFloats.reduce(0) { $0 + $1.0.width }
    let beside = floats.lines(in: frame, lineHeight: max(1, floats.height)).first?.width
    let room = (beside ?? frame.width) - taken
    let style = text.styles[Int(paragraph.style)].text
    if room >= Self.leastMeasure * style.font.size.rawValue { return false }
    // Justified text is hard to read there; other text is acceptable if its words fit.
    if style.align == .justify || room <= 0 { return true }
    return try setter.narrowest(index)[WordDivision.none.rawValue] > room
  }

  /// - Parameter from: a text offset inside the first paragraph to begin at.
  mutating func appendAsBlock(_ paragraphs: Range<Int>, from: Int? = nil) throws -> Int {
    clearFloats()
    setsFloatsAsBlocks = true
    defer { setsFloatsAsBlocks = false }
    var next = try append(paragraphs.lowerBound, from: from)
    while next < paragraphs.upperBound { next = try append(next) }
    return next
  }

  /// Sets the content of a float, with its own width or as wide as its content needs.
  private mutating func layOut(
    _ block: Int32, _ paragraphs: Range<Int>, side: FloatLayout.Side, in frame: BlockFrame
  ) throws -> FloatLayout? {
    let box = text.styles[Int(text.blocks[Int(block)].style)].box
    let around = Length(rawValue: frame.width)
    func resolved(_ dimension: Dimension) -> Int { dimension.resolved(against: around).rawValue }
    let edges =
      resolved(box.padding.left) + resolved(box.padding.right) + box.border.left.width.rawValue
      + box.border.right.width.rawValue
    let margins = resolved(box.margin.left) + resolved(box.margin.right)
    let available = max(0, frame.width - edges - margins)
    var asked: Int?
    if !box.width.isAuto { asked = resolved(box.width) - (box.sizesBorderBox ? edges : 0) }
    let content = try content(
      of: block, paragraphs, measure: min(available, max(0, asked ?? available)),
      shrinks: asked == nil)
    guard !content.holdsPositioned else { return nil }
    let left =
      resolved(box.margin.left) + box.border.left.width.rawValue + resolved(box.padding.left)
    var y =
      resolved(box.margin.top) + box.border.top.width.rawValue + resolved(box.padding.top)
    let placedBoxes = content.moved(x: left, y: y).boxes
    let firstPlaced = setter.lines.count
    setter.lines += content.lines.map { $0.moved(x: left, y: y) }
    y += content.height
    let top = resolved(box.margin.top)
    let parent = text.blocks[Int(block)].parent
    if let asked = self.resolved(
      box.height, box.height.fraction == 0 ? nil : definiteHeight(of: parent))
    {
      let above =
        box.sizesBorderBox ? 0 : box.border.top.width.rawValue + resolved(box.padding.top)
      let below =
        box.sizesBorderBox ? box.border.bottom.width.rawValue + resolved(box.padding.bottom) : 0
      // Higher content overflows.
      y = top + max(0, above + asked - below)
    }
    y += resolved(box.padding.bottom) + box.border.bottom.width.rawValue
    let fragment = BoxFragment(
      block: block, x: resolved(box.margin.left), y: top, width: content.width + edges,
      height: y - top, hasTop: true, hasBottom: true)
    return FloatLayout(
      side: side, width: content.width + edges + margins, height: y + resolved(box.margin.bottom),
      lines: firstPlaced..<setter.lines.count,
      boxes: (geometry.isDrawn(block) ? [fragment] : []) + placedBoxes)
  }

  // MARK: Next to the text that follows

  /// Appends the rows of the floats that wait for text next to them.
  ///
  /// - Parameters:
  ///   - gap: the gap above the text; its edges remain the text's.
  ///   - last: the block of the previous row.
  mutating func placeFloats(above gap: inout Gap, after last: Int32) {
    let above = gapAbove(gap, after: last)
    var taken = (left: 0, right: 0)
    for (float, paragraph, block) in pendingFloats {
      let outer = geometry.frame(of: text.blocks[Int(block)].parent, containerWidth: width)
      let x =
        float.side == .left
        ? outer.x + taken.left : outer.x + outer.width - taken.right - float.width
      if float.side == .left { taken.left += float.width } else { taken.right += float.width }
      for line in float.lines {
        setter.lines[line].x += x
        setter.lines[line].usedX += x
      }
      let own = above
      var row = Row(
        firstLine: Int32(float.lines.lowerBound), lineCount: Int32(float.lines.count), height: 0,
        paragraph: Int32(paragraph), block: text.blocks[Int(block)].parent, gap: own)
      row.isPositioned = true
      row.isFloat = true
      row.floatHeight = float.height
      row.firstBox = Int32(cellBoxes.count)
      row.boxCount = Int32(float.boxes.count)
      for var box in float.boxes {
        box.x += x
        cellBoxes.append(box)
      }
      rows.append(row)
      // The text next to a float must not be separated from it.
      gap.avoidsBreak = true
      floats.add(float.side, x: x, width: float.width, height: float.height)
    }
    pendingFloats.removeAll()
    floats.advance(by: max(0, gap.total - above.total))
  }

  /// The space above floats, without the margins and edges of blocks that open after them.
  private mutating func gapAbove(_ gap: Gap, after last: Int32) -> Gap {
    var above = gap
    if let (_, _, block) = pendingFloats.first, last != -2 || text.blocks[Int(block)].parent >= 0 {
      let count = edges.count
      let own = geometry.gap(
        from: last, to: text.blocks[Int(block)].parent, root: root, containerWidth: width,
        edges: &edges)
      edges.removeSubrange(count...)
      if own.total <= gap.total {
        above.closing = own.closing
        above.margin = own.margin
        above.opening = own.opening
      }
    }
    above.edgeCount = 0
    return above
  }

  /// Places floats after which their block has no text.
  mutating func settleFloats() {
    guard let (_, _, block) = pendingFloats.first else { return }
    let parent = text.blocks[Int(block)].parent
    closeSized(before: parent)
    // Without text, nothing else opens the blocks around the floats.
    if lastBlock != parent, let (_, paragraph, _) = pendingFloats.first {
      let gap = openGap(to: parent)
      lastBlock = parent
      openSized(parent)
      rows.append(
        Row(
          firstLine: Int32(setter.lines.count), lineCount: 0, height: 0,
          paragraph: Int32(paragraph), block: parent, gap: gap))
    }
    var gap = Gap()
    placeFloats(above: &gap, after: parent)
  }

  /// Continues below the floats, in the block that contains both the last row and the next one.
  mutating func clearFloats(before block: Int32 = -1) {
    settleFloats()
    guard !floats.isEmpty, let last = rows.last else { return }
    closeSized(before: block)
    var gap = Gap()
    let common = lastBlock >= 0 ? geometry.commonBlock(lastBlock, block) : lastBlock
    if common != lastBlock {
      gap = openGap(to: common)
      lastBlock = common
      floats.advance(by: gap.total)
    }
    gap.avoidsBreak = true
    rows.append(
      Row(
        firstLine: Int32(setter.lines.count), lineCount: 0, height: floats.height,
        paragraph: last.paragraph, block: common, gap: gap))
    floats = ActiveFloats()
  }

  /// Reduces the floats' remaining height by the space above a row, and keeps the row with them.
  mutating func passFloats(in gap: inout Gap) {
    guard !floats.isEmpty else { return }
    if !rows.isEmpty, !(rows.last?.isFloat ?? false) { floats.advance(by: gap.total) }
    gap.avoidsBreak = gap.avoidsBreak || !floats.isEmpty
  }

  /// Reduces the floats' remaining height by the rows next to them, and keeps these with them.
  mutating func passFloats(from firstRow: Int) {
    guard !floats.isEmpty else { return }
    for index in firstRow..<rows.count where !rows[index].isPositioned {
      if index > firstRow, !floats.isEmpty { rows[index].gap.avoidsBreak = true }
      floats.advance(by: rows[index].height + (index > firstRow ? rows[index].gap.total : 0))
    }
  }
}
