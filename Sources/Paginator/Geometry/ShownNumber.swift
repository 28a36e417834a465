/// Numbers in messages: rounded to 1/100, and without a fraction where it is zero.
package enum ShownNumber {
  /// "432", "633.6", "439.2".
  package static func text(_ number: Double) -> String {
    let hundredths = (number * 100).rounded()
    // Greater numbers have no hundredths.
    guard hundredths.magnitude < 0x1p53 else { return String(number) }
    let whole = Int(hundredths)
    guard whole % 100 != 0 else { return String(whole / 100) }
    return String(Double(whole) / 100)
  }

  /// A text in which numbers with a fraction are rounded: "432.0x633.599609375pt" is
  /// "432x633.6pt".
  package static func rounded(in text: String) -> String {
    text.replacing(/[0-9]+\.[0-9]+/) { match in Double(match.output).map(Self.text) ?? "" }
  }
}

extension Length {
  /// The number of points for a message.
  package var shown: String { ShownNumber.text(points) }
}
