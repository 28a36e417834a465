/// Headings that are marked up as paragraphs, in books made without styles.
extension Flow {
  /// The letters of a line, about: a longer paragraph is no heading.
  private static let longestHeading = 64

  /// Whether a paragraph looks like a heading (`heading-keep`): one line that is bold or centred, is set off,
  /// or introduces a list. Lists, tables and figures have such lines for other reasons.
  func isShapedHeading(_ index: Int) -> Bool {
    let paragraph = text.paragraphs[index]
    let range = paragraph.range
    guard (1...Self.longestHeading).contains(range.count), paragraph.marker < 0, root < 0 else {
      return false
    }
    let style = text.styles[Int(paragraph.style)].text
    guard style.keepsShapedHeadings == true,
      style.align == .center || isBold(afterLabel(range)) || isSetOff(range)
        || introducesList(index),
      text.units[range].contains(where: \.isLetter), !isImage(index - 1)
    else { return false }
    return text.blocks(around: paragraph.block).allSatisfy {
      let box = text.box(of: $0)
      return text.blocks[Int($0)].kind == .block && !box.isListItem && !box.avoidsBreakInside
    }
  }

  /// Whether a line without an end of a sentence is set off by ideographic spaces, as Chinese titles are:
  /// paragraphs begin with two at most.
  private func isSetOff(_ range: Range<Int>) -> Bool {
    text.units[range].prefix(3).count { $0 == 0x3000 } == 3
      && ![0x3002, 0xFF01, 0xFF1F, 0x300D].contains(text.units[range].last)
  }

  /// Whether a line ends in a colon and a list or preformatted text follows.
  private func introducesList(_ index: Int) -> Bool {
    let units = text.units[text.paragraphs[index].range]
    guard let last = units.last(where: { $0 != 0x20 }), [0x3A, 0xFF1A].contains(last),
      index + 1 < text.paragraphs.count
    else { return false }
    let next = text.paragraphs[index + 1]
    return next.marker >= 0 || text.styles[Int(next.style)].text.whiteSpace.isPreformatted
  }

  /// A heading without its number or letter, such as "(b)" or "2.1", which need not be bold.
  private func afterLabel(_ range: Range<Int>) -> Range<Int> {
    let label = text.units[range].prefix { $0 != 0x20 && $0 != 0xA0 && $0 != 0x09 }
    let letters = label.lazy.filter(\.isLetter).count
    let isNumber = letters == 0 && label.contains { (0x30...0x39).contains($0) }
    let isLetter = letters == 1 && label.count <= 3 && [0x29, 0x2E].contains(label.last)
    guard isNumber || isLetter, label.endIndex < range.upperBound else { return range }
    return label.endIndex..<range.upperBound
  }

  /// Whether a paragraph holds an image, below which there is a caption.
  private func isImage(_ index: Int) -> Bool {
    guard index >= 0, !text.attachments.isEmpty else { return false }
    let units = text.units[text.paragraphs[index].range]
    return units.contains(0xFFFC) && !units.contains(where: \.isLetter)
  }

  /// Whether all letters of a range are bold.
  private func isBold(_ range: Range<Int>) -> Bool {
    var index = text.runIndex(at: range.lowerBound)
    while index < text.runs.count, Int(text.runs[index].start) < range.upperBound {
      let end = index + 1 < text.runs.count ? Int(text.runs[index + 1].start) : text.length
      let own = max(range.lowerBound, Int(text.runs[index].start))..<min(range.upperBound, end)
      if text.styles[Int(text.runs[index].style)].text.font.weight < 600,
        text.units[own].contains(where: \.isLetter)
      {
        return false
      }
      index += 1
    }
    return true
  }
}
