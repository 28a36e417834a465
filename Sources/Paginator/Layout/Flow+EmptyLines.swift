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
      let row = rows[index]
      guard row.lineCount == 1, row.reach == 0, row.height > 0,
        endsEmpty(setLines.lines[Int(row.firstLine)])
      else { continue }
      rows[index + 1].gap.margin += row.gap.margin + row.height
      rows[index].gap.margin = 0
      rows[index].height = 0
    }
  }

  /// Whether a line has nothing before the forced break that ends it.
  private func endsEmpty(_ line: LineFragment) -> Bool {
    line.end > line.start && text.units[Int(line.end) - 1] == 0x2028 && isBlank(line)
  }

  /// Whether a row is an empty line inside a paragraph, whose room is above the next one.
  private func isEmptyLine(_ row: Row) -> Bool {
    row.height == 0 && row.lineInParagraph > 0 && row.isLine
  }

  /// Whether a page may end before a line of a paragraph as far as its empty lines are concerned: after them, and inside
  /// a stanza as inside a paragraph.
  func emptyLinesAllow(_ row: Int, _ style: TextProperties) -> Bool {
    if isEmptyLine(rows[row]) { return false }
    if isEmptyLine(rows[row - 1]) { return true }
    return !isNearEmptyLine(stride(from: row - 1, to: -1, by: -1), within: style.orphans)
      && !isNearEmptyLine(stride(from: row, to: rows.count, by: 1), within: style.widows)
  }

  /// Whether one of the first lines in a direction is an empty one.
  private func isNearEmptyLine(
    _ indices: some Sequence<Int>, within count: Int
  ) -> Bool {
    var paragraph: Int32?
    for index in indices.prefix(min(count, Self.mostLines)) {
      let row = rows[index]
      guard row.isLine, paragraph == nil || paragraph == row.paragraph else { return false }
      if isEmptyLine(row) { return true }
      paragraph = row.paragraph
    }
    return false
  }

  /// A bound for hostile input.
  private static let mostLines = 64
}
