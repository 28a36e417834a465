/// Places in a text's table of styles that can be used again. A style keeps its number as long as any
/// text has it, so that a layout of unedited text stays true.
struct StyleSlots: Sendable {
  private var free: [Int32] = []
  /// When the table is as long as this, it is looked through for styles without text.
  private var limit = 64
  /// How often a place has been given to another style.
  private(set) var generation = 0

  /// A place for a new style; nil for one at the table's end.
  mutating func take(in text: borrowing AttributedText) -> Int32? {
    if free.isEmpty, text.styles.count >= limit {
      free = text.unusedStyles()
      // Looking through all of it costs as much as half of it being new.
      limit = max(64, (text.styles.count - free.count) * 2)
    }
    guard let slot = free.popLast() else { return nil }
    generation += 1
    return slot
  }

  /// A style that had no text has some again.
  mutating func keep(_ slot: Int32) {
    if !free.isEmpty { free.removeAll { $0 == slot } }
  }
}

extension AttributedText {
  /// The styles that nothing names.
  fileprivate func unusedStyles() -> [Int32] {
    var isUsed = [Bool](repeating: false, count: styles.count)
    func use(_ style: Int32) {
      if isUsed.indices.contains(Int(style)) { isUsed[Int(style)] = true }
    }
    for run in runs { use(run.style) }
    for paragraph in paragraphs {
      use(paragraph.style)
      use(paragraph.firstLineStyle)
    }
    for block in blocks { use(block.style) }
    for edge in inlineEdges { use(edge.style) }
    return isUsed.indices.reversed().filter { !isUsed[$0] }.map { Int32($0) }
  }
}
