/// Queries of the open blocks, and the paragraphs that represent empty blocks.
extension TextBuilder {
  /// Whether there is nothing but empty blocks without a line.
  var isEmpty: Bool { text.paragraphs.count == spacerCount && paragraphStart == nil }
  var isInParagraph: Bool { paragraphStart != nil }

  /// The style of the innermost open block.
  var innermostStyle: ComputedStyle? { openStyles.last?.style }

  mutating func add(_ image: ImageReference, at source: StyleFile) {
    text.pictures[source] = image
  }

  /// Sets the marker that hangs next to the first line of the next paragraph.
  mutating func setMarker(_ attachment: Attachment) {
    var attachment = attachment
    let isNested = pendingMarker >= 0 && Int(pendingMarker) == text.attachments.count - 1
    attachment.followsMarker = isNested ? true : nil
    pendingMarker = Int32(text.attachments.count)
    text.attachments.append(attachment)
  }

  /// Adds a paragraph without a line for the innermost block. A list marker that
  /// waits for a line keeps waiting.
  mutating func appendSpacer() {
    guard let block = openBlocks.last else { return }
    var spacer = Paragraph(
      start: length, end: length, block: block, style: text.blocks[Int(block)].style)
    spacer.isSpacer = true
    text.paragraphs.append(spacer)
    spacerCount += 1
  }

  /// Whether the paragraphs added since there were `count` all represent empty blocks.
  func hasOnlySpacers(since count: Int) -> Bool {
    text.paragraphs.count >= count && text.paragraphs[count...].allSatisfy { $0.isSpacer == true }
  }

  /// Removes the paragraphs at the end, after the first `count`, that represent empty blocks.
  mutating func removeSpacers(since count: Int) {
    while text.paragraphs.count > count, text.paragraphs.last?.isSpacer == true {
      text.paragraphs.removeLast()
      spacerCount -= 1
    }
  }
}
