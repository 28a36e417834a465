/// Boxes: their kind, their place, their size.
extension Property {
  static let boxes: [Property] = [
    custom(
      "display", .moves(.allElements), .custom(PropertyGrammar.display),
      .box(.field(\.display), .field(\.isInlineListItem))
    ) { $0.setDisplay($1) },
    value(
      "float", .moves(.all(except: .positioned)),
      .keywords(of: FloatValue.self, and: ["inline-start", "inline-end"]), .box(\.float)
    ) { $0.keyword($0.physical($1), or: .none) },
    value(
      "clear", .moves(.blockLevel),
      .keywords(of: ClearValue.self, and: ["inline-start", "inline-end"]), .box(\.clear)
    ) { $0.keyword($0.physical($1), or: .none) },
    keywords("position", .moves(.all(except: .tableColumns)), .box(\.position)),
    custom(
      "width", .moves(.all(except: [.inlineBoxes, .rows, .rowGroups])), SizeGrammar.width,
      .box(.field(\.width), .field(\.widthKeyword), .field(\.widthContent))
    ) { $0.setWidth($1) },
    custom(
      "min-width", .moves(.all(except: [.inlineBoxes, .rows, .rowGroups])), SizeGrammar.width,
      .box(.field(\.minWidth), .field(\.minWidthContent))
    ) { ($0.box.minWidth, $0.box.minWidthContent) = $0.limit($1) },
    custom(
      "max-width", .moves(.all(except: [.inlineBoxes, .rows, .rowGroups])), SizeGrammar.maxWidth,
      .box(.field(\.maxWidth), .field(\.maxWidthContent))
    ) { $0.setMaxWidth($1) },
    custom(
      "height", .moves(.all(except: [.inlineBoxes, .tableColumns])), SizeGrammar.height,
      .box(.field(\.height), .field(\.heightIsOfContent))
    ) {
      $0.box.height = $0.lengths.dimension($1) ?? .auto
      $0.box.heightIsOfContent = $1 == .keyword(SizeGrammar.contentHeight) ? true : nil
    },
    custom(
      "min-height", .moves(.all(except: [.inlineBoxes, .tableColumns])), SizeGrammar.minHeight,
      .box(.field(\.minHeight), .field(\.minHeightIsOfText))
    ) {
      $0.box.minHeight = $0.lengths.dimension($1) ?? .auto
      $0.box.minHeightIsOfText = $1 == .keyword(SizeGrammar.textHeight) ? true : nil
    },
    value(
      "max-height", .moves(.all(except: [.inlineBoxes, .tableColumns])), SizeGrammar.maxHeight,
      .box(\.maxHeight)
    ) { $0.lengths.dimension($1) },
    value(
      "aspect-ratio",
      .moves(.all(except: [.inlineBoxes, .rows, .rowGroups, .tableColumns, .cells])),
      .custom(SizeGrammar.ratio), .box(\.aspectRatio)
    ) { $0.aspectRatio($1) },
    flag(
      "box-sizing", .moves(.all(except: [.inlineBoxes, .rows, .rowGroups])), .box(\.sizesBorderBox),
      on: "border-box", off: "content-box"),
    keywords("overflow-x", .moves([.blockContainers, .replaced]), .box(\.overflow)),
    keywords(
      "overflow-y", .moves([.blockContainers, .replaced]), .box(\.overflowDown), initial: .visible),
    value(
      "text-overflow", .moves([.blockContainers]), .custom(TextOverflowGrammar.marks),
      .box(\.textOverflow)
    ) { $0.textOverflow($1) },
    value("clip", .moves(.positioned), .custom(ClipGrammar.clip), .box(\.clip)) { $0.clip($1) },
    keywords("object-fit", .paints(.replaced), .box(\.objectFit), initial: .fill),
    value(
      "object-position", .paints(.replaced), .custom(ObjectPositionGrammar.position),
      .box(\.objectPosition)
    ) {
      $0.objectPosition($1)
    },
    value(
      "z-index", .paints(.positioned), .integer(minimum: .min, or: ["auto"]), .box(\.stackLevel)
    ) { $0.integer($1) },
    value("opacity", .paints(.allElements), .custom(GroupGrammar.opacity), .box(\.opacity)) {
      $0.opacity($1)
    },
    value("clip-path", .moves(.allElements), .custom(GroupGrammar.clipPath), .box(\.clipPath)) {
      $0.clipPath($1)
    },
    // Both are computed with all other values, in `finishTransform`.
    custom(
      "transform", .moves(.positioned), .custom(TransformGrammar.transform), .box(\.translation)
    ) { _, _ in },
    custom(
      "transform-origin", .moves(.positioned), .custom(TransformGrammar.origin),
      .nowhere(isInherited: false)
    ) { _, _ in },
    value("shape-outside", .moves(.floats), .custom(ShapeGrammar.outside), .box(\.floatShape)) {
      $0.floatShape($1)
    },
    value("shape-margin", .moves(.floats), .dimension(.positive, or: []), .box(\.shapeMargin)) {
      $0.lengths.dimension($1)
    },
    value(
      "vertical-align", .moves([.inlineBoxes, .replaced, .cells]),
      .dimension(.lengthOrPercent, or: Set(VerticalAlign.keywords.keys)),
      .box(\.verticalAlign)
    ) { $0.verticalAlign($1) },
  ]
}

extension VerticalAlign {
  fileprivate static let keywords: [String: VerticalAlign] = [
    "baseline": .baseline, "sub": .sub, "super": .super, "top": .top, "bottom": .bottom,
    "middle": .middle, "text-top": .textTop, "text-bottom": .textBottom,
  ]
}

extension StyleComputer {
  fileprivate mutating func setDisplay(_ value: StyleValue) {
    let word = keyword(value) ?? "inline"
    if let container = PropertyGrammar.itemContainers[word] {
      box.display = container
      generated.isItemContainer = true
      generated.itemPlaces.isGrid = word.hasSuffix("grid")
      generated.unhonoured.append("display: " + word)
      return
    }
    let isInlineItem = word == "inline-list-item" || word == "inline-block-list-item"
    box.isInlineListItem = isInlineItem ? true : nil
    box.display =
      isInlineItem
      ? word == "inline-list-item" ? .inline : .inlineBlock : keyword(value, or: .inline)
  }

  /// `inline-start` and `inline-end` as sides of the block around the element (CSS Logical 1, section
  /// 2.2).
  fileprivate func physical(_ value: StyleValue) -> StyleValue {
    let isRightToLeft = parent?.text.isRightToLeft ?? false
    switch value {
    case .keyword("inline-start"): return .keyword(isRightToLeft ? "right" : "left")
    case .keyword("inline-end"): return .keyword(isRightToLeft ? "left" : "right")
    default: return value
    }
  }

  /// - Returns: nil for `baseline`.
  fileprivate func verticalAlign(_ value: StyleValue) -> VerticalAlign? {
    if case .keyword(let word) = value { return VerticalAlign.keywords[word] }
    let line = text.lineHeight.resolved(text.font, context.fonts)
    return lengths.length(value, percentOf: line).map { .length($0) }
  }
}
