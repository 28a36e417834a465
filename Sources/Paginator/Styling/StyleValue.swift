/// A parsed property value, before it is computed against a parent and a page.
package indirect enum StyleValue: Hashable, Sendable {
  case keyword(String)
  case length(Double, LengthUnit)
  case percentage(Double)
  case number(Double)
  case string(String)
  /// The URL as written; and the path of the stylesheet if it is known.
  case url(String, base: String? = nil)
  case color(Color)
  case list([StyleValue])
  case function(String, [StyleValue])
  case calculation(Calculation)
  /// Font size or line height from the preset's table of that text style.
  case textStyle(String)
  /// A value with `var()`, parsed when the custom properties are known.
  case pending(shorthand: String, [CSSValueBox])
}

/// Makes a component value hashable by its position in the list of values.
package struct CSSValueBox: Hashable, Sendable {
  let value: CSSValue
  let identity: Int
  package static func == (a: CSSValueBox, b: CSSValueBox) -> Bool {
    a.identity == b.identity && a.value == b.value
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

package enum LengthUnit: String, Hashable, Sendable {
  case em, rem, ex, ch, lh, rlh, ic, cap
  case pt, px, pc, `in`, cm, mm, q
  case vw, vh, vmin, vmax

  /// The unit of a name in lower case; nil for others. On paper, the small, large and dynamic viewports
  /// are all the page, and lines are horizontal (CSS Values 4, section 6.1.2).
  init?(name: String) {
    var own = name
    if own.count > 2, let kind = own.first, "sld".contains(kind), own.dropFirst().first == "v" {
      own.removeFirst()
    }
    switch own {
    case "vi": self = .vw
    case "vb": self = .vh
    default:
      guard let unit = LengthUnit(rawValue: own) else { return nil }
      self = unit
    }
  }

  /// Points in one unit of an absolute length; nil for relative ones.
  var points: Double? {
    switch self {
    case .pt: 1
    case .px: 0.75
    case .pc: 12
    case .in: 72
    case .cm: 72 / 2.54
    case .mm: 7.2 / 2.54
    case .q: 1.8 / 2.54
    default: nil
    }
  }
}

/// `calc()`, `min()`, `max()`, `clamp()` as a tree.
package indirect enum Calculation: Hashable, Sendable {
  case value(StyleValue)
  case sum([Calculation])
  case negate(Calculation)
  case product([Calculation])
  case invert(Calculation)
  case minimum([Calculation])
  case maximum([Calculation])
  /// The result of another, or 0 if it would be negative.
  case notNegative(Calculation)
}

extension StyleValue {
  /// The values of background layers; the value itself for one layer.
  init(layers: [StyleValue]) { self = layers.count == 1 ? layers[0] : .function("layers", layers) }

  /// Whether a layer has a file or a gradient.
  var hasImage: Bool { layers.contains { $0.file != nil || $0.isGradient } }

  private var isGradient: Bool {
    if case .function(let name, _) = self { name.hasSuffix("-gradient") } else { false }
  }

  /// The values of background layers, from the top layer down.
  var layers: [StyleValue] {
    if case .function("layers", let values) = self { values } else { [self] }
  }

  /// The file that a URL names.
  var file: StyleFile? {
    if case .url(let url, let base) = self { StyleFile(url: url, base: base ?? "") } else { nil }
  }

  /// The value with its URLs relative to a stylesheet.
  func based(on path: String) -> StyleValue {
    switch self {
    case .url(let url, nil): .url(url, base: path)
    case .list(let values): .list(values.map { $0.based(on: path) })
    case .function("layers", let values): .function("layers", values.map { $0.based(on: path) })
    default: self
    }
  }
}
