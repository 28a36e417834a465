/// Floats inside a paragraph's text (CSS 2, section 9.5.1): each is next to the line that its
/// position in the text is in, if there is room, otherwise below that line.
extension Flow {
  /// A float that has been placed.
  private struct Placed {
    /// Index into the text's attachments.
    let attachment: Int
    let side: FloatSide
    /// The line whose top is the float's top.
    let line: Int
    /// How far that line was moved down when the float was placed; nil if the float goes with the line,
    /// because text of the line is in front of it.
    let skip: Int?
    /// The left edge, in the container.
    let x: Int
    let width: Int
    let height: Int
    /// Whether the next lines begin below it, because they would be too narrow next to it.
    let clears: Bool
    /// The outline that lines go around, if it is not the margin box.
    let outline: FloatOutline?
  }

  /// A paragraph as it was set beside the floats placed so far.
  private struct Attempt {
    let set: SetLines
    /// The places of the first lines beside the margin boxes of the floats: outlines affect no other floats
    /// (CSS Shapes 1, section 2).
    let rects: [(x: Int, width: Int)]
    let known: LinesBesideFloats
  }

  /// - Parameter from: a text offset inside the paragraph to begin at.
  /// - Returns: nil if there are none, or if they are set in the lines like boxes.
  func inlineFloats(of index: Int, from: Int? = nil) -> [Int]? {
    guard !setsFloatsAsBlocks, shape == nil else { return nil }
    let own = setter.outOfFlow(in: text.paragraphs[index]).filter {
      text.attachments[$0].isFloat && Int(text.attachments[$0].offset) >= from ?? 0
    }
    return own.isEmpty ? nil : own
  }

  /// Sets a paragraph that contains floats. Floats are placed in the order of the text, and the
  /// paragraph is set again next to each. That may change the lines above, so the number of floats
  /// is limited.
  ///
  /// - Returns: false if a float and the line that it belongs to do not fit on one page; then nothing
  ///   is set.
  mutating func appendBesideOwn(
    _ own: [Int], _ index: Int, from: Int?, _ frame: BlockFrame, _ gap: Gap
  ) throws -> Bool {
    let paragraph = text.paragraphs[index]
    let lineHeight = setter.lineHeight(paragraph)
    var placed: [Placed] = []
    var request = request(index, from: from, x: frame.x, width: frame.width)
    request.placesFloats = true
    var tried = SetLines()
    var known = LinesBesideFloats(lineHeight: lineHeight, wraps: text.wraps(paragraph))
    var attempts = 0
    // The attempt before the last float was placed; nil if that float stays where it is.
    var earlier: Attempt?
    while true {
      let active = active(placed, known)
      request.beside = active.lines(in: frame, known, most: Self.mostLines)
      tried = try setter.set(request)
      if let last = placed.last, let before = earlier,
        isAboveItsLine(last, in: tried) || isInTheWay(last, in: tried, frame)
      {
        placed.removeLast()
        earlier = nil
        let moved = place(
          last.attachment, placed, in: before, frame, lineHeight, from: last.line + 1)
        placed.append(moved ?? last)
        continue
      }
      let rects =
        active.hasOutlines
        ? active.lines(in: frame, known, most: Self.mostLines, outlined: false) : request.beside
      let attempt = Attempt(set: tried, rects: rects, known: known)
      if placed.count < min(own.count, Self.mostFloats),
        let next = place(own[placed.count], placed, in: attempt, frame, lineHeight)
      {
        placed.append(next)
        earlier = attempt
        continue
      }
      attempts += 1
      guard attempts < Self.mostTries, known.learn(from: tried, beside: active, in: frame, setter)
      else { break }
    }
    for line in tried.lines.indices { tried.lines[line].y += known.skip(line) }
    for float in placed where !float.clears {
      let place = self.place(of: float, in: tried.lines[...], lineHeight: lineHeight)
      guard let place, place.y + float.height > pageHeight.rawValue else { continue }
      setLines.findings.report(
        .unsupportedLayout,
        "a float that does not fit on a page with the line before it is set in its line",
        atText: Int(text.attachments[float.attachment].offset))
      return false
    }
    hasInlineFloats = hasInlineFloats || !placed.isEmpty
    let firstLine = setLines.append(tried).lowerBound
    let firstRow = rows.count
    var gap = gap
    passFloats(in: &gap)
    appendRows(from: firstLine, index, paragraph.block, gap)
    keepPlaces(of: placed, firstLine: firstLine, firstRow: firstRow, lineHeight: lineHeight)
    return true
  }

