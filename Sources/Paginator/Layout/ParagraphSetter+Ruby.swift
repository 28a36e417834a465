/// Room for ruby annotations.
extension ParagraphSetter {
  /// Makes room for an annotation that is wider than its part of the bases: half on each side. Its height
  /// above the baseline counts in its line.
  ///
  /// - Parameters:
  ///   - index: its segment.
  ///   - attachment: its index in the text.
  mutating func makeRoom(forAnnotation index: Int, _ attachment: Int, _ share: RubyShare) {
    let before = shaped[..<index].suffix(Self.longestBase)
    let after = shaped[index...].prefix(Self.longestBase)
    guard let layout = result.attachments[Int32(attachment)],
      let start = before.lastIndex(where: { isEdgeOfBase($0, isStart: true) }),
      let end = after.firstIndex(where: { isEdgeOfBase($0, isStart: false) })
    else { return }
    let style = Int(text.inlineEdges[Int(shaped[start].word)].style)
    result.attachments[Int32(attachment)]?.descent = -setter.metrics[style].ascent
    var free = layout.width * share.count - shaped[start...end].reduce(0) { $0 + $1.width }
    if isBetweenKana(shaped[start].start, shaped[index].end) { free -= layout.height }
    guard free > 0 else { return }
    shaped[start].width += free / 2
    shaped[end].width += free - free / 2
  }

  /// Whether an annotation may be over the letters beside its base, by half of its size on each side
  /// (Requirements for Japanese Text Layout, section 3.3.8).
  private func isBetweenKana(_ start: Int32, _ end: Int32) -> Bool {
    guard start > 0, end < text.units.count else { return false }
    let kana: ClosedRange<UInt16> = 0x3041...0x30FF
    return kana.contains(text.units[Int(start) - 1]) && kana.contains(text.units[Int(end)])
  }

  /// In segments. Longer bases are set without annotations above them.
  private static let longestBase = 64

  private func isEdgeOfBase(_ segment: Segment, isStart: Bool) -> Bool {
    guard segment.kind == .edge, segment.word >= 0 else { return false }
    let edge = text.inlineEdges[Int(segment.word)]
    return edge.isStart == isStart && text.styles[Int(edge.style)].box.rubyPart == .base
  }
}
