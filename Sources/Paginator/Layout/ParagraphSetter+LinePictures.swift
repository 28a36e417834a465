/// Pictures in lines that are a little higher than these, such as the icons in a manual: on a baseline grid, such a
/// line must not take two steps.
extension ParagraphSetter {
  /// A picture is not made smaller than this share of its size.
  private static let leastPictureScale = 0.8

  /// Moves a picture of up to one and a half lines into the leading around its line, and makes it a little smaller
  /// if it has no room there: it stays below the descenders of the line above, and above the tall letters of the line
  /// below. One that the style moves by a length stays where it is, and makes room only if it is over letters of the
  /// lines above and below (`keepPicturesApart`).
  mutating func fitIntoLeading(
    _ layout: inout AttachmentLayout, _ content: Attachment, in paragraph: Paragraph
  ) {
    guard text.styles[Int(paragraph.style)].text.baselineGrid > 0, isPicture(content),
      !isAlone(content), !isInTable(paragraph.block)
    else { return }
    let strut = setter.metrics[Int(paragraph.style)]
    let step = strut.above + strut.below
    let descent = descent(of: layout, content.style.box.verticalAlign, beside: strut)
    let fits =
      content.style.box.isAligned
      ? layout.height <= step : strut.holds(above: layout.height - descent, below: descent)
    guard layout.height * 2 <= step * 3 + LineWidths.rounding, !fits else { return }
    if content.isRaised {
      layout.isInLeading = layout.height - descent <= step && descent <= step
      return
    }
    let above = strut.mostAbove(overDescenders: false)
    let below = step - strut.capHeight * 9 / 8
    let edges = layout.margin.vertical + layout.padding.vertical
    let (height, excess) = (layout.height - edges, layout.height - above - below)
    if excess > 0 {
      let scale = Double(height - excess) / Double(max(1, height))
      guard scale >= Self.leastPictureScale else { return }
      let sides = layout.margin.horizontal + layout.padding.horizontal
      layout.width = sides + Int(Double(layout.width - sides) * scale)
      layout.height -= excess
      layout.isScaledDown = true
    }
    layout.descent = min(max(descent, layout.height - above), below)
    layout.isInLeading = true
  }

  /// - Returns: how far a picture is below the baseline in a line that it does not make higher.
  private func descent(
    of layout: AttachmentLayout, _ align: VerticalAlign, beside strut: LineMetrics
  ) -> Int {
    switch align {
    case .top: layout.height - strut.above
    case .bottom: strut.below
    default: layout.descent
    }
  }

  /// Whether an attachment is a picture that may be in the leading. Formulas, also those of programs that make pictures
  /// of them, have a baseline.
  private func isPicture(_ content: Attachment) -> Bool {
    guard case .image(let image) = content.content, content.hasOwnMargins, !content.isOutOfFlow
    else { return false }
    return !image.isFormula && !image.alternativeText.contains { $0 == "$" || $0 == "\\" }
  }

  /// Whether a picture has no text beside it, or is an initial letter: it begins the paragraph, and a word goes on.
  private func isAlone(_ content: Attachment) -> Bool {
    guard let first = shaped.first(where: { $0.kind != .edge }) else { return true }
    if first.kind == .attachment, first.start == content.offset {
      let next = shaped.first { $0.kind != .edge && $0.start > first.start }
      if next?.kind == .word || next == nil { return true }
    }
    return shaped.allSatisfy { $0.kind != .word }
  }

  private func isInTable(_ block: Int32) -> Bool {
    text.blocks(around: block).contains { text.blocks[Int($0)].kind == .table }
  }
}

extension Attachment {
  /// Whether its place in its line is exact: a length.
  var isRaised: Bool {
    if case .length = style.box.verticalAlign { return true }
    return false
  }
}

extension LineMetrics {
  /// Whether a picture on a baseline grid that reaches so far from its baseline does not make its line higher.
  fileprivate func holds(above: Int, below: Int) -> Bool {
    above <= max(self.above, mostAbove(overDescenders: true)) && below <= max(self.below, mostBelow)
  }

  /// How far a picture or a box on a baseline grid may reach above its baseline and stay below the descenders of the
  /// line before. Descenders above a picture are rare: half of their room may be taken.
  func mostAbove(overDescenders: Bool) -> Int {
    above + below - (overDescenders ? descent / 2 : descent)
  }

  /// How far it may reach below its baseline and stay above the ascenders of the next line.
  var mostBelow: Int { above + below - ascent }
}
