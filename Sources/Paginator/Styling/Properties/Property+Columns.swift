/// Properties of blocks with columns, and of what is in them (CSS Multi-column Layout 1, sections 3 to 7).
extension Property {
  static let columns: [Property] = [
    value(
      "column-count", .moves(.blockContainers), .integer(minimum: 1, or: ["auto"]),
      .box(\.ownColumns.count)
    ) {
      $0.lengths.number($1).map { Int(min($0, 1000)) }
    },
    value(
      "column-width", .moves(.blockContainers), .dimension([.length, .nonNegative], or: ["auto"]),
      .box(\.ownColumns.width)
    ) {
      $0.lengths.length($1, percentOf: 0)
    },
    value(
      "column-gap", .moves(.multiColumn), .dimension(.positive, or: ["normal"]),
      .box(\.ownColumns.gap)
    ) {
      $0.keyword($1) == nil ? $0.lengths.dimension($1) : nil
    },
    flag(
      "column-fill", .moves(.multiColumn), .box(\.ownColumns.fillsInOrder), on: "auto",
      off: "balance", "balance-all"),
    value("column-rule-width", .moves(.multiColumn), .borderWidth, .box(\.ownColumns.rule.width)) {
      $0.borderWidth($1)
    },
    keywords("column-rule-style", .moves(.multiColumn), .box(\.ownColumns.rule.style)),
    value("column-rule-color", .shows(.multiColumn), .color, .box(\.ownColumns.rule.color)) {
      $0.color($1)
    },
    value("column-span", .moves(.blockLevel), .keywords(["none", "all"]), .box(\.spansColumns)) {
      $0.keyword($1) == "all" ? true : nil
    },
  ]
}

/// Items of flex and grid containers (CSS Flexbox 1, section 5.1; CSS Box Alignment 3, sections 5 and 6).
extension Property {
  static let items: [Property] = [
    flag(
      "flex-direction", .moves(.blockContainers), .read(\.itemPlaces.isColumn), on: "column",
      off: "row"),
    alignment("align-items", .blockContainers, \.itemPlaces.alignItems, initial: "normal"),
    alignment("align-self", .blockLevel, \.itemPlaces.alignSelf, initial: "auto"),
    alignment("justify-items", .blockContainers, \.itemPlaces.justifyItems, initial: "normal"),
    alignment("justify-self", .blockLevel, \.itemPlaces.justifySelf, initial: "auto"),
    value(
      "justify-content", .moves(.blockContainers),
      .keywords(Set(ItemAlignment.contentKeywords.keys).union(["normal"])),
      .read(\.itemPlaces.justifyContent)
    ) { $0.keyword($1).flatMap { ItemAlignment.keywords[$0] } },
  ]

  private static func alignment(
    _ name: String, _ elements: ElementKinds,
    _ path: any WritableKeyPath<GeneratedContent, ItemAlignment?> & Sendable, initial: String
  ) -> Property {
    value(
      name, .moves(elements), .keywords(Set(ItemAlignment.keywords.keys).union([initial])),
      .read(path)
    ) { $0.keyword($1).flatMap { ItemAlignment.keywords[$0] } }
  }
}

extension BoxProperties {
  /// A box without columns keeps none, so that its style equals that of other boxes.
  fileprivate var ownColumns: ColumnProperties {
    get { columns ?? ColumnProperties() }
    set { columns = newValue == ColumnProperties() ? nil : newValue }
  }
}
