/// The findings of setting a paragraph.
extension ParagraphSetter {
  /// Remembers where words with findings about their fonts are.
  mutating func noteFontFindings() {
    guard setter.shaper.shaper.hasNotableWords else { return }
    for segment in shaped
    where segment.kind == .word && setter.shaper.shaper.isNotable(segment.word) {
      let known = result.notableWords[segment.word] ?? .max
      if segment.start < known { result.notableWords[segment.word] = segment.start }
    }
  }

  /// Reports each language without a hyphenation dictionary at its first word.
  mutating func reportMissingDictionaries() {
    var unchecked = setter.languagesWithoutDictionary
    guard !unchecked.isEmpty else { return }
    for segment in shaped where segment.kind == .word {
      let traits = setter.shaper.traits[Int(segment.style)]
      guard traits.hyphenatesAutomatically, unchecked.remove(traits.language) != nil
      else { continue }
      let tag = setter.shaper.languages[traits.language]
      result.findings.report(
        .missingDictionary,
        """
        no hyphenation dictionary for the language "\(tag)": its words are not divided; put \
        hyph_\(LanguageTag.primary(tag)).dic into \(HyphenationLibrary.systemFolder) or name its folder
        """,
        atText: Int(segment.start))
    }
  }

  mutating func report(_ outcome: ParagraphBreaker.Outcome, _ job: ParagraphBreaker.Job) {
    guard job.style.text.isVisible else { return }
    let start = Int(job.paragraph.start)
    if setter.shaper.keepsWhole, KeptText(job, measure: job.widths.others).hasTooWide {
      result.findings.report(
        .brokenKeptText,
        "text that is kept whole is wider than its measure: \"\(excerpt(from: start, job.paragraph))\"",
        atText: start)
    }
    // A word that is cut more than once is reported once.
    var cutTo: Int?
    for line in outcome.lines where line.end.isEmergency {
      let offset = Int(line.end.offset)
      // A line that ends with a space has cut no word.
      if offset > 0, text.units[offset - 1] == 0xA0 { continue }
      defer { cutTo = offset }
      if let cutTo, !text.units[cutTo..<offset].contains(where: isSpace) { continue }
      let word = word(at: offset, in: job.paragraph)
      result.findings.report(
        .brokenWord, "a word is wider than its measure and was cut without a hyphen: \"\(word)\"",
        atText: offset)
    }
    reportOverfull(outcome.lines, job)
    reportScaledCode(job)
    reportScaledHeading(job)
  }

  private mutating func reportScaledHeading(_ job: ParagraphBreaker.Job) {
    guard let scale = job.style.text.typeScale, job.style.text.wordScaleMin != nil,
      job.paragraph.start == paragraphStart,
      text.listing(around: job.paragraph.block) == nil, text.isOnlyInBlocks(job.paragraph.block)
    else { return }
    report(.scaledHeading, "the type", of: job, at: scale, soThat: "a word fits")
  }

  /// Reports preformatted text in smaller type once, at its start.
  private mutating func reportScaledCode(_ job: ParagraphBreaker.Job) {
    guard let scale = job.style.text.typeScale, job.paragraph.start == paragraphStart,
      let block = text.listing(around: job.paragraph.block), !isInScaledTable(block),
      !text.holdsOnlyNumbers(request.index..<request.index + 1),
      request.index == 0 || !text.isBlock(text.paragraphs[request.index - 1].block, inside: block)
    else { return }
    report(
      .scaledCode, "the type of preformatted text", of: job, at: scale, soThat: "its lines fit")
  }

  private mutating func report(
    _ rule: Finding.Rule, _ type: String, of job: ParagraphBreaker.Job, at scale: Double,
    soThat purpose: String
  ) {
    let start = Int(job.paragraph.start)
    result.findings.report(
      rule,
      "\(type) is set at \(Int((scale * 100).rounded())) % of its size, so that \(purpose): "
        + "\"\(text.excerpt(at: start))\"",
      atText: start)
  }

  private func isInScaledTable(_ block: Int32) -> Bool {
    text.blocks(around: block).contains {
      text.blocks[Int($0)].kind == .table && text.style(of: $0).text.typeScale != nil
    }
  }

  private var paragraphStart: Int32 { text.paragraphs[request.index].start }

  /// Reports each line that is wider than its measure, at its first character.
  private mutating func reportOverfull(_ lines: [LinePlan], _ job: ParagraphBreaker.Job) {
    guard !(job.style.paragraph?.lineBreakMode.isSingleLine ?? false) else { return }
    // Each line that its box cuts off is reported where it is cut.
    if setter.shaper.special.marksOverflow, overflowMark(of: job.paragraph) != nil { return }
    var start = Int(job.paragraph.start)
    for line in lines {
      if line.isOverfull, !holdsOverfullBox(start..<Int(line.end.offset)) {
        result.findings.report(
          .overfullLine,
          "a line is wider than its measure: \"\(excerpt(from: start, job.paragraph))\"",
          atText: start)
      }
      start = Int(line.end.offset)
    }
  }

  /// Whether a box in a line has a line of its own that is reported as too wide, or an image is to be cut off
  /// by its page.
  private func holdsOverfullBox(_ range: Range<Int>) -> Bool {
    let first = text.attachments.partitioningIndex { Int($0.offset) >= range.lowerBound }
    return text.attachments[first...].indices.prefix {
      Int(text.attachments[$0].offset) < range.upperBound
    }
    .contains { index in
      setter.options.isFixedLayout && text.attachments[index].isImage
        || result.attachments[Int32(index)]?.nested?.findings.contains { $0.rule == .overfullLine }
          ?? false
    }
  }

  /// Reports text that is divided although it does not wrap.
  mutating func reportDividedKeptText(in paragraph: Paragraph) {
    let start = Int(paragraph.start)
    result.findings.report(
      .brokenKeptText,
      "text is divided, although white-space forbids it: it is wider than the page: "
        + "\"\(excerpt(from: start, paragraph))\"",
      atText: start)
  }

  /// Reports a justified line that is left short, or whose characters are far apart.
  mutating func reportLoose(_ line: LineFragment, _ what: String) {
    result.findings.report(
      .looseLine, "\(what): \"\(text.excerpt(at: Int(line.start)))\"", atText: Int(line.start))
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
