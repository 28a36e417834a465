/// The outline of a box (CSS UI 4, section 5).
extension Property {
  static let outlines: [Property] = [
    value("outline-width", .moves(.allElements), .borderWidth, .box(\.ownOutline.side.width)) {
      $0.borderWidth($1)
    },
    value(
      "outline-style", .moves(.allElements), .keywords(OutlineGrammar.styles),
      .box(\.ownOutline.side.style)
    ) {
      // Where the program may choose, the line is solid.
      $0.keyword($1) == "auto" ? .solid : $0.keyword($1, or: LineStyle.none)
    },
    value(
      "outline-color", .shows(.allElements), .custom(OutlineGrammar.color),
      .box(\.ownOutline.side.color)
    ) {
      $0.color($1)
    },
    value(
      "outline-offset", .paints(.allElements), .dimension([.length], or: []),
      .box(\.ownOutline.offset)
    ) {
      $0.lengths.length($1, percentOf: 0)
    },
  ]
}

extension BoxProperties {
  /// The outline; a box that has the initial one keeps none.
  fileprivate var ownOutline: BoxOutline {
    get { outline ?? BoxOutline() }
    set { outline = newValue == BoxOutline() ? nil : newValue }
  }
}

extension StyleComputer {
  /// Gives an outline without a color that of the text.
  mutating func finishOutline() {
    if box.outline != nil, box.outline?.side.color == nil { box.outline?.side.color = text.color }
  }
}
