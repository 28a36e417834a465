/// The inline boxes of a paragraph whose edges are on each of their lines (`box-decoration-break:
/// clone`, CSS Fragmentation 3, section 5.4). Lines are asked for in order.
struct ClonedEdges {
  /// A box, with the numbers of its edges in `AttributedText.inlineEdges`.
  struct Box {
    let start: Int
    /// Nil if a block in the box is between the paragraph and the end of the box.
    let end: Int?
    let startWidth: Int
    let endWidth: Int
    fileprivate let offset: Int32
    fileprivate let endOffset: Int32
  }

  /// In the order of their beginnings.
  private var boxes: [Box] = []
  private var next = 0
  /// The boxes that a break at the last offset divides, from the outermost in.
  private(set) var open: [Box] = []

  /// - Parameter shaper: has shaped the paragraph last.
  init(_ shaper: ParagraphShaper) {
    let text = shaper.text
    for element in text.inlineElements(in: Int32(shaper.currentParagraph)) {
      let start = text.inlineEdges[element.start]
      guard text.styles[Int(start.style)].box.clonesDecoration else { continue }
      let end = element.end.map { text.inlineEdges[$0] }
      boxes.append(
        Box(
          start: element.start, end: element.end, startWidth: shaper.width(of: start, in: 0),
          endWidth: end.map { shaper.width(of: $0, in: 0) } ?? 0, offset: start.offset,
          endOffset: end?.offset ?? .max))
    }
  }

  /// Moves on to a break; edges right before it are those of boxes that end there.
  mutating func move(to offset: Int32) {
    while next < boxes.count, boxes[next].offset < offset {
      end(at: boxes[next].offset)
      open.append(boxes[next])
      next += 1
    }
    end(at: offset)
  }

  private mutating func end(at offset: Int32) {
    while let last = open.last, last.endOffset <= offset { open.removeLast() }
  }
}
