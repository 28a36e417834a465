/// The heights of lines.
extension ParagraphSetter {
  /// Measures the line box: the paragraph's strut and everything else in the line.
  func measureHeight(_ line: inout LineFragment, _ paragraph: Paragraph) {
    let strut = setter.metrics[Int(paragraph.style)]
    let own = result.segments[line.segmentRange]
    // A line without text, and without boxes that take up width, has no height (CSS 2, section
    // 9.4.2).
    if !own.isEmpty, paragraph.marker < 0, own.allSatisfy({ takesNoRoom($0) }) { return }
    let isBlockImage = own.contains {
      $0.kind == .attachment && !text.attachments[Int($0.word)].hasOwnMargins
    }
    // In CSS, every line has its paragraph's strut, but a block-level image is not in a line; in
    // TextKit, only the line's content counts.
    let hasStrut = !text.paragraphsFollowText && !isBlockImage || line.segmentCount == 0
    var extent =
      hasStrut ? LineExtent(above: strut.above, below: strut.below) : LineExtent(above: 0, below: 0)
    let aligned = setter.alignsInlineBoxes ? alignedBoxes(of: &line) : nil
    aligned?.boxes.forEach { extent.include($0) }
    var lastStyle = hasStrut ? paragraph.style : -1
    let isOnGrid = text.styles[Int(paragraph.style)].text.baselineGrid > 0
    let fit = StrutFit(strut, holdsMore: isOnGrid && !setter.tooHigh.contains(line.paragraph))
    // Larger text, of which every word must be looked at.
    var largerStyle: Int32 = -1
    // The box of `::first-line` around the text has a strut, too (CSS Pseudo-Elements 4, section 2.1).
    if hasStrut, setter.shaper.setsFirstLine {
      let own = setter.metrics[Int(paragraph.firstLineStyle)]
      if own.shift == 0, !isOnGrid || !(fit.holds(own) || fit.mayHold(larger: own)) {
        extent.include(above: own.above, below: own.below)
      }
    }
    for index in line.segmentRange {
      let segment = result.segments[index]
      if let aligned, aligned.owners[index - Int(line.firstSegment)] >= 0 { continue }
      if segment.kind == .attachment {
        if result.attachments[segment.word]?.isInLeading ?? false {
          line.flags.insert(.hasPictureInLeading)
          continue
        }
        let reachesOut = include(
          attachment: segment, in: &extent, beside: hasStrut ? strut : nil, isOnGrid: isOnGrid)
        if reachesOut { line.flags.insert(.hasPictureInLeading) }
        continue
      }
      // Where a box begins, its own strut counts (CSS 2, section 10.8.1).
      guard segment.style != lastStyle || segment.style == largerStyle,
        segment.kind != .edge || segment.isBoxEdge
      else { continue }
      lastStyle = segment.style
      let own = setter.metrics[Int(segment.style)]
      if own.shift == 0 {
        if isOnGrid, fit.holds(own) || hasStrut && strut.leavesRoom(forMarksOf: own) { continue }
        if isOnGrid, fit.mayHold(larger: own) {
          largerStyle = segment.style
          if fit.holds(setter.shaper.inkHeight(of: segment)) { continue }
        }
        if isOnGrid, hasStrut, segment.kind == .word, own.ascent > strut.ascent,
          holdsUsualText(line, strut),
          fit.leavesNextLine(to: setter.shaper.inkHeight(of: segment))
        {
          extent.include(above: own.above, below: strut.below)
          largerStyle = segment.style
          continue
        }
      } else if isOnGrid || !isAlignedToText(segment.style),
        fit.holds(shifted: own)
      {
        continue
      }
      extent.include(above: own.above + own.shift, below: own.below - own.shift)
    }
    if isOnGrid, hasStrut, let type = extentOfLargeType(in: line, paragraph) {
      extent.include(above: type.above, below: type.below)
    }
    if extent.isEmpty, !isBlockImage {
      extent = LineExtent(above: strut.above, below: strut.below)
    }
    line.height = extent.height
    line.baseline = extent.baseline
    if let style = text.styles[Int(paragraph.style)].paragraph { adjustHeight(&line, style) }
  }

