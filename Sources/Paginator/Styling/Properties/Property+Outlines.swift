/// The outline of a box (CSS UI 4, section 5).
extension Property {
  static let outlines: [Property] = [
    value("outline-width", .borderWidth, .outline(\.side.width)) { $0.borderWidth($1) },
    value("outline-style", .keywords(OutlineGrammar.styles), .outline(\.side.style)) {
      // Where the program may choose, the line is solid.
      $0.keyword($1) == "auto" ? .solid : $0.keyword($1, or: LineStyle.none)
    },
    value("outline-color", .custom(OutlineGrammar.color), .outline(\.side.color)) {
      $0.color($1)
    },
    value("outline-offset", .dimension([.length], or: []), .outline(\.offset)) {
      $0.lengths.length($1, percentOf: 0)
    },
  ]
}

extension PropertyField {
  /// A field of the outline.
  fileprivate static func outline(
    _ path: any WritableKeyPath<BoxOutline, Value> & Sendable
  ) -> Self {
    PropertyField(
      initial: BoxOutline()[keyPath: path],
      copy: .own { target, source in
        let value = (source.outline ?? BoxOutline())[keyPath: path]
        target.setOutline { $0[keyPath: path] = value }
      }
    ) { computer, value in
      computer.box.setOutline { $0[keyPath: path] = value }
    }
  }
}

extension StyleComputer {
  /// Gives an outline without a color that of the text.
  mutating func finishOutline() {
    if box.outline != nil, box.outline?.side.color == nil { box.outline?.side.color = text.color }
  }
}
