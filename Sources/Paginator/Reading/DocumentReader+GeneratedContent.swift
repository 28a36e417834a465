internal import EPUB
internal import Markup

/// Generated content: counters, quotes, `::before` and `::after`, list markers, named strings.
extension DocumentReader {
  /// - Parameter parent: nil for a pseudo-element.
  mutating func applyCounters(
    _ style: ComputedStyle, _ node: Int, parent: ComputedStyle? = nil
  ) {
    // An element without a box changes no counters (CSS Lists 3, section 4).
    guard style.box.display != .contents else { return }
    let generated = style.generated
    for change in generated.counterReset {
      var first = change.value ?? 0
      if change.isReversed, change.value == nil, let parent {
        first = reversedStart(of: change.name, from: node, parent: parent)
      }
      counters.reset(change.name, to: first, depth: depth - 1, isReversed: change.isReversed)
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
    let explicit = style.generated.counterIncrement.filter { $0.name == "list-item" }
    let step =
      explicit.isEmpty
      ? (counters.isReversed("list-item") ? -1 : 1)
      : explicit.reduce(0) { $0 + ($1.value ?? 1) }
    counters.increment("list-item", by: step, depth: depth - 1)
    if let value = tree.attribute("value", of: node).flatMap({ Int($0) }),
      tree.isElement(node, "li")
    {
      counters.set("list-item", to: value, depth: depth - 1)
    }
  }

  /// The first value of a reversed counter that has none: the sum of what the elements in its scope
  /// take from it (CSS Lists 3, section 4.4.2). Generated content is not counted.
  private mutating func reversedStart(
    of name: String, from node: Int, parent: ComputedStyle
  ) -> Int {
    var sum = 0
    var last = 0
    /// Returns false after an element that sets the counter.
    func count(_ elements: [Int], _ parent: ComputedStyle) -> Bool {
      for element in elements where tree.nodes[element].kind == .element {
        reversedElements += 1
        guard reversedElements <= Self.mostReversedElements else { return false }
        let style = resolver.style(of: element, parent: parent)
        if style.box.display == .none { continue }
        // A counter of the same name has a scope of its own.
        if element != node, begins(name, element, style) { break }
        let step = style.box.display == .contents ? 0 : taken(from: name, style)
        if step != 0 { last = step }
        if let set = style.generated.counterSet.last(where: { $0.name == name }) {
          sum += set.value ?? 0
          return false
        }
        sum += step
        if !count(Array(tree.children(of: element)), style) { return false }
      }
      return true
    }
    let siblings = tree.children(of: Int(tree.nodes[node].parent)).drop { $0 != node }
    _ = count(Array(siblings), parent)
    if reversedElements > Self.mostReversedElements {
      findings.report(
        .unsupportedValue,
        "reversed() in \"counter-reset\" is used too often: the counter \"\(name)\" has a wrong start",
        at: tree.location(of: node))
    }
    return sum + last
  }

  /// The elements of a document that are visited for the starts of reversed counters: scopes may
  /// overlap.
  private static let mostReversedElements = 200_000

  private func begins(_ name: String, _ node: Int, _ style: ComputedStyle) -> Bool {
    style.generated.counterReset.contains { $0.name == name } || name == "list-item" && isList(node)
  }

  /// By how much an element makes a reversed counter smaller.
  private func taken(from name: String, _ style: ComputedStyle) -> Int {
    let changes = style.generated.counterIncrement.filter { $0.name == name }
    if changes.isEmpty { return name == "list-item" && style.box.isListItem ? 1 : 0 }
    return changes.reduce(0) { $0 - ($1.value ?? 1) }
  }

  private func isList(_ node: Int) -> Bool {
    ["ol", "ul", "menu"].contains(tree.name(of: node).local)
  }

  /// Opens a scope of the list-item counter for `ol`, `ul` and `menu`.
  mutating func beginList(_ node: Int, _ style: ComputedStyle) {
    guard isList(node), style.box.display != .contents,
      !style.generated.counterReset.contains(where: { $0.name == "list-item" })
    else { return }
    let isReversed = tree.attribute("reversed", of: node) != nil
    let items = tree.children(of: node).count { tree.isElement($0, "li") }
    let start =
      tree.attribute("start", of: node).flatMap { Int($0) } ?? (isReversed ? items : 1)
    let first =
      isReversed ? start.addingReportingOverflow(1) : start.subtractingReportingOverflow(1)
    counters.reset(
      "list-item", to: first.partialValue, depth: depth - 1, isReversed: isReversed)
  }

  // MARK: Markers (CSS Lists 3, section 3)

  /// - Parameter isPseudo: whether the marker belongs to `::before` or `::after`, where no
  ///   `::marker` rule applies.
  mutating func readMarker(_ node: Int, _ style: ComputedStyle, isPseudo: Bool = false) {
    let markerStyle = isPseudo ? nil : resolver.style(of: .marker, on: node, parent: style)
    let own = markerStyle?.generated.content
    let picture = pictureFile(own)
    if let picture { return readImageMarker(picture, node, markerStyle ?? style) }
    if own == nil, readBullet(node, markerStyle ?? style) { return }
    let isOutside = !style.text.listStyleIsInside && style.box.display != .inline
    var label: String?
    var type: ListStyleType?
    if let content = own, content != .keyword("normal") {
      label = content == .keyword("none") ? nil : text(of: content, node: node)
    } else {
      type = style.text.listStyleType
      label = resolver.counterStyles.marker(
        style.text.listStyleType, value: counters.value("list-item"), isOutside: isOutside)
    }
    guard let label, !label.isEmpty else { return }
    beginContent()
    var base = markerStyle ?? style
    // `text-transform` is not inherited from the item (CSS Pseudo-Elements 4, section 3.2).
    let transform = markerStyle?.text.transform ?? []
    if own ?? .keyword("normal") == .keyword("normal"), base.text.listStyleType.isBullet {
      base = resolver.bulletStyle(base)
    }
    guard isOutside else {
      let inside = resolver.insideMarkerStyle(base, transform)
      insideMarker(label, in: type, inside, markerStyle?.box.unicodeBidi ?? .isolate)
      return
    }
    var inner = TextBuilder()
    let marker = resolver.markerStyle(base, transform)
    inner.openBlock(.block, style: marker, node: -1)
    for (text, style) in resolver.parts(of: label, in: type, marker) {
      inner.append(Array(text.utf16), node: -1, style: style)
    }
    inner.endParagraph()
    builder.setMarker(
      Attachment(content: .marker(inner.text), style: base.style, node: node))
  }

  /// Sets a marker as the first text of its item. By default it is isolated (CSS Lists 3, section
  /// 4): its text does not reorder with the item's.
  private mutating func insideMarker(
    _ label: String, in type: ListStyleType?, _ own: ComputedStyle, _ unicodeBidi: UnicodeBidi
  ) {
    let isRight = own.text.isRightToLeft
    let isMixed =
      isRight || unicodeBidi.isOverride
      || label.utf16.contains { 0x0590...0x08FF ~= $0 || 0xFB1D...0xFEFF ~= $0 }
    let start = builder.length
    let controls = isMixed ? unicodeBidi.controls(isRightToLeft: isRight) : nil
    if let controls { generated(controls.open, own) }
    for (text, style) in resolver.parts(of: label, in: type, own) { generated(text, style) }
    if let controls { generated(controls.close, own) }
    builder.passMarker(from: start)
  }

  /// The file of `content` that is a single image.
  private func pictureFile(_ content: StyleValue?) -> StyleFile? {
    if case .list(let items)? = content, items.count == 1 { items[0].file } else { nil }
  }

  /// Reads `list-style-image`.
  /// - Returns: false without an image that can be read; the counter style then makes the marker
  ///   (CSS Lists 3, section 3.1).
  private mutating func readBullet(_ node: Int, _ style: ComputedStyle) -> Bool {
    guard let file = style.text.listStyleImage else { return false }
    guard let image = try? loadedImage(file.url, from: file.base), !image.isPlaceholder else {
      findings.report(
        .missingImage,
        "the image \"\(Self.short(file.url))\" of a marker is missing, broken or outside the book: \"list-style-type\" is used instead",
        at: tree.location(of: node))
      return false
    }
    append(image, node, style, hasSpace: true)
    return true
  }

  /// Reads an image that is the content of a marker.
  private mutating func readImageMarker(_ file: StyleFile, _ node: Int, _ style: ComputedStyle) {
    let image = loadImage(file.url, from: file.base, node: node, alternativeText: "")
    append(image, node, style, hasSpace: false)
  }

  private mutating func append(
    _ image: ImageReference, _ node: Int, _ style: ComputedStyle, hasSpace: Bool
  ) {
    beginContent()
    let image = image.formed(by: style.text.imageForm)
    let own = resolver.markerStyle(style)
    if style.text.listStyleIsInside {
      builder.appendAttachment(
        Attachment(content: .image(image), style: own.style, node: -1), style: own)
      if hasSpace { generated("\u{A0}", own) }
      return
    }
    var inner = TextBuilder()
    inner.openBlock(.block, style: own, node: -1)
    inner.appendAttachment(
      Attachment(content: .image(image), style: own.style, node: -1), style: own)
    if hasSpace { inner.append([0xA0], node: -1, style: own) }
    inner.endParagraph()
    builder.setMarker(Attachment(content: .marker(inner.text), style: style.style, node: node))
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
      if let value = tree.attribute(name, of: node) { return value }
      if case .string(let fallback)? = arguments.dropFirst().first { return fallback }
      return ""
    case .function("counter", let arguments), .function("counters", let arguments):
      return counterText(arguments, isNested: content.isFunction("counters"))
    case .function("string", let arguments):
      // In `string-set`, a string may use another string's value, or its own previous value.
      guard case .keyword(let name) = arguments.first else { return "" }
      return namedStrings[name] ?? ""
    case .function("content", _): return headText(of: node)
    case .function("target-counter", let arguments): return targetCounter(arguments, node)
    case .url(let url, _):
      findings.report(
        .unsupportedValue, "the image \"\(Self.short(url))\" among text in content is not honoured",
        at: tree.location(of: node))
      return ""
    case .function(let name, _):
      findings.report(
        .unsupportedValue, "\"\(name)()\" in content is not honoured here",
        at: tree.location(of: node))
      return ""
    default: return ""
    }
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
    case .url(let text, _)?, .string(let text)?: url = text
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
      let target = targets.target(of: place)
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
    let style = Self.counterStyle(arguments, isNested: isNested) ?? .keyword("decimal")
    let styles = resolver.counterStyles
    guard isNested, arguments.count > 1, case .string(let separator) = arguments[1] else {
      return styles.text(style, value: counters.value(name))
    }
    return counters.values(name).map { styles.text(style, value: $0) }.joined(separator: separator)
  }

