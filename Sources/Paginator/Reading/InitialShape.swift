/// The shape of a sunken initial letter, which lines follow (`initial-letter-wrap`, CSS Inline 3, section 7.7).
struct InitialShape {
  let face: FontFace
  /// The letter's font size.
  let size: Length
  /// From the top of the letter's box.
  let baseline: Length
  /// The height of a line beside it.
  let line: Length

  /// The right edge of the characters' ink as an outline, row by row.
  func outline(of characters: ArraySlice<UInt16>, _ wrap: InitialLetterWrap) -> FloatShape {
    let (rows, advance) = reaches(of: characters)
    let inked = rows.indices.filter { rows[$0] > 0 }
    guard let first = inked.first, let last = inked.last else { return FloatShape() }
    var corners = [place(0, top(of: last + 1))]
    for row in inked.reversed() {
      let (top, bottom) = (top(of: row + 1), top(of: row))
      // Only the first line follows the letter, or all lines. The box limits what reaches further.
      let edge = wrap == .all || top < line ? rows[row] : advance + 1000
      corners += [place(edge, top), place(edge, bottom)]
    }
    corners.append(place(0, top(of: first)))
    return FloatShape(outline: .polygon(corners), reference: .content)
  }

  /// How far the ink of each row reaches from the left, from the lowest row to the highest, and the advance of all
  /// characters; in thousandths of an em.
  private func reaches(of characters: ArraySlice<UInt16>) -> (rows: [Int], advance: Int) {
    let em = max(1, face.metrics.unitsPerEm)
    var rows: [Int] = []
    var pen = 0
    for scalar in String(decoding: characters, as: UTF16.self).unicodeScalars {
      guard let glyph = face.glyph(for: scalar.value) else { continue }
      let advance = face.advance(of: glyph) * 1000 / em
      let edges = face.inkEdges(of: glyph)
      if rows.isEmpty { rows = edges.map { _ in 0 } }
      for (row, edge) in edges.enumerated() where !edge.isEmpty {
        rows[row] = max(rows[row], pen + advance - edge.right)
      }
      pen += advance
    }
    return (rows, pen)
  }

  /// The top of a row, from the top of the box: rows are counted from a quarter of an em below the baseline.
  private func top(of row: Int) -> Length {
    baseline - size * (Double(row) / Double(FontFace.inkRowCount) - 0.25)
  }

  private func place(_ across: Int, _ down: Length) -> FloatShape.Place {
    FloatShape.Place(
      x: Dimension(length: size * (Double(across) / 1000)), y: Dimension(length: down))
  }
}
