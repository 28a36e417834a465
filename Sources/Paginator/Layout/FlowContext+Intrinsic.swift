/// The intrinsic widths of a box's content (CSS Sizing 3, section 5).
struct IntrinsicWidths {
  /// The width of the widest unbreakable piece, by `WordDivision`.
  var least = [0, 0, 0]
  /// The width with every paragraph on one line.
  var most = 0

  /// Makes the widths no smaller than one that is given.
  mutating func widen(to given: Int) {
    most = max(most, given)
    least = least.map { max($0, given) }
  }

  /// Makes the widths no larger than the room there is.
  mutating func limit(to room: Int) {
    least = least.map { min($0, room) }
    most = min(most, room)
  }

  /// The width that a keyword of `width` asks for: `min-content`, `max-content` or `fit-content` (CSS
  /// Sizing 3, section 3.2).
  ///
  /// - Parameter room: the width that `fit-content` takes at most, if it can.
  func width(for keyword: IntrinsicWidth, room: Int) -> Int {
    let least = least[WordDivision.none.rawValue]
    return switch keyword {
    case .minContent: least
    case .maxContent: max(least, most)
    case .fitContent: min(max(least, most), max(least, room))
    case .stretch: room
    }
  }

  /// - Parameter around: the width to which a percentage refers.
  /// - Returns: nil for a width that does not depend on the content.
  fileprivate func width(for content: ContentWidth, room: Int, around: Length) -> Int? {
    switch content {
    case .measure: nil
    case .keyword(let keyword): width(for: keyword, room: room)
    case .within(let limit):
      width(for: .fitContent, room: limit.resolved(against: around).rawValue)
    }
  }
}

extension FlowContext {
  private var text: AttributedText { setter.text }

  /// The min-content and max-content widths of a block's content.
  func intrinsicWidths(
    of block: Int32, _ paragraphs: Range<Int>, available: Int
  ) throws -> IntrinsicWidths {
    guard block >= 0, let columns = text.box(of: block).columns, columns.isMultiColumn, !cutsWords,
      text.box(of: block).display != .table
    else {
      var widths = try widthsOfOneColumn(of: block, paragraphs, available: available)
      widths.widen(to: cutsWords ? 0 : text.givenWidth(within: block))
      return widths
    }
    return try widths(of: columns, in: block, paragraphs, available: available)
  }

  /// The widths of the content of a block without columns, or of one of its columns.
  func widthsOfOneColumn(
    of block: Int32, _ paragraphs: Range<Int>, available: Int
  ) throws -> IntrinsicWidths {
    var flow = Flow(self, width: NestedLayout.endless, root: block)
    flow.setsFloatsAsBlocks = true
    flow.isColumn = true
    var widths = IntrinsicWidths()
    // The float that is being measured, and the sum of those before it in the same place.
    var float: (block: Int32, width: Int) = (-1, 0)
    var floats = 0
    var next = paragraphs.lowerBound
    while next < paragraphs.upperBound {
      let first = next
      // A table in the box is only measured: to lay it out here and again later would double the
      // work at every level of nesting.
      guard let inner = flow.enclosingTable(of: text.paragraphs[next].block) else {
        let line = flow.setLines.lines.count
        next = try flow.append(next)
        var own = IntrinsicWidths()
        try measure(first, lines: flow.setLines.lines[line...], flow, block, available, &own)
        for index in widths.least.indices {
          widths.least[index] = max(widths.least[index], own.least[index])
        }
        let floating = flow.enclosing(.floating, of: text.paragraphs[first].block) ?? -1
        if floating != float.block {
          floats += float.width
          float = (floating, 0)
          // Below the floats that it clears, not beside them.
          let own = floating >= 0 ? floating : text.paragraphs[first].block
          if own >= 0, text.box(of: own).clear != .none {
            floats = 0
          }
        }
        // A block with a width of its own is as wide, whatever floats it has.
        if floating >= 0,
          !text.isWidthGiven(around: text.blocks[Int(floating)].parent, within: block)
        {
          let shared = flow.edges(around: text.blocks[Int(floating)].parent, within: block)
          float.width = max(float.width, own.most - shared)
        }
        widths.most = max(widths.most, floats + own.most)
        if floating < 0 { floats = 0 }
        continue
      }
      next = flow.paragraphs(of: inner, from: next).upperBound
      var nested = TableLayout(flow: flow, table: inner, paragraphs: first..<next)
      let own = try nested.intrinsicWidths(available: available)
      let around = text.blocks[Int(inner)].parent
      // Where a block around the table has a width, the table overflows it.
      guard !text.isWidthGiven(around: around, within: block) else { continue }
      let edges = text.edgesAround(table: inner, within: block)
      for index in widths.least.indices {
        widths.least[index] = max(widths.least[index], own.least + edges)
      }
      widths.most = max(widths.most, own.most + edges)
    }
    return widths
  }