  /// The counter style that an item of `content` names.
  static func counterStyle(of item: StyleValue) -> ListStyleType? {
    switch item {
    case .function("counter", let arguments): counterStyle(arguments, isNested: false)
    case .function("counters", let arguments): counterStyle(arguments, isNested: true)
    default: nil
    }
  }

  private static func counterStyle(_ arguments: [StyleValue], isNested: Bool) -> ListStyleType? {
    arguments.count > (isNested ? 2 : 1) ? arguments.last.flatMap { ListStyleType($0) } : nil
  }

  /// A quotation mark for the nesting depth; the innermost pair repeats.
  private func quoteMark(_ marks: [String], opens: Bool) -> String {
    guard !marks.isEmpty else { return "" }
    let pair = min(quoteDepth, marks.count / 2 - 1) * 2
    return marks[pair + (opens ? 0 : 1)]
  }

  // MARK: Named strings (CSS GCPM 3, section 1.1)

  /// Gives a document that does not begin with a heading its title in the navigation as a running
  /// head: that of the document before it would be wrong.
  mutating func setTitleOfNavigation() {
    guard let entry = publication.firstEntries[href], !beginsWithHeading else { return }
    builder.appendNamedString("chapter-title", entry.title)
    // Its first page has no head on a left page either.
    builder.appendNamedString("book-title", nil, from: "book-title")
  }

