/// `list-style-type` (CSS Lists 3, section 3.4).
public enum ListStyleType: Hashable, Codable, Sendable {
  /// A counter style by its name.
  case keyword(String)
  /// A text for every item.
  case string(String)
  /// A counter style that the property defines.
  case symbols(CounterSymbols)
}

/// A counter style that is defined where it is used: `symbols()` (CSS Counter Styles 3, section 5).
public struct CounterSymbols: Hashable, Codable, Sendable {
  /// How the symbols make the text for a value.
  public var system: CounterSystem
  /// In order; values past the last symbol start again with the first, as far as `system` allows.
  public var symbols: [String]
}

/// How the symbols of `symbols()` make the text for a value (CSS Counter Styles 3, section 3.1).
public enum CounterSystem: String, CaseIterable, Codable, Sendable {
  /// The symbols in turn.
  case cyclic
  /// As digits of a number.
  case numeric
  /// As letters: a, b, ..., z, aa.
  case alphabetic
  /// The symbols in turn, each time repeated once more.
  case symbolic
  /// Each symbol once.
  case fixed
}
