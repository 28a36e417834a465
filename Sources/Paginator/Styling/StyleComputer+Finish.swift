/// Values that depend on several properties.
extension StyleComputer {
  /// Computes values that depend on several properties.
  mutating func finish() {
    for side in BoxSide.allCases {
      if !box.border[side].style.isDrawn { box.border[side].width = 0 }
      if box.border[side].color == nil { box.border[side].color = text.color }
    }
    finishPictures()
    finishCorners()
    finishShadows()
    finishOutline()
    finishOpacity()
    finishDecoration()
    // What is out of its line has none of the line's shifts and backgrounds.
    finishDisplay()
    // Floats are not cleared inside a table (CSS 2, section 9.5.2).
    if box.display.isTablePart { box.clear = .none }
    finishInline()
    if generated.containment != nil { finishContainment() }
    finishScrolling()
    finishLineHeight()
    hideForScreenReaders()
    if text.indentsProse == true { finishIndent() }
  }

  /// A line height in px or pt is for type of 16 px. In a larger reader size it grows with the type if
  /// the lines would lie over one another.
  private mutating func finishLineHeight() {
    let usual: Length = 12
    let (size, medium) = (text.font.size, context.mediumSize)
    guard medium > usual, case .length(let height) = text.lineHeight, height > 0, height < size
    else { return }
    text.lineHeight = .length(min(height * (medium.points / usual.points), size * 1.2))
  }

  /// Removes an indent for prose where it would show no beginning of a paragraph, as in titles, and from code, in
  /// which it has a meaning.
  private mutating func finishIndent() {
    let isAtEnd = text.align == .end || text.align == (text.isRightToLeft ? .left : .right)
    let isLost = isAtEnd || text.align == .center || !declaresIndent && box.display != .inline
    guard isLost || text.font.isMonospaced || hasTypeOfTitle else { return }
    text.indent = .zero
    text.indentsProse = nil
  }

  /// Whether a block's type is much larger than that of the text. A book whose text is set in a multiple of a small
  /// size of its body has large type only in relation to that.
  private var hasTypeOfTitle: Bool {
    guard box.display != .inline, let parent else { return false }
    return text.font.size >= max(parent.text.font.size, context.mediumSize) * 1.5
  }

  /// Pages do not scroll: text in a box that does is broken where it would be cut off, whatever its
  /// own element says of breaks.
  private mutating func finishScrolling() {
    // What the two outermost boxes say is for the window.
    guard let parent, parent !== root else { return }
    let (across, down) = box.overflows
    let scrolls = across.scrolls || down.scrolls
    generated.isInScroller = parent.generated.isInScroller || scrolls
    guard generated.isInScroller else { return }
    if down.scrolls { finishScroller() }
    if text.overflowWrap == .normal { text.overflowWrap = .breakWord }
    if text.whiteSpace == .pre { text.whiteSpace = .preWrap }
    if text.whiteSpace == .nowrap { text.whiteSpace = .normal }
  }

  /// A box that scrolls shows all of its text on a page: it grows.
  private mutating func finishScroller() {
    let given = box.height.isAuto ? box.maxHeight : box.height
    if !given.isAuto { box.scrolledHeight = given }
    box.maxHeight = .auto
    guard !box.height.isAuto else { return }
    if box.minHeight.isAuto || box.minHeight == .zero { box.minHeight = box.height }
    box.height = .auto
  }

  /// Hides the text of a box of a pixel that cuts off its content: it is for screen readers ("sr-only").
  private mutating func hideForScreenReaders() {
    guard box.overflows.across.cutsOff,
      box.position.isOutOfFlow || [.block, .flowRoot, .inlineBlock].contains(box.display)
    else { return }
    for size in [box.width, box.height] {
      guard let length = size.definite, length <= 1 else { return }
    }
    text.visibility = .hidden
    if !box.position.isOutOfFlow {
      // It takes at most a pixel.
      (box.position, box.float) = (.absolute, .none)
      if box.display == .inlineBlock { box.isInlineByItself = true }
      box.display = .block
    }
    // One line, whose height does not depend on the width of the box.
    text.whiteSpace = .nowrap
  }

