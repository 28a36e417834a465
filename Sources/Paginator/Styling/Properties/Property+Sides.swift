/// Properties of one side or corner of a box.
extension Property {
  static let sides = offsets + edges + borders

  private static let offsets: [Property] = BoxSide.allCases.map {
    outer($0.rawValue, .moves(.positioned), .side($0, \.offsets))
  }

  /// Margins and padding: parts of tables do not have them all (CSS 2, sections 8.3 and 8.4).
  static let edges: [Property] = BoxSide.allCases.flatMap { side in
    [
      outer(
        "margin-\(side.rawValue)",
        .moves(.all(except: [.rows, .rowGroups, .tableColumns, .cells])), .side(side, \.margin)),
      dimension(
        "padding-\(side.rawValue)", .moves(.all(except: [.rows, .rowGroups, .tableColumns])),
        .side(side, \.padding), .positive, or: []),
    ]
  }

  private static let borders: [Property] = BoxSide.allCases.flatMap { side in
    [
      value(
        "border-\(side.rawValue)-width", .moves(.allElements), .borderWidth,
        .border(side, \.width)
      ) { $0.borderWidth($1) },
      keywords(
        "border-\(side.rawValue)-style", .moves(.allElements), .border(side, \.style)),
      value(
        "border-\(side.rawValue)-color", .shows(.allElements), .color, .border(side, \.color)
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
    custom(
      name, .moves(.allElements), .custom(CornerGrammar.corner), .own { $0[corner] = $1[corner] }
    ) {
      guard case .list(let parts) = $1, parts.count == 2 else { return }
      $0.box[corner] = CornerRadii.Radius(
        across: $0.lengths.dimension(parts[0]) ?? .zero,
        down: $0.lengths.dimension(parts[1]) ?? .zero)
    }
  }
}

// A key path with a subscript would be made at every start.
extension PropertyField<Dimension> {
  /// A field that each side of the box has.
  fileprivate static func side(
    _ side: BoxSide, _ path: any WritableKeyPath<BoxProperties, Edges<Dimension>> & Sendable
  ) -> Self {
    PropertyField(
      initial: BoxProperties()[keyPath: path][side],
      copy: .own { $0[keyPath: path][side] = $1[keyPath: path][side] }
    ) {
      $0.box[keyPath: path][side] = $1
    }
  }
}

extension PropertyField {
  /// A field of the border, on one side.
  fileprivate static func border(
    _ side: BoxSide, _ path: any WritableKeyPath<BorderSide, Value> & Sendable
  ) -> Self {
    PropertyField(
      initial: BorderSide()[keyPath: path],
      copy: .own { $0.border[side][keyPath: path] = $1.border[side][keyPath: path] }
    ) {
      $0.box.border[side][keyPath: path] = $1
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
