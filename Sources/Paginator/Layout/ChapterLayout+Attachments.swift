extension ChapterLayout {
  /// The top left corner of the margin box of an attachment (CSS 2, section 10.8.1).
  ///
  /// - Parameters:
  ///   - x: where its segment begins.
  ///   - baseline: that of the segment. The corner's `y` is from the same origin.
  ///   - originX: the left edge of the container.
  func corner(
    of segment: Segment, x: Int, baseline: Int, in line: LineFragment, originX: Int
  ) -> (x: Int, y: Int) {
    guard let box = attachments[segment.word] else { return (x, baseline) }
    let style = text.attachments[Int(segment.word)].style.box
    let top = baseline - line.baseline
    if let float = box.float {
      return (originX + (float.isFromPage ? 0 : line.x) + float.x, top + float.y)
    }
    let moved = style.float == .none ? style.relativeOffset() : (x: 0, y: 0)
    let y =
      switch style.verticalAlign {
      case .top: top
      case .bottom: top + line.height - box.height
      default: baseline - box.height + box.descent
      }
    // The shift of an inline image is in its text style already.
    return (style.display == .inline ? x : x + moved.x, y + moved.y)
  }
}
