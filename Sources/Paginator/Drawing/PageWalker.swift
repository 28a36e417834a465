/// How justification changes a word.
struct Spread: Equatable {
  /// The space after each cluster, in 1/1024 points.
  var letterSpacing: Int
  /// How much wider the glyphs are drawn, in thousandths.
  var glyphStretch: Int

  /// No change.
  init() {
    letterSpacing = 0
    glyphStretch = 0
  }

  init(_ line: LineFragment, _ segment: Segment) {
    letterSpacing = line.letterSpace(in: segment)
    glyphStretch = line.glyphStretch(of: segment)
  }

  /// The horizontal scale of the glyphs; 1 for none.
  var scale: Double { Double(1000 + glyphStretch) / 1000 }
}

/// Walks a page: backgrounds and borders, then lines, segment by segment in text order, then notes.
struct PageWalker<Target: LineCanvas> {
  var painter: CanvasPainter<Target>
  /// The block whose background already fills the page, and the layout that contains it.
  var canvasBlock: Int32?
  var canvasLayout: ObjectIdentifier?
  /// The page's text area, to which fixed background images refer.
  var pageArea: Rect?
  private var placer = SegmentPlacer()
  /// The positioned boxes that are not painted with their lines.
  private var lifted: Set<Int32> = []
  /// The segments that are drawn of the current line; nil for all.
  private var selection: InlineParts.Selection?
  /// The inline boxes that are open before the lines of the current frame.
  private var openEdges = OpenEdges()

  init(_ painter: CanvasPainter<Target>) { self.painter = painter }

  mutating func walk(
    _ layout: ChapterLayout, _ page: PageLayout, originX: Int, originY: Int, isGenerated: Bool
  ) {
    for frame in page.frames {
      walk(
        layout, frame, originX: originX + frame.rect.minX.rawValue,
        originY: originY + frame.rect.minY.rawValue, isGenerated: isGenerated)
    }
    for fragment in page.notes {
      guard let note = layout.notes[fragment.note], let whole = note.pages.first else { continue }
      let top = note.lines[fragment.lines.lowerBound].y
      let boxes = fragment.lines.count < note.lines.count ? 0..<0 : whole.boxes
      walk(
        note, whole.holding(lines: fragment.lines, boxes: boxes), originX: originX,
        originY: originY + fragment.y - top, isGenerated: isGenerated)
    }
  }

  private mutating func walk(
    _ layout: ChapterLayout, _ frame: PageFrame, originX: Int, originY: Int, isGenerated: Bool
  ) {
    let clips = ClipAreas(layout, frame, originX: originX, originY: originY)
    let order = PaintLayers(layout, frame)
    let outer = (lifted, selection, openEdges)
    (lifted, openEdges) = (order.attachments, OpenEdges())
    defer { (lifted, selection, openEdges) = outer }
    var groups = OpenGroups(layout, frame, originX: originX, originY: originY)
    for layer in order.layers {
      groups.change(to: layer.groups, &painter)
      paint(layer.boxes, in: layout, clips, (originX, originY))
      for index in layer.lines {
        let line = layout.lines[index]
        selection = order.selections[index]
        markers(of: line, layout, clips, originX: originX, originY: originY)
        draw(line, layout, clips, (originX, originY), isGenerated)
      }
      if let part = layer.part {
        selection = order.selections[part.line]
        selection?.part = part.id
        painter.beginGroup(opacity: part.opacity)
        draw(layout.lines[part.line], layout, clips, (originX, originY), isGenerated)
        painter.endGroup(opacity: part.opacity)
      }
      selection = nil
      if let index = layer.stretched {
        stretched(layout.boxes[index], layout, clips, (originX, originY))
      }
      if let (line, index) = layer.attachment {
        draw(index, of: layout.lines[line], layout, clips, (originX, originY), isGenerated)
      }
    }
    groups.change(to: [], &painter)
  }

  private mutating func draw(
    _ line: LineFragment, _ layout: ChapterLayout, _ clips: ClipAreas, _ origin: (x: Int, y: Int),
    _ isGenerated: Bool
  ) {
    let generated = isGenerated || line.flags.contains(.isRepeated)
    let clip = clips.area(for: line, in: layout, originX: origin.x, originY: origin.y)
    painter.begin(clip)
    var drawn = DrawnLine(line, in: layout, at: origin, isFurniture: generated)
    drawn.continues = selection?.part != nil
    painter.beginLine(drawn)
    let after = walk(line, layout, originX: origin.x, originY: origin.y, isGenerated: generated)
    painter.end(clip)
    for box in after {
      let own = box.isPlaced ? Self.clip(ofPlacedBoxOn: line, layout, clips) : clip
      painter.begin(own)
      walk(box, generated)
      painter.end(own)
    }
  }

