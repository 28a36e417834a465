/// A number of pixels or a percentage in an attribute (HTML, section 2.3.4.4).
struct HTMLDimension {
  let value: Double
  let isPercentage: Bool

  /// - Returns: nil for text that does not begin with a number. What follows it is ignored.
  init?(_ text: String) {
    let start = text.drop { $0.isWhitespace }
    let whole = start.prefix { $0.isASCII && $0.isNumber }.prefix(9)
    guard !whole.isEmpty else { return nil }
    var rest = start.dropFirst(whole.count)
    var digits = String(whole)
    if rest.first == "." {
      let fraction = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      if !fraction.isEmpty { digits += "." + fraction.prefix(6) }
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard let value = Double(digits) else { return nil }
    self.value = value
    isPercentage = rest.first == "%"
  }
}
