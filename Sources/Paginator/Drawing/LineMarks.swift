/// Collects the backgrounds and decorations of a line while it is drawn, and gives them to the
/// renderer at the line's end.
struct LineMarks {
  /// Whether each link has its own decorations, because a custom renderer may draw links
  /// differently.
  var separatesLinks = false
  private var backgroundRuns: [BackgroundRun] = []
  private var decorationRuns: [DecorationRun] = []
  /// The inline boxes on the line, whose backgrounds are drawn already.
  private var boxes: [(left: Int, right: Int, color: Color)] = []

  /// Whether there is nothing to draw.
  var isEmpty: Bool { backgroundRuns.isEmpty && decorationRuns.isEmpty }

  mutating func clear() {
    backgroundRuns.clear()
    decorationRuns.clear()
    boxes.clear()
  }

  /// Notes that an inline box was drawn: text in it needs no background of the same color.
  mutating func cover(_ box: BoxFragment, _ color: Color) {
    // The search is linear; a line with more boxes is no text that can be read.
    if !color.isTransparent, boxes.count < 100 { boxes.append((box.x, box.x + box.width, color)) }
  }

  private struct BackgroundRun {
    let x: Int
    let y: Int
    var width: Int
    let color: Color
    let style: Int32
    let start: Int32
    var end: Int32
    /// Index in the text's `customs`, or -1.
    let custom: Int32
  }

  /// A line under, through or over text.
  private struct Mark: Equatable {
    let decoration: TextDecoration
    /// Empty for a decoration of CSS.
    var underlineStyle: UnderlineStyle = []
  }

  private struct DecorationRun {
    let mark: Mark
    let x: Int
    var right: Int
    let y: Int
    let style: Int32
    let link: Int32
    let start: Int32
    var end: Int32
    /// The highest ascent of the fonts in which its letters are; 0 for a line that is not over the text.
    var ascent: Int
  }

  mutating func track(
    _ segment: Segment, x: Int, end: Int, y: Int, _ style: TextStyle,
    _ layout: ChapterLayout
  ) {
    guard style.text.isVisible else { return }
    let background = style.text.inlineBackground
    if !background.isTransparent,
      !boxes.contains(where: { $0.left <= x && end <= $0.right && $0.color == background })
    {
      trackBackground(
        segment, x: x, end: end, y: y, background, layout.text.custom(at: segment))
    }
    if !style.text.decorations.isEmpty {
      for decoration in style.text.decorations {
        track(Mark(decoration: decoration), segment, x: x, end: end, y: y, layout)
      }
    }
    guard let effects = style.effects else { return }
    if effects.underline.isDrawn {
      let decoration = TextDecoration(
        line: .underline, style: .solid, color: effects.underlineColor ?? style.text.color)
      track(
        Mark(decoration: decoration, underlineStyle: effects.underline), segment, x: x, end: end,
        y: y, layout)
    }
    if effects.strikethrough.isDrawn {
      let decoration = TextDecoration(
        line: .lineThrough, style: .solid, color: effects.strikethroughColor ?? style.text.color)
      track(
        Mark(decoration: decoration, underlineStyle: effects.strikethrough), segment, x: x,
        end: end,
        y: y, layout)
    }
  }

  private mutating func trackBackground(
    _ segment: Segment, x: Int, end: Int, y: Int, _ color: Color, _ custom: Int32
  ) {
    // Adjacent text with different custom attributes, such as two tokens, has two backgrounds.
    if let last = backgroundRuns.last, last.color == color, last.x + last.width == x,
      last.custom == custom
    {
      backgroundRuns[backgroundRuns.count - 1].width = end - last.x
      backgroundRuns[backgroundRuns.count - 1].end = segment.end
    } else {
      backgroundRuns.append(
        BackgroundRun(
          x: x, y: y, width: end - x, color: color, style: segment.style, start: segment.start,
          end: segment.end, custom: custom))
    }
  }

  private mutating func track(
    _ mark: Mark, _ segment: Segment, x: Int, end: Int, y: Int, _ layout: ChapterLayout
  ) {
    if mark.underlineStyle.isByWord, segment.kind != .word { return }
    let link = layout.text.link(at: segment)
    let ascent = mark.decoration.line == .overline ? Self.ascent(of: segment, layout) : 0
    if let index = decorationRuns.lastIndex(where: {
      $0.mark == mark && $0.right == x && (!separatesLinks || $0.link == link)
    }) {
      decorationRuns[index].right = end
      decorationRuns[index].end = segment.end
      decorationRuns[index].ascent = max(decorationRuns[index].ascent, ascent)
    } else {
      decorationRuns.append(
        DecorationRun(
          mark: mark, x: x, right: end, y: y,
          style: segment.style, link: link, start: segment.start,
          end: segment.end, ascent: ascent))
    }
  }

