/// Small changes to the style of a whole book, so that it fills a given number of pages. All values
/// are added to those of the style.
public struct Copyfit: Equatable, Sendable {
  /// Change of the space between letters, in thousandths of an em. Ligatures stay.
  public var letterSpacing = 0
  /// Change of word spaces, in thousandths of an em.
  public var wordSpacing = 0
  /// Paragraphs that are set a line shorter (below 0) or longer (`looseness`), in hundredths.
  public var looseness = 0
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
    for (name, value) in [("letter-spacing", letterSpacing), ("word-spacing", wordSpacing)]
    where value != 0 {
      parts.append("\(name) \(Double(value) / 1000)em")
    }
    if looseness != 0 { parts.append("looseness \(Double(looseness) / 100)") }
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
      let unit =
        words[0] == "looseness" ? "" : words[0].hasSuffix("-spacing") ? "em" : "pt"
      guard words[1].hasSuffix(unit), let amount = Double(words[1].dropLast(unit.count)),
        abs(amount) <= 100
      else { return nil }
      switch words[0] {
      case "letter-spacing": letterSpacing = Int((amount * 1000).rounded())
      case "looseness": looseness = Int((min(max(amount, -1), 1) * 100).rounded())
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
///       letter-spacing: -0.003em 0.003em; word-spacing: -0.03em 0.06em;
///       looseness: -0.3 0.3; leading: -0.5pt 0.75pt;
///       font-size: -0.5pt 0.5pt; margin: -6pt 6pt
///     }
///
/// Values that the rule does not name do not change.
public struct CopyfitBounds: Equatable, Sendable {
  /// In thousandths of an em.
  public var letterSpacing = 0...0
  /// In thousandths of an em.
  public var wordSpacing = 0...0
  /// In hundredths.
  public var looseness = 0...0
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
    if name == "word-spacing" || name == "letter-spacing" {
      guard low.1 == .em, high.1 == .em, low.0 >= -0.2, high.0 <= 1 else { return false }
      let range = Int((low.0 * 1000).rounded())...Int((high.0 * 1000).rounded())
      if name == "word-spacing" { wordSpacing = range } else { letterSpacing = range }
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

extension CopyfitBounds {
  /// Reads the two values of a descriptor.
  /// - Returns: false if they are not a range of it.
  mutating func read(_ name: String, _ values: inout ValueParser) -> Bool {
    if name == "looseness" {
      guard case .number(let low)? = values.dimension(.number),
        case .number(let high)? = values.dimension(.number), values.isAtEnd
      else { return false }
      return setLooseness(low, high)
    }
    guard case .length(let low, let lowUnit)? = values.dimension(),
      case .length(let high, let highUnit)? = values.dimension(), values.isAtEnd
    else { return false }
    return set(name, (low, lowUnit), (high, highUnit))
  }

  /// - Returns: false for a range that is not from -1 to 1 or excludes 0.
  mutating func setLooseness(_ low: Double, _ high: Double) -> Bool {
    guard -1...0 ~= low, 0...1 ~= high else { return false }
    looseness = Int((low * 100).rounded())...Int((high * 100).rounded())
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
