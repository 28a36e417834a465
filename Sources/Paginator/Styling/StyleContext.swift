/// The context in which values are computed, besides the parent: the page, the reader size, the
/// fonts.
public struct StyleContext: Sendable {
  /// The size that `vw` and `vh` are shares of: that of the page area, or of the page box in `@page`.
  public var page: Size
  /// Selects the cell of each text style.
  public var readerSize: ReaderSize
  var textStyles: [String: TextStyleTable]
  let fonts: FontLibrary
  /// The book's language, for documents that do not specify one.
  var language: String?
  /// The names in the library of the families that other documents define differently, by
  /// lower-case name.
  var familyNames: [String: String] = [:]

  /// The names that `font-variant-alternates` may use.
  var featureValues = FeatureValueTable()

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

  /// The initial font size, "medium" (CSS Fonts 4, section 2.5): that of the preset's text style "body",
  /// so that the reader size has its effect in books with `html { font-size: 100% }`.
  var mediumSize: Length { textStyle("body")?.size ?? 12 }

  /// The factor of a font size or line height in points or pixels, which a book has for text of its usual
  /// size: how much larger than usual the reader wants text. Usual is the text style "body" at the size
  /// "large", and at most the 12 points (16 pixels) that books and browsers mean by "medium".
  var absoluteScale: Double {
    guard let body = textStyles["body"], let size = body.cells[readerSize]?.size,
      let usual = body.cells[.large]?.size, usual > 0
    else { return 1 }
    return size.points / min(usual.points, 12)
  }
}

/// Computes lengths for one element.
struct LengthResolver {
  let context: StyleContext
  /// By which a transform scales all lengths but those that depend on the font.
  var scale = 1.0
  /// The font size for `em`.
  var emBase: Length
  let rootSize: Length
  var font: FontStyle
  var lineHeight: Length
  let rootLineHeight: Length

  /// The font size "medium".
  var mediumSize: Length { scale == 1 ? context.mediumSize : context.mediumSize * scale }

  /// For the lengths outside a box that is scaled.
  func unscaled(by own: Double) -> LengthResolver {
    guard own != 1 else { return self }
    var outer = self
    outer.scale /= own
    outer.emBase = emBase * (1 / own)
    outer.font.size = font.size * (1 / own)
    outer.lineHeight = lineHeight * (1 / own)
    return outer
  }

  /// A length in points, limited to 2^26 points in both directions so that layout arithmetic does
  /// not overflow.
  func length(_ value: Double, _ unit: LengthUnit) -> Length {
    bounded(unbounded(value, unit))
  }

  private func bounded(_ length: Length) -> Length {
    min(max(length, -Self.longest), Self.longest)
  }

  private static let longest = Length(rawValue: 1 << 36)
  /// The largest fraction that a percentage may give.
  private static let largestShare = 10_000.0

  private static func bounded(_ share: Double) -> Double {
    share.isNaN ? 0 : min(max(share, -largestShare), largestShare)
  }

  private func unbounded(_ value: Double, _ unit: LengthUnit) -> Length {
    if let points = unit.points { return Length(points: value * points * scale) }
    switch unit {
    case .em: return emBase * value
    case .lh: return lineHeight * value
    case .ex: return fontUnits(value) { $0.metrics.xHeight }
    case .cap: return fontUnits(value) { $0.metrics.capHeight }
    case .ch:
      return fontUnits(value) { face in
        face.glyph(for: 0x30).map(face.advance) ?? face.metrics.unitsPerEm / 2
      }
    case .ic: return emBase * value
    default: return ofPage(value * scale, unit)
    }
  }

  /// A length that does not depend on the element's font.
  private func ofPage(_ value: Double, _ unit: LengthUnit) -> Length {
    switch unit {
    case .rem: return rootSize * value
    case .rlh: return rootLineHeight * value
    case .vw: return context.page.width * (value / 100)
    case .vh: return context.page.height * (value / 100)
    case .vmin: return min(context.page.width, context.page.height) * (value / 100)
    case .vmax: return max(context.page.width, context.page.height) * (value / 100)
    default: return 0
    }
  }

  private func fontUnits(_ value: Double, _ measure: (FontFace) -> Int) -> Length {
    guard let face = try? context.fonts.matches(font.request).first?.face else {
      return emBase * (value / 2)
    }
    let share = Double(measure(face)) / Double(face.metrics.unitsPerEm)
    return emBase * (value * share * face.descriptors.sizeAdjust)
  }

  /// A dimension; percentages stay fractions. Nil for values of another type.
  func dimension(_ value: StyleValue) -> Dimension? {
    switch value {
    case .length(let amount, let unit): return Dimension(length: length(amount, unit))
    case .percentage(let share): return Dimension(fraction: Self.bounded(share / 100))
    case .keyword("auto"), .keyword("none"): return .auto
    case .calculation(let calculation): return dimension(calculation)
    default: return nil
    }
  }

  /// A length; percentages are resolved against `base`.
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
    var dimension = Dimension(
      length: bounded(Length(points: result.value)), fraction: Self.bounded(result.fraction))
    // Percentages that add up to 0 still make it depend on a base that may not be known.
    if dimension.fraction == 0, calculation.hasPercentage {
      dimension.fraction = .leastNormalMagnitude
    }
    if let choice = result.choice {
      dimension.formula = formula(choice)
      if dimension.fraction == 0 { dimension.fraction = .leastNormalMagnitude }
    }
    return dimension
  }

  private func formula(_ choice: Quantity.Choice) -> Dimension.Formula {
    func formulas(_ parts: [Quantity]) -> [Dimension.Formula] {
      parts.map { part in
        part.choice.map(formula)
          ?? .share(bounded(Length(points: part.value)), fraction: Self.bounded(part.fraction))
      }
    }
    return switch choice {
    case .minimum(let parts): .minimum(formulas(parts))
    case .maximum(let parts): .maximum(formulas(parts))
    case .sum(let parts): .sum(formulas(parts))
    }
  }

  private func evaluate(_ calculation: Calculation) -> Quantity? {
    calculation.quantity { value in
      dimension(value).map { Quantity(value: $0.length.points, fraction: $0.fraction) }
    }
  }
}
