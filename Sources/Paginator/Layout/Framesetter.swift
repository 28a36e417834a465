/// Makes single frames of text: Core Text's framesetter. Lay out a frame, read its character range,
/// and continue from its end: no text is lost, and a continued paragraph is not indented again
/// (`TextKitRows.md`, E11).
public struct Framesetter {
  /// What is set.
  public let text: AttributedText
  private let typesetter: Typesetter

  /// A framesetter that sets a text with a typesetter's fonts and breaking parameters.
  public init(_ text: AttributedText, typesetter: Typesetter) {
    self.text = text
    self.typesetter = typesetter
  }

  /// The text from an offset on that fits into a container. The frame's character range tells where
  /// it ends.
  /// - Throws: `LayoutError` for a container without room or one that is in a chain, `BookError`
  ///   when no font is usable.
  public func frame(in container: TextContainer, from offset: Int = 0) throws -> TextFrame {
    guard offset < text.length || offset == 0 else {
      return TextFrame(
        characterRange: text.length..<text.length, size: container.size, lines: [])
    }
    return frame(of: try layout(in: container, from: offset))
  }

  private func frame(of layout: ChapterLayout) -> TextFrame {
    var builder = TextFrameBuilder(layout, breaker: typesetter.breaker)
    return builder.frame(of: layout.pages[0])
  }

  /// The size that a frame needs for text from an offset on, and the range of the text that it
  /// holds.
  /// - Parameter constraints: the largest size; use `Length.infinite` for a free height.
  /// - Throws: `LayoutError` for constraints of zero or negative width or height, `BookError` when
  ///   no font is usable.
  public func suggestedSize(
    from offset: Int = 0, constraints: Size
  ) throws -> (size: Size, range: Range<Int>) {
    guard offset < text.length || offset == 0 else { return (.zero, text.length..<text.length) }
    let layout = try layout(in: TextContainer(size: constraints), from: offset)
    let frame = frame(of: layout)
    return (
      Size(width: layout.naturalWidth, height: frame.usedRect.maxY), frame.characterRange
    )
  }

  private func layout(in container: TextContainer, from offset: Int) throws -> ChapterLayout {
    var start = LayoutManager.Start.beginning
    if offset > 0, !text.paragraphs.isEmpty {
      start.paragraph = text.paragraphIndex(at: offset)
      start.offset = offset
    }
    return try LayoutManager.withManager(of: text, typesetter: typesetter) { manager in
      try manager.add(container)
      return try manager.flow(Chapter(text: text, start: .page), from: start) { _ in true }
        .layout
    }
  }
}

/// Suggests where lines end and makes single lines: Core Text's typesetter.
public final class LineTypesetter {
  /// What is set.
  public let text: AttributedText
  private let setter: LineSetter
  private let typesetter: Typesetter

  /// A typesetter of a text's lines.
  /// - Throws: `BookError` when no font is usable.
  public init(_ text: AttributedText, typesetter: Typesetter) throws {
    self.text = text
    self.typesetter = typesetter
    setter = try LineSetter(text: text, typesetter: typesetter)
  }

  /// How many UTF-16 units from an offset on fit on a line, up to the last break opportunity. A
  /// word that is wider than the line counts as a whole. 0 for an offset outside the text.
  /// - Throws: `BookError` when no font is usable.
  public func suggestLineBreak(from offset: Int, width: Length) throws -> Int {
    guard 0..<text.length ~= offset else { return 0 }
    let index = text.paragraphIndex(at: offset)
    var paragraph = ParagraphSetter(
      setter,
      ParagraphRequest(
        index: index, from: offset, width: width.rawValue, pageHeight: FlowContext.noPageHeight))
    guard let job = try paragraph.job(from: offset) else { return 0 }
    let candidates = typesetter.paragraphBreaker.candidates(
      of: job, parameters: typesetter.parameters, hyphenating: true)
    defer { typesetter.paragraphBreaker.recycle(candidates) }
    let breaks = GreedyBreaker().breaks(
      candidates, widths: job.widths, hyphenLimit: nil,
      hyphenationFactor: job.hyphenationFactor)
    return breaks.first.map { Int(candidates[Int($0)].offset) - offset } ?? 0
  }

