/// Measures and sets text on its own, without a storage, manager or container: TextKit's string
/// drawing.
public enum TextMeasurement {
  /// The rectangle that text takes, from its top left corner: as wide as its widest line and as
  /// high as its lines.
  ///
  /// - Parameters:
  ///   - width: the measure at which lines wrap; nil for one line.
  ///   - maximumNumberOfLines: 0 for no limit.
  /// - Throws: `BookError` when no font is usable.
  public static func boundingRect(
    of text: AttributedText, width: Length? = nil, maximumNumberOfLines: Int = 0,
    lineBreakMode: ParagraphStyle.LineBreakMode = .byTruncatingTail, typesetter: Typesetter
  ) throws -> Rect {
    let layout = try layOut(
      text, typesetter: typesetter, width: width, maximumNumberOfLines: maximumNumberOfLines,
      lineBreakMode: lineBreakMode)
    return Rect.around(lines: layout.lines.lazy.map(\.usedRect))
  }

  /// The size of a text, in points.
  /// - Throws: `BookError` when no font is usable.
  public static func size(
    of text: AttributedText, width: Length? = nil, maximumNumberOfLines: Int = 0,
    typesetter: Typesetter
  ) throws -> Size {
    let rect = try boundingRect(
      of: text, width: width, maximumNumberOfLines: maximumNumberOfLines, typesetter: typesetter)
    return Size(width: rect.maxX, height: rect.maxY)
  }

  /// The min-content width of text, broken at every opportunity, and its max-content width, broken
  /// only at forced breaks (CSS Sizing 3, section 5.1).
  /// - Throws: `BookError` when no font is usable.
  public static func intrinsicWidths(
    of text: AttributedText, typesetter: Typesetter
  ) throws -> (minimum: Length, maximum: Length) {
    // Breaks that `overflow-wrap: break-word` allows do not count for the min-content width.
    var whole = text
    for index in whole.styles.indices where whole.styles[index].text.overflowWrap == .breakWord {
      let style = whole.styles[index]
      var properties = style.text
      properties.overflowWrap = .normal
      whole.styles[index] = TextStyle(
        text: properties, box: style.box, paragraph: style.paragraph, effects: style.effects)
    }
    let narrow = try layOut(whole, typesetter: typesetter, width: Length(rawValue: 1))
    let wide = try layOut(text, typesetter: typesetter, width: Length(rawValue: 1 << 40))
    func width(_ layout: ChapterLayout) -> Length {
      Length(rawValue: layout.lines.reduce(0) { max($0, $1.usedWidth) })
    }
    return (width(narrow), width(wide))
  }

  /// - Parameter width: nil for one line of any length.
  static func layOut(
    _ text: AttributedText, typesetter: Typesetter, width: Length?, height: Length = .infinite,
    maximumNumberOfLines: Int = 0,
    lineBreakMode: ParagraphStyle.LineBreakMode = .byWordWrapping
  ) throws -> ChapterLayout {
    let container = TextContainer(
      size: Size(
        width: max(width ?? Length(rawValue: 1 << 40), Length(rawValue: 1)), height: height))
    container.maximumNumberOfLines = maximumNumberOfLines
    container.lineBreakMode = lineBreakMode
    return try LayoutManager.withManager(of: text, typesetter: typesetter) { manager in
      try manager.add(container)
      return try manager.flow(Chapter(text: text, start: .page), from: .beginning) { _, _ in true }
        .layout
    }
  }
}
