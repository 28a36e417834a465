internal import EPUB
internal import Markup

/// Replaced elements: line breaks, drawings, formulas, embedded content.
extension DocumentReader {
  /// - Returns: whether the element has been read completely.
  mutating func readReplaced(_ node: Int, _ style: ComputedStyle) -> Bool {
    if replaceContent(of: node, style) { return true }
    let name = tree.name(of: node)
    switch name.namespace {
    case Namespace.svg: readSVG(node, style)
    case Namespace.mathML: return readMath(node, style)
    case Namespace.xhtml:
      switch name.local {
      case "br": readLineBreak(node, style)
      case "wbr": generated("\u{200B}", style)
      case "img": readImage(node, tree.attribute("src", of: node), style)
      case "head", "script", "style", "template", "title", "meta", "link": break
      case let name where Self.foreign.contains(name): return readForeign(node, style)
      case "input": readInput(node, style)
      default: return false
      }
    default: return false
    }
    return true
  }

  private mutating func readLineBreak(_ node: Int, _ style: ComputedStyle) {
    // Word processors end pages with a line break, although the properties apply to blocks.
    if style.box.forcesBreak, !isInsideAtomicBlock, !isReadingNote {
      builder.endParagraph()
      forceBreak(style.box.breakBefore)
      forceBreak(style.box.breakAfter)
      settleForcedBreak()
      anchor(node)
      return
    }
    reportInlineBreak(style, node)
    beginContent()
    builder.appendLineBreak(node: node, style: style)
    anchor(node)
    if style.box.clear != .none { clearFloats(style) }
  }

  /// Reports a page break next to something in a line: the properties apply to blocks (CSS
  /// Fragmentation 3, section 3.1).
  mutating func reportInlineBreak(_ style: ComputedStyle, _ node: Int) {
    guard style.box.forcesBreak else { return }
    findings.report(
      .unsupportedLayout,
      "no page break is made next to \"\(tree.name(of: node).local)\", which is in a line: break-before and "
        + "break-after apply to blocks",
      at: tree.location(of: node))
  }

  /// Continues below the floats after a line break that clears them: the line after it is cleared,
  /// not its own.
  private mutating func clearFloats(_ style: ComputedStyle) {
    builder.endParagraph()
    openBlock(.block, style: resolver.clearingStyle(style), node: -1)
    builder.appendEmptyParagraph()
    builder.closeBlock()
  }

  // MARK: Drawings and formulas

  /// Reads an inline `svg` element as an image of its markup.
  private mutating func readSVG(_ node: Int, _ style: ComputedStyle) {
    // Elsewhere in the document it is used.
    guard !isWithoutSize(node, style) else { return anchor(node) }
    var drawing = DrawingReader(
      tree, root: node, publication: publication, href: href, document: drawings,
      text: style.text)
    if tree.attribute("viewBox", of: node) == nil { drawing.boxSize = Self.pixels(style.box) }
    let summary = drawing.summary
    var image = ImageReference(
      href: "#svg", mediaType: summary.mediaType, bytes: drawing.markup(),
      size: Self.size(summary), ratio: summary.ratio, alternativeText: drawing.words)
    image.setNaturalSize(summary)
    // Shares of the box around it, as in CSS (SVG 2, section 8.3); lengths are its own size.
    image.attributeWidth = Self.attributeShare(tree.attribute("width", of: node))
    image.attributeHeight = Self.attributeShare(tree.attribute("height", of: node))
    findings.append(contentsOf: drawing.findings.all)
    place(image, node, style)
  }

  /// Whether a drawing has a width or a height of zero: it is not drawn (SVG 2, section 8.2).
  private func isWithoutSize(_ node: Int, _ style: ComputedStyle) -> Bool {
    [(style.box.width, "width"), (style.box.height, "height")].contains { size, attribute in
      guard size.isAuto else { return size.definite == .zero }
      return tree.attribute(attribute, of: node).flatMap(HTMLDimension.init)?.value == 0
    }
  }

  /// The size of a box in CSS pixels; nil unless it is given as two lengths.
  private static func pixels(_ box: BoxProperties) -> (width: Double, height: Double)? {
    guard let width = box.width.definite, let height = box.height.definite, width > 0, height > 0
    else { return nil }
    return (width.points / 0.75, height.points / 0.75)
  }

