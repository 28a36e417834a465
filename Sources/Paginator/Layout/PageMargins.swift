/// The margins of the two outermost boxes of a document, which sheets made for wide windows give by the inch.
extension BlockGeometry {
  /// The width that the margins and padding of the root element and of its child leave at least, where there is
  /// a least measure at all: two thirds of the page's text area. The page has margins of its own. Percentages
  /// are kept, because they are made for any width.
  func pageMeasure(of block: Int32, _ containerWidth: Int) -> Int {
    guard block <= 1, !rootIsBox, !text.paragraphsFollowText,
      text.blocks[Int(block)].kind == .block, text.blocks[Int(block)].parent == block - 1,
      text.style(of: block).text.measureMin > 0, !text.box(of: block).hasSharesAtSides
    else { return 0 }
    return containerWidth / 3 * 2
  }
}

extension BoxProperties {
  fileprivate var hasSharesAtSides: Bool {
    [margin.left, margin.right, padding.left, padding.right].contains { $0.fraction != 0 }
  }

  /// Makes the margins at the sides narrower by the same share, so that their sum is `room`. Negative ones stay.
  mutating func limitMargins(_ margins: BoxInsets, to room: Int) {
    let (left, right) = (max(0, margins.left), max(0, margins.right))
    let sum = left + right
    guard sum > 0, sum > room else { return }
    func share(_ side: Int) -> Dimension {
      Dimension(length: Length(rawValue: Int(Double(side) * Double(max(0, room)) / Double(sum))))
    }
    if left > 0 { margin.left = share(left) }
    if right > 0 { margin.right = share(right) }
  }
}

extension Flow {
  /// Reports margins of a document that are reduced on the page.
  mutating func reportPageMargins() {
    guard !text.paragraphs.isEmpty else { return }
    for block in text.blocks.indices.prefix(2).map(Int32.init) {
      let least = geometry.pageMeasure(of: block, width)
      let outer = geometry.frame(of: text.blocks[Int(block)].parent, containerWidth: width)
      let asked = BlockGeometry.frame(text.box(of: block), in: outer).width
      guard asked < least, asked < geometry.frame(of: block, containerWidth: width).width else {
        continue
      }
      setLines.findings.report(
        .unsupportedLayout,
        "the margins and padding of the document leave \(Length(rawValue: asked).shown) of the \(Length(rawValue: width).shown) pt of the page's text area: they are reduced to a third of it",
        atText: Int(text.paragraphs[0].start))
    }
  }
}
