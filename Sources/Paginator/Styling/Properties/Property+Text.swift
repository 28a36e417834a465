/// Colors, directions, alignment, decorations, initial letters and quotation marks.
extension Property {
  /// Computed after the fonts: `lh` depends on it.
  static let lineHeight = custom(
    "line-height", .moves(.allElements),
    .dimension([.length, .percentage, .number, .nonNegative], or: ["normal"]),
    .text(\.lineHeight)
  ) { $0.setLineHeight($1) }.early

  /// Computed before what `currentcolor` stands for.
  static let color = custom("color", .shows(.allElements), .color, .text(\.color)) {
    if case .color(let color) = $1 { $0.text.color = color }
  }.early

  static let direction = flag(
    "direction", .moves(.allElements), .text(\.isRightToLeft), on: "rtl", off: "ltr")

  static let text: [Property] = [
    direction,
    // Computed with all other values, in `finishWritingMode`.
    custom(
      "writing-mode", .moves(.all(except: [.rows, .rowGroups, .tableColumns])),
      .keywords(WritingMode.keywords), .nowhere(isInherited: true)
    ) { _, _ in
    },
    keywords("unicode-bidi", .moves(.allElements), .box(\.unicodeBidi)),
    keywords("visibility", .moves(.allElements), .text(\.visibility)),
    value(
      "text-align", .moves(.blockContainers), .keywords(of: TextAlign.self, and: ["match-parent"]),
      .text(\.align)
    ) {
      $0.alignment($1)
    },
    value(
      "text-align-last", .moves(.blockContainers),
      .keywords(of: TextAlign.self, and: ["auto", "match-parent"]),
      .text(\.alignLast)
    ) { $0.alignment($1) },
    custom(
      "text-justify", .moves(.text),
      .keywords(["auto", "none", "inter-word", "inter-character", "distribute"]),
      .text(.field(\.justifies), .field(\.justifiesLetters))
    ) {
      $0.text.justifiesLetters = ["inter-character", "distribute"].contains($0.keyword($1))
      $0.text.justifies = $0.keyword($1) != "none"
    },
    custom(
      "text-indent", .moves(.blockContainers), .custom(PropertyGrammar.textIndent),
      .text(
        .field(\.indent), .field(\.indentHangs), .field(\.indentEachLine), .field(\.indentsProse))
    ) { $0.setIndent($1) },
    value("text-transform", .moves(.text), .keywordSet(transforms), .text(\.transform)) {
      $0.textTransform($1)
    },
    value(
      "text-underline-offset", .paints(.allElements), .dimension(.lengthOrPercent, or: ["auto"]),
      .text(\.underlineOffset)
    ) {
      $0.lengths.length($1, percentOf: $0.text.font.size)
    },
    value("text-emphasis-style", .moves(.text), .custom(EmphasisGrammar.style), .text(\.emphasis)) {
      $0.emphasis($1)
    },
    value("text-emphasis-color", .paints(.text), .color, .text(\.emphasisColor)) {
      if case .color(let color) = $1 { color } else { nil }
    },
    value(
      "text-emphasis-position", .moves(.text), .custom(EmphasisGrammar.position),
      .text(\.emphasisIsBelow)
    ) {
      $0.words($1).first == "under" ? true : nil
    },
    value("quotes", .moves(.allElements), .custom(PropertyGrammar.quotes), .text(\.quotes)) {
      $0.quotes($1)
    },
  ]

  private static let transforms = Set(
    ["capitalize", "uppercase", "lowercase", "full-width", "full-size-kana"]
      + MathVariant.allCases.map { "math-" + $0.name })

  /// The lines of one element. Descendants have them without inheriting them: they are added to
  /// those of ancestors, so none is copied, and the initial value adds none.
  static let decorations: [Property] = [
    custom(
      "text-decoration-line", .paints(.allElements),
      .keywordSet(["underline", "overline", "line-through", "blink"]),
      .nowhere(isInherited: false)
    ) { $0.decoration.lines = $0.words($1).compactMap { TextDecoration.Line(rawValue: $0) } },
    custom(
      "text-decoration-style", .paints(.allElements), .keywords(of: TextDecoration.Style.self),
      .nowhere(isInherited: false)
    ) { $0.decoration.style = $0.keyword($1, or: .solid) },
    custom("text-decoration-color", .paints(.allElements), .color, .nowhere(isInherited: false)) {
      $0.decoration.color = $0.color($1)
    },
    custom(
      "text-decoration-thickness", .paints(.allElements),
      .dimension(.lengthOrPercent, or: ["auto", "from-font"]),
      .nowhere(isInherited: false)
    ) { $0.decoration.thickness = $0.lengths.length($1, percentOf: $0.text.font.size) },
  ]

