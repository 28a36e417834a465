/// The sizes of images and of boxes in lines.
extension LineSetter {
  /// Lays out an inline-block: as wide as it asks for, or as its content needs.
  /// - Parameter xHeight: that of the line, for `vertical-align: middle`.
  func box(
    _ inner: AttributedText, style: TextStyle, _ room: BoxRoom, pageHeight: Length, xHeight: Int
  ) throws -> AttachmentLayout {
    let margins = style.box.margins(against: Length(rawValue: room.width))
    let layout = try NestedLayout.fit(
      inner, typesetter: typesetter, in: room.without(margins), pageHeight: pageHeight)
    let content = layout.pages.first?.usedHeight ?? 0
    let edges = style.box.edges(against: Length(rawValue: room.width)).vertical
    let height = Self.givenHeight(of: layout, content: content, edges: edges) + margins.vertical
    var descent = 0
    if style.box.showsOverflow, let last = baselineLine(of: layout) {
      descent = height - margins.top - last.y - last.baseline
    }
    return AttachmentLayout(
      width: NestedLayout.width(of: layout).rawValue + margins.horizontal, height: height,
      descent: Self.shifted(descent, style.box, height: height, xHeight: xHeight),
      nested: layout, margin: margins)
  }

  /// The height of a box's border box. A given height is no minimum: what is higher overflows, or is cut
  /// off (CSS 2, section 11.1.1). That of a table is one (section 17.5.3).
  /// - Parameter content: that of the border box around the content.
  private static func givenHeight(of layout: ChapterLayout, content: Int, edges: Int) -> Int {
    guard let block = layout.text.blocks.first, block.kind != .table else { return content }
    // Shares of a known height are lengths already.
    let box = layout.text.styles[Int(block.style)].box
    return edges
      + box.contentHeight(content: content - edges, edges: edges) { $0.definite?.rawValue }
  }

  /// The line whose baseline is the box's: the first line of a table, otherwise the last line; nil
  /// without text (CSS 2, section 10.8.1).
  private func baselineLine(of layout: ChapterLayout) -> LineFragment? {
    let isTable = layout.text.blocks.first?.kind == .table
    return isTable
      ? layout.lines.first { $0.segmentCount > 0 } : layout.lines.last { $0.segmentCount > 0 }
  }

  /// The descent of a box after its vertical alignment (CSS 2, section 10.8.1).
  ///
  /// - Parameters:
  ///   - descent: that of the box on its parent's baseline.
  ///   - xHeight: that of the parent, where its style does not know it.
  static func shifted(_ descent: Int, _ style: BoxProperties, height: Int, xHeight: Int) -> Int {
    let parent = style.parentBaseline
    let own = descent - (parent?.shift.rawValue ?? 0)
    switch style.verticalAlign {
    case .baseline, .top, .bottom: return own
    case .length(let length): return own - length.rawValue
    case .middle:
      let half = (height - (parent?.xHeight.rawValue ?? xHeight)) / 2
      return half - descent + own
    case .super: return own - (parent?.size.rawValue ?? height) / 3
    case .sub: return own + (parent?.size.rawValue ?? height) / 5
    case .textTop:
      return parent.map { height - $0.ascent.rawValue - $0.shift.rawValue } ?? own
    case .textBottom: return parent.map { $0.descent.rawValue - $0.shift.rawValue } ?? own
    }
  }

  /// The layout of the marker next to a paragraph's first line.
  func marker(_ index: Int32, pageHeight: Length) throws -> AttachmentLayout? {
    guard index >= 0, case .marker(let inner) = text.attachments[Int(index)].content else {
      return nil
    }
    let layout = try NestedLayout.fit(
      inner, typesetter: typesetter, in: nil, pageHeight: pageHeight)
    let last = layout.lines.last
    return AttachmentLayout(
      width: last?.usedWidth ?? 0, height: layout.pages.first?.usedHeight ?? 0, descent: 0,
      nested: layout)
  }
}

extension Attachment {
  /// Whether it is a positioned box that is not set until its offsets are resolved: it takes no room in
  /// its line, and to set it twice would double the work at every level of nesting.
  var awaitsRoom: Bool {
    guard case .text = content else { return false }
    return isPositioned && style.box.width.isAuto && !style.box.offsets.left.isAuto
      && !style.box.offsets.right.isAuto
  }
}
