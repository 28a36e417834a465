/// Boxes at the foot of the first page that the text above them reaches, such as the publisher's name of a title page
/// in large type.
extension Flow {
  /// Sets a box that its `bottom` would place over text, or that is on a later page than its offset refers to, as a
  /// row of the flow.
  ///
  /// - Parameters:
  ///   - number: an attachment that is alone in its line, which is in the last row.
  ///   - start: where its margin box would begin on the first page; nil on a later page.
  /// - Returns: whether it is in the flow.
  mutating func setInFlow(_ number: Int, inLine line: Int, start: Int?) -> Bool {
    let box = text.attachments[number].style.box
    let row = rows.count - (setLines.lines.count - line)
    guard root < 0, shape == nil, !placesOnPage, box.isInlineByItself != true,
      box.offsets.top.isAuto, !box.offsets.bottom.isAuto, row == rows.count - 1,
      rows[row].isPositioned, case .text(let inner) = text.attachments[number].content,
      inner.units.contains(where: \.isLetter), let layout = setLines.attachments[Int32(number)],
      start.map({ holdsLetters($0..<$0 + layout.height, above: row) }) ?? true
    else { return false }
    rows[row].isPositioned = false
    rows[row].height = setLines.lines[line].y + max(0, layout.height)
    floats.advance(by: rows[row].height)
    setLines.findings.report(
      .unsupportedLayout,
      "text reaches a positioned box without a positioned block around it: the box is set in the flow",
      atText: Int(text.attachments[number].offset))
    return true
  }

  /// Whether a line with letters above a row is in a range of heights on the first page.
  private func holdsLetters(_ range: Range<Int>, above end: Int) -> Bool {
    var top = 0
    for row in rows[..<end] where !row.isPositioned {
      top += row.gap.total
      let isNear = top < range.upperBound && top + row.height > range.lowerBound
      if isNear, row.lineRange.contains(where: { holdsLetters($0, at: top, in: range) }) {
        return true
      }
      top += row.height
    }
    return false
  }

  private func holdsLetters(_ line: Int, at top: Int, in range: Range<Int>) -> Bool {
    let line = setLines.lines[line]
    return top + line.y < range.upperBound && top + line.y + line.height > range.lowerBound
      && text.units[Int(line.start)..<Int(line.end)].contains(where: \.isLetter)
  }
}
