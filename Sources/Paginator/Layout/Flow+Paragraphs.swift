/// Paragraphs of text among the rows of a flow.
extension Flow {
  /// Appends the lines of a paragraph, with the space above them.
  mutating func appendParagraph(_ index: Int, from: Int?) throws {
    let block = text.paragraphs[index].block
    var frame = try frame(ofParagraph: index, from: from)
    closeSized(before: block)
    var gap = gap(above: index, from: from)
    if let style = text.styles.isEmpty
      ? nil : text.styles[Int(text.paragraphs[index].style)].paragraph
    {
      frame.indent(by: style, isRightToLeft: setter.shaper.isRightToLeft(index))
    }
    // A float in front of the first row of a block with a height is no part of that height.
    openSized(block)
    try moveBelowFloats(index, frame, &gap)
    let firstLine = setLines.lines.count
    try appendLines(of: index, from: from, frame, &gap)
    try placePositioned(in: index, from: firstLine)
    reserveEdges(after: index, from: block)
    reportWideBox(around: block, linesFrom: firstLine)
  }

  /// The frame of a paragraph's block, below the floats beside which there is too little room for
  /// reading.
  private mutating func frame(ofParagraph index: Int, from: Int?) throws -> BlockFrame {
    let block = text.paragraphs[index].block
    if from == nil, floatsLag(after: index) { clearFloats(before: block) }
    try resolveWidths(around: block, first: index)
    try widenNarrowShares(around: block, first: index)
    let frame = geometry.frame(of: block, containerWidth: width)
    if !floats.isEmpty || !pendingFloats.isEmpty,
      let missing = try missingRoom(for: index, in: frame), !missing.hasNone
    {
      clearFloats(before: block, room: (missing.width, frame))
    }
    if frame.taken > 0 {
      limitHanging(of: index, in: frame)
      findMarginLabel(of: index, in: frame)
    }
    return frame
  }

  /// The space above a paragraph. The floats that wait are placed in it.
  private mutating func gap(above index: Int, from: Int?) -> Gap {
    let block = text.paragraphs[index].block
    let last = lastBlock
    let empty = geometry.emptyBlocks
    var gap = from == nil ? openGap(to: block) : Gap()
    lastBlock = block
    if from == nil, index > 0, isShapedHeading(index - 1), !isShapedHeading(index) {
      gap.avoidsBreak = true
    }
    if from == nil, !text.paragraphsFollowText,
      isKeptBlank(index - 1) || isMarkerAlone(index - 1, before: block)
    {
      gap.avoidsBreak = true
    }
    if from == nil, text.paragraphsFollowText || setter.hooks != nil {
      addParagraphSpacing(to: &gap, before: index)
    }
    if !pendingFloats.isEmpty {
      geometry.emptyBlocks = empty
      placeFloats(above: &gap, after: last, before: block)
      geometry.emptyBlocks.removeAll()
    }
    floats.advance(by: gap.total)
    return gap
  }

  /// Whether a paragraph is an empty line that is kept with what is before it: a heading is kept with the
  /// text below that line.
  private func isKeptBlank(_ index: Int) -> Bool {
    guard let last = rows.last, index >= 0, Int(last.paragraph) == index, last.lineInParagraph < 2
    else { return false }
    let first = rows[rows.count - 1 - Int(last.lineInParagraph)]
    // Beside floats, a gap is no place for a break because of these.
    return first.gap.avoidsBreak && !first.gap.isBesideFloats && text.isBlank(index)
  }

  /// Whether a paragraph is only the marker of a list item, inside the item, whose text is in a block
  /// below it.
  private func isMarkerAlone(_ index: Int, before block: Int32) -> Bool {
    guard index >= 0 else { return false }
    let paragraph = text.paragraphs[index]
    return paragraph.block >= 0 && text.isBlock(block, inside: paragraph.block)
      && text.box(of: paragraph.block).isListItem && text.isGenerated(index)
  }

