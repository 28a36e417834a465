/// The widths of nested blocks (CSS 2, section 10.3.3), and the spaces between them with their
/// margins collapsed (section 8.3.1).
struct BlockGeometry {
  let text: AttributedText
  /// The frames computed so far: a cell's flow needs only a few, however many blocks the chapter
  /// has.
  private(set) var frames: [Int32: BlockFrame] = [:]
  /// The blocks whose frames have widths that depend on their content.
  private var framesByContent: Set<Int32> = []
  /// By table with collapsed borders, the half of its outer borders that it has (CSS 2, section 17.6.2).
  var outerBorders: [Int32: BoxInsets] = [:]
  /// The tables whose boxes end above the captions below them.
  var closedTables: Set<Int32> = []
  /// For each block, how many blocks with `break-inside: avoid` contain it, itself included.
  let avoidDepth: [Int]
  let drawn: [Bool]
  /// The blocks that establish block formatting contexts.
  private let flowRoots: Set<Int32>
  /// Whether the first block is a document's root element with margins or borders, or a box in a line
  /// or a positioned box, which is set by itself.
  private let rootIsApart: Bool
  /// Whether the first block is a box in a line or a positioned box, and not that of a document.
  let rootIsBox: Bool
  /// The blocks that hold list items: the markers of the items are in their padding.
  private let lists: Set<Int32>
  /// How wide the numbers of lists are.
  let numbers: ListNumbers
  /// Whether a block may be moved from its place in the flow (`position: relative`).
  let hasShifts: Bool
  /// Whether boxes have the widths that they ask for, as on pages of fixed layout.
  var isFixedLayout = false
  /// The blocks that were made narrower because they had no room, until this is reported.
  var tooWide: [Int32] = []
  /// All blocks that were made narrower.
  private var narrowedBlocks: Set<Int32> = []
  /// Whether a block has several columns.
  let hasColumns: Bool
  /// Whether a column must begin before or after a block.
  let hasColumnBreaks: Bool
  /// The empty blocks since the previous row, through which margins collapse.
  var emptyBlocks: [Int32] = []
  /// Those of them that have begun before a float and end after it.
  var openEmptyBlocks: Set<Int32> = []
  /// The margins of empty blocks with which the content of a block begins.
  var leadingMargins: [Int32: CollapsedMargin] = [:]
  /// By style: whether its boxes have borders or padding.
  let mayHaveEdges: [Bool]
  /// By block, the positioned boxes that are stretched along it and divided with it.
  let stretchedBoxes: [Int32: [Int32]]
  /// For each block, whether it is a float or inside one: floats are painted over the flow's
  /// blocks.
  let floats: [Bool]

  init(_ text: AttributedText) {
    self.text = text
    var avoid: [Int] = []
    var drawn: [Bool] = []
    var floats: [Bool] = []
    var lists: Set<Int32> = []
    var (columns, columnBreaks) = (false, false)
    // Asked of each style once: there are many more blocks.
    let traits = text.styles.map { BoxTraits($0.box) }
    for (index, block) in text.blocks.enumerated() {
      let own = traits[Int(block.style)]
      let outer = block.parent >= 0 ? avoid[Int(block.parent)] : 0
      avoid.append(outer + (own.avoidsBreakInside ? 1 : 0))
      drawn.append(own.isDrawn || own.mayClip && text.clips(Int32(index)))
      if own.isListItem { lists.insert(block.parent) }
      columns = columns || own.hasColumns
      columnBreaks = columnBreaks || own.breaksColumns
      floats.append(block.kind == .floating || block.parent >= 0 && floats[Int(block.parent)])
    }
    flowRoots = Self.flowRoots(text, traits)
    let root = text.blocks.first.map { text.styles[Int($0.style)].box }
    rootIsBox = root?.isBoxAsRoot ?? false
    // A margin in a root element with a height moves nothing but what is inside.
    let isHigh = root.map { !$0.height.isAuto || !$0.minHeight.isAuto } ?? false
    let hasMargin = text.blocks.count > 1 && text.box(of: 1).margin.top.length > 0
    rootIsApart =
      !text.paragraphsFollowText && (root?.isApartAsRoot ?? false || isHigh && hasMargin)
    hasShifts = text.blocks.contains { traits[Int($0.style)].isShifted }
    mayHaveEdges = traits.map(\.mayHaveEdges)
    hasColumns = columns
    hasColumnBreaks = columns && columnBreaks
    self.lists = lists
    numbers = lists.isEmpty ? ListNumbers() : ListNumbers(text)
    self.floats = floats
    avoidDepth = avoid
    stretchedBoxes = Self.stretchedBoxes(text)
    for block in stretchedBoxes.keys { drawn[Int(block)] = true }
    self.drawn = drawn
  }