  static let initials: [Property] = [
    value(
      "initial-letter", .moves([.inlineBoxes, .firstLetters]),
      .custom(PropertyGrammar.initialLetter), .box(\.initialLetter)
    ) {
      $0.initialLetter($1)
    },
    keywords(
      "initial-letter-wrap", .moves([.inlineBoxes, .firstLetters]), .text(\.initialLetterWrap)),
    flag(
      "initial-letter-fit", .moves([.floats, .firstLetters]), .text(\.fitsFloatedInitials),
      on: "lines", off: "none"),
    value("lead-in", .moves(.blockContainers), .integer(minimum: 1, or: ["none"]), .box(\.leadIn)) {
      $0.lengths.number($1).map { Int(min($0, 100)) }
    },
    value(
      "heading-keep", .moves(.blockContainers), .keywords(["none", "shape"]),
      .text(\.keepsShapedHeadings)
    ) {
      $0.keyword($1) == "shape"
    },
    value(
      "verse-turnover", .moves(.blockContainers),
      .dimension([.length, .nonNegative], or: ["none"]), .text(\.verseTurnover)
    ) {
      $0.lengths.length($1, percentOf: 0)
    },
    value(
      "fixed-boxes", .moves(.allElements), .keywords(["page", "flow"]),
      .text(\.setsFixedBoxesInFlow)
    ) {
      $0.keyword($1) == "flow"
    },
  ]
}

/// What an element declares of its own decorations.
struct DeclaredDecoration {
  var lines: [TextDecoration.Line] = []
  var style = TextDecoration.Style.solid
  /// Nil for the color of the text.
  var color: Color?
  /// Nil for the font's own.
  var thickness: Length?
}

extension StyleComputer {
  fileprivate mutating func setLineHeight(_ value: StyleValue) {
    switch value {
    case .keyword("normal"): text.lineHeight = .normal
    case .textStyle(let name):
      // A factor, so that nested text of another size keeps the proportion.
      if let cell = context.textStyle(name), cell.size > 0 {
        text.lineHeight = .number(cell.leading.points / cell.size.points)
      }
    default:
      if let number = lengths.number(value) {
        text.lineHeight = .number(number)
      } else if let length = typeLength(value, percentOf: text.font.size) {
        text.lineHeight = .length(length)
      }
    }
  }

  /// - Returns: nil for `auto`.
  fileprivate func alignment(_ value: StyleValue) -> TextAlign? {
    guard keyword(value) == "match-parent" else {
      return keyword(value).flatMap { TextAlign(rawValue: $0) }
    }
    let parentText = parent?.text ?? TextProperties()
    switch parentText.align {
    case .start: return parentText.isRightToLeft ? .right : .left
    case .end: return parentText.isRightToLeft ? .left : .right
    default: return parentText.align
    }
  }

  fileprivate mutating func setIndent(_ value: StyleValue) {
    guard case .list(let items) = value, let amount = items.first.flatMap({ lengths.dimension($0) })
    else { return }
    text.indent = amount
    text.indentHangs = items.contains(.keyword("hanging"))
    text.indentEachLine = items.contains(.keyword("each-line"))
    text.indentsProse = items.contains(.keyword("-paginate-prose")) ? true : nil
    declaresIndent = true
  }

  fileprivate func textTransform(_ value: StyleValue) -> TextTransform {
    var result: TextTransform = []
    for word in words(value) {
      switch word {
      case "uppercase": result.insert(.uppercase)
      case "lowercase": result.insert(.lowercase)
      case "capitalize": result.insert(.capitalize)
      case "full-width": result.insert(.fullWidth)
      case "full-size-kana": result.insert(.fullSizeKana)
      default:
        if let variant = MathVariant.allCases.first(where: { "math-" + $0.name == word }) {
          result.formUnion(.math(variant))
        }
      }
    }
    return result
  }

  /// - Returns: nil for `auto`.
  fileprivate func quotes(_ value: StyleValue) -> [String]? {
    if value == .keyword("none") { return [] }
    guard case .list(let marks) = value else { return nil }
    return marks.compactMap { if case .string(let mark) = $0 { mark } else { nil } }
  }

  /// Limited to 30 lines: a larger letter does not fit on a page.
  fileprivate func initialLetter(_ value: StyleValue) -> InitialLetter? {
    guard case .list(let items) = value, case .number(let number) = items[0] else { return nil }
    let size = min(number, 30)
    let drop = Int(size.rounded(.down))
    guard items.count > 1 else { return InitialLetter(size: size, sink: drop) }
    switch items[1] {
    case .keyword("raise"): return InitialLetter(size: size, sink: 1)
    case .number(let sink): return InitialLetter(size: size, sink: Int(min(sink, 30)))
    default: return InitialLetter(size: size, sink: drop)
    }
  }
}
