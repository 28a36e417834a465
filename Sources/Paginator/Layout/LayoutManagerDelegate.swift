/// Makes decisions and receives notifications while text is laid out: TextKit's hooks. Every method
/// has a default that changes nothing. Without a delegate, no hook is called; a method that the
/// delegate does not have costs nothing.
///
/// Text is being laid out while a decision is asked for: queries of the manager then throw
/// `LayoutError.layoutInProgress`, and the text must not be edited. In
/// `layoutManager(_:didCompleteLayoutFor:atEnd:)`, queries are answered.
public protocol LayoutManagerDelegate: AnyObject {
  /// Whether every decision depends only on the text and attributes of its paragraph and on places within it, and
  /// not on offsets into the whole text, numbers of glyphs or anything else that an edit of other paragraphs
  /// changes. Edits then lay out only what they change; otherwise, once a decision is not the default, they lay out
  /// all of the text again. The default is false. Asked for when layout begins.
  var decidesByParagraph: Bool { get }
  /// Extra space below a line, in addition to what its paragraph style asks for.
  /// - Parameters:
  ///   - glyphIndex: the index of the line's last glyph.
  ///   - rect: the line fragment without the extra space.
  func layoutManager(
    _ manager: LayoutManager, lineSpacingAfterGlyphAt glyphIndex: Int, proposedRect rect: Rect
  ) -> Length
  /// Extra space before a paragraph, in addition to what its style asks for.
  func layoutManager(
    _ manager: LayoutManager, paragraphSpacingBeforeCharacterAt offset: Int
  ) -> Length
  /// Extra space after a paragraph, in addition to what its style asks for.
  /// - Parameter offset: the offset of the paragraph's last character.
  func layoutManager(
    _ manager: LayoutManager, paragraphSpacingAfterCharacterAt offset: Int
  ) -> Length
  /// Whether a line may end before a character, at a break opportunity without a hyphen.
  func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByWordBeforeCharacterAt offset: Int
  ) -> Bool
  /// Whether a word may be hyphenated before a character.
  func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByHyphenatingBeforeCharacterAt offset: Int
  ) -> Bool
  /// What a control character does.
  func layoutManager(
    _ manager: LayoutManager, shouldUse action: ControlCharacterAction,
    forControlCharacterAt offset: Int
  ) -> ControlCharacterAction
  /// The characters whose glyphs are shown for a word; nil for the word's own. They must have as
  /// many UTF-16 units as the word, so that text positions stay the same.
  func layoutManager(
    _ manager: LayoutManager, shouldGenerateGlyphsFor word: String, at offset: Int
  ) -> String?
  /// The bounds of an attachment in its line, as `NSTextAttachment` has them by
  /// `attachmentBounds(for:proposedLineFragment:glyphPosition:characterIndex:)`. The paragraph is set
  /// again if they differ from the attachment's own, at most four times.
  /// - Parameters:
  ///   - attachment: with its own bounds: return them to change nothing.
  ///   - rect: the line fragment that the attachment is in. Its height is that of the line with the
  ///     attachment's present bounds, its y is 0: lines are placed when their heights are known.
  ///   - position: how far the attachment is from the beginning of the line fragment, at its right
  ///     for a line that runs to the left, before the line is justified.
  func layoutManager(
    _ manager: LayoutManager, boundsFor attachment: TextAttachment, at offset: Int,
    proposedLineFragment rect: Rect, position: Length
  ) -> Rect
  /// Called last for a line, to move or resize it. The line's y is relative to the place where the
  /// line would begin; moving a line down also moves the lines below it.
  func layoutManager(
    _ manager: LayoutManager, shouldSetLineFragment line: inout LineGeometry,
    forCharacterRange range: Range<Int>
  )
  /// Called when a container has been laid out.
  /// - Parameter atEnd: whether the text ends in this container.
  func layoutManager(
    _ manager: LayoutManager, didCompleteLayoutFor container: TextContainer, atEnd: Bool)
  /// Called when layout that was complete is no longer valid.
  func layoutManagerDidInvalidateLayout(_ manager: LayoutManager)
  /// Called when the chain ends and more text follows; returns nil to end the layout.
  func layoutManager(_ manager: LayoutManager, needsContainer index: Int) -> TextContainer?
}