  /// `overflow` of the two outermost boxes of a document applies to its pages (CSS Overflow 3,
  /// section 3.3), and a block that is divided between chapters is open at its ends.
  private static func flowRoots(_ text: AttributedText, _ traits: [BoxTraits]) -> Set<Int32> {
    var roots: Set<Int32> = []
    for (index, block) in text.blocks.enumerated() where block.kind == .block {
      guard traits[Int(block.style)].hasOwnFlow, block.parent >= 0,
        text.blocks[Int(block.parent)].parent >= 0, !block.continuesBefore, !block.continuesAfter
      else { continue }
      roots.insert(Int32(index))
    }
    return roots
  }

  var hasFlowRoots: Bool { !flowRoots.isEmpty }
  /// Whether no margin collapses through the edges of a block: those of a block formatting context,
  /// and of the root element where it has margins (CSS 2, section 8.3.1).
  func isApart(_ block: Int32) -> Bool { isFlowRoot(block) || block == 0 && rootIsApart }
  /// Whether a block establishes a block formatting context: no margin collapses through its edges.
  func isFlowRoot(_ block: Int32) -> Bool { !flowRoots.isEmpty && flowRoots.contains(block) }

  /// How far a block is moved from its place in the flow, with the moves of the blocks around it
  /// (CSS 2, section 9.4.3).
  func shift(of block: Int32, containerWidth: Int, page: Length) -> (x: Int, y: Int) {
    var shift = (x: 0, y: 0)
    for inner in text.blocks(around: block) {
      let box = text.box(of: inner)
      guard box.isShifted else { continue }
      let parent = text.blocks[Int(inner)].parent
      let move = box.relativeOffset(
        width: Length(rawValue: knownWidth(of: parent, containerWidth)),
        height: definiteHeight(of: parent, containerWidth: containerWidth, page: page),
        isRightToLeft: parent >= 0 && text.style(of: parent).text.isRightToLeft)
      shift = (shift.x + move.x, shift.y + move.y)
      if let outer = box.outerShift {
        shift = (shift.x + outer.x.rawValue, shift.y + outer.y.rawValue)
      }
    }
    return shift
  }

  /// The height of a block's content box if it is definite.
  /// - Parameter page: the page's height, which is that of the flow's own level (-1).
  func definiteHeight(of block: Int32, containerWidth: Int, page: Length) -> Length? {
    text.definiteHeight(of: block, page: page) { knownWidth(of: $0, containerWidth) }
      ?? heightByRatio(of: block, containerWidth: containerWidth)
  }

  /// The width of a block's content box; that of the container where it is not known yet.
  private func knownWidth(of block: Int32, _ containerWidth: Int) -> Int {
    frames[block]?.width ?? containerWidth
  }

  /// Puts boxes of the flow before floats, and outer boxes before inner ones (CSS 2, appendix E).
  func sortForPainting(_ boxes: inout ArraySlice<BoxFragment>) {
    // Of the whole value, each comparison would make a copy.
    let floats = floats
    boxes.sort {
      let (first, second) = (floats[Int($0.block)], floats[Int($1.block)])
      if $0.block == $1.block { return $0.isOfBlock && !$1.isOfBlock }
      return first == second ? $0.block < $1.block : !first
    }
  }

  /// The border box of a block between two heights; nil if the block's width is not known.
  func fragment(
    of block: Int32, from top: Int, to bottom: Int, hasTop: Bool = true, hasBottom: Bool = true
  ) -> BoxFragment? {
    guard let frame = frames[block] else { return nil }
    var fragment = BoxFragment(
      block: block, x: frame.borderX, y: top, width: frame.borderWidth,
      height: max(0, bottom - top), hasTop: hasTop, hasBottom: hasBottom)
    if text.sharesBorders(block) { fragment.leaveBorders(outerBorders[block], text.box(of: block)) }
    return fragment
  }

  /// Whether a block is drawn, or decides where its content is.
  func isDrawn(_ block: Int32) -> Bool { drawn[Int(block)] }

  /// Discards the widths: the next container has another width.
  mutating func reset() {
    frames.removeAll(keepingCapacity: true)
    framesByContent.removeAll()
  }

  /// Discards the widths of a block and of those around it inside `outer`, whose width has changed.
  mutating func forgetFrames(between block: Int32, and outer: Int32) {
    for inner in text.blocks(around: block, within: outer) {
      frames[inner] = nil
      framesByContent.remove(inner)
    }
  }

