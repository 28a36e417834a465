/// How far a glyph may protrude from the measure so that the edge of a column looks straight
/// (margin kerning: Hàn Thế Thành, Micro-typographic Extensions to the TeX Typesetting System,
/// 2000, chapter 3). In font units.
struct OpticalEdges: Sendable {
  var left: Int16 = 0
  var right: Int16 = 0
}

/// The distances between a glyph's edges and its ink in one row, in thousandths of an em.
struct InkEdge: Sendable {
  let left: Int
  let right: Int
  let isEmpty: Bool
}

/// The size and the height of a glyph beside another one, in thousandths of that one's em.
struct InkPlace {
  var size = 1000
  /// How much higher its baseline is.
  var rise = 0

  /// The least distance between the ink of two glyphs in the same row, in thousandths of the first
  /// one's em; nil if no row has ink of both.
  func gap(between first: [InkEdge], and second: [InkEdge]) -> Int? {
    guard size > 0 else { return nil }
    let rows = InkRows.count
    var least: Int?
    for (row, own) in first.enumerated() where !own.isEmpty {
      // The middle of the row above the first baseline, and in the second glyph's own em.
      let height = (row * 2 + 1) * 500 / rows - 250
      let other = ((height - rise) * 1000 / size + 250) * rows
      guard other >= 0, other / 1000 < second.count, !second[other / 1000].isEmpty else { continue }
      let gap = own.right + second[other / 1000].left * size / 1000
      least = min(least ?? gap, gap)
    }
    return least
  }
}

extension FontFace {
  /// The number of rows of `inkEdges`.
  static var inkRowCount: Int { InkRows.count }

  /// The ink edges of a glyph in rows of equal height, from a quarter of an em below the baseline
  /// to three quarters above it.
  func inkEdges(of glyph: UInt32) -> [InkEdge] {
    let em = max(1, metrics.unitsPerEm)
    let ink = InkRows(flatOutline(of: glyph), bottom: -em / 4, top: em * 3 / 4)
    let advance = advance(of: glyph)
    return ink.rows.map { row in
      InkEdge(
        left: row.isEmpty ? 0 : row.left * 1000 / em,
        right: row.isEmpty ? 0 : (advance - row.right) * 1000 / em, isEmpty: row.isEmpty)
    }
  }

  private func flatOutline(of glyph: UInt32) -> FlatOutline {
    let outline = FlatOutline()
    draw(glyph, with: outline)
    return outline
  }

  /// Computed from the glyph's outline: the less ink there is at an edge, the further it protrudes.
  ///
  /// The glyph is divided into rows from the baseline to the x-height, or to the ends of its ink if
  /// they are beyond. A row counts half of the gap between the edge and the ink, at most a tenth of
  /// an em, as next to the stem of T. A row without ink, as above a full stop, counts a quarter of
  /// an em. The glyph protrudes by the mean of its rows minus the mean of H, an upright stem with
  /// serifs: n does not protrude, T by a twentieth of its width, a full stop or a hyphen by half of
  /// it.
  /// - Parameter stem: the means of H (`opticalGaps`); nil to compute them.
  func opticalEdges(of glyph: UInt32, stem: (left: Int, right: Int)? = nil) -> OpticalEdges {
    guard let gaps = opticalGaps(of: glyph) else { return OpticalEdges() }
    let stem = stem ?? opticalStem
    let most = max(0, advance(of: glyph)) * 7 / 10
    return OpticalEdges(
      left: Int16(clamping: min(max(0, gaps.left - stem.left), most)),
      right: Int16(clamping: min(max(0, gaps.right - stem.right), most)))
  }

  /// The mean gaps of H; if the face has no H, values typical of text faces.
  var opticalStem: (left: Int, right: Int) {
    let usual = metrics.unitsPerEm * 6 / 100
    return glyph(for: 0x48).flatMap { opticalGaps(of: $0) } ?? (usual, usual)
  }

