/// Asked and told while text is laid out: TextKit's hooks. Every method has a default that changes
/// nothing. With no delegate none is called.
public protocol LayoutManagerDelegate: AnyObject {
  /// Room below a line, beside what its paragraph style asks for.
  /// - Parameters:
  ///   - glyphIndex: of the line's last glyph.
  ///   - rect: the line fragment as it would be without.
  func layoutManager(
    _ manager: LayoutManager, lineSpacingAfterGlyphAt glyphIndex: Int, proposedRect rect: Rect
  ) -> Length
  /// Room before a paragraph, beside what its style asks for.
  func layoutManager(
    _ manager: LayoutManager, paragraphSpacingBeforeCharacterAt offset: Int
  ) -> Length
  /// Room behind a paragraph, beside what its style asks for.
  /// - Parameter offset: of the paragraph's last character.
  func layoutManager(
    _ manager: LayoutManager, paragraphSpacingAfterCharacterAt offset: Int
  ) -> Length
  /// Whether a line may end before a character where words allow it.
  func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByWordBeforeCharacterAt offset: Int
  ) -> Bool
  /// Whether a word may be divided before a character.
  func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByHyphenatingBeforeCharacterAt offset: Int
  ) -> Bool
  /// What a control character does.
  func layoutManager(
    _ manager: LayoutManager, shouldUse action: ControlCharacterAction,
    forControlCharacterAt offset: Int
  ) -> ControlCharacterAction
  /// The characters whose glyphs are shown for a word; nil for its own. They must be as many
  /// UTF-16 units, so that positions in the text stay what they are.
  func layoutManager(
    _ manager: LayoutManager, shouldGenerateGlyphsFor word: String, at offset: Int
  ) -> String?
  /// The last chance to move or resize a line. Its y counts from where the line would begin: one
  /// that is moved down takes the lines below it along.
  func layoutManager(
    _ manager: LayoutManager, shouldSetLineFragment line: inout LineGeometry,
    forCharacterRange range: Range<Int>
  )
  /// - Parameter atEnd: whether the text ends in this container.
  func layoutManager(
    _ manager: LayoutManager, didCompleteLayoutFor container: TextContainer, atEnd: Bool)
  func layoutManagerDidInvalidateLayout(_ manager: LayoutManager)
  /// The chain is at its end and there is more text; nil to leave it at that.
  func layoutManager(_ manager: LayoutManager, needsContainer index: Int) -> TextContainer?
}

/// The parts of a line that `shouldSetLineFragment` may change.
public struct LineGeometry: Hashable, Sendable {
  /// The line fragment's rectangle in its container, in points.
  public var rect: Rect
  /// The part of it that has text, in points.
  public var usedRect: Rect
  /// Of the baseline, from the rectangle's top.
  public var baselineOffset: Length
}

extension LayoutManagerDelegate {
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, lineSpacingAfterGlyphAt glyphIndex: Int, proposedRect rect: Rect
  ) -> Length { 0 }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, paragraphSpacingBeforeCharacterAt offset: Int
  ) -> Length { 0 }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, paragraphSpacingAfterCharacterAt offset: Int
  ) -> Length { 0 }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByWordBeforeCharacterAt offset: Int
  ) -> Bool { true }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByHyphenatingBeforeCharacterAt offset: Int
  ) -> Bool { true }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, shouldUse action: ControlCharacterAction,
    forControlCharacterAt offset: Int
  ) -> ControlCharacterAction { action }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, shouldGenerateGlyphsFor word: String, at offset: Int
  ) -> String? { nil }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, shouldSetLineFragment line: inout LineGeometry,
    forCharacterRange range: Range<Int>
  ) {}
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, didCompleteLayoutFor container: TextContainer, atEnd: Bool
  ) {}
  /// Does nothing.
  public func layoutManagerDidInvalidateLayout(_ manager: LayoutManager) {}
  /// The default has none.
  public func layoutManager(
    _ manager: LayoutManager, needsContainer index: Int
  ) -> TextContainer? { nil }
}

/// A delegate as the stages ask it: in their own numbers, and only where there is one.
struct LayoutHooks {
  private unowned let manager: LayoutManager
  private let delegate: any LayoutManagerDelegate

  /// Nil where there is no delegate.
  init?(_ manager: LayoutManager) {
    guard let delegate = manager.delegate else { return nil }
    self.manager = manager
    self.delegate = delegate
  }

  /// Notes that an answer is not the one that changes nothing.
  private func note<Answer: Equatable>(_ answer: Answer, unless agreed: Answer) -> Answer {
    if answer != agreed { manager.live.delegateDecides = true }
    return answer
  }

  func spacing(afterGlyph index: Int, _ line: LineFragment) -> Int {
    note(
      delegate.layoutManager(manager, lineSpacingAfterGlyphAt: index, proposedRect: line.rect)
        .rawValue, unless: 0)
  }

  func spacing(before paragraph: Paragraph) -> Int {
    note(
      delegate.layoutManager(manager, paragraphSpacingBeforeCharacterAt: Int(paragraph.start))
        .rawValue, unless: 0)
  }

  func spacing(after paragraph: Paragraph) -> Int {
    let last = max(Int(paragraph.start), Int(paragraph.end) - 1)
    return note(
      delegate.layoutManager(manager, paragraphSpacingAfterCharacterAt: last).rawValue, unless: 0)
  }

  func allows(_ candidate: BreakCandidate) -> Bool {
    let offset = Int(candidate.offset)
    return note(
      candidate.showsHyphen
        ? delegate.layoutManager(manager, shouldBreakLineByHyphenatingBeforeCharacterAt: offset)
        : delegate.layoutManager(manager, shouldBreakLineByWordBeforeCharacterAt: offset),
      unless: true)
  }

  /// As the shaper asks.
  var shaping: ShapingHooks {
    ShapingHooks(
      action: { action($0, at: $1) }, glyphs: { glyphs(for: $0, at: $1) })
  }

  private func action(_ action: ControlCharacterAction, at offset: Int) -> ControlCharacterAction {
    note(
      delegate.layoutManager(manager, shouldUse: action, forControlCharacterAt: offset),
      unless: action)
  }

  private func glyphs(for units: UnsafeBufferPointer<UInt16>, at offset: Int) -> [UInt16]? {
    let word = String(decoding: units, as: UTF16.self)
    guard
      let other = note(
        delegate.layoutManager(manager, shouldGenerateGlyphsFor: word, at: offset), unless: nil)
    else { return nil }
    let new = Array(other.utf16)
    precondition(new.count == units.count, "a substitution has as many UTF-16 units as its word")
    return new
  }

  func set(_ line: inout LineFragment) {
    let before = LineGeometry(
      rect: line.rect, usedRect: line.usedRect, baselineOffset: Length(rawValue: line.baseline))
    var geometry = before
    delegate.layoutManager(
      manager, shouldSetLineFragment: &geometry, forCharacterRange: Int(line.start)..<Int(line.end))
    guard note(geometry, unless: before) != before else { return }
    line.x = geometry.rect.minX.rawValue
    line.y = (geometry.rect.minY - before.rect.minY).rawValue
    line.width = geometry.rect.width.rawValue
    line.height = geometry.rect.height.rawValue
    line.usedX = geometry.usedRect.minX.rawValue
    line.baseline = geometry.baselineOffset.rawValue
  }
}
