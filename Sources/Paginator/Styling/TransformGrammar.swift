internal import Foundation

/// The syntax of `transform` and `transform-origin` (CSS Transforms 1, sections 5, 6 and 11), in two
/// dimensions.
enum TransformGrammar {
  /// A list of functions with the arguments of `translate`, `scale`, and `matrix`, whatever shorter form
  /// was written. Turns and slants have degrees.
  @Sendable static func transform(_ parser: inout ValueParser) -> StyleValue? {
    if let none = parser.keyword(of: ["none"]) { return none }
    var functions: [StyleValue] = []
    while case .function(let name, let content) = parser.peek, functions.count < mostFunctions {
      parser.advance()
      var inner = ValueParser(content)
      guard let function = function(name.asciiLowercased, &inner), inner.isAtEnd else { return nil }
      functions.append(function)
    }
    return functions.isEmpty ? nil : .list(functions)
  }

  private static let mostFunctions = 16

  private static func function(_ name: String, _ inner: inout ValueParser) -> StyleValue? {
    switch name {
    case "translate", "translatex", "translatey":
      guard let places = arguments(&inner, { $0.dimension(.lengthOrPercent) }),
        places.count == 1 || places.count == 2 && name == "translate"
      else { return nil }
      let zero = StyleValue.percentage(0)
      if name == "translatey" { return .function("translate", [zero, places[0]]) }
      return .function("translate", [places[0], places.count > 1 ? places[1] : zero])
    case "scale", "scalex", "scaley":
      guard let factors = arguments(&inner, { $0.factor() }),
        factors.count == 1 || factors.count == 2 && name == "scale"
      else { return nil }
      let (first, one) = (StyleValue.number(factors[0]), StyleValue.number(1))
      if name == "scalex" { return .function("scale", [first, one]) }
      if name == "scaley" { return .function("scale", [one, first]) }
      return .function("scale", [first, factors.count > 1 ? .number(factors[1]) : first])
    case "matrix":
      guard let numbers = arguments(&inner, { $0.number() }), numbers.count == 6 else { return nil }
      return .function("matrix", numbers.map { .number($0) })
    case "rotate", "skew", "skewx", "skewy":
      guard let angles = arguments(&inner, { $0.angle() }),
        angles.count == 1 || angles.count == 2 && name == "skew"
      else { return nil }
      return .function(name, angles.map { .number($0) })
    default: return nil
    }
  }

  /// Arguments between commas.
  private static func arguments<Value>(
    _ inner: inout ValueParser, _ next: (inout ValueParser) -> Value?
  ) -> [Value]? {
    var values: [Value] = []
    repeat {
      guard let value = next(&inner) else { return nil }
      values.append(value)
    } while inner.comma()
    return values
  }

  /// Two places; a length in depth after them has no effect on paper.
  @Sendable static func origin(_ parser: inout ValueParser) -> StyleValue? {
    guard let places = BackgroundGrammar.twoPlaces(BackgroundGrammar.parts(&parser, atMost: 2))
    else { return nil }
    _ = parser.dimension()
    return places
  }
}

extension ValueParser {
  /// A factor as a number or a percentage.
  fileprivate mutating func factor() -> Double? {
    guard case .token(.percentage(let share)) = peek else { return number() }
    advance()
    return share.value / 100
  }

  /// An angle in degrees, less than a full turn; 0 needs no unit.
  mutating func angle() -> Double? {
    degrees().map { $0.truncatingRemainder(dividingBy: 360) }
  }

  /// An angle in degrees; 0 needs no unit.
  mutating func degrees() -> Double? {
    let degrees: Double
    switch peek {
    case .token(.dimension(let number, let unit)):
      let turns: [String: Double] = [
        "deg": 1, "grad": 0.9, "rad": 180 / Double.pi, "turn": 360,
      ]
      guard let factor = turns[unit.asciiLowercased] else { return nil }
      degrees = number.value * factor
    case .token(.number(let number)) where number.value == 0: degrees = 0
    default: return nil
    }
    guard degrees.isFinite else { return nil }
    advance()
    return degrees
  }
}
