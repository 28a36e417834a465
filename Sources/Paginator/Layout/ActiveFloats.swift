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
  }

  private var edges: [Edge] = []
  /// For each open block formatting context, the floats outside it, which are next to its block.
  private var outside: [[Edge]] = []

  var isEmpty: Bool { edges.isEmpty }
  /// Whether there are floats in this block formatting context or in one around it.
  var isBesideAny: Bool { !edges.isEmpty || outside.contains { !$0.isEmpty } }
  /// Whether no more floats can be next to each other: a bound for hostile input.
  var isFull: Bool { edges.count >= 128 }
  /// How far the lowest float reaches below the current point.
  var height: Int { height(clearedBy: .both) }

  /// How far the floats reach that a value of `clear` names.
  func height(clearedBy clear: ClearValue) -> Int {
    edges.reduce(0) { clear.clears($1.side) ? max($0, $1.bottom) : $0 }
  }

  /// The distance to the next bottom of a float; nil without floats.
  var nextBottom: Int? { edges.map(\.bottom).min() }

  /// Adds a float at the current point of the flow.
  ///
  /// - Parameter x: the left edge of the float, in the container.
  mutating func add(_ side: FloatSide, x: Int, width: Int, height: Int, y: Int = 0) {
    edges.append(Edge(side: side, x: x, width: width, top: y, bottom: y + height))
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
        add(float.side, x: x, width: float.width, height: float.height, y: y)
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
    // Lines may have no height of their own: then what is in them makes them high.
    let step = max(1, lineHeight)
    let count = min((height + step - 1) / step, most)
    return (0..<count).map { room(from: $0 * step, to: ($0 + 1) * step, in: frame) }
  }

  /// How far down there is a width for content of a height, or no float left.
  func height(toRoom width: Int, of height: Int, in frame: BlockFrame) -> Int {
    var left = self
    var down = 0
    while let bottom = left.nextBottom,
      left.room(from: 0, to: max(1, height), in: frame).width + LineWidths.rounding < width
    {
      left.advance(by: bottom)
      down += bottom
    }
    return down
  }

  /// The part of a frame that no float takes at any height between two.
  func room(from top: Int, to bottom: Int, in frame: BlockFrame) -> (x: Int, width: Int) {
    var start = frame.x
    var end = frame.x + frame.width
    for edge in edges where edge.top < bottom && edge.bottom > top {
      if edge.side == .left {
        start = max(start, edge.x + edge.width)
      } else {
        end = min(end, edge.x)
      }
    }
    return (start, end - start)
  }
}
