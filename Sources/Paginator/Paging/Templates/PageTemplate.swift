/// One kind of page: its box, margins and margin boxes (CSS Paged Media 3).
final class PageTemplate: Sendable {
  let size: Size
  let margins: Insets
  let padding: Insets
  let style: ComputedStyle
  let marginBoxes: [MarginBox]
  /// The footnote area (CSS GCPM 3, section 2.5).
  let footnoteArea: NoteAreaStyle

  struct MarginBox: Sendable {
    let name: String
    let style: ComputedStyle
    let content: [StyleValue]
    /// Its style without what its place already has: margins and sizes.
    let placedStyle: ComputedStyle
    /// The style of its text alone.
    let bareStyle: ComputedStyle

    init(name: String, style: ComputedStyle, content: [StyleValue]) {
      self.name = name
      self.style = style
      self.content = content
      placedStyle = style.replacing(style.box.placed)
      bareStyle = style.replacing(style.box.bare)
    }

    /// Whether it has text of the book, such as a heading.
    var isRunning: Bool {
      content.contains { if case .function("string", _) = $0 { true } else { false } }
    }
    /// Whether it is at the foot of the page, between the corners.
    var isBelowText: Bool { ["bottom-left", "bottom-center", "bottom-right"].contains(name) }
    /// The space between the text area and its content, if that has one line.
    func spaceAboveLine(in margin: Length) -> Length {
      let box = style.box
      let above = box.margin.top.length + box.border.top.width + box.padding.top.length
      if box.verticalAlign == .top { return above }
      let below = box.margin.bottom.length + box.border.bottom.width + box.padding.bottom.length
      let room = margin - above - below - style.text.font.size * 1.25
      return box.verticalAlign == .bottom ? above + room : above + room * 0.5
    }
    /// Whether its content is an empty string.
    var isEmpty: Bool {
      content.allSatisfy { if case .string("") = $0 { true } else { false } }
    }
  }

  init(
    size: Size, margins: Insets, padding: Insets, style: ComputedStyle, marginBoxes: [MarginBox],
    footnoteArea: NoteAreaStyle
  ) {
    self.size = size
    self.margins = margins
    self.padding = padding
    self.style = style
    self.marginBoxes = marginBoxes
    self.footnoteArea = footnoteArea
  }

  /// The space between the text and the notes: the footnote area's margin, border and padding.
  var noteSeparator: Length {
    let box = footnoteArea.style.box
    return box.margin.top.resolved(against: contentRect.width) + box.border.top.width
      + box.padding.top.resolved(against: contentRect.width)
  }

  /// The height by which the text of a page may be too long: a quarter of the margin below the text, and
  /// not so much that the line touches a folio there. Lines have leading below their letters, so a little
  /// more than the space above the folio will do.
  var mostOverrun: Length {
    let margin = margins.bottom + padding.bottom
    let folios = marginBoxes.lazy.filter { $0.isBelowText && !$0.isEmpty }.map {
      Length(rawValue: $0.spaceAboveLine(in: margin).rawValue * 10 / 7)
    }
    return max(0, min(Length(rawValue: margin.rawValue / 4), folios.min() ?? margin))
  }

  /// The text area, in page coordinates.
  var contentRect: Rect {
    let left = margins.left + padding.left
    let top = margins.top + padding.top
    return Rect(
      x: left, y: top, width: size.width - left - margins.right - padding.right,
      height: size.height - top - margins.bottom - padding.bottom)
  }
}

/// The properties by which page selectors match a page.
struct PageKind: Hashable, Sendable {
  var name: String?
  var isLeft: Bool
  var isFirst: Bool
  var isBlank: Bool
}

/// Resolves `@page` rules to templates, once for each kind of page.
struct PageTemplates: Sendable {
  /// By origin and layer, weakest first.
  private let rules: [StyleSheet.PageRule]
  private let levels: [Int]
  private let context: StyleContext
  private let root: ComputedStyle
  private let pageOverride: Size?
  /// The size that the sheets give pages without a name.
  private let usualSize: Size
  private let marginOverride: Insets?
  private let marginChange: Length
  private var cache: [PageKind: PageTemplate] = [:]
  private var nextID = 0

  init(
    sheets: [StyleSheet], context: StyleContext, root: ComputedStyle, page: Size?, margin: Insets?,
    marginChange: Length = 0
  ) {
    rules = sheets.flatMap(\.pageRules).withoutRepeatedMarginBoxes()
    levels = LayerOrder.levels(of: \.pageRules, in: sheets)
    self.context = context
    self.root = root
    pageOverride = page
    usualSize = Self.size(in: sheets)
    marginOverride = margin
    self.marginChange = marginChange
  }

  mutating func template(_ kind: PageKind) -> PageTemplate {
    if let known = cache[kind] { return known }
    let made = make(kind)
    cache[kind] = made
    return made
  }

