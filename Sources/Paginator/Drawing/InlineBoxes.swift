/// The boxes of inline elements on one line, which carry borders and backgrounds (CSS 2, section
/// 10.6.1). A box that is broken over lines has its sides only where it begins and where it ends.
struct InlineBoxes {
  /// A box on the line.
  struct Box {
    /// Index in `AttributedText.styles`.
    let style: Int32
    var left: Int
    var right: Int
    var hasLeft: Bool
    var hasRight: Bool
  }

  private struct Open {
    let style: Int32
    var left = Int.max
    var right = Int.min
    var hasLeft = false
    var hasRight = false

    mutating func cover(_ left: Int, _ right: Int) {
      self.left = min(self.left, left)
      self.right = max(self.right, right)
    }
  }

  private let layout: ChapterLayout
  private var open: [Open] = []
  private(set) var boxes: [Box] = []

  /// - Parameter places: the places of the line's segments, in text order.
  init(_ line: LineFragment, in layout: ChapterLayout, places: [SegmentPlacer.Place]) {
    self.layout = layout
    let first = Int(line.firstSegment)
    openEarlier(line)
    // Spaces that are dropped at the line's end belong to no box.
    var visible = places.count
    while visible > 0, layout.segments[first + visible - 1].kind == .space { visible -= 1 }
    for (offset, place) in places.prefix(visible).enumerated() {
      let segment = layout.segments[first + offset]
      if segment.kind == .edge, segment.word >= 0 {
        pass(layout.text.inlineEdges[Int(segment.word)], segment, place)
      } else if segment.kind != .lineBreak {
        for index in open.indices { open[index].cover(place.x, place.x + place.width) }
      }
    }
    while let box = open.popLast() { close(box) }
    // Outer boxes are painted first.
    boxes.reverse()
  }

  /// Opens the boxes that began on earlier lines.
  private mutating func openEarlier(_ line: LineFragment) {
    let edges = layout.text.inlineEdges
    var index = edges.partitioningIndex { $0.paragraph >= line.paragraph }
    while index < edges.count, edges[index].paragraph == line.paragraph {
      let edge = edges[index]
      guard edge.offset < line.start || edge.offset == line.start && !edge.isStart else { return }
      if edge.isStart {
        open.append(Open(style: edge.style))
      } else if !open.isEmpty {
        open.removeLast()
      }
      index += 1
    }
  }

  private mutating func pass(
    _ edge: InlineEdge, _ segment: Segment, _ place: SegmentPlacer.Place
  ) {
    let margin = layout.text.styles[Int(edge.style)].box.margin
    let isLeft = edge.isStart == (segment.level & 1 == 0)
    let isContinued = edge.isContinued ?? false
    let left = place.x + (isLeft && !isContinued ? margin.left.length.rawValue : 0)
    let right =
      place.x + place.width - (isLeft || isContinued ? 0 : margin.right.length.rawValue)
    // An outer box covers the edges of its inner boxes, margins included.
    for index in open.indices.dropLast(edge.isStart ? 0 : 1) {
      open[index].cover(place.x, place.x + place.width)
    }
    if edge.isStart { open.append(Open(style: edge.style)) }
    guard var box = open.popLast() else { return }
    box.cover(left, right)
    if !isContinued {
      if isLeft { box.hasLeft = true } else { box.hasRight = true }
    }
    if edge.isStart { open.append(box) } else { close(box) }
  }

  private mutating func close(_ box: Open) {
    guard box.left < box.right else { return }
    let shift = layout.text.styles[Int(box.style)].text.inlineShift.rawValue
    boxes.append(
      Box(
        style: box.style, left: box.left + shift, right: box.right + shift, hasLeft: box.hasLeft,
        hasRight: box.hasRight))
  }
}

extension InlineBoxes.Box {
  /// The fragment of the box: as high as the font, plus padding and borders, for which lines make
  /// no room.
  func fragment(
    baseline: Int, in layout: ChapterLayout
  ) -> (fragment: BoxFragment, style: BoxProperties) {
    let style = layout.text.styles[Int(self.style)]
    let (ascent, descent) = layout.fonts[Int(self.style)].extent
    let box = style.box
    let above = ascent + box.padding.top.length.rawValue + box.border.top.width.rawValue
    let below = descent + box.padding.bottom.length.rawValue + box.border.bottom.width.rawValue
    let fragment = BoxFragment(
      block: -1, x: left, y: baseline - style.text.baselineShift.rawValue - above,
      width: right - left, height: above + below, hasTop: true, hasBottom: true, hasLeft: hasLeft,
      hasRight: hasRight)
    return (fragment, box)
  }
}

extension RunFont {
  /// The font's ascent and descent, in 1/1024 points.
  var extent: (ascent: Int, descent: Int) {
    let metrics = shaping.faces[0].metrics
    return (
      Self.scaled(metrics.ascent, size, metrics.unitsPerEm),
      Self.scaled(metrics.descent, size, metrics.unitsPerEm)
    )
  }
}
