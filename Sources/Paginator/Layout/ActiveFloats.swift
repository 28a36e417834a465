/// The floats next to the present lines, and how far down they still reach.
struct ActiveFloats {
  struct Edge {
    let side: FloatSide
    /// The margin box, in the container.
    let x: Int
    let width: Int
    /// The distances of its top and bottom from the current point of the flow; the top is negative
    /// once lines have been set next to it.
    var top: Int
    var bottom: Int
    /// The outline that lines go around, if it is not the margin box.
    var outline: FloatOutline?

    /// How far the float reaches into lines between two heights; nil where it does not.
    func reach(from top: Int, to bottom: Int) -> Int? {
      guard let outline else { return side == .left ? x + width : x }
      return outline.reach(side, from: top - self.top, to: bottom - self.top).map { x + $0 }
    }
  }

  private var edges: [Edge] = []
  /// For each open block formatting context, the floats outside it, which are next to its block.
  private var outside: [[Edge]] = []

  var isEmpty: Bool { edges.isEmpty }
  /// Whether there are floats in this block formatting context or in one around it.
  var isBesideAny: Bool { !edges.isEmpty || outside.contains { !$0.isEmpty } }
  /// Whether there are some that reach further down than this.
  func isBesideAny(below y: Int) -> Bool {
    edges.contains { $0.bottom > y } || outside.contains { $0.contains { $0.bottom > y } }
  }
  /// Whether lines go around the outline of one, and other floats around its margin box.
  var hasOutlines: Bool { edges.contains { $0.outline != nil } }
  /// Whether no more floats can be next to each other: a bound for hostile input.
  var isFull: Bool { edges.count >= 128 }
  /// How far the lowest float reaches below the current point.
  var height: Int { height(clearedBy: .both) }

  /// How far the floats reach that a value of `clear` names.
  func height(clearedBy clear: ClearValue) -> Int {
    edges.reduce(0) { clear.clears($1.side) ? max($0, $1.bottom) : $0 }
  }

  /// The top of the float that was added last, below the current point; nil without floats.
  var lastTop: Int? { edges.last?.top }

  /// The distance to the next bottom of a float; nil without floats.
  var nextBottom: Int? { edges.map(\.bottom).min() }

  /// Adds a float at the current point of the flow.
  ///
  /// - Parameter x: the left edge of the float, in the container.
  mutating func add(
    _ side: FloatSide, x: Int, size: (width: Int, height: Int), y: Int = 0,
    outline: FloatOutline? = nil
  ) {
    edges.append(
      Edge(
        side: side, x: x, width: size.width, top: y, bottom: y + size.height, outline: outline))
  }

  /// Adds a float as high as its rules allow, and there as far to its side as possible (CSS 2,
  /// section 9.5.1).
  ///
  /// - Parameters:
  ///   - frame: the block around the float.
  ///   - y: the highest place for its top, below the current point of the flow.
  mutating func place(
    _ float: FloatLayout, clear: ClearValue, in frame: BlockFrame, below y: Int
  ) -> (x: Int, y: Int) {
    // No float is above an earlier one, so only those that reach below its top can be next to it.
    var y = edges.reduce(y) { max($0, $1.top) }
    if clear != .none { y = max(y, height(clearedBy: clear)) }
    while true {
      let beside = edges.filter { $0.bottom > y }
      let left = beside.filter { $0.side == .left }.map { $0.x + $0.width }.max()
      let right = beside.filter { $0.side == .right }.map(\.x).min()
      let end = frame.x + frame.width
      let x =
        float.side == .left
        ? max(frame.x, left ?? frame.x) : min(end, right ?? end) - float.width
      let isInside =
        x >= frame.x - LineWidths.rounding && x + float.width <= end + LineWidths.rounding
      let isFirst = float.side == .left ? left == nil : right == nil
      let meetsOther =
        float.side == .left
        ? right.map { x + float.width > $0 + LineWidths.rounding }
        : left.map { x < $0 - LineWidths.rounding }
      if isInside || isFirst, meetsOther != true {
        add(
          float.side, x: x, size: (float.width, float.height), y: y, outline: float.outline)
        return (x, y)
      }
      y = beside.map(\.bottom).min() ?? y
    }
  }

  /// Enters a block formatting context, which begins without floats.
  mutating func beginInside() {
    outside.append(edges)
    edges = []
  }

  /// Leaves a block formatting context: the floats outside it are active again.
  mutating func endInside() { edges = outside.popLast() ?? [] }

  mutating func removeAll() { edges = [] }

  /// Reduces the remaining heights as the flow moves down.
  mutating func advance(by height: Int) {
    Self.advance(&edges, by: height)
    for index in outside.indices where !outside[index].isEmpty {
      Self.advance(&outside[index], by: height)
    }
  }

  private static func advance(_ edges: inout [Edge], by height: Int) {
    for index in edges.indices {
      edges[index].top -= height
      edges[index].bottom -= height
    }
    edges.removeAll { $0.bottom <= 0 }
  }

  /// The places of the first lines of a paragraph, as far down as there are floats next to them.
  ///
  /// - Parameter most: the number of lines that are wanted at most.
  func lines(in frame: BlockFrame, lineHeight: Int, most: Int) -> [(x: Int, width: Int)] {
    lines(in: frame, LinesBesideFloats(lineHeight: lineHeight), most: most)
  }