  private func matching(_ kind: PageKind) -> [StyleSheet.PageRule] {
    let matching = rules.enumerated().filter { _, rule in
      if let name = rule.name, name != kind.name { return false }
      return rule.pseudoClasses.allSatisfy { word in
        switch word {
        case "left": kind.isLeft
        case "right": !kind.isLeft
        case "first": kind.isFirst
        case "blank": kind.isBlank
        default: false
        }
      }
    }
    return matching.sorted { a, b in
      (levels[a.offset], a.element.specificity, a.offset)
        < (levels[b.offset], b.element.specificity, b.offset)
    }.map(\.element)
  }

  private mutating func make(_ kind: PageKind) -> PageTemplate {
    let matching = matching(kind)
    let style = compute(matching.map { $0.styleRule($0.block) }, parent: root)
    let size = pageSize(style, matching)
    func horizontal(_ dimension: Dimension) -> Length { dimension.resolved(against: size.width) }
    func vertical(_ dimension: Dimension) -> Length { dimension.resolved(against: size.height) }
    let box = style.box
    var margins = Insets(
      top: vertical(box.margin.top), right: horizontal(box.margin.right),
      bottom: vertical(box.margin.bottom), left: horizontal(box.margin.left))
    if let marginOverride { margins = overridden(margins, by: marginOverride, matching) }
    if marginChange != 0 {
      margins = Insets(
        top: max(0, margins.top + marginChange), right: max(0, margins.right + marginChange),
        bottom: max(0, margins.bottom + marginChange), left: max(0, margins.left + marginChange))
    }
    let padding = Insets(
      top: vertical(box.padding.top) + box.border.top.width,
      right: horizontal(box.padding.right) + box.border.right.width,
      bottom: vertical(box.padding.bottom) + box.border.bottom.width,
      left: horizontal(box.padding.left) + box.border.left.width)
    margins = PageTemplates.fitted(margins, padding, size, least: leastSide(matching))
    let noteRules = matching.flatMap { rule in
      rule.marginBoxes.filter { $0.name == "footnote" }.map { rule.styleRule($0.block) }
    }
    return PageTemplate(
      size: size, margins: margins, padding: padding, style: style,
      marginBoxes: marginBoxes(matching, page: style),
      footnoteArea: NoteAreaStyle(
        style: compute(noteRules, parent: style),
        declared: Set(Cascade.winners(noteRules, inline: nil).keys)))
  }

  /// The margins that were asked for, in place of those of the style and of the book's `@page` rules. A
  /// side that the book gives for certain pages, such as `@page :first`, keeps its margin.
  private func overridden(
    _ margins: Insets, by asked: Insets, _ matching: [StyleSheet.PageRule]
  ) -> Insets {
    let own = matching.filter {
      $0.origin == .author
        && ($0.name != nil || $0.pseudoClasses.contains { $0 == "first" || $0 == "blank" })
    }
    guard !own.isEmpty else { return asked }
    let given = Cascade.winners(own.map { $0.styleRule($0.block) }, inline: nil)
    return Insets(
      top: given["margin-top"] == nil ? asked.top : margins.top,
      right: given["margin-right"] == nil ? asked.right : margins.right,
      bottom: given["margin-bottom"] == nil ? asked.bottom : margins.bottom,
      left: given["margin-left"] == nil ? asked.left : margins.left)
  }

  /// The least width and height that margins leave for text. Those of a preset were not chosen for a
  /// small page that an option asks for; what a book or an option says of margins counts.
  private func leastSide(_ matching: [StyleSheet.PageRule]) -> Length {
    let isChosen = marginOverride != nil || matching.contains { $0.origin == .author }
    return pageOverride != nil && !isChosen ? 72 : 6
  }

  /// Reduces margins that leave no room for text, in proportion.
  private static func fitted(
    _ margins: Insets, _ padding: Insets, _ size: Size, least: Length
  ) -> Insets {
    var margins = margins
    let width = size.width - padding.horizontal - least
    if margins.horizontal > width, margins.horizontal > 0 {
      let factor = max(0, width.points) / margins.horizontal.points
      margins.left = margins.left * factor
      margins.right = margins.right * factor
    }
    let height = size.height - padding.vertical - least
    if margins.vertical > height, margins.vertical > 0 {
      let factor = max(0, height.points) / margins.vertical.points
      margins.top = margins.top * factor
      margins.bottom = margins.bottom * factor
    }
    return margins
  }

  /// The size that was asked for, in place of that of the sheets. A named page with a size of its own that lies while
  /// the other pages of the book stand is turned, so that it lies, and the other way round.
  private func pageSize(_ style: ComputedStyle, _ matching: [StyleSheet.PageRule]) -> Size {
    let own = Self.size(style.generated.pageSize)
    guard let asked = pageOverride else { return own }
    let named = matching.filter { $0.name != nil }
    guard own.lies != usualSize.lies, asked.lies != own.lies,
      Cascade.winners(named.map { $0.styleRule($0.block) }, inline: nil)["size"] != nil
    else { return asked }
    return Size(width: asked.height, height: asked.width)
  }

