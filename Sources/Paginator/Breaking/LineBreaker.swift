/// Chooses where the lines of a paragraph end. Implement it to replace Knuth and Plass's algorithm
/// with rules of your own.
public protocol LineBreaker {
  /// - Parameters:
  ///   - opportunities: in the order of the text; the last one is the paragraph's end.
  ///   - measure: the width of a line, by its index from 0.
  /// - Returns: the indices of the opportunities at which lines end, in order, including all forced
  ///   ones and the last one.
  func breaks(_ opportunities: [BreakOpportunity], measure: (_ line: Int) -> Length) -> [Int]
}

/// A place where a line may end. Widths are sums from the paragraph's start, so that the width of a
/// line is one subtraction: `widthBefore` at its end minus `widthAfter` at the end of the previous
/// line. So are its stretch and its shrink.
public struct BreakOpportunity: Hashable, Sendable {
  /// The text offset of the next line's first character.
  public let offset: Int
  /// The width up to the end of the line, including the hyphen that it would show.
  public let widthBefore: Length
  /// The width up to the beginning of the next line.
  public let widthAfter: Length
  /// How much the text up to the end of the line can stretch; a sum, like the widths.
  public let stretchBefore: Length
  /// How much the text up to the beginning of the next line can stretch.
  public let stretchAfter: Length
  /// How much the text up to the end of the line can shrink; a sum, like the widths.
  public let shrinkBefore: Length
  /// How much the text up to the beginning of the next line can shrink.
  public let shrinkAfter: Length
  /// Whether the line ends in a hyphen.
  public let isHyphenated: Bool
  /// Whether a line must end here.
  public let isForced: Bool
  /// TeX's penalty: the higher, the worse.
  public let penalty: Int

  init(_ candidate: BreakCandidate) {
    offset = Int(candidate.offset)
    widthBefore = Length(rawValue: candidate.widthBefore + Int(candidate.hyphenWidth))
    widthAfter = Length(rawValue: candidate.widthAfter)
    stretchBefore = Length(rawValue: candidate.stretchBefore)
    stretchAfter = Length(rawValue: candidate.stretchAfter)
    shrinkBefore = Length(rawValue: candidate.shrinkBefore)
    shrinkAfter = Length(rawValue: candidate.shrinkAfter)
    isHyphenated = candidate.isFlagged
    isForced = candidate.isForced
    penalty = Int(candidate.penalty)
  }
}

extension LineBreaker {
  /// The chosen breaks, as indices of candidates.
  func breaks(_ candidates: [BreakCandidate], _ widths: LineWidths) -> [Int32] {
    let chosen = breaks(candidates.map(BreakOpportunity.init)) {
      Length(rawValue: widths.width(ofLine: $0))
    }
    let forced = candidates.indices.filter { candidates[$0].isForced }
    precondition(
      zip(chosen, chosen.dropFirst()).allSatisfy(<) && chosen.last == candidates.count - 1
        && Set(chosen).isSuperset(of: forced),
      "a line breaker gives breaks in order, the forced ones and the last among them")
    return chosen.map(Int32.init)
  }
}
