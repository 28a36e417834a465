/// A container that is not a plain rectangle, and the height to which it is filled.
struct ContainerShape {
  let container: TextContainer
  /// The place of the next row, without the gap above it.
  let y: Int
  /// Whether the container is still empty, and whether it is the first one. An empty container
  /// drops margins, except the first.
  let isTop: Bool
  let isFirst: Bool

  /// The height of a gap above the next row.
  func height(of gap: Gap) -> Int { isTop && !isFirst ? gap.opening : gap.total }
}

/// Sets text line by line in the space that a container provides: around obstacles, in circles. A
/// line may have several fragments.
extension ParagraphSetter {
  /// The fragments of one line, and the height skipped above it because no text fits there.
  struct Band {
    var firstLine: Int
    var count: Int
    var height: Int
    var skipped: Int
  }

  /// The smallest measure of a fragment, in ems; narrower ones are hard to read.
  private static let leastMeasure = 4

  /// Sets the paragraph. Lines below the end of the container are set to the
  /// full measure: the next container sets them again.
  ///
  /// - Parameter gap: the gap between the container's last row and the first row of this paragraph.
  mutating func setShaped(
    frame: BlockFrame, in shape: ContainerShape, below gap: Int
  ) throws -> (lines: SetLines, bands: [Band]) {
    defer { setter.recycle(&shaped) }
    var bands: [Band] = []
    try settlingAttachments { bands = try $0.setBands(frame: frame, in: shape, at: shape.y + gap) }
    return (result, bands)
  }

  private mutating func setBands(
    frame: BlockFrame, in shape: ContainerShape, at top: Int
  ) throws -> [Band] {
    breaksAtTabs = false
    guard let job = try job(from: request.from) else { return [] }
    let candidates = typesetter.paragraphBreaker.candidates(
      of: job, parameters: typesetter.parameters, hyphenating: true)
    defer { typesetter.paragraphBreaker.recycle(candidates) }
    let paragraph = ShapedParagraph(
      job: job, candidates: candidates,
      strut: lineHeight(job.paragraph),
      isContinued: isContinued(job.paragraph))
    var progress = ShapedProgress(
      cursor: cursor(at: job.paragraph.start),
      search: ShapedSearch(
        candidates: candidates, container: shape.container, frame: frame,
        least: min(Self.leastMeasure * job.style.text.font.size.rawValue, frame.width / 4),
        writingDirection: setter.shaper.paragraphLevel & 1 == 1 ? .rightToLeft : .leftToRight))
    var bands: [Band] = []
    var y = top
    repeat {
      let band = try setBand(of: paragraph, at: y, isFirst: bands.isEmpty, &progress)
      bands.append(band)
      y += band.skipped + band.height
    } while !progress.search.isDone
    // A forced break at the very end of the paragraph does not begin another line.
    if bands.count > 1, let last = result.lines.last, last.start == last.end,
      last.start == job.paragraph.end, !hasExtraLine(job.paragraph)
    {
      result.removeLines(from: result.lines.count - 1)
      bands.removeLast()
    }
    return bands
  }

  /// A paragraph that is set line by line.
  private struct ShapedParagraph {
    let job: ParagraphBreaker.Job
    let candidates: [BreakCandidate]
    /// The height of a line that has only the paragraph's own font.
    let strut: Int
    let isContinued: Bool
  }

  /// How far its lines have been set.
  private struct ShapedProgress {
    var cursor: Cursor
    var search: ShapedSearch
  }

  /// How many times a line is fitted, at most: its content may be higher than the height for which
  /// it was fitted.
  private static let mostFittings = 3

  private mutating func setBand(
    of paragraph: ShapedParagraph, at y: Int, isFirst: Bool, _ progress: inout ShapedProgress
  ) throws -> Band {
    let (firstLine, before) = (result.lines.count, progress)
    var height = paragraph.strut
    for _ in 1..<Self.mostFittings {
      let band = try appendBand(of: paragraph, at: y, height, isFirst: isFirst, &progress)
      if band.height <= height || !progress.search.isInside { return band }
      height = band.height
      result.removeLines(from: firstLine)
      progress = before
    }
    return try appendBand(of: paragraph, at: y, height, isFirst: isFirst, &progress)
  }

