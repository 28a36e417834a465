/// The lines on which the baselines of a page's text stand (`baseline-grid`, after CSS Line Grid 1,
/// section 3), so that facing pages, and both sides of a leaf, are in register. In 1/1024 points.
struct BaselineGrid {
  let step: Int
  /// The first baseline, from the container's top.
  let phase: Int
  /// By style: whether its lines stand on the grid. Those of another line height do not.
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
    // The style of most of the text says where in its line a baseline is.
    guard
      let usual = text.styles.indices.filter({ snapped[$0] }).max(by: {
        (counts[$0], $1) < (counts[$1], $0)
      })
    else { return nil }
    self.step = step
    phase = setter.metrics[usual].above
    isSnapped = snapped
  }

  /// The baseline of a row that stands on the grid, from the row's top; nil for others.
  func baseline(of row: Row, in flow: borrowing Flow) -> Int? {
    guard row.isLine, !row.isPositioned,
      isSnapped[Int(flow.text.paragraphs[Int(row.paragraph)].style)]
    else { return nil }
    let line = flow.setter.lines[Int(row.firstLine)]
    return line.y + line.baseline
  }

  /// How far down what has its baseline at `y` must go to stand on the grid.
  func distance(below y: Int) -> Int {
    let past = (y - phase) % step
    let over = past < 0 ? past + step : past
    return over <= LineWidths.rounding ? 0 : step - over
  }
}
