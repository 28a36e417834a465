/// Puts the edges of inline boxes into the visual order of a line whose text runs in both
/// directions (CSS 2, section 8.6): the left edge of a box is to the left of all of its content on
/// the line, and the right edge to the right of it, however the content is reordered.
///
/// The content is put into visual order first. Then each edge is inserted next to the leftmost or
/// rightmost segment of its box. Boxes without content on the line keep their place in the text.
struct InlineEdgeOrder {
  /// The role of a segment for the order of edges.
  enum Role {
    case content
    /// A directional control. It has a place, because it separates the text on its sides (UAX #9, rule L2),
    /// but does not count as content of a box.
    case control
    case edge(Edge)

    var isControl: Bool { if case .control = self { true } else { false } }
    var edge: Edge? { if case .edge(let edge) = self { edge } else { nil } }
  }

  /// One of the two edges of an inline box.
  struct Edge {
    /// Whether the box begins here.
    let isStart: Bool
    /// Whether it is the box's left side.
    let isLeft: Bool
  }

  /// A box that is open while the line is walked in text order.
  private struct Open {
    let offset: Int
    var first = Int.max
    var last = Int.min

    mutating func cover(_ first: Int, _ last: Int) {
      self.first = min(self.first, first)
      self.last = max(self.last, last)
    }
  }

  private struct Insertion {
    let offset: Int
    /// The place in the visual order of the segment next to which the edge is inserted.
    let rank: Int
    let isAfter: Bool
    /// Inner boxes are nearer to the segment.
    let depth: Int

    func precedes(_ other: Insertion) -> Bool {
      if rank != other.rank { return rank < other.rank }
      if isAfter != other.isAfter { return !isAfter }
      if depth == other.depth { return offset < other.offset }
      return isAfter ? depth > other.depth : depth < other.depth
    }
  }

  /// The visual place of every segment that is not inserted next to another one; -1 for the others.
  private var ranks: [Int]
  private var open: [Open] = []
  /// The content of the line so far. It belongs to every box that began on an earlier line.
  private var line = Open(offset: -1)
  private var closedEarlier = 0
  private var insertions: [Insertion] = []

  /// - Returns: indices into the segments, from left to right.
  static func order(levels: [UInt8], _ roles: [Role]) -> [Int] {
    let own = ownPlaces(roles)
    guard !own.isEmpty else { return Bidi.visualOrder(levels) }
    let visual = Bidi.visualOrder(own.map { levels[$0] })
    var state = InlineEdgeOrder(ranks: Array(repeating: -1, count: roles.count))
    for (rank, item) in visual.enumerated() { state.ranks[own[item]] = rank }
    state.walk(roles)
    return state.merge(visual.map { own[$0] })
  }

  private init(ranks: [Int]) { self.ranks = ranks }

  /// The segments with a place of their own: content, controls, and one edge of each box without content.
  private static func ownPlaces(_ roles: [Role]) -> [Int] {
    var isOwn = roles.map { $0.edge == nil }
    var open: [(offset: Int, count: Int)] = []
    var count = 0
    for (offset, role) in roles.enumerated() {
      switch role {
      case .content: count += 1
      case .control: break
      case .edge(let edge) where edge.isStart: open.append((offset, count))
      case .edge:
        let start = open.popLast() ?? (offset, 0)
        guard start.count == count else { continue }
        isOwn[start.offset] = true
        count += 1
      }
    }
    for start in open where start.count == count { isOwn[start.offset] = true }
    return isOwn.indices.filter { isOwn[$0] }
  }

  private mutating func walk(_ roles: [Role]) {
    for (offset, role) in roles.enumerated() {
      let rank = ranks[offset]
      if rank >= 0, !role.isControl { cover(rank, rank) }
      switch role {
      case .content, .control: break
      case .edge(let edge) where edge.isStart: open.append(Open(offset: offset))
      case .edge(let edge):
        if let box = open.popLast() {
          close(box, roles, end: (offset, edge))
        } else if rank < 0 {
          closedEarlier += 1
          insert(offset, edge, line, depth: -closedEarlier)
        }
      }
    }
    while let box = open.popLast() { close(box, roles, end: nil) }
  }

  private mutating func cover(_ first: Int, _ last: Int) {
    line.cover(first, last)
    if !open.isEmpty { open[open.count - 1].cover(first, last) }
  }

  private mutating func close(_ box: Open, _ roles: [Role], end: (offset: Int, edge: Edge)?) {
    guard let start = roles[box.offset].edge else { return }
    let rank = ranks[box.offset]
    if rank >= 0 {
      guard let end else { return }
      insertions.append(
        Insertion(offset: end.offset, rank: rank, isAfter: start.isLeft, depth: open.count))
      return
    }
    if box.first <= box.last { cover(box.first, box.last) }
    insert(box.offset, start, box, depth: open.count)
    if let end { insert(end.offset, end.edge, box, depth: open.count) }
  }

  private mutating func insert(_ offset: Int, _ edge: Edge, _ box: Open, depth: Int) {
    insertions.append(
      Insertion(
        offset: offset, rank: edge.isLeft ? box.first : box.last, isAfter: !edge.isLeft,
        depth: depth))
  }

  private func merge(_ visual: [Int]) -> [Int] {
    let sorted = insertions.sorted { $0.precedes($1) }
    var next = sorted[...]
    var result: [Int] = []
    result.reserveCapacity(ranks.count)
    for (rank, offset) in visual.enumerated() {
      while let edge = next.first, edge.rank == rank, !edge.isAfter {
        result.append(next.removeFirst().offset)
      }
      result.append(offset)
      while let edge = next.first, edge.rank == rank { result.append(next.removeFirst().offset) }
    }
    return result + next.map(\.offset)
  }
}
