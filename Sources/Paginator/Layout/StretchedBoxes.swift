/// Empty boxes that `top` and `bottom` stretch along the block to which their offsets refer: a bar beside a quotation.
/// Where a page end divides the block, they are divided with it, as its borders are (CSS Fragmentation 3, section 5).
extension BlockGeometry {
  /// By block, the boxes that are stretched along it: those in its own flow, outside of cells and floats.
  static func stretchedBoxes(_ text: AttributedText) -> [Int32: [Int32]] {
    var found: [Int32: [Int32]] = [:]
    for (number, attachment) in text.attachments.enumerated()
    where attachment.isPositioned && attachment.isStretchedDown {
      let block = text.paragraphs[text.paragraphIndex(at: Int(attachment.offset))].block
      for outer in text.blocks(around: block) {
        // That of the line that was made for the box.
        if text.blocks[Int(outer)].kind == .positioned { continue }
        guard text.isInBody(outer) else { break }
        guard text.box(of: outer).position != .static else { continue }
        found[outer, default: []].append(Int32(number))
        break
      }
    }
    return found
  }
}

extension Attachment {
  /// Whether both offsets, given as lengths, decide the height of an empty box.
  fileprivate var isStretchedDown: Bool {
    let box = style.box
    let offsets = [box.offsets.top, box.offsets.bottom]
    guard case .text(let inner) = content, inner.units.isEmpty, inner.attachments.isEmpty else {
      return false
    }
    return offsets.allSatisfy { !$0.isAuto && $0.fraction == 0 } && box.height.isAuto
      && box.minHeight.isAuto && box.maxHeight.isAuto && box.aspectRatio == nil
      && box.heightIsOfContent != true && box.translation == nil && box.outerShift == nil
  }
}

extension BlockGeometry {
  /// The parts of the boxes stretched along a block that are beside a part of it, as high and wide as that.
  func stretchedParts(along part: BoxFragment) -> [BoxFragment] {
    (stretchedBoxes[part.block] ?? []).map { number in
      var own = part
      own.stretched = number
      return own
    }
  }
}

extension ChapterLayout {
  /// The border box of a part of a box stretched along a block: between the offsets from the block's padding box.
  /// - Parameter part: the part of the block that it is beside.
  func stretchedBox(_ part: BoxFragment) -> BoxFragment? {
    guard let layout = attachments[part.stretched] else { return nil }
    let around = text.box(of: part.block)
    let border = around.border
    let box = text.attachments[Int(part.stretched)].style.box
    let room = part.width - border.left.width.rawValue - border.right.width.rawValue
    let side = PositionedSide(
      .horizontal, box.offsets.left, box.offsets.right, room: max(0, room))
    let start = side.start(
      of: layout.width, box.margin.left, box.margin.right,
      fromEnd: text.style(of: part.block).text.isRightToLeft)
    let padding = around.padding(against: Length(rawValue: part.width)).left
    var own = part
    own.x += border.left.width.rawValue + (start ?? padding) + layout.margin.left
    own.width = layout.width - layout.margin.horizontal
    if part.hasTop {
      let top = (border.top.width + box.offsets.top.length).rawValue + layout.margin.top
      own.y += top
      own.height -= top
    }
    if part.hasBottom {
      let bottom = border.bottom.width + box.offsets.bottom.length
      own.height -= bottom.rawValue + layout.margin.bottom
    }
    return own.height > 0 ? own : nil
  }
}
