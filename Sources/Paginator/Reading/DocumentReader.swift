internal import EPUB
internal import Markup

/// Turns a styled element tree into chapters of attributed text: the "read" stage.
///
/// Walks the tree once, in order. Opens and closes blocks in the builder, and processes the white
/// space of text. At a forced page break it delivers the chapter and starts the next one.
struct DocumentReader {
  let tree: ElementTree
  let resolver: StyleResolver
  let publication: Publication
  let document: Int
  let href: String
  var builder = TextBuilder()
  var counters = Counters()
  var quoteDepth = 0
  private var quotationMarks = QuotationMarks()
  var findings = FindingList()
  var depth = 0
  /// How many boxes in lines are open.
  var boxDepth = 0
  /// The alternatives that are set of the switches read so far.
  var switchChoices: [Int: Int] = [:]
  /// The forced break due before the next paragraph.
  var pendingBreak: Chapter.Start?
  var isFirstChapter = true
  var chapterStart = Chapter.Start.page
  /// The named page of the current chapter.
  var pageName: String?
  /// The named page that the current element or an ancestor requests.
  var wantedPage: String?
  private var documentOffset = 0
  let deliver: (Chapter) -> Void
  /// The elements visited for the starts of reversed counters.
  var reversedElements = 0
  /// The images read so far: each is read once, however often it is used.
  var loadedImages: [StyleFile: ImageReference] = [:]
  /// The background images read so far; nil for those that cannot be read.
  var pictures: [StyleFile: ImageReference?] = [:]
  /// What the inline drawings share.
  lazy var drawings = InlineDrawings(tree, resolver)
  var units: [UInt16] = []
  /// The current value of each named string.
  var namedStrings: [String: String] = [:]
  /// The level of the first heading that sets a string.
  var firstHeadingLevel: Int?
  /// The pages of link targets, from the previous pass over the book; nil in the first pass.
  var targets: TargetPages?
  /// Whether the text contains page numbers of link targets.
  var namesPages = false
  /// Which notes move to the foot of the page, and their texts.
  var notes: (any NoteSource)?
  /// Checks the limits for the book; nil without limits.
  var meter: BudgetMeter?
  /// Inserted before a note's first text.
  var pendingNoteLabel: String?
  var isReadingNote = false
  /// The places of the calls of the note that is read, as "href#id", and the node after the note.
  var noteCalls: Set<String> = []
  var noteEnd = 0
  /// The last anonymous inline table: the element that it is in, and the nodes after its first one.
  var inlineTable = (parent: -1, nodes: 0..<0)
  /// The boxes that wait for the block into which they run, by that block.
  var waitingRunIns: [Int: WaitingRunIn] = [:]
  /// The one that is read.
  var runningIn: Int?
  var endNotes: [(node: Int, label: String, parent: ComputedStyle)] = []

  init(
    tree: ElementTree, resolver: StyleResolver, publication: Publication, document: Int,
    href: String, deliver: @escaping (Chapter) -> Void
  ) {
    self.tree = tree
    self.resolver = resolver
    self.publication = publication
    self.document = document
    self.href = href
    self.deliver = deliver
    builder.resolver = resolver
  }

  /// Reads the document; every chapter goes to `deliver` as soon as it is complete.
  mutating func read() throws(BookError) {
    guard let root = tree.root else { return }
    if publication.documents[document].kind == .svg,
      tree.isElement(root, "svg", in: Namespace.svg)
    {
      return readDrawing(root)
    }
    guard tree.isElement(root, "html") else {
      throw BookError(
        .badInput,
        "\(tree.location(of: root)): not XHTML: the root element is "
          + "\"\(tree.name(of: root).local)\", not \"html\" in the namespace \(Namespace.xhtml)"
          + ": \(advice(on: root))")
    }
    let rootStyle = resolver.style(of: root, parent: nil)
    reportUnhonoured(rootStyle, root)
    wantedPage = rootStyle.box.page
    pageName = wantedPage
    applyCounters(rootStyle, root)
    openBlock(rootStyle.box.display == .table ? .table : .block, style: rootStyle, node: root)
    setTitleOfNavigation()
    pseudoElement(.before, root, rootStyle, isAtStart: true)
    for child in tree.children(of: root) where tree.nodes[child].kind == .element {
      walk(child, parent: rootStyle)
    }
    pseudoElement(.after, root, rootStyle)
    builder.endParagraph()
    builder.closeBlock()
    appendEndNotes()
    if isFirstChapter, builder.isEmpty { endEmptyDocument(rootStyle) }
    finishChapter(next: .page)
  }

  /// Reads an SVG document: one drawing on a page of its own.
  private mutating func readDrawing(_ root: Int) {
    let style = resolver.style(of: root, parent: nil)
    openBlock(.block, style: resolver.imageBlockStyle(style), node: -1)
    _ = readReplaced(root, style)
    builder.endParagraph()
    builder.closeBlock()
    finishChapter(next: .page)
  }

