/// Tab stops, which depend on the text before a tab and on the text to be aligned after it.
extension LineSetter {
  /// Tabs reach to the next multiple of `tab-size` from the edge of the block's content; the unit
  /// is a space of the block's font (CSS Text 3, section 4.2). A stop nearer than half a figure is
  /// skipped.
  ///
  /// - Parameter start: where the line's text begins, measured from that edge.
  func setDefaultStops(
    _ range: Range<Int>, _ paragraph: Paragraph, from start: Int, _ segments: inout [Segment]
  ) {
    let font = shaper.fonts[Int(paragraph.style)]
    let face = font.shaping.faces[0]
    let figure = face.glyph(for: 0x30).map(face.advance) ?? face.metrics.unitsPerEm / 2
    let least = RunFont.scaled(figure, font.size, font.unitsPerEm) / 2
    var position = start
    for index in range {
      if segments[index].kind == .tab {
        let size = text.styles[Int(segments[index].style)].text.tabSize
        let space = Length(rawValue: Int(font.spaceWidth))
        let step = (size.length ?? space * size.spaces).rawValue
        let past = step > 0 ? (position % step + step) % step : 0
        var width = step - past
        if width < least, step > 0 { width += step }
        segments[index].width = step > 0 ? width : 0
      }
      position = segments[index].kind == .lineBreak ? 0 : position + segments[index].width
    }
  }

  /// - Parameters:
  ///   - start: the start of the line, measured from the container's leading margin.
  ///   - breaks: whether a tab without a stop ends its line: the text after it goes on in the next
  ///     one, as in TextKit.
  func setStops(
    _ range: Range<Int>, _ style: ParagraphStyle, from start: Int, _ segments: inout [Segment],
    breaks: Bool = false
  ) {
    let stops = style.tabStops.sorted { $0.location < $1.location }
    var position = start
    for index in range {
      if segments[index].kind == .tab {
        var end = index + 1
        while end < range.upperBound, ![.tab, .lineBreak].contains(segments[end].kind) { end += 1 }
        let place = destination(of: index + 1..<end, from: position, stops, style, segments)
        segments[index].width = max(0, (place ?? position) - position)
        if place == nil, breaks { segments[index].kind = .lineBreak }
      }
      let isBreak = segments[index].kind == .lineBreak
      position = isBreak ? style.headIndent.rawValue : position + segments[index].width
    }
  }

  /// The position at which the text after a tab begins; nil after the last stop.
  private func destination(
    of behind: Range<Int>, from position: Int, _ stops: [TabStop], _ style: ParagraphStyle,
    _ segments: [Segment]
  ) -> Int? {
    for stop in stops where stop.location.rawValue > position {
      let place = stop.location.rawValue - share(stop, of: behind, segments)
      if place >= position { return place }
    }
    let interval = style.defaultTabInterval.rawValue
    return interval > 0 ? (position / interval + 1) * interval : nil
  }

  /// The width of the part of a tab's text that goes before the tab stop.
  private func share(
    _ stop: TabStop, of behind: Range<Int>, _ segments: [Segment]
  ) -> Int {
    var visible = behind
    while let last = visible.last, segments[last].kind == .space { visible = visible.dropLast() }
    let width = visible.reduce(0) { $0 + segments[$1].width }
    switch stop.alignment {
    case .left: return 0
    case .center: return width / 2
    case .right: return width
    case .decimal:
      var before = 0
      let terminators = stop.columnTerminators.map { Set($0.utf16) }
      for index in visible {
        let segment = segments[index]
        if let place = columnEnd(in: segment, terminators) {
          return before + (place > 0 ? shaper.prefixWidth(of: segment, upTo: place) : 0)
        }
        before += segment.width
      }
      return width
    }
  }

  /// Where the first column terminator of a segment is, from the segment's start. Without
  /// terminators, the decimal separator of a number: its last full stop or comma.
  private func columnEnd(in segment: Segment, _ terminators: Set<UInt16>?) -> Int? {
    let units = text.units[Int(segment.start)..<Int(segment.end)]
    guard let terminators else {
      guard segment.kind == .word else { return nil }
      return units.lastIndex { $0 == 0x2E || $0 == 0x2C }.map { $0 - units.startIndex }
    }
    return units.firstIndex { terminators.contains($0) }.map { $0 - units.startIndex }
  }
}
