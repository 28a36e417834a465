/// How bad the spaces of a line are: TeX's integer badness (TeX: The Program, section 108), about 100 (t/s)^3.
enum Badness {
  static let infinite = 10000
  /// Badness is infinite where so many times the available stretch is missing: 4.35, rounded up.
  static let hopelessRatio = 5
  /// The greatest total for which badness is computed with all its digits, and the least stretch or
  /// shrink for which 297 can divide it instead, in scaled points (TeX: The Program, section 108).
  private static let mostExactTotal = 7_230_584
  private static let leastDivisor = 1_663_497

  /// Whether badness is infinite, without a division.
  @inline(__always)
  static func isHopeless(_ total: Int, available: Int) -> Bool {
    total > hopelessRatio * max(0, available)
      || total * 64 > mostExactTotal && available * 64 < leastDivisor
  }

  /// The badness of a line that is stretched or shrunk by a total. Widths are converted to scaled points: 64
  /// for each of our units.
  @inline(__always)
  static func of(_ total: Int, available: Int) -> Int {
    let t = total * 64
    let s = available * 64
    if t == 0 { return 0 }
    if s <= 0 { return infinite }
    let r: Int
    if t <= mostExactTotal {
      r = t * 297 / s
    } else if s >= leastDivisor {
      r = t / (s / 297)
    } else {
      r = t
    }
    if r > 1290 { return infinite }
    return (r * r * r + 0x20000) / 0x40000
  }
}
