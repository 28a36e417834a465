/// Chooses where the lines of a paragraph end: what stands in the place of Knuth and Plass when you
/// have rules of your own.
public protocol LineBreaker {
  /// - Parameters:
  ///   - opportunities: in the order of the text; the last one is the paragraph's end.
  ///   - measure: how wide a line is, by its number.
  /// - Returns: the indices of the opportunities at which lines end, in order: all that are forced,
  ///   and the last one.
  func breaks(_ opportunities: [BreakOpportunity], measure: (_ line: Int) -> Length) -> [Int]
}

/// A place where a line may end. Sums run from the paragraph's start, so that the width of a line is
/// one subtraction: `widthBefore` of its end less `widthAfter` of the end of the line before.
public struct BreakOpportunity: Hashable, Sendable {
  /// A text offset: of the next line's first character.
  public let offset: Int
  /// Up to the end of the line, the hyphen that it would show included.
  public let widthBefore: Length
  /// Up to the beginning of the next line.
  public let widthAfter: Length
  /// How far spaces up to here give, and how far they can be pressed.
  public let stretch: Length
  /// How much the line may shrink, in points.
  public let shrink: Length
  /// Whether the line ends in a hyphen.
  public let isHyphenated: Bool
  /// Whether a line must end here.
  public let isForced: Bool
  /// TeX's: the higher, the worse.
  public let penalty: Int

  init(_ candidate: BreakCandidate) {
    offset = Int(candidate.offset)
    widthBefore = Length(rawValue: candidate.widthBefore + candidate.hyphenWidth)
    widthAfter = Length(rawValue: candidate.widthAfter)
    stretch = Length(rawValue: candidate.stretchBefore)
    shrink = Length(rawValue: candidate.shrinkBefore)
    isHyphenated = candidate.isFlagged
    isForced = candidate.isForced
    penalty = Int(candidate.penalty)
  }
}

extension LineBreaker {
  /// The breaks of a paragraph, as the stages number them.
  func breaks(_ candidates: [BreakCandidate], _ widths: LineWidths) -> [Int32] {
    let chosen = breaks(candidates.map(BreakOpportunity.init)) {
      Length(rawValue: widths.width(ofLine: $0))
    }
    precondition(
      zip(chosen, chosen.dropFirst()).allSatisfy(<) && chosen.last == candidates.count - 1
        && candidates.indices.allSatisfy { !candidates[$0].isForced || chosen.contains($0) },
      "a line breaker gives breaks in order, the forced ones and the last among them")
    return chosen.map(Int32.init)
  }
}
