/// The spaces between rows: margins that collapse, and the edges of the boxes that close and open (CSS 2,
/// section 8.3.1).
extension BlockGeometry {
  /// The blocks from the outermost to `block`.
  func chain(_ block: Int32) -> [Int32] {
    var depth = 0
    var current = block
    while current >= 0 {
      depth += 1
      current = text.blocks[Int(current)].parent
    }
    var result = [Int32](repeating: 0, count: depth)
    current = block
    while current >= 0 {
      depth -= 1
      result[depth] = current
      current = text.blocks[Int(current)].parent
    }
    return result
  }

  /// The space between a row in one block and the next row in another.
  ///
  /// - Parameters:
  ///   - from: the block of the first row; -2 at the start of the flow, -1 for the flow's own
  ///     level.
  ///   - to: the block of the next row; -2 at the end of the flow.
  ///   - root: the block that contains both; its own edges are not counted.
  ///   - inner: the block of the first text in `to`, if its margins move `to` down with it.
  mutating func gap(
    from: Int32, to: Int32, root: Int32, containerWidth: Int, edges: inout [BlockEdge],
    collapsingWith inner: Int32? = nil
  ) -> Gap {
    let rootDepth = root >= 0 ? chain(root).count : 0
    let old = from == -2 ? [] : Array(chain(from).dropFirst(rootDepth))
    let new = to == -2 ? [] : Array(chain(to).dropFirst(rootDepth))
    var common = 0
    while common < old.count, common < new.count, old[common] == new[common] { common += 1 }
    var gap = Gap()
    gap.firstEdge = Int32(edges.count)
    if from == to, emptyBlocks.isEmpty { return gap }
    var sums = GapSums(
      containerWidth: containerWidth,
      emptyBlocks: emptyBlocks(between: old, new, root: root, containerWidth))
    close(old[common...], &gap, &sums, &edges)
    edges += sums.addEmpty(in: common > 0 ? old[common - 1] : root, below: gap.closing)
    let isInside = inner != nil && common < new.count
    let innerMargins =
      isInside ? inner.map { firstMargins(of: $0, inside: to, containerWidth) } ?? [] : []
    open(new[common...], innerMargins, &gap, &sums, &edges)
    gap.edgeCount = Int32(edges.count) - gap.firstEdge
    return gap
  }

  /// What is summed up while blocks are closed and opened between two rows.
  private struct GapSums {
    let containerWidth: Int
    /// The empty blocks, by the block that they are in.
    let emptyBlocks: [Int32: EmptyBlocks]
    /// The margins that collapse with the next one.
    var margins = CollapsedMargin()

    /// - Parameter top: the distance from the row before the gap to the margins.
    /// - Returns: the edges of the blocks that are drawn.
    mutating func addEmpty(in block: Int32, below top: Int) -> [BlockEdge] {
      guard let inside = emptyBlocks[block] else { return [] }
      defer { margins.add(inside.margins) }
      return inside.edges(below: top, margins)
    }
  }

  /// Closes blocks, the innermost first.
  private mutating func close(
    _ blocks: ArraySlice<Int32>, _ gap: inout Gap, _ sums: inout GapSums,
    _ edges: inout [BlockEdge]
  ) {
    for block in blocks.reversed() where !text.blocks[Int(block)].continuesAfter {
      edges += sums.addEmpty(in: block, below: gap.closing)
      // The box as a whole is large to copy.
      let style = Int(text.blocks[Int(block)].style)
      let around = aroundWidth(of: block, sums.containerWidth)
      let isClosed = closedTables.contains(block)
      let edge = isClosed ? 0 : self.edges(of: block, containerWidth: sums.containerWidth).bottom
      if edge > 0 || isApart(block) {
        let margin = sums.margins.take()
        if gap.closing == 0 { gap.innerMargin = margin }
        gap.closing += margin + edge
      }
      if drawn[Int(block)], !isClosed {
        edges.append(BlockEdge(block: block, kind: .bottom, distance: gap.closing))
      }
      if text.styles[style].box.breakAfter == .avoid { gap.avoidsBreak = true }
      sums.margins.add(text.styles[style].box.margin.bottom.resolved(against: around).rawValue)
    }
  }

  /// Opens blocks, the outermost first.
  /// - Parameter innerMargins: the margins inside the last block that move it down with them.
  private mutating func open(
    _ blocks: ArraySlice<Int32>, _ innerMargins: [Int], _ gap: inout Gap, _ sums: inout GapSums,
    _ edges: inout [BlockEdge]
  ) {
    let first = edges.count
    // The first box whose top margin is not known yet, because it collapses with those inside.
    var firstPending = first
    var isApart = false
    // Margins collapse through the top of what is not apart: empty blocks are there, too.
    var (leading, empty): ([BlockEdge], [BlockEdge]) = ([], [])
    for block in blocks where !text.blocks[Int(block)].continuesBefore {
      let style = Int(text.blocks[Int(block)].style)
      if text.styles[style].box.breakBefore == .avoid { gap.avoidsBreak = true }
      let around = aroundWidth(of: block, sums.containerWidth)
      sums.margins.add(text.styles[style].box.margin.top.resolved(against: around).rawValue)
      let edge = topEdge(of: block, sums.containerWidth)
      let divides = edge > 0 || self.isApart(block)
      if divides {
        takeMargin(isInside: isApart, from: firstPending, &gap, &sums, &edges)
        isApart = true
      }
      // The distance is inverted below, when the whole opening is known.
      if drawn[Int(block)] {
        edges.append(BlockEdge(block: block, kind: .top, distance: gap.opening))
      }
      gap.opening += edge
      if divides { firstPending = edges.count }
      let inside = sums.addEmpty(in: block, below: gap.closing + gap.margin + gap.opening)
      if isApart { empty += inside } else { leading += inside }
      if let inside = sums.emptyBlocks[block] { leadingMargins[block] = inside.margins }
    }
    for margin in innerMargins { sums.margins.add(margin) }
    takeMargin(isInside: isApart, from: firstPending, &gap, &sums, &edges)
    for index in first..<edges.count { edges[index].distance = gap.opening - edges[index].distance }
    for index in leading.indices { leading[index].distance = gap.closing + gap.margin }
    edges += leading + empty
  }

