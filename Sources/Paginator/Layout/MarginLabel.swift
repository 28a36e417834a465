/// A positioned box at the beginning of a paragraph that its offset places in the margin beside it, such as the number of a
/// note, where `measure-min` has reduced that margin.
struct MarginLabel {
  let attachment: Int
  /// Where its offset would place its start or its end in the container if no margin were reduced.
  let side: Side
  enum Side { case start(Int), end(Int) }
  /// Where the paragraph's first line begins, its measure, and how much of the margin before it was taken away.
  let lineStart: Int
  let measure: Int
  let taken: Int
  /// The space between label and text; less, if there was less.
  let space: Int

  /// The place of a label in what is left of its margin. If it has no room there, it is at the start of the container, and the
  /// line begins after it.
  /// - Returns: nil where the label is not in the reduced margin, or is wider than half a line.
  func place(width: Int) -> (x: Int, lineStart: Int)? {
    let x =
      switch side {
      case .start(let start): start
      case .end(let end): end - width
      }
    let room = lineStart + taken - x - width
    // In large type, it may be wider than its margin was.
    guard room >= 0 || room + width >= space, room < taken + space else { return nil }
    let place = max(min(x, 0), x - taken)
    let end = place + width + (room >= 0 ? min(room, space) : space)
    return end - lineStart > measure / 2 ? nil : (place, max(lineStart, end))
  }
}

extension Flow {
  /// Finds the label in the reduced margin of a paragraph.
  mutating func findMarginLabel(of index: Int, in frame: BlockFrame) {
    let paragraph = text.paragraphs[index]
    let style = text.styles[Int(paragraph.style)].text
    guard root < 0, !style.isRightToLeft else { return }
    for number in setter.outOfFlow(in: paragraph) where text.attachments[number].isPositioned {
      let label = text.attachments[number]
      let before = text.units[Int(paragraph.start)..<Int(label.offset)]
      guard before.allSatisfy({ $0 == 0xFFFC }) else { return }
      let offsets = label.style.box.offsets
      guard offsets.top.isAuto, offsets.bottom.isAuto, offsets.left.isAuto != offsets.right.isAuto
      else { continue }
      let area = positionedBlock(around: paragraph.block)
      let (start, side) = horizontal(label.style.box, in: area)
      // Where it would be if no margin had been reduced.
      let origin =
        start + (area.map { geometry.frame(of: $0, containerWidth: width).taken } ?? 0)
      let indent = style.indent.resolved(against: Length(rawValue: frame.width)).rawValue
      let hanging = min(0, indent + (lessHanging[index] ?? 0))
      marginLabels[index] = MarginLabel(
        attachment: number,
        side: side.before.map { .start(origin + $0) }
          ?? .end(origin + side.room - (side.after ?? 0)),
        lineStart: frame.x + hanging, measure: frame.width, taken: frame.taken,
        space: (style.font.size * Self.spaceAfterLabel).rawValue)
      return
    }
  }

  /// In em.
  private static let spaceAfterLabel = 0.4

  /// Moves a label that has been placed by its offset into the reduced margin, or in front of the line.
  mutating func placeInMargin(_ number: Int, ofParagraph index: Int, inLine line: Int) {
    guard let label = marginLabels[index], label.attachment == number,
      let layout = setLines.attachments[Int32(number)], let float = layout.float,
      !float.isFromPage, let place = label.place(width: layout.width)
    else { return }
    let box = text.attachments[number].style.box
    setLines.attachments[Int32(number)]?.float?.x =
      place.x - setLines.lines[line].x + layout.translation(of: box, around: width).x
  }
}
