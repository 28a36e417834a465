/// The styles of inline elements in first lines.
extension TextBuilder {
  /// No first line is longer, in UTF-16 units.
  private static let longestFirstLine: Int32 = 2000

  /// Adds the styles that the text of a paragraph has in its first line.
  mutating func addFirstLineStyles(_ paragraph: Paragraph, _ line: ComputedStyle) {
    let end = min(length, paragraph.start + Self.longestFirstLine)
    var done: Set<Int32> = [paragraph.style, paragraph.firstLineStyle]
    var index = text.runIndex(at: Int(paragraph.start))
    while index < text.runs.count, text.runs[index].start < end {
      let style = text.runs[index].style
      index += 1
      guard done.insert(style).inserted else { continue }
      var entry = FirstLineStyle(
        firstLine: paragraph.firstLineStyle, paragraph: paragraph.style, style: style, own: -1)
      guard firstLineKeys.insert(entry).inserted else { continue }
      let own = text.styles[Int(style)]
      let inherited =
        resolver?.style(inFirstLine: line, of: own)?.text
        ?? own.text.inheriting(line.text, insteadOf: text.styles[Int(paragraph.style)].text)
      entry.own = Int32(text.styles.count)
      text.firstLineStyles.append(entry)
      text.styles.append(own.replacing(text: inherited))
    }
  }
}

extension TextProperties {
  /// The properties of text with a style that was made in code, under another parent. A value that is the old
  /// parent's counts as inherited.
  fileprivate func inheriting(_ new: TextProperties, insteadOf old: TextProperties)
    -> TextProperties
  {
    var result = self
    for property in PropertyTable.all {
      guard case .inherited(let copy) = property.copy else { continue }
      var probe = self
      copy(&probe, old)
      if probe == self { copy(&result, new) }
    }
    if decorations.starts(with: old.decorations) {
      result.decorations = new.decorations + decorations.dropFirst(old.decorations.count)
    }
    if inlineBackground.isTransparent { result.inlineBackground = new.inlineBackground }
    result.baselineShift += new.baselineShift
    if lineAlignment == nil { result.lineAlignment = new.lineAlignment }
    return result
  }
}
