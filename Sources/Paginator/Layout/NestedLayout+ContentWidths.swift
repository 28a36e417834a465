/// Widths of boxes in lines that depend on their content (CSS Sizing 3, section 3.2).
extension NestedLayout {
  /// Replaces the widths of a box that depend on its content by lengths. A `width` of `fit-content` is that of a
  /// box in a line without a width.
  static func resolveWidths(
    of text: inout AttributedText, _ typesetter: Typesetter, in room: BoxRoom, pageHeight: Length
  ) throws {
    guard let block = text.blocks.first, block.kind != .table, typesetter.nesting < deepestMeasured,
      !isEndless(room.available)
    else { return }
    let style = text.styles[Int(block.style)]
    guard style.box.hasContentWidth, style.box.hasOtherThanFitContent else { return }
    let setter = try LineSetter(
      text: text, typesetter: typesetter, options: LineSetter.Options(isUnbreakable: true))
    typesetter.nesting += 1
    defer { typesetter.nesting -= 1 }
    let widths = try FlowContext(setter: setter, pageHeight: pageHeight).intrinsicWidths(
      of: 0, 0..<text.paragraphs.count, available: room.available)
    let around = Length(rawValue: room.width)
    var box = style.box.resolvingWidths(
      widths, room: max(0, room.available - style.box.edges(against: around).horizontal),
      around: around)
    (box.widthKeyword, box.widthContent) = (nil, nil)
    (box.minWidthContent, box.maxWidthContent) = (nil, nil)
    text.blocks[0].style = Int32(text.styles.count)
    text.styles.append(style.replacing(box: box))
  }
}

extension BoxProperties {
  fileprivate var hasOtherThanFitContent: Bool {
    widthKeyword != .fitContent || widthContent != nil || minWidthContent != nil
      || hasContentMaxWidth
  }
}