  /// Whether earlier floats, which those of a paragraph clear, reach so far down that the text would
  /// be far above its floats, such as notes in the margin that are longer than their text.
  func floatsLag(after index: Int) -> Bool {
    guard floats.height > pageHeight.rawValue / 8, let own = inlineFloats(of: index) else {
      return false
    }
    return own.contains { float in
      floats.height(clearedBy: text.attachments[float].style.box.clear)
        > pageHeight.rawValue / 8
    }
  }

  /// The maximum number of floats in one paragraph: the paragraph is set again for each.
  private static let mostFloats = 64

  /// The floats before the paragraph and its own.
  private func active(_ placed: [Placed], _ known: LinesBesideFloats) -> ActiveFloats {
    var active = floats
    for float in placed where !float.clears {
      let own = known.skip(float.line)
      active.add(
        float.side, x: float.x, size: (float.width, float.height),
        y: known.top(ofLine: float.line) - own + (float.skip ?? own), outline: float.outline)
    }
    return active
  }

  private static let mostLines = 10_000

  /// Whether a float is above a line with text in front of it (CSS 2, section 9.5.1, rule 6): beside
  /// the float there is no room for the word that it is in.
  private func isAboveItsLine(_ float: Placed, in set: SetLines) -> Bool {
    let offset = text.attachments[float.attachment].offset
    guard let found = Self.line(holding: offset, in: set.lines[...]), found > float.line else {
      return false
    }
    return Self.widthBefore(offset, in: set.segments(of: set.lines[found])) > 0
  }

  /// Whether the line that a float is in, after other text, has no room for its content beside the
  /// float: then the float is below the line, which would otherwise take the float along.
  private func isInTheWay(_ float: Placed, in set: SetLines, _ frame: BlockFrame) -> Bool {
    guard float.skip == nil, float.line < set.lines.count else { return false }
    let line = set.lines[float.line]
    return line.flags.contains(.isOverfull) && line.width < frame.width
  }

  /// Finds the place of the next float.
  /// - Parameter least: the first line that it may be beside.
  /// - Returns: nil where its line is not among the lines that were set.
  private func place(
    _ attachment: Int, _ placed: [Placed], in attempt: Attempt, _ frame: BlockFrame,
    _ lineHeight: Int, from least: Int = 0
  ) -> Placed? {
    let (set, rects) = (attempt.set, attempt.rects)
    guard let layout = set.attachments[Int32(attachment)] else { return nil }
    let offset = text.attachments[attachment].offset
    guard let found = Self.line(holding: offset, in: set.lines[...]) else { return nil }
    let anchor = set.lines[found]
    let side: FloatSide =
      text.attachments[attachment].style.box.float == .right ? .right : .left
    func rect(_ line: Int) -> (x: Int, width: Int) {
      line < rects.count ? rects[line] : (frame.x, frame.width)
    }
    let clear = text.attachments[attachment].style.box.clear
    var line = max(
      least, first(found, offset, in: set, beside: layout.width, of: rect), placed.last?.line ?? 0,
      self.line(below: placed, clearedBy: clear, lineHeight))
    let before = Self.widthBefore(offset, in: set.segments(of: anchor))
    let used = before + text.indent(of: anchor)
    if line == found, used + layout.width > rect(line).width, before > 0 { line += 1 }
    while line < rects.count, rect(line).width < layout.width { line += 1 }
    var room = rect(line)
    let em = text.styles[Int(text.paragraphs[Int(anchor.paragraph)].style)].text.font.size.rawValue
    // A float beside which a wide block has hardly room for a letter has its lines for itself.
    let clears =
      !fitsContent && room.width - layout.width < em * 3 && room.width >= em * 6
    if clears, line == found, before > 0 {
      line += 1
      room = rect(line)
    }
    return Placed(
      attachment: attachment, side: side, line: line,
      skip: line == found && before > 0 ? nil : attempt.known.skip(line),
      x: side == .left ? room.x : room.x + room.width - layout.width, width: layout.width,
      height: max(0, layout.height), clears: clears,
      outline: FloatOutline(
        text.attachments[attachment].style.box, width: layout.width, height: layout.height,
        around: Length(rawValue: frame.width)))
  }

  /// Whether the width of the flow is made for what is in it: in a box in a line, and in a float or a cell
  /// without a width of its own.
  private var fitsContent: Bool {
    if geometry.rootIsBox { return true }
    guard root >= 0, text.box(of: root).width.isAuto else { return false }
    switch text.blocks[Int(root)].kind {
    case .floating, .cell: return true
    default: return false
    }
  }

