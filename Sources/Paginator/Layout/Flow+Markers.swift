/// Markers of list items, outside their boxes.
extension Flow {
  /// Lays out the outside markers before the first line of a paragraph, on its baseline.
  /// - Parameter table: the table that the line is in, for markers of the items around it.
  mutating func placeMarkers(
    _ paragraph: Paragraph, _ firstLine: Int, around table: Int32? = nil
  ) throws {
    guard paragraph.marker >= 0, firstLine < setLines.lines.count else { return }
    let line = setLines.lines[firstLine]
    for number in text.markers(of: paragraph) {
      if let table, !text.isMarker(number, around: table) { continue }
      guard var layout = try setter.marker(Int32(number), pageHeight: pageHeight) else { continue }
      // It is outside the item's box, whatever is between that box and the line (CSS 2, section
      // 12.5.1).
      if let item = item(of: number, around: paragraph.block) {
        let outer = geometry.frame(of: item, containerWidth: width)
        layout.margin.left = outer.borderX + outer.borderWidth - line.x - line.width
        layout.margin.right = line.x - outer.borderX
      }
      setLines.attachments[Int32(number)] = layout
    }
  }

  /// Makes a line as high as the images in its markers.
  mutating func makeRoomForMarkers(of paragraph: Paragraph, _ firstLine: Int) {
    guard paragraph.marker >= 0, firstLine < setLines.lines.count else { return }
    for number in text.markers(of: paragraph) {
      guard let nested = setLines.attachments[Int32(number)]?.nested,
        nested.text.attachments.contains(where: \.isImage)
      else { continue }
      // Images are on the baseline.
      let heights = nested.attachments.values.map { $0.height - $0.descent }
      let above = (heights.max() ?? 0) - setLines.lines[firstLine].baseline
      guard above > 0 else { continue }
      setLines.lines[firstLine].height += above
      setLines.lines[firstLine].baseline += above
    }
  }

  /// The list item of a marker, if it is in this flow: an item may begin with a table.
  private func item(of marker: Int, around block: Int32) -> Int32? {
    let node = text.attachments[marker].node
    let items = text.blocks(around: block, within: root).filter {
      text.box(of: $0).isListItem
    }
    return items.first { text.blocks[Int($0)].node == node } ?? items.first
  }
}

extension AttributedText {
  /// Whether a marker is that of an item around a block.
  fileprivate func isMarker(_ attachment: Int, around block: Int32) -> Bool {
    let node = attachments[attachment].node
    return blocks(around: blocks[Int(block)].parent).contains {
      blocks[Int($0)].node == node && box(of: $0).isListItem
    }
  }
}
