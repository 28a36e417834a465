/// The areas outside of which the content of a frame's blocks is not drawn (CSS Overflow 3, section
/// 3.1).
struct ClipAreas {
  private let text: AttributedText
  /// By block, its padding box on the page, or the box around its parts.
  private var own: [Int32: Rect] = [:]
  /// The padding boxes that have rounded corners.
  private var rounded: [Int32: RoundedRect] = [:]
  /// By block, what `clip` leaves of the page for the box and all that it holds.
  private var whole: [Int32: Rect] = [:]

  /// What several blocks leave of the page.
  struct Area {
    var rect: Rect
    /// The padding boxes with rounded corners, from the innermost out.
    var outlines: [RoundedRect] = []

    /// Whether a rectangle is inside it as a whole.
    fileprivate func contains(_ other: Rect) -> Bool {
      rect.contains(other) && outlines.allSatisfy { $0.inside.contains { $0.contains(other) } }
    }
  }

  init(_ layout: ChapterLayout, _ frame: PageFrame, originX: Int, originY: Int) {
    text = layout.text
    for index in frame.boxes {
      let fragment = layout.boxes[index]
      guard fragment.block >= 0, fragment.stretched < 0 else { continue }
      let clips = fragment.isCut || text.clips(fragment.block)
      guard clips || text.hasClip(fragment.block) else { continue }
      let style = text.box(of: fragment.block)
      let (x, y) = (originX + fragment.x, originY + fragment.y)
      whole[fragment.block] = style.clipped(Rect(raw: x, y, fragment.width, fragment.height))
      guard clips else { continue }
      var area = fragment.area(.padding, style, x: x, y: y)
      let isCutOff = style.overflows.across.cutsOff && style.overflows.down.cutsOff
      if text.clips(fragment.block) {
        area = area.reaching(
          style.overflows, isRightToLeft: text.style(of: fragment.block).text.isRightToLeft)
      }
      if let other = own[fragment.block] {
        own[fragment.block] = other.union(area)
        rounded[fragment.block] = nil
      } else {
        own[fragment.block] = area
        let outline = RoundedRect(fragment, style, x: x, y: y)?.inset(to: area)
        if text.clips(fragment.block), isCutOff {
          rounded[fragment.block] = outline
        }
      }
    }
  }

  private var isEmpty: Bool { own.isEmpty && whole.isEmpty }

  /// The area for a rectangle in a block; nil if the rectangle is inside it as a whole.
  /// - Parameter isInside: whether the block's own area counts, as it does for its lines.
  func area(for rect: Rect, in block: Int32, isInside: Bool = true) -> Area? {
    guard let area = area(in: block, isInside: isInside) else { return nil }
    return area.contains(rect) ? nil : area
  }

  /// The area for a line; nil if the line is inside it with the boxes in it.
  func area(
    for line: LineFragment, in layout: ChapterLayout, originX: Int, originY: Int
  ) -> Area? {
    guard !isEmpty, !layout.text.paragraphs.isEmpty else { return nil }
    let paragraph = layout.text.paragraphs[Int(line.paragraph)]
    guard var area = area(in: paragraph.block) else { return nil }
    area.rect = area.rect.widened(by: hang(of: paragraph))
    let holdsBox =
      layout.segments[line.segmentRange].contains { $0.kind == .attachment } || holdsDrawnBox(line)
    let used = Rect(raw: originX + line.usedX, originY + line.y, line.usedWidth, line.height)
    return !holdsBox && area.contains(used) ? nil : area
  }

  /// How far marks and letters hang out of lines at the most, where a style asks for it: that is not cut off.
  private func hang(of paragraph: Paragraph) -> Length {
    let style = text.styles[Int(paragraph.style)].text
    let hangs = !style.hangingPunctuation.isEmpty || style.microtypography.marginKerning > 0
    return hangs ? style.font.size * 0.5 : 0
  }

  /// Whether an inline box of the line's paragraph has a background or borders, for which lines make no
  /// room.
  private func holdsDrawnBox(_ line: LineFragment) -> Bool {
    let edges = text.inlineEdges
    return edges[edges.partitioningIndex { $0.paragraph >= line.paragraph }...]
      .prefix { $0.paragraph == line.paragraph }
      .contains { text.styles[Int($0.style)].box.isDrawn }
  }