  /// Whether a line has words in type no larger than its paragraph's, as beside a raised initial.
  private func holdsUsualText(_ line: LineFragment, _ strut: LineMetrics) -> Bool {
    result.segments[line.segmentRange].contains {
      $0.kind == .word && setter.metrics[Int($0.style)].ascent <= strut.ascent
    }
  }

  /// How high a line is at least that has nothing but text larger than its paragraph's, in the line height of smaller
  /// type: as high as the type, or two such lines would lie over one another. Word processors write `line-height:
  /// 100%` around a title, which is that of the smaller text.
  private func extentOfLargeType(
    in line: LineFragment, _ paragraph: Paragraph
  ) -> (above: Int, below: Int)? {
    let usual = text.styles[Int(paragraph.style)].text.font.size
    var most: (above: Int, below: Int)?
    for index in line.segmentRange {
      let segment = result.segments[index]
      if segment.kind == .attachment { return nil }
      guard segment.kind == .word else { continue }
      let (size, own) = (
        text.styles[Int(segment.style)].text.font.size, setter.metrics[Int(segment.style)]
      )
      let height = own.above + own.below
      // None at all asks for no room.
      guard size > usual, own.shift == 0, height > 0, height < size.rawValue else { return nil }
      let above = own.ascent + (size.rawValue - own.ascent - own.descent) / 2
      most = (max(most?.above ?? 0, above), max(most?.below ?? 0, size.rawValue - above))
    }
    return most
  }

  /// Whether text is at the top or the bottom of the text around it: that is asked for, whatever room it takes.
  private func isAlignedToText(_ style: Int32) -> Bool {
    [.textTop, .textBottom].contains(text.styles[Int(style)].box.verticalAlign)
  }

  private func takesNoRoom(_ segment: Segment) -> Bool {
    switch segment.kind {
    case .edge: segment.width == 0
    case .attachment: takesNoRoom(text.attachments[Int(segment.word)])
    default: false
    }
  }

  /// A picture or a box on a baseline grid must not add a whole line if it stays below the descenders of the
  /// line before, or above the ascenders of the next. Nor does ruby move lines apart that leave room for it.
  /// - Returns: whether it reaches into the leading of a line above or below, where another one may be.
  private func include(
    attachment segment: Segment, in extent: inout LineExtent, beside strut: LineMetrics?,
    isOnGrid: Bool
  ) -> Bool {
    let attachment = text.attachments[Int(segment.word)]
    let isRuby = attachment.style.box.rubyPart != nil
    if takesNoRoom(attachment), !isRuby { return false }
    let box = result.attachments[segment.word] ?? AttachmentLayout(width: 0, height: 0, descent: 0)
    switch attachment.style.box.verticalAlign {
    case .top: extent.top = max(extent.top, box.height)
    case .bottom: extent.bottom = max(extent.bottom, box.height)
    default:
      var (above, below) = (box.height - box.descent, box.descent)
      let own = above + below
      if let strut, isOnGrid || isRuby {
        // Boxes with a border may be below one another.
        let mostAbove = strut.mostAbove(overDescenders: box.nested == nil || isRuby)
        if above <= mostAbove { above = min(above, strut.above) }
        if below <= strut.mostBelow { below = min(below, strut.below) }
      }
      extent.include(above: above, below: below)
      return !isRuby && above + below < own
    }
    return false
  }

