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

/// The blocks inside a block, in their order. They follow it, and each other.
struct InnerBlocks: Sequence, IteratorProtocol {
  private let blocks: [TextBlock]
  private let outer: Int32
  private var current: Int32

  fileprivate init(_ blocks: [TextBlock], of outer: Int32) {
    self.blocks = blocks
    self.outer = outer
    current = outer
  }

  mutating func next() -> Int32? {
    guard Int(current) + 1 < blocks.count else { return nil }
    var around = current + 1
    while around > outer { around = blocks[Int(around)].parent }
    guard around == outer else { return nil }
    current += 1
    return current
  }
}

extension AttributedText {
  /// The style of a block.
  @inline(__always)
  func style(of block: Int32) -> TextStyle { styles[Int(blocks[Int(block)].style)] }

  /// The properties of a block's box.
  @inline(__always)
  func box(of block: Int32) -> BoxProperties { style(of: block).box }

  /// Whether a block is in the flow and below the root and the body of its document, whose boxes are those of
  /// its pages.
  func isInBody(_ block: Int32) -> Bool {
    let own = blocks[Int(block)]
    return own.kind == .block && own.parent >= 0 && blocks[Int(own.parent)].parent >= 0
  }

  /// A block and those around it inside `outer`, the innermost first; all of them if `outer` is -1.
  func blocks(around block: Int32, within outer: Int32 = -1) -> EnclosingBlocks {
    EnclosingBlocks(blocks, from: block, within: outer)
  }

  /// The blocks inside a block, each before those inside it. They are found one by one.
  func descendants(of block: Int32) -> InnerBlocks { InnerBlocks(blocks, of: block) }

  /// Whether a block is an ancestor of another, or that block itself.
  func isBlock(_ block: Int32, inside ancestor: Int32) -> Bool {
    var current = block
    while current > ancestor { current = blocks[Int(current)].parent }
    return current == ancestor
  }
}

extension AttributedText {
  /// Whether a paragraph stands for an empty block with a height of its own of more than two ems: a box,
  /// not a rule.
  func isEmptyBox(_ index: Int) -> Bool {
    let paragraph = paragraphs[index]
    guard paragraph.start == paragraph.end, paragraph.block >= 0 else { return false }
    let style = style(of: paragraph.block)
    if style.box.aspectRatio != nil { return true }
    return [style.box.height, style.box.minHeight].contains {
      !$0.isAuto && ($0.fraction != 0 || $0.length > style.text.font.size * 2)
    }
  }

  /// The height of a block's content box if it does not depend on its content (CSS 2, section 10.5).
  /// - Parameters:
  ///   - page: the height to which percentages of outermost blocks refer; nil if they are of no
  ///     definite height.
  ///   - width: of the content box of a block, to which percentages of padding refer.
  func definiteHeight(
    of block: Int32, page: Length?, width: (_ block: Int32) -> Int
  ) -> Length? {
    guard block >= 0 else { return page }
    let box = box(of: block)
    guard !box.height.isAuto else { return nil }
    let sizes = [box.height, box.minHeight, box.maxHeight]
    let outer =
      sizes.contains { $0.fraction != 0 }
      ? definiteHeight(of: blocks[Int(block)].parent, page: page, width: width) : nil
    func resolved(_ size: Dimension) -> Length? {
      size.definite ?? (size.isAuto ? nil : outer.map { size.resolved(against: $0) })
    }
    guard var height = resolved(box.height) else { return nil }
    if let most = resolved(box.maxHeight) { height = min(height, most) }
    if let least = resolved(box.minHeight) { height = max(height, least) }
    let around = Length(rawValue: width(blocks[Int(block)].parent))
    return Length(
      rawValue: box.contentSize(height.rawValue, edges: box.edges(against: around).vertical))
  }
}

extension AttributedText {
  /// Whether a paragraph has spaces and line breaks in it, and nothing else.
  func isBlank(_ index: Int) -> Bool {
    let paragraph = paragraphs[index]
    guard paragraph.marker < 0, paragraph.end > paragraph.start,
      paragraph.end - paragraph.start <= Self.mostBlank
    else { return false }
    return units[Int(paragraph.start)..<Int(paragraph.end)].allSatisfy {
      $0 == 0x20 || $0 == 0xA0 || $0 == 0x2028 || $0 == 0x0A
    }
  }

  /// Whether a paragraph has text, and all of it is generated.
  func isGenerated(_ index: Int) -> Bool {
    let paragraph = paragraphs[index]
    guard paragraph.end > paragraph.start else { return false }
    let first = max(0, sources.partitioningIndex { $0.start > paragraph.start } - 1)
    return sources[first...].prefix { $0.start < paragraph.end }.allSatisfy { $0.node < 0 }
  }

  /// More of them are no empty line.
  private static let mostBlank: Int32 = 4
}