  /// Whether the width of a block that depends on its content is known.
  func hasFrameByContent(_ block: Int32) -> Bool { framesByContent.contains(block) }

  /// Sets the frame of a block whose width depends on its content.
  mutating func setFrameByContent(_ frame: BlockFrame, of block: Int32) {
    // Frames inside it may have been found with another width.
    for inner in text.descendants(of: block) {
      frames[inner] = nil
      framesByContent.remove(inner)
    }
    frames[block] = frame
    framesByContent.insert(block)
  }

  /// Makes the present frame of a block the one by its content.
  mutating func keepFrame(of block: Int32) { framesByContent.insert(block) }

  mutating func setFrame(_ frame: BlockFrame, of block: Int32) { frames[block] = frame }

  /// Whether a block has no room for its width: its text is higher than the book's author saw it.
  mutating func isNarrowed(_ block: Int32, containerWidth: Int) -> Bool {
    _ = frame(of: block, containerWidth: containerWidth)
    return narrowedBlocks.contains(block)
  }

  /// The frame of a block in a container of a given width.
  mutating func frame(of block: Int32, containerWidth: Int) -> BlockFrame {
    guard block >= 0 else {
      return BlockFrame(x: 0, width: containerWidth, borderX: 0, borderWidth: containerWidth)
    }
    if let known = frames[block] { return known }
    let parent = text.blocks[Int(block)].parent
    let outer = frame(of: parent, containerWidth: containerWidth)
    let style = text.style(of: block)
    let isRight =
      parent >= 0 && text.style(of: parent).text.isRightToLeft
    var frame = Self.frame(style.box, in: outer, isRightToLeft: isRight)
    var narrow: BoxProperties?
    if style.text.measureMin > 0, !isFixedLayout,
      let box = narrowed(style.box, frame, in: outer, block)
    {
      let before = frame.x
      narrow = box
      frame = Self.frame(box, in: outer, isRightToLeft: isRight)
      frame.taken += max(0, before - frame.x)
      tooWide.append(block)
      narrowedBlocks.insert(block)
    }
    let least = max(
      (style.text.font.size * leastMeasure(of: block)).rawValue,
      pageMeasure(of: block, containerWidth))
    var missing = min(outer.width, least) - frame.width
    if missing > 0, style.box.width.isAuto, style.box.widthKeyword == nil {
      let before = frame.x
      if frame.width == 0 { missing += Self.excess(of: style.box, in: outer) }
      let box = widened(narrow ?? style.box, of: block, by: missing, in: outer, containerWidth)
      frame = Self.frame(box, in: outer, isRightToLeft: isRight)
      frame.taken += max(0, before - frame.x)
    }
    frame = withRoomForNumbers(frame, of: block, in: outer, containerWidth: containerWidth)
    frames[block] = frame
    return frame
  }

  /// The box of a block without the part of its width that has no room: a page does not scroll. Boxes of
  /// other flows than the page's depend on what is in them.
  /// - Returns: nil if it has room.
  private func narrowed(
    _ box: BoxProperties, _ frame: BlockFrame, in outer: BlockFrame, _ block: Int32
  ) -> BoxProperties? {
    guard !box.width.isAuto || !box.minWidth.isAuto, !rootIsBox,
      !NestedLayout.isEndless(outer.width),
      text.blocks(around: block).allSatisfy(hasWidthBeforeContent)
    else { return nil }
    let around = Length(rawValue: outer.width)
    let margins = box.margins(against: around)
    let excess = frame.borderWidth - max(outer.width - margins.horizontal, outer.width / 2)
    guard excess > LineWidths.rounding else { return nil }
    var narrow = box
    var width = frame.borderWidth - excess
    if width + margins.horizontal > outer.width + LineWidths.rounding {
      width = max(width, min(frame.borderWidth, outer.width * 2 / 3))
      narrow.limitMargins(margins, to: outer.width - width)
    }
    narrow.sizesBorderBox = true
    narrow.width = Dimension(length: Length(rawValue: width))
    if !box.minWidth.isAuto { narrow.minWidth = narrow.width }
    return narrow
  }

  /// Whether the width of a block in text, or of a float, does not depend on what is in it.
  private func hasWidthBeforeContent(_ block: Int32) -> Bool {
    switch text.blocks[Int(block)].kind {
    case .block: true
    case .floating: !text.box(of: block).width.isAuto
    default: false
    }
  }

  /// The least measure in a cell, in em.
  private static let measureMinOfCells = 4.0

