/// Lays out text by itself in one endless container: inline blocks, markers, page furniture.
enum NestedLayout {
  /// Boxes nested deeper than this take all the width there is: each level adds widths in which the
  /// inner ones are set.
  static let deepest = 8

  /// Boxes nested deeper than this are not measured before they are set, which sets those in them again.
  static let deepestMeasured = 2

  /// The measure for text that must be on one line, in 1/1024 points.
  static let endless = CandidateBuilder.Division.endless

  /// Whether a measure is the endless one, or what margins and indents leave of it.
  static func isEndless(_ measure: Int) -> Bool { CandidateBuilder.Division.isEndless(measure) }

  /// As wide as the content needs, but not wider than there is room.
  /// - Parameters:
  ///   - room: for the border box; nil for a box that is on one line, whatever its width is.
  ///   - pageHeight: the height to which images are fitted.
  static func fit(
    _ text: AttributedText, typesetter: Typesetter, in room: BoxRoom?, pageHeight: Length
  ) throws -> ChapterLayout {
    let box = text.blocks.first.map { text.styles[Int($0.style)].box }
    let room = room?.essential(to: box)
    // Outside of other boxes, none is set so often that it is worth the memory.
    guard typesetter.nesting > 0 else {
      defer { typesetter.fitted.removeAll() }
      return try fit(text, typesetter, in: room, pageHeight: pageHeight)
    }
    let key = FittedBoxes.Key(text, in: room, pageHeight: pageHeight)
    if let known = typesetter.fitted[key] { return known }
    let layout = try fit(text, typesetter, in: room, pageHeight: pageHeight)
    typesetter.fitted.keep(layout, of: text, for: key)
    return layout
  }

  private static func fit(
    _ text: AttributedText, _ typesetter: Typesetter, in room: BoxRoom?, pageHeight: Length
  ) throws -> ChapterLayout {
    var text = room.map { withFixedSizes(text, in: $0) } ?? text
    if let room { try resolveWidths(of: &text, typesetter, in: room, pageHeight: pageHeight) }
    let available = room.map { Length(rawValue: $0.available) } ?? .infinite
    let box = text.blocks.first.map { text.styles[Int($0.style)].box }
    if let box, !box.width.isAuto, available < .infinite {
      return try layOut(text, typesetter: typesetter, width: available, pageHeight: pageHeight)
    }
    guard typesetter.nesting < deepest else {
      return try layOut(
        text, typesetter: typesetter, width: min(available, Length(rawValue: endless)),
        pageHeight: pageHeight)
    }
    if let width = try shrunkWidth(text, typesetter, in: available, pageHeight: pageHeight) {
      return try layOut(text, typesetter: typesetter, width: width, pageHeight: pageHeight)
    }
    let wide = try layOut(
      withTablesAtStart(text), typesetter: typesetter, width: Length(rawValue: endless),
      pageHeight: pageHeight)
    let natural = width(of: wide)
    let percent = box.map { $0.padding.left.fraction + $0.padding.right.fraction } ?? 0
    if natural <= available, percent == 0, !needsRealWidth(text) { return wide }
    if natural > available { text.hangLess(in: available) }
    let narrow = try layOut(
      text, typesetter: typesetter, width: min(natural, available), pageHeight: pageHeight)
    // A box is at least as wide as its widest word (CSS 2, section 10.3.9).
    let used = width(of: narrow)
    if natural > available, used > available {
      return try layOut(text, typesetter: typesetter, width: used, pageHeight: pageHeight)
    }
    guard natural < available, narrow.lines.count > wide.lines.count, let block = text.blocks.first
    else { return narrow }
    // Glyphs that hang at the ends of lines are no part of the natural width, but a word wider than
    // its box is divided.
    let hang = text.styles[Int(block.style)].text.font.size * 0.25
    return try layOut(
      text, typesetter: typesetter, width: min(natural + hang, available), pageHeight: pageHeight)
  }

  /// The shrink-to-fit width of a box that holds floats, or tables in other blocks: their places on an
  /// endless measure do not tell how wide it must be (CSS 2, section 10.3.5).
  /// - Returns: nil for a box without these.
  private static func shrunkWidth(
    _ text: AttributedText, _ typesetter: Typesetter, in available: Length, pageHeight: Length
  ) throws -> Length? {
    guard typesetter.nesting < deepestMeasured, let first = text.blocks.first,
      first.kind != .table, available < .infinite,
      text.attachments.contains(where: \.isFloat)
        || text.blocks.contains(where: { $0.kind == .table || $0.kind == .floating })
    else { return nil }
    let setter = try LineSetter(
      text: text, typesetter: typesetter, options: LineSetter.Options(isUnbreakable: true))
    typesetter.nesting += 1
    defer { typesetter.nesting -= 1 }
    let widths = try FlowContext(setter: setter, pageHeight: pageHeight).intrinsicWidths(
      of: -1, 0..<text.paragraphs.count, available: available.rawValue)
    return Length(rawValue: widths.width(for: .fitContent, room: available.rawValue))
  }

