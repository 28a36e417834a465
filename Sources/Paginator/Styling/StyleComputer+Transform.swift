/// `transform` (CSS Transforms 1). A positioned box is moved and scaled; all lengths of a scaled box and of
/// its content are computed smaller or larger, so that layout and drawing need to know nothing of it.
extension StyleComputer {
  /// Scales what the box inherits and the units of its lengths, if it is positioned and scaled. Called
  /// before any length is computed.
  mutating func scaleInherited(_ winners: [String: StyleValue]) {
    guard let transform = BoxTransform(winners), transform.scale != 1 else { return }
    let outer = generated.scale
    generated.scale = min(
      max(outer * transform.scale, Self.scales.lowerBound), Self.scales.upperBound)
    ownScale = generated.scale / outer
    parent = parent?.scaled(by: ownScale)
    text.scaleLengths(by: ownScale)
    updateLengths()
    setInitialBorder()
  }

  /// The initial border width is "medium"; sides without a border style get 0 in `finish()`.
  mutating func setInitialBorder() {
    box.border = Edges(BorderSide(width: lengths.length(2.25, .pt)))
  }

  /// For the margins and offsets of the box, which its own transform does not scale.
  var outerLengths: LengthResolver { lengths.unscaled(by: ownScale) }

  /// Smaller or larger letters cannot be read.
  private static let scales: ClosedRange<Double> = 0.000_244_140_625...4096

  /// Moves the box and gives its shares of the area around it their scaled size. What is outside the box,
  /// its margins and offsets, is not scaled.
  mutating func finishTransform(_ winners: [String: StyleValue]) {
    guard let value = winners["transform"], !Self.isNoTransform(value) else { return }
    guard let transform = BoxTransform(winners) else {
      generated.unhonoured.append("transform of a box that is not positioned")
      return
    }
    if let part = transform.unhonoured { generated.unhonoured.append(part) }
    if ownScale != 1 {
      // The most that a box takes of the area is what is seen of it: our sheets keep boxes on their pages.
      for property in [
        \BoxProperties.width, \.height, \.minWidth, \.minHeight,
        \.padding.top, \.padding.right, \.padding.bottom, \.padding.left,
      ] { box[keyPath: property].scaleFractions(by: ownScale) }
    }
    let move = transform.move(winners["transform-origin"], outerLengths, ownScale)
    box.translation = move.x == .zero && move.y == .zero ? nil : move
  }

  /// Whether a value is the initial one, as after `all: initial`.
  private static func isNoTransform(_ value: StyleValue) -> Bool {
    [.keyword("none"), .keyword("initial"), .keyword("unset")].contains(value)
  }
}

/// What the functions of a positioned box's `transform` come to: a scale, then a move.
private struct BoxTransform {
  /// The same for both axes; layout knows no other.
  private(set) var scale = 1.0
  /// What is not carried out.
  private(set) var unhonoured: String?
  private let functions: [StyleValue]

  /// - Returns: nil for a box that is not positioned or has no transform.
  init?(_ winners: [String: StyleValue]) {
    guard case .list(let functions)? = winners["transform"],
      [.keyword("absolute"), .keyword("fixed")].contains(winners["position"])
    else { return nil }
    self.functions = functions
    var (across, down) = (1.0, 1.0)
    for case .function(let name, let arguments) in functions {
      let numbers = Self.numbers(arguments)
      switch name {
      case "scale":
        across *= numbers[0]
        down *= numbers[1]
      case "matrix":
        across *= (numbers[0] * numbers[0] + numbers[1] * numbers[1]).squareRoot()
        down *= (numbers[2] * numbers[2] + numbers[3] * numbers[3]).squareRoot()
        if numbers[1] != 0 || numbers[2] != 0 { unhonoured = Self.turned }
        if numbers[0] < 0 || numbers[3] < 0 { unhonoured = Self.mirrored }
      case "rotate", "skew", "skewx", "skewy":
        if numbers.contains(where: { $0 != 0 }) { unhonoured = Self.turned }
      default: break
      }
    }
    if across < 0 || down < 0 { unhonoured = Self.mirrored }
    // Widths matter more than heights: letters have places across.
    (across, down) = (abs(across), abs(down))
    guard across.isFinite, across > 0, down.isFinite, down > 0 else {
      unhonoured = "transform: scale(0)"
      return
    }
    if abs(across - down) > max(across, down) / 1000 { unhonoured = "transform: scale(x, y)" }
    scale = across
  }

  private static let turned = "transform: rotate()"
  private static let mirrored = "transform: scale() with a negative factor"

  private static func numbers(_ arguments: [StyleValue]) -> [Double] {
    arguments.map { if case .number(let number) = $0 { number } else { 0 } }
  }

  /// How far the top left corner of the box moves, in lengths and shares of its scaled size (CSS Transforms
  /// 1, section 5).
  func move(_ origin: StyleValue?, _ lengths: LengthResolver, _ scale: Double) -> Translation {
    var (x, y) = (Dimension.zero, Dimension.zero)
    var factor = 1.0
    for case .function(let name, let arguments) in functions {
      let numbers = Self.numbers(arguments)
      switch name {
      case "translate":
        x.add(lengths.dimension(arguments[0]) ?? .zero, times: factor)
        y.add(lengths.dimension(arguments[1]) ?? .zero, times: factor)
      case "matrix":
        x.add(lengths.dimension(.length(numbers[4], .px)) ?? .zero, times: factor)
        y.add(lengths.dimension(.length(numbers[5], .px)) ?? .zero, times: factor)
        factor *= abs(numbers[0])
      case "scale": factor *= abs(numbers[0])
      default: break
      }
    }
    if scale != 1 {
      let half = Dimension(fraction: 0.5)
      var places = [half, half]
      if case .list(let given)? = origin, given.count == 2 {
        places = given.map { lengths.dimension($0) ?? half }
      }
      x.add(places[0], times: 1 - scale)
      y.add(places[1], times: 1 - scale)
      x.scaleFractions(by: 1 / scale)
      y.scaleFractions(by: 1 / scale)
    }
    return Translation(x: x, y: y)
  }
}

extension ComputedStyle {
  /// The style with the lengths that are inherited scaled.
  fileprivate func scaled(by factor: Double) -> ComputedStyle {
    var text = self.text
    text.scaleLengths(by: factor)
    return ComputedStyle(
      style: style.replacing(text: text, box: box), generated: generated, custom: custom)
  }
}

extension TextProperties {
  fileprivate mutating func scaleLengths(by factor: Double) {
    font.size = font.size * factor
    if case .length(let height) = lineHeight { lineHeight = .length(height * factor) }
    indent.length = indent.length * factor
    letterSpacing = letterSpacing * factor
    tracking = tracking.map { $0 * factor }
    wordSpacing = wordSpacing * factor
    tabSize.length = tabSize.length.map { $0 * factor }
    borderSpacing = Size(width: borderSpacing.width * factor, height: borderSpacing.height * factor)
    underlineOffset = underlineOffset.map { $0 * factor }
    microtypography.letterSpacingLimit = microtypography.letterSpacingLimit * factor
    // The lines of the page are not scaled.
    baselineGrid = 0
  }
}
