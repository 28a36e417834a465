/// A positioned box in a table or a float, whose offsets refer to a block around it that is not complete:
/// the cell, whose content moves with `vertical-align`, its row, or a block around the table (CSS 2, section
/// 10.1). Until it is placed, it is where it would be without offsets.
struct AwaitingBox {
  let attachment: Int
  /// The block to which its offsets refer; -1 for the page.
  let area: Int32
  /// Its line, as an index into the lines that it is with.
  var line: Int
}

extension Flow {
  /// The positioned block around the content of a cell, a caption or a float, or -1 for the page; nil for
  /// other flows, whose boxes wait for no block around them.
  func areaAround() -> Int32? {
    guard root >= 0 else { return nil }
    switch text.blocks[Int(root)].kind {
    case .cell, .table, .floating:
      return text.blocks(around: root).first { text.box(of: $0).position != .static } ?? -1
    default: return nil
    }
  }

  /// Leaves a box where its text would be until the block around the flow is complete.
  mutating func keepInPlace(
    _ number: Int, _ layout: AttachmentLayout, inLine line: Int, in area: Int32
  ) {
    let fragment = setLines.lines[line]
    let place = staticPlace(of: number, layout, in: fragment, room: width)
    setLines.attachments[Int32(number)]?.float = FloatPlace(
      x: place.x, y: fragment.height > 0 ? place.y : 0)
    setLines.awaiting.append(AwaitingBox(attachment: number, area: area, line: line))
  }

  /// Takes over the boxes of the last table or floats whose offsets refer to a block of this flow, or to the
  /// page.
  /// - Parameters:
  ///   - first: the first of them in `setLines`.
  ///   - firstRow: the first row in which they are.
  mutating func takeOver(awaitingFrom first: Int, rowsFrom firstRow: Int) {
    guard first < setLines.awaiting.count else { return }
    let boxes = setLines.awaiting[first...]
    setLines.awaiting.removeSubrange(first...)
    // Those of inner blocks are placed first.
    for box in boxes.sorted(by: { ($0.area, $0.attachment) < ($1.area, $1.attachment) }) {
      let own = rows[firstRow...]
      let row = own.partitioningIndex { Int($0.firstLine + $0.lineCount) > box.line }
      guard row < own.endIndex, own[row].lineRange.contains(box.line) else { continue }
      if box.area < 0 ? root < 0 : text.isBlock(box.area, inside: root) && isOwnArea(box.area) {
        inlinePositioned.append(
          InlinePositioned(
            attachment: box.attachment, area: box.area, row: row, line: box.line,
            lineTop: setLines.lines[box.line].y, awaitsX: true))
      } else {
        setLines.awaiting.append(box)
      }
    }
  }

  /// Whether a block at which the flow begins or which is in it is complete with the flow.
  private func isOwnArea(_ area: Int32) -> Bool {
    guard area == root else { return true }
    return text.blocks[Int(root)].kind == .floating
  }

  /// Places a box in height whose offsets refer to the first page.
  mutating func placeOnPage(_ box: InlinePositioned) throws {
    guard let top = topOfLine(box.line, inRow: box.row) else {
      return reportUnplaced(box.attachment)
    }
    let own = text.attachments[box.attachment].style.box
    let across = PositionedSide(
      .horizontal, own.offsets.left, own.offsets.right, room: setter.pageWidth ?? width)
    let down = PositionedSide(
      .vertical, own.offsets.top, own.offsets.bottom, room: pageHeight.rawValue)
    try resize(box.attachment, across, down)
    guard let layout = setLines.attachments[Int32(box.attachment)],
      let start = down.start(of: layout.height, own.margin.top, own.margin.bottom)
    else { return }
    let move = layout.translation(of: own, around: width)
    setLines.attachments[Int32(box.attachment)]?.float?.y = start - top + move.y
  }

  /// The boxes that wait, with their lines counted in the order of the rows.
  var awaitingInOrderOfRows: [AwaitingBox] {
    guard !setLines.awaiting.isEmpty else { return [] }
    var places: [Int: Int] = [:]
    for row in rows {
      for line in row.lineRange { places[line] = places.count }
    }
    return setLines.awaiting.compactMap { box in
      places[box.line].map {
        AwaitingBox(attachment: box.attachment, area: box.area, line: $0)
      }
    }
  }
}

extension FlowContext {
  /// Sizes a positioned box by the offsets that were found for it.
  func resize(
    _ number: Int, _ horizontal: PositionedSide, _ vertical: PositionedSide?,
    in setLines: inout SetLines
  ) throws {
    let attachment = setter.text.attachments[number]
    guard let known = setLines.attachments[Int32(number)],
      let sized = try setter.sized(
        positioned: attachment, known, horizontal, vertical, pageHeight: pageHeight)
    else { return }
    setLines.attachments[Int32(number)] = sized
    guard let nested = sized.nested else { return }
    setLines.findings.append(contentsOf: nested.findings, atText: Int(attachment.offset))
  }
}

extension AttachmentLayout {
  /// How far a box is moved by a share of its border box.
  func translation(of box: BoxProperties, around width: Int) -> (x: Int, y: Int) {
    guard let translation = box.translation else { return (0, 0) }
    let margins = box.margins(against: Length(rawValue: width))
    return translation.resolved(
      width: self.width - margins.horizontal, height: height - margins.vertical)
  }
}
