/// A place where a table row may be divided by a page end: no line of any cell is on both sides.
/// Lengths are in 1/1024 points from the row's top.
struct RowCut {
  /// The bottom of the lines above it.
  var bottom: Int
  /// The top of the lines below it.
  var top: Int
  /// Where the rest of the row begins: where the part above ends, if a cell's box is on both sides.
  var restTop: Int
  /// The text offset with which the rest begins.
  var offset: Int
  /// The number of lines above it, in the order of their tops.
  var index: Int
  /// Whether too few lines, one below the other, are above or below it.
  var leavesFewLines = false
  /// Whether it is between two rows that spanning cells join.
  var isBetweenRows = false
  /// Whether a line above it ends in a hyphen, where the style avoids that at a page's end.
  var isHyphenated = false
}

extension Flow {
  /// The minimum number of lines in each part of a cut row.
  static var leastCutLines: Int { 4 }

  /// Whether a row of a table or a box is kept whole where that is possible: by its style, or as the
  /// repeated head of its table.
  func isKept(_ index: Int) -> Bool {
    rows[index].tableHead >= 0 || index > 0 && avoidDepth(index) > 0 || styleKeepsWhole(index)
  }

  /// Whether a row that has room on a page is kept whole however little of the page is left for it.
  func isKeptWhole(_ index: Int, onPageOf height: Int) -> Bool {
    let row = rows[index]
    return row.height <= height
      && (row.isKeptWhole(onPageOf: height) || isKept(index) || holdsTallLine(row, height))
  }

  /// Whether a page may end inside a table row.
  func mayCut(_ index: Int, onPageOf height: Int) -> Bool {
    let row = rows[index]
    return row.tableRow >= 0 && row.lineCount > 1 && !row.isPositioned
      && !isKeptWhole(index, onPageOf: height)
  }

  /// Whether a row has a line, such as an image, that a cut would move to the next page alone.
  private func holdsTallLine(_ row: Row, _ height: Int) -> Bool {
    setLines.lines[row.lineRange].contains {
      $0.height > height / 2
    }
  }

  /// The places between the lines of a table row where a page may end, from the top down.
  /// - Parameter lines: the row's lines, in the order of their tops.
  func cuts(ofRow index: Int, _ lines: [LineFragment], onPageOf height: Int) -> [RowCut] {
    let row = rows[index]
    var cuts = cuts(between: lines)
    guard let last = cuts.last else { return [] }
    if row.joined >= 0 {
      cuts = joinedCuts(ofRow: index, lines, cuts, onPageOf: height)
    } else {
      for number in cuts.indices {
        let above = number + 1
        cuts[number].leavesFewLines =
          above < Self.leastCutLines || cuts.count + 1 - above < Self.leastCutLines
      }
    }
    keepInsideBoxes(&cuts, of: row)
    if row.height <= height { cuts.removeAll(where: \.leavesFewLines) }
    return last.bottom < height * Self.mostPages ? cuts : []
  }

  /// A row that needs more pages is filled page by page.
  static var mostPages: Int { 200 }

  /// Lets the rest of a row begin where the part above ends, where a cell's box is on both sides.
  private func keepInsideBoxes(_ cuts: inout [RowCut], of row: Row) {
    let boxes = cellBoxes[row.boxRange].sorted {
      $0.y < $1.y
    }
    var next = 0
    var lowest = Int.min
    for number in cuts.indices {
      let bottom = cuts[number].bottom
      while next < boxes.count, boxes[next].y < bottom {
        lowest = max(lowest, boxes[next].y + boxes[next].height)
        next += 1
      }
      if cuts[number].isBetweenRows { continue }
      if lowest > bottom, bottom < cuts[number].top { cuts[number].restTop = bottom }
    }
  }

  private func cuts(between lines: [LineFragment]) -> [RowCut] {
    var offsets = [Int](repeating: 0, count: lines.count)
    var least = Int.max
    for index in lines.indices.reversed() {
      least = min(least, Int(lines[index].start))
      offsets[index] = least
    }
    var cuts: [RowCut] = []
    var bottom = 0
    var first = 0
    for (index, line) in lines.enumerated() {
      if index > 0, line.y >= bottom {
        let isHyphenated = lines[first..<index].contains(where: endsInAvoidedHyphen)
        cuts.append(
          RowCut(
            bottom: bottom, top: line.y, restTop: line.y, offset: offsets[index], index: index,
            isHyphenated: isHyphenated))
        first = index
      }
      bottom = max(bottom, line.y + line.height)
    }
    return cuts
  }

  private func endsInAvoidedHyphen(_ line: LineFragment) -> Bool {
    guard line.flags.contains(.isHyphenated) else { return false }
    let style = text.styles[Int(text.paragraphs[Int(line.paragraph)].style)].text
    return style.hyphenationLimits.areForPageEnds
  }
}
