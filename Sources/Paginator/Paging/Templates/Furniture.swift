/// Fills margin boxes: page numbers and named strings (CSS GCPM 3).
struct FurnitureSetter {
  let typesetter: Typesetter
  /// By text and width: a running head is the same on many pages. Styles are compared, because the
  /// templates of two documents number theirs alike.
  private var cache: [Key: [(style: TextStyle, layout: ChapterLayout)]] = [:]

  private struct Key: Hashable {
    let text: String
    let width: Length
  }

  init(typesetter: Typesetter) { self.typesetter = typesetter }

  struct Values {
    /// The value of `counter(page)`, and its counter style unless another is given.
    var page: Int
    var pageStyle = "decimal"
    var pages: Int
    var strings: RunningStrings
  }

  /// The texts of a page's margin boxes; boxes without text are left out.
  static func texts(of template: PageTemplate, values: Values) -> [(box: Int, text: String)] {
    template.marginBoxes.enumerated().compactMap { index, box in
      let text = box.content.map { Self.text(of: $0, values) }.joined()
      return text.isEmpty ? nil : (index, text)
    }
  }

  mutating func furniture(of page: Pagination.Page) throws -> [Pagination.Furniture] {
    let template = page.template
    var result: [Pagination.Furniture] = []
    let widths = try MarginBoxWidths(page, &self)
    for (index, text) in page.furniture {
      let box = template.marginBoxes[index]
      let rect = widths.narrowed(
        MarginBoxGeometry.rect(of: box.name, size: template.size, margins: template.margins),
        box.name)
      guard rect.width > 0 else { continue }
      var layout = try layout(text, box, box.style, width: rect.width)
      let room = rect.height - Length(rawValue: layout.pages.first?.usedHeight ?? 0)
      let above: Length
      switch box.style.box.verticalAlign {
      case .top: above = 0
      case .bottom: above = room
      default: above = room / 2
      }
      var y = rect.minY + above
      if room > 0, isAlone(box, page),
        let filling = box.filling(above: above, below: room - above)
      {
        layout = try self.layout(text, box, filling, width: rect.width)
        y = rect.minY
      }
      result.append(
        .init(name: box.name, rect: rect, layout: layout, origin: Point(x: rect.minX, y: y)))
    }
    return result
  }

  /// Whether no other box of a box's edge has text on a page: each has the width of all of them.
  private func isAlone(_ box: PageTemplate.MarginBox, _ page: Pagination.Page) -> Bool {
    let edge = box.name.prefix { $0 != "-" }
    return page.furniture.count {
      page.template.marginBoxes[$0.box].name.prefix { $0 != "-" } == edge
    } == 1
  }

  private mutating func layout(
    _ text: String, _ box: PageTemplate.MarginBox, _ style: ComputedStyle, width: Length
  ) throws -> ChapterLayout {
    try box.isRunning ? runningHead(text, style, width: width) : layout(text, style, width: width)
  }

  /// A running head on one line: a title that is longer is cut behind a word.
  private mutating func runningHead(
    _ text: String, _ style: ComputedStyle, width: Length
  ) throws -> ChapterLayout {
    let whole = try layout(text, style, width: width)
    let words = text.split(separator: " ")
    guard whole.lines.count > 1, words.count > 1 else { return whole }
    var (fits, tooMany) = (1, words.count)
    while tooMany - fits > 1 {
      let count = (fits + tooMany) / 2
      let isOneLine = try shortened(words, count, style, width).lines.count == 1
      if isOneLine { fits = count } else { tooMany = count }
    }
    return try shortened(words, fits, style, width)
  }

  private mutating func shortened(
    _ words: [Substring], _ count: Int, _ style: ComputedStyle, _ width: Length
  ) throws -> ChapterLayout {
    var text = words.prefix(count).joined(separator: " ")
    while let last = text.last, ",;:.–—".contains(last) { text.removeLast() }
    return try layout(text + "…", style, width: width)
  }

