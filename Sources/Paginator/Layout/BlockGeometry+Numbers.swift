/// About how wide the numbers of the lists of a text are, in em, by the block of the list.
struct ListNumbers {
  /// The widest number of a list.
  private(set) var widths: [Int32: Double] = [:]
  /// The first number of a list, where it is on the line of the number of an item around it.
  private(set) var besideOthers: [Int32: Double] = [:]

  /// A number, its full stop and the space after it, in em. In a narrow face, they are narrower.
  private static let digit = 0.64
  private static let stop = 0.35
  private static let space = 0.5

  init() {}

  init(_ text: AttributedText) {
    for paragraph in text.paragraphs where paragraph.marker >= 0 {
      let items = text.blocks(around: paragraph.block).filter { text.box(of: $0).isListItem }
      let markers = text.markers(of: paragraph)
      if let width = Self.width(of: Int(paragraph.marker), in: text), let item = items.first {
        let list = text.blocks[Int(item)].parent
        widths[list] = max(widths[list] ?? 0, width)
      }
      for number in markers.dropFirst() {
        let node = text.attachments[number].node
        guard let item = items.first(where: { text.blocks[Int($0)].node == node }),
          let width = Self.width(of: number, in: text)
        else { continue }
        besideOthers[text.blocks[Int(item)].parent] = width
      }
    }
  }

  private static func width(of marker: Int, in text: AttributedText) -> Double? {
    guard case .marker(let inner) = text.attachments[marker].content else { return nil }
    return inner.units.reduce(space) {
      $0 + ((0x30...0x39).contains($1) ? digit : $1 == 0x20 || $1 == 0xA0 ? 0 : stop)
    }
  }
}

/// Room for the numbers of lists in large type, which are wider than the padding of their list and the page's margin.
extension BlockGeometry {
  /// How far numbers may be in the margin of the page, where they are not cut off.
  private static let roomInMargin: Length = 28

  /// The frame of a list in text of books with so much more room for its numbers that they are on the page,
  /// and that the first one is beside the number of the item which begins with the list.
  func withRoomForNumbers(
    _ frame: BlockFrame, of block: Int32, in outer: BlockFrame, containerWidth: Int
  ) -> BlockFrame {
    guard let number = numbers.widths[block], !isFixedLayout,
      !NestedLayout.isEndless(containerWidth)
    else { return frame }
    let style = text.style(of: block).text
    // In a float or a cell, the numbers are next to it, and not at the edge of the page.
    guard style.measureMin > 0, !rootIsBox,
      text.blocks(around: block).allSatisfy({ text.blocks[Int($0)].kind == .block })
    else { return frame }
    let room = style.isRightToLeft ? containerWidth - frame.x - frame.width : frame.x
    var missing = (style.font.size * number).rawValue - max(0, room)
    if missing <= Self.roomInMargin.rawValue { missing = 0 }
    if let first = numbers.besideOthers[block] {
      let beside =
        style.isRightToLeft
        ? outer.x + outer.width - frame.x - frame.width : frame.x - outer.x
      missing = max(missing, (style.font.size * first).rawValue - beside)
    }
    guard missing > 0 else { return frame }
    var frame = frame
    let taken = min(missing, frame.width / 2)
    if !style.isRightToLeft { frame.x += taken }
    frame.width -= taken
    return frame
  }
}