  /// The page size from `@page` rules without a selector. `vh` and `vw` are percentages of it (CSS
  /// Values 4, section 6.1.3).
  static func size(in sheets: [StyleSheet]) -> Size {
    let rules = LayerOrder.sorted(\.pageRules, of: sheets).filter {
      $0.name == nil && $0.pseudoClasses.isEmpty
    }
    return size(Cascade.winners(rules.map { $0.styleRule($0.block) }, inline: nil)["size"])
  }

  private static func size(_ value: StyleValue?) -> Size {
    let standard = PageSizes.standard
    guard let value else { return standard }
    if let orientation = PageSizes.orientation(value) {
      return orientation == "landscape"
        ? Size(width: standard.height, height: standard.width) : standard
    }
    let size = PageSizes.size(value) ?? standard
    return Size(width: max(1, size.width), height: max(1, size.height))
  }

  private mutating func compute(
    _ rules: [StyleSheet.StyleRule], parent: ComputedStyle
  ) -> ComputedStyle {
    var computer = StyleComputer(context: context, parent: parent, root: root, language: nil)
    computer.apply(
      Cascade.winners(rules, inline: nil, isRightToLeft: computer.isRightToLeft))
    nextID += 1
    return ComputedStyle(
      style: TextStyle(id: nextID, text: computer.text, box: computer.box),
      generated: computer.generated, custom: computer.custom)
  }

  private mutating func marginBoxes(
    _ matching: [StyleSheet.PageRule], page: ComputedStyle
  ) -> [PageTemplate.MarginBox] {
    var rules: [String: [StyleSheet.StyleRule]] = [:]
    for rule in matching {
      for (name, block) in rule.marginBoxes {
        rules[name, default: []].append(rule.styleRule(block))
      }
    }
    var result: [PageTemplate.MarginBox] = []
    for name in rules.keys.sorted() {
      var defaults = DeclarationBlock()
      let (align, vertical) = MarginBoxGeometry.alignment(of: name)
      for (property, value) in [
        ("display", "block"), ("text-align", align), ("vertical-align", vertical),
      ] {
        defaults.append(
          .init(property: property, value: .keyword(value), isImportant: false))
      }
      let style = compute(
        [StyleSheet.StyleRule(selectors: [], block: defaults, origin: .userAgent)]
          + (rules[name] ?? []), parent: page)
      guard case .list(let items)? = style.generated.content else { continue }
      result.append(PageTemplate.MarginBox(name: name, style: style, content: items))
    }
    return result
  }
}

extension StyleSheet.PageRule {
  /// A block of this rule, with its place in the cascade.
  fileprivate func styleRule(_ block: DeclarationBlock) -> StyleSheet.StyleRule {
    StyleSheet.StyleRule(selectors: [], block: block, origin: origin, layer: layer)
  }
}

/// The rectangles of the sixteen margin boxes (CSS Paged Media 3, section 6).
enum MarginBoxGeometry {
  static func alignment(of name: String) -> (text: String, vertical: String) {
    switch name {
    case "top-left", "bottom-left": ("left", "middle")
    case "top-center", "bottom-center": ("center", "middle")
    case "top-right", "bottom-right": ("right", "middle")
    case "top-left-corner", "bottom-left-corner": ("right", "middle")
    case "top-right-corner", "bottom-right-corner": ("left", "middle")
    case "left-bottom", "right-bottom": ("center", "bottom")
    case "left-top", "right-top": ("center", "top")
    default: ("center", "middle")
    }
  }

  /// The rectangle of a margin box on a page. Each of the three boxes of an edge has the whole
  /// length of the edge, so that a long text can use the space of its neighbours if they are empty.
  static func rect(of name: String, size: Size, margins: Insets) -> Rect {
    let width = size.width - margins.horizontal
    let height = size.height - margins.vertical
    let right = size.width - margins.right
    let bottom = size.height - margins.bottom
    switch name {
    case "top-left-corner": return Rect(x: 0, y: 0, width: margins.left, height: margins.top)
    case "top-right-corner": return Rect(x: right, y: 0, width: margins.right, height: margins.top)
    case "bottom-left-corner":
      return Rect(x: 0, y: bottom, width: margins.left, height: margins.bottom)
    case "bottom-right-corner":
      return Rect(x: right, y: bottom, width: margins.right, height: margins.bottom)
    case _ where name.hasPrefix("top"):
      return Rect(x: margins.left, y: 0, width: width, height: margins.top)
    case _ where name.hasPrefix("bottom"):
      return Rect(x: margins.left, y: bottom, width: width, height: margins.bottom)
    case _ where name.hasPrefix("left"):
      return Rect(x: 0, y: margins.top, width: margins.left, height: height)
    default: return Rect(x: right, y: margins.top, width: margins.right, height: height)
    }
  }
}

extension Size {
  /// Whether it is wider than high.
  fileprivate var lies: Bool { width > height }
}
