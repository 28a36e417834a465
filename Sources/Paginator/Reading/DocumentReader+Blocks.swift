internal import EPUB
internal import Markup

/// Blocks and table parts.
extension DocumentReader {
  mutating func readBlock(_ node: Int, _ style: ComputedStyle) {
    builder.endParagraph()
    let kind = blockKind(node, style)
    forceBreak(style.box.breakBefore)
    // A break before the block must come before the block opens, or its box would be cut in two. Those
    // between the rows of a table are made when it is laid out.
    settleForcedBreak(before: kind.isTableRows ? nil : node)
    reportUnsupportedLayout(style, node)
    makeRoom(for: Self.tablePart(kind, style))
    let outer = resolver.tableWrapperStyle(style)
    if let outer { openBlock(blockKind(node, outer), style: outer, node: node) }
    let style = outer == nil ? style : resolver.wrappedTableStyle(style)
    openBlock(outer == nil ? kind : .table, style: style, node: node)
    let paragraphsBefore = builder.text.paragraphs.count
    let link = linkTarget(node).map { Link(href: $0, node: Int32(node)) }
    if let link { builder.openLink(link) }
    anchor(node)
    setNamedStrings(style, node)
    let isInFlow = kind == .block
    let firstLine = firstLineStyle(node, style, isInFlow: isInFlow)
    let outerFirsts = builder.beginFirsts(
      letter: firstLetterStyle(node, style, firstLine, isInFlow: isInFlow), line: firstLine,
      isInFlow: isInFlow)
    beginList(node, style)
    if style.box.display == .listItem { readMarker(node, style) }
    if !waitingRunIns.isEmpty { readRunIn(into: node) }
    pseudoElement(.before, node, style, isAtStart: true)
    let hasReadAfter = readAfterAtTop(node, style)
    readChildren(node, style)
    if !hasReadAfter { pseudoElement(.after, node, style) }
    builder.endParagraph()
    if link != nil { builder.closeLink() }
    if builder.hasNoFlow(since: paragraphsBefore) {
      let isEmpty = builder.hasOnlySpacers(since: paragraphsBefore)
      if kind == .block, !isEmpty, builder.liftFloats(since: paragraphsBefore) {
        // Nothing is left of the block but its margins.
      } else if isEmpty || kind == .block {
        endEmptyBlock(outer == nil ? kind : .table, style, since: paragraphsBefore)
      }
    }
    // A marker waits for a line until its item ends.
    if builder.pendingMarker >= 0, style.box.isListItem { builder.appendEmptyParagraph() }
    if kind == .positioned || kind == .floating { dropBreak(atEndOf: node) }
    builder.closeBlock()
    if outer != nil { builder.closeBlock() }
    builder.endFirsts(
      outerFirsts, isInFlow: outer == nil && kind != .floating && kind != .positioned)
    forceBreak(style.box.breakAfter)
  }

  /// The style of a block's first line. Without a rule for it, that of the block around it may apply.
  private func firstLineStyle(
    _ node: Int, _ style: ComputedStyle, isInFlow: Bool
  ) -> ComputedStyle? {
    if let own = resolver.style(of: .firstLine, on: node, parent: style) { return own }
    guard isInFlow, let outer = builder.pendingFirstLine else { return nil }
    return resolver.style(outer, under: style)
  }

  /// The style of a block's first letter, which is in its first line unless it floats (CSS Pseudo-Elements 4,
  /// section 2.2). Without a rule for it, that of the block around it may apply.
  private func firstLetterStyle(
    _ node: Int, _ style: ComputedStyle, _ firstLine: ComputedStyle?, isInFlow: Bool
  ) -> ComputedStyle? {
    var letter = resolver.style(of: .firstLetter, on: node, parent: style)
    if letter == nil, isInFlow {
      letter = builder.pendingFirstLetter.map { resolver.style($0, under: style) }
    }
    guard let letter, let firstLine, letter.box.float == .none, letter.box.initialLetter == nil
    else { return letter }
    return resolver.style(letter, under: firstLine)
  }

  /// Ends a document without content: it has a page if it is the only one, of fixed layout, or painted.
  mutating func endEmptyDocument(_ rootStyle: ComputedStyle) {
    if notes?.hasMoved(from: document) == true { return }
    let isPainted =
      rootStyle.box.hasBackground || builder.text.styles.contains { $0.box.hasBackground }
    if publication.documents.count > 1, !publication.documents[document].isFixedLayout, !isPainted {
      findings.report(
        .package, "nothing in this document is shown: it has no page",
        at: SourceLocation(startOf: href))
    } else {
      builder.appendEmptyParagraph()
    }
  }

