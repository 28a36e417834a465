extension TextStyle {
  /// The names of the properties whose value is not a number (NaN): they count as not set.
  var notNumbers: [String] {
    let numbers: [(name: String, value: Double?)] = [
      ("stretch", text.font.stretch), ("sizeAdjust", text.font.sizeAdjust),
      ("tabSize", text.tabSize.spaces), ("lineHeight", text.lineHeight.factor),
      ("wordSpacingShare", text.wordSpacingShare), ("looseness", text.looseness),
      ("marginKerning", text.microtypography.marginKerning),
      ("glyphScalingLimit", text.microtypography.glyphScalingLimit),
      ("measureMin", text.measureMin), ("justifiedMeasureMin", text.justifiedMeasureMin),
      ("lineHeightMultiple", paragraph?.lineHeightMultiple),
      ("hyphenationFactor", paragraph?.hyphenationFactor),
      ("tighteningFactorForTruncation", paragraph?.tighteningFactorForTruncation),
      ("strokeWidth", effects?.strokeWidth), ("obliqueness", effects?.obliqueness),
      ("expansion", effects?.expansion),
    ]
    return numbers.filter { $0.value?.isNaN ?? false }.map(\.name)
  }
}

extension LineHeight {
  fileprivate var factor: Double? {
    if case .number(let factor) = self { factor } else { nil }
  }
}

extension FindingList {
  /// Reports the properties of a text's styles that are not numbers, each once.
  mutating func reportNotNumbers(in styles: [TextStyle]) {
    for name in styles.flatMap(\.notNumbers) {
      report(.unsupportedValue, "\"\(name)\" is not a number (NaN): it counts as not set")
    }
  }
}
