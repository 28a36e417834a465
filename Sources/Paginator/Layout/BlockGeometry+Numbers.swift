/// Room for the numbers of lists in large type, which are wider than the padding of their list and the page's margin.
extension BlockGeometry {
  /// How far numbers may be in the margin of the page, where they are not cut off.
  private static let roomInMargin: Length = 28

  /// A number, its full stop and the space after it, in em. In a narrow face, they are narrower.
  private static let digit = 0.64
  private static let stop = 0.35
  private static let space = 0.5

  /// By list, about how wide the widest number of its items is, in em.
  static func numberWidths(in text: AttributedText) -> [Int32: Double] {
    var widths: [Int32: Double] = [:]
    for paragraph in text.paragraphs where paragraph.marker >= 0 {
      guard case .marker(let inner) = text.attachments[Int(paragraph.marker)].content,
        let item = text.blocks(around: paragraph.block).first(where: { text.box(of: $0).isListItem }
        )
      else { continue }
      let width = inner.units.reduce(space) {
        $0 + ((0x30...0x39).contains($1) ? digit : $1 == 0x20 || $1 == 0xA0 ? 0 : stop)
      }
      let list = text.blocks[Int(item)].parent
      widths[list] = max(widths[list] ?? 0, width)
    }
    return widths
  }

  /// The frame of a list in text of books with so much more room for its numbers that they are on the page.
  func withRoomForNumbers(
    _ frame: BlockFrame, of block: Int32, containerWidth: Int
  ) -> BlockFrame {
    guard let number = numberWidths[block], !isFixedLayout, !NestedLayout.isEndless(containerWidth)
    else { return frame }
    let style = text.style(of: block).text
    // In a float or a cell, the numbers are next to it, and not at the edge of the page.
    guard style.measureMin > 0, !rootIsBox,
      text.blocks(around: block).allSatisfy({ text.blocks[Int($0)].kind == .block })
    else { return frame }
    let room = style.isRightToLeft ? containerWidth - frame.x - frame.width : frame.x
    let missing = (style.font.size * number).rawValue - max(0, room)
    guard missing > Self.roomInMargin.rawValue else { return frame }
    var frame = frame
    let taken = min(missing, frame.width / 2)
    if !style.isRightToLeft { frame.x += taken }
    frame.width -= taken
    return frame
  }
}
