/// Updating the paragraphs when the text changes.
///
/// In text made by a program, paragraphs end at separators and are derived from the characters.
/// Paragraphs of a book end where their blocks end, without a separator: an edit changes their
/// ranges, a separator typed into a paragraph divides it, and a deletion across the boundary of two
/// paragraphs does not join them.
extension AttributedText {
  mutating func moveParagraphs(_ edit: TextEdit) {
    if paragraphs.isEmpty {
      paragraphs = paragraphsFollowText ? divided(0..<length, like: nil, isAtEnd: true) : []
      return
    }
    // One more paragraph on each side: the edit may have joined "\r" and "\n".
    let first = max(0, paragraphIndex(at: edit.range.lowerBound) - 1)
    let last = min(paragraphs.count - 1, paragraphIndex(at: edit.range.upperBound) + 1)
    var replacement: [Paragraph] = []
    if paragraphsFollowText {
      let end = edit.moved(Int(paragraphs[last].end))
      replacement = divided(
        Int(paragraphs[first].start)..<end, like: nil, isAtEnd: last == paragraphs.count - 1)
    } else {
      var start = Int(paragraphs[first].start)
      for index in first...last {
        let old = paragraphs[index]
        let end = index == last ? edit.moved(Int(old.end)) : border(after: index, edit)
        if end > start || old.start == old.end {
          replacement += divided(start..<end, like: old)
        }
        start = end
      }
    }
    let shift = replacement.count - (last - first + 1)
    for index in last + 1..<max(last + 1, paragraphs.count) {
      paragraphs[index].start += Int32(edit.delta)
      paragraphs[index].end += Int32(edit.delta)
    }
    paragraphs.replaceSubrange(first...last, with: replacement)
    if shift != 0 {
      for index in inlineEdges.indices where Int(inlineEdges[index].paragraph) > last {
        inlineEdges[index].paragraph += Int32(shift)
      }
    }
  }

  /// The boundary between a paragraph and the next one after the edit. Text typed at the boundary
  /// belongs to the next paragraph; text that replaces characters on both sides belongs to the
  /// first.
  private func border(after index: Int, _ edit: TextEdit) -> Int {
    let end = Int(paragraphs[index].end)
    if end <= edit.range.lowerBound { return end }
    return end >= edit.range.upperBound ? end + edit.delta : edit.end
  }

  /// Divides a range of text into paragraphs; each includes its separator.
  ///
  /// - Parameter isAtEnd: whether no paragraph follows. A final separator is then followed by an
  ///   empty paragraph to type in. False if the empty paragraph at the end of the old text follows.
  private func divided(
    _ range: Range<Int>, like template: Paragraph?, isAtEnd: Bool = false
  ) -> [Paragraph] {
    var result: [Paragraph] = []
    var start = range.lowerBound
    func append(_ end: Int) {
      var paragraph =
        template ?? Paragraph(start: 0, end: 0, block: -1, style: style(atParagraphStart: start))
      paragraph.start = Int32(start)
      paragraph.end = Int32(end)
      if template != nil, !result.isEmpty {
        paragraph.continuesBlock = true
        paragraph.marker = -1
      }
      result.append(paragraph)
      start = end
    }
    var offset = range.lowerBound
    while offset < range.upperBound {
      if let length = ParagraphSeparators.length(at: offset, in: units) {
        append(min(offset + length, range.upperBound))
        offset += length
      } else {
        offset += 1
      }
    }
    if start < range.upperBound || result.isEmpty && template != nil || isAtEnd {
      append(range.upperBound)
    }
    return result
  }

  private func style(atParagraphStart offset: Int) -> Int32 {
    runs.isEmpty ? 0 : runs[runIndex(at: offset)].style
  }

  /// Gives each paragraph the style of its first character, and the empty paragraph at the end of
  /// the text the style of the last character.
  mutating func restyleParagraphs(in range: Range<Int>) {
    var index = paragraphIndex(at: range.lowerBound)
    let end = range.upperBound == length ? length + 1 : range.upperBound
    while index < paragraphs.count, Int(paragraphs[index].start) < end {
      paragraphs[index].style = style(atParagraphStart: Int(paragraphs[index].start))
      index += 1
    }
  }

  /// Whether the last character of a range ends a line, but no paragraph.
  func endsWithLineSeparator(_ range: Range<Int>) -> Bool {
    guard let last = range.last else { return false }
    return units[last] == 0x2028 || units[last] == 0x0B
  }

  /// The range of the paragraphs that a range touches.
  public func paragraphRange(for range: Range<Int>) -> Range<Int> {
    guard !paragraphs.isEmpty else { return 0..<0 }
    let first = paragraphs[paragraphIndex(at: range.lowerBound)]
    let last = paragraphs[
      paragraphIndex(at: max(range.lowerBound, range.upperBound - 1))]
    return Int(first.start)..<Int(last.end)
  }
}

/// The characters that end a paragraph: UAX #14, classes BK, CR, LF and NL, except U+2028 and line
/// tabulation, which end a line.
enum ParagraphSeparators {
  /// The length of the separator at an offset, in UTF-16 code units; nil if there is none.
  static func length(at offset: Int, in units: [UInt16]) -> Int? {
    switch units[offset] {
    case 0x0D: offset + 1 < units.count && units[offset + 1] == 0x0A ? 2 : 1
    case 0x0A, 0x0C, 0x85, 0x2029: 1
    default: nil
    }
  }
}
