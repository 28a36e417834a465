/// Positioned boxes (CSS 2, section 9.6).
extension Flow {
  // MARK: Pages that flow

  /// Whether a positioned block stays in the flow with its height: where it holds tables, these and the text around
  /// them would not be at the same place.
  mutating func staysWhole(_ block: Int32) -> Bool {
    if let known = wholePositioned[block] { return known }
    let holdsTable = text.descendants(of: block).contains { text.blocks[Int($0)].kind == .table }
    wholePositioned[block] = holdsTable
    return holdsTable
  }

  /// A positioned block, or the paragraph of a positioned box between two blocks, stays at the current
  /// point of the flow, below the margin there, moved by its offset from the left; it takes no height.
  /// Text outside the page is kept but not drawn.
  mutating func appendInFlow(_ index: Int, in block: Int32) throws {
    let box = text.box(of: block)
    let frame = geometry.frame(of: text.paragraphs[index].block, containerWidth: width)
    let firstLine = setLines.lines.count
    var shift = 0
    if !box.offsets.left.isAuto {
      shift = box.offsets.left.resolved(against: Length(rawValue: width)).rawValue
    }
    setLines.append(try setter.set(request(index, x: frame.x + shift, width: frame.width)))
    if positioned.block != block {
      closeSized(before: text.blocks[Int(block)].parent)
      positioned = (block, gapWithoutEdges(to: text.blocks[Int(block)].parent).total)
    }
    for line in firstLine..<setLines.lines.count {
      if frame.x + shift + frame.width <= 0 || shift >= width {
        setLines.lines[line].flags.insert(.isOffPage)
      }
      setLines.lines[line].y = positioned.y
      positioned.y += setLines.lines[line].height
    }
    appendRows(from: firstLine, index, rows.last?.block ?? root, Gap())
    for row in rows.count - (setLines.lines.count - firstLine)..<rows.count {
      rows[row].isPositioned = true
      rows[row].height = 0
    }
    try placePositioned(in: index, from: firstLine)
  }

  // MARK: Pages of fixed layout

  /// The area to which the offsets of a positioned box refer: the page, or the padding box of the
  /// nearest positioned box around it (CSS 2, section 10.1).
  private struct Area {
    var x: Int
    var y: Int
    var width: Int
    /// Nil if it depends on the content.
    var height: Int?
  }

  /// Sets a positioned block, with all its content, at its distances from the edges of the area
  /// around it.
  ///
  /// - Returns: the paragraph after it.
  mutating func appendPlaced(_ block: Int32, first: Int) throws -> Int {
    let paragraphs = paragraphs(of: block, from: first)
    let area = area(around: block)
    let around = Length(rawValue: area.width)
    // Percentages refer to the area, not to what the offsets leave of it.
    let box = text.box(of: block).withLengths(of: around)
    func side(_ dimension: Dimension) -> Int? {
      dimension.isAuto ? nil : dimension.resolved(against: around).rawValue
    }
    let left = side(box.offsets.left)
    let right = side(box.offsets.right)
    let outer = BlockFrame(
      x: area.x + (left ?? 0), width: max(0, area.width - (left ?? 0) - (right ?? 0)),
      borderX: area.x, borderWidth: area.width)
    let frame = BlockGeometry.frame(box, in: outer)
    // An image has its own size, whatever the offsets leave (CSS 2, sections 10.3.8 and 10.6.5).
    let isImage = isBlockOfImage(block, first)
    let shrinks = box.width.isAuto && (left == nil || right == nil || isImage)
    let margins = box.margins(against: around)
    let edges = box.edges(against: around)
    let vertical = PositionedSide(
      .vertical, box.offsets.top, box.offsets.bottom, room: area.height ?? 0)
    let asked = resolved(box.height, area.height.map { Length(rawValue: $0) })
      .map { box.contentSize($0, edges: edges.vertical) }
    // Offsets from both edges stretch a box without a height of its own (CSS 2, section 10.6.4).
    let stretched =
      isImage || box.heightIsOfContent == true
      ? nil : vertical.stretched.map { max(0, $0 - margins.vertical - edges.vertical) }
    let given = asked ?? (area.height == nil || !box.height.isAuto ? nil : stretched)
    let content = try content(
      of: block, paragraphs, measure: isImage && shrinks ? area.width : frame.width,
      shrinks: shrinks, height: given)
    var x = frame.x
    if isImage {
      let horizontal = PositionedSide(
        .horizontal, box.offsets.left, box.offsets.right, room: area.width)
      let size = content.width + margins.horizontal
      horizontal.start(of: size, box.margin.left, box.margin.right).map {
        x = area.x + $0 + margins.left
      }
    } else if left == nil, let right {
      // If only `right` is given, the box is placed by its right side.
      x = area.x + area.width - right - margins.right - edges.right - content.width
    }
    let height =
      given ?? box.heightByRatio(content: content.height, width: content.width, edges: edges)
    let size = height + edges.vertical + margins.vertical
    let top = vertical.start(of: size, box.margin.top, box.margin.bottom).map {
      area.y + $0 + margins.top
    }
    let move =
      box.translation?.resolved(
        width: content.width + edges.horizontal, height: height + edges.vertical) ?? (x: 0, y: 0)
    let y = (top ?? margins.top) + edges.top + move.y
    append(content, of: block, at: (x + move.x, y), height: height, edges: edges)
    rows[rows.count - 1].isAbsolute = top != nil
    rows[rows.count - 1].paragraph = Int32(first)
    return paragraphs.upperBound
  }

