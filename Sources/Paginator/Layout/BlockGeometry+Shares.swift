/// Blocks whose width is a share of a narrow page.
extension BlockGeometry {
  /// The frame of a block with a width that its text wants. There is room for it as in a block without a width: margins and
  /// padding leave it its least measure (`measure-min`), and it is no wider than the rest.
  mutating func frame(
    of block: Int32, wanted: Int, containerWidth: Int
  ) -> BlockFrame {
    let style = text.style(of: block)
    let parent = text.blocks[Int(block)].parent
    let outer = frame(of: parent, containerWidth: containerWidth)
    let isRight = parent >= 0 && text.style(of: parent).text.isRightToLeft
    var box = style.box
    box.width = .auto
    let asked = Self.frame(box, in: outer, isRightToLeft: isRight)
    let least = min(outer.width, (style.text.font.size * leastMeasure(of: block)).rawValue)
    let missing = min(least, wanted) - asked.width
    if missing > 0 {
      box = widened(box, of: block, by: missing, in: outer, containerWidth)
      box.width = .auto
    }
    let room = Self.frame(box, in: outer, isRightToLeft: isRight).width
    box.sizesBorderBox = false
    box.width = Dimension(length: Length(rawValue: min(wanted, room)))
    var frame = Self.frame(box, in: outer, isRightToLeft: isRight)
    frame.taken += max(0, asked.x - frame.x)
    return frame
  }
}