  /// Sets one line in the space available for a line of a given height.
  private mutating func appendBand(
    of paragraph: ShapedParagraph, at y: Int, _ height: Int, isFirst: Bool,
    _ progress: inout ShapedProgress
  ) throws -> Band {
    let job = paragraph.job
    let first = result.lines.count
    let start = Int(progress.cursor.start)
    let isAfterBreak = !isFirst && start > 0 && text.units[start - 1] == 0x2028
    let indent =
      isFirst ? job.indent : job.hanging + (isAfterBreak ? job.indentAfterBreak : 0)
    let (fragments, skipped) = try progress.search.nextLine(
      at: y, height: height, indent: indent, from: start)
    for (number, fragment) in fragments.enumerated() {
      appendLine(
        plan(fragment, paragraph), &progress.cursor, job,
        in: LinePlace(
          x: fragment.x, width: fragment.width,
          isFirst: isFirst && number == 0 && !paragraph.isContinued,
          isLast: fragment.end == paragraph.candidates.count - 1))
      if progress.search.isInside, let line = result.lines.last, line.flags.contains(.isOverfull) {
        result.findings.report(
          .overfullLine,
          "a line is wider than its measure: \"\(text.excerpt(at: Int(line.start)))\"",
          atText: Int(line.start))
      }
    }
    return Band(
      firstLine: first, count: result.lines.count - first,
      height: alignBaselines(first..<result.lines.count),
      skipped: skipped)
  }

  /// Fragments are filled one by one, as by the greedy breaker.
  private func plan(_ fragment: ShapedSearch.Fragment, _ paragraph: ShapedParagraph) -> LinePlan {
    let start = fragment.start >= 0 ? paragraph.candidates[fragment.start] : nil
    return paragraph.job.plan(
      to: paragraph.candidates[fragment.end], indent: fragment.indent,
      LineSums(
        from: start, to: paragraph.candidates[fragment.end],
        measure: fragment.width - fragment.indent),
      isGreedy: true)
  }

  /// The height of a line that has only the paragraph's own font.
  func lineHeight(_ paragraph: Paragraph) -> Int {
    var line = LineFragment(
      paragraph: 0, start: paragraph.start, end: paragraph.start, x: 0, width: 0, usedX: 0)
    measureHeight(&line, paragraph)
    return max(1, line.height)
  }

  /// Puts adjacent fragments on one baseline.
  /// - Returns: the height of the line that they form.
  private mutating func alignBaselines(_ range: Range<Int>) -> Int {
    let above = range.reduce(0) { max($0, result.lines[$1].baseline) }
    let below = range.reduce(0) { max($0, result.lines[$1].height - result.lines[$1].baseline) }
    for index in range {
      result.lines[index].baseline = above
      result.lines[index].height = above + below
    }
    return above + below + range.reduce(0) { max($0, result.lines[$1].y) }
  }

  /// Sets a line again, together with all the text after it, and truncates it, or marks it to be
  /// clipped.
  /// - Parameter boxes: the images and boxes of the text.
  mutating func truncated(
    _ line: LineFragment, _ mode: ParagraphStyle.LineBreakMode, _ boxes: [Int32: AttachmentLayout]
  ) -> SetLines {
    var line = line
    var paragraph = text.paragraphs[request.index]
    let style = text.styles[Int(paragraph.style)]
    paragraph.start = line.start
    shape(paragraph)
    for number in shaped.indices where shaped[number].kind == .attachment {
      shaped[number].width = boxes[shaped[number].word]?.width ?? 0
    }
    result.segments = shaped.filter { $0.kind != .lineBreak }
    line.firstSegment = 0
    line.segmentCount = Int32(result.segments.count)
    line.end = paragraph.end
    line.flags.subtract([.showsHyphen, .isHyphenated])
    line.flags.insert(.isLastOfParagraph)
    let indent =
      line.flags.contains(.isFirstOfParagraph)
      ? style.text.indent.resolved(against: Length(rawValue: line.width)).rawValue : 0
    line.letterExtra = 0
    line.extra = 0
    if mode.truncates {
      truncate(&line, mode, style, room: line.width - indent, forced: true)
    } else {
      line.flags.insert(.isClipped)
    }
    var plan = LinePlan.natural(to: .paragraphEnd(at: line.end))
    plan.indent = indent
    plan.alignment = style.text.alignment(before: plan.end)
    align(&line, plan, style.text)
    result.lines = [line]
    return result
  }
}

/// Finds the space for one line after another, and the breaks that end its fragments.
private struct ShapedSearch {
  struct Fragment {
    let x: Int
    let width: Int
    let indent: Int
    /// The breaks at which it begins and ends, as indices into the candidates; -1 for the
    /// paragraph's start.
    let start: Int
    let end: Int
  }

