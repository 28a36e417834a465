/// The heights of lines.
extension LineSetter {
  /// Measures the line box: the paragraph's strut and everything else in the line.
  func measureHeight(_ line: inout LineFragment, _ paragraph: Paragraph) {
    let strut = metrics[Int(paragraph.style)]
    let own = segments[Int(line.firstSegment)..<Int(line.firstSegment + line.segmentCount)]
    // A line without text, and without boxes that take up width, has no height (CSS 2, section
    // 9.4.2).
    if !own.isEmpty, paragraph.marker < 0, own.allSatisfy({ $0.kind == .edge && $0.width == 0 }) {
      return
    }
    let isBlockImage = own.contains {
      $0.kind == .attachment && !text.attachments[Int($0.word)].hasOwnMargins
    }
    // In CSS, every line has its paragraph's strut, but a block-level image is not in a line; in
    // TextKit, only the line's content counts.
    let hasStrut = !text.paragraphsFollowText && !isBlockImage || line.segmentCount == 0
    var above = hasStrut ? strut.above : 0
    var below = hasStrut ? strut.below : 0
    var tallest = 0
    var lastStyle = hasStrut ? paragraph.style : -1
    // On a baseline grid, a word in another face whose line height fits must not add a whole line:
    // its ascent and descent divide the same height in another way.
    let standsOnGrid = text.styles[Int(paragraph.style)].text.baselineGrid > 0
    let fitting = standsOnGrid ? strut.above + strut.below + LineWidths.rounding : -1
    for index in Int(line.firstSegment)..<Int(line.firstSegment + line.segmentCount) {
      let segment = segments[index]
      if segment.kind == .attachment {
        if placesFloats, text.attachments[Int(segment.word)].isFloat { continue }
        let align = text.attachments[Int(segment.word)].style.box.verticalAlign
        let box = attachments[segment.word] ?? AttachmentLayout(width: 0, height: 0, descent: 0)
        if align == .top || align == .bottom {
          tallest = max(tallest, box.height)
          continue
        }
        above = max(above, box.height - box.descent)
        below = max(below, box.descent)
        continue
      }
      guard segment.style != lastStyle, segment.kind != .edge else { continue }
      lastStyle = segment.style
      let own = metrics[Int(segment.style)]
      if own.isShifted || own.above + own.below <= fitting { continue }
      above = max(above, own.above)
      below = max(below, own.below)
    }
    if above + below <= 0, tallest == 0, !isBlockImage {
      (above, below) = (strut.above, strut.below)
    }
    line.height = max(above + below, tallest)
    line.baseline = above
    if let style = text.styles[Int(paragraph.style)].paragraph { adjustHeight(&line, style) }
  }
  /// Applies the line heights of a paragraph style. Extra height goes above the text, as in
  /// TextKit; line spacing goes below it.
  private func adjustHeight(_ line: inout LineFragment, _ style: ParagraphStyle) {
    let natural = line.height
    var height = natural
    if style.lineHeightMultiple > 0 {
      height = (Length(rawValue: natural) * style.lineHeightMultiple).rawValue
    }
    height = max(height, style.minimumLineHeight.rawValue)
    if style.maximumLineHeight > 0 { height = min(height, style.maximumLineHeight.rawValue) }
    let grid = style.lineGrid.rawValue
    if grid > 0 { height = (height + grid - 1) / grid * grid }
    line.baseline += height - natural
    line.height = height + style.lineSpacing.rawValue
  }
}
