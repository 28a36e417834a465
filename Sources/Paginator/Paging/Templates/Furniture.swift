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

  /// The texts of a page's margin boxes. Boxes that no text was found for are left out, except where
  /// `content` itself is empty: its background or border is wanted.
  static func texts(of template: PageTemplate, values: Values) -> [(box: Int, text: String)] {
    template.marginBoxes.enumerated().compactMap { index, box in
      let text = box.content.map { Self.text(of: $0, values) }.joined()
      return text.isEmpty && !(box.isEmpty && box.style.box.isDrawn) ? nil : (index, text)
    }
  }

  mutating func furniture(of page: Pagination.Page) throws -> [Pagination.Furniture] {
    let template = page.template
    var result: [Pagination.Furniture] = []
    let places = try MarginBoxPlaces(page, &self)
    for (index, text) in page.furniture {
      let box = template.marginBoxes[index]
      let area = MarginBoxGeometry.rect(
        of: box.name, size: template.size, margins: template.margins)
      let rect = (places.rect(of: index) ?? area).across(box, area)
      guard rect.width > 0 else { continue }
      result.append(try furniture(box, text, in: rect, around: area))
    }
    return result
  }

  /// Sets a margin box in its place: its text at the top, in the middle or at the bottom of it.
  private mutating func furniture(
    _ box: PageTemplate.MarginBox, _ text: String, in rect: Rect, around area: Rect
  ) throws -> Pagination.Furniture {
    let own = box.style.box
    let margins = own.margins(against: area.width)
    let inner = Rect(
      x: rect.minX + Length(rawValue: margins.left), y: rect.minY + Length(rawValue: margins.top),
      width: max(0, rect.width - Length(rawValue: margins.horizontal)),
      height: max(0, rect.height - Length(rawValue: margins.vertical)))
    var layout = try layout(text, box, box.placedStyle, width: inner.width)
    let room = inner.height - Length(rawValue: layout.pages.first?.usedHeight ?? 0)
    let above = own.spaceAbove(in: room, around: inner.width)
    var y = inner.minY + above
    if room > 0, own.isDrawn {
      let filling = box.placedStyle.filling(above: above, below: room - above)
      layout = try self.layout(text, box, filling, width: inner.width)
      y = inner.minY
    }
    return Pagination.Furniture(
      name: box.name, rect: rect, layout: layout, origin: Point(x: inner.minX, y: y))
  }

  private mutating func layout(
    _ text: String, _ box: PageTemplate.MarginBox, _ style: ComputedStyle, width: Length
  ) throws -> ChapterLayout {
    try box.isRunning ? runningHead(text, style, width: width) : layout(text, style, width: width)
  }

  /// A running head on one line: a title that is longer is cut after a word.
  private mutating func runningHead(
    _ text: String, _ style: ComputedStyle, width: Length
  ) throws -> ChapterLayout {
    let whole = try layout(text, style, width: width)
    guard whole.lines.count > 1 else { return whole }
    let words = text.split(separator: " ")
    guard words.count > 1 else { return whole }
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
    if text.isEmpty { builder.appendEmptyParagraph() }
    builder.append(Array(text.utf16), node: -1, style: style)
    builder.endParagraph()
    let layout = try NestedLayout.layOut(
      builder.text, typesetter: typesetter, width: width, pageHeight: FlowContext.noPageHeight)
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

extension ComputedStyle {
  /// The style of a box with more padding, so that it is as high as its place (CSS Paged Media 3,
  /// section 5.3).
  fileprivate func filling(above: Length, below: Length) -> ComputedStyle {
    var box = style.box
    box.padding.top.length = box.padding.top.length + above
    box.padding.bottom.length = box.padding.bottom.length + below
    return replacing(box)
  }
}

extension BoxProperties {
  /// The space above the content of a margin box, by its `vertical-align`. Padding that has no room keeps its text from
  /// the edge of the page no more: the text is then in the middle.
  fileprivate func spaceAbove(in room: Length, around width: Length) -> Length {
    let (top, bottom) = (
      padding.top.resolved(against: width), padding.bottom.resolved(against: width)
    )
    if room < 0, !isDrawn, top > 0 || bottom > 0 { return (room + top + bottom) / 2 - top }
    switch verticalAlign {
    case .top: return 0
    case .bottom: return room
    default: return room / 2
    }
  }
}

extension Rect {
  /// The place of a margin box whose size across its edge is specified: next to the page's text.
  fileprivate func across(_ box: PageTemplate.MarginBox, _ area: Rect) -> Rect {
    let own = box.style.box
    let edges = own.edges(against: area.width)
    let margins = own.margins(against: area.width)
    if box.name.hasPrefix("left-") || box.name.hasPrefix("right-") {
      let outer = margins.horizontal
      guard
        let size = own.outerSize(own.width, area.width, edges: edges.horizontal, margins: outer)
      else { return self }
      let x = box.name.hasPrefix("left-") ? maxX - size : minX
      return Rect(x: x, y: minY, width: size, height: height)
    }
    let outer = margins.vertical
    guard
      let size = own.outerSize(own.height, area.height, edges: edges.vertical, margins: outer)
    else { return self }
    return Rect(
      x: minX, y: box.name.hasPrefix("top-") ? maxY - size : minY, width: width, height: size)
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
  /// Those with whose heading the page begins, if that is no heading inside a chapter.
  private var beginning: Set<String> = []
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

  /// Gives strings a value until they are set, where they have none.
  mutating func begin(with initial: [String: String]) {
    carried.merge(initial) { own, _ in own }
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
    beginning.removeAll()
    for assignment in assignments.on(range, isLast: isLast) {
      let offset = Int(assignment.offset)
      let name = assignment.name
      let source = assignment.source ?? name
      let value = fixed[name] ?? assignment.value ?? last[source] ?? carried[source] ?? ""
      if first[name] == nil { first[name] = value }
      if offset == range.lowerBound {
        atStart[name] = value
        if assignment.isInsideChapter != true { beginning.insert(name) }
      }
      last[name] = value
    }
  }

  /// Whether the head would repeat the heading with which the page begins.
  private func repeatsHeading(_ name: String) -> Bool {
    guard let value = atStart[name] else { return false }
    return value == last[name] && value != carried[name]
  }

  func value(_ name: String, _ which: String) -> String {
    let before = carried[name] ?? ""
    switch which {
    case "start": return atStart[name] ?? before
    case "last": return last[name] ?? before
    case "first-except": return first[name] == nil ? before : ""
    case "-paginate-except-opening":
      let begins =
        beginning.contains(name) || isOpening && first[name] != nil || repeatsHeading(name)
      return begins ? "" : last[name] ?? before
    default: return first[name] ?? before
    }
  }
}