/// The parts of a line that `shouldSetLineFragment` may change.
public struct LineGeometry: Hashable, Sendable {
  /// The line fragment's rectangle in its container, in points.
  public var rect: Rect
  /// The part of it that has text, in points.
  public var usedRect: Rect
  /// The baseline, measured from the rectangle's top.
  public var baselineOffset: Length
}

/// The decisions that a delegate can make.
struct DelegateDecisions: OptionSet {
  let rawValue: UInt16

  static let lineSpacing = DelegateDecisions(rawValue: 1)
  static let spacingBefore = DelegateDecisions(rawValue: 1 << 1)
  static let spacingAfter = DelegateDecisions(rawValue: 1 << 2)
  static let wordBreaks = DelegateDecisions(rawValue: 1 << 3)
  static let hyphens = DelegateDecisions(rawValue: 1 << 4)
  static let controlCharacters = DelegateDecisions(rawValue: 1 << 5)
  static let glyphs = DelegateDecisions(rawValue: 1 << 6)
  static let attachmentBounds = DelegateDecisions(rawValue: 1 << 7)
  static let lineFragments = DelegateDecisions(rawValue: 1 << 8)
}

extension LayoutManagerDelegate {
  /// The default is false.
  public var decidesByParagraph: Bool { false }

  /// Notes that the manager's delegate has no method of its own for a decision, so that it is not
  /// asked again. A delegate that has the method never calls the default; where it forwards to
  /// another object that does, that object is not the manager's delegate.
  private func leave(_ decision: DelegateDecisions, to manager: LayoutManager) {
    if manager.delegate === self { manager.undelegated.insert(decision) }
  }

  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, lineSpacingAfterGlyphAt glyphIndex: Int, proposedRect rect: Rect
  ) -> Length {
    leave(.lineSpacing, to: manager)
    return 0
  }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, paragraphSpacingBeforeCharacterAt offset: Int
  ) -> Length {
    leave(.spacingBefore, to: manager)
    return 0
  }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, paragraphSpacingAfterCharacterAt offset: Int
  ) -> Length {
    leave(.spacingAfter, to: manager)
    return 0
  }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByWordBeforeCharacterAt offset: Int
  ) -> Bool {
    leave(.wordBreaks, to: manager)
    return true
  }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, shouldBreakLineByHyphenatingBeforeCharacterAt offset: Int
  ) -> Bool {
    leave(.hyphens, to: manager)
    return true
  }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, shouldUse action: ControlCharacterAction,
    forControlCharacterAt offset: Int
  ) -> ControlCharacterAction {
    leave(.controlCharacters, to: manager)
    return action
  }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, shouldGenerateGlyphsFor word: String, at offset: Int
  ) -> String? {
    leave(.glyphs, to: manager)
    return nil
  }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, boundsFor attachment: TextAttachment, at offset: Int,
    proposedLineFragment rect: Rect, position: Length
  ) -> Rect {
    leave(.attachmentBounds, to: manager)
    return attachment.bounds
  }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, shouldSetLineFragment line: inout LineGeometry,
    forCharacterRange range: Range<Int>
  ) {
    leave(.lineFragments, to: manager)
  }
  /// The default changes nothing.
  public func layoutManager(
    _ manager: LayoutManager, didCompleteLayoutFor container: TextContainer, atEnd: Bool
  ) {}
  /// Does nothing.
  public func layoutManagerDidInvalidateLayout(_ manager: LayoutManager) {}
  /// The default supplies no container.
  public func layoutManager(
    _ manager: LayoutManager, needsContainer index: Int
  ) -> TextContainer? { nil }
}

/// Calls the delegate for the layout stages and converts their values. Exists only with a delegate,
/// while text is laid out. A class, because each call through a copy of a structure would retain the
/// delegate, and retaining an object that is referred to weakly is slow.
final class LayoutHooks {
  private let manager: LayoutManager
  private let delegate: any LayoutManagerDelegate
  private let isLocal: Bool

