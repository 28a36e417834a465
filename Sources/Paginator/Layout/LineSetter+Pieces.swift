/// Which words may be hyphenated to make text narrower: none, those whose style asks for it, or all
/// except those whose style forbids it.
enum WordDivision: Int, CaseIterable { case none, styled, all }

extension ChapterLayout {
  /// How much narrower it may be than its widest line: its widest stretch between spaces has to be in it.
  var give: Int {
    var widest = 0
    var least = 0
    for line in lines {
      widest = max(widest, line.usedWidth)
      var piece = 0
      for segment in segments[line.segmentRange] {
        piece = segment.kind == .space ? 0 : piece + segment.width
        least = max(least, piece)
      }
    }
    return max(0, widest - least)
  }
}

/// The narrowest widths of text.
extension LineSetter {
  /// The width of a line, including its paragraph's indent.
  func width(of line: LineFragment) -> Int { max(0, line.usedWidth + text.indent(of: line)) }

  /// The width of a line's content without the spaces at its end.
  func width(ofLine index: Int, in set: SetLines) -> Int {
    let line = set.lines[index]
    let own = set.segments(of: line)
    let last = own.lastIndex { $0.kind != .space && $0.width != 0 }
    let indent = width(of: line) - line.usedWidth
    return own[own.startIndex..<(last.map { $0 + 1 } ?? own.startIndex)].reduce(indent) {
      $0 + $1.width
    }
  }

  /// The widest stretch of a paragraph that no break divides (its min-content width, CSS Sizing 3,
  /// section 5.1).
  /// - Returns: one width for each `WordDivision`; the paragraph is shaped once for all of them.
  func narrowest(_ request: ParagraphRequest) throws -> [Int] {
    var request = request
    request.width = NestedLayout.endless
    var paragraph = ParagraphSetter(self, request)
    guard var job = try paragraph.job(from: nil) else {
      return WordDivision.allCases.map { _ in 0 }
    }
    if job.segments.contains(where: { shaper.traits[Int($0.style)].breaksMinContent }) {
      // Its candidates are of no use to lines.
      job.isForMinContent = true
      job.prepared = nil
    }
    if request.cutsWords {
      // Every word is too wide for such lines.
      job.widths = LineWidths(first: 0, others: 0)
      job.prepared = nil
    }
    for index in job.segments.indices where job.segments[index].kind == .attachment {
      let number = job.segments[index].word
      let isScaled = request.cutsWords && text.attachments[Int(number)].isImage
      let give =
        isScaled
        ? job.segments[index].width : give(ofBox: number, paragraph.result.attachments[number])
      guard give > 0 else { continue }
      job.segments[index].width = max(0, job.segments[index].width - give)
      job.prepared = nil
    }
    // What protrudes from a justified line is part of its pieces: one that is alone may need it.
    let protrusion = job.isFine ? shaper.startProtrusion(of: job.segments) : 0
    return WordDivision.allCases.map { division in
      if division == .all { job.hyphenationFactor = 1 }
      return widestPiece(of: job, division, from: -protrusion)
    }
  }

  /// Whether something in the paragraphs of a box is a share of the box's width, which then cannot be
  /// found from a layout in another width: an image, a box in a line, an indent, a margin or padding.
  func holdsShares(_ paragraphs: Range<Int>, in block: Int32) -> Bool {
    paragraphs.contains { index in
      let paragraph = text.paragraphs[index]
      return text.styles[Int(paragraph.style)].text.indent.fraction != 0
        || attachments(in: paragraph).contains {
          isShare(Int32($0)) || text.attachments[$0].style.box.width.fraction != 0
        }
        || text.blocks(around: paragraph.block, within: block).contains {
          text.box(of: $0).hasShares
        }
    } || holdsShares(inEdgesOf: paragraphs)
  }

  private func holdsShares(inEdgesOf paragraphs: Range<Int>) -> Bool {
    let first = text.inlineEdges.partitioningIndex { Int($0.paragraph) >= paragraphs.lowerBound }
    return text.inlineEdges[first...].prefix { Int($0.paragraph) < paragraphs.upperBound }
      .contains { text.styles[Int($0.style)].box.hasShares }
  }

  private func isShare(_ number: Int32) -> Bool {
    let attachment = text.attachments[Int(number)]
    guard case .image(let image) = attachment.content else { return false }
    let width = attachment.style.box.width
    return width.fraction != 0 || width.isAuto && image.attributeWidth.fraction != 0
  }

  /// How much narrower a box in a line may be than its content on endless lines: their widest
  /// stretch between spaces has to be in it.
  private func give(ofBox number: Int32, _ box: AttachmentLayout?) -> Int {
    // An image that is a share of its box takes whatever there is (CSS Sizing 3, section 5.2.2).
    if isShare(number) { return box?.width ?? 0 }
    if let give = give(ofLimitedImage: number, box) { return give }
    guard case .text = text.attachments[Int(number)].content, let box,
      text.attachments[Int(number)].style.box.width.definite == nil, let nested = box.nested
    else { return 0 }
    return nested.give
  }

  /// How much narrower an image may be whose `max-width` is a share of its box: as narrow as its `min-width`
  /// (CSS Sizing 3, section 5.2.2). Under `measure-min`, a table keeps a third of the page for it, so that its
  /// columns always leave something of it.
  private func give(ofLimitedImage number: Int32, _ box: AttachmentLayout?) -> Int? {
    let attachment = text.attachments[Int(number)]
    let style = attachment.style
    guard attachment.isImage, style.box.maxWidth.fraction != 0, let box else { return nil }
    guard style.text.measureMin > 0 else {
      return max(0, box.width - style.box.minWidth.length.rawValue)
    }
    return pageWidth.map { max(0, box.width - $0 / 3) }
  }

  /// - Parameter start: where the text begins, relative to the paragraph's first line.
  private func widestPiece(
    of job: ParagraphBreaker.Job, _ division: WordDivision, from start: Int
  ) -> Int {
    let candidates = typesetter.paragraphBreaker.candidates(
      of: job, parameters: typesetter.parameters, hyphenating: division != .none)
    defer { typesetter.paragraphBreaker.recycle(candidates) }
    var widest = 0
    // The sums begin with the indent, which is part of the first piece.
    var start = start
    for candidate in candidates {
      let end = candidate.widthBefore + Int(candidate.endProtrusion) + Int(candidate.hyphenWidth)
      widest = max(widest, end - start)
      start = candidate.widthAfter - Int(candidate.startProtrusion)
    }
    return widest
  }
}

extension AttributedText {
  /// The first-line indent of a line, without its share of a width.
  func indent(of line: LineFragment) -> Int {
    guard line.flags.contains(.isFirstOfParagraph) else { return 0 }
    let paragraph = paragraphs[Int(line.paragraph)]
    let style = styles[Int(paragraph.style)].text
    return paragraph.continuesBlock || style.indentHangs ? 0 : style.indent.length.rawValue
  }
}

extension BoxProperties {
  /// Whether a margin or padding at its sides is a share of the width around it.
  fileprivate var hasShares: Bool {
    [margin.left, margin.right, padding.left, padding.right].contains { $0.fraction != 0 }
  }
}
