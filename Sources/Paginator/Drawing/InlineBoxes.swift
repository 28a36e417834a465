/// The boxes of inline elements on one line, which carry borders and backgrounds (CSS 2, section
/// 10.6.1). A box that is broken over lines has its sides only where it begins and where it ends.
struct InlineBoxes {
  /// A box on the line.
  struct Box {
    /// Index in `AttributedText.styles`.
    let style: Int32
    /// The place in the line of a segment that belongs to the box itself.
    let offset: Int
    var left: Int
    var right: Int
    var hasLeft: Bool
    var hasRight: Bool
    /// The width of the line, to which percentages refer.
    let measure: Length
  }

  /// A box whose end on the line has not been reached.
  private struct Open {
    let style: Int32
    /// The edge where it begins.
    let edge: Int
    /// Whether its end edge is on the line although the box goes on.
    var hasClonedEnd = false
    /// The place in the line of the edge where the box begins or ends, or else of its first segment.
    var offset = -1
    var pieces: [Piece] = []

    /// Adds a segment of the box. It extends the last piece if the two are adjacent in visual order.
    mutating func add(_ piece: Piece) {
      if let last = pieces.last, piece.isNext(to: last) {
        pieces[pieces.count - 1].join(piece)
      } else {
        pieces.append(piece)
      }
    }
  }

  /// A part of a box whose segments follow each other in visual order. Reordering can divide a box
  /// into several (CSS 2, section 8.6).
  private struct Piece {
    /// The first and the last place in visual order.
    var first: Int
    var last: Int
    var left: Int
    var right: Int
    var hasLeft = false
    var hasRight = false

    init(_ rank: Int, _ left: Int, _ right: Int) {
      (first, last) = (rank, rank)
      (self.left, self.right) = (left, right)
    }

    func isNext(to other: Piece) -> Bool { first <= other.last + 1 && last >= other.first - 1 }

    mutating func join(_ other: Piece) {
      first = min(first, other.first)
      last = max(last, other.last)
      left = min(left, other.left)
      right = max(right, other.right)
      hasLeft = hasLeft || other.hasLeft
      hasRight = hasRight || other.hasRight
    }
  }

  private let layout: ChapterLayout
  private let measure: Length
  private var open: [Open] = []
  private(set) var boxes: [Box] = []

  /// - Parameters:
  ///   - placer: with the places of the line's segments.
  ///   - edges: of the boxes that are open before the line.
  init(
    _ line: LineFragment, in layout: ChapterLayout, _ placer: SegmentPlacer, open edges: [Int]
  ) {
    self.layout = layout
    measure = Length(rawValue: line.width)
    let first = Int(line.firstSegment)
    let places = placer.places
    open = edges.map { Open(style: layout.text.inlineEdges[$0].style, edge: $0) }
    // Spaces that are dropped at the line's end belong to no box.
    var visible = places.count
    while visible > 0, layout.segments[first + visible - 1].kind == .space { visible -= 1 }
    let ranks = placer.ranks(of: line, in: layout)
    for (offset, place) in places.prefix(visible).enumerated() {
      let segment = layout.segments[first + offset]
      let rank = ranks.isEmpty ? offset : ranks[offset]
      if segment.kind == .edge, segment.word >= 0 {
        let whole = Piece(rank, place.x, place.x + place.width)
        if !addClone(Int(segment.word), of: line, whole) {
          pass(Int(segment.word), whole, offset)
        }
      } else if segment.kind != .lineBreak, !(placer.hangs(at: offset) && isRemoved(segment)),
        ranks.isEmpty || !segment.isEmbeddingControl(in: layout.text.units)
      {
        let piece = Piece(rank, place.x, place.x + place.width)
        for index in open.indices {
          if open[index].offset < 0 { open[index].offset = offset }
          open[index].add(piece)
        }
      }
    }
    while let box = open.popLast() { close(box) }
    // Outer boxes are painted first.
    boxes.reverse()
  }

  /// Whether a segment is white space that is removed at the end of a line, not white space that
  /// hangs there, such as an ideographic space (CSS Text 3, section 4.1.3).
  private func isRemoved(_ segment: Segment) -> Bool {
    segment.kind == .space && layout.text.styles[Int(segment.style)].text.whiteSpace.collapses
      && [0x20, 0x1680].contains(layout.text.units[Int(segment.start)])
  }

