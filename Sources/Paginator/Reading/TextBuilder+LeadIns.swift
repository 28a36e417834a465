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
    while start < end {
      let style = smallCapitals(of: text.runs[text.runIndex(at: start)].style)
      start = setStyle(style, inRunAt: start, upTo: end)
    }
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

  /// A style in small capitals; the style itself if it has capitals of its own.
  private mutating func smallCapitals(of style: Int32) -> Int32 {
    if let known = ledStyles[style] { return known }
    let own = text.styles[Int(style)]
    guard own.text.font.caps == .normal else { return style }
    var changed = own.text
    changed.font.caps = .small
    text.styles.append(own.replacing(text: changed))
    ledStyles[style] = Int32(text.styles.count - 1)
    return Int32(text.styles.count - 1)
  }
}
