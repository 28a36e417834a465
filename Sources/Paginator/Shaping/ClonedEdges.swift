/// The inline boxes of a paragraph whose edges are on each of their lines (`box-decoration-break:
/// clone`, CSS Fragmentation 3, section 5.4). Lines are asked for in order.
struct ClonedEdges {
  /// A box, with the numbers of its edges in `AttributedText.inlineEdges`.
  struct Box {
    let start: Int
    /// Nil if a block in the box is between the paragraph and the end of the box.
    fileprivate(set) var end: Int?
    let startWidth: Int
    fileprivate(set) var endWidth = 0
    fileprivate let offset: Int32
    fileprivate var endOffset = Int32.max
  }

  /// In the order of their beginnings.
  private var boxes: [Box] = []
  private var next = 0
  /// The boxes that a break at the last offset divides, from the outermost in.
  private(set) var open: [Box] = []

  /// - Parameter shaper: has shaped the paragraph last.
  init(_ shaper: ParagraphShaper) {
    let (text, paragraph) = (shaper.text, shaper.currentParagraph)
    var index = text.inlineEdges.partitioningIndex { Int($0.paragraph) >= paragraph }
    var started: [Int?] = []
    while index < text.inlineEdges.count, Int(text.inlineEdges[index].paragraph) == paragraph {
      let edge = text.inlineEdges[index]
      let width = shaper.width(of: edge, in: 0)
      if !edge.isStart {
        if let box = started.popLast() ?? nil {
          boxes[box].end = index
          boxes[box].endWidth = width
          boxes[box].endOffset = edge.offset
        }
      } else if text.styles[Int(edge.style)].box.clonesDecoration {
        started.append(boxes.count)
        boxes.append(Box(start: index, startWidth: width, offset: edge.offset))
      } else {
        started.append(nil)
      }
      index += 1
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
