extension AttributedText {
  /// Removes a unit that only directional controls follow, and moves what refers to text behind it.
  mutating func removeUnit(at offset: Int32) {
    divideSource(behind: offset)
    units.remove(at: Int(offset))
    for index in runs.indices.reversed() {
      guard runs[index].start > offset else { break }
      runs[index].start -= 1
    }
    for index in sources.indices.reversed() {
      guard sources[index].start > offset else { break }
      sources[index].start -= 1
    }
    for index in inlineEdges.indices.reversed() {
      guard inlineEdges[index].offset > offset else { break }
      inlineEdges[index].offset -= 1
    }
    for index in anchors.indices.reversed() {
      guard anchors[index].offset > offset else { break }
      anchors[index].offset -= 1
    }
    removeEmptyRanges(from: offset)
  }

  /// Divides the span of the source that goes on behind a unit, so that the unit can be removed from it.
  private mutating func divideSource(behind offset: Int32) {
    let next = offset + 1
    guard Int(next) < units.count, let index = sources.lastIndex(where: { $0.start <= next }),
      sources[index].start < next, sources[index].node >= 0
    else { return }
    var rest = sources[index]
    rest.nodeOffset += next - rest.start
    rest.start = next
    sources.insert(rest, at: index + 1)
  }

  /// Removes runs and spans at the end of the text that have lost their only unit. The text keeps one run.
  private mutating func removeEmptyRanges(from offset: Int32) {
    var end = Int32(units.count)
    for index in runs.indices.reversed() {
      guard runs[index].start >= offset else { break }
      if runs[index].start == end, runs.count > 1 || end == 0 {
        runs.remove(at: index)
      } else {
        end = runs[index].start
      }
    }
    end = Int32(units.count)
    for index in sources.indices.reversed() {
      guard sources[index].start >= offset else { break }
      if sources[index].start == end {
        sources.remove(at: index)
      } else {
        end = sources[index].start
      }
    }
  }
}

extension WhiteSpace {
  /// Whether text of only white space between blocks leaves nothing: all of it collapses away (CSS 2, section
  /// 9.2.2.1). `pre-line` keeps line feeds.
  func vanishes(_ units: [UInt16]) -> Bool {
    collapses && (self != .preLine || !units.contains(0x0A))
  }
}
