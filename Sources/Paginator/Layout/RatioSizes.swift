/// Heights of boxes by their `aspect-ratio` (CSS Sizing 4, section 4.1).
extension BoxProperties {
  /// The height of the content box of a block whose `height` is `auto`: at least that of its content, unless the
  /// block cuts it off (CSS Sizing 4, section 4.1.1).
  ///
  /// - Parameters:
  ///   - content: the height of the content.
  ///   - width: that of the content box.
  ///   - edges: the borders plus padding.
  func heightByRatio(content: Int, width: Int, edges: BoxInsets) -> Int {
    guard height.isAuto, let own = heightByRatio(width: width, edges: edges) else { return content }
    return overflow == .visible || overflow == .clip ? max(content, own) : own
  }

  /// The height of the content box that the ratio gives; nil without a ratio.
  func heightByRatio(width: Int, edges: BoxInsets) -> Int? {
    guard let aspectRatio, !NestedLayout.isEndless(width) else { return nil }
    let isBorderBox = sizesBorderBox && !aspectRatio.isAuto
    let whole = Double(width + (isBorderBox ? edges.horizontal : 0)) / aspectRatio.value
    let height = Length(points: whole / 1024).rawValue
    return max(0, height - (isBorderBox ? edges.vertical : 0))
  }
}

extension BlockGeometry {
  /// The height that its ratio gives to a block whose width is known; nil without a ratio.
  func heightByRatio(of block: Int32, containerWidth: Int) -> Length? {
    guard block >= 0, text.box(of: block).height.isAuto, text.box(of: block).aspectRatio != nil,
      let frame = frames[block]
    else { return nil }
    let box = text.box(of: block)
    let around = frames[text.blocks[Int(block)].parent]?.width ?? containerWidth
    let edges = box.edges(against: Length(rawValue: around))
    return box.heightByRatio(width: frame.width, edges: edges).map { Length(rawValue: $0) }
  }
}
