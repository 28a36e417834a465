internal import EPUB
internal import Markup

/// Named strings, for running heads (CSS GCPM 3, section 1.1).
extension DocumentReader {
  mutating func setNamedStrings(_ style: ComputedStyle, _ node: Int) {
    setPageNumber(style)
    guard !style.generated.stringSet.isEmpty else { return }
    let isInside = isInsideChapter(node) ? true : nil
    for set in style.generated.stringSet {
      if case .function("string", let arguments) = set.items.first, set.items.count == 1,
        case .keyword(let source) = arguments.first, namedStrings[source] == nil
      {
        settleBreak()
        builder.appendNamedString(set.name, nil, from: source, isInsideChapter: isInside)
        continue
      }
      let marks = quotes(of: style)
      let value = set.items.map { stringText(of: $0, node, marks) }.joined()
      let words = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      // A heading without words names nothing.
      if words.isEmpty, set.items.contains(where: \.isContentFunction), tree.isHeading(node) {
        continue
      }
      settleBreak()
      namedStrings[set.name] = words
      builder.appendNamedString(set.name, words, isInsideChapter: isInside)
    }
  }

  /// The text of an item of `string-set`.
  private mutating func stringText(
    of item: StyleValue, _ node: Int, _ quotes: [String]
  ) -> String {
    guard case .function("content", let arguments) = item,
      case .keyword(let part)? = arguments.first
    else { return text(of: item, node: node, quotes: quotes) }
    switch part {
    case "before": return text(of: .before, node)
    case "after": return text(of: .after, node)
    case "first-letter": return Self.firstLetter(of: headText(of: node))
    default: return headText(of: node)
    }
  }

  /// The text of a pseudo-element, which is read later: counters and quotes stay as they are.
  private mutating func text(of pseudoElement: PseudoElement, _ node: Int) -> String {
    guard let parent = builder.innermostStyle,
      let style = resolver.style(of: pseudoElement, on: node, parent: parent),
      style.box.display != .none
    else { return "" }
    let outer = (counters, depth, quoteDepth)
    defer { (counters, depth, quoteDepth) = outer }
    depth += 1
    applyCounters(style, node)
    return pseudoText(style, node, quotes: quotes(of: style)) ?? ""
  }

  /// The first letter with the punctuation before it.
  private static func firstLetter(of text: String) -> String {
    let text = text.drop(while: \.isWhitespace)
    guard let letter = text.firstIndex(where: { $0.isLetter || $0.isNumber }) else { return "" }
    return String(text[...letter])
  }

  /// The text of an element for a running head: that of an element which is not set in the line, such
  /// as an inline-block, is apart from what is around it; notes, their calls and marks of permanent
  /// links are left out.
  func headText(of node: Int) -> String {
    var text = ""
    if let style = builder.innermostStyle { addHeadText(of: node, style, to: &text) }
    return text
  }

  private func addHeadText(of node: Int, _ style: ComputedStyle, to text: inout String) {
    for child in tree.children(of: node) {
      switch tree.nodes[child].kind {
      case .text: if style.text.isVisible { text += tree.string(of: child) }
      case .element where tree.isElement(child, "br"): text += " "
      case .element where !tree.isCall(child) && !tree.isPermalink(child):
        let own = resolver.style(of: child, parent: style)
        guard own.box.display != .none, own.box.float != .footnote else { continue }
        let isApart = ![.inline, .contents].contains(own.box.display)
        if isApart { text += " " }
        addHeadText(of: child, own, to: &text)
        if isApart { text += " " }
      case .element, .comment, .instruction: break
      }
    }
  }
}

extension StyleValue {
  fileprivate var isContentFunction: Bool {
    if case .function("content", _) = self { true } else { false }
  }
}
