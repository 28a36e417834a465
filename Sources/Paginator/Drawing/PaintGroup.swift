/// What is done to a box with all that it holds.
struct PaintGroup {
  private(set) var opacity: Double
  /// What is outside of it is not drawn; nil for nothing.
  let clip: PagePath?
  /// What is painted first.
  private(set) var below: [PageShape] = []

  /// - Parameter origin: of the frame of a fragment on the page, in 1/1024 points.
  /// - Returns: nil for a box that is not painted as a group.
  init?(_ box: BoxProperties, _ fragment: BoxFragment?, _ origin: (x: Int, y: Int)) {
    guard box.isGroup else { return nil }
    opacity = box.opacity ?? 1
    clip = fragment.flatMap { box.clipPath(of: $0, at: origin) }
  }
}

extension PaintGroup {
  /// For an image in a line.
  /// - Parameter text: the style of the image.
  init?(
    image box: BoxProperties, _ fragment: BoxFragment, in text: TextProperties,
    below: (inout DrawingContext) -> Void
  ) {
    guard var group = PaintGroup(box, fragment, (0, 0)) ?? text.inlineOpacity.map(PaintGroup.init)
    else { return nil }
    group.opacity = (box.isInlineGroup ? group.opacity : 1) * (text.inlineOpacity ?? 1)
    var context = DrawingContext()
    below(&context)
    group.below = context.shapes
    self = group
  }

  private init(opacity: Double) { (self.opacity, clip) = (opacity, nil) }
}

/// The groups in which the layers of a frame are.
struct OpenGroups {
  private let layout: ChapterLayout
  private let frame: PageFrame
  private let origin: (x: Int, y: Int)
  private var open: [(block: Int32, group: PaintGroup?)] = []

  init(_ layout: ChapterLayout, _ frame: PageFrame, originX: Int, originY: Int) {
    (self.layout, self.frame, origin) = (layout, frame, (originX, originY))
  }

  /// Ends the groups that do not hold what follows, and begins those that hold only that.
  /// - Parameter blocks: the blocks that are painted as groups around what follows, the outermost first.
  mutating func change<Target>(to blocks: [Int32], _ painter: inout CanvasPainter<Target>) {
    if blocks.isEmpty, open.isEmpty { return }
    let kept = zip(open, blocks).prefix { $0.block == $1 }.count
    while open.count > kept { painter.end(open.removeLast().group) }
    for block in blocks[kept...] {
      let fragment = frame.boxes.first { layout.boxes[$0].block == block }
      let group = PaintGroup(
        layout.text.box(of: block), fragment.map { layout.boxes[$0] }, origin)
      painter.begin(group)
      open.append((block, group))
    }
  }
}

extension BoxProperties {
  /// The outline of `clip-path` on the page (CSS Masking 1, section 5.1); nil without one.
  fileprivate func clipPath(of fragment: BoxFragment, at origin: (x: Int, y: Int)) -> PagePath? {
    guard let clipPath else { return nil }
    let (x, y) = (origin.x + fragment.x, origin.y + fragment.y)
    let border = Rect(raw: x, y, fragment.width, fragment.height)
    let area: Rect
    switch clipPath.reference {
    case .border: area = border
    case .padding: area = fragment.area(.padding, self, x: x, y: y)
    case .content: area = fragment.area(.content, self, x: x, y: y)
    case .margin:
      let sides = margins(against: border.width)
      area = Rect(
        raw: x - sides.left, y - sides.top, fragment.width + sides.horizontal,
        fragment.height + sides.vertical)
    }
    if clipPath.outline == .box, let rounded = RoundedRect(fragment, self, x: x, y: y) {
      return rounded.inset(to: area).path
    }
    return clipPath.outline.path(in: area)
  }
}

extension FloatShape.Outline {
  /// The outline in its box, as a path.
  func path(in area: Rect) -> PagePath {
    switch resolved(in: area) {
    case .rectangle(let rect):
      guard case .roundedInset(_, let corners) = self else {
        return PagePath(polygon: rect.corners)
      }
      let radii = CornerRadii.Corner.allCases.map { corner in
        Size(
          width: corners[corner].across.resolved(against: area.width),
          height: corners[corner].down.resolved(against: area.height))
      }
      return RoundedRect(rect, radii: radii).path
    case .ellipse(let center, let across, let down):
      return .ellipse(around: center, across: across, down: down)
    case .polygon(let corners): return PagePath(polygon: corners)
    }
  }
}

extension PagePath {
  fileprivate static func ellipse(around center: Point, across: Length, down: Length) -> PagePath {
    let rect = Rect(
      x: center.x - across, y: center.y - down, width: across * 2, height: down * 2)
    let radius = Size(width: across, height: down)
    return RoundedRect(rect, radii: [radius, radius, radius, radius]).path
  }
}
