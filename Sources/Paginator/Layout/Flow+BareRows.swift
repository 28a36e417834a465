/// Rows with which a page should neither begin nor end.
extension Flow {
  /// Whether a row is a rule or another box without text, or the signs of a break between scenes.
  func isBare(_ row: Row) -> Bool {
    // A float, and the space that a block next to it leaves for it, are no rule.
    if row.lineCount == 0 { return !row.isFloat && !row.isClearance }
    guard row.isLine, row.linesInParagraph == 1, row.tableRow < 0 else { return false }
    let paragraph = text.paragraphs[Int(row.paragraph)]
    if paragraph.marker >= 0 { return false }
    // The empty line of a block with a border.
    if paragraph.start == paragraph.end { return row.gap.edgeCount > 0 }
    return isOfSigns(paragraph)
  }

  /// Whether a paragraph is a few centred signs, such as "* * *". Pictures are no signs.
  private func isOfSigns(_ paragraph: Paragraph) -> Bool {
    guard paragraph.range.count <= Self.mostSigns,
      text.styles[Int(paragraph.style)].text.align == .center
    else { return false }
    let units = text.units[paragraph.range]
    return !units.contains {
      $0.isLetter || $0 == 0xFFFC || (0x30...0x39).contains($0) || UTF16.isSurrogate($0)
    }
      && units.contains { $0 > 0x20 && $0 != 0xA0 }
  }

  /// The greatest number of characters of such a paragraph: five signs with spaces between them.
  private static let mostSigns = 9
}