  /// Sets the lines of a paragraph: around the obstacles of a container, next to its own floats, or next
  /// to those before it.
  private mutating func appendLines(
    of index: Int, from: Int?, _ frame: BlockFrame, _ gap: inout Gap
  ) throws {
    let paragraph = text.paragraphs[index]
    let firstLine = setLines.lines.count
    if let shape {
      let (shaped, bands) = try setter.setShaped(
        request(index, from: from, x: frame.x, width: frame.width), frame: frame, in: shape,
        below: shape.height(of: gap))
      setLines.append(shaped)
      try placeMarkers(paragraph, firstLine)
      appendBands(bands, from: firstLine, index, paragraph.block, gap)
    } else if let own = inlineFloats(of: index, from: from),
      try appendBesideOwn(own, index, from: from, frame, gap)
    {
      try placeMarkers(paragraph, firstLine)
    } else {
      passFloats(in: &gap)
      try setBesideFloats(index, from: from, frame, &gap)
      try fitTallImages(of: index, from: from, firstLine: firstLine, frame, gap)
      try placeMarkers(paragraph, firstLine)
      makeRoomForMarkers(of: paragraph, firstLine)
      let firstRow = rows.count
      appendRows(from: firstLine, index, paragraph.block, gap)
      hangEmptyLines(from: firstRow)
      passFloats(from: firstRow)
    }
  }

  /// Makes a first line hang less if it would begin outside of the container because `measure-min` took
  /// the margins into which it hangs.
  private mutating func limitHanging(of index: Int, in frame: BlockFrame) {
    let style = text.styles[Int(text.paragraphs[index].style)].text
    guard !style.isRightToLeft else { return }
    let start = frame.x + style.indent.resolved(against: Length(rawValue: frame.width)).rawValue
    let least = min(0, start + frame.taken)
    if start < least { lessHanging[index] = least - start }
  }

  /// Adds the space between two paragraphs that paragraph styles and hooks ask for (TextKit adds
  /// the spaces up; margins collapse).
  private func addParagraphSpacing(to gap: inout Gap, before index: Int) {
    guard index > 0 else { return }
    let paragraph = text.paragraphs[index]
    let previous = text.paragraphs[index - 1]
    if let style = text.styles[Int(paragraph.style)].paragraph {
      gap.margin += style.paragraphSpacingBefore.rawValue
      gap.forcesBreak = style.breaksPageBefore
    }
    if let style = text.styles[Int(previous.style)].paragraph {
      gap.margin += style.paragraphSpacing.rawValue
      gap.avoidsBreak = gap.avoidsBreak || style.keepsWithNext
      gap.forcesBreak = gap.forcesBreak || style.breaksPageAfter
    }
    if setter.endsContainer(after: Int(previous.start)..<Int(previous.end)) {
      gap.forcesBreak = true
    }
    if let hooks = setter.hooks {
      gap.margin += hooks.spacing(before: paragraph) + hooks.spacing(after: previous)
    }
  }

  mutating func appendRows(
    from firstLine: Int, _ paragraph: Int, _ block: Int32, _ gap: Gap
  ) {
    let count = setLines.lines.count - firstLine
    let beginsEmptyBox = text.isEmptyBox(paragraph)
    for offset in 0..<count {
      var own = offset == 0 ? gap : Gap()
      keepPicturesApart(at: firstLine + offset, below: own)
      let line = setLines.lines[firstLine + offset]
      if offset > 0, setter.hooks != nil {
        let before = setLines.lines[firstLine + offset - 1]
        own.forcesBreak = setter.endsContainer(after: Int(before.start)..<Int(before.end))
      }
      rows.append(
        Row(
          firstLine: Int32(firstLine + offset), lineCount: 1,
          height: line.height + line.y, paragraph: Int32(paragraph),
          lineInParagraph: Int32(offset), linesInParagraph: Int32(count), block: block,
          gap: own, beginsEmptyBox: beginsEmptyBox))
    }
  }

  private mutating func appendBands(
    _ bands: [ParagraphSetter.Band], from firstLine: Int, _ paragraph: Int, _ block: Int32,
    _ gap: Gap
  ) {
    for (number, band) in bands.enumerated() {
      var own = number == 0 ? gap : Gap()
      own.opening += band.skipped
      rows.append(
        Row(
          firstLine: Int32(firstLine + band.firstLine), lineCount: Int32(band.count),
          height: band.height,
          paragraph: Int32(paragraph), lineInParagraph: Int32(number),
          linesInParagraph: Int32(bands.count), block: block, gap: own, isBand: true))
    }
  }
}