  /// The area that all blocks around a block leave; nil if none of them clips. An absolutely
  /// positioned block is clipped only by blocks around the positioned block that it refers to.
  /// - Parameters:
  ///   - isInside: whether the block's own area counts.
  ///   - isPlaced: whether what is in the block is absolutely positioned.
  func area(in block: Int32, isInside: Bool = true, isPlaced: Bool = false) -> Area? {
    guard !isEmpty, block >= 0 else { return nil }
    var result: Area?
    func clip(to rect: Rect, _ outline: RoundedRect? = nil) {
      var all = result ?? Area(rect: rect)
      all.rect = all.rect.intersection(rect)
      if let outline { all.outlines.append(outline) }
      result = all
    }
    var isPlaced = isPlaced
    // A table does not clip its captions (CSS Tables 3, section 3.3).
    var isCaption = false
    for current in text.blocks(around: block) {
      let position = text.box(of: current).position
      if position != .static { isPlaced = false }
      let clips = isInside || current != block
      if !isPlaced, clips, !isCaption, let area = own[current] {
        clip(to: area, rounded[current])
      }
      isCaption = text.box(of: current).display == .tableCaption
      if let area = whole[current] { clip(to: area) }
      if position.isOutOfFlow { isPlaced = true }
    }
    return result
  }
}

extension AttributedText {
  /// Whether a block has a `clip`.
  func hasClip(_ block: Int32) -> Bool {
    styles[Int(blocks[Int(block)].style)].box.clip != nil
  }

  /// Whether what is outside a block's padding box is not drawn. `overflow` of the two outermost
  /// boxes of a document applies to its pages, unlike that of an inline block, which is a text of its
  /// own; a table does not scroll, and its parts other than cells have none.
  func clips(_ block: Int32) -> Bool {
    let own = blocks[Int(block)]
    let overflows = styles[Int(own.style)].box.overflows
    guard overflows.across != .visible || overflows.down != .visible else { return false }
    switch own.kind {
    case .table where !overflows.across.cutsOff && !overflows.down.cutsOff: return false
    case .row, .rowGroup, .column: return false
    default: break
    }
    guard own.parent >= 0, blocks[Int(own.parent)].parent >= 0 else {
      return styles[Int(blocks[0].style)].box.display == .flowRoot
    }
    return true
  }
}

extension RoundedRect {
  /// Two rectangles inside of it: between the corners at the top and the bottom, and between those at
  /// the sides.
  fileprivate var inside: [Rect] {
    let across = (0..<4).map { radii[$0].width }
    let down = (0..<4).map { radii[$0].height }
    let (left, right) = (max(across[0], across[3]), max(across[1], across[2]))
    let (top, bottom) = (max(down[0], down[1]), max(down[2], down[3]))
    return [
      Rect(
        x: rect.minX + left, y: rect.minY, width: rect.width - left - right, height: rect.height),
      Rect(
        x: rect.minX, y: rect.minY + top, width: rect.width, height: rect.height - top - bottom),
    ]
  }
}

extension Rect {
  /// With what is outside of it where nothing is cut off, and with what is after its end and below it, to which a
  /// reader could scroll: pages do not scroll, and no text is lost (CSS Overflow 3, section 2.2).
  fileprivate func reaching(
    _ overflows: (across: Overflow, down: Overflow), isRightToLeft: Bool
  ) -> Rect {
    // The greatest page of PDF 1.7 (ISO 32000-1, annex C): what draws pages need not know longer numbers.
    let far: Length = 14400
    let (across, down) = overflows
    let left = across == .visible || across.scrolls && isRightToLeft ? far : 0
    let right = across == .visible || across.scrolls && !isRightToLeft ? far : 0
    let top = down == .visible ? far : 0
    let bottom = down == .visible || down.scrolls ? far : 0
    return Rect(
      x: minX - left, y: minY - top, width: width + left + right, height: height + top + bottom)
  }

  fileprivate func widened(by side: Length) -> Rect {
    Rect(x: minX - side, y: minY, width: width + side * 2, height: height)
  }

  fileprivate func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
  }

  /// What two rectangles share; without a size if they share nothing.
  func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }
}
