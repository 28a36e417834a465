internal import EPUB
internal import Markup

/// Generated content: counters, quotes, `::before` and `::after`, list markers, named strings.
extension DocumentReader {
  mutating func applyCounters(_ style: ComputedStyle, _ node: Int) {
    let generated = style.generated
    for change in generated.counterReset {
      counters.reset(change.name, to: change.value ?? 0, depth: depth - 1)
    }
    if style.box.isListItem { incrementListItem(style, node) }
    for change in generated.counterIncrement where change.name != "list-item" {
      counters.increment(change.name, by: change.value ?? 1, depth: depth - 1)
    }
    for change in generated.counterSet {
      counters.set(change.name, to: change.value ?? 0, depth: depth - 1)
    }
  }

  private mutating func incrementListItem(_ style: ComputedStyle, _ node: Int) {
    let explicit = style.generated.counterIncrement.first { $0.name == "list-item" }
    let step = explicit?.value ?? (lists.last?.isReversed ?? false ? -1 : 1)
    counters.increment("list-item", by: step, depth: depth - 1)
    if let value = tree.attribute("value", of: node).flatMap({ Int($0) }),
      tree.isElement(node, "li")
    {
      counters.set("list-item", to: value, depth: depth - 1)
    }
  }

  /// Opens a scope of the list-item counter for `ol`, `ul` and `menu`.
  mutating func beginList(_ node: Int, _ style: ComputedStyle) {
    guard ["ol", "ul", "menu"].contains(tree.name(of: node).local) else { return }
    let isReversed = tree.attribute("reversed", of: node) != nil
    let items = tree.children(of: node).count { tree.isElement($0, "li") }
    let start =
      tree.attribute("start", of: node).flatMap { Int($0) } ?? (isReversed ? items : 1)
    let first =
      isReversed ? start.addingReportingOverflow(1) : start.subtractingReportingOverflow(1)
    counters.reset("list-item", to: first.partialValue, depth: depth - 1)
    lists.append(ListState(isReversed: isReversed))
  }

  mutating func endList(_ node: Int) {
    guard ["ol", "ul", "menu"].contains(tree.name(of: node).local) else { return }
    lists.removeLast()
  }

  // MARK: Markers (CSS Lists 3, section 3)

  /// - Parameter isPseudo: whether the marker belongs to `::before` or `::after`, where no
  ///   `::marker` rule applies.
  mutating func readMarker(_ node: Int, _ style: ComputedStyle, isPseudo: Bool = false) {
    let markerStyle = isPseudo ? nil : resolver.style(of: .marker, on: node, parent: style)
    let own = markerStyle?.generated.content
    let picture = pictureURL(own)
    if let url = picture ?? (own == nil ? style.text.listStyleImage : nil),
      readImageMarker(url, node, markerStyle ?? style, hasSpace: picture == nil)
    {
      return
    }
    var label: String?
    if let content = own, content != .keyword("normal") {
      label = content == .keyword("none") ? nil : text(of: content, node: node)
    } else {
      label = resolver.counterStyles.marker(
        style.text.listStyleType, value: counters.value("list-item"))
    }
    guard let label, !label.isEmpty else { return }
    beginContent()
    let base = markerStyle ?? style
    if style.text.listStyleIsInside || style.box.isInlineListItem ?? false {
      generated(label, resolver.anonymousStyle(display: "inline", parent: base))
      return
    }
    var inner = TextBuilder()
    inner.openBlock(.block, style: resolver.markerStyle(base), node: -1)
    inner.append(Array(label.utf16), node: -1, style: resolver.markerStyle(base))
    inner.endParagraph()
    builder.setMarker(
      Attachment(content: .marker(inner.text), style: base.style, node: node))
  }

  /// The URL of `content` that is a single image.
  private func pictureURL(_ content: StyleValue?) -> String? {
    if case .list(let items)? = content, items.count == 1, case .url(let url) = items[0] {
      return url
    }
    return nil
  }

  /// Reads an image as a marker.
  /// - Returns: false if the image cannot be read; the caller then tries text.
  private mutating func readImageMarker(
    _ url: String, _ node: Int, _ style: ComputedStyle, hasSpace: Bool
  ) -> Bool {
    let image = loadImage(url, node: node, alternativeText: "")
    guard !image.isPlaceholder else { return false }
    beginContent()
    let own = resolver.markerStyle(style)
    if style.text.listStyleIsInside {
      builder.appendAttachment(
        Attachment(content: .image(image), style: own.style, node: -1), style: own)
      if hasSpace { generated("\u{A0}", own) }
      return true
    }
    var inner = TextBuilder()
    inner.openBlock(.block, style: own, node: -1)
    inner.appendAttachment(
      Attachment(content: .image(image), style: own.style, node: -1), style: own)
    if hasSpace { inner.append([0xA0], node: -1, style: own) }
    inner.endParagraph()
    builder.setMarker(Attachment(content: .marker(inner.text), style: style.style, node: node))
    return true
  }