  /// Draws a positioned box of a line, without the line.
  private mutating func draw(
    _ attachment: Int32, of line: LineFragment, _ layout: ChapterLayout, _ clips: ClipAreas,
    _ origin: (x: Int, y: Int), _ isGenerated: Bool
  ) {
    let range = line.segmentRange
    guard
      let index = range.first(where: {
        layout.segments[$0].kind == .attachment && layout.segments[$0].word == attachment
      })
    else { return }
    place(line, layout, originX: origin.x)
    let segment = layout.segments[index]
    let offset = index - range.lowerBound
    let drop = AlignedBoxes(line, in: layout)?.drop(at: offset, line) ?? 0
    let baseline = origin.y + line.y + line.baseline + drop
    let move = layout.text.styles[Int(segment.style)].text.inlineShift.rawValue
    let corner = layout.corner(
      of: segment, x: placer.places[offset].x + move, baseline: baseline, in: line,
      originX: origin.x)
    guard let box = box(of: segment, corner, baseline: baseline, layout) else { return }
    let clip =
      box.isPlaced
      ? Self.clip(ofPlacedBoxOn: line, layout, clips)
      : clips.area(for: line, in: layout, originX: origin.x, originY: origin.y)
    painter.begin(clip)
    walk(box, isGenerated || line.flags.contains(.isRepeated))
    painter.end(clip)
  }

  private mutating func walk(_ box: LineBoxes.Box, _ isGenerated: Bool) {
    walk(box.layout, box.page, originX: box.x, originY: box.y, isGenerated: isGenerated)
  }

  private mutating func place(_ line: LineFragment, _ layout: ChapterLayout, originX: Int) {
    let words = layout.glyphs.words
    placer.place(line, in: layout, originX: originX) { Int(words[Int($0.word)].clusterCount) }
  }

  private mutating func markers(
    of line: LineFragment, _ layout: ChapterLayout, _ clips: ClipAreas, originX: Int, originY: Int
  ) {
    // A text without content has a line and no paragraph.
    guard line.flags.contains(.isFirstOfParagraph), !layout.text.paragraphs.isEmpty else { return }
    let paragraph = layout.text.paragraphs[Int(line.paragraph)]
    for index in layout.text.markers(of: paragraph) {
      guard let box = layout.attachments[Int32(index)], let nested = box.nested,
        let page = nested.pages.first, let own = nested.lines.first
      else { continue }
      // The marker shares the line's baseline and ends where the text begins.
      let isRight = line.flags.contains(.isRightToLeft)
      let x =
        isRight
        ? line.x + line.width + box.margin.left : line.x - box.margin.right - box.width
      // A box inside the item does not cut off the item's marker.
      let node = layout.text.attachments[index].node
      let item = layout.text.blocks(around: paragraph.block).first {
        Int(layout.text.blocks[Int($0)].node) == node
      }
      let clip = clips.area(in: item ?? paragraph.block)
      painter.begin(clip)
      defer { painter.end(clip) }
      painter.beginMarker(index, of: line, in: layout)
      walk(
        nested, page, originX: originX + x,
        originY: originY + line.y + line.baseline - own.baseline, isGenerated: true)
      painter.endMarker()
    }
  }

  /// What cuts off an absolutely positioned box of a line.
  private static func clip(
    ofPlacedBoxOn line: LineFragment, _ layout: ChapterLayout, _ clips: ClipAreas
  ) -> ClipAreas.Area? {
    clips.area(in: layout.text.paragraphs[Int(line.paragraph)].block, isPlaced: true)
  }

  /// - Returns: the boxes that are painted over the line.
  private mutating func walk(
    _ line: LineFragment, _ layout: ChapterLayout, originX: Int, originY: Int, isGenerated: Bool
  ) -> [LineBoxes.Box] {
    let range = line.segmentRange
    let baseline = originY + line.y + line.baseline
    // Segments are placed from left to right but drawn in text order, so that software that reads
    // the page gets the text in its original order.
    place(line, layout, originX: originX)
    let aligned = AlignedBoxes(line, in: layout)
    if !layout.text.inlineEdges.isEmpty {
      let open = openEdges.before(line, in: layout)
      for box in InlineBoxes(line, in: layout, placer, open: open).boxes
      where layout.text.styles[Int(box.style)].box.isDrawn && selection?.holds(box.offset) ?? true {
        let drop = aligned?.drop(at: box.offset, line) ?? 0
        painter.inlineBox(box, baseline: baseline + drop, in: layout)
      }
    }
    var boxes = LineBoxes()
    // Consecutive segments usually have one style.
    var style: Int32 = -1
    var (rise, move) = (0, 0)
    for offset in 0..<range.count where selection?.holds(offset) ?? true {
      let segment = layout.segments[range.lowerBound + offset]
      let place = placer.places[offset]
      if segment.style != style {
        style = segment.style
        let whole = layout.text.styles[Int(style)]
        (rise, move) = (whole.text.drawnRise, whole.text.inlineShift.rawValue)
      }
      let baseline = baseline + (aligned?.drop(at: offset, line) ?? 0)
      let x = place.x + move
      switch segment.kind {
      case .word:
        painter.word(
          segment, x: x, y: baseline - rise, width: place.width,
          spread: Spread(line, segment), in: layout)
      case .space, .noBreakSpace:
        painter.space(
          segment, x: x, y: baseline - rise, width: place.width, hangs: placer.hangs(at: offset),
          in: layout)
      case .attachment:
        let corner = layout.corner(
          of: segment, x: x, baseline: baseline, in: line, originX: originX)
        self.place(segment, corner, baseline: baseline, layout, &boxes)
      case .tab, .edge, .lineBreak: break
      }
    }
    for box in boxes.inside {
      painter.beginBox(in: layout)
      walk(box, isGenerated)
      painter.endBox()
    }
    painter.endLine(line, in: layout)
    return boxes.after
  }