  /// The same, for lines of which some heights are known.
  /// - Parameter outlined: whether the lines go around the outlines of floats, not around their margin
  ///   boxes.
  func lines(
    in frame: BlockFrame, _ known: LinesBesideFloats, most: Int, outlined: Bool = true
  ) -> [(x: Int, width: Int)] {
    let reach = height
    var result: [(x: Int, width: Int)] = []
    var top = 0
    while top < reach, result.count < most {
      let line = result.count
      top += known.skip(line)
      result.append(room(from: top, to: top + known.room(line), in: frame, forLines: outlined))
      top += known.height(line)
    }
    return result
  }

  /// How far down there is a width for content of a height, or no float left.
  /// - Parameter top: where the content would be without floats.
  func height(toRoom width: Int, of height: Int, in frame: BlockFrame, from top: Int = 0) -> Int {
    var left = self
    left.advance(by: top)
    var down = 0
    func fits(_ floats: ActiveFloats, at y: Int) -> Bool {
      floats.room(from: y, to: y + max(1, height), in: frame, forLines: true).width
        + LineWidths.rounding >= width
    }
    while let bottom = left.nextBottom, !fits(left, at: 0) {
      if left.edges.contains(where: { $0.outline != nil }),
        let place = Self.firstPlace(above: bottom, where: { fits(left, at: $0) })
      {
        return down + place
      }
      left.advance(by: bottom)
      down += bottom
    }
    return down
  }

  /// The number of places beside an outline at which room is looked for.
  private static let places = 64

  /// The first place beside outlines where there is room, as far as that is seen at some places.
  private static func firstPlace(above bottom: Int, where fits: (Int) -> Bool) -> Int? {
    guard
      let step = (1..<places).first(where: { fits(bottom / places * $0) }), bottom >= places
    else { return nil }
    var (low, high) = (bottom / places * (step - 1), bottom / places * step)
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// The part of a frame that no float takes at any height between two.
  ///
  /// - Parameter forLines: whether it is for lines, which go around the outlines of floats.
  func room(
    from top: Int, to bottom: Int, in frame: BlockFrame, forLines: Bool = false
  ) -> (x: Int, width: Int) {
    var start = frame.x
    var end = frame.x + frame.width
    for edge in edges where edge.top < bottom && edge.bottom > top {
      var reach = edge.side == .left ? edge.x + edge.width : edge.x
      if forLines {
        guard let own = edge.reach(from: top, to: bottom) else { continue }
        reach = own
      }
      if edge.side == .left {
        start = max(start, reach)
      } else {
        end = min(end, reach)
      }
    }
    return (start, end - start)
  }
}

/// What is known of the lines of a paragraph that is set next to floats.
struct LinesBesideFloats {
  /// The height of a line of which nothing is known.
  let lineHeight: Int
  /// The heights of the lines as they were set.
  private var heights: [Int] = []
  /// The height in which each line must have room: a line that was lower once it had less room keeps
  /// that, or it would change without end.
  private var rooms: [Int] = []
  private var skips: [Int: Int] = [:]
  /// Whether a line without room for its content moves down. In a block whose text does not wrap, it
  /// overflows, as it would without floats.
  private let movesDown: Bool

  /// - Parameter wraps: whether the text of the paragraph's block wraps (`white-space`).
  init(lineHeight: Int, wraps: Bool = true) {
    // Lines may have no height of their own: then what is in them makes them high.
    self.lineHeight = max(1, lineHeight)
    movesDown = wraps
  }

  func height(_ line: Int) -> Int { line < heights.count ? max(1, heights[line]) : lineHeight }
  func room(_ line: Int) -> Int { line < rooms.count ? max(1, rooms[line]) : lineHeight }
  /// How far a line is moved down because there is no room for it higher up.
  func skip(_ line: Int) -> Int { skips[line] ?? 0 }

  /// The top of a line, counted from that of the first one.
  func top(ofLine line: Int) -> Int {
    (0..<line).reduce(skip(line)) { $0 + skip($1) + height($1) }
  }

  /// Learns from the first line that is not where it should be: next to the floats that are there
  /// over its whole height, and moved down if its content has no room.
  ///
  /// - Returns: whether there is such a line.
  mutating func learn(
    from set: SetLines, beside floats: ActiveFloats, in frame: BlockFrame, _ setter: LineSetter
  ) -> Bool {
    var top = 0
    let reach = floats.height
    for (index, line) in set.lines.enumerated() {
      top += skip(index)
      let own = floats.room(from: top, to: top + max(1, line.height), in: frame, forLines: true)
      let keepsRoom = own.width > line.width && room(index) > line.height
      if own != (line.x, line.width), !keepsRoom {
        learn(set.lines[...index])
        return true
      }
      guard top < reach else { return false }
      // A line of only floats has no height, and needs no room.
      if movesDown, line.height > 0, line.flags.contains(.isOverfull), line.width < frame.width {
        let needed = setter.width(ofLine: index, in: set)
        let down = floats.height(toRoom: needed, of: line.height, in: frame, from: top)
        if down > 0 {
          learn(set.lines[...index])
          skips[index, default: 0] += down
          return true
        }
      }
      top += max(1, line.height)
    }
    return false
  }

  private mutating func learn(_ lines: ArraySlice<LineFragment>) {
    heights = lines.map(\.height)
    rooms = Array(rooms.prefix(heights.count - 1))
    while rooms.count < heights.count { rooms.append(heights[rooms.count]) }
  }
}

extension AttributedText {
  /// Whether the text of a paragraph's block wraps; elements in it may differ.
  func wraps(_ paragraph: Paragraph) -> Bool {
    styles[Int(paragraph.style)].text.whiteSpace.wraps
  }
}
