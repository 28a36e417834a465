/// Parts of a paragraph that must not break (`keepsWhole`: links, numbers with their units), even
/// if they consist of several runs (E1 in `TextKitRows.md`). A part wider than the measure breaks
/// only after the marks that URLs may break after.
struct KeptText {
  private struct Stretch {
    var start: Int32
    var end: Int32
    var width: Int
  }

  private let text: AttributedText
  private let measure: Int
  private var stretches: [Stretch] = []

  init(_ job: ParagraphBreaker.Job, measure: Int) {
    text = job.text
    self.measure = measure
    for segment in job.segments where segment.length > 0 {
      guard job.shaper.traits[Int(segment.style)].keepsWhole else { continue }
      if let last = stretches.last, last.end == segment.start {
        stretches[stretches.count - 1].end = segment.end
        stretches[stretches.count - 1].width += segment.width
      } else {
        stretches.append(
          Stretch(start: segment.start, end: segment.end, width: segment.width))
      }
    }
  }

  /// Whether any part is wider than the measure.
  var hasTooWide: Bool { stretches.contains { $0.width > measure } }

  func keep(_ candidates: inout [BreakCandidate]) {
    guard !stretches.isEmpty else { return }
    candidates.removeAll { candidate in
      guard !candidate.isForced, let stretch = stretch(around: candidate.offset) else {
        return false
      }
      return stretch.width <= measure || candidate.showsHyphen
        || !Self.isURLBreak(text.units[Int(candidate.offset) - 1])
    }
  }

  private func stretch(around offset: Int32) -> Stretch? {
    let index = stretches.partitioningIndex { $0.end > offset }
    guard index < stretches.count, stretches[index].start < offset else { return nil }
    return stretches[index]
  }

  /// Whether a URL may be divided after this mark (The Chicago Manual of Style, 7.46; T34 in
  /// `TextKitRows.md`).
  static func isURLBreak(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x2F, 0x2E, 0x2D, 0x5F, 0x3F, 0x26, 0x3D, 0x23: true
    default: false
    }
  }
}
