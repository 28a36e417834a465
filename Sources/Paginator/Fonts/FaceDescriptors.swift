/// What an `@font-face` rule says about its face besides family and axes (CSS Fonts 4, sections 4.5
/// to 4.9; CSS Fonts 5, section 2).
struct FaceDescriptors: Hashable, Sendable {
  /// The characters that the face is used for (`unicode-range`), in order and without overlaps; nil
  /// for all.
  var characters: [ClosedRange<UInt32>]?
  /// Come before those that a style asks for.
  var features: [FontFeature] = []
  /// By how much glyphs and metrics are larger.
  var sizeAdjust = 1.0
  /// Replace those of the face; fractions of an em.
  var ascent: Double?
  /// Positive below the baseline.
  var descent: Double?
  var lineGap: Double?

  func replaced(_ metrics: FontMetrics) -> FontMetrics {
    func units(_ share: Double) -> Int { Int((share * Double(metrics.unitsPerEm)).rounded()) }
    var result = metrics
    if let ascent { result.ascent = units(ascent) }
    if let descent { result.descent = units(descent) }
    if let lineGap { result.lineGap = units(lineGap) }
    return result
  }

  func includes(_ scalar: UInt32) -> Bool {
    guard let characters else { return true }
    let next = characters.partitioningIndex { $0.upperBound >= scalar }
    return next < characters.count && characters[next].lowerBound <= scalar
  }
}