  /// Ends an empty block that is visible or takes up space. Rows without cells do not.
  ///
  /// - Parameter count: the number of paragraphs before the block.
  mutating func endEmptyBlock(
    _ kind: TextBlock.Kind, _ style: ComputedStyle, since count: Int
  ) {
    // A flow root remains empty.
    if kind != .block { builder.removeSpacers(since: count) }
    switch kind {
    case .row, .rowGroup, .column: return
    case .table:
      settleBreak()
      if builder.appendEmptyCell() { return }
      let box = style.box
      guard box.hasSize || box.isVisibleWhenEmpty || box.hasMarginAboveOrBelow else { return }
      builder.setInnermostStyle(resolver.tableStyleWithoutCells(style))
    default:
      // Margins do not collapse through a flow root, and it contains its floats.
      let isApart =
        kind == .block && style.box.hasOwnFlow
        && (style.box.hasMarginAboveOrBelow || builder.text.paragraphs.count > count)
      let isVisible = style.box.isVisibleWhenEmpty && !builder.hasOnlyShareOfNoHeight
      // The end of a box from an earlier page shows nothing without a border or a background.
      if builder.innermostGoesOn, !style.box.hasBackground, style.box.border.bottom.width == 0 {
        return
      }
      // In front of all text, there is nothing to clear.
      let clears = style.box.clear != .none && !builder.isEmpty
      if !isVisible, !clears, !isApart {
        // The margins of blocks in it are adjoining to its own.
        if kind == .block, style.box.hasMarginAboveOrBelow || style.box.isDrawnAround,
          builder.hasOnlyPositioned(since: count)
        {
          builder.appendSpacer()
        }
        return
      }
    }
    settleBreak()
    makeRoom(for: .content)
    builder.appendEmptyParagraph()
  }

  /// Reads a column or a column group, which have no content. A group without columns uses its own
  /// `span`.
  mutating func readColumns(_ node: Int, _ style: ComputedStyle) {
    builder.endParagraph()
    anchor(node)
    if style.box.display == .tableColumnGroup {
      let columns = tree.children(of: node).filter { tree.nodes[$0].kind == .element }
      if !columns.isEmpty {
        makeRoom(for: .group)
        openBlock(.column(columns: 0), style: style, node: node)
        for column in columns {
          let own = resolver.style(of: column, parent: style)
          readColumns(column, resolver.columnStyle(own, in: style))
        }
        builder.closeBlock()
        return
      }
    }
    makeRoom(for: .group)
    openBlock(.column(columns: span("span", of: node)), style: style, node: node)
    builder.closeBlock()
  }

  /// Reads the parts of a table in an inline box that follow each other. An anonymous inline table
  /// is around them (CSS 2, section 17.2.1).
  mutating func readInlineTable(from node: Int, _ parent: ComputedStyle) {
    beginContent()
    let style = resolver.anonymousStyle(display: .inlineTable, parent: parent)
    appendBox(.table, style, -1) { reader, table in
      let nodes = reader.tree.nodes
      let parentNode = Int(nodes[node].parent)
      let end = Int(nodes[parentNode].end)
      // The end of a node is its next sibling.
      var child = node
      while child < end {
        defer { child = Int(nodes[child].end) }
        switch nodes[child].kind {
        case .element:
          let own = reader.resolver.style(of: child, parent: table)
          guard own.box.display.isTablePart || own.box.display == .none else { return }
          reader.walk(child, parent: table)
          // White space between two parts belongs to the table; that after the last one is in the line.
          reader.inlineTable = (parentNode, node + 1..<Int(nodes[child].end))
        case .text where !reader.isWhiteSpace(child): return
        case .text, .comment, .instruction: break
        }
      }
    }
  }

  /// How many columns or rows a cell takes (HTML, section 4.9.11).
  private func span(_ name: String, of node: Int, most: Int = 1000) -> Int {
    guard node >= 0 else { return 1 }
    return min(most, max(0, tree.attribute(name, of: node).flatMap { Int($0) } ?? 1))
  }

  static func tablePart(
    _ kind: TextBlock.Kind, _ style: ComputedStyle
  ) -> TextBuilder.TablePart {
    switch kind {
    case .cell: .cell
    case .row: .row
    case .rowGroup, .column: .group
    default: style.box.display == .tableCaption ? .group : .content
    }
  }

