/// Where an item of a flex container is across the direction of its items (CSS Box Alignment 3, sections 4 and 6).
enum ItemAlignment: Sendable {
  case stretch, start, center, end

  /// The keywords of `align-items` and `align-self`, apart from the initial ones.
  static let keywords: [String: ItemAlignment] = [
    "stretch": .stretch, "start": .start, "self-start": .start, "flex-start": .start,
    "baseline": .start,
    "center": .center, "end": .end, "self-end": .end, "flex-end": .end,
  ]
}

extension StyleComputer {
  /// Aligns an item of a flex container whose items are one below the other, as they are set: it is as wide as its
  /// content, between margins that take up the room (CSS Flexbox 1, sections 8.1 and 8.3).
  mutating func alignItem() {
    guard let parent, parent.generated.stacksItems, !box.position.isOutOfFlow,
      let alignment = generated.ownAlignment ?? parent.generated.itemAlignment,
      alignment != .stretch
    else { return }
    if box.width.isAuto, box.widthContent == nil, box.widthKeyword == nil {
      box.widthKeyword = .fitContent
    }
    guard !box.margin.left.isAuto, !box.margin.right.isAuto else { return }
    let isAtLeft = (alignment == .end) == parent.text.isRightToLeft
    if alignment == .center || !isAtLeft { box.margin.left = .auto }
    if alignment == .center || isAtLeft && alignment == .end { box.margin.right = .auto }
  }
}
