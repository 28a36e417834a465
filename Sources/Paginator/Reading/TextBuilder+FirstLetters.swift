/// Where first letters and first lines are, and what is in the flow.
extension TextBuilder {
  /// Excludes a marker, appended from `start` on, from the first letter. Spaces after it collapse
  /// into the space at its end.
  mutating func passMarker(from start: Int32) {
    endWithMarker()
    guard paragraphStart == start || firstLetterFrom == Int(start) else { return }
    firstLetterFrom = Int(length)
  }

  /// Where the text of the node at an offset ends; for generated text, where all text ends.
  func nodeEnd(_ offset: Int) -> Int {
    var next = text.sources.partitioningIndex { Int($0.start) > offset }
    guard next > 0 else { return text.units.count }
    let node = text.sources[next - 1].node
    if node < 0 { return text.units.count }
    while next < text.sources.count, text.sources[next].node == node { next += 1 }
    return next < text.sources.count ? Int(text.sources[next].start) : text.units.count
  }

  /// Styles for the first letter and the first line of a block.
  typealias Firsts = (letter: ComputedStyle?, base: ComputedStyle?, line: ComputedStyle?)

  /// Sets the styles of the first letter and line of a block that was opened. If it is in the flow
  /// and has none, it uses those of the block around it, whose first letter and line may be in it
  /// (CSS Pseudo-Elements 4, section 2).
  /// - Returns: the styles of the block around it that no text has used.
  mutating func beginFirsts(
    letter: ComputedStyle?, line: ComputedStyle?, isInFlow: Bool
  ) -> Firsts {
    let outer: Firsts = (pendingFirstLetter, firstLetterBase, pendingFirstLine)
    pendingFirstLetter = letter ?? (isInFlow ? outer.letter : nil)
    if letter != nil { firstLetterBase = openStyles.last?.style }
    pendingFirstLine = line ?? (isInFlow ? outer.line : nil)
    return outer
  }

  /// Restores the styles of the block around a closed block, unless its text has used them.
  mutating func endFirsts(_ outer: Firsts, isInFlow: Bool) {
    if !isInFlow || pendingFirstLetter != nil {
      (pendingFirstLetter, firstLetterBase) = (outer.letter, outer.base)
    }
    if !isInFlow || pendingFirstLine != nil { pendingFirstLine = outer.line }
  }

  /// Whether the paragraphs added since there were `count` are all in floats and positioned boxes
  /// inside the innermost block.
  func hasNoFlow(since count: Int) -> Bool {
    guard let own = openBlocks.last, text.paragraphs.count >= count else { return false }
    return text.paragraphs[count...].allSatisfy { paragraph in
      if paragraph.isSpacer == true { return true }
      return text.blocks(around: paragraph.block, within: own).contains {
        [.floating, .positioned].contains(text.blocks[Int($0)].kind)
      }
    }
  }

  /// Applies the `::first-letter` style to the first letter and the punctuation around it (CSS
  /// Pseudo-Elements 4, section 2.2).
  mutating func applyFirstLetter(from start: Int) {
    guard let style = pendingFirstLetter else { return }
    var start = max(start, firstLetterFrom)
    // Boxes out of the flow, spaces and controls are not before the letter.
    while start < text.units.count,
      isOutOfFlow(at: start) || FirstLetter.isPassed(text.units[start])
    {
      start += 1
    }
    // A line with only a marker has no letter: it is in the next paragraph.
    // Nor is there one in the paragraph of a floated image.
    guard text.units[min(start, text.units.count)...].contains(where: { $0 != 0xFFFC }) else {
      return
    }
    pendingFirstLetter = nil
    // The first line may be empty.
    guard text.units[start] != 0x2028 else { return }
    let end = FirstLetter.end(
      in: text.units, from: start, upTo: letterLimit(start), language: style.text.language)
    guard end > start else { return }
    let letter = start..<min(end, text.units.count)
    let index = letterStyle(style, at: start)
    setStyle(index, in: letter)
    if style.box.float == .none, style.box.hasInlineEdges { addEdges(around: letter, index) }
  }

  /// Whether no paragraph is open, or one in which nothing but inline boxes begin.
  var isBeforeText: Bool { paragraphStart == nil || paragraphStart == length }

  /// Takes back a paragraph in which nothing but inline boxes begin, for a block in front of it.
  /// - Returns: where they begin.
  mutating func withdrawParagraph() -> [InlineEdge] {
    guard paragraphStart == length else { return [] }
    paragraphStart = nil
    let paragraph = Int32(text.paragraphs.count)
    let first = text.inlineEdges.partitioningIndex { $0.paragraph >= paragraph }
    defer { text.inlineEdges.removeSubrange(first...) }
    return Array(text.inlineEdges[first...])
  }