  /// How far a segment's font reaches above the baseline: for a word, that of the face in which its letters are,
  /// which may be higher than the first of the family.
  private static func ascent(of segment: Segment, _ layout: ChapterLayout) -> Int {
    let font = layout.fonts[Int(segment.style)]
    let own = font.shaping.faces[0].metrics
    let first = RunFont.scaled(own.ascent, font.size, own.unitsPerEm)
    guard segment.kind == .word, segment.word >= 0 else { return first }
    let word = layout.glyphs.words[Int(segment.word)]
    let metrics = layout.glyphs.faces[Int(word.face)].metrics
    return max(
      first, RunFont.scaled(metrics.ascent, font.size(of: word), metrics.unitsPerEm))
  }

  /// The shapes of the backgrounds.
  func backgrounds(_ layout: ChapterLayout, _ renderer: TextRenderer) -> [PageShape] {
    var context = DrawingContext()
    for run in backgroundRuns {
      let (ascent, descent) = layout.fonts[Int(run.style)].extent
      renderer.drawBackground(
        TextRenderer.Background(
          rect: Rect(raw: run.x, run.y - ascent, run.width, ascent + descent), color: run.color,
          style: layout.text.styles[Int(run.style)],
          characterRange: Int(run.start)..<Int(run.end)), in: &context)
    }
    return context.shapes
  }

  /// The shapes of the decorations.
  func decorations(_ layout: ChapterLayout, _ renderer: TextRenderer) -> [PageShape] {
    var context = DrawingContext()
    for run in decorationRuns { renderer.draw(decoration(run, layout), &context) }
    return context.shapes
  }

  private func decoration(
    _ run: DecorationRun, _ layout: ChapterLayout
  ) -> TextRenderer.Decoration {
    let font = layout.fonts[Int(run.style)]
    let metrics = font.shaping.faces[0].metrics
    func scaled(_ units: Int) -> Int { RunFont.scaled(units, font.size, metrics.unitsPerEm) }
    var thickness = run.mark.decoration.thickness?.rawValue ?? scaled(metrics.underlineThickness)
    thickness = max(thickness, 256)
    if run.mark.underlineStyle.weight == .thick { thickness *= 2 }
    let y: Int =
      switch run.mark.decoration.line {
      // An offset is that of the upper edge from the baseline (CSS Text Decoration 4, section 2.7.2).
      case .underline:
        run.y
          + (run.mark.decoration.offset.map { $0.rawValue + thickness / 2 }
            ?? -scaled(metrics.underlinePosition))
      case .overline: run.y - run.ascent
      case .lineThrough: run.y - scaled(metrics.strikeoutPosition)
      }
    return TextRenderer.Decoration(
      line: run.mark.decoration.line,
      start: Point(x: Length(rawValue: run.x), y: Length(rawValue: y)),
      end: Length(rawValue: run.right), thickness: Length(rawValue: thickness),
      color: run.mark.decoration.color, form: run.mark.decoration.style,
      underlineStyle: run.mark.underlineStyle, style: layout.text.styles[Int(run.style)],
      link: run.link >= 0 ? layout.text.links[Int(run.link)].href : nil,
      characterRange: Int(run.start)..<Int(run.end))
  }
}

extension AttributedText {
  /// The link that contains a segment, as an index in `links`; -1 for none.
  func link(at segment: Segment) -> Int32 {
    guard !links.isEmpty, segment.length > 0 else { return -1 }
    return runs[runIndex(at: Int(segment.start))].link
  }

  /// The custom attributes of a segment, as an index in `customs`; -1 for none.
  func custom(at segment: Segment) -> Int32 {
    guard !customs.isEmpty, segment.length > 0 else { return -1 }
    return runs[runIndex(at: Int(segment.start))].custom
  }
}

extension Array {
  /// Removes what most lines have none of, and keeps the memory.
  @inline(__always)
  mutating func clear() {
    if !isEmpty { removeAll(keepingCapacity: true) }
  }
}
