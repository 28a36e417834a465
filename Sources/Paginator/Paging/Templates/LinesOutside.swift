/// Finds text that is outside of its page, as where a margin is negative: nobody can read it there.
struct LinesOutside {
  private let layout: ChapterLayout
  /// Whether any float is in a line. Asked once a chapter: a page may ask for few of many boxes.
  private let hasFloats: Bool

  init(_ layout: ChapterLayout) {
    self.layout = layout
    hasFloats = layout.attachments.values.contains { $0.float != nil }
  }

  /// Half a point outside is a rounding, or a letter that hangs. In 1/1024 points.
  private static let tolerance = 512

  /// The places of a page, from the top left corner of its text. In 1/1024 points.
  private struct Area {
    let x: Range<Int>
    let y: Range<Int>

    init(_ template: PageTemplate) {
      let text = template.contentRect
      let (left, top) = (text.minX.rawValue, text.minY.rawValue)
      x =
        -left - LinesOutside.tolerance..<max(0, template.size.width.rawValue - left)
        + LinesOutside.tolerance
      y = -top..<max(1, template.size.height.rawValue - top)
    }

    /// Whether a part is at the left or right side of the page.
    func cuts(from start: Int, width: Int) -> Bool {
      start < x.lowerBound || start + width > x.upperBound
    }
  }

  /// The finding about the text of a page; nil if it is on the page, or reported with its paragraph.
  /// - Parameter index: of the page in its chapter.
  func finding(onPage index: Int, _ template: PageTemplate) -> Finding? {
    let area = Area(template)
    guard let (text, offset) = line(onPage: index, area) ?? float(onPage: index, area) else {
      return nil
    }
    var finding = Finding(.overfullBox, "text is outside of its page: \"\(text)\"")
    finding.textOffset = offset
    return finding
  }

  private func line(onPage index: Int, _ area: Area) -> (text: String, offset: Int)? {
    let found = layout.lines[layout.pages[index].lines].first { line in
      line.usedWidth > 0
        && line.flags.isDisjoint(with: [.isOffPage, .isOverfull, .isTruncated])
        && (area.cuts(from: line.usedX, width: line.usedWidth) || line.y >= area.y.upperBound
          || line.y + line.height <= area.y.lowerBound)
        && layout.text.style(at: Int(line.start)).style.text.isVisible
    }
    return found.map { (layout.text.excerpt(at: Int($0.start)), Int($0.start)) }
  }

  /// A float in a line. Its text is a text of its own.
  private func float(onPage index: Int, _ area: Area) -> (text: String, offset: Int)? {
    guard hasFloats else { return nil }
    for line in layout.lines[layout.pages[index].lines] where !line.flags.contains(.isOffPage) {
      for segment in layout.segments[line.segmentRange] where segment.kind == .attachment {
        guard let box = layout.attachments[segment.word], let place = box.float,
          let nested = box.nested, nested.lines.contains(where: { $0.usedWidth > 0 })
        else { continue }
        let style = layout.text.attachments[Int(segment.word)].style.box
        let margins = style.margins(against: layout.pages[index].containerSize.width)
        let start = (place.isFromPage ? 0 : line.x) + place.x + margins.left
        if area.cuts(from: start, width: box.width - margins.horizontal) {
          return (nested.text.excerpt(at: 0), Int(line.start))
        }
      }
    }
    return nil
  }
}
