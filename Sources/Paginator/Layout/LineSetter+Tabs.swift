/// The widths of tabs: they depend on what stands before them, and on what is to be aligned behind.
extension LineSetter {
  /// Widths for the breaker, as if the paragraph were one line: most lines with tabs are.
  func presetTabs(_ style: TextStyle, indent: Int) {
    guard paragraphSegments.contains(where: { $0.kind == .tab }) else { return }
    withParagraphSegments { segments in
      if let stops = style.paragraph, !stops.tabStops.isEmpty || stops.defaultTabInterval > 0 {
        setStops(segments.indices, stops, from: stops.headIndent.rawValue + indent, &segments)
      } else {
        setDefaultStops(segments.indices, &segments)
      }
    }
  }

  /// Tabs reach to the next multiple of `tab-size` (CSS Text 3, section 4.2), counted from the start
  /// of their line.
  private func setDefaultStops(_ range: Range<Int>, _ segments: inout [Segment]) {
    var position = 0
    for index in range {
      if segments[index].kind == .tab {
        let font = shaper.fonts[Int(segments[index].style)]
        let size = text.styles[Int(segments[index].style)].text.tabSize
        let step = size.length?.rawValue ?? Int(size.spaces * Double(font.spaceWidth))
        segments[index].width = step > 0 ? step - position % step : 0
      }
      position = segments[index].kind == .lineBreak ? 0 : position + segments[index].width
    }
  }

  /// - Parameter indent: of the line.
  func setTabs(_ range: Range<Int>, _ line: LineFragment, indent: Int) {
    guard range.contains(where: { segments[$0].kind == .tab }) else { return }
    let paragraph = text.paragraphs[Int(line.paragraph)]
    if let style = text.styles[Int(paragraph.style)].paragraph,
      !style.tabStops.isEmpty || style.defaultTabInterval > 0
    {
      return setStops(range, style, from: style.headIndent.rawValue + indent, &segments)
    }
    setDefaultStops(range, &segments)
  }

  /// - Parameter start: of the line, from the container's leading margin.
  private func setStops(
    _ range: Range<Int>, _ style: ParagraphStyle, from start: Int, _ segments: inout [Segment]
  ) {
    let stops = style.tabStops.sorted { $0.location < $1.location }
    var position = start
    for index in range {
      if segments[index].kind == .tab {
        var end = index + 1
        while end < range.upperBound, ![.tab, .lineBreak].contains(segments[end].kind) { end += 1 }
        segments[index].width = max(
          0,
          destination(of: index + 1..<end, from: position, stops, style, segments) - position)
      }
      position += segments[index].width
    }
  }

  /// Where the text behind a tab begins.
  private func destination(
    of behind: Range<Int>, from position: Int, _ stops: [TabStop], _ style: ParagraphStyle,
    _ segments: [Segment]
  ) -> Int {
    for stop in stops where stop.location.rawValue > position {
      let place = stop.location.rawValue - share(stop.alignment, of: behind, segments)
      if place >= position { return place }
    }
    let interval = style.defaultTabInterval.rawValue
    return interval > 0 ? (position / interval + 1) * interval : position
  }

  /// How much of the text behind a tab stands before its stop.
  private func share(
    _ alignment: TabStop.Alignment, of behind: Range<Int>, _ segments: [Segment]
  ) -> Int {
    var visible = behind
    while let last = visible.last, segments[last].kind == .space { visible = visible.dropLast() }
    let width = visible.reduce(0) { $0 + segments[$1].width }
    switch alignment {
    case .left: return 0
    case .center: return width / 2
    case .right: return width
    case .decimal:
      var before = 0
      for index in visible {
        let segment = segments[index]
        let units = text.units[Int(segment.start)..<Int(segment.end)]
        if segment.kind == .word, let point = units.lastIndex(where: { $0 == 0x2E || $0 == 0x2C }) {
          return before + shaper.prefixWidth(of: segment, upTo: point - units.startIndex)
        }
        before += segment.width
      }
      return width
    }
  }
}