  /// How many UTF-16 units fit if any two grapheme clusters may be separated; at least one cluster. 0
  /// for an offset outside the text.
  /// - Throws: as `line(for:width:truncation:)`.
  public func suggestClusterBreak(from offset: Int, width: Length) throws -> Int {
    guard 0..<text.length ~= offset else { return 0 }
    let paragraph = text.paragraphs[text.paragraphIndex(at: offset)]
    let line = try line(for: offset..<Int(paragraph.end))
    var left = width.rawValue
    var end = offset
    for box in line.boxes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard box.width <= left || end == offset else { break }
      left -= box.width
      end = box.range.upperBound
    }
    return end - offset
  }

  /// Sets a range of the text as a line that begins at x 0, with its baseline at 0. Text after the end
  /// of the first paragraph is left out.
  ///
  /// - Parameters:
  ///   - width: the width to which the line is truncated with an ellipsis; nil for no limit.
  /// - Throws: `LayoutError.containersFull(at:)` for a text without paragraphs, `BookError` when no
  ///   font is usable.
  public func line(
    for range: Range<Int>, width: Length? = nil,
    truncation: ParagraphStyle.LineBreakMode = .byTruncatingTail
  ) throws -> TextLine {
    let (index, range) = part(of: range)
    return try made(
      of: range,
      setLine(index, range) { try $0.setSingle(range, width: width?.rawValue, truncation) })
  }

  /// Sets a range of the text as a line whose spaces are stretched or shrunk (`CTLineCreateJustifiedLine`). A
  /// line without spaces keeps its width, and spaces shrink no further than the typesetter allows.
  ///
  /// - Parameters:
  ///   - width: the width of a line that is justified in full.
  ///   - factor: how much of the difference to `width` is made up for, 0...1.
  /// - Throws: as `line(for:width:truncation:)`.
  public func justifiedLine(
    for range: Range<Int>, width: Length, factor: Double = 1
  ) throws -> TextLine {
    let (index, range) = part(of: range)
    return try made(
      of: range,
      setLine(index, range) {
        try $0.setJustified(range, width: width, factor: min(1, max(0, factor)))
      })
  }

  private func setLine(
    _ index: Int, _ range: Range<Int>, _ set: (inout ParagraphSetter) throws -> Void
  ) throws -> SetLines {
    guard index < text.paragraphs.count else { return SetLines() }
    var paragraph = ParagraphSetter(
      setter,
      ParagraphRequest(
        index: index, from: range.lowerBound, width: 1 << 40, pageHeight: FlowContext.noPageHeight))
    try set(&paragraph)
    return paragraph.result
  }

  /// The part of a range that is in its first paragraph, and the paragraph.
  private func part(of range: Range<Int>) -> (index: Int, range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= text.length, "a range outside the text")
    let index = text.paragraphs.isEmpty ? 0 : text.paragraphIndex(at: range.lowerBound)
    let end = text.paragraphs.isEmpty ? 0 : Int(text.paragraphs[index].end)
    return (index, range.lowerBound..<max(range.lowerBound, min(range.upperBound, end)))
  }

  private func made(of range: Range<Int>, _ set: SetLines) throws -> TextLine {
    guard var line = set.lines.last else {
      throw LayoutError.containersFull(at: range.lowerBound)
    }
    line.y = -line.baseline
    var set = set
    set.lines = [line]
    let glyphs = typesetter.shaper.takeGlyphs(of: &set.segments)
    let layout = ChapterLayout(
      of: Chapter(text: text, start: .page),
      ChapterContent(
        set: set, fonts: setter.shaper.fonts, glyphs: glyphs))
    var builder = TextFrameBuilder(layout, breaker: typesetter.breaker)
    return builder.line(line)
  }

  /// Sets a text of one paragraph as one line.
  /// - Throws: as `line(for:width:truncation:)`.
  public func line() throws -> TextLine { try line(for: 0..<text.length) }
}

extension ParagraphSetter {
  /// Sets a range of the paragraph as one line, aligned left, with stretched or shrunk spaces.
  fileprivate mutating func setJustified(
    _ range: Range<Int>, width: Length, factor: Double
  ) throws {
    try setSingle(range, width: nil, .byClipping)
    guard var line = result.lines.popLast() else { return }
    line.width = line.usedWidth
    line.width += ((width - Length(rawValue: line.usedWidth)) * factor).rawValue
    var plan = LinePlan.natural(to: .paragraphEnd(at: line.end))
    plan.glue = [.stretch, .shrink]
    plan.shrink = shrink(of: result.segments)
    align(&line, plan, text.styles[Int(text.paragraphs[request.index].style)].text)
    line.width = line.usedWidth
    result.lines = [line]
  }

  /// How much the spaces of segments may shrink.
  private func shrink(of segments: [Segment]) -> Int {
    let share = typesetter.parameters.spaceShrink
    return segments.reduce(0) { $1.stretches ? $0 + Int(Double($1.width) * share) : $0 }
  }

  /// Sets a range of the paragraph as one line, aligned left, without indent or justification.
  fileprivate mutating func setSingle(
    _ range: Range<Int>, width: Int?, _ truncation: ParagraphStyle.LineBreakMode
  ) throws {
    guard let job = try job(from: range.lowerBound) else { return }
    let last =
      job.segments.firstIndex { Int($0.end) >= range.upperBound } ?? job.segments.endIndex - 1
    let plan = LinePlan.natural(
      to: .paragraphEnd(at: Int32(range.upperBound), segment: Int32(last)))
    var cursor = Cursor(start: Int32(range.lowerBound))
    appendLine(
      plan, &cursor, job,
      in: LinePlace(x: 0, width: request.width, isFirst: true, isLast: true))
    guard var line = result.lines.popLast() else { return }
    if let width, truncation.truncates { truncate(&line, truncation, job.style, room: width) }
    align(&line, plan, job.style.text)
    line.width = line.usedWidth
    result.lines.append(line)
  }
}