  // MARK: Chapters

  private mutating func finishChapter(next: Chapter.Start) {
    guard !builder.isEmpty else { return }
    var text = builder.cut()
    text.setVerse()
    text.checkInvariants()
    meter?.add(boxes: text.blocks.count + text.attachments.count)
    var chapter = Chapter(
      text: text, start: chapterStart, pageName: pageName, document: document,
      documentOffset: documentOffset)
    // A break after the last block of a document is for the next one.
    chapter.nextStart = pendingBreak ?? .page
    deliver(chapter)
    documentOffset += text.length
    isFirstChapter = false
    chapterStart = next
  }

  /// Records a forced break. At one place, `left` and `right` override `page`.
  mutating func forceBreak(_ value: BreakValue) {
    // A note at the foot of a page divides neither itself nor the text around its call.
    if isReadingNote { return }
    switch value {
    case .page: pendingBreak = pendingBreak ?? .page
    case .left: pendingBreak = .left
    case .right: pendingBreak = .right
    case .auto, .avoid, .column: break
    }
  }

  /// Performs a pending break. Called before anything that starts a paragraph.
  mutating func settleBreak() {
    turn(to: wantedPage)
    settleForcedBreak()
  }

  /// Performs a pending break, and opens an anonymous cell for table content outside cells. Called
  /// before text, images and inline boxes.
  mutating func beginContent() {
    settleBreak()
    makeRoom(for: .content)
  }

  mutating func makeRoom(for part: TextBuilder.TablePart) {
    let resolver = resolver
    builder.makeRoom(for: part) { resolver.anonymousStyle(display: $0, parent: $1) }
  }

  /// - Parameter node: the element in front of which it is; nil where it is not known.
  mutating func settleForcedBreak(before node: Int? = nil) {
    guard let start = pendingBreak, !builder.isInParagraph, !isReadingNote else { return }
    pendingBreak = nil
    // A chapter cannot begin inside a table, a float or a positioned box.
    guard !isInsideAtomicBlock else {
      if let node { reportBreakInside(node) }
      return
    }
    if builder.isEmpty {
      builder.removeSpacers(since: 0)
      if start != .page { chapterStart = start }
      return
    }
    finishChapter(next: start)
  }

  // MARK: Named pages

  /// Sets the named page that an element requests, with a page break if its content begins on
  /// another page (CSS Paged Media 3, section 8.1). No break if its first child continues the
  /// current page.
  private mutating func wantPage(of node: Int, _ style: ComputedStyle) {
    guard pageName != nil || wantedPage != nil || style.box.page != nil,
      style.beginsPages, !isInsideAtomicBlock, !isReadingNote
    else { return }
    wantedPage = style.box.page ?? wantedPage
    builder.endParagraph()
    turn(to: firstPage(node, style, wantedPage))
  }

  /// The named page on which an element's content begins: its first child's, if that is a block.
  private func firstPage(_ node: Int, _ style: ComputedStyle, _ page: String?) -> String? {
    let first = tree.children(of: node).first { child in
      switch tree.nodes[child].kind {
      case .element: true
      case .text: !isWhiteSpace(child)
      case .comment, .instruction: false
      }
    }
    guard let first, tree.nodes[first].kind == .element else { return page }
    let own = resolver.style(of: first, parent: style)
    return own.beginsPages ? firstPage(first, own, own.box.page ?? page) : page
  }

  func isWhiteSpace(_ node: Int) -> Bool {
    let first = Int(tree.nodes[node].first)
    return tree.text[first..<first + Int(tree.nodes[node].count)].allSatisfy { $0 <= 0x20 }
  }

  private mutating func turn(to page: String?) {
    guard page != pageName, !builder.isInParagraph, !isReadingNote, !isInsideAtomicBlock else {
      return
    }
    if !builder.isEmpty {
      forceBreak(.page)
      settleForcedBreak()
    }
    pageName = page
  }

  var isInsideAtomicBlock: Bool {
    // A box in a line has a text of its own.
    boxDepth > 0
      || builder.openBlocks.contains { index in
        switch builder.text.blocks[Int(index)].kind {
        case .block: false
        default: true
        }
      }
  }

  /// What to do about a root element that is not XHTML's.
  private func advice(on root: Int) -> String {
    if tree.name(of: root).local == "package" {
      return "give the folder of the book, in which META-INF is"
    }
    guard tree.isRepairable(root) else { return "give an XHTML document or an EPUB" }
    return tree.name(of: root).local == "html"
      ? "add it as xmlns, or use --lenient" : "put the text into one, or use --lenient"
  }

  // MARK: Elements

