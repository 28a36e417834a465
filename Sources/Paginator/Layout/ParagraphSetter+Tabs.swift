/// The widths of tabs, which depend on the text before them and on the text to be aligned after
/// them.
extension ParagraphSetter {
  /// Sets tab widths for the breaker as if the paragraph were one line; most lines with tabs are.
  /// - Returns: whether the paragraph has tabs.
  mutating func presetTabs(_ paragraph: Paragraph, _ style: TextStyle, indent: Int) -> Bool {
    guard shaped.contains(where: { $0.kind == .tab }) else { return false }
    let all = shaped.indices
    if let stops = style.paragraph, !stops.tabStops.isEmpty || stops.defaultTabInterval > 0 {
      setter.setStops(
        all, stops, from: stops.headIndent.rawValue + indent, &shaped,
        breaks: breaksAtTabs)
    } else {
      setter.setDefaultStops(all, paragraph, from: indent, &shaped)
    }
    return true
  }

  /// - Parameter indent: the indent of the line.
  mutating func setTabs(_ range: Range<Int>, _ line: LineFragment, indent: Int) {
    guard range.contains(where: { result.segments[$0].kind == .tab }) else { return }
    let paragraph = text.paragraphs[Int(line.paragraph)]
    if let style = text.styles[Int(paragraph.style)].paragraph,
      !style.tabStops.isEmpty || style.defaultTabInterval > 0
    {
      return setter.setStops(
        range, style, from: style.headIndent.rawValue + indent, &result.segments)
    }
    setter.setDefaultStops(range, paragraph, from: indent, &result.segments)
  }
}
