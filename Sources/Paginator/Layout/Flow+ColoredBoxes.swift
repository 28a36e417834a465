/// Boxes with a background or a frame: where a page end divides one, its empty rest is seen, and so is a strip of it
/// around a single line.
extension Flow {
  /// The blocks whose area is seen. Most chapters have none.
  var coloredBoxes: Set<Int32> {
    let isColored = text.styles.indices.map { text.styles[$0].box.showsArea }
    guard isColored.contains(true) else { return [] }
    return Set(
      text.blocks.indices.lazy.map { Int32($0) }.filter {
        isColored[Int(text.blocks[Int($0)].style)] && text.isInBody($0)
      })
  }

  /// The innermost of some boxes that a page end before a row divides.
  func box(among colored: Set<Int32>, dividedBefore row: Int) -> Int32? {
    let common = geometry.commonBlock(rows[row - 1].block, rows[row].block)
    return text.blocks(around: common).first(where: colored.contains)
  }

  /// Whether a page end before a row leaves a line of a colored box alone, at the foot of its page or at the top of the
  /// next one.
  func leavesLine(ofBoxAmong colored: Set<Int32>, _ row: Int) -> Bool {
    guard let box = box(among: colored, dividedBefore: row) else { return false }
    func isAlone(_ line: Int, beside next: Int?) -> Bool {
      guard rows[line].isLine, !rows[line].isPositioned else { return false }
      return next.map { !text.isBlock(rows[$0].block, inside: box) } ?? true
    }
    let next = rows[(row + 1)...].firstIndex { !$0.isPositioned }
    let previous = rows[..<(row - 1)].lastIndex { !$0.isPositioned }
    return isAlone(row, beside: next) || isAlone(row - 1, beside: previous)
  }
}

extension BoxProperties {
  /// Whether an empty part of the box differs from the page: it has a background, or lines on all sides.
  fileprivate var showsArea: Bool {
    hasPicture || !background.isTransparent && background != Color(red: 255, green: 255, blue: 255)
      || border.all.allSatisfy(\.isVisible)
  }
}
