/// A piece of a paragraph that is set as a unit: a word, a space, an attachment. Only numbers.
package struct Segment: Sendable {
  package enum Kind: UInt8, Sendable {
    case word
    /// A word space that stretches; `word` is -1.
    case space
    /// U+00A0: stretches, but is no line break opportunity.
    case noBreakSpace
    case tab
    case attachment
    /// The start or the end of an inline box; `word` is the index of the edge.
    case edge
    /// A forced line break.
    case lineBreak
  }

  package var kind: Kind
  /// Bidi embedding level.
  package var level: UInt8
  /// Whether it keeps its width when its line is justified: a space with `text-justify: none`, or a
  /// word whose style has no `glyph-scaling-limit`.
  var isRigid = false
  /// Where a justified line adds space to it, if letters are spaced to justify.
  var gaps = LetterGaps.all
  package var start: Int32
  /// UTF-16 units; 0 for edges.
  package var length: Int32
  /// The index in `Shaper.words`, or the index of an attachment or edge.
  package var word: Int32
  /// In `AttributedText.styles`.
  package var style: Int32
  /// The letter spacing after the last character, included in `width`. It is removed at the end of
  /// a line (CSS Text 4, section 8.2).
  var trailing: Int32 = 0
  /// In 1/1024 points, before justification.
  package var width: Int

  package var end: Int32 { start + length }

  /// Whether it is a space whose width changes when its line is justified.
  var stretches: Bool { (kind == .space || kind == .noBreakSpace) && !isRigid }
}

/// Where justification may add space to a word (CSS Text 3, section 6.4).
enum LetterGaps: UInt8, Sendable {
  /// After every character.
  case all
  /// Only after the last character: the word is of letters, and an ideograph follows.
  case last
  /// Nowhere: the word is of letters, and more of them or a space that stretches follow.
  case none

  /// The number of places of a word with as many characters.
  @inline(__always)
  func count(_ clusterCount: @autoclosure () -> Int) -> Int {
    switch self {
    case .all: clusterCount()
    case .last: 1
    case .none: 0
    }
  }
}

/// Unicode white space that is not a word space (CSS Text 3, section 4: "other space separators"):
/// it has its own width, and is removed at the end of a line.
enum SpaceSeparators {
  @inline(__always)
  static func contains(_ unit: UInt16) -> Bool {
    guard unit >= 0x1680 else { return false }
    switch unit {
    case 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: return true
    default: return false
    }
  }
}

extension AttributedText {
  /// Whether a segment is the place of a box that takes no room in its line. A float that is set in its
  /// line is a box.
  func isOutOfFlow(_ segment: Segment) -> Bool {
    segment.kind == .attachment && segment.width == 0
      && attachments[Int(segment.word)].isOutOfFlow
  }
}

extension Segment {
  /// Whether a segment has only controls that embed, override or isolate (UAX #9, section 2).
  /// - Parameter units: those of the text.
  func isEmbeddingControl(in units: [UInt16]) -> Bool {
    guard kind == .word, width == 0 else { return false }
    return units[Int(start)..<Int(end)].allSatisfy {
      (0x202A...0x202E).contains($0) || (0x2066...0x2069).contains($0)
    }
  }
}
