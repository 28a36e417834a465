/// The intrinsic widths of blocks with columns (CSS Multi-column Layout 1, section 3.3; CSS Sizing 3, section 5.1).
extension FlowContext {
  /// As many columns as the block asks for, each as wide as it asks for or else as its content; and as wide as what
  /// spans them.
  func widths(
    of columns: ColumnProperties, in block: Int32, _ paragraphs: Range<Int>, available: Int
  ) throws -> IntrinsicWidths {
    let flow = Flow(self, width: NestedLayout.endless, root: block)
    var widths = IntrinsicWidths()
    var next = paragraphs.lowerBound
    while next < paragraphs.upperBound {
      let first = next
      let spans = flow.spans(setter.text.paragraphs[first].block, columnsOf: block)
      while next < paragraphs.upperBound,
        flow.spans(setter.text.paragraphs[next].block, columnsOf: block) == spans
      {
        next += 1
      }
      var own = try widthsOfOneColumn(of: block, first..<next, available: available)
      // Of what is all of the block, the widths of boxes without text count as well.
      if first..<next == paragraphs { own.widen(to: setter.text.givenWidth(within: block)) }
      if !spans { own.repeat(columns, gap: gap(of: columns, in: block)) }
      widths.widen(to: own)
    }
    return widths
  }

  /// The space between columns; a share of the width that is looked for is none.
  private func gap(of columns: ColumnProperties, in block: Int32) -> Int {
    columns.gap?.length.rawValue ?? setter.text.style(of: block).text.font.size.rawValue
  }
}

extension IntrinsicWidths {
  /// Makes the widths of one column those of all columns.
  fileprivate mutating func `repeat`(_ columns: ColumnProperties, gap: Int) {
    let count = columns.count ?? 1
    let least = columns.width?.rawValue
    func all(_ one: Int) -> Int { count * one + (count - 1) * gap }
    // Where only their width is given, one column is as wide whatever is in it.
    most = columns.count == nil ? least ?? most : all(max(most, least ?? 0))
    self.least = self.least.map { columns.count == nil ? least ?? $0 : all($0) }
  }

  fileprivate mutating func widen(to other: IntrinsicWidths) {
    most = max(most, other.most)
    for index in least.indices { least[index] = max(least[index], other.least[index]) }
  }
}
