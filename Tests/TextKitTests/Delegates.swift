import Paginator

/// Has a method for every decision, and returns what the default does.
class AgreeingDelegate: LayoutManagerDelegate {
  /// How many decisions it was asked for.
  var calls = 0
  var decidesByParagraph: Bool { false }

  func layoutManager(
    _ manager: LayoutManager, lineSpacingAfterGlyphAt glyphIndex: Int, proposedRect rect: Rect
  ) -> Length {
    calls += 1
    return 0
  }
  func layoutManager(
    _ manager: LayoutManager, paragraphSpacingBeforeCharacterAt offset: Int
  ) -> Length {
    calls += 1
    return 0
  }
  func layoutManager(
    _ manager: LayoutManager, paragraphSpacingAfterCharacterAt offset: Int
  ) -> Length {
    calls += 1
    return 0
  }
  func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByWordBeforeCharacterAt offset: Int
  ) -> Bool {
    calls += 1
    return true
  }
  func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByHyphenatingBeforeCharacterAt offset: Int
  ) -> Bool {
    calls += 1
    return true
  }
  func layoutManager(
    _ manager: LayoutManager, shouldUse action: ControlCharacterAction,
    forControlCharacterAt offset: Int
  ) -> ControlCharacterAction {
    calls += 1
    return action
  }
  func layoutManager(
    _ manager: LayoutManager, shouldGenerateGlyphsFor word: String, at offset: Int
  ) -> String? {
    calls += 1
    return nil
  }
  func layoutManager(
    _ manager: LayoutManager, boundsFor attachment: TextAttachment, at offset: Int,
    proposedLineFragment rect: Rect, position: Length
  ) -> Rect {
    calls += 1
    return attachment.bounds
  }
  func layoutManager(
    _ manager: LayoutManager, shouldSetLineFragment line: inout LineGeometry,
    forCharacterRange range: Range<Int>
  ) {
    calls += 1
  }
}

/// Decides by the text, and by offsets and numbers of glyphs, which edits change.
final class DecidingDelegate: AgreeingDelegate {
  override func layoutManager(
    _ manager: LayoutManager, lineSpacingAfterGlyphAt glyphIndex: Int, proposedRect rect: Rect
  ) -> Length {
    calls += 1
    return glyphIndex % 3 == 0 ? 2 : 0
  }
  override func layoutManager(
    _ manager: LayoutManager, paragraphSpacingBeforeCharacterAt offset: Int
  ) -> Length { offset % 5 == 0 ? 4 : 0 }
  override func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByWordBeforeCharacterAt offset: Int
  ) -> Bool { offset % 4 != 0 }
  override func layoutManager(
    _ manager: LayoutManager, shouldUse action: ControlCharacterAction,
    forControlCharacterAt offset: Int
  ) -> ControlCharacterAction {
    action == .horizontalTab && offset % 3 == 0 ? .whitespace : action
  }
  override func layoutManager(
    _ manager: LayoutManager, shouldGenerateGlyphsFor word: String, at offset: Int
  ) -> String? { word == "xy" ? "yx" : nil }
  override func layoutManager(
    _ manager: LayoutManager, boundsFor attachment: TextAttachment, at offset: Int,
    proposedLineFragment rect: Rect, position: Length
  ) -> Rect { Rect(x: 0, y: 0, width: offset % 2 == 0 ? 20 : 12, height: 9) }
  override func layoutManager(
    _ manager: LayoutManager, shouldSetLineFragment line: inout LineGeometry,
    forCharacterRange range: Range<Int>
  ) {
    if range.lowerBound % 7 == 6 { line.rect = line.rect.offset(x: 0, y: 3) }
  }
}

/// Decides by what is in a paragraph.
final class LocalDelegate: AgreeingDelegate {
  override var decidesByParagraph: Bool { true }

  /// The place of a character in its paragraph, and the length of the paragraph.
  private func place(_ offset: Int, _ manager: LayoutManager) -> (Int, Int) {
    let paragraph = manager.storage.text.paragraphs.last { $0.start <= offset }
    guard let paragraph else { return (0, 0) }
    return (offset - Int(paragraph.start), Int(paragraph.end - paragraph.start))
  }

  override func layoutManager(
    _ manager: LayoutManager, paragraphSpacingBeforeCharacterAt offset: Int
  ) -> Length {
    calls += 1
    return place(offset, manager).1 % 3 == 0 ? 4 : 0
  }
  override func layoutManager(
    _ manager: LayoutManager, paragraphSpacingAfterCharacterAt offset: Int
  ) -> Length { place(offset, manager).1 % 4 == 0 ? 3 : 0 }
  override func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByWordBeforeCharacterAt offset: Int
  ) -> Bool {
    // A long word may be divided anywhere: some containers have room for few characters only.
    place(offset, manager).0 % 4 != 0 || manager.storage.text.units[offset - 1] != 0x20
  }
  override func layoutManager(
    _ manager: LayoutManager, shouldGenerateGlyphsFor word: String, at offset: Int
  ) -> String? { word == "xy" ? "yx" : nil }
  override func layoutManager(
    _ manager: LayoutManager, shouldSetLineFragment line: inout LineGeometry,
    forCharacterRange range: Range<Int>
  ) {
    // Moved to the right: moved down, it may no longer fit beside or below an exclusion path.
    if place(range.lowerBound, manager).0 % 7 == 6 { line.rect = line.rect.offset(x: 3, y: 0) }
  }
}

/// Has two methods, which decide about few texts: mostly an edit brings the first decision.
final class RareDelegate: LayoutManagerDelegate {
  func layoutManager(
    _ manager: LayoutManager, shouldGenerateGlyphsFor word: String, at offset: Int
  ) -> String? { word == "12" ? "34" : nil }
  func layoutManager(
    _ manager: LayoutManager, paragraphSpacingAfterCharacterAt offset: Int
  ) -> Length { manager.storage.text.units[offset] == 0x85 ? 5 : 0 }
}

/// Has no method.
final class IdleDelegate: LayoutManagerDelegate {}
