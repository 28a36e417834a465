/// Images that would leave no room on their page for what belongs to them: the text of their line, a
/// caption, a heading kept with them, the rest of a block with `break-inside: avoid`. They are made
/// smaller.
extension Flow {
  /// The least height to which an image is reduced for text kept with it, as the divisor of the
  /// page's height.
  private static let leastShare = 3
  /// The number of paragraphs after an image that are tried at most.
  private static let mostParagraphs = 64

  /// Sets a paragraph that was just set again, with smaller images, where it is too high for a page
  /// together with what is kept with it.
  mutating func fitTallImages(
    of index: Int, from: Int?, firstLine: Int, _ frame: BlockFrame, _ gap: Gap
  ) throws {
    guard root < 0 || isCell, !isTrial, !placesOnPage, !NestedLayout.isEndless(width),
      setter.hooks == nil,
      !text.paragraphsFollowText, floats.isEmpty,
      pendingFloats.isEmpty, let tallest = tallestImage(from: firstLine)
    else { return }
    let page = pageHeight.rawValue - grid(of: index) - cellEdges
    let line = setLines.lines[tallest.line].height
    var room = tallest.height
    // A line is never divided, so its image makes room for its text in any case.
    if line > page { room = max(1, tallest.height - line + page) }
    for needed in try heightsKept(with: index, from: firstLine, gap) where needed > page {
      let rest = tallest.height - needed + page
      guard rest >= page / Self.leastShare else { break }
      room = min(room, rest)
    }
    guard room < tallest.height else { return }
    setLines.removeLines(from: firstLine)
    var request = request(index, from: from, x: frame.x, width: frame.width)
    request.imageRoom = room
    setLines.append(try setter.set(request))
  }

  /// Whether the flow is the content of a table's cell, which is kept whole if it fits on a page.
  private var isCell: Bool {
    guard root >= 0, case .cell = text.blocks[Int(root)].kind else { return false }
    return true
  }

  /// The vertical edges of the cell that is filled.
  private var cellEdges: Int {
    guard root >= 0 else { return 0 }
    let box = text.box(of: root)
    return box.edges(against: Length(rawValue: width)).vertical
  }

  private func grid(of index: Int) -> Int {
    let own = text.styles[Int(text.paragraphs[index].style)].text.baselineGrid.rawValue
    return own > 0 ? setter.gridLines?.step ?? own : 0
  }

  /// The line with the tallest image, if its height is more than half a page.
  private func tallestImage(from firstLine: Int) -> (line: Int, height: Int)? {
    let least = pageHeight.rawValue / 2
    var tallest: (line: Int, height: Int)?
    for index in firstLine..<setLines.lines.count where setLines.lines[index].height > least {
      for segment in setLines.segments(of: setLines.lines[index]) where segment.kind == .attachment
      {
        guard text.attachments[Int(segment.word)].isImage,
          let box = setLines.attachments[segment.word], box.height > least,
          box.height > tallest?.height ?? 0
        else { continue }
        tallest = (index, box.height)
      }
    }
    return tallest
  }

  // MARK: What is kept together

  /// The heights of a paragraph that was just set: alone, with what `break-before` and `break-after`
  /// keep with it, and with the blocks around it that avoid breaks, from the inside out.
  private func heightsKept(
    with index: Int, from firstLine: Int, _ gap: Gap
  ) throws -> [Int] {
    let page = pageHeight.rawValue
    var own = 0
    for line in setLines.lines[firstLine...] {
      own += line.height + line.y
      // A long paragraph is divided, with its image on one of its pages.
      if own > page * 2 { return [] }
    }
    let below = try rowsBelow(index)
    let block = text.paragraphs[index].block
    var heights = [own]
    if let linked = linkedHeight(below: below, gap) { heights.append(own + linked) }
    for ancestor in text.blocks(around: block, within: root)
    where text.box(of: ancestor).avoidsBreakInside {
      guard let rest = height(in: ancestor, below: below, gap) else { break }
      heights.append(own + rest)
    }
    if setter.isUnbreakable || isCell, let all = height(in: root, below: below, gap) {
      heights.append(own + all)
    }
    return heights
  }

  /// Rows that are set only to know their heights, and the gap at their end.
  private struct Trial {
    let rows: [Row]
    let end: Gap
    /// Whether nothing follows in the text.
    let isComplete: Bool
  }

  /// Sets the paragraphs below an image until they fill a page, or one has a table or a box.
  private func rowsBelow(_ index: Int) throws -> Trial {
    var flow = inner(width: width, root: root)
    flow.isTrial = true
    flow.forget(lastBlock: text.paragraphs[index].block)
    var next = index + 1
    var height = 0
    let end = root < 0 ? text.paragraphs.count : paragraphs(of: root, from: index).upperBound
    while next < end, next - index <= Self.mostParagraphs, isPlain(next) {
      let first = flow.rows.count
      next = try flow.append(next)
      for row in flow.rows[first...] { height += row.height + row.gap.total }
      if height > pageHeight.rawValue { break }
    }
    let isComplete = next == end
    return Trial(
      rows: flow.rows, end: isComplete ? try flow.finish() : Gap(), isComplete: isComplete)
  }

  /// Whether a paragraph is set alone, without a table, a float or a box in it.
  private func isPlain(_ index: Int) -> Bool {
    let paragraph = text.paragraphs[index]
    let isInFlow = text.blocks(around: paragraph.block, within: root).allSatisfy {
      text.blocks[Int($0)].kind == .block
    }
    return isInFlow
      && !text.attachments[setter.attachments(in: paragraph)].contains {
        if case .text = $0.content { return true }
        return false
      }
  }

  /// The heights of the rows above and below that `break-before: avoid` and the like keep with an
  /// image; nil if there are none.
  private func linkedHeight(below: Trial, _ gap: Gap) -> Int? {
    var height = 0
    var above = gap
    var paragraph: Int32 = -1
    var first = rows.count
    for row in rows.reversed() {
      guard above.avoidsBreak || row.paragraph == paragraph else { break }
      guard isLow(row) else { return nil }
      height += above.total + row.height
      (above, paragraph) = (row.gap, row.paragraph)
      first -= 1
    }
    // The margin above the first row of a chapter stays.
    if first == 0, !rows.isEmpty { height += above.total }
    paragraph = -1
    for row in below.rows {
      guard row.gap.avoidsBreak || row.paragraph == paragraph else { break }
      guard isLow(row) else { return nil }
      height += row.gap.total + row.height
      paragraph = row.paragraph
    }
    return height > 0 ? height : nil
  }

  /// The height of everything in a block except the image's own paragraph; nil if that is not
  /// known, or has another tall image.
  private func height(in block: Int32, below: Trial, _ gap: Gap) -> Int? {
    var height = 0
    var above = gap
    for row in rows.reversed() {
      guard text.isBlock(row.block, inside: block) else { break }
      guard isLow(row), height < pageHeight.rawValue else { return nil }
      height += above.total + row.height
      above = row.gap
    }
    height += above.opening
    for row in below.rows {
      guard text.isBlock(row.block, inside: block) else { return height + row.gap.closing }
      guard isLow(row) else { return nil }
      height += row.gap.total + row.height
    }
    return below.isComplete ? height + below.end.closing : nil
  }

  /// Whether a row does not compete with an image for its page.
  private func isLow(_ row: Row) -> Bool { row.height <= pageHeight.rawValue / 4 }
}
