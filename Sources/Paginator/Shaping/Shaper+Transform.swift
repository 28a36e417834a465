/// Words whose characters are shown as others: capitals, full-width forms.
extension Shaper {
  /// Visits the characters of a piece, as they are shown, with their clusters.
  func transform(
    _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ style: ShapingStyle,
    _ context: Context, isSmallCapital: Bool,
    _ add: (_ scalar: UInt32, _ cluster: UInt32) -> Void
  ) {
    let isPlain = style.transform.isEmpty && !isSmallCapital
    var transformer = TextTransformer(
      style.transform, upper: isSmallCapital, language: style.language,
      isInsideWord: context.continuesWord)
    let shift = context.hasSpaceBefore ? 1 : 0
    var index = range.lowerBound
    // Characters in earlier pieces of the word count too.
    if !isPlain { transformer.skip(units, upTo: index) }
    while index < range.upperBound {
      let (scalar, width) = UTF16Scalars.scalar(units, at: index)
      let cluster = UInt32(index - range.lowerBound + shift)
      if isPlain {
        add(scalar, cluster)
      } else {
        var end = index + width
        if scalar == TextTransformer.sigma { end = TextTransformer.passIgnored(units, from: end) }
        let next = end < units.count ? UTF16Scalars.scalar(units, at: end).0 : 0
        transformer.add(scalar, next: next) { add($0, cluster) }
      }
      index += width
    }
  }
}
