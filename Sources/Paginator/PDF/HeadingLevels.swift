/// Heading levels without gaps (ISO 14289-1, section 7.4.2): the depth of a heading is one more
/// than the number of higher-level headings that contain it.
struct HeadingLevels {
  private var open: [Int] = []

  mutating func depth(of level: Int) -> Int {
    while let last = open.last, last >= level { open.removeLast() }
    open.append(level)
    return open.count
  }
}
