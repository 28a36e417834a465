/// The attachments of a text.
///
/// In text made by a program, they are sorted by offset and deleted ones are removed; after them are
/// only the markers of its lists. In text of a book, markers are among them, and a deleted attachment
/// keeps its place with the offset -1.
extension AttributedText {
  /// The index of the first attachment at or after an offset.
  func firstAttachment(from offset: Int) -> Int {
    guard paragraphsFollowText else {
      return attachments.firstIndex { Int($0.offset) >= offset } ?? attachments.count
    }
    return attachments.partitioningIndex { $0.offset < 0 || Int($0.offset) >= offset }
  }

  /// Whether a paragraph of text that a program made has attachments.
  func hasAttachments(in paragraph: Paragraph) -> Bool {
    guard !attachments.isEmpty else { return false }
    let first = firstAttachment(from: Int(paragraph.start))
    return first < attachments.count && attachments[first].offset >= paragraph.start
      && attachments[first].offset < paragraph.end
  }

  func attachment(at offset: Int) -> Attachment? {
    guard offset < length, units[offset] == 0xFFFC else { return nil }
    let index = firstAttachment(from: offset)
    guard index < attachments.count, Int(attachments[index].offset) == offset else { return nil }
    return attachments[index]
  }

  /// Shortens a range so that the character of an attachment is always a range by itself.
  func attachmentFree(_ range: Range<Int>, _ offset: Int) -> Range<Int> {
    guard !attachments.isEmpty, !range.isEmpty else { return range }
    if attachment(at: offset) != nil { return offset..<offset + 1 }
    guard paragraphsFollowText else { return scannedRange(range, offset) }
    let next = firstAttachment(from: offset)
    var (start, end) = (range.lowerBound, range.upperBound)
    if next > 0 { start = max(start, Int(attachments[next - 1].offset) + 1) }
    if next < attachments.count, attachments[next].offset >= 0 {
      end = min(end, Int(attachments[next].offset))
    }
    return start..<end
  }

  private func scannedRange(_ range: Range<Int>, _ offset: Int) -> Range<Int> {
    var start = offset
    while start > range.lowerBound, attachment(at: start - 1) == nil { start -= 1 }
    var end = offset
    while end < range.upperBound, attachment(at: end) == nil { end += 1 }
    return start..<end
  }

  /// Replaces the attachments of a range by one at each U+FFFC; nil for none.
  mutating func setAttachment(_ attachment: TextAttachment?, in range: Range<Int>) {
    removeAttachments(in: range)
    guard let attachment else { return }
    let made = range.filter { units[$0] == 0xFFFC }.map { Attachment(attachment, at: $0) }
    guard !made.isEmpty else { return }
    let index = firstAttachment(from: range.lowerBound)
    attachments.insert(contentsOf: made, at: index)
    guard !paragraphsFollowText else { return }
    for paragraph in paragraphs.indices where Int(paragraphs[paragraph].marker) >= index {
      paragraphs[paragraph].marker += Int32(made.count)
    }
  }

  /// Moves the attachments after an edit, and removes those whose characters are deleted.
  mutating func moveAttachments(_ edit: TextEdit) {
    guard !attachments.isEmpty else { return }
    removeAttachments(in: edit.range)
    let first = firstAttachment(from: edit.range.upperBound)
    for index in first..<attachments.count
    where Int(attachments[index].offset) >= edit.range.upperBound {
      attachments[index].offset += Int32(edit.delta)
    }
  }

  private mutating func removeAttachments(in range: Range<Int>) {
    guard !attachments.isEmpty, !range.isEmpty else { return }
    guard paragraphsFollowText else {
      for index in attachments.indices where range.contains(Int(attachments[index].offset)) {
        attachments[index].offset = -1
      }
      return
    }
    attachments.removeSubrange(
      firstAttachment(from: range.lowerBound)..<firstAttachment(from: range.upperBound))
  }
}

extension Attachment {
  init(_ attachment: TextAttachment, at offset: Int) {
    var image = attachment.image ?? ImageReference(drawnByRenderer: attachment.name)
    image.size = attachment.bounds.size
    var box = BoxProperties()
    box.display = .inline
    box.width = Dimension(length: attachment.bounds.width)
    box.height = Dimension(length: attachment.bounds.height)
    box.verticalAlign = .length(attachment.bounds.minY)
    self.init(
      content: .image(image), style: TextStyle(text: TextProperties(), box: box), node: -1,
      offset: Int32(offset))
    if attachment.bounds.minX != 0 { boundsX = attachment.bounds.minX }
  }

  /// Nil for content that programs do not set.
  var asTextAttachment: TextAttachment? {
    guard case .image(let image) = content else { return nil }
    var rise: Length = 0
    if case .length(let length) = style.box.verticalAlign { rise = length }
    let size = image.size ?? .zero
    return TextAttachment(
      image: image.isDrawnByRenderer ? nil : image,
      bounds: Rect(x: boundsX ?? 0, y: rise, width: size.width, height: size.height),
      name: image.isDrawnByRenderer ? image.href : "")
  }
}
