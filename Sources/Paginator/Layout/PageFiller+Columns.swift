/// Blocks with columns, which are filled page by page.
extension PageFiller {
  /// Divides the columns of a row at the end of the page, or fills those of a rest.
  mutating func fillColumns(_ index: Int, isFirst: Bool, _ flow: inout Flow) throws {
    let row = flow.rows[index]
    guard !container.isEndless else {
      if flow.isFilled(index) { return }
      flow.rows[index].gap.forcesBreak = false
      _ = flow.divide(index, height: nil, mayEndBadly: true)
      return
    }
    if !isFirst, row.gap.forcesBreak { return }
    let top = topOfNext(row, flow)
    let separator = container.noteSeparator.rawValue
    let room = height - top - noteArea.heightSoFar(separator: separator)
    if flow.isFilled(index), try fits(row, bottom: top + row.height, flow) { return }
    // What the style keeps whole begins on the next page, if it fits there.
    if !isFirst, flow.isFilled(index), flow.isKept(index), row.height <= height { return }
    let count = flow.rows.count
    defer { if flow.rows.count != count { dropPlan() } }
    try divide(index, room: room, isFirst: isFirst, top: top, &flow)
  }

  /// Divides columns so that the notes that are called in them have room, too.
  private mutating func divide(
    _ index: Int, room: Int, isFirst: Bool, top: Int, _ flow: inout Flow
  ) throws {
    var room = room
    for trial in 0..<Self.mostTrials {
      let isLast = trial == Self.mostTrials - 1
      guard room > 0, flow.divide(index, height: room, mayEndBadly: isFirst) else { return }
      let row = flow.rows[index]
      if try noteArea.isUnused || isLast || fits(row, bottom: top + row.height, flow) { return }
      room = room * 7 / 8
    }
  }

  private static let mostTrials = 12
}
