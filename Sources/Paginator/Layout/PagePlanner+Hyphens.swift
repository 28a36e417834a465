/// Paragraphs that are set without hyphens, so that pages may end in them.
extension PagePlanner {
  /// How many rows before or after a page end a paragraph is at most.
  private static let reach = 4

  /// Adds the ways to set paragraphs without hyphens that are near the ends of pages that are short or long.
  /// Elsewhere they would hardly ever be chosen, and each takes two searches for its lines.
  /// - Returns: whether there are any.
  mutating func addUnhyphenated(
    near ends: [PageBreaker.Position], _ flow: borrowing Flow, _ notes: inout NoteArea
  ) throws -> Bool {
    if ends.isEmpty { return false }
    let rows = ends.map(material.row).sorted()
    var adds = false
    for piece in material.pieces.indices {
      let variants = material.pieces[piece].variants
      let present = material.variants[variants.lowerBound]
      let own = present.rows
      let near = own.lowerBound - Self.reach..<own.upperBound + Self.reach
      // A long chapter has many paragraphs and many ends.
      let next = rows.partitioningIndex { $0 >= near.lowerBound }
      guard next < rows.count, rows[next] < near.upperBound,
        own.dropFirst().contains(where: { material.rows[$0].cost == costs.hyphen }),
        mayBeSetAnew(own, firstRows[piece], flow)
      else { continue }
      let line = flow.setLines.lines[Int(flow.rows[firstRows[piece]].firstLine)]
      guard
        let way = try flow.setter.unhyphenated(flow.request(for: line), lineCount: own.count)
      else { continue }
      var other = try variant(way, of: own, firstRow: firstRows[piece], flow, &notes)
      // It has as many lines, which may be others than in an earlier edition.
      other.cost += present.cost
      // The variants of a piece are next to one another.
      let first = material.variants.count
      material.variants += Array(material.variants[variants]) + [other]
      settings += Array(settings[variants]) + [way.lines]
      material.pieces[piece].variants = first..<material.variants.count
      adds = true
    }
    return adds
  }
}