  mutating func layout(
    _ text: String, _ style: ComputedStyle, width: Length
  ) throws -> ChapterLayout {
    let key = Key(text: text, width: width)
    let known = cache[key]?.first { $0.style.text == style.text && $0.style.box == style.box }
    if let known { return known.layout }
    var builder = TextBuilder()
    builder.openBlock(.block, style: style, node: -1)
    builder.append(Array(text.utf16), node: -1, style: style)
    builder.endParagraph()
    let layout = try NestedLayout.layOut(
      builder.text, typesetter: typesetter, width: width, pageHeight: 10000)
    cache[key, default: []].append((style.style, layout))
    return layout
  }

  private static func text(of item: StyleValue, _ values: Values) -> String {
    switch item {
    case .string(let text): return text
    case .function("counter", let arguments), .function("counters", let arguments):
      guard case .keyword(let name) = arguments.first else { return "" }
      var style = name == "page" ? values.pageStyle : "decimal"
      if arguments.count > 1, case .keyword(let named) = arguments[arguments.count - 1] {
        style = named
      }
      let value = name == "page" ? values.page : name == "pages" ? values.pages : 0
      return CounterStyles.predefined.text(style, value: value)
    case .function("string", let arguments):
      guard case .keyword(let name) = arguments.first else { return "" }
      var which = "first"
      if arguments.count > 1, case .keyword(let word) = arguments[1] { which = word }
      return values.strings.value(name, which)
    default: return ""
    }
  }
}

extension PageTemplate.MarginBox {
  /// The style of a box without a height of its own, which is as high as its area: that is seen if it has
  /// a background (CSS Paged Media 3, section 5.3). Nil for other boxes.
  fileprivate func filling(above: Length, below: Length) -> ComputedStyle? {
    var own = style.box
    guard !own.background.isTransparent, own.height.isAuto else { return nil }
    own.padding.top.length = own.padding.top.length + above
    own.padding.bottom.length = own.padding.bottom.length + below
    return ComputedStyle(
      style: style.style.replacing(box: own), generated: style.generated, custom: style.custom)
  }
}

extension [NamedString] {
  /// Those on a page, of a list in the order of the text.
  /// - Parameters:
  ///   - range: the page's text.
  ///   - isLast: whether it is the last page of the text, which has what is at the text's end.
  func on(_ range: Range<Int>, isLast: Bool) -> ArraySlice<NamedString> {
    let first = partitioningIndex { Int($0.offset) >= range.lowerBound }
    let end = isLast ? range.upperBound + 1 : range.upperBound
    return self[first...].prefix { Int($0.offset) < end }
  }
}

/// The values of named strings on one page.
struct RunningStrings {
  /// The values before the page; then the first ones on it, those set at its start, and the last.
  private var carried: [String: String]
  private var first: [String: String] = [:]
  private var atStart: [String: String] = [:]
  private var last: [String: String] = [:]
  /// Whether the page begins after a forced break, or with its document.
  private var isOpening = false

  /// Values that elements can't change: an assignment only says where the string occurs.
  private let fixed: [String: String]

  /// - Parameters:
  ///   - fixed: strings with one value for the whole book, such as the package's title.
  ///   - initial: values of strings until they are set.
  init(fixed: [String: String] = [:], initial: [String: String] = [:]) {
    self.fixed = fixed
    carried = fixed.merging(initial) { fixed, _ in fixed }
  }

  /// Advances to a page that contains a range of the chapter's text.
  mutating func turn(
    to range: Range<Int>, isFirst: Bool, isLast: Bool, _ assignments: [NamedString]
  ) {
    isOpening = isFirst
    for (name, value) in last { carried[name] = value }
    first.removeAll()
    last.removeAll()
    atStart.removeAll()
    for assignment in assignments.on(range, isLast: isLast) {
      let offset = Int(assignment.offset)
      let name = assignment.name
      let source = assignment.source ?? name
      let value = fixed[name] ?? assignment.value ?? last[source] ?? carried[source] ?? ""
      if first[name] == nil { first[name] = value }
      if offset == range.lowerBound { atStart[name] = value }
      last[name] = value
    }
  }

  func value(_ name: String, _ which: String) -> String {
    let before = carried[name] ?? ""
    switch which {
    case "start": return atStart[name] ?? before
    case "last": return last[name] ?? before
    case "first-except": return first[name] == nil ? before : ""
    case "-paginate-except-opening":
      let begins = atStart[name] != nil || isOpening && first[name] != nil
      return begins ? "" : last[name] ?? before
    default: return first[name] ?? before
    }
  }
}