  /// The mean gaps between a glyph's edges and its ink; nil for a glyph without ink.
  private func opticalGaps(of glyph: UInt32) -> (left: Int, right: Int)? {
    let outline = flatOutline(of: glyph)
    let em = metrics.unitsPerEm
    guard let bounds = outline.bounds, em > 0 else { return nil }
    let top = max(metrics.xHeight > 0 ? metrics.xHeight : em / 2, bounds.top)
    let ink = InkRows(outline, bottom: min(0, bounds.bottom), top: top)
    let advance = advance(of: glyph)
    func mean(_ gap: (InkRows.Extent) -> Int) -> Int {
      ink.rows.reduce(0) { $0 + ($1.isEmpty ? em / 4 : min(max(gap($1), 0) / 2, em / 10)) }
        / InkRows.count
    }
    return (mean { $0.left }, mean { advance - $0.right })
  }
}

/// The leftmost and rightmost ink of a glyph, row by row.
private struct InkRows {
  struct Extent {
    var left = Int.max
    var right = Int.min
    var isEmpty: Bool { left > right }
  }

  static let count = 32
  private(set) var rows = [Extent](repeating: Extent(), count: count)

  init(_ outline: FlatOutline, bottom: Int, top: Int) {
    let height = max(1, top - bottom)
    for line in outline.lines {
      let (low, high) = line.0.y <= line.1.y ? (line.0, line.1) : (line.1, line.0)
      let first = max(0, (low.y - bottom) * Self.count / height)
      let last = min(Self.count - 1, (high.y - bottom) * Self.count / height)
      guard first <= last else { continue }
      for row in first...last {
        // The point of the line at the middle of the row, or else its end nearest to the middle.
        let y = bottom + height * (row * 2 + 1) / (Self.count * 2)
        let rise = high.y - low.y
        let share = min(max(y - low.y, 0), rise)
        let x = rise == 0 ? low.x : low.x + (high.x - low.x) * share / rise
        rows[row].left = min(rows[row].left, x, rise == 0 ? high.x : x)
        rows[row].right = max(rows[row].right, x, rise == 0 ? high.x : x)
      }
    }
  }
}

/// The outline of one glyph as straight lines, in whole font units, y up.
private final class FlatOutline: OutlinePen {
  typealias Corner = (x: Int, y: Int)
  // Nothing else has access while HarfBuzz draws.
  @exclusivity(unchecked) private(set) var lines: [(Corner, Corner)] = []
  @exclusivity(unchecked) private(set) var bounds: (bottom: Int, top: Int)?
  private var start: Corner = (0, 0)
  @exclusivity(unchecked) private var pen: Corner = (0, 0)

  /// The number of lines that replace a curve.
  private static let steps = 8
  /// Only broken fonts have larger coordinates.
  private static let furthest: Float = 1_000_000

  private static func corner(_ place: Place) -> Corner {
    func bounded(_ value: Float) -> Int {
      value.isNaN ? 0 : Int(min(max(value, -furthest), furthest).rounded())
    }
    return (bounded(place.x), bounded(place.y))
  }

  override func move(to place: Place) {
    start = Self.corner(place)
    pen = start
  }

  override func line(to place: Place) { line(to: Self.corner(place)) }

  private func line(to corner: Corner) {
    lines.append((pen, corner))
    bounds = (
      min(bounds?.bottom ?? pen.y, pen.y, corner.y), max(bounds?.top ?? pen.y, pen.y, corner.y)
    )
    pen = corner
  }

  override func curve(_ control: Place, to end: Place) {
    let (from, control, end) = (pen, Self.corner(control), Self.corner(end))
    for step in 1...Self.steps {
      let (t, u, all) = (step, Self.steps - step, Self.steps * Self.steps)
      func at(_ a: Int, _ b: Int, _ c: Int) -> Int { (a * u * u + 2 * b * u * t + c * t * t) / all }
      line(to: (x: at(from.x, control.x, end.x), y: at(from.y, control.y, end.y)))
    }
  }

  override func curve(_ first: Place, _ second: Place, to end: Place) {
    let (from, end) = (pen, Self.corner(end))
    let (first, second) = (Self.corner(first), Self.corner(second))
    for step in 1...Self.steps {
      let (t, u) = (step, Self.steps - step)
      let all = Self.steps * Self.steps * Self.steps
      func at(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
        (a * u * u * u + 3 * b * u * u * t + 3 * c * u * t * t + d * t * t * t) / all
      }
      line(
        to: (
          x: at(from.x, first.x, second.x, end.x), y: at(from.y, first.y, second.y, end.y)
        ))
    }
  }

  override func close() { line(to: start) }
}