  /// Whether a block is that of a block-level image, which alone is in it.
  private func isBlockOfImage(_ block: Int32, _ paragraph: Int) -> Bool {
    guard text.paragraphs[paragraph].block == block else { return false }
    let attachments = text.attachments[setter.attachments(in: text.paragraphs[paragraph])]
    return attachments.count == 1
      && attachments.allSatisfy { $0.isImage && !$0.hasOwnMargins }
  }

  private mutating func append(
    _ content: BoxContent, of block: Int32, at origin: (x: Int, y: Int), height: Int,
    edges: BoxInsets
  ) {
    let lines = setLines.append(content.setLines.moved(x: origin.x, y: origin.y))
    let firstBox = cellBoxes.count
    if geometry.isDrawn(block) {
      cellBoxes.append(
        BoxFragment(
          block: block, x: origin.x - edges.left, y: origin.y - edges.top,
          width: content.width + edges.horizontal, height: height + edges.vertical, hasTop: true,
          hasBottom: true))
    }
    for var box in content.boxes {
      box.x += origin.x
      box.y += origin.y
      cellBoxes.append(box)
    }
    var row = Row(
      firstLine: Int32(lines.lowerBound), lineCount: Int32(lines.count), height: 0,
      paragraph: 0, block: rows.last?.block ?? text.blocks[Int(block)].parent, gap: Gap())
    row.firstBox = Int32(firstBox)
    row.boxCount = Int32(cellBoxes.count - firstBox)
    row.isPositioned = true
    rows.append(row)
  }

  /// The area of the nearest positioned box around a block, in this flow's coordinates.
  private mutating func area(around block: Int32) -> Area {
    for outer in text.blocks(around: text.blocks[Int(block)].parent, within: root) {
      let box = text.box(of: outer)
      if box.position == .relative { return area(of: outer, box) }
    }
    guard root >= 0 else {
      return Area(x: 0, y: 0, width: width, height: pageHeight.rawValue)
    }
    // The flow's own box: its content begins where the flow does.
    let box = text.box(of: root)
    return padded(
      Area(x: 0, y: 0, width: width, height: heightOfRoot ?? definiteHeight(box)), box)
  }

  /// The area of a relatively positioned block of the flow.
  private mutating func area(of block: Int32, _ box: BoxProperties) -> Area {
    let frame = geometry.frame(of: block, containerWidth: width)
    var y = 0
    for row in rows where !row.isPositioned {
      y += row.gap.total
      if text.isBlock(row.block, inside: block) { break }
      y += row.height
    }
    return padded(Area(x: frame.x, y: y, width: frame.width, height: definiteHeight(box)), box)
  }

  /// A content box extended by its padding.
  private func padded(_ content: Area, _ box: BoxProperties) -> Area {
    let padding = box.padding(against: Length(rawValue: content.width))
    return Area(
      x: content.x - padding.left, y: content.y - padding.top,
      width: content.width + padding.horizontal,
      height: content.height.map { $0 + padding.vertical })
  }

  /// The content height that a box asks for.
  private func definiteHeight(_ box: BoxProperties) -> Int? {
    guard let height = box.height.definite else { return nil }
    let edges = box.edges(against: Length(rawValue: width)).vertical
    return box.contentSize(height.rawValue, edges: edges)
  }
}

extension BoxProperties {
  /// The box with lengths in place of percentages of a width.
  fileprivate func withLengths(of width: Length) -> BoxProperties {
    var box = self
    for property in BoxRoom.widths + BoxRoom.margins where box[keyPath: property].fraction != 0 {
      box[keyPath: property] = Dimension(length: box[keyPath: property].resolved(against: width))
    }
    return box
  }
}