  /// The text with its tables at the start of their measure, which tells how wide they are. In the middle
  /// of a measure that is wider than their box, they tell nothing.
  private static func withTablesAtStart(_ text: AttributedText) -> AttributedText {
    var result = text
    for (index, block) in text.blocks.enumerated() where block.kind == .table && index > 0 {
      let style = text.styles[Int(block.style)]
      guard style.box.margin.left.isAuto else { continue }
      var box = style.box
      box.margin.left = .zero
      result.blocks[index].style = Int32(result.styles.count)
      result.styles.append(style.replacing(box: box))
    }
    return result
  }

  /// The text with sizes and horizontal padding that are lengths: the text is laid out in the width
  /// that is found for it, which is not that of the containing block. Heights that are a share of a
  /// height that is not given are `auto` (CSS 2, section 10.5).
  private static func withFixedSizes(_ text: AttributedText, in room: BoxRoom) -> AttributedText {
    guard let block = text.blocks.first else { return text }
    let style = text.styles[Int(block.style)]
    var box = style.box
    let isStretched = block.kind != .table && stretch(&box, to: room)
    let share = style.text.measureMin > 0 ? limit(&box, to: room) : nil
    let widths = BoxRoom.widths.filter { box[keyPath: $0].fraction != 0 }
    let heights = BoxRoom.heights.filter { box[keyPath: $0].fraction != 0 }
    guard isStretched || share != nil || !widths.isEmpty || !heights.isEmpty else { return text }
    for width in widths {
      // A share of a width that is being found is `auto` (CSS Sizing 3, section 5.2.1).
      box[keyPath: width] =
        isEndless(room.width)
        ? BoxRoom.sizes.contains(width) ? .auto : Dimension(length: box[keyPath: width].length)
        : Dimension(length: box[keyPath: width].resolved(against: Length(rawValue: room.width)))
    }
    for height in heights {
      box[keyPath: height] =
        room.height.map {
          Dimension(length: box[keyPath: height].resolved(against: Length(rawValue: $0)))
        } ?? .auto
    }
    var text = text
    // Images that a box cuts off are not fitted to it.
    if let share, !box.showsOverflow { scaleImages(of: &text, &box, by: share) }
    text.styles[Int(block.style)] = style.replacing(box: box)
    return text
  }

  /// Scales the given sizes of the images in a box, and its height.
  private static func scaleImages(
    of text: inout AttributedText, _ box: inout BoxProperties, by share: Double
  ) {
    box.height.length = box.height.length * share
    for index in text.attachments.indices where text.attachments[index].isImage {
      let style = text.attachments[index].style
      var own = style.box
      for size in [\BoxProperties.width, \.height] + BoxRoom.margins {
        own[keyPath: size].length = own[keyPath: size].length * share
      }
      text.attachments[index].style = style.replacing(box: own)
    }
  }

  /// Makes a box in a line of a book no wider than its room: a page does not scroll.
  /// - Returns: the share of its given width that it has then; nil if it was not wider.
  private static func limit(_ box: inout BoxProperties, to room: BoxRoom) -> Double? {
    guard !isEndless(room.available) else { return nil }
    let edges = box.sizesBorderBox ? 0 : box.edges(against: Length(rawValue: room.width)).horizontal
    let most = Length(rawValue: max(0, room.available - edges))
    let given = box.width.length
    let wide = [\BoxProperties.width, \.minWidth].filter { size in
      box[keyPath: size].definite.map { $0 > most } ?? false
    }
    guard !wide.isEmpty else { return nil }
    for size in wide { box[keyPath: size] = Dimension(length: most) }
    return given > most ? most.points / given.points : 1
  }

  /// Makes a positioned box without a size of its own as large as its offsets leave room (CSS 2,
  /// sections 10.3.7 and 10.6.4).
  /// - Returns: whether they do.
  private static func stretch(_ box: inout BoxProperties, to room: BoxRoom) -> Bool {
    let edges =
      box.sizesBorderBox ? BoxInsets() : box.edges(against: Length(rawValue: room.width))
    func content(_ size: Int) -> Dimension { Dimension(length: Length(rawValue: max(0, size))) }
    var isStretched = false
    if box.width.isAuto, box.widthKeyword == nil, let size = room.stretchedWidth {
      box.width = content(size - edges.horizontal)
      isStretched = true
    }
    if box.height.isAuto, box.heightIsOfContent != true, let size = room.stretchedHeight {
      box.height = content(size - edges.vertical)
      isStretched = true
    }
    return isStretched
  }