  mutating func reportBreakInside(_ node: Int) {
    findings.report(
      .unsupportedLayout,
      "no page break is made before \"\(tree.name(of: node).local)\": it is inside a table cell, a float, a positioned box or "
        + "a box in a line",
      at: tree.location(of: node))
  }

  /// Forgets the page break that the last block in a float, a positioned box or a box in a line asks for: it is not
  /// about what follows the box, which is not in the flow (CSS Fragmentation 3, section 3.1).
  /// - Parameter node: -1 for generated content.
  mutating func dropBreak(atEndOf node: Int) {
    guard pendingBreak != nil else { return }
    pendingBreak = nil
    guard node >= 0 else { return }
    findings.report(
      .unsupportedLayout,
      "no page break is made at the end of \"\(tree.name(of: node).local)\": it is a float, a positioned box or a box "
        + "in a line",
      at: tree.location(of: node))
  }

  /// - Parameter node: -1 for a pseudo-element.
  func blockKind(_ node: Int, _ style: ComputedStyle) -> TextBlock.Kind {
    if style.box.position.isOutOfFlow { return .positioned }
    switch style.box.display {
    case .table, .inlineTable: return .table
    case .tableRowGroup, .tableFooterGroup: return .rowGroup(isHeader: false)
    case .tableHeaderGroup: return .rowGroup(isHeader: true)
    case .tableRow: return .row
    case .tableCell:
      return .cell(
        column: -1, columns: max(1, span("colspan", of: node)),
        rows: span("rowspan", of: node, most: 65_534))
    default: return style.box.float == .none ? .block : .floating
    }
  }

  /// Reports values that the cascade accepts but layout does not support, each once per element.
  private mutating func reportUnsupportedLayout(_ style: ComputedStyle, _ node: Int) {
    let box = style.box
    var ignored: [String] = []
    if box.float != .none, blockKind(node, resolver.tableWrapperStyle(style) ?? style) != .floating
    {
      ignored.append("float: \(box.float.rawValue)")
    }
    let isPlaced = publication.documents[document].isFixedLayout
    if box.position.isOutOfFlow, !isPlaced, !box.hidesContent {
      ignored.append("position: \(box.position.rawValue)")
    }
    for declaration in ignored {
      findings.report(
        .unsupportedLayout,
        "\"\(declaration)\" is not supported here: the box stays at its place in the flow",
        at: tree.location(of: node))
    }
    if box.clonesDecoration {
      findings.report(
        .unsupportedLayout,
        "\"box-decoration-break: clone\" is not supported for blocks: the box has no borders and padding"
          + " where it is divided",
        at: tree.location(of: node))
    }
  }

  /// The children of a table with its head before its other rows and its foot after them, wherever
  /// they are written; nil if that is the order already. Only the first head and the first foot are
  /// moved (CSS 2, section 17.2).
  func reorderedParts(of node: Int, _ style: ComputedStyle) -> [Int]? {
    guard let block = builder.openBlocks.last, builder.text.blocks[Int(block)].kind == .table else {
      return nil
    }
    let children = Array(tree.children(of: node))
    let displays = children.map { child in
      tree.nodes[child].kind == .element
        ? resolver.style(of: child, parent: style).box.display : Display.none
    }
    let rows: Set<Display> = [
      .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableCell,
    ]
    let head = displays.firstIndex(of: .tableHeaderGroup)
    let foot = displays.firstIndex(of: .tableFooterGroup)
    guard head != nil || foot != nil, let first = displays.firstIndex(where: rows.contains),
      let last = displays.lastIndex(where: rows.contains)
    else { return nil }
    if head ?? first == first, foot ?? last == last { return nil }
    var parts = children.indices.filter { $0 != head && $0 != foot }
    if let head { parts.insert(head, at: parts.partitioningIndex { $0 >= first }) }
    if let foot { parts.append(foot) }
    return parts.map { children[$0] }
  }
}

extension TextBlock.Kind {
  /// Whether it is a row of a table or a group of rows.
  fileprivate var isTableRows: Bool {
    switch self {
    case .row, .rowGroup: true
    default: false
    }
  }
}

extension StyleResolver {
  /// The style of a table without cells, which has no spacing between them.
  fileprivate func tableStyleWithoutCells(_ style: ComputedStyle) -> ComputedStyle {
    derived(.tableWithoutCells, style) { text, _ in text.borderSpacing = .zero }
  }
}
