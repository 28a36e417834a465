internal import Foundation
internal import Markup

/// A transformation in a drawing as a matrix (CSS Transforms 1, sections 8 and 12). Programs that draw SVG know its old
/// syntax without units only, and no `transform-origin`.
struct DrawingTransform: Equatable {
  var (a, b, c, d, e, f) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

  /// A list of functions, with or without units.
  /// - Parameter area: the size to which percentages refer, in user units.
  /// - Returns: nil for what is not valid.
  init?(_ text: String, in area: (width: Double, height: Double)) {
    var rest = Substring(text.lowercased()).trimmed
    guard rest != "none" else { return }
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      guard let open = rest.firstIndex(of: "("), let close = rest.firstIndex(of: ")"), open < close,
        let next = Self.function(
          rest[..<open].trimmed, Self.arguments(rest[rest.index(after: open)..<close]), area)
      else { return nil }
      self = times(next)
      rest = rest[rest.index(after: close)...].trimmed
      if rest.first == "," { rest = rest.dropFirst().trimmed }
    }
  }

  private init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  /// The transformation around a point.
  func around(x: Double, y: Double) -> DrawingTransform {
    Self(1, 0, 0, 1, x, y).times(self).times(Self(1, 0, 0, 1, -x, -y))
  }

  /// As the only function of a list.
  func text(separator: String) -> String {
    let numbers = [a, b, c, d, e, f].map { "\(($0 * 1e6).rounded() / 1e6)" }
    return "matrix(\(numbers.joined(separator: separator)))"
  }

  /// Whether a list of functions is one that SVG did not know before CSS: with units or names of one direction.
  static func isNew(_ text: String) -> Bool {
    let text = text.lowercased()
    if ["scalex", "scaley", "translatex", "translatey", "skew(", "%"].contains(where: text.contains)
    {
      return true
    }
    return zip(text, text.dropFirst()).contains { $0.isNumber && $1.isLetter && $1 != "e" }
  }

  private func times(_ other: DrawingTransform) -> DrawingTransform {
    Self(
      a * other.a + c * other.b, b * other.a + d * other.b, a * other.c + c * other.d,
      b * other.c + d * other.d, a * other.e + c * other.f + e, b * other.e + d * other.f + f)
  }

  private static func arguments(_ text: Substring) -> [Substring] {
    text.split { $0 == "," || $0.isWhitespace }
  }

  private static func function(
    _ name: Substring, _ arguments: [Substring], _ area: (width: Double, height: Double)
  ) -> DrawingTransform? {
    func lengths() -> [Double]? {
      let values = arguments.enumerated().compactMap {
        length($1, of: $0 == 0 && name != "translatey" ? area.width : area.height)
      }
      return values.count == arguments.count ? values : nil
    }
    func numbers(_ unit: (Substring) -> Double?) -> [Double]? {
      let values = arguments.compactMap(unit)
      return values.count == arguments.count ? values : nil
    }
    switch (name, arguments.count) {
    case ("matrix", 6):
      return numbers { Double($0) }.map { Self($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }
    case ("translate", 1), ("translatex", 1): return lengths().map { Self(1, 0, 0, 1, $0[0], 0) }
    case ("translatey", 1): return lengths().map { Self(1, 0, 0, 1, 0, $0[0]) }
    case ("translate", 2): return lengths().map { Self(1, 0, 0, 1, $0[0], $0[1]) }
    case ("scale", 1): return numbers(factor).map { Self($0[0], 0, 0, $0[0], 0, 0) }
    case ("scale", 2): return numbers(factor).map { Self($0[0], 0, 0, $0[1], 0, 0) }
    case ("scalex", 1): return numbers(factor).map { Self($0[0], 0, 0, 1, 0, 0) }
    case ("scaley", 1): return numbers(factor).map { Self(1, 0, 0, $0[0], 0, 0) }
    case ("rotate", 1): return numbers(angle).map { turn($0[0]) }
    case ("rotate", 3):
      guard let turn = angle(arguments[0]).map({ turn($0) }), let x = Double(arguments[1]),
        let y = Double(arguments[2])
      else { return nil }
      return turn.around(x: x, y: y)
    case ("skewx", 1), ("skew", 1): return numbers(angle).map { Self(1, 0, tan($0[0]), 1, 0, 0) }
    case ("skewy", 1): return numbers(angle).map { Self(1, tan($0[0]), 0, 1, 0, 0) }
    case ("skew", 2): return numbers(angle).map { Self(1, tan($0[1]), tan($0[0]), 1, 0, 0) }
    default: return nil
    }
  }

  private static func turn(_ angle: Double) -> DrawingTransform {
    Self(cos(angle), sin(angle), -sin(angle), cos(angle), 0, 0)
  }

  private static func factor(_ text: Substring) -> Double? {
    text.last == "%" ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
  }

  /// In radians; a number has degrees.
  private static func angle(_ text: Substring) -> Double? {
    let units: [(String, Double)] = [
      ("deg", .pi / 180), ("grad", .pi / 200), ("rad", 1), ("turn", .pi * 2),
    ]
    for (unit, radians) in units where text.hasSuffix(unit) {
      return Double(text.dropLast(unit.count)).map { $0 * radians }
    }
    return Double(text).map { $0 * .pi / 180 }
  }

  /// In user units, which are pixels; nil for units of a font or a page.
  private static func length(_ text: Substring, of whole: Double) -> Double? {
    if let number = Double(text) { return number }
    if text.last == "%" { return Double(text.dropLast()).map { $0 / 100 * whole } }
    let unit = String(text.drop { !$0.isLetter })
    guard let points = LengthUnit(name: unit)?.points else { return nil }
    return Double(text.dropLast(unit.count)).map { $0 * points / 0.75 }
  }

  /// The point of a `transform-origin`; nil for what is not valid.
  static func origin(
    _ text: String, in area: (width: Double, height: Double)
  ) -> (x: Double, y: Double)? {
    var parts = text.lowercased().split(whereSeparator: \.isWhitespace)
    if parts.count == 3 {
      guard length(parts.removeLast(), of: 0) != nil else { return nil }
    }
    if parts.count == 1 { parts.append("center") }
    guard parts.count == 2 else { return nil }
    let (across, down): (Set<Substring>, Set<Substring>) = (["left", "right"], ["top", "bottom"])
    if down.contains(parts[0]) || across.contains(parts[1]) { parts.swapAt(0, 1) }
    guard !down.contains(parts[0]), !across.contains(parts[1]),
      let x = place(parts[0], of: area.width), let y = place(parts[1], of: area.height)
    else { return nil }
    return (x, y)
  }

  private static func place(_ text: Substring, of whole: Double) -> Double? {
    switch text {
    case "left", "top": 0
    case "center": whole / 2
    case "right", "bottom": whole
    default: length(text, of: whole)
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
  }
}

/// Transformations of elements in a drawing.
extension DrawingReader {
  /// The `transform` attribute of an element as other programs know it.
  func drawnTransform(_ value: String, of element: Int) -> String {
    let origin = origin(of: element)
    guard origin != nil || DrawingTransform.isNew(value),
      let transform = DrawingTransform(value, in: viewport(of: element))
    else { return value }
    return transform.around(x: origin?.x ?? 0, y: origin?.y ?? 0).text(separator: " ")
  }

  /// Declarations that replace the `transform` and its origin that rules or the `style` attribute give; nil if these
  /// can stay.
  func transformStyle(of element: Int) -> String? {
    guard let written = document?.styles.written(element), let origin = origin(of: element) else {
      return nil
    }
    // Programs that know the property must not use it again.
    let none = "transform-origin:0 0"
    guard let text = written.transform else {
      return written.transformOrigin == nil || tree.attribute("transform", of: element) == nil
        ? nil : none
    }
    guard let transform = DrawingTransform(text, in: viewport(of: element)) else { return nil }
    return "transform:\(transform.around(x: origin.x, y: origin.y).text(separator: ","));\(none)"
  }

  /// The point around which an element is transformed; nil for that where coordinates begin.
  private func origin(of element: Int) -> (x: Double, y: Double)? {
    guard
      let text = document?.styles.written(element).transformOrigin
        ?? tree.attribute("transform-origin", of: element),
      let origin = DrawingTransform.origin(text, in: viewport(of: element)),
      origin.x != 0 || origin.y != 0
    else { return nil }
    return origin
  }

  /// The four numbers of a `viewBox`; nil for an element without one.
  func viewBox(of element: Int) -> [Double]? {
    let numbers = (tree.attribute("viewBox", of: element) ?? "").split { ", \n\t\r".contains($0) }
      .compactMap { Double($0) }
    return numbers.count == 4 && numbers.allSatisfy(\.isFinite) ? numbers : nil
  }

  /// The size of the nearest viewport around an element, in its user units.
  func viewport(of element: Int) -> (width: Double, height: Double) {
    var node = element
    while node > root, node == element || !tree.isElement(node, "svg", in: Namespace.svg) {
      node = Int(tree.nodes[node].parent)
    }
    if let box = viewBox(of: node) { return (box[2], box[3]) }
    let summary = node == root ? summary : ImageHeader.svg(tree, node)
    return (summary.width ?? 300, summary.height ?? 150)
  }
}
