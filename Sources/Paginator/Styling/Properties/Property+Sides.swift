/// Properties of one side or corner of a box.
extension Property {
  static let sides = offsets + edges + borders

  private static let offsets: [Property] = BoxSide.allCases.map {
    outer($0.rawValue, .moves(.positioned), .box(\.offsets[$0]))
  }

  /// Margins and padding: parts of tables do not have them all (CSS 2, sections 8.3 and 8.4).
  static let edges: [Property] = BoxSide.allCases.flatMap { side in
    [
      outer(
        "margin-\(side.rawValue)",
        .moves(.all(except: [.rows, .rowGroups, .tableColumns, .cells])), .box(\.margin[side])),
      dimension(
        "padding-\(side.rawValue)", .moves(.all(except: [.rows, .rowGroups, .tableColumns])),
        .box(\.padding[side]), .positive, or: []),
    ]
  }

  private static let borders: [Property] = BoxSide.allCases.flatMap { side in
    [
      value(
        "border-\(side.rawValue)-width", .moves(.allElements), .borderWidth,
        .box(\.border[side].width)
      ) { $0.borderWidth($1) },
      keywords(
        "border-\(side.rawValue)-style", .moves(.allElements), .box(\.border[side].style)),
      value(
        "border-\(side.rawValue)-color", .shows(.allElements), .color, .box(\.border[side].color)
      ) { $0.color($1) },
    ]
  }

  /// A length outside the box, which its own transform does not scale.
  private static func outer(
    _ name: String, _ effect: PropertyEffect, _ field: PropertyField<Dimension>
  ) -> Property {
    value(name, effect, .dimension(.lengthOrPercent, or: ["auto"]), field) {
      $0.outerLengths.dimension($1)
    }
  }

  static let corners: [Property] = zip(CornerGrammar.longhands, CornerRadii.Corner.allCases).map {
    name, corner in
    custom(name, .moves(.allElements), .custom(CornerGrammar.corner), .box(\.[corner])) {
      guard case .list(let parts) = $1, parts.count == 2 else { return }
      $0.box[corner] = CornerRadii.Radius(
        across: $0.lengths.dimension(parts[0]) ?? .zero,
        down: $0.lengths.dimension(parts[1]) ?? .zero)
    }
  }
}

extension PropertySyntax {
  static let borderWidth = PropertySyntax.dimension(
    [.length, .nonNegative], or: ["thin", "medium", "thick"])
}

extension StyleComputer {
  func borderWidth(_ value: StyleValue) -> Length? {
    switch keyword(value) {
    case "thin": lengths.length(0.75, .pt)
    case "medium": lengths.length(2.25, .pt)
    case "thick": lengths.length(3.75, .pt)
    default: lengths.length(value, percentOf: 0)
    }
  }
}
