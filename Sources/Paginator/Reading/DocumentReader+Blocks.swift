internal import EPUB
internal import Markup

/// Blocks and table parts.
extension DocumentReader {
  mutating func readBlock(_ node: Int, _ style: ComputedStyle) {
    builder.endParagraph()
    forceBreak(style.box.breakBefore)
    // A break before the block must come before the block opens, or its box would be cut in two.
    settleForcedBreak()
    reportUnsupportedLayout(style, node)
    let kind = blockKind(node, style)
    makeRoom(for: Self.tablePart(kind, style))
    let outer = resolver.tableWrapperStyle(style)
    if let outer { builder.openBlock(blockKind(node, outer), style: outer, node: node) }
    let style = outer == nil ? style : resolver.wrappedTableStyle(style)
    builder.openBlock(outer == nil ? kind : .table, style: style, node: node)
    let paragraphsBefore = builder.text.paragraphs.count
    let link = linkTarget(node).map { Link(href: $0, node: Int32(node)) }
    if let link { builder.openLink(link) }
    anchor(node)
    setNamedStrings(style, node)
    builder.pendingFirstLetter = resolver.style(of: .firstLetter, on: node, parent: style)
    if let firstLine = resolver.style(of: .firstLine, on: node, parent: style) {
      builder.pendingFirstLine = firstLine
    }
    beginList(node, style)
    if style.box.display == "list-item" { readMarker(node, style) }
    pseudoElement(.before, node, style)
    readChildren(node, style)
    pseudoElement(.after, node, style)
    builder.endParagraph()
    endList(node)
    if link != nil { builder.closeLink() }
    if builder.text.paragraphs.count == paragraphsBefore,
      style.box.isVisibleWhenEmpty || kind == .table && style.box.hasSize
    {
      settleBreak()
      makeRoom(for: .content)
      builder.appendEmptyParagraph()
    } else if builder.pendingMarker >= 0 {
      builder.appendEmptyParagraph()
    }
    builder.closeBlock()
    if outer != nil { builder.closeBlock() }
    forceBreak(style.box.breakAfter)
  }

  /// Reads a column or a column group, which have no content. A group without columns uses its own
  /// `span`.
  mutating func readColumns(_ node: Int, _ style: ComputedStyle) {
    builder.endParagraph()
    anchor(node)
    if style.box.display == "table-column-group" {
      let columns = tree.children(of: node).filter { tree.nodes[$0].kind == .element }
      if !columns.isEmpty {
        for column in columns { readColumns(column, resolver.style(of: column, parent: style)) }
        return
      }
    }
    makeRoom(for: .group)
    builder.openBlock(.column(columns: span("span", of: node)), style: style, node: node)
    builder.closeBlock()
  }

  /// How many columns or rows a cell takes (HTML, section 4.9.11).
  private func span(_ name: String, of node: Int, most: Int = 1000) -> Int {
    min(most, max(1, tree.attribute(name, of: node).flatMap { Int($0) } ?? 1))
  }

  private static func tablePart(
    _ kind: TextBlock.Kind, _ style: ComputedStyle
  ) -> TextBuilder.TablePart {
    switch kind {
    case .cell: .cell
    case .row: .row
    case .rowGroup, .column: .group
    default: style.box.display == "table-caption" ? .group : .content
    }
  }

  private func blockKind(_ node: Int, _ style: ComputedStyle) -> TextBlock.Kind {
    if ["absolute", "fixed"].contains(style.box.position) { return .positioned }
    switch style.box.display {
    case "table", "inline-table": return .table
    case "table-row-group", "table-footer-group": return .rowGroup(isHeader: false)
    case "table-header-group": return .rowGroup(isHeader: true)
    case "table-row": return .row
    case "table-cell":
      return .cell(
        column: -1, columns: span("colspan", of: node),
        rows: span("rowspan", of: node, most: 65_534))
    default: return style.box.float == "none" ? .block : .floating
    }
  }

  /// Reports values that the cascade accepts but layout does not support, each once per element.
  private mutating func reportUnsupportedLayout(_ style: ComputedStyle, _ node: Int) {
    let box = style.box
    var ignored: [String] = []
    if box.float != "none", blockKind(node, style) != .floating {
      ignored.append("float: \(box.float)")
    }
    if box.position == "relative", box.offsets.all.contains(where: { $0.fraction != 0 }) {
      ignored.append("position: relative by a percentage")
    }
    let isPlaced = publication.documents[document].isFixedLayout
    if box.position == "fixed" || box.position == "absolute", !isPlaced {
      ignored.append("position: \(box.position)")
    }
    if box.clonesDecoration { ignored.append("box-decoration-break: clone") }
    for declaration in ignored {
      findings.report(
        .unsupportedLayout,
        "\"\(declaration)\" is not carried out as written: the box stays where the flow has come to",
        at: tree.location(of: node))
    }
  }
}
