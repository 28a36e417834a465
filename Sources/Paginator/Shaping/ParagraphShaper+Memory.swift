/// Reuse of paragraphs that were shaped for another edition.
extension ParagraphShaper {
  /// Collects the runs of a paragraph and hashes it.
  /// - Returns: the hash; nil for a paragraph that cannot be reused.
  mutating func memoryHash(
    _ own: UnsafeBufferPointer<UInt16>, _ paragraph: Paragraph
  ) -> Int? {
    guard shaper.memory != nil, levels.isEmpty, paragraphLevel == 0, hooks == nil, !setsFirstLine,
      !own.isEmpty, !hasEdges
    else { return nil }
    collectRuns(paragraph)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for unit in own {
      if unit == 0xFFFC { return nil }
      hash = (hash ^ UInt64(unit)) &* 0x100_0000_01B3
    }
    for run in runScratch {
      if run.shapingStyle < 0 { return nil }
      hash = (hash ^ UInt64(run.start) << 32 ^ UInt64(run.shapingStyle)) &* 0x100_0000_01B3
    }
    return Int(truncatingIfNeeded: hash ^ hash >> 31)
  }

  private var hasEdges: Bool {
    nextEdge < text.inlineEdges.count
      && Int(text.inlineEdges[nextEdge].paragraph) == currentParagraph
  }

  /// Collects the runs of a paragraph. The style is -1 if glyphs of words depend on adjacent
  /// spaces.
  private mutating func collectRuns(_ paragraph: Paragraph) {
    runScratch.removeAll(keepingCapacity: true)
    var index = text.runIndex(at: Int(paragraph.start))
    while index < text.runs.count, text.runs[index].start < paragraph.end {
      let font = fonts[Int(text.runs[index].style)]
      runScratch.append(
        ParagraphMemory.Run(
          start: max(0, text.runs[index].start - paragraph.start),
          shapingStyle: font.shaping.shapesWithSpace ? -1 : font.shaping.id))
      index += 1
    }
  }

  /// Appends the segments of a paragraph that is in the shaper's memory.
  /// - Returns: whether it was found.
  mutating func recall(
    _ own: UnsafeBufferPointer<UInt16>, _ paragraph: Paragraph, _ hash: Int,
    into segments: inout [Segment]
  ) -> Bool {
    guard let index = shaper.memory?.find(own, runScratch, hash: hash),
      let parts = shaper.memory?.parts(of: index)
    else { return false }
    memoryIndex = index
    var run = text.runIndex(at: Int(paragraph.start))
    var style = text.runs[run].style
    var font = fonts[Int(style)]
    segments.reserveCapacity(segments.count + parts.count)
    for part in parts {
      let start = paragraph.start + part.start
      while run + 1 < text.runs.count, text.runs[run + 1].start <= start {
        run += 1
        style = text.runs[run].style
        font = fonts[Int(style)]
      }
      if part.kind == .word {
        let word = shaper.words[Int(part.word)]
        segments.append(segment(of: word, part.word, at: start, 0, style, font))
      } else {
        var segment = special(part.kind, at: Int(start), style, font, Int(paragraph.start))
        segment.length = part.length
        segments.append(segment)
      }
    }
    return true
  }

  mutating func remember(
    _ own: UnsafeBufferPointer<UInt16>, _ segments: ArraySlice<Segment>, _ paragraph: Paragraph,
    _ hash: Int
  ) {
    // A word with findings must be looked up again in every edition, so that they are reported.
    guard !segments.contains(where: { $0.kind == .word && shaper.isNotable($0.word) }) else {
      return
    }
    memoryIndex = shaper.memory?.keep(
      own, runScratch, segments, from: paragraph.start, hash: hash)
  }
}
