/// Small changes to the style of a whole book, so that it fills a given number of pages. All values
/// are added to those of the style.
public struct Copyfit: Equatable, Sendable {
  /// Change of word spaces, in thousandths of an em.
  public var wordSpacing = 0
  /// Change of the leading of the text style `body`, in points; others change in proportion.
  public var leading: Length = 0
  /// Change of the size of the text style `body`, in points; others change in proportion.
  public var fontSize: Length = 0
  /// Change of all four margins of every page, in points.
  public var margin: Length = 0

  /// With the initial values.
  public init() {}

  /// Whether there are no changes.
  public var isNothing: Bool { self == Copyfit() }

  /// The text that `init(_:)` reads: "word-spacing -0.011em, leading 0.25pt".
  public var description: String {
    var parts: [String] = []
    if wordSpacing != 0 { parts.append("word-spacing \(Double(wordSpacing) / 1000)em") }
    for (name, value) in [("leading", leading), ("font-size", fontSize), ("margin", margin)]
    where value != 0 {
      parts.append("\(name) \(value.points)pt")
    }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }

  /// - Returns: nil if the text does not describe changes.
  public init?(_ text: String) {
    if text == "none" { return }
    if text.isEmpty { return nil }
    for part in text.split(separator: ",") {
      let words = part.split(separator: " ")
      guard words.count == 2 else { return nil }
      let unit = words[0] == "word-spacing" ? "em" : "pt"
      guard words[1].hasSuffix(unit), let amount = Double(words[1].dropLast(2)),
        abs(amount) <= 100
      else { return nil }
      switch words[0] {
      case "word-spacing": wordSpacing = Int((amount * 1000).rounded())
      case "leading": leading = Length(points: amount)
      case "font-size": fontSize = Length(points: amount)
      case "margin": margin = Length(points: amount)
      default: return nil
      }
    }
  }
}

/// The limits for ``Copyfit`` in a style: its `@copyfit` rule.
///
///     @copyfit {
///       word-spacing: -0.03em 0.06em; leading: -0.5pt 0.75pt;
///       font-size: -0.5pt 0.5pt; margin: -6pt 6pt
///     }
///
/// Values that the rule does not name do not change.
public struct CopyfitBounds: Equatable, Sendable {
  /// In thousandths of an em.
  public var wordSpacing = 0...0
  /// In points.
  public var leading: ClosedRange<Length> = 0...0
  /// In points.
  public var fontSize: ClosedRange<Length> = 0...0
  /// In points.
  public var margin: ClosedRange<Length> = 0...0

  /// With the initial values.
  public init() {}

  /// - Returns: false for an unknown descriptor or unit, and for a range that is too wide or
  ///   excludes 0.
  mutating func set(_ name: String, _ low: (Double, LengthUnit), _ high: (Double, LengthUnit))
    -> Bool
  {
    guard low.0 <= 0, high.0 >= 0 else { return false }
    if name == "word-spacing" {
      guard low.1 == .em, high.1 == .em, low.0 >= -0.2, high.0 <= 1 else { return false }
      wordSpacing = Int((low.0 * 1000).rounded())...Int((high.0 * 1000).rounded())
      return true
    }
    guard let lowUnit = low.1.points, let highUnit = high.1.points else { return false }
    let (least, most) = (low.0 * lowUnit, high.0 * highUnit)
    guard least >= -100, most <= 100 else { return false }
    let range = Length(points: least)...Length(points: most)
    switch name {
    case "leading": leading = range
    case "font-size": fontSize = range
    case "margin": margin = range
    default: return false
    }
    return true
  }
}

extension [String: TextStyleTable] {
  /// The text styles with the size and leading of `body` changed and the others in proportion.
  func changed(by copyfit: Copyfit, for readerSize: ReaderSize) -> Self {
    guard copyfit.leading != 0 || copyfit.fontSize != 0, let body = self["body"]?.cells[readerSize],
      body.size > 0, body.leading > 0
    else { return self }
    let size = (body.size + copyfit.fontSize).points / body.size.points
    let leading = (body.leading + copyfit.leading).points / body.leading.points
    guard size > 0, leading > 0 else { return self }
    return mapValues { table in
      var table = table
      if let cell = table.cells[readerSize] {
        table.cells[readerSize] = (cell.size * size, cell.leading * leading)
      }
      return table
    }
  }
}
