/// Where an item of a flex or grid container is across its line or column (CSS Box Alignment 3, sections 4 to 6).
enum ItemAlignment: Sendable {
  case stretch, start, center, end

  /// The keywords of items, apart from the initial ones.
  static let keywords: [String: ItemAlignment] = [
    "stretch": .stretch, "start": .start, "self-start": .start, "flex-start": .start,
    "baseline": .start, "center": .center, "end": .end, "self-end": .end, "flex-end": .end,
  ]
  /// Those of `justify-content`, apart from the initial one.
  static let contentKeywords = keywords.filter {
    ["start", "flex-start", "center", "end", "flex-end"].contains($0.key)
  }
}

/// What a container and an item say of the item's place.
struct ItemPlaces: Sendable {
  /// `align-items`; nil for `normal`.
  var alignItems: ItemAlignment?
  /// `align-self`; nil for what the container says.
  var alignSelf: ItemAlignment?
  /// `justify-items`; nil for `normal`.
  var justifyItems: ItemAlignment?
  /// `justify-self`; nil for what the container says.
  var justifySelf: ItemAlignment?
  /// `justify-content`; nil for `normal`.
  var justifyContent: ItemAlignment?
  /// Whether the items of a flex container are one below the other (`flex-direction: column`).
  var isColumn = false
  /// Whether the container is a grid.
  var isGrid = false
}

extension StyleComputer {
  /// Aligns an item in its line, as items are set: one below the other. It is as wide as its content, between margins
  /// that take up the room (CSS Flexbox 1, sections 8.1 to 8.3; CSS Grid 1, section 11).
  mutating func alignItem() {
    guard let parent, !box.position.isOutOfFlow, let alignment = alignment(in: parent),
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

  /// Where an item is between the sides of its container; nil where nothing says it.
  private func alignment(in parent: ComputedStyle) -> ItemAlignment? {
    let (own, around) = (generated.itemPlaces, parent.generated.itemPlaces)
    if around.isGrid { return own.justifySelf ?? around.justifyItems }
    if around.isColumn { return own.alignSelf ?? around.alignItems }
    // Of a row, what begins at its start stays as wide as the page: its text may be long.
    return around.justifyContent == .start ? nil : around.justifyContent
  }
}

/// The shorthands of containers and items.
enum ItemGrammar {
  static let longhands = [
    "place-items": ["align-items", "justify-items"], "place-self": ["align-self", "justify-self"],
  ]

  /// Down, then across; one value is for both.
  @Sendable static func places(
    _ parser: inout ValueParser, _ names: [String]
  ) -> DeclarationParser.Longhands? {
    guard let down = DeclarationParser.longhand(names[0], &parser) else { return nil }
    let across = parser.isAtEnd ? down : DeclarationParser.longhand(names[1], &parser)
    return across.map { [(names[0], down), (names[1], $0)] }
  }

  /// A direction, and whether there may be several lines, which are one below the other in any case.
  @Sendable static func flow(_ parser: inout ValueParser) -> DeclarationParser.Longhands? {
    _ = parser.keyword(of: ["wrap", "nowrap"])
    let direction =
      parser.isAtEnd
      ? StyleValue.keyword("row") : DeclarationParser.longhand("flex-direction", &parser)
    _ = parser.keyword(of: ["wrap", "nowrap"])
    return direction.map { [("flex-direction", $0)] }
  }
}
