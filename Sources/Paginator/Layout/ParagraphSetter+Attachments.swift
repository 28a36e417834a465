/// The images and boxes in the lines of a paragraph.
extension ParagraphSetter {
  /// Reports an image that was scaled down. Formulas have no names: what counts is whether they can be read.
  private mutating func report(
    scaled image: ImageReference, _ layout: AttachmentLayout, at content: Attachment
  ) {
    guard image.isFormula, let size = image.size, size.width > 0 else {
      return result.findings.report(
        .scaledImage,
        "the image \"\(image.href)\" was scaled down to fit \(layout.isInLeading ? "its line" : "the page")",
        atText: Int(content.offset))
    }
    let margins = content.style.box.margins(against: 0)
    let scale = Double(layout.width - margins.horizontal) / Double(size.width.rawValue)
    let type = content.style.text.font.size * scale
    var message = "a formula was scaled down to fit the page"
    if type < Self.leastReadable {
      message += " and cannot be read: to \(Int((scale * 100).rounded())) %, with letters of "
      message += "\((type.points * 10).rounded() / 10) pt"
    }
    result.findings.report(.scaledImage, message, atText: Int(content.offset))
  }

  /// Smaller letters are for footnote marks and indices at most.
  private static let leastReadable: Length = 6

  /// Sizes the attachments of the paragraph that has just been shaped.
  mutating func measureAttachments(of paragraph: Paragraph, width: Int) throws {
    // Most paragraphs have none.
    guard shaped.contains(where: { $0.kind == .edge || $0.kind == .attachment }) else { return }
    for index in shaped.indices
    where shaped[index].kind == .edge && shaped[index].word >= 0 {
      let edge = text.inlineEdges[Int(shaped[index].word)]
      let around = NestedLayout.isEndless(width) ? 0 : Length(rawValue: width)
      shaped[index].width = setter.shaper.width(of: edge, in: around)
    }
    for index in shaped.indices where shaped[index].kind == .attachment {
      let attachment = Int(shaped[index].word)
      let style = shaped[index].style
      var content = text.attachments[attachment]
      if let bounds = attachmentBounds[Int32(attachment)], var own = content.asTextAttachment {
        own.bounds = bounds
        content = Attachment(own, at: Int(content.offset))
      }
      var layout: AttachmentLayout
      switch content.content {
      case .image(let image):
        layout = ImageLayout.box(
          of: image, style: content.style.box, isInLine: content.hasOwnMargins, width: width,
          heights: heights(around: content, in: paragraph, style, width: width),
          metrics: setter.metrics[Int(style)])
        fitIntoLeading(&layout, content, in: paragraph)
        if layout.isScaledDown { report(scaled: image, layout, at: content) }
      case _ where content.awaitsRoom:
        layout = AttachmentLayout(width: 0, height: 0, descent: 0)
      case .text(let inner), .marker(let inner):
        layout = try setter.box(
          inner, style: content.style,
          BoxRoom(
            available: content.isPositioned
              ? widthOfPositioned(in: width) : width + hang(at: index, paragraph, width),
            width: width,
            height: definiteHeight(around: content, in: paragraph, width: width)),
          pageHeight: request.pageHeight, xHeight: setter.metrics[Int(style)].xHeight)
      case .leader(let pattern):
        // A leader is at least as wide as its pattern.
        layout = try setter.box(
          pattern, style: content.style, BoxRoom(available: width, width: width),
          pageHeight: request.pageHeight, xHeight: 0)
      }
      if layout.nested != nil, typesetter.nesting == NestedLayout.deepest {
        result.findings.report(
          .unsupportedLayout,
          "boxes in lines are nested over \(NestedLayout.deepest) deep: the inner ones take all the width",
          atText: Int(content.offset))
      }
      if let nested = layout.nested {
        result.findings.append(contentsOf: nested.findings, atText: Int(content.offset))
      }
      result.attachments[Int32(attachment)] = layout
      shaped[index].width = takesNoRoom(content) ? 0 : layout.width
      if !content.isOutOfFlow { spaceLetters(after: index) }
      if case .annotation(let share) = content.style.box.rubyPart {
        makeRoom(forAnnotation: index, attachment, share)
      }
    }
  }

  /// The room that a hanging first line adds for a box at its beginning.
  private func hang(at index: Int, _ paragraph: Paragraph, _ width: Int) -> Int {
    let style = text.styles[Int(paragraph.style)].text
    guard style.indent.length < 0, !style.indentHangs, !NestedLayout.isEndless(width),
      !isContinued(paragraph), shaped[..<index].allSatisfy({ $0.kind == .edge })
    else { return 0 }
    return max(0, -style.indent.length.rawValue - request.lessHanging)
  }

  /// The room for a positioned box until that is known to which its offsets refer: it does not depend
  /// on the paragraph that the box is in, such as that of a narrow cell.
  private func widthOfPositioned(in width: Int) -> Int {
    max(width, min(request.pageHeight.rawValue, NestedLayout.endless / 4))
  }

  /// Whether an attachment is outside its line, which then has no room for it.
  func takesNoRoom(_ attachment: Attachment) -> Bool {
    attachment.isPositioned || request.placesFloats && attachment.isFloat
  }

  /// Adds letter space after the last of adjacent images and boxes, which count as one letter (CSS
  /// Text 3, section 8.2).
  private mutating func spaceLetters(after index: Int) {
    let space = setter.shaper.fonts[Int(shaped[index].style)].letterSpacing
    guard space != 0,
      let next = shaped[(index + 1)...].first(where: { $0.kind != .edge }),
      next.kind != .attachment
    else { return }
    shaped[index].width += space
    shaped[index].trailing = Int32(clamping: space)
  }

