/// The bounds of attachments that the delegate chooses by their lines.
extension ParagraphSetter {
  /// How many times a paragraph is set because its attachments change their bounds, at most: other
  /// bounds may move an attachment to another line, where it may ask for the first ones again.
  private static let mostSettlings = 4

  /// Sets a paragraph, and sets it again while its lines give its attachments other bounds.
  /// - Parameter set: sets the paragraph into `result`.
  mutating func settlingAttachments(_ set: (inout ParagraphSetter) throws -> Void) throws {
    guard let hooks, text.paragraphsFollowText, !text.attachments.isEmpty else {
      return try set(&self)
    }
    for _ in 1..<Self.mostSettlings {
      try set(&self)
      guard changesBounds(hooks) else { return }
      result = SetLines()
      beside = request.beside
    }
    try set(&self)
  }

  /// Asks for the bounds of all attachments in the lines that were set.
  /// - Returns: whether any are not those with which its line was set.
  private mutating func changesBounds(_ hooks: LayoutHooks) -> Bool {
    var changes = false
    for line in result.lines {
      var position =
        line.flags.contains(.isRightToLeft)
        ? line.x + line.width - line.usedX - line.usedWidth : line.usedX - line.x
      for index in line.segmentRange {
        let segment = result.segments[index]
        if segment.kind == .attachment,
          let attachment = text.attachments[Int(segment.word)].asTextAttachment
        {
          let bounds = hooks.bounds(
            of: attachment, at: Int(segment.start), in: line, position: position)
          changes = changes || bounds != attachmentBounds[segment.word] ?? attachment.bounds
          attachmentBounds[segment.word] = bounds
        }
        position += segment.width
      }
    }
    return changes
  }
}
