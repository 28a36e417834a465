/// Relatively positioned inline elements as the containing blocks of positioned boxes in them (CSS 2,
/// section 10.1): from the padding edge of their first line to that of their last one.
extension Flow {
  /// An inline element that positioned boxes refer to, by its edges in `AttributedText.inlineEdges`.
  private struct InlineArea {
    let start: Int
    let end: Int
  }

  /// A place on the lines of a paragraph: from its left end, and from the top of the line.
  private struct PlaceInLine {
    let line: Int
    let x: Int
    let y: Int
  }

  /// Places a positioned box whose offsets refer to an inline element around it.
  ///
  /// - Parameters:
  ///   - layout: its content.
  ///   - firstLine: the first line of the paragraph.
  /// - Returns: false if there is no such element. That of a text from right to left counts as none.
  mutating func placeInInline(
    _ number: Int, _ layout: AttachmentLayout, inLine line: Int, from firstLine: Int
  ) throws -> Bool {
    let fragment = setLines.lines[line]
    guard !fragment.flags.contains(.isRightToLeft),
      let area = inlineArea(around: text.attachments[number].offset, in: fragment.paragraph),
      let (first, last) = corners(of: area, in: firstLine..<setLines.lines.count)
    else { return false }
    let box = text.attachments[number].style.box
    let top = first.y - distance(from: first.line, to: line)
    let bottom = last.y + distance(from: line, to: last.line)
    let side = PositionedSide(
      box.offsets.left, box.offsets.right, room: max(0, last.x - first.x))
    let vertical = PositionedSide(
      box.offsets.top, box.offsets.bottom, room: max(0, bottom - top))
    try resize(number, side, vertical)
    let layout = setLines.attachments[Int32(number)] ?? layout
    // Without an offset, it is where the text in front of it ends; a block, on a line below that text.
    let textBefore = Self.widthBefore(
      text.attachments[number].offset, in: setLines.segments(of: fragment))
    let isBlock = box.isInlineByItself != true
    let staticX = isBlock ? 0 : fragment.usedX - fragment.x + textBefore
    let staticY =
      isBlock
      ? (textBefore > 0 ? fragment.height : 0)
      : fragment.baseline - layout.firstBaseline(box, side.room)
    let style = text.styles[Int(text.inlineEdges[area.start].style)].text
    let x = side.start(of: layout.width, box.margin.left, box.margin.right)
    let y = vertical.start(of: layout.height, box.margin.top, box.margin.bottom)
    setLines.attachments[Int32(number)]?.float = FloatPlace(
      x: (x.map { first.x + $0 } ?? staticX) + style.inlineShift.rawValue,
      y: (y.map { top + $0 } ?? staticY) - (style.inlineRise?.rawValue ?? 0), isFromPage: false)
    return true
  }

  /// The innermost relatively positioned inline element around an offset.
  private func inlineArea(around offset: Int32, in paragraph: Int32) -> InlineArea? {
    let edges = text.inlineEdges
    var open: [Int] = []
    var next = edges.partitioningIndex { $0.paragraph >= paragraph }
    while next < edges.count, edges[next].paragraph == paragraph, edges[next].offset <= offset {
      if edges[next].isStart { open.append(next) } else { _ = open.popLast() }
      next += 1
    }
    while let inner = open.popLast() {
      // Its end is the one that closes no box which begins behind the offset.
      var depth = 1
      while next < edges.count, edges[next].paragraph == paragraph {
        depth += edges[next].isStart ? 1 : -1
        if depth == 0 { break }
        next += 1
      }
      guard next < edges.count, edges[next].paragraph == paragraph else { return nil }
      if text.styles[Int(edges[inner].style)].box.position == .relative {
        return InlineArea(start: inner, end: next)
      }
      next += 1
    }
    return nil
  }

  /// The top left and the bottom right corner of the padding box.
  private func corners(
    of area: InlineArea, in lines: Range<Int>
  ) -> (first: PlaceInLine, last: PlaceInLine)? {
    let (start, end) = (text.inlineEdges[area.start], text.inlineEdges[area.end])
    guard let first = Self.line(holding: start.offset, in: setLines.lines[lines]),
      let last = setLines.lines[lines].firstIndex(where: {
        $0.start <= end.offset && end.offset <= $0.end
      })
    else { return nil }
    let box = text.styles[Int(start.style)].box
    let metrics = setter.metrics[Int(start.style)]
    let rise = metrics.shift
    let left =
      start.isContinued == true
      ? 0 : box.margin.left.length.rawValue + box.border.left.width.rawValue
    let above = metrics.ascent + box.padding.top.length.rawValue
    let below = metrics.descent + box.padding.bottom.length.rawValue
    let right = box.margin.right.length.rawValue + box.border.right.width.rawValue
    return (
      PlaceInLine(
        line: first, x: x(of: area.start, inLine: first) + left,
        y: setLines.lines[first].baseline - rise - above),
      PlaceInLine(
        line: last, x: x(of: area.end, inLine: last) - right,
        y: setLines.lines[last].baseline - rise + below)
    )
  }

  /// Where an edge is in its line: before what begins there for a start, behind the element's content,
  /// its own edge included, for an end.
  private func x(of edge: Int, inLine line: Int) -> Int {
    let fragment = setLines.lines[line]
    var width = fragment.usedX - fragment.x
    for segment in setLines.segments(of: fragment) {
      if segment.kind == .edge, Int(segment.word) == edge {
        return width + (text.inlineEdges[edge].isStart ? 0 : segment.width)
      }
      width += segment.width
    }
    return width
  }

  /// How far the top of a line is below that of another one of the same paragraph.
  private func distance(from first: Int, to last: Int) -> Int {
    if first > last { return -distance(from: last, to: first) }
    let row = rows.count - setLines.lines.count
    var sum = setLines.lines[last].y - setLines.lines[first].y
    for line in first..<last where row + line >= 0 {
      sum += rows[row + line].height + rows[row + line + 1].gap.total
    }
    return sum
  }
}
