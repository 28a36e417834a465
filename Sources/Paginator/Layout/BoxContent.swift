/// What a box out of the flow holds, once it is set: a float's content, a positioned box's.
struct BoxContent {
  /// From the content box's top left corner.
  var lines: [LineFragment] = []
  var boxes: [BoxFragment] = []
  let width: Int
  var height = 0
  var holdsPositioned = false
}

extension LineFragment {
  func moved(x: Int, y: Int) -> LineFragment {
    var line = self
    line.x += x
    line.usedX += x
    line.y += y
    return line
  }
}

extension Flow {
  /// Sets what a block holds in a flow of its own and stacks its rows.
  ///
  /// - Parameter shrinks: whether the box is as wide as its content rather than as its measure.
  mutating func content(
    of block: Int32, _ paragraphs: Range<Int>, measure: Int, shrinks: Bool
  ) throws -> BoxContent {
    var inner = Flow(setter: setter, width: measure, root: block)
    inner.placesOnPage = placesOnPage
    let firstLine = setter.lines.count
    var next = paragraphs.lowerBound
    while next < paragraphs.upperBound { next = try inner.append(next) }
    let end = inner.finish()
    let width = shrinks ? usedWidth(firstLine, measure, in: block) : measure
    var content = BoxContent(width: width)
    for row in inner.rows {
      let top = row.isAbsolute ? 0 : content.height + row.gap.total
      for line in Int(row.firstLine)..<Int(row.firstLine + row.lineCount) {
        var fragment = setter.lines[line].moved(x: 0, y: top)
        if !row.isPositioned { narrow(&fragment, by: measure - width) }
        content.lines.append(fragment)
      }
      for index in Int(row.firstBox)..<Int(row.firstBox + row.boxCount) {
        var box = inner.cellBoxes[index]
        box.y += top
        content.boxes.append(box)
      }
      if row.isPositioned {
        content.holdsPositioned = true
      } else {
        content.height = top + row.height
      }
    }
    content.height += end.closing + end.margin
    return content
  }

  /// How wide the content of a box is: its lines, and the blocks in it that have a width. On pages
  /// of fixed layout text that is broken takes all the width there is (CSS 2, section 10.3.7);
  /// a float among text that flows is better as narrow as its lines.
  private func usedWidth(_ firstLine: Int, _ measure: Int, in box: Int32) -> Int {
    if placesOnPage, setter.lines[firstLine...].contains(where: isBroken) { return measure }
    var right = 0
    for line in setter.lines[firstLine...] {
      let end = line.x + line.width
      let isGiven = hasWidth(text.paragraphs[Int(line.paragraph)].block, within: box)
      right = max(right, isGiven ? end : min(end, line.x + line.usedWidth))
    }
    return min(measure, right)
  }

  /// Whether a line ends where nothing but its width ends it.
  private func isBroken(_ line: LineFragment) -> Bool {
    guard !line.flags.contains(.isLastOfParagraph), line.segmentCount > 0 else { return false }
    return setter.segments[Int(line.firstSegment + line.segmentCount) - 1].kind != .lineBreak
  }

  private func hasWidth(_ block: Int32, within outer: Int32) -> Bool {
    var current = block
    while current > outer {
      let inner = text.blocks[Int(current)]
      if !text.styles[Int(inner.style)].box.width.isAuto { return true }
      current = inner.parent
    }
    return false
  }

  /// Moves a line in a box that is narrower than what the line was set for.
  private func narrow(_ line: inout LineFragment, by narrowed: Int) {
    guard narrowed > 0 else { return }
    let style = text.styles[Int(text.paragraphs[Int(line.paragraph)].style)].text
    let isRight = line.flags.contains(.isRightToLeft)
    let shift: Int =
      switch style.align {
      case .center: narrowed / 2
      case .right: narrowed
      case .end: isRight ? 0 : narrowed
      case .start: isRight ? narrowed : 0
      default: 0
      }
    line.usedX -= shift
    line.width = max(0, line.width - narrowed)
  }
}