  /// How much text may be in front of a document's title: a number, a date, a motto.
  private static let mostBeforeTitle = 300

  /// Whether a heading is among the first elements of the body.
  private var beginsWithHeading: Bool {
    let body = tree.nodes.indices.first { tree.isElement($0, "body") } ?? 0
    var length = 0
    for node in body..<Int(tree.nodes[body].end) {
      if tree.nodes[node].kind == .text {
        let string = tree.string(of: node)
        if !string.allSatisfy(\.isWhitespace) { length += string.utf16.count }
      }
      if length > Self.mostBeforeTitle { return false }
      if tree.isHeading(node) || tree.isElement(node, "hgroup"), isDisplayed(node) { return true }
    }
    return false
  }

  /// Whether neither an element nor one around it has `display: none`.
  private func isDisplayed(_ node: Int) -> Bool {
    var style: ComputedStyle?
    for index in ancestors(of: node).reversed() + [node] {
      let own = resolver.style(of: index, parent: style)
      if own.box.display == .none { return false }
      style = own
    }
    return true
  }

  /// Whether an element is a heading of a lower level than the first one of its document.
  mutating func isInsideChapter(_ node: Int) -> Bool {
    guard tree.isHeading(node), let level = tree.name(of: node).local.last?.wholeNumberValue else {
      return false
    }
    guard let first = firstHeadingLevel else {
      firstHeadingLevel = level
      return false
    }
    return level > first
  }
}

extension StyleValue {
  func isFunction(_ name: String) -> Bool {
    if case .function(name, _) = self { true } else { false }
  }
}

extension StyleResolver {
  /// The style of a marker: the item's font and color, without its paragraph properties.
  func markerStyle(_ base: ComputedStyle, _ transform: TextTransform = []) -> ComputedStyle {
    derived(.marker(transform), base) { text, box in
      text.indent = .zero
      text.align = .start
      text.alignLast = nil
      text.whiteSpace = .pre
      text.hangingPunctuation = []
      text.decorations = []
      text.transform = transform
      box = BoxProperties()
    }
  }

  /// The style of a marker inside its item: no line ends in it or between it and the item's text
  /// (CSS Lists 3, section 3.1.1).
  fileprivate func insideMarkerStyle(
    _ item: ComputedStyle, _ transform: TextTransform
  ) -> ComputedStyle {
    let base = anonymousStyle(display: .inline, parent: item)
    return derived(.insideMarker(transform), base) { text, _ in
      text.whiteSpace = .pre
      text.transform = transform
    }
  }

  /// The style of a bullet, which is a shape and not text: it is not spaced.
  func bulletStyle(_ base: ComputedStyle) -> ComputedStyle {
    guard
      base.text.letterSpacing != 0 || base.text.wordSpacing != 0
        || base.text.wordSpacingShare != nil
    else { return base }
    return derived(.bullet, base) { text, _ in
      text.letterSpacing = 0
      text.wordSpacing = 0
      text.wordSpacingShare = nil
    }
  }
}
