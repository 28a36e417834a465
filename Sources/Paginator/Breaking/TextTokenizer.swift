/// The unit of a step through text (UAX #29).
public enum TextGranularity: String, Sendable, CaseIterable {
  /// A grapheme cluster: a user-perceived character.
  case character
  /// A word, or the characters between two words.
  case word
  /// A sentence.
  case sentence
  /// A paragraph of the text.
  case paragraph
  /// The whole text.
  case document
  /// A line of a layout. Only a layout manager knows it; here it is the whole text.
  case line

  /// Whether its boundaries are found within one paragraph.
  fileprivate var isInParagraph: Bool {
    switch self {
    case .character, .word, .sentence: true
    case .paragraph, .document, .line: false
    }
  }
}

/// Towards the text's end or its beginning.
public enum TextDirection: String, Sendable {
  /// Towards the text's end.
  case forward
  /// Towards the text's beginning.
  case backward
}

/// Divides text into characters, words, sentences and paragraphs, and steps from one to the next.
/// Offsets are in UTF-16 code units; results outside the text are nil.
public struct TextTokenizer {
  private let text: AttributedText
  private let breaker = TextBreaker()

  /// A tokenizer of a copy of a text: it does not see later changes of a storage.
  public init(_ text: AttributedText) { self.text = text }

  /// The token that contains an offset. At a boundary, the token after it, or before it if the
  /// direction is backward.
  public func range(
    enclosing offset: Int, by granularity: TextGranularity, direction: TextDirection = .forward
  ) -> Range<Int>? {
    let inside = direction == .forward ? offset : offset - 1
    guard inside >= 0, inside < text.length else { return nil }
    if granularity == .document || granularity == .line { return 0..<text.length }
    let paragraph = text.paragraphRange(for: inside..<inside + 1)
    if granularity == .paragraph { return paragraph }
    let own = boundaries(granularity, in: paragraph)
    let index = own.partitioningIndex { $0 > inside }
    return own[index - 1]..<own[index]
  }

  /// Whether a token begins or ends at an offset.
  public func isBoundary(_ offset: Int, of granularity: TextGranularity) -> Bool {
    guard offset >= 0, offset <= text.length else { return false }
    guard offset > 0, let range = range(enclosing: offset, by: granularity, direction: .backward)
    else { return true }
    return range.upperBound == offset
  }

  /// The next boundary in a direction; nil at the text's end, or backward at its beginning.
  public func position(
    from offset: Int, toBoundary granularity: TextGranularity, in direction: TextDirection
  ) -> Int? {
    guard let range = range(enclosing: offset, by: granularity, direction: direction) else {
      return nil
    }
    return direction == .forward ? range.upperBound : range.lowerBound
  }

  /// The offset `count` characters (grapheme clusters) away; nil outside the text.
  public func position(from offset: Int, offsetBy count: Int) -> Int? {
    var result = offset
    var left = count.magnitude
    while left > 0 {
      let inside = count > 0 ? result : result - 1
      guard inside >= 0, inside < text.length else { return nil }
      // Find the boundaries of a paragraph once for all steps in it.
      let own = boundaries(.character, in: text.paragraphRange(for: inside..<inside + 1))
      let next = own.partitioningIndex { $0 > inside }
      let steps = Int(min(left, UInt(count > 0 ? own.count - next : next)))
      result = own[count > 0 ? next + steps - 1 : next - steps]
      left -= UInt(steps)
    }
    return result
  }

  /// All tokens that overlap the part of a range that is in the text, in order. Words are those of UAX #29: punctuation and spaces
  /// between words are tokens too; use `isWord(_:)` to tell them apart.
  public func tokens(_ granularity: TextGranularity, in range: Range<Int>) -> [Range<Int>] {
    let range = range.clamped(to: 0..<text.length)
    var result: [Range<Int>] = []
    var offset = range.lowerBound
    while offset < range.upperBound,
      let whole = self.range(
        enclosing: offset, by: granularity.isInParagraph ? .paragraph : granularity)
    {
      // Find the boundaries of a paragraph once for all its tokens.
      let borders =
        granularity.isInParagraph
        ? boundaries(granularity, in: whole) : [whole.lowerBound, whole.upperBound]
      for (start, end) in zip(borders, borders.dropFirst())
      where end > offset && start < range.upperBound {
        result.append(start..<end)
      }
      offset = whole.upperBound
    }
    return result
  }

  /// The UAX #29 words of a piece of text that begins and ends at word boundaries.
  func words(inPiece piece: Range<Int>) -> [Range<Int>] {
    let borders = boundaries(.word, in: piece)
    return zip(borders, borders.dropFirst()).map { $0..<$1 }
  }

  /// Whether a token contains a letter or a digit.
  public func isWord(_ range: Range<Int>) -> Bool {
    text.string(in: range).unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
  }

  /// The boundaries in a paragraph, including its beginning and end.
  private func boundaries(_ granularity: TextGranularity, in range: Range<Int>) -> [Int] {
    let kind: TextBreaker.Kind =
      switch granularity {
      case .word: .word
      case .sentence: .sentence
      default: .grapheme
      }
    return [range.lowerBound]
      + text.units.withUnsafeBufferPointer {
        breaker.boundaries(kind, of: UnsafeBufferPointer(rebasing: $0[range]))
          .map { range.lowerBound + Int($0) }
      }
  }
}

extension TextStorage {
  /// Deletes the grapheme cluster before an offset (UIKit's `deleteBackward`).
  /// - Returns: the new offset of the caret.
  @discardableResult
  public func deleteBackward(at offset: Int) -> Int {
    guard
      let start = TextTokenizer(text).position(
        from: offset, toBoundary: .character, in: .backward)
    else { return offset }
    delete(start..<offset)
    return start
  }
}