  /// The measure under which margins give way to the text of a block, in em. The width of a box in a line,
  /// a float or a table that depends on what is in it has room for the margins inside; a cell is narrow
  /// anyhow.
  func leastMeasure(of block: Int32) -> Double {
    var least = text.style(of: block).text.measureMin
    if rootIsBox || least == 0 { return 0 }
    for current in text.blocks(around: block) {
      switch text.blocks[Int(current)].kind {
      case .floating where text.box(of: current).width.isAuto: return 0
      case .table where text.box(of: current).width.isAuto: return 0
      case .cell: least = min(least, Self.measureMinOfCells)
      default: break
      }
    }
    return least
  }

  /// The padding that a box with a border or a background keeps at its sides, in em; in a narrow box it is a sixteenth
  /// of the width, if that is less.
  private static let drawnPadding = 0.6
  private static let leastDrawnPadding = 0.15

  /// The room that a list keeps for its markers, in em: a number of two digits.
  private static let markerRoom = 1.8
  /// In a column narrower than this, in em, lists inside others keep less.
  private static let narrowList = 4.0

  /// The room that a list keeps for its markers; 0 for other blocks. It is at most a fifth of the width around it. A list
  /// inside another one keeps an eighth, or a twelfth of a narrow one: its markers may be in the room of the outer
  /// list's.
  private func markerRoom(of block: Int32, in outer: BlockFrame) -> Int {
    guard lists.contains(block) else { return 0 }
    let size = text.style(of: block).text.font.size
    let room = min((size * Self.markerRoom).rawValue, outer.width / 5)
    let parent = text.blocks[Int(block)].parent
    guard text.blocks(around: parent).contains(where: lists.contains) else { return room }
    return min(room, outer.width / (outer.width < (size * Self.narrowList).rawValue ? 12 : 8))
  }

  /// By how much the margins, borders and padding of a box are wider than the width around it.
  private static func excess(of box: BoxProperties, in outer: BlockFrame) -> Int {
    if NestedLayout.isEndless(outer.width) { return 0 }
    let around = Length(rawValue: outer.width)
    let sides = box.margins(against: around).horizontal + box.edges(against: around).horizontal
    return max(0, sides - outer.width)
  }

  private static func drawnPadding(_ style: TextStyle, in outer: BlockFrame) -> Int {
    let size = style.text.font.size
    return min(
      (size * drawnPadding).rawValue, max((size * leastDrawnPadding).rawValue, outer.width / 16))
  }

  /// The box of a block, with so much of its margins and padding taken away that its text gets a
  /// missing width (`measure-min`). What a hanging first line takes of the padding stays, and the room for
  /// the markers of a list. Text next to a border or the end of a background keeps some padding. A margin that brings
  /// a block back into the container, out of which a negative margin around it reaches, stays.
  func widened(
    _ box: BoxProperties, of block: Int32, by missing: Int, in outer: BlockFrame,
    _ containerWidth: Int
  ) -> BoxProperties {
    let style = text.style(of: block)
    let markerRoom = markerRoom(of: block, in: outer)
    var box = box
    let around = Length(rawValue: outer.width)
    let sides: [WritableKeyPath<BoxProperties, Dimension>] = [
      \.padding.left, \.padding.right, \.margin.left, \.margin.right,
    ]
    let widths = sides.map { box[keyPath: $0].resolved(against: around).rawValue }
    var gives = widths.map { max(0, $0) }
    let kept = style.box.isDrawn ? Self.drawnPadding(style, in: outer) : 0
    let padding = min(kept, gives[style.text.isRightToLeft ? 1 : 0])
    for index in 0...1 { gives[index] = max(0, gives[index] - kept) }
    gives[0] = max(0, gives[0] + min(0, style.text.indent.resolved(against: around).rawValue))
    gives[2] = max(0, gives[2] - max(0, -outer.x))
    gives[3] = max(0, gives[3] - max(0, outer.x + outer.width - containerWidth))
    if markerRoom > 0 {
      // The markers are in that padding, too.
      var markers = max(0, markerRoom - padding)
      // Padding and margin at the side where lines begin.
      for index in style.text.isRightToLeft ? [1, 3] : [0, 2] {
        let kept = min(markers, gives[index])
        gives[index] -= kept
        markers -= kept
      }
    }
    let sum = gives.reduce(0, +)
    guard sum > 0 else { return box }
    for index in sides.indices where gives[index] > 0 {
      let product = gives[index].multipliedReportingOverflow(by: min(missing, sum))
      let taken = product.overflow ? gives[index] : product.partialValue / sum
      box[keyPath: sides[index]] = Dimension(
        length: Length(rawValue: widths[index] - taken))
    }
    return box
  }

