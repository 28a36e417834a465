/// Blocks of which a word has no room are set in smaller type (`word-scale-min`) where the word then fits: a heading whose
/// word is cut cannot be read at a glance.
///
/// A step before layout, from text to text, like `TableScaling`.
struct WordScaling {
  private var flow: Flow
  private var text: AttributedText { flow.text }

  /// How many blocks of a chapter are examined: each costs in proportion to the chapter.
  private static let mostBlocks = 500

  /// The text with such blocks in smaller type; nil if all words fit, or none can.
  ///
  /// - Parameter measure: the width of the pages' text.
  static func scaled(
    _ text: AttributedText, measure: Length, typesetter: Typesetter
  ) throws -> AttributedText? {
    guard text.styles.contains(where: { $0.text.wordScaleMin ?? 1 < 1 }) else { return nil }
    // Margins take less than half of the measure, as a rule. Few words of headings are so long.
    let long = text.paragraphs.indices.filter { text.mayHoldWord($0, wider: measure / 2) }
    guard !long.isEmpty, long.count <= mostBlocks else { return nil }
    var scaling = Self(flow: try Flow(measuring: text, in: measure, typesetter))
    var (result, isScaled) = (text, false)
    for index in long {
      guard let scale = try scaling.scale(of: index) else { continue }
      result.scaleType(of: text.paragraphs[index].block, index..<index + 1, by: scale)
      isScaled = true
    }
    return isScaled ? result : nil
  }

  /// The share of its size at which the words of a paragraph fit; nil if they do, or if the least size is too large.
  private mutating func scale(of index: Int) throws -> Double? {
    let block = text.paragraphs[index].block
    let style = text.styles[Int(text.paragraphs[index].style)].text
    guard let least = style.wordScaleMin, style.typeScale == nil, text.isOnlyInBlocks(block),
      text.isAlone(index)
    else { return nil }
    let frame = flow.geometry.frame(of: block, containerWidth: flow.width)
    guard frame.width > 0 else { return nil }
    let widths = try flow.context.intrinsicWidths(
      of: block, index..<index + 1, available: frame.width)
    let widest = widths.least[WordDivision.styled.rawValue]
    guard widest > frame.width + LineWidths.rounding else { return nil }
    let scale = Double(frame.width) / Double(widest)
    let stepped = PreformattedScaling.stepped(scale)
    return stepped >= least ? stepped : scale >= least ? least : nil
  }
}

extension AttributedText {
  /// Whether a paragraph whose type may be scaled has a word that might be wider than a length.
  fileprivate func mayHoldWord(_ index: Int, wider length: Length) -> Bool {
    let style = styles[Int(paragraphs[index].style)].text
    guard style.wordScaleMin ?? 1 < 1 else { return false }
    var (longest, count) = (0, 0)
    for unit in units[paragraphs[index].range] {
      count = unit.isBlank || unit == 0x2028 ? 0 : count + 1
      longest = max(longest, count)
    }
    // Most letters are half as wide as the type is high, a capital at most as wide.
    let letter = style.font.size * 0.9 + style.letterSpacing
    return letter * Double(longest) > length
  }

  /// Whether the paragraphs next to one are in other blocks.
  fileprivate func isAlone(_ index: Int) -> Bool {
    let block = paragraphs[index].block
    return (index == 0 || paragraphs[index - 1].block != block)
      && (index + 1 == paragraphs.count || paragraphs[index + 1].block != block)
  }
}