  /// The line that a float belongs to: the one before its own, if the float is the first in that and
  /// has room at the end of the line before (CSS 2, section 9.5.1).
  private func first(
    _ found: Int, _ offset: Int32, in set: SetLines, beside width: Int,
    of rect: (Int) -> (x: Int, width: Int)
  ) -> Int {
    guard found > 0, Self.widthBefore(offset, in: set.segments(of: set.lines[found])) == 0 else {
      return found
    }
    let above = set.segments(of: set.lines[found - 1])
    guard above.last?.kind != .lineBreak else { return found }
    let used = Self.widthBefore(offset, in: above)
    let indent = text.indent(of: set.lines[found - 1])
    return used > 0 && used + indent + width <= rect(found - 1).width ? found - 1 : found
  }

  /// The first line below the floats that a value of `clear` names.
  private func line(
    below placed: [Placed], clearedBy clear: ClearValue, _ lineHeight: Int
  ) -> Int {
    guard clear != .none else { return 0 }
    let above = floats.height(clearedBy: clear)
    return placed.reduce((above + lineHeight - 1) / lineHeight) { line, float in
      guard clear.clears(float.side), !float.clears else { return line }
      return max(line, float.line + (float.height + lineHeight - 1) / lineHeight)
    }
  }

  static func line(holding offset: Int32, in lines: ArraySlice<LineFragment>) -> Int? {
    lines.firstIndex { $0.start <= offset && offset < $0.end }
  }

  /// The width of a line before a position in it.
  static func widthBefore(_ offset: Int32, in line: ArraySlice<Segment>) -> Int {
    var width = 0
    // Spaces at the end are not counted: they collapse where the line ends in front of the float.
    var spaces = 0
    for segment in line {
      if segment.start >= offset { break }
      if segment.kind == .space {
        spaces += segment.width
      } else if segment.width != 0 {
        width += spaces + segment.width
        spaces = 0
      }
    }
    return width
  }

  /// The line that a float belongs to, and the distance of the float's top from that of the line.
  private func place(
    of float: Placed, in lines: ArraySlice<LineFragment>, lineHeight: Int
  ) -> (line: Int, y: Int)? {
    let offset = text.attachments[float.attachment].offset
    guard let found = Self.line(holding: offset, in: lines) else { return nil }
    let line = min(lines.startIndex + float.line, lines.endIndex)
    func top(_ index: Int, skip: Int? = nil) -> Int {
      let above = lines[lines.startIndex..<index].reduce(0) { $0 + $1.y + $1.height }
      return above + (index < lines.endIndex ? skip ?? lines[index].y : 0)
    }
    // Next to the float, what follows it may have moved to the next line.
    return (
      found,
      top(line, skip: float.skip) - top(found)
        + Self.distance(of: float, below: lines.count, lineHeight)
    )
  }

  /// How far the top of a float is below the last of a paragraph's lines.
  private static func distance(of float: Placed, below count: Int, _ lineHeight: Int) -> Int {
    max(0, float.line - count) * lineHeight
  }

  /// Notes the places of floats in the lines and rows.
  private mutating func keepPlaces(
    of placed: [Placed], firstLine: Int, firstRow: Int, lineHeight: Int
  ) {
    let count = setLines.lines.count - firstLine
    for float in placed {
      let lines = setLines.lines[firstLine...]
      guard let place = place(of: float, in: lines, lineHeight: lineHeight) else { continue }
      let found = place.line
      var y = place.y
      let last = max(min(float.line, count) - 1, 0)
      // Room that is made above its own line moves the line down, but not the float.
      if float.clears, firstLine + last < found { y -= float.height }
      setLines.attachments[Int32(float.attachment)]?.float = FloatPlace(
        x: float.x - setLines.lines[found].x, y: y)
      if float.clears {
        let height = float.height + Self.distance(of: float, below: count, lineHeight)
        makeRoom(height, below: last, firstLine, firstRow)
      } else {
        let row = firstRow + found - firstLine
        rows[row].reach = max(rows[row].reach, y + float.height)
      }
    }
    for line in 0..<count {
      for float in placed where float.line == line && !float.clears {
        add(float, y: float.skip ?? setLines.lines[firstLine + line].y)
      }
      if line > 0, !floats.isEmpty { rows[firstRow + line].gap.keepBesideFloats() }
      floats.advance(
        by: rows[firstRow + line].height + (line > 0 ? rows[firstRow + line].gap.total : 0))
    }
    for float in placed where float.line >= count && !float.clears {
      add(float, y: Self.distance(of: float, below: count, lineHeight))
    }
  }

  private mutating func add(_ float: Placed, y: Int) {
    floats.add(
      float.side, x: float.x, size: (float.width, float.height), y: y, outline: float.outline)
  }

  /// A float without lines next to it makes the line before it higher by the float's height.
  private mutating func makeRoom(
    _ height: Int, below line: Int, _ firstLine: Int, _ firstRow: Int
  ) {
    guard firstLine + line < setLines.lines.count else { return }
    setLines.lines[firstLine + line].height += height
    rows[firstRow + line].height += height
  }
}
