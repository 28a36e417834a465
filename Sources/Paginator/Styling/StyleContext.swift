/// What values are computed against besides the parent: the page, the reader's size, the fonts.
public struct StyleContext: Sendable {
  /// The page box, for `vw` and `vh`.
  public var page: Size
  /// The content area of a page, against which percentages of page furniture resolve.
  public var readerSize: ReaderSize
  var textStyles: [String: TextStyleTable]
  let fonts: FontLibrary
  /// Of a book whose document names none itself.
  var language: String?

  init(
    page: Size, readerSize: ReaderSize, textStyles: [String: TextStyleTable], fonts: FontLibrary
  ) {
    self.page = page
    self.readerSize = readerSize
    self.textStyles = textStyles
    self.fonts = fonts
  }

  /// - Returns: nil when the preset has no such text style or no cell for the reader size.
  func textStyle(_ name: String) -> (size: Length, leading: Length)? {
    textStyles[name]?.cells[readerSize]
  }
}

/// Computes lengths for one element.
struct LengthResolver {
  let context: StyleContext
  /// The font size that `em` means here.
  let emBase: Length
  let rootSize: Length
  let font: FontStyle
  var lineHeight: Length
  let rootLineHeight: Length

  /// A length in points, within what layout adds and multiplies without harm: 64 million points
  /// either way.
  func length(_ value: Double, _ unit: LengthUnit) -> Length {
    min(max(unbounded(value, unit), -Self.longest), Self.longest)
  }

  private static let longest = Length(rawValue: 1 << 36)
  /// Of percentages and factors.
  private static let largestShare = 10_000.0

  private static func bounded(_ share: Double) -> Double {
    share.isNaN ? 0 : min(max(share, -largestShare), largestShare)
  }

  private func unbounded(_ value: Double, _ unit: LengthUnit) -> Length {
    if let points = unit.points { return Length(points: value * points) }
    switch unit {
    case .em: return emBase * value
    case .rem: return rootSize * value
    case .lh: return lineHeight * value
    case .rlh: return rootLineHeight * value
    case .vw: return context.page.width * (value / 100)
    case .vh: return context.page.height * (value / 100)
    case .vmin: return min(context.page.width, context.page.height) * (value / 100)
    case .vmax: return max(context.page.width, context.page.height) * (value / 100)
    case .ex: return fontUnits(value) { $0.metrics.xHeight }
    case .cap: return fontUnits(value) { $0.metrics.capHeight }
    case .ch:
      return fontUnits(value) { face in
        face.glyph(for: 0x30).map(face.advance) ?? face.metrics.unitsPerEm / 2
      }
    case .ic: return emBase * value
    default: return 0
    }
  }

  private func fontUnits(_ value: Double, _ measure: (FontFace) -> Int) -> Length {
    guard let face = try? context.fonts.matches(font.request).first?.face else {
      return emBase * (value / 2)
    }
    return emBase * (value * Double(measure(face)) / Double(face.metrics.unitsPerEm))
  }

  /// A dimension; percentages stay shares. Nil for values that are neither.
  func dimension(_ value: StyleValue) -> Dimension? {
    switch value {
    case .length(let amount, let unit): return Dimension(length: length(amount, unit))
    case .percentage(let share): return Dimension(fraction: Self.bounded(share / 100))
    case .keyword("auto"), .keyword("none"): return .auto
    case .calculation(let calculation): return dimension(calculation)
    default: return nil
    }
  }

  /// A length with percentages taken of `base`.
  func length(_ value: StyleValue, percentOf base: Length) -> Length? {
    guard let dimension = dimension(value), !dimension.isAuto else { return nil }
    return dimension.resolved(against: base)
  }

  func number(_ value: StyleValue) -> Double? {
    switch value {
    case .number(let number): return number
    case .calculation(let calculation):
      guard let result = evaluate(calculation), result.isNumber else { return nil }
      return result.value
    default: return nil
    }
  }

  private func dimension(_ calculation: Calculation) -> Dimension? {
    guard let result = evaluate(calculation) else { return nil }
    return Dimension(
      length: length(result.value, .pt), fraction: Self.bounded(result.fraction))
  }

  /// A sum of points and a share, or a plain number.
  private struct Quantity {
    var value: Double
    var fraction = 0.0
    var isNumber = false
  }

  private func evaluate(_ calculation: Calculation) -> Quantity? {
    switch calculation {
    case .value(.number(let number)): return Quantity(value: number, isNumber: true)
    case .value(let value):
      return dimension(value).map { Quantity(value: $0.length.points, fraction: $0.fraction) }
    case .negate(let inner):
      return evaluate(inner).map {
        Quantity(value: -$0.value, fraction: -$0.fraction, isNumber: $0.isNumber)
      }
    case .invert(let inner):
      guard let number = evaluate(inner), number.isNumber, number.value != 0 else { return nil }
      return Quantity(value: 1 / number.value, isNumber: true)
    case .sum(let terms):
      return fold(terms) { a, b in
        a.isNumber == b.isNumber
          ? Quantity(
            value: a.value + b.value, fraction: a.fraction + b.fraction, isNumber: a.isNumber)
          : nil
      }
    case .product(let factors):
      return fold(factors) { a, b in
        guard a.isNumber || b.isNumber else { return nil }
        let (number, other) = a.isNumber ? (a, b) : (b, a)
        return Quantity(
          value: number.value * other.value, fraction: number.value * other.fraction,
          isNumber: other.isNumber)
      }
    case .minimum(let terms): return fold(terms) { $0.value <= $1.value ? $0 : $1 }
    case .maximum(let terms): return fold(terms) { $0.value >= $1.value ? $0 : $1 }
    }
  }

  private func fold(
    _ terms: [Calculation], _ combine: (Quantity, Quantity) -> Quantity?
  ) -> Quantity? {
    var result: Quantity?
    for term in terms {
      guard let value = evaluate(term) else { return nil }
      guard let before = result else {
        result = value
        continue
      }
      guard let combined = combine(before, value) else { return nil }
      result = combined
    }
    return result
  }
}
