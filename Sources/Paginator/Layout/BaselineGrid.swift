/// The grid for the baselines of a page's text (`baseline-grid`, after CSS Line Grid 1, section 3),
/// so that facing pages, and both sides of a leaf, are in register. In 1/1024 points.
struct BaselineGrid {
  let step: Int
  /// The first baseline, from the container's top.
  let phase: Int
  /// By style: whether its lines are on the grid. Lines of another line height are not.
  private let isSnapped: [Bool]

  /// - Returns: nil for a text that has no grid.
  init?(_ setter: LineSetter) {
    let text = setter.text
    guard
      let step = text.styles.lazy.map(\.text.baselineGrid.rawValue).first(where: { $0 > 0 })
    else { return nil }
    var counts = [Int](repeating: 0, count: text.styles.count)
    for paragraph in text.paragraphs { counts[Int(paragraph.style)] += 1 }
    let snapped = text.styles.indices.map { style in
      let metrics = setter.metrics[style]
      return text.styles[style].text.baselineGrid.rawValue == step
        && abs(metrics.above + metrics.below - step) <= LineWidths.rounding
    }
    // The most frequent style decides where in its line a baseline is.
    guard
      let usual = text.styles.indices.filter({ snapped[$0] }).max(by: {
        (counts[$0], $1) < (counts[$1], $0)
      })
    else { return nil }
    self.step = step
    phase = setter.metrics[usual].above
    isSnapped = snapped
  }

  /// The baseline of a row that is on the grid, from the row's top; nil for other rows.
  func baseline(of row: Row, in flow: borrowing Flow) -> Int? {
    guard row.isLine, !row.isPositioned, row.tableRow < 0, !row.beginsEmptyBox,
      isSnapped[Int(flow.text.paragraphs[Int(row.paragraph)].style)]
    else { return nil }
    let line = flow.setLines.lines[Int(row.firstLine)]
    // A picture that fills the page has no room to move.
    guard line.height <= flow.setter.pageHeight.rawValue / 4 * 3 else { return nil }
    return line.y + line.baseline
  }

  /// How far a baseline at `y` must move down to be on the grid.
  func distance(below y: Int) -> Int {
    let past = (y - phase) % step
    let over = past < 0 ? past + step : past
    return over <= LineWidths.rounding ? 0 : step - over
  }
}