  // MARK: Pseudo-elements

  mutating func pseudoElement(_ which: PseudoElement, _ node: Int, _ parent: ComputedStyle) {
    guard let style = resolver.style(of: which, on: node, parent: parent),
      let content = style.generated.content, content != .keyword("none"),
      content != .keyword("normal"), style.box.display != "none"
    else { return }
    depth += 1
    applyCounters(style, node)
    let isBlock = !["inline", "inline-block", "contents"].contains(style.box.display)
    if isBlock {
      builder.endParagraph()
      forceBreak(style.box.breakBefore)
      settleBreak()
      makeRoom(for: .content)
      builder.openBlock(.block, style: style, node: -1)
      if style.box.isListItem { readMarker(node, style, isPseudo: true) }
    } else if style.box.hasInlineEdges {
      beginContent()
      builder.appendEdge(isStart: true, style: style)
    }
    let before = builder.text.paragraphs.count
    let inline = isBlock ? resolver.anonymousStyle(display: "inline", parent: style) : style
    for item in items(of: content) { emit(item, node, inline) }
    if isBlock {
      builder.endParagraph()
      if builder.text.paragraphs.count == before, style.box.isVisibleWhenEmpty {
        builder.appendEmptyParagraph()
      }
      builder.closeBlock()
      forceBreak(style.box.breakAfter)
    } else if style.box.hasInlineEdges {
      builder.appendEdge(isStart: false, style: style)
    }
    depth -= 1
  }

  private func items(of content: StyleValue) -> [StyleValue] {
    if case .list(let items) = content { items } else { [content] }
  }

  private mutating func emit(_ item: StyleValue, _ node: Int, _ style: ComputedStyle) {
    if case .url(let url) = item {
      beginContent()
      let image = loadImage(url, node: node, alternativeText: "")
      builder.appendAttachment(
        Attachment(content: .image(image), style: style.style, node: -1), style: style)
      return
    }
    if case .function("leader", let arguments) = item {
      appendLeader(arguments, style)
      return
    }
    let text = text(of: item, node: node, quotes: quotes(of: style))
    if !text.isEmpty { generated(text, style) }
  }

  /// Appends a leader, which fills its line with a pattern: dots by default.
  private mutating func appendLeader(_ arguments: [StyleValue], _ style: ComputedStyle) {
    var pattern = ". "
    switch arguments.first {
    case .string(let text): pattern = text
    case .keyword("solid"): pattern = "_"
    case .keyword("space"): pattern = " "
    default: break
    }
    guard !pattern.isEmpty else { return }
    beginContent()
    let markerStyle = resolver.markerStyle(style)
    var inner = TextBuilder()
    inner.openBlock(.block, style: markerStyle, node: -1)
    inner.append(Array(pattern.utf16), node: -1, style: markerStyle)
    inner.endParagraph()
    builder.appendAttachment(
      Attachment(content: .leader(inner.text), style: style.style, node: -1), style: style)
  }

  mutating func generated(_ string: String, _ style: ComputedStyle) {
    let units = Array(string.utf16)
    // Text over the limit is dropped; reading the document then fails.
    if let meter, !meter.mayGenerate(units.count) { return }
    beginContent()
    builder.append(units, node: -1, style: style)
  }

  /// The text of `content` or of one of its items.
  mutating func text(of content: StyleValue, node: Int, quotes: [String] = []) -> String {
    switch content {
    case .list(let items):
      return items.map { text(of: $0, node: node, quotes: quotes) }.joined()
    case .string(let text): return text
    case .keyword("open-quote"), .keyword("no-open-quote"):
      let mark = quoteMark(quotes, opens: true)
      quoteDepth += 1
      return content == .keyword("open-quote") ? mark : ""
    case .keyword("close-quote"), .keyword("no-close-quote"):
      guard quoteDepth > 0 else { return "" }
      quoteDepth -= 1
      return content == .keyword("close-quote") ? quoteMark(quotes, opens: false) : ""
    case .function("attr", let arguments):
      guard case .keyword(let name) = arguments.first else { return "" }
      return tree.attribute(name, of: node) ?? ""
    case .function("counter", let arguments), .function("counters", let arguments):
      return counterText(arguments, isNested: content.isFunction("counters"))
    case .function("string", let arguments):
      // In `string-set`, a string may use another string's value, or its own previous value.
      guard case .keyword(let name) = arguments.first else { return "" }
      return namedStrings[name] ?? ""
    case .function("content", _): return headText(of: node)
    case .function("target-counter", let arguments): return targetCounter(arguments, node)
    case .function(let name, _):
      findings.report(
        .unsupportedValue, "\"\(name)()\" in content is not honoured here",
        at: tree.location(of: node))
      return ""
    default: return ""
    }
  }