  /// Makes blocks of floats, of positioned boxes, and of the items of flex and grid containers (CSS
  /// Display 3, section 2.7).
  private mutating func finishDisplay() {
    let isItem = parent?.generated.isItemContainer ?? false
    // Items do not float (CSS Flexbox 1, section 3).
    if isItem {
      box.float = .none
      alignItem()
    }
    if parent == nil, box.display == .runIn { box.display = .block }
    guard isItem || box.float != .none || box.position.isOutOfFlow else { return }
    if box.position.isOutOfFlow {
      if box.float.side != nil { box.float = .none }
      if box.display.isInLine { box.isInlineByItself = true }
    }
    switch box.display {
    case .none, .contents, .block, .listItem, .table, .flowRoot: break
    case .inlineTable: box.display = .table
    case .inlineBlock where isItem: box.display = .flowRoot
    default: box.display = .block
    }
  }
}

extension StyleComputer {
  /// Adds up the baseline shifts of nested inline boxes and inherits their backgrounds; any other
  /// box resets both.
  private mutating func finishInline() {
    // An element without a box changes nothing in its parent's line.
    if box.display == .contents { return }
    alignInLine()
    guard box.display == .inline, parent != nil else {
      if !box.position.isOutOfFlow, text.inlineShift != 0 || text.inlineRise ?? 0 != 0 {
        box.outerShift = Shift(x: text.inlineShift, y: -(text.inlineRise ?? 0))
      }
      text.baselineShift = 0
      text.lineAlignment = nil
      text.inlineShift = 0
      text.inlineRise = nil
      text.inlineBackground = .transparent
      return
    }
    if box.position == .relative {
      // CSS 2, section 9.4.3. Percentages of the width are reported: it is not known here.
      let line = text.lineHeight.resolved(text.font, context.fonts)
      if !box.offsets.top.isAuto {
        text.inlineRise = (text.inlineRise ?? 0) - box.offsets.top.resolved(against: line)
      } else if !box.offsets.bottom.isAuto {
        text.inlineRise = (text.inlineRise ?? 0) + box.offsets.bottom.resolved(against: line)
      }
      let (left, right) = (box.offsets.left, box.offsets.right)
      // Where both are given, the side where the text begins wins.
      let isByLeft = right.isAuto || !left.isAuto && !text.isRightToLeft
      text.inlineShift += isByLeft ? left.length : -right.length
    }
    if !box.background.isTransparent { text.inlineBackground = box.background }
  }

  /// Adds the opacity of an inline box that only has text to that of its text. What is in it and is no text has it too.
  private mutating func finishOpacity() {
    if box.display == .contents { return }
    let around = text.inlineOpacity ?? 1
    guard box.display == .inline, !box.position.isOutOfFlow, box.float == .none else {
      if around < 1 { box.opacity = (box.opacity ?? 1) * around }
      return text.inlineOpacity = nil
    }
    guard !box.isInlineGroup, let own = box.opacity else { return }
    text.inlineOpacity = own * around
  }

  /// Adds this element's text decorations to those of its ancestors.
  private mutating func finishDecoration() {
    // Boxes out of the flow and boxes in lines have none of the lines around them (CSS Text
    // Decoration 3, section 2).
    if box.float != .none || box.position.isOutOfFlow || box.display == .inlineBlock
      || box.display == .inlineTable
    {
      text.decorations = []
    }
    for line in decoration.lines {
      text.decorations.append(
        TextDecoration(
          line: line, style: decoration.style,
          color: (decoration.color ?? text.color).faded(by: text.inlineOpacity),
          thickness: decoration.thickness, offset: text.underlineOffset))
    }
  }
}

extension LineHeight {
  /// The line height in `font`; `normal` uses the font's metrics.
  func resolved(_ font: FontStyle, _ fonts: FontLibrary) -> Length {
    switch self {
    case .length(let length): return length
    case .number(let factor): return font.size * factor
    case .normal:
      guard let face = try? fonts.matches(font.request).first?.face else { return font.size * 1.2 }
      let units = face.metrics.ascent + face.metrics.descent + max(0, face.metrics.lineGap)
      let share = Double(units) / Double(face.metrics.unitsPerEm)
      return font.size * (share * face.descriptors.sizeAdjust)
    }
  }
}

extension FontStyle {
  /// Whether its families are for code.
  fileprivate var isMonospaced: Bool {
    families.contains { family in
      let name = family.asciiLowercased
      return name == "monospace" || name == "ui-monospace" || name.hasPrefix("courier")
    }
  }
}
