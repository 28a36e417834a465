/// Blocks of text whose width is a percentage, such as verse in half of a screen's width: on a narrow page, nearly all
/// of its lines would be turned over.
extension Flow {
  /// Makes such blocks around a paragraph as wide as their longest line, up to the measure under which text is not
  /// justified (`justified-measure-min`), where a style has a least measure (`measure-min`).
  mutating func widenNarrowShares(around block: Int32, first: Int) throws {
    guard setter.hasShares, root < 0, !placesOnPage, !NestedLayout.isEndless(width) else { return }
    for ancestor in geometry.chain(block) where !geometry.hasFrameByContent(ancestor) {
      let style = text.style(of: ancestor)
      guard style.isShare, text.blocks[Int(ancestor)].kind == .block else { continue }
      let own = geometry.frame(of: ancestor, containerWidth: width)
      // It is asked for once. The frames inside it stay: they may have been made for the room beside a float.
      geometry.keepFrame(of: ancestor)
      let around = geometry.frame(of: text.blocks[Int(ancestor)].parent, containerWidth: width)
      let most = min(around.width, (style.text.font.size * style.text.justifiedMeasureMin).rawValue)
      let paragraphs = paragraphs(of: ancestor, from: first)
      guard own.width < most, hasOnlyText(ancestor, paragraphs) else { continue }
      let widths = try context.intrinsicWidths(
        of: ancestor, paragraphs, available: around.width)
      let wanted = min(widths.most, most)
      guard wanted > own.width else { continue }
      geometry.setFrameByContent(
        geometry.frame(of: ancestor, wanted: wanted, containerWidth: width), of: ancestor)
    }
  }
}

extension TextStyle {
  /// Whether a block in this style is narrow because of a page that is, and for no other reason.
  var isShare: Bool {
    text.measureMin > 0 && box.width.fraction > 0 && box.width.length == .zero
      && box.width.formula == nil && box.minWidth.isAuto && box.float == .none
  }
}
