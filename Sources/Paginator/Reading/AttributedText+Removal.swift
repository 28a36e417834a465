extension AttributedText {
  /// Removes a unit that only directional controls follow, and moves what refers to text after it.
  mutating func removeUnit(at offset: Int32) {
    divideSource(after: offset)
    units.remove(at: Int(offset))
    runs.moveBack(\.start, after: offset)
    sources.moveBack(\.start, after: offset)
    inlineEdges.moveBack(\.offset, after: offset)
    anchors.moveBack(\.offset, after: offset)
    runs.removeEmpty(\.start, from: offset, end: Int32(units.count), keepsFirst: !units.isEmpty)
    sources.removeEmpty(\.start, from: offset, end: Int32(units.count), keepsFirst: false)
  }

  /// Divides the span of the source that goes on after a unit, so that the unit can be removed from it.
  private mutating func divideSource(after offset: Int32) {
    let next = offset + 1
    guard Int(next) < units.count, let index = sources.lastIndex(where: { $0.start <= next }),
      sources[index].start < next, sources[index].node >= 0
    else { return }
    var rest = sources[index]
    rest.nodeOffset += next - rest.start
    rest.start = next
    sources.insert(rest, at: index + 1)
  }
}

extension Array {
  /// Moves the elements after an offset back by one unit.
  /// - Parameter place: the offset of an element, by which the array is in order.
  fileprivate mutating func moveBack(_ place: WritableKeyPath<Element, Int32>, after offset: Int32)
  {
    for index in indices.reversed() {
      guard self[index][keyPath: place] > offset else { break }
      self[index][keyPath: place] -= 1
    }
  }

  /// Removes the elements that have lost their only unit: those that begin where the next one or the
  /// text does.
  ///
  /// - Parameters:
  ///   - start: where an element begins.
  ///   - offset: that of the unit.
  ///   - end: the end of the text.
  ///   - keepsFirst: whether the first element stays in any case.
  fileprivate mutating func removeEmpty(
    _ start: KeyPath<Element, Int32>, from offset: Int32, end: Int32, keepsFirst: Bool
  ) {
    var end = end
    for index in indices.reversed() {
      guard self[index][keyPath: start] >= offset else { break }
      if self[index][keyPath: start] == end, count > 1 || !keepsFirst {
        remove(at: index)
      } else {
        end = self[index][keyPath: start]
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
