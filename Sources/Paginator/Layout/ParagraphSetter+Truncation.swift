/// Cuts lines that are too long, with an ellipsis in place of the text that is removed. The line's
/// range still covers the whole text: hidden text counts as being on the page.
extension ParagraphSetter {
  /// - Parameters:
  ///   - line: a line with its segments collected, not yet aligned.
  ///   - forced: whether to show the ellipsis even if the line fits, because hidden text follows.
  mutating func truncate(
    _ line: inout LineFragment, _ mode: ParagraphStyle.LineBreakMode, _ style: TextStyle,
    room: Int, forced: Bool = false
  ) {
    let first = Int(line.firstSegment)
    var own = Array(result.segments[first..<first + Int(line.segmentCount)])
    while let last = own.last, [.space, .lineBreak].contains(last.kind) { own.removeLast() }
    let natural = own.reduce(0) { $0 + $1.width }
    guard natural > room || forced else { return }
    if !forced, tighten(&line, own, style, by: natural - room) { return }
    let mark = ellipsis(line, own)
    let left = max(0, room - mark.reduce(0) { $0 + $1.width })
    var kept: [Segment]
    switch mode {
    case .byTruncatingHead: kept = mark + tail(of: own, room: left)
    case .byTruncatingMiddle:
      let head = head(of: own, room: (left + 1) / 2)
      kept = head + mark + tail(of: own, room: left - head.reduce(0) { $0 + $1.width })
    default: kept = head(of: own, room: left) + mark
    }
    result.segments.replaceSubrange(first..., with: kept)
    line.segmentCount = Int32(kept.count)
    line.flags.insert(.isTruncated)
    let excerpt = text.string(in: Int(line.start)..<min(Int(line.end), Int(line.start) + 40))
    result.findings.report(
      .truncatedText, "a line was cut to fit its measure: \"\(excerpt)\"", atText: Int(line.start))
  }

  /// Reduces letter spacing so that the line fits, if the style allows that much.
  private func tighten(
    _ line: inout LineFragment, _ own: [Segment], _ style: TextStyle, by excess: Int
  ) -> Bool {
    let factor = style.paragraph?.tighteningFactorForTruncation ?? 0
    guard factor > 0 else { return false }
    let clusters = own.reduce(0) { sum, segment in
      segment.kind == .word
        ? sum + Int(typesetter.shaper.words[Int(segment.word)].clusterCount) : sum
    }
    guard clusters > 0 else { return false }
    let each = (excess + clusters - 1) / clusters
    guard Length(rawValue: each) <= style.text.font.size * factor else { return false }
    line.letterExtra = -Int32(each)
    return true
  }

  private func ellipsis(_ line: LineFragment, _ own: [Segment]) -> [Segment] {
    let model = own.last { $0.kind == .word }
    let paragraph = text.paragraphs[Int(line.paragraph)]
    let style = model?.style ?? paragraph.style
    let font = setter.shaper.fonts[Int(style)]
    let characters: [UInt16] =
      font.shaping.faces[0].covers(0x2026) ? [0x2026] : [0x2E, 0x2E, 0x2E]
    let index = characters.withUnsafeBufferPointer {
      typesetter.shaper.word($0, style: font.shaping, context: Shaper.Context())
    }
    return [
      Segment(
        kind: .word, level: setter.shaper.paragraphLevel, start: line.end, length: 0, word: index,
        style: style, width: setter.shaper.width(of: typesetter.shaper.words[Int(index)], font))
    ]
  }

  /// The longest part of the beginning that fits, up to a grapheme boundary, without a trailing
  /// space.
  private func head(of own: [Segment], room: Int) -> [Segment] {
    var kept: [Segment] = []
    var left = room
    for segment in own {
      if segment.width <= left {
        kept.append(segment)
        left -= segment.width
        continue
      }
      if segment.kind == .word,
        let cut = graphemes(of: segment).last(where: {
          setter.shaper.prefixWidth(of: segment, upTo: Int($0)) <= left
        })
      {
        kept += setter.shaper.segments(
          of: Int(segment.start)..<Int(segment.start + cut), like: segment)
      }
      break
    }
    while let last = kept.last, last.kind == .space { kept.removeLast() }
    return kept
  }

  /// The longest part of the end that fits, from a grapheme boundary, without a leading space.
  private func tail(of own: [Segment], room: Int) -> [Segment] {
    var kept: [Segment] = []
    var left = room
    for segment in own.reversed() {
      if segment.width <= left {
        kept.insert(segment, at: 0)
        left -= segment.width
        continue
      }
      if segment.kind == .word,
        let cut = graphemes(of: segment).first(where: {
          segment.width - setter.shaper.prefixWidth(of: segment, upTo: Int($0)) <= left
        })
      {
        kept =
          setter.shaper.segments(of: Int(segment.start + cut)..<Int(segment.end), like: segment)
          + kept
      }
      break
    }
    while let first = kept.first, first.kind == .space { kept.removeFirst() }
    return kept
  }

  /// The boundaries between the grapheme clusters of a word, from the word's start.
  func graphemes(of segment: Segment) -> [Int32] {
    text.units.withUnsafeBufferPointer { units in
      let own = UnsafeBufferPointer(rebasing: units[Int(segment.start)..<Int(segment.end)])
      return typesetter.breaker.boundaries(.grapheme, of: own).filter { $0 < segment.length }
    }
  }
}
