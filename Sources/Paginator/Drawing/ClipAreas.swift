/// The areas outside of which the content of a frame's blocks is not drawn (CSS Overflow 3, section
/// 3.1).
struct ClipAreas {
  private let text: AttributedText
  /// By block, its padding box on the page, or the box around its parts.
  private var own: [Int32: Rect] = [:]

  init(_ layout: ChapterLayout, _ frame: PageFrame, originX: Int, originY: Int) {
    text = layout.text
    for index in frame.boxes {
      let fragment = layout.boxes[index]
      guard fragment.block >= 0, fragment.isCut || text.clips(fragment.block) else { continue }
      let area = fragment.area(
        .padding, text.box(of: fragment.block),
        x: originX + fragment.x, y: originY + fragment.y)
      own[fragment.block] = own[fragment.block].map { $0.union(area) } ?? area
    }
  }

  /// The area for a rectangle in a block; nil if the rectangle is inside it as a whole.
  /// - Parameter isInside: whether the block's own area counts, as it does for its lines.
  func area(for rect: Rect, in block: Int32, isInside: Bool = true) -> Rect? {
    guard !own.isEmpty, let area = area(in: block, isInside: isInside) else { return nil }
    let isWhole =
      rect.minX >= area.minX && rect.minY >= area.minY && rect.maxX <= area.maxX
      && rect.maxY <= area.maxY
    return isWhole ? nil : area
  }

  /// The area for a line; nil if the line is inside it with the boxes in it.
  func area(
    for line: LineFragment, in layout: ChapterLayout, originX: Int, originY: Int
  ) -> Rect? {
    guard !own.isEmpty, !layout.text.paragraphs.isEmpty else { return nil }
    let paragraph = layout.text.paragraphs[Int(line.paragraph)]
    if layout.segments[line.segmentRange].contains(where: { $0.kind == .attachment }) {
      return area(in: paragraph.block)
    }
    return area(
      for: Rect(raw: originX + line.usedX, originY + line.y, line.usedWidth, line.height),
      in: paragraph.block)
  }

  /// The area that all blocks around a block leave; nil if none of them clips. An absolutely
  /// positioned block is clipped only by blocks around the positioned block that it refers to.
  func area(in block: Int32, isInside: Bool = true) -> Rect? {
    guard !own.isEmpty, block >= 0 else { return nil }
    var result: Rect?
    var isPlaced = false
    for current in text.blocks(around: block) {
      let position = text.box(of: current).position
      if position != .static { isPlaced = false }
      if !isPlaced, isInside || current != block, let area = own[current] {
        result = result.map { $0.intersection(area) } ?? area
      }
      if position.isOutOfFlow { isPlaced = true }
    }
    return result
  }
}

extension AttributedText {
  /// Whether what is outside a block's padding box is not drawn. `overflow` of the two outermost
  /// boxes of a document applies to its pages, unlike that of an inline block, which is a text of its
  /// own; and the parts of tables other than cells have none.
  func clips(_ block: Int32) -> Bool {
    let own = blocks[Int(block)]
    guard styles[Int(own.style)].box.overflow != .visible else { return false }
    switch own.kind {
    case .table, .row, .rowGroup, .column: return false
    default: break
    }
    guard own.parent >= 0, blocks[Int(own.parent)].parent >= 0 else {
      return styles[Int(blocks[0].style)].box.display == .flowRoot
    }
    return true
  }
}

extension Rect {
  /// What two rectangles share; without a size if they share nothing.
  func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }
}
