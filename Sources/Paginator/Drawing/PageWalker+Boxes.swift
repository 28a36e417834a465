/// Backgrounds and borders of a page's boxes.
extension PageWalker {
  mutating func paint(
    _ boxes: some Sequence<Int>, in layout: ChapterLayout, _ clips: ClipAreas,
    _ origin: (x: Int, y: Int)
  ) {
    var shared = SharedBorders(layout.text)
    for index in boxes {
      let fragment = layout.boxes[index]
      for border in shared.finished(before: fragment.block) {
        box(border, at: nil, layout, clips, origin)
      }
      if let fragment = shared.background(of: fragment) {
        box(fragment, at: index, layout, clips, origin)
      }
    }
    for border in shared.finished(before: -1) {
      box(border, at: nil, layout, clips, origin)
    }
  }

  /// - Parameter index: that of the fragment in the layout's boxes; nil for borders without a background.
  private mutating func box(
    _ fragment: BoxFragment, at index: Int?, _ layout: ChapterLayout, _ clips: ClipAreas,
    _ origin: (x: Int, y: Int)
  ) {
    let whole = layout.text.style(of: fragment.block)
    guard whole.text.isVisible else { return }
    var style = whole.box
    if fragment.isColumnRule {
      // The rule is drawn as the left border of a box without anything else.
      style = BoxProperties()
      style.border.left = whole.box.columnRule(in: whole.text.color) ?? BorderSide()
    }
    var pictures: [BoxPicture] = []
    let isOnCanvas = fragment.block == canvasBlock && canvasLayout == ObjectIdentifier(layout)
    if index != nil, !isOnCanvas {
      pictures = layout.text.pictures(of: style)
    } else {
      style.background = .transparent
      if isOnCanvas { pictures = layout.text.pictures(of: style).filter { $0.border != nil } }
    }
    if index == nil { style.shadows = nil }
    let clip = clips.area(
      for: Rect(
        raw: origin.x + fragment.x, origin.y + fragment.y, fragment.width, fragment.height),
      in: fragment.block, isInside: false)
    let undivided = pictures.isEmpty ? nil : index.flatMap(layout.undivided)
    for layer in pictures.indices {
      let picture = pictures[layer].picture
      if picture.isFixed ?? false {
        pictures[layer].area = pageArea
      } else if let undivided {
        pictures[layer].area = undivided.area(
          picture.origin, style, x: origin.x + undivided.x, y: origin.y + undivided.y)
      }
    }
    painter.begin(clip)
    painter.box(
      fragment, style: style, pictures: pictures, originX: origin.x, originY: origin.y)
    painter.end(clip)
  }
}

extension ChapterLayout {
  /// The box of a fragment as if it were not divided: its background images are placed in it
  /// (`box-decoration-break: slice`, CSS Fragmentation 3, section 5.4). Nil for a fragment that is the
  /// whole box, and for one with its own decoration.
  fileprivate func undivided(_ index: Int) -> BoxFragment? {
    let fragment = boxes[index]
    guard !fragment.hasTop || !fragment.hasBottom, fragment.pictureArea == nil,
      !text.box(of: fragment.block).clonesDecoration
    else { return nil }
    var whole = fragment
    (whole.hasTop, whole.hasBottom, whole.height) = (true, true, 0)
    for (place, other) in boxes.enumerated()
    where other.block == fragment.block && !other.isColumnRule {
      if place < index { whole.y -= other.height }
      whole.height += other.height
    }
    return whole
  }
}

extension TextBlock.Kind {
  fileprivate var isRowOrCell: Bool {
    if case .cell = self { return true }
    return self == .row
  }
}

/// Collapsed borders wait until the backgrounds in their table are painted, also those of what is
/// in its cells (CSS Tables 3, section 5.3.3). Where borders meet, the stronger one is on top: of
/// equal ones, that of the cell further to the top and to the left.
private struct SharedBorders {
  private let text: AttributedText
  /// The tables around the current box, and the cells whose borders wait.
  private var tables: [(table: Int32, cells: [BoxFragment])] = []

  init(_ text: AttributedText) { self.text = text }

  /// Takes the borders of a cell that shares them, or those of a row where it has no cell.
  /// - Returns: the rest of the box; nil if nothing of it is left.
  mutating func background(of fragment: BoxFragment) -> BoxFragment? {
    guard fragment.borders != nil, fragment.block >= 0 else { return fragment }
    let kind = text.blocks[Int(fragment.block)].kind
    guard kind.isRowOrCell else { return fragment }
    let table = table(around: fragment.block)
    if tables.last?.table != table { tables.append((table, [])) }
    tables[tables.count - 1].cells.append(fragment)
    let box = text.box(of: fragment.block)
    guard kind != .row, !box.background.isTransparent || box.hasPicture || box.hasShadow else {
      return nil
    }
    var background = fragment
    // The widths stay: background images may begin inside the borders.
    background.borders?.top.style = .hidden
    background.borders?.right.style = .hidden
    background.borders?.bottom.style = .hidden
    background.borders?.left.style = .hidden
    return background
  }

  private func table(around cell: Int32) -> Int32 {
    text.blocks(around: cell).first { text.blocks[Int($0)].kind == .table } ?? -1
  }

  /// The borders of the tables that do not contain a block, from the weakest to the strongest.
  mutating func finished(before block: Int32) -> [BoxFragment] {
    var result: [BoxFragment] = []
    while let last = tables.last, block < 0 || !text.isBlock(block, inside: last.table) {
      tables.removeLast()
      result += ordered(last.cells)
    }
    return result
  }

  private func ordered(_ cells: [BoxFragment]) -> [BoxFragment] {
    let sides = cells.flatMap(Self.sides)
    guard let first = sides.first, sides.contains(where: { $0.side != first.side }) else {
      return cells
    }
    // Of equal sides, that of the first cell is drawn last.
    return sides.enumerated().sorted { one, other in
      let (first, second) = (one.element.side, other.element.side)
      return (first.width.rawValue, first.style.rank, -one.offset)
        < (second.width.rawValue, second.style.rank, -other.offset)
    }.map(\.element.fragment)
  }

  /// The sides of a cell, each as a fragment that has no other.
  private static func sides(
    of cell: BoxFragment
  ) -> [(side: BorderSide, fragment: BoxFragment)] {
    guard let borders = cell.borders else { return [] }
    let has = [cell.hasTop, cell.hasRight, cell.hasBottom, cell.hasLeft]
    return borders.all.indices.compactMap { index in
      guard has[index], borders.all[index].isVisible else { return nil }
      var part = cell
      part.hasTop = index == 0
      part.hasRight = index == 1
      part.hasBottom = index == 2
      part.hasLeft = index == 3
      return (borders.all[index], part)
    }
  }
}
