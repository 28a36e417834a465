/// The findings about fonts.
extension LineSetter {
  /// The findings about the fonts of what was set, each at its first place.
  func fontFindings(of set: SetLines) -> [Finding] {
    // By sentence: in a script that the fonts lack, nearly every word has the same one.
    var places: [String: (offset: Int32, finding: Finding)] = [:]
    func add(_ findings: [Finding], at offset: Int32) {
      for finding in findings where offset < places[finding.message]?.offset ?? .max {
        places[finding.message] = (offset, finding)
      }
    }
    for (word, offset) in set.notableWords {
      add(shaper.shaper.findings(ofWord: word), at: offset)
    }
    var styles = Set(
      shaper.fonts.indices.filter { !shaper.fonts[$0].shaping.findings.isEmpty })
    for run in text.runs {
      if styles.isEmpty { break }
      guard styles.remove(Int(run.style)) != nil else { continue }
      add(shaper.fonts[Int(run.style)].shaping.findings, at: run.start)
    }
    var list = FindingList()
    let ordered = places.values.sorted {
      ($0.offset, $0.finding.message) < ($1.offset, $1.finding.message)
    }
    for (offset, var finding) in ordered {
      finding.textOffset = Int(offset)
      list.report(finding)
    }
    return list.all
  }
}