  /// Sets a formula with the MATH table of a font, as a drawing of glyph outlines. Without such a
  /// font, its text is set as plain characters.
  private mutating func readMath(_ node: Int, _ style: ComputedStyle) -> Bool {
    guard tree.name(of: node).local == "math" else {
      return ["annotation", "annotation-xml"].contains(tree.name(of: node).local)
    }
    let fonts = resolver.context.fonts
    guard let face = fonts.mathFace(style.text.font.request) else {
      findings.report(
        .fallbackContent,
        "a formula is set as plain characters: no font with a MATH table was found",
        at: tree.location(of: node))
      return false
    }
    var reader = MathReader(tree)
    let formula = reader.formula(node)
    for name in reader.unknown.sorted() {
      findings.report(
        .fallbackContent, "\"\(name)\" in a formula is not set: what it holds is",
        at: tree.location(of: node))
    }
    let isBlock = tree.attribute("display", of: node)?.asciiLowercased == "block"
    let size = Int(Double(style.text.font.size.rawValue) * mathScale(face, style))
    let layout = MathLayout(font: face) { fonts.fallback(for: $0) }
    let shown = MathStyle(
      base: size, isDisplay: isBlock || tree.attribute("displaystyle", of: node) == "true",
      color: style.text.color)
    let drawing = MathDrawing(layout.box(formula, shown), size: size)
    let image = ImageReference(
      href: ImageReference.formula, mediaType: "image/svg+xml", bytes: Array(drawing.markup.utf8),
      size: Size(
        width: Length(rawValue: drawing.width), height: Length(rawValue: drawing.height)),
      alternativeText: tree.attribute("alttext", of: node) ?? MathWords(tree).text(of: node))
    placeFormula(image, drawing, isBlock: isBlock, node, style)
    return true
  }

  /// The scale at which the x-height of the formula's font matches that of the surrounding text.
  private func mathScale(_ face: FontFace, _ style: ComputedStyle) -> Double {
    guard let own = try? resolver.context.fonts.matches(style.text.font.request).first?.face,
      face.metrics.xHeight > 0
    else { return 1 }
    func aspect(_ face: FontFace) -> Double {
      Double(face.metrics.xHeight) / Double(face.metrics.unitsPerEm)
    }
    return min(max(aspect(own) / aspect(face), 0.75), 1.15)
  }

  private mutating func placeFormula(
    _ image: ImageReference, _ drawing: MathDrawing, isBlock: Bool, _ node: Int,
    _ style: ComputedStyle
  ) {
    let own = resolver.formulaStyle(style, pad: drawing.pad, descent: drawing.descent)
    if isBlock {
      builder.endParagraph()
      settleBreak()
      makeRoom(for: .content)
      openBlock(.block, style: resolver.formulaBlockStyle(style), node: node)
    } else {
      beginContent()
    }
    anchor(node)
    builder.appendAttachment(
      Attachment(content: .image(image), style: own, node: node), style: style)
    guard isBlock else { return }
    builder.endParagraph()
    builder.closeBlock()
  }

  // MARK: Inline blocks

  mutating func readAtomicInline(_ node: Int, _ style: ComputedStyle) {
    beginContent()
    anchor(node)
    reportInlineBreak(style, node)
    let kind: TextBlock.Kind =
      [.inlineTable, .table].contains(style.box.display) ? .table : .block
    appendBox(kind, style, node) { reader, content in
      // The box has a builder of its own: there is nothing around it to come back to.
      _ = reader.builder.beginFirsts(
        letter: reader.resolver.style(of: .firstLetter, on: node, parent: content),
        line: reader.resolver.style(of: .firstLine, on: node, parent: content), isInFlow: false)
      reader.beginList(node, style)
      if style.box.isInlineListItem ?? false { reader.readMarker(node, content) }
      reader.pseudoElement(.before, node, content, isAtStart: true)
      reader.readChildren(node, content)
      reader.pseudoElement(.after, node, content)
    }
  }

