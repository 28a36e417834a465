/// The bounds of attachments that the delegate chooses by their lines.
extension LineSetter {
  /// How many times a paragraph is set because its attachments change their bounds, at most: other
  /// bounds may move an attachment to another line, where it may ask for the first ones again.
  private static let mostSettlings = 4

  /// Sets a paragraph, and sets it again while its lines give its attachments other bounds.
  /// - Parameter set: sets the paragraph into `current`.
  func settlingAttachments(_ set: () throws -> Void) throws {
    guard let hooks, text.paragraphsFollowText, !text.attachments.isEmpty else { return try set() }
    attachmentBounds.removeAll()
    let (beside, findings, glyphCount) = (beside, findings, glyphCount)
    for _ in 1..<Self.mostSettlings {
      try set()
      guard changesBounds(hooks) else { return }
      begin()
      (self.beside, self.findings, self.glyphCount) = (beside, findings, glyphCount)
    }
    try set()
  }

  /// Asks for the bounds of all attachments in the lines that were set.
  /// - Returns: whether any are not those with which its line was set.
  private func changesBounds(_ hooks: LayoutHooks) -> Bool {
    var changes = false
    for line in current.lines {
      var position =
        line.flags.contains(.isRightToLeft)
        ? line.x + line.width - line.usedX - line.usedWidth : line.usedX - line.x
      for index in line.segmentRange {
        let segment = current.segments[index]
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