  /// Adds the edge of a box that goes on from the line before, or to the next one.
  /// - Returns: false for the edge where a box begins or ends.
  private mutating func addClone(_ index: Int, of line: LineFragment, _ whole: Piece) -> Bool {
    let edge = layout.text.inlineEdges[index]
    let found =
      edge.isStart
      ? open.firstIndex { $0.edge == index }
      : edge.offset <= line.end
        ? nil
        : open.lastIndex {
          layout.text.styles[Int($0.style)].box.clonesDecoration && !$0.hasClonedEnd
        }
    guard let found else { return false }
    for outer in open[..<found].indices { open[outer].add(whole) }
    open[found].add(own(edge, whole))
    if !edge.isStart { open[found].hasClonedEnd = true }
    return true
  }

  private mutating func pass(_ index: Int, _ whole: Piece, _ offset: Int) {
    let edge = layout.text.inlineEdges[index]
    // An outer box covers the edges of its inner boxes, margins included.
    for outer in open.indices.dropLast(edge.isStart ? 0 : 1) { open[outer].add(whole) }
    if edge.isStart { open.append(Open(style: edge.style, edge: index)) }
    guard var box = open.popLast() else { return }
    box.offset = offset
    box.add(own(edge, whole))
    if edge.isStart { open.append(box) } else { close(box) }
  }

  /// The part of an edge that is inside of its box's margin.
  private func own(_ edge: InlineEdge, _ whole: Piece) -> Piece {
    var own = whole
    if edge.isContinued ?? false { return own }
    let margin = layout.text.styles[Int(edge.style)].box.margin
    if layout.text.isLeft(edge) {
      own.hasLeft = true
      own.left += margin.left.resolved(against: measure).rawValue
    } else {
      own.hasRight = true
      own.right -= margin.right.resolved(against: measure).rawValue
    }
    return own
  }

  private mutating func close(_ box: Open) {
    let shift = layout.text.styles[Int(box.style)].text.inlineShift.rawValue
    var pieces = box.pieces.sorted { $0.first < $1.first }[...]
    while var piece = pieces.popFirst() {
      while let next = pieces.first, next.isNext(to: piece) {
        piece.join(next)
        pieces.removeFirst()
      }
      guard piece.left < piece.right else { continue }
      boxes.append(
        Box(
          style: box.style, offset: max(0, box.offset), left: piece.left + shift,
          right: piece.right + shift, hasLeft: piece.hasLeft, hasRight: piece.hasRight,
          measure: measure))
    }
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
    let (top, bottom) = (box.padding.top, box.padding.bottom)
    let above = ascent + (top.resolved(against: measure) + box.border.top.width).rawValue
    let below = descent + (bottom.resolved(against: measure) + box.border.bottom.width).rawValue
    let fragment = BoxFragment(
      block: -1, x: left, y: baseline - style.text.drawnRise - above,
      width: right - left, height: above + below, hasTop: true, hasBottom: true, hasLeft: hasLeft,
      hasRight: hasRight)
    return (fragment, box)
  }

  /// The background images of the box. A box that is broken over lines is drawn as if it were cut from
  /// one line (`box-decoration-break: slice`, CSS Fragmentation 3, section 5.4): an image that stands
  /// at one of its ends is only there. Other images are placed in every part, whose width is not that
  /// of the whole box.
  func pictures(
    behind fragment: BoxFragment, _ box: BoxProperties, in layout: ChapterLayout
  ) -> [BoxPicture] {
    var pictures = layout.text.pictures(of: box)
    guard !(hasLeft && hasRight), !box.clonesDecoration else { return pictures }
    for index in pictures.indices where pictures[index].isPlacedOnce {
      var area = fragment.area(pictures[index].picture.origin, box, x: fragment.x, y: fragment.y)
      if !hasLeft { area.origin.x -= Self.restOfBox }
      area.size.width += hasLeft == hasRight ? Self.restOfBox * 2 : Self.restOfBox
      pictures[index].area = area
    }
    return pictures
  }

  /// The width that the other parts of a box are taken to have at least: no page is as wide.
  private static let restOfBox: Length = 100_000
}

extension BoxPicture {
  /// Whether an image of a size of its own is placed once in a line.
  fileprivate var isPlacedOnce: Bool {
    guard picture.repeatsAcross == .noRepeat, case .lengths(let width, let height) = picture.scale
    else { return false }
    return width.definite != nil || width.isAuto && image != nil && height.fraction == 0
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