  /// Appends a box that is like a character in its line.
  /// - Parameters:
  ///   - node: -1 for generated content.
  ///   - read: reads its content, given the style from which it inherits.
  mutating func appendBox(
    _ kind: TextBlock.Kind, _ style: ComputedStyle, _ node: Int,
    _ read: (inout DocumentReader, ComputedStyle) -> Void
  ) {
    let (blockStyle, content) = (
      resolver.atomicBlockStyle(style), resolver.atomicContentStyle(style)
    )
    boxDepth += 1
    defer { boxDepth -= 1 }
    guard boxDepth <= Self.deepestBox else {
      if boxDepth == Self.deepestBox + 1 { reportDeepBoxes(node) }
      return read(&self, content)
    }
    var inner = readText(into: builder.nested()) { reader in
      reader.openBlock(kind, style: blockStyle, node: node)
      read(&reader, content)
      reader.builder.endParagraph()
      reader.dropBreak(atEndOf: node)
      if kind == .table, reader.builder.hasNoFlow(since: 0) {
        reader.endEmptyBlock(kind, blockStyle, since: 0)
      }
    }
    // Its notes are those of its line: they are at the foot of the page, not of the box.
    let notes = inner.notes
    inner.notes = []
    defer { for note in notes { builder.appendNote(note) } }
    for anchor in inner.anchors where anchor.node != Int32(node) {
      var moved = anchor
      moved.offset = builder.length
      builder.appendAnchor(moved)
    }
    builder.appendAttachment(
      Attachment(content: .text(inner), style: style.style, node: node), style: style)
  }

  /// Boxes in lines that are nested deeper are set as text of the box around them: every level takes
  /// stack when it is laid out, and adds widths in which those inside are set.
  private static let deepestBox = 20

  private mutating func reportDeepBoxes(_ node: Int) {
    findings.report(
      .unsupportedLayout,
      "boxes in lines are nested over \(Self.deepestBox) deep: those inside are set as text",
      at: node >= 0 ? tree.location(of: node) : nil)
  }

  /// The text that is read into another builder. It is never empty.
  ///
  /// The two builders change places: with a copy of the outer one, the first change to its text would
  /// copy all that was read before.
  mutating func readText(
    into inner: TextBuilder, _ read: (inout DocumentReader) -> Void
  ) -> AttributedText {
    var other = inner
    swap(&builder, &other)
    read(&self)
    // Without it, a box of floats or positioned boxes alone would have no size and not be drawn.
    if builder.hasNoFlow(since: 0) { builder.appendEmptyParagraph() }
    swap(&builder, &other)
    return other.text
  }
}

