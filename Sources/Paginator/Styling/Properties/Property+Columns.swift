/// Properties of blocks with columns, and of what is in them (CSS Multi-column Layout 1, sections 3 to 7).
extension Property {
  static let columns: [Property] = [
    value("column-count", .integer(minimum: 1, or: ["auto"]), .columns(\.count)) {
      $0.lengths.number($1).map { Int(min($0, 1000)) }
    },
    value("column-width", .dimension([.length, .nonNegative], or: ["auto"]), .columns(\.width)) {
      $0.lengths.length($1, percentOf: 0)
    },
    value("column-gap", .dimension(.positive, or: ["normal"]), .columns(\.gap)) {
      $0.keyword($1) == nil ? $0.lengths.dimension($1) : nil
    },
    flag("column-fill", .columns(\.fillsInOrder), on: "auto", off: "balance", "balance-all"),
    value("column-rule-width", .borderWidth, .columns(\.rule.width)) { $0.borderWidth($1) },
    keywords("column-rule-style", .columns(\.rule.style)),
    value("column-rule-color", .color, .columns(\.rule.color)) { $0.color($1) },
    value("column-span", .keywords(["none", "all"]), .box(\.spansColumns)) {
      $0.keyword($1) == "all" ? true : nil
    },
  ]
}

extension PropertyField {
  /// A field of the columns; a box without columns keeps none, so that its style equals that of other boxes.
  fileprivate static func columns(
    _ path: any WritableKeyPath<ColumnProperties, Value> & Sendable
  ) -> Self {
    PropertyField(
      initial: ColumnProperties()[keyPath: path],
      copy: .own { target, source in
        let value = (source.columns ?? ColumnProperties())[keyPath: path]
        target.setColumns { $0[keyPath: path] = value }
      }
    ) { computer, value in
      computer.box.setColumns { $0[keyPath: path] = value }
    }
  }
}

extension BoxProperties {
  fileprivate mutating func setColumns(_ change: (inout ColumnProperties) -> Void) {
    var changed = columns ?? ColumnProperties()
    change(&changed)
    columns = changed == ColumnProperties() ? nil : changed
  }
}
