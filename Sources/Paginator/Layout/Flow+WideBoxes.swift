/// What the reports of text outside of its box need: boxes that are wider than the page's measure, and empty lines.
extension Flow {
  /// Reports text that is outside the measure because a box around it has a width that is too large.
  mutating func reportWideBox(around block: Int32, linesFrom firstLine: Int) {
    reportNarrowedBoxes(at: firstLine)
    guard root < 0, !placesOnPage, !isTrial, shape == nil, block != lastWideBox else { return }
    let outside = setLines.lines[firstLine...].first { line in
      !line.flags.contains(.isOverfull) && Self.end(of: line) > width + Self.point
    }
    guard let outside, Self.end(of: outside) > width + reach(of: block) + Self.point
    else { return }
    let hasWidth = text.blocks(around: block).contains {
      let box = text.box(of: $0)
      return !box.width.isAuto || !box.minWidth.isAuto
    }
    guard hasWidth else { return }
    lastWideBox = block
    setLines.findings.report(
      .overfullBox,
      "a box is wider than the measure, and text in it may be off the page: \"\(text.excerpt(at: Int(outside.start)))\"",
      atText: Int(outside.start))
  }

  /// The end of a line that is not too wide, without the marks that hang out of its measure.
  private static func end(of line: LineFragment) -> Int {
    min(line.usedX + line.usedWidth, line.x + line.width)
  }

  /// Whether a line has nothing but spaces, as the empty lines of some converters.
  func isBlank(_ line: LineFragment) -> Bool {
    text.units[Int(line.start)..<Int(line.end)].allSatisfy(\.isBlank)
  }

  /// How far the negative margins of a block and of those around it let it reach over the end of the measure:
  /// where a book asks for this, it has the room in the page's margin.
  private mutating func reach(of block: Int32) -> Int {
    var reach = 0
    for outer in text.blocks(around: block) {
      let around = geometry.aroundWidth(of: outer, width)
      reach += max(0, -text.box(of: outer).margins(against: around).right)
    }
    return reach
  }

  private static let point = 1024

  /// Reports boxes that were made as narrow as their room.
  private mutating func reportNarrowedBoxes(at firstLine: Int) {
    guard !geometry.tooWide.isEmpty else { return }
    let blocks = geometry.tooWide
    geometry.tooWide.removeAll()
    guard !isTrial, firstLine < setLines.lines.count else { return }
    let start = Int(setLines.lines[firstLine].start)
    for block in blocks where !reportedBoxes.contains(block) {
      reportedBoxes.insert(block)
      setLines.findings.report(
        .overfullBox,
        "a box is wider than its room and was made narrower: \"\(text.excerpt(at: start))\"",
        atText: start)
    }
  }
}