  let candidates: [BreakCandidate]
  let container: TextContainer
  let frame: BlockFrame
  /// The smallest width of a fragment that is used.
  let least: Int
  let writingDirection: ParagraphStyle.WritingDirection
  /// The break after which the next fragment begins; -1 at the paragraph's start.
  private var last = -1
  /// Whether the last line found room in the container.
  private(set) var isInside = true

  init(
    candidates: [BreakCandidate], container: TextContainer, frame: BlockFrame, least: Int,
    writingDirection: ParagraphStyle.WritingDirection
  ) {
    self.candidates = candidates
    self.container = container
    self.frame = frame
    self.least = least
    self.writingDirection = writingDirection
  }

  var isDone: Bool { last >= candidates.count - 1 }

  /// After this many line heights without space, an endless container is taken to have none.
  private static let patience = 10_000

  /// - Returns: the fragments of the line, and how far below `top` it stands.
  /// - Throws: `LayoutError.noRoom` for an endless container that takes no text.
  mutating func nextLine(
    at top: Int, height: Int, indent: Int, from offset: Int
  ) throws(LayoutError) -> (fragments: [Fragment], skipped: Int) {
    var y = top
    var tries = 0
    let bottom = container.size.height.rawValue
    while isInside, y + height <= bottom {
      let before = last
      let (found, moved) = fragments(at: y, height: height, indent: indent, from: offset)
      if !found.isEmpty, y + moved + height <= bottom { return (found, y + moved - top) }
      last = before
      y += height
      tries += 1
      if tries > Self.patience { throw LayoutError.noRoom(at: offset) }
    }
    // Below the container: the next one sets the line again.
    let skipped = isInside ? max(0, bottom - top) : 0
    isInside = false
    let end = furthest(within: frame.width - indent) ?? last + 1
    defer { last = end }
    return (
      [Fragment(x: frame.x, width: frame.width, indent: indent, start: last, end: end)], skipped
    )
  }

  private mutating func fragments(
    at y: Int, height: Int, indent: Int, from offset: Int
  ) -> (fragments: [Fragment], moved: Int) {
    var moved = 0
    var proposed = Rect(
      x: 0, y: Length(rawValue: y), width: container.size.width, height: Length(rawValue: height))
    var result: [Fragment] = []
    while !proposed.isEmpty, !isDone {
      var remaining = Rect.zero
      let rect = container.lineFragmentRect(
        forProposedRect: proposed, at: offset, writingDirection: writingDirection,
        remaining: &remaining)
      if let fragment = fragment(in: rect, indent: result.isEmpty ? indent : 0) {
        result.append(fragment)
        // A container may place the line further down than proposed.
        moved = max(moved, (rect.minY - proposed.minY).rawValue)
        last = fragment.end
        if candidates[last].isForced { break }
      }
      // If all of the proposed rectangle remains, stop: proposing it again would never end.
      guard remaining.width < proposed.width else { break }
      proposed = remaining
    }
    return (result, moved)
  }

  private func fragment(in rect: Rect, indent: Int) -> Fragment? {
    guard !rect.isEmpty else { return nil }
    let padding = container.lineFragmentPadding.rawValue
    let left = max(rect.minX.rawValue, frame.x)
    let right = min(rect.maxX.rawValue - padding * 2, frame.x + frame.width)
    // An indent to the left of the measure must not reach into an obstacle.
    let room =
      writingDirection == .rightToLeft ? right - rect.maxX.rawValue : rect.minX.rawValue - left
    let indent = max(indent, min(0, room))
    guard right - left - indent >= least else { return nil }
    // A word wider than the whole measure overflows: no other place would be better.
    let isWhole = left == frame.x && right == frame.x + frame.width
    guard let end = furthest(within: right - left - indent) ?? (isWhole ? last + 1 : nil) else {
      return nil
    }
    return Fragment(x: left, width: right - left, indent: indent, start: last, end: end)
  }

  /// The last break that fits a measure; a hyphenated one only if the line would otherwise be
  /// loose.
  private func furthest(within width: Int) -> Int? {
    let from = last >= 0 ? candidates[last].widthAfter : candidates.first.map { _ in 0 } ?? 0
    var best: Int?
    var whole: Int?
    var index = last + 1
    while index < candidates.count {
      let candidate = candidates[index]
      let needed = candidate.widthBefore + Int(candidate.hyphenWidth) - from
      if needed > width { break }
      if !candidate.isEmergency || best == nil { best = index }
      if !candidate.isFlagged { whole = index }
      if candidate.isForced { break }
      index += 1
    }
    guard let best else { return nil }
    if candidates[best].isFlagged, let whole {
      let filled = candidates[whole].widthBefore - from
      if filled * 20 >= width * 17 { return whole }
    }
    return best
  }
}