  /// - Parameter isRightToLeft: the direction of the containing block: if width and margins are
  ///   all given, the margin at its end is ignored.
  static func frame(
    _ box: BoxProperties, in outer: BlockFrame, isRightToLeft: Bool = false
  ) -> BlockFrame {
    let around = Length(rawValue: outer.width)
    // A share of a width that is being found is 0 (CSS Sizing 3, section 5.2.1).
    let known = NestedLayout.isEndless(outer.width) ? 0 : around
    let edges = box.edges(against: known)
    let margins = box.margins(against: known)
    var left = margins.left
    let right = margins.right
    var content = outer.width - margins.horizontal - edges.horizontal
    let asked = contentWidth(box, edges.horizontal, around)
    if let asked, asked != content {
      let room = outer.width - asked - edges.horizontal
      switch (box.margin.left.isAuto, box.margin.right.isAuto) {
      case (true, true): left = isRightToLeft && room < 0 ? room : max(0, room / 2)
      case (true, false): left = isRightToLeft ? room - right : max(0, room - right)
      case (false, _) where isRightToLeft && (!box.margin.right.isAuto || room < left):
        left = room - right
      default: break
      }
      content = asked
    }
    content = max(content, 0)
    let borderX = outer.x + left
    return BlockFrame(
      x: borderX + edges.left, width: content, borderX: borderX,
      borderWidth: content + edges.horizontal, taken: outer.taken)
  }

  /// The content width from `width`, `min-width` and `max-width`; nil for `auto`.
  private static func contentWidth(
    _ box: BoxProperties, _ edges: Int, _ around: Length
  ) -> Int? {
    func value(_ dimension: Dimension) -> Int? {
      box.contentWidth(dimension, edges: edges, around: around)
    }
    var width = value(box.width)
    let automatic = around.rawValue - edges - box.margins(against: around).horizontal
    var most = value(box.maxWidth)
    if box.maxWidthContent == .measure {
      most = most.map { $0 + max(0, -box.margins(against: around).horizontal) }
    }
    if let most, (width ?? automatic) > most { width = most }
    if let least = value(box.minWidth), (width ?? automatic) < least { width = least }
    return width
  }
}

extension BoxProperties {
  /// Whether no margin collapses through the edges of a box that is the first of its text.
  fileprivate var isApartAsRoot: Bool {
    hasMarginAboveOrBelow || border.all.contains(where: \.isVisible) || isBoxAsRoot
  }

  /// Whether a box that is the first of its text is in a line, or positioned.
  fileprivate var isBoxAsRoot: Bool { display == .flowRoot || position.isOutOfFlow }

  /// The content width that one of the width properties asks for; nil for none. A share of a width
  /// that depends on the box itself is none (CSS Sizing 3, section 5.2.1).
  func contentWidth(_ dimension: Dimension, edges: Int, around: Length) -> Int? {
    let isCyclic = dimension.fraction != 0 && NestedLayout.isEndless(around.rawValue)
    guard !dimension.isAuto, !isCyclic else { return nil }
    return contentSize(dimension.resolved(against: around).rawValue, edges: edges)
  }

  /// A content width within `min-width` and `max-width` (CSS 2, section 10.4).
  func boundedWidth(_ width: Int, edges: Int, around: Length) -> Int {
    func value(_ dimension: Dimension) -> Int? {
      contentWidth(dimension, edges: edges, around: around)
    }
    return max(min(width, value(maxWidth) ?? width), value(minWidth) ?? 0)
  }

  /// Whether the box has a visible background, border, shadow or outline.
  var isDrawn: Bool {
    hasBackground || hasShadow || hasOutline
      || border.all.contains(where: \.isVisible)
  }
}

/// What a style says of its blocks, whatever is around them.
private struct BoxTraits {
  let avoidsBreakInside: Bool
  let isDrawn: Bool
  let mayClip: Bool
  let isListItem: Bool
  let hasColumns: Bool
  let breaksColumns: Bool
  let hasOwnFlow: Bool
  let isShifted: Bool
  let mayHaveEdges: Bool

  init(_ box: BoxProperties) {
    avoidsBreakInside = box.avoidsBreakInside
    isDrawn = box.isDrawn || box.clip != nil || box.clipPath != nil
    mayClip = !box.showsOverflow
    isListItem = box.isListItem
    hasColumns = box.columns?.isMultiColumn ?? false
    breaksColumns = box.breakBefore == .column || box.breakAfter == .column
    hasOwnFlow = box.hasOwnFlow
    isShifted = box.isShifted
    mayHaveEdges =
      box.border.all.contains { $0.width != .zero } || box.padding.all.contains { $0 != .zero }
  }
}
