/// Pictures in lines that are a little higher than these, such as the icons in a manual: on a baseline grid, such a
/// line must not take two steps.
extension ParagraphSetter {
  /// A picture is not made smaller than this share of its size.
  private static let leastPictureScale = 0.8

  /// Moves a picture of up to one and a half lines into the leading around its line, and makes it a little smaller
  /// if it has no room there: it stays below the descenders of the line above, and above the tall letters of the line
  /// below.
  mutating func fitIntoLeading(
    _ layout: inout AttachmentLayout, _ content: Attachment, in paragraph: Paragraph
  ) {
    guard text.styles[Int(paragraph.style)].text.baselineGrid > 0, mayMove(content),
      !isAlone(content), !isInTable(paragraph.block)
    else { return }
    let strut = setter.metrics[Int(paragraph.style)]
    let step = strut.above + strut.below
    guard layout.height * 2 <= step * 3 + LineWidths.rounding,
      layout.height - layout.descent > max(strut.above, strut.mostAbove(overDescenders: true))
        || layout.descent > max(strut.below, strut.mostBelow)
    else { return }
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
    layout.descent = min(max(layout.descent, layout.height - above), below)
    layout.isInLeading = true
  }

  /// Whether the place of a picture in its line is not exact. Formulas, also those of programs that make pictures of
  /// them, have a baseline, and so has what is moved by a length.
  private func mayMove(_ content: Attachment) -> Bool {
    guard case .image(let image) = content.content, content.hasOwnMargins, !content.isOutOfFlow,
      !image.isFormula, !image.alternativeText.contains(where: { $0 == "$" || $0 == "\\" })
    else { return false }
    switch content.style.box.verticalAlign {
    case .baseline, .middle, .textTop, .textBottom: return true
    default: return false
    }
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

extension LineMetrics {
  /// How far a picture or a box on a baseline grid may reach above its baseline and stay below the descenders of the
  /// line before. Descenders above a picture are rare: half of their room may be taken.
  func mostAbove(overDescenders: Bool) -> Int {
    above + below - (overDescenders ? descent / 2 : descent)
  }

  /// How far it may reach below its baseline and stay above the ascenders of the next line.
  var mostBelow: Int { above + below - ascent }
}

/// Pictures in the leading between two lines that would touch.
extension Flow {
  /// A picture in a line: its sides, and how far it reaches from the baseline.
  private struct LinePicture {
    let sides: Range<Int>
    let above: Int
    let below: Int
  }

  /// Moves a line down whose pictures would be over those of the row before it.
  mutating func keepPicturesApart(at index: Int, below gap: Gap) {
    let line = setLines.lines[index]
    guard let last = rows.last, last.isLine, !last.isBand, !last.isPositioned else { return }
    let before = setLines.lines[Int(last.firstLine)]
    guard !line.flags.union(before.flags).isDisjoint(with: .hasPictureInLeading) else { return }
    let upper = pictures(in: before)
    var overlap = 0
    for picture in pictures(in: line) {
      for other in upper where other.sides.overlaps(picture.sides) {
        overlap = max(overlap, picture.above + other.below)
      }
    }
    let distance = before.height - before.baseline + gap.total + line.y + line.baseline
    if overlap > distance { setLines.lines[index].y += overlap - distance }
  }

  /// - Returns: the pictures of a line, about where they are: its spaces may be wider or narrower.
  private func pictures(in line: LineFragment) -> [LinePicture] {
    let segments = setLines.segments(of: line)
    var natural = 0
    for segment in segments { natural += segment.width }
    let give = abs(line.usedWidth - natural)
    var pictures: [LinePicture] = []
    var x = line.usedX
    for segment in segments {
      defer { x += segment.width }
      guard segment.kind == .attachment, let box = setLines.attachments[segment.word] else {
        continue
      }
      let sides =
        line.flags.contains(.isRightToLeft)
        ? line.x..<line.x + max(1, line.width) : x - give..<x + max(1, segment.width) + give
      pictures.append(
        LinePicture(sides: sides, above: box.height - box.descent, below: box.descent))
    }
    return pictures
  }
}
