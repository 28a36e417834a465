/// The rows of a table that spanning cells join. They are one row of the flow, because they are too high to be
/// kept on one page. Lengths are in 1/1024 points from the top of the first one.
struct JoinedRows {
  /// One of the rows.
  struct Part {
    let top: Int
    let bottom: Int
    /// Whether its style keeps it whole.
    let isKept: Bool
  }

  /// A cell that spans several of the rows.
  struct Span {
    /// Indices into the text's paragraphs.
    let paragraphs: Range<Int>
    /// The bottom of its content box.
    let bottom: Int
    /// Whether it holds nothing but lines.
    let isPlain: Bool
  }

  var parts: [Part] = []
  /// In the order of their paragraphs.
  var spans: [Span] = []

  /// The cell that a paragraph is in, as an index into `spans`; nil for a cell of one row.
  func span(ofParagraph paragraph: Int32) -> Int? {
    let index = spans.partitioningIndex { $0.paragraphs.lowerBound > Int(paragraph) } - 1
    return index >= 0 && spans[index].paragraphs.contains(Int(paragraph)) ? index : nil
  }
}

/// Page ends between rows that were joined to one.
///
/// Lines of a spanning cell may be above and below such a place. The cell's lines from there on move down to the
/// next row, if the cell has room for that.
extension Flow {
  /// A place between two of the rows, from the top of the joined row: the bottom of the one above, and the top of
  /// the one below.
  struct RowBoundary {
    let bottom: Int
    let top: Int
  }

  func boundaries(of row: Row) -> [RowBoundary] {
    guard row.joined >= 0 else { return [] }
    let parts = joinedRows[Int(row.joined)].parts
    return parts.indices.dropFirst().map {
      RowBoundary(
        bottom: parts[$0 - 1].bottom - row.joinedTop, top: parts[$0].top - row.joinedTop)
    }.filter { $0.bottom > 0 && $0.top < row.height }
  }

  /// How far lines of spanning cells move down where a page ends between rows, by index into the rows' `spans`; nil
  /// if a line that is on both sides cannot move.
  /// - Parameters:
  ///   - lines: those that may be on both sides.
  ///   - ends: by spanning cell, the bottom of its last line.
  func moves(
    at boundary: RowBoundary, of row: Row, _ lines: some Sequence<LineFragment>, _ ends: [Int: Int]
  ) -> [Int: Int]? {
    let joined = joinedRows[Int(row.joined)]
    var moves: [Int: Int] = [:]
    for line in lines where line.y < boundary.top && line.y + line.height > boundary.bottom {
      guard let span = joined.span(ofParagraph: line.paragraph), joined.spans[span].isPlain else {
        return nil
      }
      moves[span] = max(moves[span] ?? 0, boundary.top - line.y)
    }
    for (span, move) in moves {
      let bottom = joined.spans[span].bottom - row.joinedTop
      guard (ends[span] ?? .max) <= bottom - move else { return nil }
    }
    return moves
  }

  /// By spanning cell, the bottom of its last line.
  func ends(ofSpansIn row: Row, _ lines: some Sequence<LineFragment>) -> [Int: Int] {
    let joined = joinedRows[Int(row.joined)]
    var ends: [Int: Int] = [:]
    for line in lines {
      guard let span = joined.span(ofParagraph: line.paragraph) else { continue }
      ends[span] = max(ends[span] ?? .min, line.y + line.height)
    }
    return ends
  }

  /// The place between rows at a height, with what moves down there; nil for another height.
  func boundary(
    at height: Int, of row: Row
  ) -> (place: RowBoundary, moves: [Int: Int])? {
    guard row.joined >= 0, row.lineCount > 0 else { return nil }
    let parts = joinedRows[Int(row.joined)].parts
    let next = parts.partitioningIndex { $0.bottom - row.joinedTop >= height } + 1
    guard next < parts.count, parts[next - 1].bottom - row.joinedTop == height else { return nil }
    let place = RowBoundary(bottom: height, top: parts[next].top - row.joinedTop)
    let lines = setLines.lines[row.lineRange]
    let open = lines.filter { $0.y < place.top && $0.y + $0.height > place.bottom }
    if open.isEmpty { return (place, [:]) }
    return moves(at: place, of: row, open, ends(ofSpansIn: row, lines)).map { (place, $0) }
  }

  /// The last place above a height where a page may end in joined rows without leaving few lines.
  func lastCut(ofJoined index: Int, above height: Int) -> RowCut? {
    cuts(ofRow: index, linesFromTop(of: rows[index]), onPageOf: pageHeight.rawValue)
      .last { $0.bottom <= height && !$0.leavesFewLines }
  }

