/// An inline element that positioned boxes refer to, by its edges in `AttributedText.inlineEdges`.
struct InlineArea {
  let start: Int
  let end: Int
}

/// The relatively positioned inline elements of a paragraph. It is asked from the beginning of the text to
/// its end, and reads every edge twice.
struct InlineAreas {
  private let text: AttributedText
  private var next: Int
  private let end: Int
  /// By the start of an element, its end.
  private var ends: [Int: Int] = [:]
  /// For each open element, the start of the innermost area that it is in or that it is.
  private var open: [Int?] = []

  init(_ text: AttributedText, in paragraph: Int32) {
    let edges = text.inlineEdges
    self.text = text
    next = edges.partitioningIndex { $0.paragraph >= paragraph }
    end = edges[next...].partitioningIndex { $0.paragraph > paragraph }
    for element in text.inlineElements(in: paragraph) { ends[element.start] = element.end }
  }

  /// The innermost area around an offset, which is not before the last one that was asked for.
  mutating func area(around offset: Int32) -> InlineArea? {
    while next < end, text.inlineEdges[next].offset <= offset {
      let edge = text.inlineEdges[next]
      if edge.isStart {
        let isArea = text.styles[Int(edge.style)].box.position == .relative
        open.append(isArea ? next : open.last ?? nil)
      } else {
        _ = open.popLast()
      }
      next += 1
    }
    guard let start = open.last ?? nil, let end = ends[start] else { return nil }
    return InlineArea(start: start, end: end)
  }
}

/// Relatively positioned inline elements as the containing blocks of positioned boxes in them (CSS 2,
/// section 10.1): from the padding edge of their first line to that of their last one.
extension Flow {
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
  /// - Returns: false in a text from right to left, where this is not done.
  mutating func placeInInline(
    _ number: Int, _ layout: AttachmentLayout, _ area: InlineArea, inLine line: Int,
    from firstLine: Int
  ) throws -> Bool {
    let fragment = setLines.lines[line]
    guard !fragment.flags.contains(.isRightToLeft),
      let (first, last) = corners(of: area, in: firstLine..<setLines.lines.count)
    else { return false }
    let box = text.attachments[number].style.box
    let top = first.y - distance(from: first.line, to: line)
    let bottom = last.y + distance(from: line, to: last.line)
    let side = PositionedSide(
      .horizontal, box.offsets.left, box.offsets.right, room: max(0, last.x - first.x))
    let vertical = PositionedSide(
      .vertical, box.offsets.top, box.offsets.bottom, room: max(0, bottom - top))
    // An annotation has its own width, whatever room its base leaves.
    if box.rubyPart == nil { try resize(number, side, vertical) }
    let layout = setLines.attachments[Int32(number)] ?? layout
    let inText = staticPlace(of: number, layout, in: fragment, room: side.room)
    let style = text.styles[Int(text.inlineEdges[area.start].style)].text
    let x = side.start(of: layout.width, box.margin.left, box.margin.right)
    let y = vertical.start(of: layout.height, box.margin.top, box.margin.bottom)
    let move = layout.translation(of: box, around: side.room)
    setLines.attachments[Int32(number)]?.float = FloatPlace(
      x: (x.map { first.x + $0 } ?? inText.x) + style.inlineShift.rawValue + move.x,
      y: (y.map { top + $0 } ?? inText.y) - (style.inlineRise?.rawValue ?? 0) + move.y,
      isFromPage: false)
    return true
  }

  /// The top left and the bottom right corner of the padding box.
  private func corners(
    of area: InlineArea, in lines: Range<Int>
  ) -> (first: PlaceInLine, last: PlaceInLine)? {
    let (start, end) = (text.inlineEdges[area.start], text.inlineEdges[area.end])
    let own = setLines.lines[lines]
    let first = own.partitioningIndex { $0.end > start.offset }
    let last = own.partitioningIndex { $0.end >= end.offset }
    guard first < own.endIndex, last < own.endIndex, own[first].start <= start.offset,
      own[last].start <= end.offset
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

  /// Where an edge is in its line: before what begins there for a start, after the element's content,
  /// its own edge included, for an end.
  private func x(of edge: Int, inLine line: Int) -> Int {
    let fragment = setLines.lines[line]
    var width = fragment.usedX - fragment.x
    var spaces = 0
    for segment in setLines.segments(of: fragment) {
      if segment.kind == .edge, Int(segment.word) == edge {
        return width + (text.inlineEdges[edge].isStart ? 0 : segment.width)
      }
      width += fragment.justifiedWidth(
        of: segment, &spaces,
        clusterCount: Int(setter.typesetter.shaper.words[Int(segment.word)].clusterCount))
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