  /// The text of an element for a running head: line breaks become spaces, and note calls are
  /// omitted.
  private func headText(of node: Int) -> String {
    var text = ""
    var index = node
    while index < Int(tree.nodes[node].end) {
      switch tree.nodes[index].kind {
      case .text: text += tree.string(of: index)
      case .element where Self.isLine(tree.name(of: index).local): text += " "
      case .element where index != node && tree.isNoteCall(index):
        index = Int(tree.nodes[index].end)
        continue
      default: break
      }
      index += 1
    }
    return text
  }

  /// Whether an element begins a new line in a heading, where a running head gets a space.
  private static func isLine(_ element: String) -> Bool {
    ["br", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6"].contains(element)
  }

  /// The page number of a link's target. In the first pass it is unknown: a placeholder as wide as
  /// most numbers keeps most line breaks the same in the second pass.
  private mutating func targetCounter(_ arguments: [StyleValue], _ node: Int) -> String {
    var arguments = arguments[...]
    let url: String
    switch arguments.popFirst() {
    case .function("attr", let names)?:
      guard case .keyword(let name)? = names.first else { return "" }
      url = tree.attribute(name, of: node) ?? ""
    case .url(let text)?, .string(let text)?: url = text
    default: return ""
    }
    guard arguments.popFirst() == .keyword("page") else {
      findings.report(
        .unsupportedValue, "target-counter() knows the counter \"page\" only",
        at: tree.location(of: node))
      return ""
    }
    namesPages = true
    guard let targets else { return "000" }
    guard let place = publication.place(of: url, from: href),
      let target = targets.targets[place]
    else {
      findings.report(
        .missingTarget, "\"\(url)\" leads to no place in the book: it has no page number",
        at: tree.location(of: node))
      return ""
    }
    if case .keyword(let style)? = arguments.first {
      return resolver.counterStyles.text(style, value: target.value)
    }
    return resolver.counterStyles.text(target.style, value: target.value)
  }

  private func counterText(_ arguments: [StyleValue], isNested: Bool) -> String {
    guard case .keyword(let name) = arguments.first else { return "" }
    var style = ListStyleType.keyword("decimal")
    if let last = arguments.last, arguments.count > (isNested ? 2 : 1) {
      style = ListStyleType(last) ?? style
    }
    let styles = resolver.counterStyles
    guard isNested, arguments.count > 1, case .string(let separator) = arguments[1] else {
      return styles.text(style, value: counters.value(name))
    }
    return counters.values(name).map { styles.text(style, value: $0) }.joined(separator: separator)
  }

  /// A quotation mark for the nesting depth; the innermost pair repeats.
  private func quoteMark(_ marks: [String], opens: Bool) -> String {
    guard !marks.isEmpty else { return "" }
    let pair = min(quoteDepth, marks.count / 2 - 1) * 2
    return marks[pair + (opens ? 0 : 1)]
  }

  // MARK: Named strings (CSS GCPM 3, section 1.1)

  mutating func setNamedStrings(_ style: ComputedStyle, _ node: Int) {
    for set in style.generated.stringSet {
      if case .function("string", let arguments) = set.items.first, set.items.count == 1,
        case .keyword(let source) = arguments.first, namedStrings[source] == nil
      {
        settleBreak()
        builder.appendNamedString(set.name, nil, from: source)
        continue
      }
      let marks = quotes(of: style)
      let value = set.items.map { text(of: $0, node: node, quotes: marks) }.joined()
      let words = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      settleBreak()
      namedStrings[set.name] = words
      builder.appendNamedString(set.name, words)
    }
  }
}

extension StyleValue {
  func isFunction(_ name: String) -> Bool {
    if case .function(name, _) = self { true } else { false }
  }
}

extension StyleResolver {
  /// The style of a marker: the item's font and colour, without its paragraph properties.
  func markerStyle(_ base: ComputedStyle) -> ComputedStyle {
    var text = base.text
    text.indent = .zero
    text.align = .start
    text.alignLast = nil
    text.whiteSpace = .pre
    text.hangingPunctuation = []
    text.decorations = []
    text.transform = []
    return markerStyle(text, of: base)
  }
}
