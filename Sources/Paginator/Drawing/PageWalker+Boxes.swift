/// Backgrounds and borders of a page's boxes.
extension PageWalker {
  mutating func paint(
    _ boxes: some Sequence<Int>, in layout: ChapterLayout, _ clips: ClipAreas,
    _ origin: (x: Int, y: Int)
  ) {
    var shared = SharedBorders(layout.text)
    for index in boxes {
      let fragment = layout.boxes[index]
      for border in shared.finished(before: fragment.block) {
        box(border, at: nil, layout, clips, origin)
      }
      if let fragment = shared.background(of: fragment) {
        box(fragment, at: index, layout, clips, origin)
      }
    }
    for border in shared.finished(before: -1) {
      box(border, at: nil, layout, clips, origin)
    }
  }

  /// Draws a part of a positioned box that is stretched along a block and divided with it.
  mutating func stretched(
    _ part: BoxFragment, _ layout: ChapterLayout, _ clips: ClipAreas, _ origin: (x: Int, y: Int)
  ) {
    guard let part = layout.stretchedBox(part),
      let nested = layout.attachments[part.stretched]?.nested, let page = nested.pages.first,
      let index = page.boxes.first
    else { return }
    var own = nested.boxes[index]
    (own.x, own.y, own.width, own.height) = (part.x, part.y, part.width, part.height)
    (own.hasTop, own.hasBottom) = (part.hasTop, part.hasBottom)
    let clip = clips.area(in: part.block, isPlaced: true)
    painter.begin(clip)
    let none = ClipAreas(
      nested, PageFrame(rect: page.frames[0].rect, lines: 0..<0, boxes: 0..<0), originX: 0,
      originY: 0)
    box(own, at: index, nested, none, origin)
    painter.end(clip)
  }

  /// - Parameter index: that of the fragment in the layout's boxes; nil for borders without a background.
  private mutating func box(
    _ fragment: BoxFragment, at index: Int?, _ layout: ChapterLayout, _ clips: ClipAreas,
    _ origin: (x: Int, y: Int)
  ) {
    let whole = layout.text.style(of: fragment.block)
    guard whole.text.isVisible else { return }
    var style = whole.box
    if fragment.isColumnRule {
      // The rule is drawn as the left border of a box without anything else.
      style = BoxProperties()
      style.border.left = whole.box.columnRule(in: whole.text.color) ?? BorderSide()
    }
    var pictures: [BoxPicture] = []
    let isOnCanvas = fragment.block == canvasBlock && canvasLayout == ObjectIdentifier(layout)
    if index != nil, !isOnCanvas {
      pictures = layout.text.pictures(of: style)
    } else {
      style.background = .transparent
      if isOnCanvas { pictures = layout.text.pictures(of: style).filter { $0.border != nil } }
    }
    if index == nil { style.shadows = nil }
    let clip = clips.area(
      for: Rect(
        raw: origin.x + fragment.x, origin.y + fragment.y, fragment.width, fragment.height),
      in: fragment.block, isInside: false)
    let undivided = pictures.isEmpty ? nil : index.flatMap(layout.undivided)
    for layer in pictures.indices {
      let picture = pictures[layer].picture
      if picture.isFixed ?? false {
        pictures[layer].area = pageArea
      } else if let undivided {
        pictures[layer].area = undivided.area(
          picture.origin, style, x: origin.x + undivided.x, y: origin.y + undivided.y)
      }
    }
    painter.begin(clip)
    painter.box(
      fragment, style: style, pictures: pictures, originX: origin.x, originY: origin.y)
    painter.end(clip)
  }
}

extension ChapterLayout {
  /// The box of a fragment as if it were not divided: its background images are placed in it
  /// (`box-decoration-break: slice`, CSS Fragmentation 3, section 5.4). Nil for a fragment that is the
  /// whole box, and for one with its own decoration.
  fileprivate func undivided(_ index: Int) -> BoxFragment? {
    let fragment = boxes[index]
    guard !fragment.hasTop || !fragment.hasBottom, fragment.pictureArea == nil,
      !text.box(of: fragment.block).clonesDecoration
    else { return nil }
    var whole = fragment
    (whole.hasTop, whole.hasBottom, whole.height) = (true, true, 0)
    for (place, other) in boxes.enumerated()
    where other.block == fragment.block && other.isOfBlock {
      if place < index { whole.y -= other.height }
      whole.height += other.height
    }
    return whole
  }
}
