/// Type that is smaller than its style asks for.
extension AttributedText {
  /// Scales the type of a block: fonts, leading, and the spacing that belongs to text. Widths that
  /// are given, borders and images keep their size.
  ///
  /// - Parameters:
  ///   - paragraphs: those of the block.
  ///   - scale: greater than 0.
  mutating func scaleType(of block: Int32, _ paragraphs: Range<Int>, by scale: Double) {
    var scaled = ScaledStyles(scale: scale)
    for inner in [block] + descendants(of: block) {
      scaled.replace(&blocks[Int(inner)].style, in: &styles)
    }
    guard !paragraphs.isEmpty else { return }
    for index in paragraphs {
      scaled.replace(&self.paragraphs[index].style, in: &styles)
      scaled.replace(&self.paragraphs[index].firstLineStyle, in: &styles)
    }
    let start = self.paragraphs[paragraphs.lowerBound].start
    let end = self.paragraphs[paragraphs.upperBound - 1].end
    splitRun(at: start)
    splitRun(at: end)
    var run = runIndex(at: Int(start))
    while run < runs.count, runs[run].start < end {
      scaled.replace(&runs[run].style, in: &styles)
      run += 1
    }
    let firstEdge = inlineEdges.partitioningIndex { Int($0.paragraph) >= paragraphs.lowerBound }
    for index in firstEdge..<inlineEdges.count {
      guard Int(inlineEdges[index].paragraph) < paragraphs.upperBound else { break }
      scaled.replace(&inlineEdges[index].style, in: &styles)
      inlineEdges[index].letterSpacing = inlineEdges[index].letterSpacing.map { $0 * scale }
    }
    for var entry in firstLineStyles where scaled.has(entry.firstLine) && scaled.has(entry.style) {
      scaled.replace(&entry.firstLine, in: &styles)
      scaled.replace(&entry.paragraph, in: &styles)
      scaled.replace(&entry.style, in: &styles)
      scaled.replace(&entry.own, in: &styles)
      firstLineStyles.append(entry)
    }
    scaleAttachments(of: paragraphs, in: start..<end, by: scale)
  }

  /// Makes a run begin at an offset, if one goes on there.
  mutating func splitRun(at offset: Int32) {
    guard offset < units.count else { return }
    let index = runIndex(at: Int(offset))
    guard runs[index].start < offset else { return }
    var rest = runs[index]
    rest.start = offset
    runs.insert(rest, at: index + 1)
  }

  private mutating func scaleAttachments(
    of paragraphs: Range<Int>, in range: Range<Int32>, by scale: Double
  ) {
    var next = attachments.partitioningIndex { $0.offset >= range.lowerBound }
    while next < attachments.count, attachments[next].offset < range.upperBound {
      if attachments[next].offset >= 0 { attachments[next].scaleType(by: scale) }
      next += 1
    }
    for index in paragraphs {
      for marker in markers(of: self.paragraphs[index]) { attachments[marker].scaleType(by: scale) }
    }
  }

  /// Scales all of it.
  fileprivate mutating func scaleType(by scale: Double) {
    styles = styles.map { $0.scaled(by: scale) }
    for index in attachments.indices { attachments[index].scaleType(by: scale) }
  }
}

/// Styles and their scaled copies, by index.
private struct ScaledStyles {
  let scale: Double
  private var copies: [Int32: Int32] = [:]

  init(scale: Double) { self.scale = scale }

  func has(_ style: Int32) -> Bool { copies[style] != nil }

  /// Replaces a style with its copy, which is made on first use.
  mutating func replace(_ style: inout Int32, in styles: inout [TextStyle]) {
    guard style >= 0 else { return }
    if copies[style] == nil {
      copies[style] = Int32(styles.count)
      styles.append(styles[Int(style)].scaled(by: scale))
    }
    style = copies[style] ?? style
  }
}

extension Attachment {
  fileprivate mutating func scaleType(by scale: Double) {
    style = style.scaled(by: scale)
    switch content {
    case .image: break
    case .text(var inner):
      inner.scaleType(by: scale)
      content = .text(inner)
    case .marker(var inner):
      inner.scaleType(by: scale)
      content = .marker(inner)
    case .leader(var inner):
      inner.scaleType(by: scale)
      content = .leader(inner)
    }
  }
}

extension TextStyle {
  fileprivate func scaled(by scale: Double) -> TextStyle {
    var text = self.text
    text.typeScale = (text.typeScale ?? 1) * scale
    text.font.size = text.font.size * scale
    if case .length(let height) = text.lineHeight { text.lineHeight = .length(height * scale) }
    text.indent.length = text.indent.length * scale
    text.letterSpacing = text.letterSpacing * scale
    text.tracking = text.tracking.map { $0 * scale }
    text.wordSpacing = text.wordSpacing * scale
    text.baselineShift = text.baselineShift * scale
    text.microtypography.letterSpacingLimit = text.microtypography.letterSpacingLimit * scale
    var box = self.box
    for side in [\Edges<Dimension>.top, \.right, \.bottom, \.left] {
      box.padding[keyPath: side].length = box.padding[keyPath: side].length * scale
    }
    if case .length(let rise) = box.verticalAlign { box.verticalAlign = .length(rise * scale) }
    return replacing(text: text, box: box)
  }
}
