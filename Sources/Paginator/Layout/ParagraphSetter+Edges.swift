/// Margins and padding of inline boxes.
extension ParagraphSetter {
  /// Reduces the edges of boxes in lines that are wider than half of the measure, where there is a least
  /// measure: the text after them would be cut, or be off the page.
  ///
  /// - Returns: whether any was reduced.
  mutating func limitEdges(of paragraph: Paragraph, _ style: TextStyle, width: Int) -> Bool {
    guard !text.inlineEdges.isEmpty, style.text.measureMin > 0, !NestedLayout.isEndless(width)
    else { return false }
    var isReduced = false
    for index in shaped.indices
    where shaped[index].kind == .edge && shaped[index].width > width / 2 {
      shaped[index].width = width / 2
      isReduced = true
    }
    if isReduced {
      let start = Int(paragraph.start)
      result.findings.report(
        .unsupportedLayout,
        "a margin in a line is wider than half of its measure: it is reduced: "
          + "\"\(text.excerpt(at: start))\"",
        atText: start)
    }
    return isReduced
  }
}