  mutating func walk(_ node: Int, parent: ComputedStyle) {
    let own = resolver.style(of: node, parent: parent)
    guard own.box.display != .none, !isUnchosen(node),
      let style = own.box.display == .runIn ? runInStyle(node, own, in: parent) : own
    else { return }
    guard !isMoved(node) else { return reportLeftOut(node) }
    // A footnote is on the page of its call, so its back link is omitted.
    if isReadingNote, isBackLink(node), !isNoteNumber(node) { return leaveOutBackLink(node) }
    reportUnhonoured(style, node)
    if style.box.float == .footnote {
      guard isReadingNote else { return readFootnote(node, parent: parent) }
      findings.report(
        .unsupportedValue, "a note in a note is set in the text of the outer one",
        at: tree.location(of: node))
    }
    if parent.box.display == .inline, style.box.display.isTablePart {
      return readInlineTable(from: node, parent)
    }
    depth += 1
    defer {
      depth -= 1
      counters.close(depth: depth)
    }
    applyCounters(style, node, parent: parent)
    let outerPage = wantedPage
    defer { wantedPage = outerPage }
    wantPage(of: node, style)
    if readReplaced(node, style) { return }
    readBox(node, fallbackStyle(style, node), in: parent)
  }

  private mutating func reportUnhonoured(_ style: ComputedStyle, _ node: Int) {
    // The others are honoured in drawings.
    for declaration in style.generated.unhonoured
    where tree.name(of: node).namespace != Namespace.svg || declaration.hasPrefix("transform") {
      findings.report(
        .unsupportedValue, "\"\(declaration)\" is not honoured", at: tree.location(of: node))
    }
  }

  /// Reads an element with its content.
  private mutating func readBox(_ node: Int, _ own: ComputedStyle, in parent: ComputedStyle) {
    let style = fixedInFlow(own, node)
    if isOutOfLine(style) { return readAtomicInline(node, style) }
    switch style.box.display {
    case .inline, .contents: readInline(node, style, parent: parent)
    case .inlineBlock, .inlineTable:
      if readTallInline(node, style, parent: parent) { return }
      readAtomicInline(node, style)
    case .tableColumn, .tableColumnGroup: readColumns(node, style)
    default:
      if readPositioned(node, style, in: parent) { return }
      let initial = floatedInitialStyle(node, style, in: parent)
      readBlock(node, initial ?? inFlow(style, node))
      if initial != nil { builder.continueBlock() }
    }
  }

  mutating func readInline(
    _ node: Int, _ style: ComputedStyle, parent: ComputedStyle
  ) {
    settleBreak()
    anchor(node)
    readPictures(of: style, node)
    reportInlineBreak(style, node)
    let link = linkTarget(node).map { Link(href: $0, node: Int32(node)) }
    if let link { builder.openLink(link) }
    let outerSpace =
      style.text.letterSpacing == parent.text.letterSpacing ? nil : parent.text.letterSpacing
    let hasEdges =
      style.box.hasInlineEdges || outerSpace != nil || raisesLines(node, style, in: parent)
      || isArea(node, style)
    let start = builder.length
    if hasEdges {
      beginContent()
      builder.appendEdge(isStart: true, style: style)
    }
    let isolation = style.box.unicodeBidi.controls(isRightToLeft: style.text.isRightToLeft)
    if let isolation { generated(isolation.open, style) }
    setNamedStrings(style, node)
    let offsets = style.box.offsets
    if style.box.position == .relative, offsets.left.fraction != 0 || offsets.right.fraction != 0 {
      findings.report(
        .unsupportedLayout, "text is not moved to the side by a percentage",
        at: tree.location(of: node))
    }
    beginList(node, style)
    if style.box.isInlineListItem ?? false { readMarker(node, style) }
    pseudoElement(.before, node, style, isAtStart: true)
    if tree.isElement(node, "ruby") { readRuby(node, style) } else { readChildren(node, style) }
    pseudoElement(.after, node, style)
    if let isolation, builder.isInParagraph { generated(isolation.close, style) }
    callNote(node)
    if hasEdges {
      if !builder.isInParagraph, style.hasEndEdge { beginContent() }
      builder.appendEdge(
        isStart: false, style: style, letterSpacing: builder.length > start ? outerSpace : nil)
    }
    if link != nil { builder.closeLink() }
  }

  /// Whether an inline box makes lines higher although none of its own text is on them: every inline
  /// box has a strut, even an empty one (CSS 2, section 10.8).
  private func raisesLines(_ node: Int, _ style: ComputedStyle, in parent: ComputedStyle) -> Bool {
    let (own, outer) = (style.text, parent.text)
    guard own.font.size > outer.font.size || own.lineHeight != outer.lineHeight,
      style.box.display == .inline
    else { return false }
    let fonts = resolver.context.fonts
    guard own.lineHeight.resolved(own.font, fonts) > outer.lineHeight.resolved(outer.font, fonts)
    else { return false }
    return !tree.children(of: node).contains { tree.nodes[$0].kind == .text && !isWhiteSpace($0) }
  }

