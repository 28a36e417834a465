/// What the margin boxes of a book print, which the boxes of a preset then do not print again.
struct PrintedContent: OptionSet {
  var rawValue: Int

  static let folio = PrintedContent(rawValue: 1)
  static let head = PrintedContent(rawValue: 2)

  init(rawValue: Int) { self.rawValue = rawValue }

  init(_ block: DeclarationBlock) {
    self = []
    for entry in block.entries where entry.property == "content" {
      guard case .list(let items) = entry.value else { continue }
      self = []
      for item in items { formUnion(PrintedContent(item)) }
    }
  }

  private init(_ item: StyleValue) {
    switch item {
    case .string(let text): self = text.isEmpty ? [] : .head
    case .function("string", _): self = .head
    case .function("counter", let arguments), .function("counters", let arguments):
      self = arguments.first == .keyword("page") ? .folio : []
    default: self = []
    }
  }
}

extension [StyleSheet.PageRule] {
  /// The rules, those of the preset without the heads or folios that the book has in other places: two folios on a page
  /// are one too many. In the same place, the cascade decides.
  func withoutRepeatedMarginBoxes() -> [StyleSheet.PageRule] {
    var printed: PrintedContent = []
    var names: Set<String> = []
    for rule in self where rule.origin == .author {
      for box in rule.marginBoxes {
        // A text next to a folio is its ornament.
        let content = PrintedContent(box.block)
        printed.formUnion(content.contains(.folio) ? .folio : content)
        names.insert(box.name)
      }
    }
    guard !printed.isEmpty else { return self }
    return map { rule in
      guard rule.origin == .preset else { return rule }
      return rule.keepingMarginBoxes {
        names.contains($0.name) || $0.name == "footnote"
          || PrintedContent($0.block).isDisjoint(with: printed)
      }
    }
  }
}