  /// The boxes that are aligned to the top or the bottom of a line.
  private func alignedBoxes(of line: inout LineFragment) -> AlignedBoxes? {
    let range = line.segmentRange
    let aligned = AlignedBoxes(result.segments[range], text, metrics: { setter.metrics[Int($0)] }) {
      result.attachments[$0]
    }
    guard !aligned.boxes.isEmpty else { return nil }
    line.flags.insert(.alignsBoxes)
    return aligned
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

/// Whether text in another style stays within the line box that a paragraph's strut makes.
private struct StrutFit {
  private let strut: LineMetrics
  private let strutHeight: Int
  private let holdsMore: Bool

  /// - Parameter holdsMore: whether text may have a line height of up to half a line more, as pictures may be half a line
  ///   higher, if its letters fit: sheets for screens give it to code. Not in a paragraph of which most has it.
  init(_ strut: LineMetrics, holdsMore: Bool) {
    self.strut = strut
    self.holdsMore = holdsMore
    strutHeight = strut.above + strut.below
  }

  /// On a baseline grid, a word in another face whose line height fits must not add a whole line: its
  /// ascent and descent divide the same height in another way.
  func holds(_ own: LineMetrics) -> Bool {
    own.above + own.below <= strutHeight + LineWidths.rounding || holdsMore && hasRoom(for: own)
  }

  /// Neither must a number or a word in type that is a little larger, if its ink is low enough.
  func mayHold(larger own: LineMetrics) -> Bool {
    isLittleHigher(own) && (own.ascent > strut.ascent || holdsMore && !own.hasMarks)
  }

  private func isLittleHigher(_ own: LineMetrics) -> Bool {
    (own.above + own.below) * 2 <= strutHeight * 3
  }

  /// Whether only the line height of a style is too high: its letters are no larger than the paragraph's, or stay off
  /// those of the lines above and below.
  private func hasRoom(for own: LineMetrics) -> Bool {
    guard isLittleHigher(own), !own.hasMarks else { return false }
    return own.ascent <= strut.ascent && own.descent <= strut.descent
      || own.ascent + max(own.descent, strut.descent) <= strutHeight
        && strut.ascent + own.descent <= strutHeight
  }

  /// Whether larger text stays off the lines above and below, though they have such text, too.
  func holds(_ ink: InkHeight) -> Bool {
    ink.above + max(ink.below, strut.descent) <= strutHeight
  }

  /// Whether larger text does not reach down to the letters of the next line. A raised initial takes no room below its
  /// baseline.
  func leavesNextLine(to ink: InkHeight) -> Bool { ink.below + strut.ascent <= strutHeight }

  /// Raised and lowered text does not move lines apart, as it does in CSS 2, section 10.8.1, unless it
  /// is larger than the paragraph's or would touch a line above or below. Notes must not: they are
  /// raised by a third of their size.
  func holds(shifted own: LineMetrics) -> Bool {
    let height = own.above + own.below
    guard height <= strutHeight || holdsMore && hasRoom(for: own) else { return false }
    // A line height of much less than its own asks for no room, as for the mark of a quotation.
    if height * 2 <= own.ascent + own.descent { return true }
    return abs(own.shift) * 3 <= strut.capHeight * 2
      || own.capHeight + own.shift + strut.descent / 2 <= strutHeight
        && own.descent - own.shift + strut.capHeight <= strutHeight
  }
}

/// How far the content of a line reaches from its baseline.
private struct LineExtent {
  private var above: Int
  private var below: Int
  /// The heights of the tallest boxes that are aligned to the top and to the bottom of the line.
  var top = 0
  var bottom = 0

  init(above: Int, below: Int) {
    self.above = above
    self.below = below
  }

  var isEmpty: Bool { above + below <= 0 && top == 0 && bottom == 0 }

  mutating func include(above: Int, below: Int) {
    self.above = max(self.above, above)
    self.below = max(self.below, below)
  }

  mutating func include(_ box: AlignedBoxes.Box) {
    switch box.edge {
    case .top: top = max(top, box.height)
    case .bottom: bottom = max(bottom, box.height)
    }
  }

  var height: Int { max(above + below, top, bottom) }

  /// Boxes aligned to the top make the line higher below its baseline, and then those aligned to the
  /// bottom above it; CSS 2, section 10.8.1, leaves this open.
  var baseline: Int { above + max(0, bottom - max(above + below, top)) }
}
