/// Unused entries in a text's table of styles, for reuse. A style keeps its index as long as any
/// text uses it, so that a layout of unedited text stays valid.
struct StyleSlots: Sendable {
  private var free: [Int32] = []
  /// The length of the table at which it is searched for unused styles.
  private var limit = 64
  /// How often an entry has been reused for another style.
  private(set) var generation = 0

  /// The index of an unused entry for a new style; nil if the style must be appended to the table.
  mutating func take(in text: borrowing AttributedText) -> Int32? {
    if free.isEmpty, text.styles.count >= limit {
      free = text.unusedStyles()
      // The next search is due when the used styles have doubled, so that its cost stays linear.
      limit = max(64, (text.styles.count - free.count) * 2)
    }
    guard let slot = free.popLast() else { return nil }
    generation += 1
    return slot
  }

  /// Marks a style as used again.
  mutating func keep(_ slot: Int32) {
    if !free.isEmpty { free.removeAll { $0 == slot } }
  }
}

extension AttributedText {
  /// The styles that nothing refers to.
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
    for style in firstLineStyles { use(style.own) }
    return isUsed.indices.reversed().filter { !isUsed[$0] }.map { Int32($0) }
  }
}
