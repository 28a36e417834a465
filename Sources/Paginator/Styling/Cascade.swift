/// Which declaration of each property wins (CSS Cascade 5, section 6).
enum Cascade {
  /// - Parameters:
  ///   - rules: the rules in cascade order.
  ///   - isRightToLeft: the direction of the text under these winners. Only asked for if a property
  ///     depends on it.
  ///   - writingMode: that of the text under these winners; nil for rows.
  static func winners(
    _ rules: [StyleSheet.StyleRule], hints: DeclarationBlock? = nil, inline: DeclarationBlock?,
    isRightToLeft: ([String: StyleValue]) -> Bool = { _ in false },
    writingMode: ([String: StyleValue]) -> WritingMode? = { _ in nil }
  ) -> [String: StyleValue] {
    let blocks = blocks(rules, hints, inline)
    let winners = winners(blocks, Axes())
    // The direction and the writing mode do not depend on the properties that depend on them.
    let axes = Axes(
      isRightToLeft: blocks.contains(where: \.block.isLogical) && isRightToLeft(winners),
      writingMode: writingMode(winners))
    return axes.isUsual ? winners : self.winners(blocks, axes)
  }

  /// What decides which sides of a box declarations are about.
  private struct Axes {
    var isRightToLeft = false
    var writingMode: WritingMode?
    var isUsual: Bool { !isRightToLeft && writingMode == nil }
  }

  private static func winners(_ blocks: [Block], _ axes: Axes) -> [String: StyleValue] {
    var result = Result(keepsLogs: blocks.contains { $0.block.rollsBack }, axes: axes)
    for block in blocks { result.add(block, important: false) }
    let important = blocks.filter(\.block.hasImportant)
    guard !important.isEmpty else { return result.winners }
    // Important declarations reverse the order of origins and layers; those of a `style` attribute
    // win over all layers.
    let ordered = important.enumerated().sorted { a, b in
      let first = (-a.element.origin.rawValue, a.element.isAttribute ? 1 : 0, -a.element.level)
      let second = (-b.element.origin.rawValue, b.element.isAttribute ? 1 : 0, -b.element.level)
      return first == second ? a.offset < b.offset : first < second
    }
    for (_, block) in ordered { result.add(block, important: true) }
    return result.winners
  }

  private struct Block {
    let origin: StyleOrigin
    let layer: LayerName
    var isAttribute = false
    let block: DeclarationBlock
    /// The number of its layer among all blocks.
    var level = 0
  }

  private static func blocks(
    _ rules: [StyleSheet.StyleRule], _ hints: DeclarationBlock?, _ inline: DeclarationBlock?
  ) -> [Block] {
    var blocks = rules.map { Block(origin: $0.origin, layer: $0.layer, block: $0.block) }
    if let hints {
      // Presentational hints are author style, before all selectors and layers.
      let at = blocks.firstIndex { $0.origin >= .author } ?? blocks.count
      blocks.insert(Block(origin: .author, layer: [LayerOrder.anonymous], block: hints), at: at)
    }
    if let inline {
      // Inline style is author style, after all selectors, and a layer of its own.
      let at = blocks.firstIndex { $0.origin == .override } ?? blocks.count
      blocks.insert(Block(origin: .author, layer: [], isAttribute: true, block: inline), at: at)
    }
    for index in blocks.indices.dropFirst() {
      let (last, own) = (blocks[index - 1], blocks[index])
      let isSame =
        last.origin == own.origin && last.isAttribute == own.isAttribute && last.layer == own.layer
      blocks[index].level = last.level + (isSame ? 0 : 1)
    }
    return blocks
  }

  /// The current winners, and what each origin and each layer replaced, for `revert` and
  /// `revert-layer`.
  private struct Result {
    private typealias Log = [String: StyleValue?]
    var winners: [String: StyleValue] = [:]
    private let keepsLogs: Bool
    private let axes: Axes
    private var origins: [StyleOrigin: Log] = [:]
    private var levels: [Int: Log] = [:]

    init(keepsLogs: Bool, axes: Axes) {
      self.keepsLogs = keepsLogs
      self.axes = axes
    }

    mutating func add(_ own: Block, important: Bool) {
      // Our own sheets are written for rows.
      let turn = own.origin == .author ? axes.writingMode : nil
      for entry in own.block.entries where entry.isImportant == important {
        let property =
          own.block.isLogical && LogicalProperties.contains(entry.property)
          ? LogicalProperties.physical(entry.property, isRightToLeft: axes.isRightToLeft)
          : turn?.turned(entry.property) ?? entry.property
        var value = entry.value
        if keepsLogs {
          note(property, own)
          switch value.rollback {
          case .origin: value = replaced(property, origins[own.origin])
          case .layer: value = replaced(property, levels[own.level])
          case nil: break
          }
        }
        winners[property] = value
      }
    }

    private mutating func note(_ property: String, _ own: Block) {
      if origins[own.origin]?[property] == nil {
        origins[own.origin, default: [:]][property] = .some(winners[property])
      }
      if levels[own.level]?[property] == nil {
        levels[own.level, default: [:]][property] = .some(winners[property])
      }
    }

    private func replaced(_ property: String, _ log: Log?) -> StyleValue {
      (log?[property] ?? nil) ?? .keyword("unset")
    }
  }
}

extension StyleValue {
  enum Rollback { case origin, layer }

  /// What `revert` or `revert-layer` goes back to; nil for other values. The value of a custom
  /// property is not parsed yet.
  var rollback: Rollback? {
    switch self {
    case .keyword("revert"): return .origin
    case .keyword("revert-layer"): return .layer
    case .pending(let name, let values) where name.hasPrefix("--"):
      var parser = ValueParser(values.map(\.value))
      let word = parser.keyword(of: ["revert", "revert-layer"])
      return parser.isAtEnd ? word?.rollback : nil
    default: return nil
    }
  }
}
