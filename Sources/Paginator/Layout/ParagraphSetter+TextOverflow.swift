/// Marks at the ends of lines that a box cuts off (`text-overflow`, CSS Overflow 4, section 5.1). As in a line that is
/// truncated, the line's range still covers the whole text: hidden text counts as being on the page.
extension ParagraphSetter {
  /// What is shown where a box cuts off the lines of a paragraph; nil if lines are cut off as they are, or not at all. A
  /// box that scrolls shows all of them on a page.
  func overflowMark(of paragraph: Paragraph) -> TextOverflow.Mark? {
    guard paragraph.block >= 0 else { return nil }
    let style = text.style(of: paragraph.block)
    guard let overflow = style.box.textOverflow, style.box.overflows.across.cutsOff,
      text.clips(paragraph.block)
    else { return nil }
    return overflow.atEnd(isRightToLeft: setter.shaper.paragraphLevel & 1 == 1)
  }

  /// Replaces what is beyond the end of a line by the mark of its box.
  /// - Parameter line: with its segments collected, not yet aligned.
  /// - Returns: how the line is set; the plan that is given if it fits.
  mutating func cutOverflow(_ line: inout LineFragment, _ plan: LinePlan) -> LinePlan {
    let paragraph = text.paragraphs[Int(line.paragraph)]
    guard let mark = overflowMark(of: paragraph) else { return plan }
    let keepsSpaces = text.styles[Int(paragraph.style)].text.whiteSpace.keepsSpacesAtEnds
    let first = Int(line.firstSegment)
    var own = Array(result.segments[first..<first + Int(line.segmentCount)])
    while let last = own.last,
      last.kind == .lineBreak || last.kind == .space && !keepsSpaces
    {
      own.removeLast()
    }
    let room = line.width - plan.indent
    guard own.reduce(0, { $0 + $1.width }) > room + LineWidths.rounding else { return plan }
    let shown = shownMark(mark, at: line.end, paragraph.style)
    let left = max(0, room - (shown.map(\.width) ?? 0))
    let kept = start(of: own, room: left) + (shown.map { [$0] } ?? [])
    result.segments.replaceSubrange(first..., with: kept)
    line.segmentCount = Int32(kept.count)
    line.flags.insert(.isTruncated)
    result.findings.report(
      .truncatedText,
      "a line is cut off by its box: \"\(excerpt(from: Int(line.start), paragraph))\"",
      atText: Int(line.start))
    var natural = LinePlan.natural(to: plan.end)
    natural.indent = plan.indent
    if setter.shaper.paragraphLevel & 1 == 1 { natural.alignment = .right }
    return natural
  }

  /// A mark in the style of its block.
  private func shownMark(_ mark: TextOverflow.Mark, at place: Int32, _ style: Int32) -> Segment? {
    let font = setter.shaper.fonts[Int(style)]
    let characters: [UInt16]
    switch mark {
    case .clip: return nil
    case .string(let text): characters = Array(text.utf16)
    case .ellipsis:
      characters = font.shaping.faces[0].covers(0x2026) ? [0x2026] : [0x2E, 0x2E, 0x2E]
    }
    guard !characters.isEmpty else { return nil }
    let index = characters.withUnsafeBufferPointer {
      typesetter.shaper.word($0, style: font.shaping, context: Shaper.Context())
    }
    return Segment(
      kind: .word, level: setter.shaper.paragraphLevel, start: place, length: 0, word: index,
      style: style, width: setter.shaper.width(of: typesetter.shaper.words[Int(index)], font))
  }

  /// What fits, from the side on which the line begins, and always its first character or box. Boxes out of the flow
  /// stay.
  private func start(of own: [Segment], room: Int) -> [Segment] {
    let isRightToLeft = setter.shaper.paragraphLevel & 1 == 1
    let order = Bidi.visualOrder(own.map(\.level))
    var kept: [(offset: Int, segments: [Segment])] = []
    var (left, isFull, isEmpty) = (room, false, true)
    for offset in isRightToLeft ? order.reversed() : order {
      let segment = own[offset]
      if text.isOutOfFlow(segment) {
        kept.append((offset, [segment]))
        continue
      }
      guard !isFull else { continue }
      if segment.width <= left {
        kept.append((offset, [segment]))
        left -= segment.width
        if segment.kind != .edge { isEmpty = false }
        continue
      }
      isFull = true
      if segment.kind == .word {
        kept.append((offset, part(of: segment, room: left, keepsOne: isEmpty)))
      } else if segment.kind == .attachment, isEmpty {
        kept.append((offset, [segment]))
      }
    }
    return kept.sorted { $0.offset < $1.offset }.flatMap(\.segments)
  }

  /// The characters of a word that fit, from the side on which the line begins.
  /// - Parameter keepsOne: whether the first one stays in any case.
  private func part(of word: Segment, room: Int, keepsOne: Bool) -> [Segment] {
    let cuts = graphemes(of: word).filter { $0 > 0 }
    if word.level & 1 == setter.shaper.paragraphLevel & 1 {
      let fitting = cuts.last { setter.shaper.prefixWidth(of: word, upTo: Int($0)) <= room }
      guard let cut = fitting ?? (keepsOne ? cuts.first ?? word.length : nil) else { return [] }
      return setter.shaper.segments(of: Int(word.start)..<Int(word.start + cut), like: word)
    }
    let fitting = cuts.first {
      word.width - setter.shaper.prefixWidth(of: word, upTo: Int($0)) <= room
    }
    guard let cut = fitting ?? (keepsOne ? cuts.last ?? 0 : nil) else { return [] }
    return setter.shaper.segments(of: Int(word.start + cut)..<Int(word.end), like: word)
  }
}

extension WhiteSpace {
  /// Whether spaces at the end of a line take room.
  fileprivate var keepsSpacesAtEnds: Bool { self == .pre || self == .breakSpaces }
}
