/// CSS counters with their scopes (CSS Lists 3, section 4).
struct Counters {
  private struct Instance {
    let depth: Int
    var value: Int
    var isReversed = false
  }
  private var scopes: [String: [Instance]] = [:]
  /// The scopes that are open, the deepest last.
  private var opened: [(depth: Int, name: String)] = []

  /// Ends the scopes that elements deeper than `depth` opened.
  mutating func close(depth: Int) {
    while let last = opened.last, last.depth > depth {
      opened.removeLast()
      scopes[last.name]?.removeAll { $0.depth > depth }
    }
  }

  private mutating func noteOpened(_ name: String, depth: Int) {
    let place = opened.lastIndex { $0.depth <= depth }.map { $0 + 1 } ?? 0
    opened.insert((depth, name), at: place)
  }

  mutating func reset(_ name: String, to value: Int, depth: Int, isReversed: Bool = false) {
    var instances = scopes[name] ?? []
    if !instances.contains(where: { $0.depth == depth }) { noteOpened(name, depth: depth) }
    instances.removeAll { $0.depth >= depth }
    instances.append(Instance(depth: depth, value: value, isReversed: isReversed))
    scopes[name] = instances
  }

  mutating func increment(_ name: String, by amount: Int, depth: Int) {
    change(name, depth: depth) { $0 = $0.addingReportingOverflow(amount).partialValue }
  }

  mutating func set(_ name: String, to value: Int, depth: Int) {
    change(name, depth: depth) { $0 = value }
  }

  /// Changes the innermost counter of a name; without one, an element opens it.
  private mutating func change(_ name: String, depth: Int, _ body: (inout Int) -> Void) {
    var instances = scopes[name] ?? []
    if instances.isEmpty {
      instances.append(Instance(depth: depth, value: 0))
      noteOpened(name, depth: depth)
    }
    body(&instances[instances.count - 1].value)
    scopes[name] = instances
  }

  func value(_ name: String) -> Int { scopes[name]?.last?.value ?? 0 }
  /// Whether list items count down.
  func isReversed(_ name: String) -> Bool { scopes[name]?.last?.isReversed ?? false }
  func values(_ name: String) -> [Int] { scopes[name]?.map(\.value) ?? [0] }
}
