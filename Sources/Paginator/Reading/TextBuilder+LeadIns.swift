/// Small capitals for the first words of a block (`lead-in`).
extension TextBuilder {
  /// Applies the property of a paragraph's block to the block's first text. A floated first letter is in a block
  /// of its own: the rest of its word is the first word here.
  mutating func applyLeadIn(to paragraph: Paragraph) {
    guard paragraph.block >= 0, let words = text.styles[Int(paragraph.style)].box.leadIn,
      ledNodes.insert(text.blocks[Int(paragraph.block)].node).inserted
    else { return }
    let end = endOfWords(words, from: max(Int(paragraph.start), firstLetterFrom))
    var start = Int(paragraph.start)
    while start < end { start = setSmallCapitals(inRunAt: start, upTo: end) }
  }

  /// Where some words end, or the first line before that.
  private func endOfWords(_ count: Int, from start: Int) -> Int {
    var (left, offset) = (count, start)
    while offset < text.units.count, text.units[offset] != 0x2028 {
      let isSpace = text.units[offset] == 0x20
      if isSpace, offset > start, text.units[offset - 1] != 0x20 { left -= 1 }
      if left == 0 { break }
      offset += 1
    }
    return offset
  }

  /// - Returns: where the run ends, or the limit if that is before it.
  private mutating func setSmallCapitals(inRunAt start: Int, upTo limit: Int) -> Int {
    let index = text.runIndex(at: start)
    let runEnd = index + 1 < text.runs.count ? Int(text.runs[index + 1].start) : text.units.count
    let end = min(limit, runEnd)
    let style = text.styles[Int(text.runs[index].style)]
    guard style.text.font.caps == .normal else { return end }
    var changed = style.text
    changed.font.caps = .small
    text.styles.append(style.replacing(text: changed))
    setStyle(Int32(text.styles.count - 1), in: start..<end)
    return end
  }
}