  private mutating func place(
    _ segment: Segment, _ corner: (x: Int, y: Int), baseline: Int, _ layout: ChapterLayout,
    _ boxes: inout LineBoxes
  ) {
    guard let box = layout.attachments[segment.word], !lifted.contains(segment.word) else { return }
    let attachment = layout.text.attachments[Int(segment.word)]
    if case .image(let image) = attachment.content {
      return drawImage(image, box, x: corner.x, y: corner.y, layout, segment)
    }
    guard let placed = self.box(of: segment, corner, baseline: baseline, layout) else { return }
    // A positioned box is painted over the whole line (CSS 2, appendix E).
    if painter.target.dividesLines, !attachment.isPositioned {
      painter.placeBox(isFloat: attachment.isFloat)
      boxes.inside.append(placed)
    } else {
      boxes.after.append(placed)
    }
  }

  /// The box of an attachment that has lines of its own.
  private func box(
    of segment: Segment, _ corner: (x: Int, y: Int), baseline: Int, _ layout: ChapterLayout
  ) -> LineBoxes.Box? {
    guard let box = layout.attachments[segment.word], let nested = box.nested,
      let page = nested.pages.first
    else { return nil }
    var (x, y) = (corner.x + box.margin.left, corner.y + box.margin.top)
    if case .leader = layout.text.attachments[Int(segment.word)].content {
      guard let own = nested.lines.first else { return nil }
      (x, y) = (corner.x + box.width - own.usedWidth, baseline - own.baseline)
    }
    return LineBoxes.Box(
      layout: nested, page: page, x: x, y: y,
      isPlaced: layout.text.attachments[Int(segment.word)].style.box.position.isOutOfFlow)
  }
}

/// The boxes in a line that have lines of their own.
private struct LineBoxes {
  struct Box {
    let layout: ChapterLayout
    let page: PageLayout
    let x: Int
    let y: Int
    /// Whether it is absolutely positioned, so that blocks around its line may not cut it off.
    let isPlaced: Bool
  }

  /// Drawn where they are in the text, and after the line.
  var inside: [Box] = []
  var after: [Box] = []
}

extension PageWalker {
  /// Draws an image with its background and borders, fitted into its box by `object-fit` (CSS
  /// Images 3, section 5.5).
  private mutating func drawImage(
    _ image: ImageReference, _ box: AttachmentLayout, x: Int, y: Int, _ layout: ChapterLayout,
    _ segment: Segment
  ) {
    let style = layout.text.attachments[Int(segment.word)].style.box
    let isVisible = layout.text.styles[Int(segment.style)].text.isVisible
    let (x, y) = (x + box.margin.left, y + box.margin.top)
    let around = BoxFragment(
      block: -1, x: x, y: y, width: box.width - box.margin.horizontal,
      height: box.height - box.margin.vertical, hasTop: true, hasBottom: true)
    let isDrawn = isVisible && style.isDrawn
    let text = layout.text.styles[Int(segment.style)].text
    let group = PaintGroup(image: style, around, in: text) { context in
      guard isDrawn else { return }
      context.box(around, style: style, pictures: [], originX: 0, originY: 0)
    }
    if group == nil, isDrawn {
      painter.box(around, style: style, pictures: [], originX: 0, originY: 0)
    }
    let width = max(0, box.width - box.margin.horizontal - box.padding.horizontal)
    let height = max(0, box.height - box.margin.vertical - box.padding.vertical)
    let content = Rect(raw: x + box.padding.left, y + box.padding.top, width, height)
    let rect = content.placing(image, style)
    let rounded = RoundedRect(around, style, x: x, y: y)?.inset(to: content).path
    let clip = rounded ?? (content.covers(rect) ? nil : PagePath(polygon: content.corners))
    painter.image(
      image.drawn(at: rect.size), in: rect, clip: clip, group: group,
      of: segment, in: layout)
  }
}
