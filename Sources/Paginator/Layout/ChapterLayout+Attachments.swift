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
    let moved = style.relativeOffset(isRightToLeft: line.flags.contains(.isRightToLeft))
    let outer = style.outerShift
    if let float = box.float {
      return (
        originX + (float.isFromPage ? 0 : line.x) + float.x + moved.x + (outer?.x.rawValue ?? 0),
        top + float.y + moved.y + (outer?.y.rawValue ?? 0)
      )
    }
    let y =
      switch style.verticalAlign {
      case .top where !box.isInLeading: top
      case .bottom where !box.isInLeading: top + line.height - box.height
      default: baseline - box.height + box.descent
      }
    if style.float.side != nil { return (x, y) }
    // The shift of an inline image to the side is in `x`.
    if style.display == .inline {
      return (x, y - (text.styles[Int(segment.style)].text.inlineRise?.rawValue ?? 0))
    }
    return (x + moved.x + (outer?.x.rawValue ?? 0), y + moved.y + (outer?.y.rawValue ?? 0))
  }
}