  /// The quotation marks that `open-quote` and `close-quote` insert.
  mutating func quotes(of style: ComputedStyle) -> [String] {
    style.text.quotes ?? quotationMarks.marks(of: style.text.language)
  }

  mutating func readChildren(_ node: Int, _ style: ComputedStyle) {
    if let parts = reorderedParts(of: node, style) ?? cornersFirst(of: node, style) {
      return readChildren(parts, style)
    }
    for child in tree.children(of: node)
    where node != inlineTable.parent || !inlineTable.nodes.contains(child) {
      readChild(child, style)
    }
  }

  mutating func readChildren(_ children: [Int], _ style: ComputedStyle) {
    for child in children { readChild(child, style) }
  }

  private mutating func readChild(_ child: Int, _ style: ComputedStyle) {
    switch tree.nodes[child].kind {
    case .element: walk(child, parent: style)
    case .text: readText(child, style)
    case .comment, .instruction: break
    }
  }

  mutating func readText(_ node: Int, _ style: ComputedStyle) {
    let first = Int(tree.nodes[node].first)
    let count = Int(tree.nodes[node].count)
    UTF8ToUTF16.convert(tree.text, first..<first + count, into: &units)
    if units.allSatisfy({ $0 <= 0x20 }), !builder.isInParagraph,
      builder.isInTable || style.text.whiteSpace.vanishes(units)
    {
      return
    }
    beginContent()
    if let label = pendingNoteLabel {
      pendingNoteLabel = nil
      // The number is of the note, not of a word in italics with which it begins (CSS GCPM 3 draft, section 2.6).
      generated(label, builder.innermostStyle ?? style)
    }
    let start = builder.pendingFirstLetter == nil ? 0 : readFloatedLetter(node, in: style)
    builder.append(units, node: node, style: style, from: start)
  }

  func linkTarget(_ node: Int) -> String? {
    guard tree.isElement(node, "a") else { return nil }
    return tree.attribute("href", of: node)
  }

  /// Adds an anchor for an element with an id or an `epub:type`.
  mutating func anchor(_ node: Int) {
    guard tree.nodes[node].count > 0 else { return }
    // Before HTML 5, the name of an `a` was a place, too.
    let id =
      tree.attribute("id", of: node)
      ?? (tree.isElement(node, "a") ? tree.attribute("name", of: node) : nil)
    let types = tree.attribute("type", in: Namespace.ops, of: node)
    guard id != nil || types != nil else { return }
    builder.appendAnchor(
      Anchor(
        offset: builder.length, id: id,
        types: types?.spaceSeparated ?? [],
        node: Int32(node),
        title: tree.attribute("title", of: node) ?? tree.attribute("aria-label", of: node)))
  }
}

extension BoxProperties {
  /// Whether an inline box has horizontal margins, padding, borders or a background, or is aligned
  /// to an edge of its line. An element with `display: contents` has no box (CSS Display 3, section
  /// 2.5).
  var hasInlineEdges: Bool {
    guard display != .contents else { return false }
    return verticalAlign == .top || verticalAlign == .bottom || !background.isTransparent
      || padding.top != .zero || padding.bottom != .zero
      || margin.left != .zero || margin.right != .zero || padding.left != .zero
      || padding.right != .zero || border.left.width > 0 || border.right.width > 0
      || border.top.isVisible || border.bottom.isVisible || shadows != nil || hasOutline
      || hasPicture || isInlineGroup || position == .relative && stackLevel != nil
  }

  /// Whether a width or a height is specified, or a least one.
  var hasSize: Bool {
    !width.isAuto || !height.isAuto || !minWidth.isAuto || !minHeight.isAuto
  }

  /// Whether it is in the flow of the blocks around it.
  var isBlockInFlow: Bool { float == .none && !position.isOutOfFlow }

  /// Whether a table with nothing in it takes room because of the box: it has a size, borders or padding.
  var takesRoomWhenEmpty: Bool {
    hasSize || border.all.contains { $0.width > 0 } || padding.all.contains { $0 != .zero }
  }
}

extension ComputedStyle {
  /// Whether an inline box takes up width where it ends.
  var hasEndEdge: Bool {
    text.isRightToLeft
      ? box.margin.left != .zero || box.padding.left != .zero || box.border.left.width > 0
      : box.margin.right != .zero || box.padding.right != .zero || box.border.right.width > 0
  }

  /// Whether a page may begin with the box: true for blocks in the flow.
  fileprivate var beginsPages: Bool {
    box.display != .none && !box.display.isInLine
      && box.float == .none && !box.position.isOutOfFlow
  }
}
