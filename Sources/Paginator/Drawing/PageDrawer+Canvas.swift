internal import EPUB
internal import Markup

/// The background of a document's root, which covers the canvas (CSS Backgrounds 3, section 2.11).
extension PageDrawer {
  /// Draws the background of the root, or of the body if the root has none, behind the page's text
  /// area (CSS Backgrounds 3, section 2.11.2), and behind the last line of a page that is a line long.
  /// - Returns: the block that the background comes from; nil for none.
  func drawCanvas<Target: LineCanvas>(
    _ page: Pagination.Page, _ chapter: NumberedChapter, _ content: PageLayout,
    _ walker: inout PageWalker<Target>
  ) -> Int32? {
    let text = chapter.layout.text
    for (index, name) in ["html", "body"].enumerated() {
      guard isElement(index, name, of: chapter) else { return nil }
      let box = text.styles[Int(text.blocks[index].style)].box
      var pictures = text.pictures(of: box).filter { $0.border == nil }
      guard !pictures.isEmpty || !box.background.isTransparent else { continue }
      var rect = page.contentRect
      let used = min(Length(rawValue: content.usedHeight), page.size.height - rect.minY)
      rect.size.height = max(rect.height, used)
      walker.painter.rect(
        x: rect.minX.rawValue, y: rect.minY.rawValue, width: rect.width.rawValue,
        height: rect.height.rawValue, color: box.background)
      if !pictures.isEmpty {
        place(&pictures, in: rect, content, chapter)
        draw(pictures, in: rect, &walker)
      }
      return Int32(index)
    }
    return nil
  }

  private func isElement(_ block: Int, _ name: String, of chapter: NumberedChapter) -> Bool {
    let text = chapter.layout.text
    return block < text.blocks.count && text.blocks[block].node >= 0
      && chapter.tree.tree.isElement(Int(text.blocks[block].node), name)
  }

  /// Background images of the canvas are placed in the root element's box (CSS Backgrounds 3, section
  /// 2.11.1). A root without edges of its own has the page's text area: a picture that covers a cover
  /// must not end with its last line.
  private func place(
    _ pictures: inout [BoxPicture], in canvas: Rect, _ content: PageLayout,
    _ chapter: NumberedChapter
  ) {
    let text = chapter.layout.text
    let root = text.box(of: 0)
    let around = canvas.width
    let margin = root.margins(against: around)
    guard root.edges(against: around) != BoxInsets() || margin != BoxInsets() else { return }
    let drawn = content.boxes.first {
      chapter.layout.boxes[$0].block == 0 && chapter.layout.boxes[$0].isOfBlock
    }
    let isFirst = content.start == chapter.layout.pages.first?.start
    let top = isFirst ? margin.top : 0
    var box =
      drawn.map { chapter.layout.boxes[$0] }
      ?? BoxFragment(
        block: 0, x: margin.left, y: top, width: max(0, around.rawValue - margin.horizontal),
        height: max(0, content.usedHeight - top), hasTop: isFirst, hasBottom: true)
    // The image goes on on the next page.
    if !box.hasBottom { box.height = max(box.height, canvas.height.rawValue - box.y) }
    for layer in pictures.indices where pictures[layer].picture.isFixed != true {
      pictures[layer].area = box.area(
        pictures[layer].picture.origin, root, x: canvas.minX.rawValue + box.x,
        y: canvas.minY.rawValue + box.y)
    }
  }

  private func draw<Target: LineCanvas>(
    _ pictures: [BoxPicture], in rect: Rect, _ walker: inout PageWalker<Target>
  ) {
    let fragment = BoxFragment(
      block: 0, x: 0, y: 0, width: rect.width.rawValue, height: rect.height.rawValue, hasTop: true,
      hasBottom: true)
    walker.painter.box(
      fragment, style: BoxProperties(), pictures: pictures, originX: rect.minX.rawValue,
      originY: rect.minY.rawValue)
  }
}
