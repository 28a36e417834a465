/// A block and those that contain it, the innermost first. A block has a greater index than those that
/// contain it.
struct EnclosingBlocks: Sequence, IteratorProtocol {
  private let blocks: [TextBlock]
  private let outer: Int32
  private var current: Int32

  fileprivate init(_ blocks: [TextBlock], from block: Int32, within outer: Int32) {
    self.blocks = blocks
    self.outer = outer
    current = block
  }

  mutating func next() -> Int32? {
    guard current > outer else { return nil }
    defer { current = blocks[Int(current)].parent }
    return current
  }
}

extension AttributedText {
  /// A block and those around it inside `outer`, the innermost first; all of them if `outer` is -1.
  func blocks(around block: Int32, within outer: Int32 = -1) -> EnclosingBlocks {
    EnclosingBlocks(blocks, from: block, within: outer)
  }

  /// Whether a block is an ancestor of another, or that block itself.
  func isBlock(_ block: Int32, inside ancestor: Int32) -> Bool {
    var current = block
    while current > ancestor { current = blocks[Int(current)].parent }
    return current == ancestor
  }
}