  /// Begins the paragraph that was taken back.
  mutating func resumeParagraph(_ edges: [InlineEdge]) {
    guard !edges.isEmpty else { return }
    beginParagraph()
    let paragraph = Int32(text.paragraphs.count)
    while text.inlineEdges.last?.paragraph == paragraph { text.inlineEdges.removeLast() }
    for var edge in edges {
      (edge.offset, edge.paragraph) = (length, paragraph)
      text.inlineEdges.append(edge)
    }
  }

  /// Makes an inline box of a first letter, inside all boxes that begin before it.
  private mutating func addEdges(around letter: Range<Int>, _ style: Int32) {
    let paragraph = Int32(text.paragraphs.count - 1)
    for (offset, isStart) in [(Int32(letter.lowerBound), true), (Int32(letter.upperBound), false)] {
      let place = text.inlineEdges.partitioningIndex {
        $0.paragraph > paragraph
          || $0.paragraph == paragraph && ($0.offset > offset || !isStart && $0.offset == offset)
      }
      text.inlineEdges.insert(
        InlineEdge(offset: offset, paragraph: paragraph, style: style, isStart: isStart), at: place)
    }
  }

  /// The style of a first letter that is in an inner element: what the rule of `::first-letter` does
  /// not set is inherited from that element (CSS Pseudo-Elements 4, section 2.2.1).
  private mutating func letterStyle(_ style: ComputedStyle, at offset: Int) -> Int32 {
    let inline = text.styles[Int(text.runs[text.runIndex(at: offset)].style)]
    guard let block = firstLetterBase?.style.applied.text, inline.text != block else {
      return styleIndex(style)
    }
    if let own = resolver?.style(ofLetter: style, in: inline) { return styleIndex(own) }
    let letter = style.style.applied
    let merged = letter.text.inheriting(from: inline.text, in: block)
    guard merged != letter.text else { return styleIndex(style) }
    text.styles.append(letter.replacing(text: merged))
    return Int32(text.styles.count - 1)
  }

  private func isOutOfFlow(at offset: Int) -> Bool {
    guard text.units[offset] == 0xFFFC else { return false }
    // Markers among the attachments have no offset.
    let last = text.attachments.last { $0.offset >= 0 && Int($0.offset) <= offset }
    return last.map { Int($0.offset) == offset && $0.isOutOfFlow } ?? false
  }

  /// Where the text ends that holds the first letter: that of its first node, or of a later one if
  /// the nodes before it have only punctuation.
  private func letterLimit(_ start: Int) -> Int {
    var limit = nodeEnd(start)
    for _ in 0..<Self.mostLetterNodes
    where limit < text.units.count && FirstLetter.isOnlyPunctuation(text.units, start..<limit) {
      limit = nodeEnd(limit)
    }
    return limit
  }

  /// A bound for hostile input.
  private static let mostLetterNodes = 8

  mutating func setStyle(_ style: Int32, in range: Range<Int>) {
    var start = range.lowerBound
    while start < range.upperBound {
      start = setStyle(style, inRunAt: start, upTo: range.upperBound)
    }
  }

  /// - Returns: where the run ends, or the limit if that is before it.
  mutating func setStyle(_ style: Int32, inRunAt start: Int, upTo limit: Int) -> Int {
    let index = text.runIndex(at: start)
    let old = text.runs[index]
    let runEnd = index + 1 < text.runs.count ? Int(text.runs[index + 1].start) : text.units.count
    let end = min(limit, runEnd)
    var replacement: [AttributeRun] = []
    if Int(old.start) < start { replacement.append(old) }
    replacement.append(AttributeRun(start: Int32(start), style: style, link: old.link))
    if end < runEnd {
      replacement.append(AttributeRun(start: Int32(end), style: old.style, link: old.link))
    }
    text.runs.replaceSubrange(index...index, with: replacement)
    return end
  }
}

extension TextProperties {
  /// The properties of a first letter with a style made in code, in an inner element: what does not differ
  /// from the block's is inherited from the element.
  func inheriting(from inline: TextProperties, in block: TextProperties) -> TextProperties {
    var merged = self
    func inherit<Value: Equatable>(_ property: WritableKeyPath<TextProperties, Value>) {
      guard merged[keyPath: property] == block[keyPath: property] else { return }
      merged[keyPath: property] = inline[keyPath: property]
    }
    inherit(\.font.families)
    inherit(\.font.weight)
    inherit(\.font.isItalic)
    inherit(\.font.caps)
    inherit(\.color)
    inherit(\.letterSpacing)
    inherit(\.language)
    return merged
  }
}
