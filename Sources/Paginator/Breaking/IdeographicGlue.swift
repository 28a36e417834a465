/// The space between ideographs that stretches when their lines are justified (Requirements for Japanese Text
/// Layout, section 3.8.4; CSS Text 3, section 6.4).
///
/// Total fit must know it: without it, all lines that are not full have the same badness, and it prefers one line that
/// is four characters short to many that are one short.
struct IdeographicGlue {
  /// The stretch after each ideograph at which a line has a badness of 100, as a share of the character's size.
  private static let share = 16

  /// Adds the stretch of the ideographs up to each candidate.
  static func stretch(_ candidates: inout [BreakCandidate], _ job: ParagraphBreaker.Job) {
    let units = job.text.units
    let each = job.style.text.font.size.rawValue / share
    var (offset, stretch) = (Int(job.paragraph.start), 0)
    for index in candidates.indices {
      let end = min(Int(candidates[index].offset), units.count)
      while offset < end {
        if units[offset].isIdeograph { stretch += each }
        offset += 1
      }
      candidates[index].stretchBefore += stretch
      candidates[index].stretchAfter += stretch
    }
  }
}

extension UInt16 {
  /// Whether a UTF-16 unit is an ideograph, or begins one of plane 2 or later, or is set like one.
  var isIdeograph: Bool { WideCharacters.joins(self) || (0xD840...0xD8FF).contains(self) }
}