extension StyleResolver {
  /// The style of an image in generated content: the box around it has the margins, borders and
  /// sizes.
  func contentImageStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.contentImage, style) { _, box in
      box = BoxProperties()
      box.verticalAlign = style.box.verticalAlign
      box.parentBaseline = style.box.parentBaseline
    }
  }

  /// The style of the block around a block image: its margins and breaks, without its size.
  ///
  /// - Parameter share: the width of the image if that is a percentage: it refers to the block around
  ///   the image's own, which is then as wide.
  func imageBlockStyle(_ style: ComputedStyle, share: Dimension? = nil) -> ComputedStyle {
    derived(.imageBlock(share: share), style) { text, box in
      text.indent = .zero
      box = style.box.wrapper
      if var width = share {
        if !style.box.sizesBorderBox {
          width.length +=
            style.box.padding.left.length + style.box.padding.right.length
            + style.box.border.left.width + style.box.border.right.width
        }
        box.width = width
        box.minWidth = style.box.minWidth
        box.maxWidth = style.box.maxWidth
      }
      let margin = style.box.margin
      // Auto margins, not the text alignment, place the block in its container.
      text.alignLast = nil
      text.align =
        margin.left.isAuto && margin.right.isAuto ? .center : margin.left.isAuto ? .right : .left
    }
  }

  /// The style of a formula's drawing. Negative margins cancel the padding that makes room for ink.
  ///
  /// - Parameters:
  ///   - pad: the padding around the formula, in 1/1024 points.
  ///   - descent: the formula's descent, in 1/1024 points.
  func formulaStyle(_ style: ComputedStyle, pad: Int, descent: Int) -> TextStyle {
    var box = BoxProperties()
    box.display = .inline
    box.margin = Edges(Dimension(length: Length(rawValue: -pad)))
    box.verticalAlign = .length(Length(rawValue: -descent))
    return TextStyle(id: style.id, text: style.text, box: box)
  }

  /// The style of the block around a display formula.
  func formulaBlockStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.formulaBlock, style) { text, box in
      text.indent = .zero
      text.align = .center
      text.alignLast = nil
      box = BoxProperties()
      box.display = .block
      box.margin = style.box.margin
      if style.box.margin.top == .zero, style.box.margin.bottom == .zero {
        box.margin.top = Dimension(length: text.font.size * 0.5)
        box.margin.bottom = box.margin.top
      }
    }
  }

  /// The style of a block image inside the block of `imageBlockStyle(_:)`.
  ///
  /// - Parameter fills: whether it is as wide as its block.
  func blockImageStyle(_ style: ComputedStyle, fills: Bool = false) -> ComputedStyle {
    derived(fills ? .fillingImage : .blockImage, style) { _, box in
      if fills {
        box.width = Dimension(fraction: 1)
        box.sizesBorderBox = true
        box.minWidth = .auto
        box.maxWidth = .auto
      }
      box.display = .block
      box.float = .none
      // Its block is positioned.
      box.position = .static
      box.translation = nil
    }
  }

  /// The style of the wrapper box of a table that is floated or positioned (CSS 2, section 17.4);
  /// nil for other boxes.
  func tableWrapperStyle(_ style: ComputedStyle) -> ComputedStyle? {
    let isOut = style.box.float != .none || style.box.position.isOutOfFlow
    guard style.box.display == .table, isOut else { return nil }
    return derived(.tableWrapper, style) { _, box in
      box = style.box.wrapper
      // A share of the containing block is the wrapper's; the table fills it.
      if style.box.width.fraction != 0 { box.width = style.box.width }
    }
  }

  /// The style of the table inside its wrapper box.
  func wrappedTableStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.wrappedTable, style) { _, box in
      box.margin = Edges(.zero)
      box.position = .static
      box.float = .none
      box.clear = .none
      box.offsets = Edges(.auto)
      box.outerShift = nil
      box.translation = nil
      box.breakBefore = .auto
      box.breakAfter = .auto
      if box.width.fraction != 0 {
        box.width = Dimension(fraction: 1)
        box.sizesBorderBox = true
      }
    }
  }

  /// The style from which the content of an inline box inherits: the box is moved as a whole.
  func atomicContentStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.atomicContent, style) { text, _ in text.dropShifts() }
  }

  /// The style of the outermost block inside an inline box: the box's own style as a block without
  /// margins.
  func atomicBlockStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.atomicBlock, style) { text, box in
      text.dropShifts()
      box.margin = Edges(.zero)
      // Inside, an inline block is a flow root (CSS Display 3, section 2).
      box.display = .flowRoot
      // The box is moved as a whole, where its line is drawn.
      if box.position == .relative { box.offsets = Edges(.auto) }
      box.outerShift = nil
      box.float = .none
    }
  }

  /// The style of a column: it has the width of its group, unless it has its own.
  func columnStyle(_ style: ComputedStyle, in group: ComputedStyle) -> ComputedStyle {
    guard style.box.width.isAuto, !group.box.width.isAuto else { return style }
    return derived(.column(group: group.id), style) { $1.width = group.box.width }
  }
}

extension BoxProperties {
  /// The box around this box: the same place in the flow, without size, edges and background.
  fileprivate var wrapper: BoxProperties {
    var box = BoxProperties()
    box.display = .block
    box.margin = margin
    box.position = position
    box.float = float
    box.clear = clear
    box.offsets = offsets
    box.translation = translation
    box.stackLevel = stackLevel
    box.floatShape = floatShape
    box.shapeMargin = shapeMargin
    box.breakBefore = breakBefore
    box.breakAfter = breakAfter
    return box
  }
}

extension TextProperties {
  /// Removes what moves text in its line.
  fileprivate mutating func dropShifts() {
    baselineShift = 0
    lineAlignment = nil
    inlineShift = 0
    inlineRise = nil
  }
}

extension StyleResolver {
  /// The style of the empty block that clears floats for a line break.
  fileprivate func clearingStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.clearingBlock, style) { _, box in
      box = BoxProperties()
      box.display = .block
      box.clear = style.box.clear
    }
  }
}
