/// Floats that are higher than a column.
extension ColumnSet {
  /// The box of a float without text, divided where columns end: it goes on at the top of the next one (CSS Fragmentation
  /// 3, section 3). Other boxes are one part.
  /// - Parameter number: the column in which it begins.
  func parts(of box: BoxFragment, inColumn number: Int, of columns: Columns) -> [BoxFragment] {
    let height = columns.room ?? columns.height
    guard height > 0, box.y >= 0, box.y < height, box.y + box.height > height, isDivided(box)
    else { return [box.moved(x: x(of: number))] }
    var parts: [BoxFragment] = []
    var rest = box
    for own in number..<max(mostColumns, number + 1) {
      var part = rest.moved(x: x(of: own))
      let isLast = own + 1 >= mostColumns || rest.y + rest.height <= height
      if !isLast {
        part.height = height - rest.y
        part.hasBottom = false
      }
      parts.append(part)
      if isLast { break }
      rest.y = 0
      rest.height -= part.height
      rest.hasTop = false
    }
    return parts
  }

  /// Whether a box is that of a float without text, and the style lets it be divided.
  private func isDivided(_ box: BoxFragment) -> Bool {
    let text = column.text
    guard !box.isColumnRule, box.block >= 0, text.blocks[Int(box.block)].kind == .floating,
      !text.box(of: box.block).isKeptInColumn
    else { return false }
    return paragraphs.allSatisfy { index in
      let paragraph = text.paragraphs[index]
      return paragraph.start == paragraph.end || !text.isBlock(paragraph.block, inside: box.block)
    }
  }
}
