/// Pictures in the leading between two lines that would touch.
extension Flow {
  /// A picture in a line: its sides, and how far it reaches from the baseline.
  private struct LinePicture {
    let sides: Range<Int>
    let above: Int
    let below: Int
    /// Whether letters may be in its way, too.
    let isRaised: Bool
    /// The least distance from another one: formulas are text.
    let gap: Int
  }

  /// Moves a line down whose pictures would be over those of the row before it, or over letters.
  mutating func keepPicturesApart(at index: Int, below gap: Gap) {
    let line = setLines.lines[index]
    guard let last = rows.last, last.isLine, !last.isBand, !last.isPositioned else { return }
    let before = setLines.lines[Int(last.firstLine)]
    guard !line.flags.union(before.flags).isDisjoint(with: .hasPictureInLeading) else { return }
    let (upper, lower) = (pictures(in: before), pictures(in: line))
    var overlap = 0
    for picture in lower {
      for other in upper where other.sides.overlaps(picture.sides) {
        overlap = max(overlap, picture.above + other.below + max(picture.gap, other.gap))
      }
      guard picture.isRaised, let ink = ink(of: before, over: picture.sides) else { continue }
      overlap = max(overlap, picture.above + ink.below)
    }
    for picture in upper where picture.isRaised {
      guard let ink = ink(of: line, over: picture.sides) else { continue }
      overlap = max(overlap, ink.above + picture.below)
    }
    let distance = before.height - before.baseline + gap.total + line.y + line.baseline
    if overlap > distance { setLines.lines[index].y += overlap - distance }
  }

  private func pictures(in line: LineFragment) -> [LinePicture] {
    var pictures: [LinePicture] = []
    forEachSegment(of: line) { segment, sides in
      guard segment.kind == .attachment, let box = setLines.attachments[segment.word] else {
        return
      }
      var gap = 0
      if text.attachments[Int(segment.word)].isFormula {
        gap = text.styles[Int(segment.style)].text.font.size.rawValue / 8
      }
      pictures.append(
        LinePicture(
          sides: sides, above: box.height - box.descent - max(0, box.margin.top),
          below: box.descent - max(0, box.margin.bottom),
          isRaised: box.isInLeading && text.attachments[Int(segment.word)].isRaised, gap: gap))
    }
    return pictures
  }

  /// - Returns: the ink of the letters of a line between two sides; nil without any.
  private func ink(of line: LineFragment, over sides: Range<Int>) -> InkHeight? {
    var ink: InkHeight?
    forEachSegment(of: line) { segment, own in
      guard segment.kind == .word, own.overlaps(sides),
        let letters = setter.shaper.inkHeight(of: segment, at: own, over: sides)
      else { return }
      let shift = setter.metrics[Int(segment.style)].shift
      ink = ink ?? InkHeight()
      ink?.include(above: letters.above + shift, below: letters.below - shift)
    }
    return ink
  }

  /// The sides of each segment of a line. Those of a line with text from right to left are the line's.
  private func forEachSegment(of line: LineFragment, _ body: (Segment, Range<Int>) -> Void) {
    let segments = setLines.segments(of: line)
    let isReordered =
      line.flags.contains(.isRightToLeft) || segments.contains { $0.level != 0 }
    var x = line.usedX
    var spaces = 0
    for segment in segments {
      let width = line.justifiedWidth(
        of: segment, &spaces,
        clusterCount: Int(setter.typesetter.shaper.words[Int(segment.word)].clusterCount))
      let sides = isReordered ? line.x..<line.x + max(1, line.width) : x..<x + max(1, width)
      body(segment, sides)
      x += width
    }
  }
}