  /// - Parameter lines: the lines of the paragraph, each as long as possible.
  private func measure(
    _ paragraph: Int, lines: ArraySlice<LineFragment>, _ flow: Flow, _ outer: Int32,
    _ available: Int, _ widths: inout IntrinsicWidths
  ) throws {
    let block = text.paragraphs[paragraph].block
    if !cutsWords, text.isWidthGiven(around: block, within: outer) {
      // Wider content overflows the block and does not make it wider.
      let given = text.givenWidth(around: block, within: outer)
      widths.most = max(widths.most, given)
      widths.least = widths.least.map { max($0, given) }
      return
    }
    let end = text.edgesAtEnd(block, within: outer)
    let start = lines.first?.x ?? 0
    // The measure is endless, unless blocks inside have a `max-width`, which content overflows.
    let most = lines.first.map(\.width) ?? NestedLayout.endless
    for line in lines {
      let isBroken = line.isBroken(flow.setLines.segments)
      let own =
        setter.width(of: line) - spacesBeforeFloats(in: flow.setLines.segments(of: line), block)
      widths.most = max(widths.most, line.x + (isBroken ? most : min(most, own)) + end)
    }
    let edges = min(start, available) + end
    let room = wordRoom(block, in: outer, paragraph)
    for (division, least) in try setter.narrowest(flow.request(paragraph, x: 0, width: 0))
      .enumerated()
    {
      let whole = (Double(min(most, least)) / room).rounded(.up)
      let own = Int(min(whole, Double(NestedLayout.endless)))
      // The shares are rounded, too.
      widths.least[division] = max(
        widths.least[division], edges + own + (room < 1 ? LineWidths.rounding : 0))
    }
  }

  /// The width of the spaces of a line that only floats follow: in front of them, the line is at its end.
  private func spacesBeforeFloats(in line: ArraySlice<Segment>, _ block: Int32) -> Int {
    guard block >= 0, text.attachments.contains(where: \.isFloat) else { return 0 }
    let style = text.style(of: block).text
    var spaces = 0
    var isBehindFloat = false
    for segment in line.reversed() {
      if segment.kind == .attachment, text.attachments[Int(segment.word)].isFloat {
        isBehindFloat = true
      } else if !setter.isTrailing(segment, style) {
        break
      } else if isBehindFloat {
        spaces += segment.width
      }
    }
    return isBehindFloat ? spaces : 0
  }

  /// The share of a cell that margins and padding which are shares of it leave for words. They do not
  /// count for the width of a box (CSS Sizing 3, section 5.2.1), but words that may be cut would be.
  private func wordRoom(_ block: Int32, in outer: Int32, _ paragraph: Int) -> Double {
    guard outer >= 0, case .cell = text.blocks[Int(outer)].kind,
      text.styles[Int(text.paragraphs[paragraph].style)].text.overflowWrap != .normal
    else { return 1 }
    let taken = text.blocks(around: block, within: outer).reduce(0.0) {
      let box = text.box(of: $1)
      let sides = [box.margin.left, box.margin.right, box.padding.left, box.padding.right]
      return $0 + sides.reduce(0) { $0 + max(0, $1.fraction) }
    }
    return max(0.2, 1 - taken)
  }
}

extension BoxProperties {
  /// The box with lengths for the widths that depend on its content.
  /// - Parameters:
  ///   - room: the width of the content box of a block that fills its container.
  ///   - around: that of the container.
  func resolvingWidths(_ widths: IntrinsicWidths, room: Int, around: Length) -> BoxProperties {
    let edges = sizesBorderBox ? edges(against: around).horizontal : 0
    func size(_ content: ContentWidth?) -> Dimension? {
      content.flatMap { widths.width(for: $0, room: room, around: around) }
        .map { Dimension(length: Length(rawValue: $0 + edges)) }
    }
    var box = self
    box.width = size(widthContent ?? widthKeyword.map { .keyword($0) }) ?? width
    box.minWidth = size(minWidthContent) ?? minWidth
    box.maxWidth = size(maxWidthContent) ?? maxWidth
    return box
  }
}

extension Flow {
  /// What is at the two sides of a block's content, on an endless measure: the floats in a block share it.
  fileprivate mutating func edges(around block: Int32, within outer: Int32) -> Int {
    guard block > outer else { return 0 }
    return geometry.frame(of: block, containerWidth: width).x
      + text.edgesAtEnd(block, within: outer)
  }

  /// Finds the frames of blocks whose width depends on their content: `width: min-content`,
  /// `max-content`, `fit-content` (CSS Sizing 3, section 3.2).
  mutating func resolveWidths(around block: Int32, first: Int) throws {
    guard setter.hasWidthKeywords, !NestedLayout.isEndless(width) else { return }
    for ancestor in geometry.chain(block) where ancestor > root {
      let box = text.box(of: ancestor)
      guard box.hasContentWidth, !geometry.hasFrameByContent(ancestor) else { continue }
      let outer = geometry.frame(
        of: text.blocks[Int(ancestor)].parent, containerWidth: width)
      var widths = try context.intrinsicWidths(
        of: ancestor, paragraphs(of: ancestor, from: first), available: outer.width)
      var filling = box
      (filling.width, filling.minWidth, filling.maxWidth) = (.auto, .auto, .auto)
      let room = BlockGeometry.frame(filling, in: outer).width
      // A page does not scroll: in text of books, a box is no wider than its room for a word's sake.
      if text.style(of: ancestor).text.measureMin > 0 { widths.limit(to: room) }
      let resolved = box.resolvingWidths(widths, room: room, around: Length(rawValue: outer.width))
      geometry.setFrameByContent(BlockGeometry.frame(resolved, in: outer), of: ancestor)
    }
  }
}
