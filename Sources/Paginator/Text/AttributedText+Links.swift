/// Links of a text.
extension AttributedText {
  /// The links in order. Neighbouring runs with one target that differ in style are one link.
  var linkRanges: [(href: String, range: Range<Int>)] {
    guard !links.isEmpty else { return [] }
    var result: [(href: String, range: Range<Int>)] = []
    for (index, run) in runs.enumerated() where run.link >= 0 {
      let start = Int(run.start)
      let end = index + 1 < runs.count ? Int(runs[index + 1].start) : length
      let href = links[Int(run.link)].href
      if let last = result.last, last.href == href, last.range.upperBound == start {
        result[result.count - 1].range = last.range.lowerBound..<end
      } else {
        result.append((href, start..<end))
      }
    }
    return result
  }

  /// The link at an offset, as an index in `links`, and a range around it that has the same one; -1
  /// for none.
  func linkRange(at offset: Int) -> (index: Int32, range: Range<Int>) {
    let whole = 0..<max(length, offset + 1)
    guard !links.isEmpty, !runs.isEmpty else { return (-1, whole) }
    let index = runIndex(at: offset)
    let end = index + 1 < runs.count ? Int(runs[index + 1].start) : whole.upperBound
    return (runs[index].link, Int(runs[index].start)..<max(end, offset + 1))
  }

  /// The target of the link at an offset; nil for none.
  func link(at offset: Int) -> String? {
    let index = linkRange(at: offset).index
    return index >= 0 ? links[Int(index)].href : nil
  }
}
