/// The findings of setting a paragraph.
extension LineSetter {
  /// Remembers where words with findings about their fonts are.
  func noteFontFindings() {
    guard shaper.shaper.hasNotableWords else { return }
    for segment in paragraphSegments
    where segment.kind == .word && shaper.shaper.isNotable(segment.word) {
      let known = notableWords[segment.word] ?? .max
      if segment.start < known { notableWords[segment.word] = segment.start }
    }
  }

  /// The findings about fonts, each at its first place.
  var fontFindings: [Finding] {
    var places: [(offset: Int32, finding: Finding)] = []
    for (word, offset) in notableWords {
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
    for (offset, finding) in places where messages.insert(finding.message).inserted {
      list.report(finding.rule, finding.message, atText: Int(offset))
    }
    return list.all
  }

  /// Reports each language without a hyphenation dictionary, once.
  func reportMissingDictionaries() {
    guard !uncheckedLanguages.isEmpty else { return }
    for segment in paragraphSegments where segment.kind == .word {
      let traits = shaper.traits[Int(segment.style)]
      guard traits.hyphenatesAutomatically, uncheckedLanguages.remove(traits.language) != nil
      else { continue }
      let tag = shaper.languages[traits.language]
      guard HyphenatedScripts.mayDivide(tag), !typesetter.hyphenator.hasDictionary(for: tag) else {
        continue
      }
      findings.report(
        .missingDictionary,
        """
        no hyphenation dictionary for the language "\(tag)": its words are not divided; put \
        hyph_\(tag.prefix { $0 != "-" }).dic into \(HyphenationLibrary.systemFolder) or name its folder
        """,
        atText: Int(segment.start))
    }
  }

  func report(_ outcome: ParagraphBreaker.Outcome, _ job: ParagraphBreaker.Job) {
    let start = Int(job.paragraph.start)
    if shaper.keepsWhole, KeptText(job, measure: job.widths.others).hasTooWide {
      findings.report(
        .brokenKeptText,
        "text that is kept whole is wider than its measure: \"\(excerpt(from: start, job.paragraph))\"",
        atText: start)
    }
    // A word that is cut more than once is reported once.
    var cutTo: Int?
    for line in outcome.lines where line.end.isEmergency {
      let offset = Int(line.end.offset)
      defer { cutTo = offset }
      if let cutTo, !text.units[cutTo..<offset].contains(where: isSpace) { continue }
      let word = word(at: offset, in: job.paragraph)
      findings.report(
        .brokenWord, "a word is wider than its measure and was cut without a hyphen: \"\(word)\"",
        atText: offset)
    }
    reportOverfull(outcome.lines, job)
  }

  /// Reports each line that is wider than its measure, at its first character.
  private func reportOverfull(_ lines: [LinePlan], _ job: ParagraphBreaker.Job) {
    guard !(job.style.paragraph?.lineBreakMode.isSingleLine ?? false) else { return }
    var start = Int(job.paragraph.start)
    for line in lines {
      if line.isOverfull {
        findings.report(
          .overfullLine,
          "a line is wider than its measure: \"\(excerpt(from: start, job.paragraph))\"",
          atText: start)
      }
      start = Int(line.end.offset)
    }
  }

  private func word(at offset: Int, in paragraph: Paragraph) -> String {
    let units = text.units
    var start = offset
    var end = offset
    while start > Int(paragraph.start), offset - start < 40, !isSpace(units[start - 1]) {
      start -= 1
    }
    while end < Int(paragraph.end), end - offset < 40, !isSpace(units[end]) { end += 1 }
    return text.string(in: start..<end)
  }

  private func isSpace(_ unit: UInt16) -> Bool { unit <= 0x20 || unit == 0x2028 }

  func excerpt(from start: Int, _ paragraph: Paragraph) -> String {
    text.string(in: start..<min(Int(paragraph.end), start + 40))
  }
}