  /// Whether text must be set again when the width of its box is known, because it is not set from
  /// the left, has several blocks or paragraphs, or holds positioned boxes, whose offsets refer to it.
  private static func needsRealWidth(_ text: AttributedText) -> Bool {
    text.blocks.count > 1 || text.paragraphs.count > 1
      || text.attachments.contains { $0.isPositioned || $0.style.box.width.fraction != 0 }
      || text.styles.contains {
        ![.start, .left, .justify].contains($0.text.align) || $0.text.isRightToLeft
          || ![nil, .start, .left].contains($0.text.alignLast) || $0.box.isDrawn
          || $0.text.indent.fraction != 0
      }
  }

  /// - Parameter pageHeight: the height to which images are fitted.
  static func layOut(
    _ text: AttributedText, typesetter: Typesetter, width: Length, pageHeight: Length
  ) throws -> ChapterLayout {
    typesetter.nesting += 1
    defer { typesetter.nesting -= 1 }
    return try LayoutManager.withManager(of: text, typesetter: typesetter) { manager in
      let container = TextContainer(
        size: Size(width: max(width, Length(rawValue: 1)), height: .infinite),
        pageHeight: pageHeight)
      container.isInLine = true
      try manager.add(container)
      return try manager.layOut(Chapter(text: text, start: .page))
    }
  }

  /// The border box of the outermost block, or the widest line or box.
  static func width(of layout: ChapterLayout) -> Length {
    let text = layout.text
    // The outermost block's own box includes the edge that is added below.
    var right =
      layout.boxes.lazy.filter { $0.block != 0 }
      .map { $0.x + $0.width + text.marginsAtEnd($0.block, within: 0) }
      .filter { !Self.isEndless($0) }.max() ?? 0
    let measure = layout.pages.first?.containerSize.width ?? 0
    let isEndless = Self.isEndless(measure.rawValue)
    if isEndless, let block = text.blocks.first {
      let start = text.styles[Int(block.style)].box.edges(against: 0).left
      right = max(right, start + text.givenWidth(within: 0))
    }
    for line in layout.lines {
      // The blocks inside the box are wider than their lines, if these do not overflow them.
      let block = text.paragraphs[Int(line.paragraph)].block
      let isOverfull =
        line.flags.contains(.isOverfull) && !text.isWidthGiven(around: block, within: 0)
      let atEnd = text.edgesAtEnd(block, within: 0)
      let edges = isEndless || isOverfull ? atEnd : min(0, atEnd)
      // A line that is set from the right begins at the end of the endless measure, and its indent is
      // at the right.
      let isIndented =
        line.usedX > endless / 4 || isEndless && line.flags.contains(.isRightToLeft)
      let x = isIndented ? line.x + text.indent(of: line) : line.usedX
      // Spaces are rounded: only a line that is too wide reaches beyond its measure.
      let end = x + line.usedWidth
      right = max(right, (isOverfull ? end : min(end, line.x + line.width)) + edges)
    }
    guard let block = text.blocks.first else { return Length(rawValue: right) }
    let box = text.styles[Int(block.style)].box
    let own = box.edges(against: 0)
    var edge = own.right
    let tableText = text.styles[Int(block.style)].text
    if block.kind == .table, !tableText.collapsesBorders {
      edge += tableText.borderSpacing.width.rawValue
    }
    var width = right + edge
    let edges = edge + own.left
    if !box.width.isAuto {
      width = box.width.resolved(against: measure).rawValue + (box.sizesBorderBox ? 0 : edges)
    } else if !isEndless, box.widthKeyword == nil {
      // Content that was broken takes all the width there was (CSS 2, section 10.3.9).
      width = max(width, measure.rawValue)
    } else if let most = box.maxWidth.definite,
      layout.lines.contains(where: { $0.isBroken(layout.segments) })
    {
      width = max(width, most.rawValue + (box.sizesBorderBox ? 0 : edges))
    }
    if block.kind == .table, let least = box.minWidth.definite {
      width = max(width, least.rawValue + (box.sizesBorderBox ? 0 : edges))
    }
    if block.kind == .table || isEndless && box.minWidth.fraction != 0 {
      return Length(rawValue: width)
    }
    // Wider content overflows.
    return Length(
      rawValue: box.boundedWidth(max(0, width - edges), edges: edges, around: measure) + edges)
  }
}
