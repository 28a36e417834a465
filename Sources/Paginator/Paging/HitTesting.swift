extension Pagination {
  /// What is at a point of a page.
  public struct Hit: Sendable {
    /// The character nearest to the point.
    public let location: Location
    /// Whether the point is on the character's line and within its used width.
    public let isInside: Bool
    /// Whether the caret belongs behind the character rather than before it.
    public let isTrailing: Bool
    public let word: String?
    /// Where a link at the point leads.
    public let link: String?
    /// The image at the point.
    public let image: String?
  }

  /// Finds what is at a point; nil on a blank page and on one without lines.
  /// - Parameter point: from the page's top left corner.
  public func hit(_ point: Point, on page: Page) -> Hit? {
    guard let (layout, content) = layout(of: page) else { return nil }
    let x = (point.x - page.contentRect.minX).rawValue
    let y = (point.y - page.contentRect.minY).rawValue
    // The line whose box is nearest; of several beside one another, as in a table, the nearest one.
    func distance(_ line: LineFragment) -> (Int, Int) {
      (
        max(0, line.y - y, y - line.y - line.height),
        max(0, line.usedX - x, x - line.usedX - line.usedWidth)
      )
    }
    guard
      let line = content.lines.lazy.map({ layout.lines[$0] }).min(by: {
        distance($0) < distance($1)
      })
    else { return nil }
    let place = character(at: x, in: line, layout)
    guard let location = location(of: place.offset, chapter: page.chapter) else { return nil }
    let text = layout.text
    let run = text.runs.isEmpty ? nil : text.runs[text.runIndex(at: place.offset)]
    let image = text.attachments.first { Int($0.offset) == place.offset }.flatMap { attachment in
      if case .image(let image) = attachment.content { image.href } else { nil }
    }
    return Hit(
      location: location, isInside: distance(line) == (0, 0), isTrailing: place.isTrailing,
      word: word(at: location.offset + 1, in: location.href),
      link: run.flatMap { $0.link >= 0 ? text.links[Int($0.link)].href : nil }, image: image)
  }

  /// The character of a line that is nearest to a place across, and on which half of it the place is.
  private func character(
    at x: Int, in line: LineFragment, _ layout: ChapterLayout
  ) -> (offset: Int, isTrailing: Bool) {
    var best = (offset: Int(line.start), isTrailing: false)
    var nearest = Int.max
    for piece in LinePieces.pieces(of: line, in: layout, source: glyphSources[layout.shaperNumber])
    {
      let middle = piece.x + piece.width / 2
      let away = max(0, piece.x - x, x - piece.x - piece.width)
      guard away < nearest else { continue }
      nearest = away
      let isRight = x > middle
      best = (piece.offset, piece.isRightToLeft ? !isRight : isRight)
    }
    return best
  }
}

/// The characters of a line from left to right, as they stand.
enum LinePieces {
  struct Piece {
    /// A text offset, UTF-16.
    let offset: Int
    /// In the container, 1/1024 points.
    let x: Int
    let width: Int
    let isRightToLeft: Bool
  }

  static func pieces(
    of line: LineFragment, in layout: ChapterLayout, source: GlyphSource?
  ) -> [Piece] {
    let first = Int(line.firstSegment)
    let range = first..<first + Int(line.segmentCount)
    let levels = range.map { layout.segments[$0].level }
    let order = levels.contains { $0 != 0 } ? Bidi.visualOrder(levels) : Array(0..<range.count)
    var result: [Piece] = []
    var x = line.usedX
    var spaces = 0
    for position in order {
      let segment = layout.segments[first + position]
      var width = segment.width
      if segment.kind == .space || segment.kind == .noBreakSpace, line.stretchCount > 0 {
        let count = Int(line.stretchCount)
        width += line.extra * (spaces + 1) / count - line.extra * spaces / count
        spaces += 1
      }
      append(segment, x: x, width: width, layout, source, to: &result)
      x += width
    }
    return result
  }

  /// A word's characters by its glyphs; those of one cluster share its width.
  private static func append(
    _ segment: Segment, x: Int, width: Int, _ layout: ChapterLayout, _ source: GlyphSource?,
    to result: inout [Piece]
  ) {
    guard segment.length > 0 else { return }
    let isRight = segment.level & 1 == 1
    guard segment.kind == .word, let source else {
      result.append(
        Piece(offset: Int(segment.start), x: x, width: width, isRightToLeft: isRight))
      return
    }
    let word = source.words[Int(segment.word)]
    var advances = [Int](repeating: 0, count: Int(segment.length))
    for index in Int(word.firstGlyph)..<Int(word.firstGlyph) + Int(word.glyphCount) {
      let glyph = source.glyphs[index]
      guard Int(glyph.cluster) < advances.count else { continue }
      advances[Int(glyph.cluster)] += Int(glyph.advance)
    }
    let total = max(1, advances.reduce(0, +))
    var sum = 0
    for offset in isRight ? Array(advances.indices.reversed()) : Array(advances.indices) {
      let start = x + width * sum / total
      sum += advances[offset]
      let end = x + width * sum / total
      guard end > start else { continue }
      result.append(
        Piece(
          offset: Int(segment.start) + offset, x: start, width: end - start,
          isRightToLeft: isRight))
    }
  }
}
