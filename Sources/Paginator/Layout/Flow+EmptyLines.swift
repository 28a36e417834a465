/// Empty lines inside paragraphs, made by two forced breaks: stanzas of a poem that is one paragraph.
extension Flow {
  /// Makes the room of empty lines a margin above the lines after them: it vanishes at the top of a page, and takes none
  /// at its foot.
  /// - Parameter first: the first row of a paragraph that was appended last.
  mutating func hangEmptyLines(from first: Int) {
    // Where the lines depend on what is beside them, they keep their places.
    guard root < 0, shape == nil, !placesOnPage, !text.paragraphsFollowText, floats.isEmpty,
      pendingFloats.isEmpty, rows.count - first > 2,
      text.styles[Int(text.paragraphs[Int(rows[first].paragraph)].style)].text.whiteSpace == .normal
    else { return }
    for index in first + 1..<rows.count - 1 {
      // Rows and lines are large, and are not copied.
      guard rows[index].lineCount == 1, rows[index].reach == 0, rows[index].height > 0,
        endsEmpty(Int(rows[index].firstLine))
      else { continue }
      rows[index + 1].gap.margin += rows[index].gap.margin + rows[index].height
      rows[index].gap.margin = 0
      rows[index].height = 0
    }
  }

  /// Whether a line has nothing before the forced break that ends it.
  private func endsEmpty(_ line: Int) -> Bool {
    let end = Int(setLines.lines[line].end)
    return end > Int(setLines.lines[line].start) && text.units[end - 1] == 0x2028
      && isBlank(setLines.lines[line])
  }

  /// Whether a row is an empty line inside a paragraph, whose room is above the next one.
  private func isEmptyLine(_ row: Int) -> Bool {
    rows[row].height == 0 && rows[row].lineInParagraph > 0 && rows[row].isLine
  }

  /// Whether a page may end before a line of a paragraph as far as its empty lines are concerned: after them, and inside
  /// a stanza as inside a paragraph.
  func emptyLinesAllow(_ row: Int, _ style: TextProperties) -> Bool {
    if isEmptyLine(row) { return false }
    if isEmptyLine(row - 1) { return true }
    return !isNearEmptyLine(from: row - 1, step: -1, within: style.orphans)
      && !isNearEmptyLine(from: row, step: 1, within: style.widows)
  }

  /// Whether one of the first lines of a paragraph in a direction is an empty one.
  private func isNearEmptyLine(from first: Int, step: Int, within count: Int) -> Bool {
    var index = first
    for _ in 0..<min(count, Self.mostLines) {
      guard rows.indices.contains(index), rows[index].isLine,
        rows[index].paragraph == rows[first].paragraph
      else { return false }
      if isEmptyLine(index) { return true }
      index += step
    }
    return false
  }

  /// A bound for hostile input.
  private static let mostLines = 64
}