  /// The places where a page may end in joined rows: between them, and in those that are high.
  /// - Parameters:
  ///   - lines: the row's lines, in the order of their tops.
  ///   - own: the places between its lines.
  func joinedCuts(
    ofRow index: Int, _ lines: [LineFragment], _ own: [RowCut], onPageOf height: Int
  ) -> [RowCut] {
    let row = rows[index]
    let boundaries = boundaries(of: row)
    let inside = own.filter { cut in
      let next = boundaries.partitioningIndex { $0.bottom >= cut.bottom }
      return next == boundaries.count || boundaries[next].top > cut.top
    }
    let all =
      (cuts(at: boundaries, of: row, lines) + judged(inside, in: row, onPageOf: height))
      .sorted { ($0.bottom, $0.top) < ($1.bottom, $1.top) }
    var top = 0
    return all.filter { cut in
      guard cut.bottom >= top else { return false }
      top = cut.top
      return true
    }
  }

  /// Finds the places inside the rows that leave few lines of one of them, as in a row that is not joined.
  private func judged(_ cuts: [RowCut], in row: Row, onPageOf height: Int) -> [RowCut] {
    var cuts = cuts
    let parts = joinedRows[Int(row.joined)].parts
    var first = 0
    while first < cuts.count {
      let number = parts.partitioningIndex { $0.bottom - row.joinedTop >= cuts[first].top }
      let part = parts[min(number, parts.count - 1)]
      let top = max(0, part.top - row.joinedTop)
      let bottom = part.bottom - row.joinedTop
      let end = max(first + 1, cuts[first...].partitioningIndex { $0.top > bottom })
      let isLow = part.isKept || (bottom - top) * 4 <= height
      for number in first..<end {
        cuts[number].leavesFewLines =
          isLow || number - first + 1 < Self.leastCutLines || end - number < Self.leastCutLines
      }
      first = end
    }
    return cuts
  }

  /// The places between rows where a page may end.
  private func cuts(
    at boundaries: [RowBoundary], of row: Row, _ lines: [LineFragment]
  ) -> [RowCut] {
    let ends = ends(ofSpansIn: row, lines)
    var offsets = [Int](repeating: .max, count: lines.count + 1)
    for index in lines.indices.reversed() {
      offsets[index] = min(offsets[index + 1], Int(lines[index].start))
    }
    var divided = DividedParagraphs(lines, in: joinedRows[Int(row.joined)])
    var cuts: [RowCut] = []
    // Lines that begin above the place, and may end below it.
    var open: [LineFragment] = []
    var next = 0
    for boundary in boundaries {
      while next < lines.count, lines[next].y < boundary.top {
        open.append(lines[next])
        next += 1
      }
      for line in open where line.y + line.height <= boundary.bottom { divided.pass(line) }
      open.removeAll { $0.y + $0.height <= boundary.bottom }
      guard next < lines.count, next > open.count,
        moves(at: boundary, of: row, open, ends) != nil
      else { continue }
      var cut = RowCut(
        bottom: boundary.bottom, top: open.isEmpty ? lines[next].y : boundary.top,
        restTop: boundary.top, offset: min(offsets[next], open.map { Int($0.start) }.min() ?? .max),
        index: next - open.count)
      cut.isBetweenRows = true
      cut.leavesFewLines = divided.leavesFewLines(text)
      cuts.append(cut)
    }
    return cuts
  }
}

/// The paragraphs of spanning cells that are on both sides of a place between rows.
private struct DividedParagraphs {
  private var counts: [Int32: Int] = [:]
  private var above: [Int32: Int] = [:]

  init(_ lines: [LineFragment], in joined: JoinedRows) {
    for line in lines where joined.span(ofParagraph: line.paragraph) != nil {
      counts[line.paragraph, default: 0] += 1
    }
  }

  /// Counts a line that is above all places from here on.
  mutating func pass(_ line: LineFragment) {
    guard let count = counts[line.paragraph] else { return }
    let passed = (above[line.paragraph] ?? 0) + 1
    above[line.paragraph] = passed < count ? passed : nil
  }

  /// Whether widows or orphans would be left (CSS Fragmentation 3, section 3.3).
  func leavesFewLines(_ text: AttributedText) -> Bool {
    above.contains { paragraph, line in
      let style = text.styles[Int(text.paragraphs[Int(paragraph)].style)].text
      return !style.allowsPageEnd(before: line, of: counts[paragraph] ?? line)
    }
  }
}
