/// Paragraphs that are set a line longer or shorter or without hyphens, to improve their pages.
extension LineSetter {
  /// Ways to set a whole paragraph in other numbers of lines; none where the lines depend on more
  /// than the words: tabs, floats, images, a delegate.
  func alternatives(
    _ request: ParagraphRequest, _ counts: ParagraphBreaker.LineCounts
  ) throws -> [Int: ParagraphBreaker.Alternative] {
    var paragraph = ParagraphSetter(self, request)
    guard let job = try paragraph.alternativeJob() else { return [:] }
    return typesetter.paragraphBreaker.alternatives(
      of: job, parameters: typesetter.parameters, counts)
  }

  /// A way to set a whole paragraph in as many lines without a hyphen at their ends.
  func unhyphenated(
    _ request: ParagraphRequest, lineCount: Int
  ) throws -> ParagraphBreaker.Alternative? {
    var paragraph = ParagraphSetter(self, request)
    guard let job = try paragraph.alternativeJob() else { return nil }
    return typesetter.paragraphBreaker.unhyphenated(
      job, parameters: typesetter.parameters, lineCount: lineCount)
  }

  /// Sets a paragraph in a way that `alternatives` or `unhyphenated` found.
  /// - Parameter lines: where its lines end.
  /// - Returns: no lines if it cannot be set so.
  func setAlternative(
    _ request: ParagraphRequest, to lines: [BreakCandidate]
  ) throws -> SetLines {
    var paragraph = ParagraphSetter(self, request)
    guard let job = try paragraph.alternativeJob() else { return SetLines() }
    var outcome = ParagraphBreaker.Outcome()
    typesetter.paragraphBreaker.plan(&outcome, job, lines)
    paragraph.build(outcome, job, isContinued: false)
    return paragraph.result
  }
}

extension ParagraphSetter {
  fileprivate mutating func alternativeJob() throws -> ParagraphBreaker.Job? {
    let paragraph = text.paragraphs[request.index]
    // Floats would have to be placed again.
    guard hooks == nil, typesetter.lineBreaker == nil, paragraph.firstLineStyle < 0,
      setter.attachments(in: paragraph).isEmpty
    else { return nil }
    guard let job = try job(from: nil), job.isJustified,
      job.hyphenationFactor == 0, job.style.text.wrap != .stable, job.style.text.wrap != .nowrap,
      job.style.text.whiteSpace.wraps,
      !job.segments.contains(where: { $0.kind == .tab || $0.kind == .lineBreak })
    else { return nil }
    return job
  }
}
