/// Widths that the blocks inside a block have or add, whatever their text is. Percentages of a width
/// that is not known yet count as nothing.
extension AttributedText {
  /// The margins, borders and padding on the right of a line inside a box: those of the blocks
  /// between the line and the box.
  func edgesAtEnd(_ block: Int32, within outer: Int32) -> Int {
    var sum = 0
    for inner in blocks(around: block, within: outer) {
      let box = box(of: inner)
      sum += box.margins(against: 0).right + box.edges(against: 0).right
    }
    return sum
  }

  /// How far a block's negative margins, and those of the blocks around it, let its border box reach
  /// over the end of the box that they are in; at most 0.
  func marginsAtEnd(_ block: Int32, within outer: Int32) -> Int {
    min(0, edgesAtEnd(block, within: outer) - box(of: block).edges(against: 0).right)
  }

  /// The margins of a table in a box, with the margins, borders and padding of the blocks between.
  func edgesAround(table: Int32, within outer: Int32) -> Int {
    var sum = box(of: table).margins(against: 0).horizontal
    for inner in blocks(around: blocks[Int(table)].parent, within: outer) {
      let box = box(of: inner)
      sum += box.margins(against: 0).horizontal + box.edges(against: 0).horizontal
    }
    return sum
  }

  /// The largest width that the blocks inside a block ask for, which may have no text; 0 if none
  /// does. Tables are measured by themselves, and positioned boxes take no room.
  func givenWidth(within outer: Int32) -> Int {
    var widest = 0
    var skipped: Int32?
    for inner in descendants(of: outer) {
      if let skipped, isBlock(inner, inside: skipped) { continue }
      let kind = blocks[Int(inner)].kind
      if kind == .block || kind == .floating {
        widest = max(widest, givenWidth(around: inner, within: outer))
      } else {
        skipped = inner
      }
    }
    return widest
  }

  func isWidthGiven(around block: Int32, within outer: Int32) -> Bool {
    blocks(around: block, within: outer).contains {
      let box = box(of: $0)
      return box.widthKeyword == nil && box.width.definite != nil
    }
  }

  /// The width that a block and those around it ask for; 0 if none does.
  func givenWidth(around block: Int32, within outer: Int32) -> Int {
    var width = 0
    for current in blocks(around: block, within: outer) {
      let box = box(of: current)
      let edges = box.edges(against: 0).horizontal
      // Percentages of a width that is not known yet count as `auto` (CSS Sizing 3, section 5.2.1).
      func given(_ dimension: Dimension) -> Int? {
        dimension.definite.map { $0.rawValue + (box.sizesBorderBox ? 0 : edges) }
      }
      if box.widthKeyword == nil, let own = given(box.width) {
        width = own
      } else if width > 0 {
        width += edges
      }
      if let most = given(box.maxWidth) { width = min(width, most) }
      if let least = given(box.minWidth) { width = max(width, least) }
      if width > 0 {
        width += max(0, box.margins(against: 0).horizontal)
      }
    }
    return width
  }
}
