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

/// Items of flex containers (CSS Flexbox 1, section 5.1; CSS Box Alignment 3, section 6).
extension Property {
  static let items: [Property] = [
    flag(
      "flex-direction", .moves(.blockContainers), .read(\.stacksItems), on: "column",
      off: "row"),
    value(
      "align-items", .moves(.blockContainers),
      .keywords(Set(ItemAlignment.keywords.keys).union(["normal"])), .read(\.itemAlignment)
    ) { $0.keyword($1).flatMap { ItemAlignment.keywords[$0] } },
    value(
      "align-self", .moves(.blockLevel),
      .keywords(Set(ItemAlignment.keywords.keys).union(["auto"])), .read(\.ownAlignment)
    ) { $0.keyword($1).flatMap { ItemAlignment.keywords[$0] } },
  ]
}

extension BoxProperties {
  /// A box without columns keeps none, so that its style equals that of other boxes.
  fileprivate var ownColumns: ColumnProperties {
    get { columns ?? ColumnProperties() }
    set { columns = newValue == ColumnProperties() ? nil : newValue }
  }
}