  /// The maximum height of an image, and the height to which percentages refer: that of the block
  /// around it if it is given, otherwise the page's.
  private func heights(
    around image: Attachment, in paragraph: Paragraph, _ style: Int32, width: Int
  ) -> ImageRoom {
    let page = heightForImages(style)
    return ImageRoom(
      most: min(page, request.imageRoom ?? page),
      around: definiteHeight(around: image, in: paragraph, width: width),
      isCropped: isCropped(paragraph.block) && !image.style.box.width.isAuto,
      mayOverhang: mayOverhang(paragraph.block),
      keepsSize: keepsSize(image, in: paragraph.block))
  }

  /// Whether an image is cut off by the edge of its page and not fitted to it: on pages of fixed layout,
  /// in a positioned box, or with a size of its own (CSS 2, sections 10.3.8 and 10.6.5).
  private func keepsSize(_ image: Attachment, in block: Int32) -> Bool {
    guard setter.options.isFixedLayout else { return false }
    return image.hasSize
      || text.blocks(around: block).contains { text.blocks[Int($0)].kind == .positioned }
  }

  /// Whether what is beside a block is a margin of the page, and not other content.
  private func mayOverhang(_ block: Int32) -> Bool {
    guard !setter.isUnbreakable else { return false }
    return text.blocks(around: block).allSatisfy {
      switch text.blocks[Int($0)].kind {
      case .cell, .floating, .positioned: false
      default: true
      }
    }
  }

  /// Whether a box around a block has a width and cuts off what is wider: the part of an image that is
  /// to be seen is a matter of its margins.
  private func isCropped(_ block: Int32) -> Bool {
    text.blocks(around: block).contains {
      let box = text.box(of: $0)
      return box.overflows.across.cutsOff && !box.width.isAuto
    }
  }

  /// The height of the block around an attachment if it is given (CSS 2, section 10.5). On a page of fixed
  /// layout, the outermost boxes of the document are as high as the page.
  /// - Parameter width: of the paragraph.
  private func definiteHeight(
    around content: Attachment, in paragraph: Paragraph, width: Int
  ) -> Int? {
    var block = paragraph.block
    // The block of such an image is the image's own box.
    if !content.hasOwnMargins, block >= 0 {
      if text.blocks[Int(block)].kind == .positioned, setter.options.isFixedLayout {
        return heightOfArea(around: block, width: width)
      }
      block = text.blocks[Int(block)].parent
    }
    let isOutermost = block < 0 || text.blocks[Int(block)].parent <= 0
    if block < 0 || isOutermost && setter.options.isFixedLayout {
      return request.pageHeight.rawValue
    }
    if let height = text.definiteHeight(of: block, page: request.pageHeight, width: { _ in width })
    {
      return height.rawValue
    }
    let box = text.box(of: block)
    return box.height.isAuto
      ? box.heightByRatio(width: width, edges: box.edges(against: Length(rawValue: width))) : nil
  }

  /// The height of the padding box to which the sizes of a positioned block refer on a page of fixed layout;
  /// nil if it is not given.
  private func heightOfArea(around block: Int32, width: Int) -> Int? {
    let areas = text.blocks(around: text.blocks[Int(block)].parent)
    guard let area = areas.first(where: { text.box(of: $0).position != .static }) else {
      return request.pageHeight.rawValue
    }
    let padding = text.box(of: area).padding(against: Length(rawValue: width)).vertical
    return text.definiteHeight(of: area, page: request.pageHeight, width: { _ in width })
      .map { $0.rawValue + padding }
  }

  /// The maximum height of an image. In text made by a program, the image is on a baseline, and the
  /// line needs room below it; in books it is usually a block.
  private func heightForImages(_ style: Int32) -> Int {
    guard text.paragraphsFollowText else { return request.pageHeight.rawValue }
    return max(1, request.pageHeight.rawValue - max(0, setter.metrics[Int(style)].below))
  }

  /// Fills a line's leaders with the width that is left. The patterns end where the leader ends, so
  /// that patterns of neighbouring lines are aligned.
  /// - Returns: whether the line has a leader.
  mutating func fillLeaders(_ range: Range<Int>, room: Int) -> Bool {
    let leaders = range.filter { index in
      guard result.segments[index].kind == .attachment else { return false }
      if case .leader = text.attachments[Int(result.segments[index].word)].content { return true }
      return false
    }
    // An endless measure, as in a box that is as wide as its content, is not filled: the pattern
    // once is enough.
    guard let last = leaders.last, room > 0, !NestedLayout.isEndless(room) else { return false }
    for index in leaders {
      let share =
        index == last ? room - room / leaders.count * (leaders.count - 1) : room / leaders.count
      let number = result.segments[index].word
      guard case .leader(var pattern) = text.attachments[Int(number)].content,
        let once = result.attachments[number], once.width > 0
      else { continue }
      let width = once.width + share
      pattern.repeatText(min(width / once.width, Self.mostPatterns))
      result.segments[index].width = width
      guard
        let layout = try? NestedLayout.layOut(
          pattern, typesetter: typesetter, width: Length(rawValue: width),
          pageHeight: request.pageHeight)
      else { continue }
      result.attachments[number]?.nested = layout
      result.attachments[number]?.width = width
    }
    return true
  }

  /// The maximum number of patterns in one leader; no page is wide enough for more.
  private static let mostPatterns = 4096
}
