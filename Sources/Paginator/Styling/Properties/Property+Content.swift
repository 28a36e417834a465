/// Generated content and counters, lists and tables, and the pages that a box is on.
extension Property {
  static let content: [Property] = [
    value(
      "content", .moves([.allElements, .marginBoxes]), .custom(PropertyGrammar.content),
      .read(\.content)
    ) { $1 },
    value(
      "counter-reset", .moves(.allElements), .custom(PropertyGrammar.counterReset),
      .read(\.counterReset)
    ) {
      $0.counters($1)
    },
    value(
      "counter-increment", .moves(.allElements), .custom(PropertyGrammar.counters),
      .read(\.counterIncrement)
    ) {
      $0.counters($1)
    },
    value(
      "counter-set", .moves(.allElements), .custom(PropertyGrammar.counters), .read(\.counterSet)
    ) {
      $0.counters($1)
    },
    value(
      "string-set", .paints(.allElements), .custom(PropertyGrammar.stringSet), .read(\.stringSet)
    ) {
      $0.stringSets($1)
    },
    value(
      "page", .moves([.blockLevel, .rows, .rowGroups]), .custom(PropertyGrammar.identifier),
      .box(\.page)
    ) { $0.string($1) },
    value("size", .moves(.pages), .custom(PropertyGrammar.pageSize), .read(\.pageSize)) { $1 },
  ]

  static let listsAndTables: [Property] = [
    value(
      "list-style-type", .moves(.listItems), .custom(PropertyGrammar.listStyleType),
      .text(\.listStyleType)
    ) {
      ListStyleType($1)
    },
    flag(
      "list-style-position", .moves(.listItems), .text(\.listStyleIsInside), on: "inside",
      off: "outside"),
    value(
      "list-style-image", .moves(.listItems), .custom(PropertyGrammar.image),
      .text(\.listStyleImage)
    ) { $1.file },
    value(
      "image-orientation", .moves(.allElements), .custom(ImageFormGrammar.orientation),
      .text(\.imageOrientation)
    ) { $0.imageOrientation($1) },
    value(
      "image-resolution", .moves(.allElements), .custom(ImageFormGrammar.resolution),
      .text(\.imageResolution)
    ) { $0.imageResolution($1) },
    flag(
      "border-collapse", .moves(.tables), .text(\.collapsesBorders), on: "collapse", off: "separate"
    ),
    value(
      "border-spacing", .moves(.tables), .custom(PropertyGrammar.borderSpacing),
      .text(\.borderSpacing)
    ) {
      $0.size($1)
    },
    flag("caption-side", .moves(.captions), .text(\.captionIsAtBottom), on: "bottom", off: "top"),
    flag("empty-cells", .moves(.cells), .text(\.hidesEmptyCells), on: "hide", off: "show"),
    flag("table-layout", .moves(.tables), .box(\.tableLayoutIsFixed), on: "fixed", off: "auto"),
  ]
}

extension StyleComputer {
  fileprivate func counters(_ value: StyleValue) -> [CounterChange] {
    guard case .list(let items) = value else { return [] }
    return items.compactMap { item in
      guard case .function(let name, let arguments) = item else { return nil }
      let number = arguments.last.flatMap { lengths.number($0) }
      return CounterChange(
        name: name, value: number.map { Int($0) },
        isReversed: arguments.first == .keyword("reversed"))
    }
  }

  fileprivate func stringSets(_ value: StyleValue) -> [StringSet] {
    guard case .list(let items) = value else { return [] }
    return items.compactMap { item in
      guard case .function(let name, let content) = item else { return nil }
      return StringSet(name: name, items: content)
    }
  }

  fileprivate func size(_ value: StyleValue) -> Size? {
    guard case .list(let items) = value, items.count == 2 else { return nil }
    return Size(
      width: lengths.length(items[0], percentOf: 0) ?? 0,
      height: lengths.length(items[1], percentOf: 0) ?? 0)
  }
}