  /// Puts a collapsed margin between two blocks.
  /// - Parameters:
  ///   - isInside: whether it is inside a block that is opened; otherwise it is before all of them.
  ///   - first: the first of the tops that it moves down.
  private func takeMargin(
    isInside: Bool, from first: Int, _ gap: inout Gap, _ sums: inout GapSums,
    _ edges: inout [BlockEdge]
  ) {
    let margin = sums.margins.take()
    guard isInside else {
      gap.margin = margin
      return
    }
    for index in first..<edges.count { edges[index].distance += margin }
    gap.opening += margin
  }

  /// The margins of the blocks with which a block begins that are adjoining to its own (CSS 2,
  /// section 8.3.1).
  private mutating func firstMargins(
    of inner: Int32, inside block: Int32, _ containerWidth: Int
  ) -> [Int] {
    guard text.isBlock(inner, inside: block), !hasTopEdge(block, containerWidth) else {
      return []
    }
    var result: [Int] = []
    for block in chain(inner).drop(while: { $0 != block }).dropFirst() {
      let margin = text.box(of: block).margin.top
      result.append(margin.resolved(against: aroundWidth(of: block, containerWidth)).rawValue)
      if hasTopEdge(block, containerWidth) { break }
    }
    return result
  }

  /// Whether a block is not open yet and its top margin collapses with those of what it begins with.
  mutating func collapsesWithContent(
    _ block: Int32, after last: Int32, containerWidth: Int
  ) -> Bool {
    block >= 0 && (last < 0 || !text.isBlock(last, inside: block))
      && !hasTopEdge(block, containerWidth)
  }

  /// The height from the top of a block's content box to a row in one of the blocks that open with
  /// it: their padding and borders, and the margins that do not collapse through the block.
  mutating func opening(of inner: Int32, inside block: Int32, containerWidth: Int) -> Int {
    var opening = 0
    var margins = CollapsedMargin()
    var hasOpened = hasTopEdge(block, containerWidth)
    if let leading = leadingMargins[block] { margins.add(leading) }
    for block in chain(inner).drop(while: { $0 != block }).dropFirst() {
      let box = text.box(of: block)
      margins.add(box.margin.top.resolved(against: aroundWidth(of: block, containerWidth)).rawValue)
      let edge = topEdge(of: block, containerWidth)
      if edge > 0 || isApart(block) {
        let margin = margins.take()
        opening += edge + (hasOpened ? margin : 0)
        hasOpened = true
      }
      if let leading = leadingMargins[block] { margins.add(leading) }
    }
    return opening + (hasOpened ? margins.take() : 0)
  }

  /// The height from the top border edge of a block to a row in one of the blocks that open with
  /// it.
  mutating func opening(from block: Int32, to inner: Int32, containerWidth: Int) -> Int {
    topEdge(of: block, containerWidth)
      + opening(of: inner, inside: block, containerWidth: containerWidth)
  }

  /// Whether a block's margin is apart from those inside it.
  private mutating func hasTopEdge(_ block: Int32, _ containerWidth: Int) -> Bool {
    isApart(block) || topEdge(of: block, containerWidth) > 0
  }

  private mutating func topEdge(of block: Int32, _ containerWidth: Int) -> Int {
    edges(of: block, containerWidth: containerWidth).top
  }

  /// The used widths of a block's borders plus padding.
  mutating func edges(of block: Int32, containerWidth: Int) -> BoxInsets {
    if !mayHaveEdges[Int(text.blocks[Int(block)].style)] { return BoxInsets() }
    return text.box(of: block).edges(against: aroundWidth(of: block, containerWidth))
  }

  mutating func aroundWidth(of block: Int32, _ containerWidth: Int) -> Length {
    Length(
      rawValue: frame(of: text.blocks[Int(block)].parent, containerWidth: containerWidth).width)
  }

  /// The innermost block that holds both.
  func commonBlock(_ a: Int32, _ b: Int32) -> Int32 {
    var (a, b) = (a, b)
    // A block comes after those around it.
    while a != b {
      if min(a, b) < 0 { return -1 }
      if a > b { a = text.blocks[Int(a)].parent } else { b = text.blocks[Int(b)].parent }
    }
    return a
  }
}

/// Adjoining margins: the largest positive one plus the most negative one.
struct CollapsedMargin {
  private var most = 0
  private var least = 0

  mutating func add(_ margin: Int) {
    most = max(most, margin)
    least = min(least, margin)
  }

  mutating func add(_ other: CollapsedMargin) {
    most = max(most, other.most)
    least = min(least, other.least)
  }

  mutating func take() -> Int {
    defer {
      most = 0
      least = 0
    }
    return most + least
  }
}
