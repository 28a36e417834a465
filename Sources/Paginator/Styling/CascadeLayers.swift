/// The names of a cascade layer and of the layers around it, outermost first; empty outside layers
/// (CSS Cascade 5, section 6.4).
typealias LayerName = [String]

/// A rule with its place in the cascade.
protocol LayeredRule {
  var origin: StyleOrigin { get }
  var layer: LayerName { get }
}

/// The cascade layers of one origin, in the order in which they are first named.
struct LayerOrder {
  private var known: [LayerName: Int] = [[]: 0]
  private var inner: [[Int]] = [[]]

  /// Adds a layer and the layers around it.
  mutating func add(_ name: LayerName) {
    guard known[name] == nil else { return }
    var outer = 0
    for count in 1...name.count {
      let path = Array(name.prefix(count))
      if let layer = known[path] {
        outer = layer
        continue
      }
      let layer = inner.count
      known[path] = layer
      inner.append([])
      inner[outer].append(layer)
      outer = layer
    }
  }

  /// The rank of every layer, weakest first. A layer wins over the layers inside it.
  func ranks() -> [LayerName: Int] {
    var order: [Int] = []
    // Strongest first: a layer, then its inner layers from the last to the first.
    var open = [0]
    while let layer = open.popLast() {
      order.append(layer)
      open += inner[layer]
    }
    var ranks = [Int](repeating: 0, count: inner.count)
    for (index, layer) in order.enumerated() { ranks[layer] = order.count - 1 - index }
    return known.mapValues { ranks[$0] }
  }

  /// For each rule of a list of sheets, a number that is larger for a stronger origin and, in one
  /// origin, for a stronger layer. Rules that define names are ordered too, as `@font-face` (CSS
  /// Cascade 5, section 6.4).
  static func levels<Rule: LayeredRule>(
    of rules: (StyleSheet) -> [Rule], in sheets: [StyleSheet]
  ) -> [Int] {
    if sheets.allSatisfy(\.layers.isEmpty) {
      return sheets.flatMap { rules($0).map(\.origin.rawValue) }
    }
    var orders: [StyleOrigin: LayerOrder] = [:]
    for (number, sheet) in sheets.enumerated() {
      for layer in sheet.layers {
        orders[layer.origin, default: LayerOrder()].add(Self.name(layer.name, inSheet: number))
      }
    }
    let ranks = orders.mapValues { $0.ranks() }
    let most = ranks.values.map(\.count).max() ?? 1
    return sheets.enumerated().flatMap { number, sheet in
      rules(sheet).map { rule in
        let name = Self.name(rule.layer, inSheet: number)
        return rule.origin.rawValue * most + (ranks[rule.origin]?[name] ?? 0)
      }
    }
  }

  /// The rules of a list of sheets, weakest first. Of rules that are equally strong, the first one
  /// is first.
  static func sorted<Rule: LayeredRule>(
    _ rules: (StyleSheet) -> [Rule], of sheets: [StyleSheet]
  ) -> [Rule] {
    zip(sheets.flatMap(rules), levels(of: rules, in: sheets)).enumerated()
      .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
  }

  /// A layer without a name is another one in each sheet.
  private static func name(_ name: LayerName, inSheet number: Int) -> LayerName {
    name.map { $0.hasPrefix(anonymous) ? "\($0) \(number)" : $0 }
  }

  /// Begins the names of layers without a name; no identifier begins with it.
  static let anonymous = " "

  /// Reads "a.b" from values without white space around them; nil for anything else.
  static func name(_ values: some Collection<CSSValue>) -> LayerName? {
    var name: LayerName = []
    for (index, value) in values.enumerated() {
      switch value {
      case .token(.ident(let word)) where index.isMultiple(of: 2):
        guard !DeclarationParser.wideKeywords.contains(word.asciiLowercased) else { return nil }
        name.append(word)
      case .token(.delim(".")) where !index.isMultiple(of: 2): break
      default: return nil
      }
    }
    return values.count.isMultiple(of: 2) ? nil : name
  }

  /// Reads the names of a list, separated by commas; nil if one is not valid.
  static func names(_ prelude: [CSSValue]) -> [LayerName]? {
    var result: [LayerName] = []
    for part in prelude.split(separator: .token(.comma), omittingEmptySubsequences: false) {
      guard let name = name(trimmed(part)) else { return nil }
      result.append(name)
    }
    return result
  }

  static func trimmed(_ values: ArraySlice<CSSValue>) -> ArraySlice<CSSValue> {
    var values = values.drop { $0 == .token(.whitespace) }
    while values.last == .token(.whitespace) { values.removeLast() }
    return values
  }
}
