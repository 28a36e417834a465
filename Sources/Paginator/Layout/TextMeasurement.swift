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

  /// The least size in which a text is set in the same lines, in points: with indents, but without
  /// the room beside the longest line.
  /// - Throws: `BookError` when no font is usable.
  public static func size(
    of text: AttributedText, width: Length? = nil, maximumNumberOfLines: Int = 0,
    typesetter: Typesetter
  ) throws -> Size {
    let layout = try layOut(
      text, typesetter: typesetter, width: width, maximumNumberOfLines: maximumNumberOfLines,
      lineBreakMode: .byTruncatingTail)
    let lines = Rect.around(lines: layout.lines.lazy.map(\.usedRect)).maxY
    // Boxes reach below their last lines.
    let height = text.hasParagraphBlocks ? layout.pages.first?.usedHeight ?? 0 : 0
    return Size(
      width: layout.naturalWidth, height: max(lines, Length(rawValue: height)))
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
    let wide = try layOut(
      text, typesetter: typesetter, width: Length(rawValue: NestedLayout.endless))
    func width(_ layout: ChapterLayout) -> Length {
      Length(rawValue: layout.lines.reduce(0) { max($0, $1.usedWidth) })
    }
    return (width(narrow), width(wide))
  }

  /// - Parameter width: nil for lines of any length: text that is set from the right or in the
  ///   middle is then set in the width of its longest line.
  static func layOut(
    _ text: AttributedText, typesetter: Typesetter, width: Length?, height: Length = .infinite,
    maximumNumberOfLines: Int = 0,
    lineBreakMode: ParagraphStyle.LineBreakMode = .byWordWrapping
  ) throws -> ChapterLayout {
    func layout(in width: Length) throws -> ChapterLayout {
      let container = TextContainer(
        size: Size(width: max(width, Length(rawValue: 1)), height: height))
      container.maximumNumberOfLines = maximumNumberOfLines
      container.lineBreakMode = lineBreakMode
      return try LayoutManager.withManager(of: text, typesetter: typesetter) { manager in
        try manager.add(container)
        let chapter = Chapter(text: text, start: .page)
        return try manager.flow(chapter, from: .beginning) { _ in true }.layout
      }
    }
    if let width { return try layout(in: width) }
    let endless = NestedLayout.endless
    let wide = try layout(in: Length(rawValue: endless))
    guard wide.lines.contains(where: { $0.usedX > endless / 4 }) else { return wide }
    return try layout(in: wide.naturalWidth)
  }
}

extension ChapterLayout {
  /// The least width of a container in which the lines have the room that they use, with their
  /// indents.
  var naturalWidth: Length {
    let measure = pages.first?.containerSize.width.rawValue ?? 0
    return Length(
      rawValue: lines.reduce(0) { widest, line in
        let right = measure - line.x - line.width
        // A tail indent from the leading margin gives lines a measure of their own.
        guard right <= measure / 2 else {
          return max(widest, line.x + line.width, line.usedX + line.usedWidth)
        }
        return max(widest, line.x + line.usedWidth + indent(of: line) + right)
      })
  }

  private func indent(of line: LineFragment) -> Int {
    let paragraph = text.paragraphs[Int(line.paragraph)]
    let style = text.styles[Int(paragraph.style)].text
    let isFirst = line.flags.contains(.isFirstOfParagraph) && !paragraph.continuesBlock
    guard isFirst || style.indentHangs || style.indentEachLine else { return 0 }
    return style.indent.length.rawValue
  }
}