  /// Nil where there is no delegate.
  init?(_ manager: LayoutManager) {
    guard let delegate = manager.delegate else { return nil }
    self.manager = manager
    self.delegate = delegate
    isLocal = delegate.decidesByParagraph
  }

  /// Whether the delegate may have a method for a decision.
  func asks(_ decision: DelegateDecisions) -> Bool {
    !manager.undelegated.contains(decision)
  }

  /// Notes that an answer differs from the default, where it may depend on other text.
  private func note<Answer: Equatable>(_ answer: Answer, unless agreed: Answer) -> Answer {
    if answer != agreed, !isLocal { manager.live.delegateDecides = true }
    return answer
  }

  func spacing(afterGlyph index: Int, _ line: LineFragment) -> Int {
    guard asks(.lineSpacing) else { return 0 }
    return note(
      delegate.layoutManager(manager, lineSpacingAfterGlyphAt: index, proposedRect: line.rect)
        .rawValue, unless: 0)
  }

  func spacing(before paragraph: Paragraph) -> Int {
    guard asks(.spacingBefore) else { return 0 }
    return note(
      delegate.layoutManager(manager, paragraphSpacingBeforeCharacterAt: Int(paragraph.start))
        .rawValue, unless: 0)
  }

  func spacing(after paragraph: Paragraph) -> Int {
    guard asks(.spacingAfter) else { return 0 }
    let last = max(Int(paragraph.start), Int(paragraph.end) - 1)
    return note(
      delegate.layoutManager(manager, paragraphSpacingAfterCharacterAt: last).rawValue, unless: 0)
  }

  func bounds(
    of attachment: TextAttachment, at offset: Int, in line: LineFragment, position: Int
  ) -> Rect {
    guard asks(.attachmentBounds) else { return attachment.bounds }
    let rect = Rect(x: line.rect.minX, y: 0, width: line.rect.width, height: line.rect.height)
    return note(
      delegate.layoutManager(
        manager, boundsFor: attachment, at: offset, proposedLineFragment: rect,
        position: Length(rawValue: position)), unless: attachment.bounds)
  }

  /// Whether the delegate may have a method about breaks.
  var mayVetoBreaks: Bool { asks(.wordBreaks) || asks(.hyphens) }

  func allows(_ candidate: BreakCandidate) -> Bool {
    guard asks(candidate.showsHyphen ? .hyphens : .wordBreaks) else { return true }
    let offset = Int(candidate.offset)
    return note(
      candidate.showsHyphen
        ? delegate.layoutManager(manager, shouldBreakLineByHyphenatingBeforeCharacterAt: offset)
        : delegate.layoutManager(manager, shouldBreakLineByWordBeforeCharacterAt: offset),
      unless: true)
  }

  /// The hooks in the form that the shaper uses.
  var shaping: ShapingHooks {
    ShapingHooks(
      action: { self.action($0, at: $1) }, glyphs: { self.glyphs(for: $0, at: $1) })
  }

  private func action(_ action: ControlCharacterAction, at offset: Int) -> ControlCharacterAction {
    guard asks(.controlCharacters) else { return action }
    return note(
      delegate.layoutManager(manager, shouldUse: action, forControlCharacterAt: offset),
      unless: action)
  }

  private func glyphs(for units: UnsafeBufferPointer<UInt16>, at offset: Int) -> [UInt16]? {
    guard asks(.glyphs) else { return nil }
    let word = Self.string(units)
    guard
      let other = note(
        delegate.layoutManager(manager, shouldGenerateGlyphsFor: word, at: offset), unless: nil)
    else { return nil }
    let new = Array(other.utf16)
    precondition(new.count == units.count, "a substitution has as many UTF-16 units as its word")
    return new
  }

  /// A word as a string: most are ASCII, of which a string is made faster.
  private static func string(_ units: UnsafeBufferPointer<UInt16>) -> String {
    guard units.allSatisfy({ $0 < 0x80 }) else { return String(decoding: units, as: UTF16.self) }
    return String(unsafeUninitializedCapacity: units.count) { bytes in
      for index in units.indices { bytes[index] = UInt8(truncatingIfNeeded: units[index]) }
      return units.count
    }
  }

  func set(_ line: inout LineFragment) {
    guard asks(.lineFragments) else { return }
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
