/// The findings about fonts.
extension LineSetter {
  /// The findings about the fonts of what was set, each at its first place.
  func fontFindings(of set: SetLines) -> [Finding] {
    var places: [(offset: Int32, finding: Finding)] = []
    for (word, offset) in set.notableWords {
      places += shaper.shaper.findings(ofWord: word).map { (offset, $0) }
    }
    var styles = Set(
      shaper.fonts.indices.filter { !shaper.fonts[$0].shaping.findings.isEmpty })
    for run in text.runs {
      if styles.isEmpty { break }
      guard styles.remove(Int(run.style)) != nil else { continue }
      places += shaper.fonts[Int(run.style)].shaping.findings.map { (run.start, $0) }
    }
    var list = FindingList()
    var messages: Set<String> = []
    places.sort { ($0.offset, $0.finding.message) < ($1.offset, $1.finding.message) }
    for (offset, var finding) in places where messages.insert(finding.message).inserted {
      finding.textOffset = Int(offset)
      list.report(finding)
    }
    return list.all
  }
}
