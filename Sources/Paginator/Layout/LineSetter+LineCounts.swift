/// Paragraphs that are set a line longer or shorter, to improve their pages.
extension LineSetter {
  /// Ways to set a whole paragraph in other numbers of lines; none where the lines depend on more
  /// than the words: tabs, floats, images, a delegate.
  func alternatives(
    _ index: Int, width: Int, _ counts: ParagraphBreaker.LineCounts
  ) throws -> [Int: ParagraphBreaker.Alternative] {
    guard let job = try alternativeJob(index, width: width) else { return [:] }
    return typesetter.paragraphBreaker.alternatives(
      of: job, parameters: typesetter.parameters, counts)
  }

  /// Sets a paragraph in a way that `alternatives` found.
  /// - Parameter lines: where its lines end.
  /// - Returns: no lines if it cannot be set so.
  func setAlternative(
    _ index: Int, x: Int, width: Int, to lines: [BreakCandidate]
  ) throws -> SetLines {
    begin()
    guard let job = try alternativeJob(index, width: width) else { return SetLines() }
    var outcome = ParagraphBreaker.Outcome()
    typesetter.paragraphBreaker.plan(&outcome, job, lines)
    build(outcome, job, index, x: x, isContinued: false)
    return take()
  }

  private func alternativeJob(
    _ index: Int, width: Int
  ) throws -> ParagraphBreaker.Job? {
    // To measure what is in its lines again would forget the places of floats and the dots of leaders.
    guard hooks == nil, typesetter.lineBreaker == nil, text.paragraphs[index].firstLineStyle < 0,
      attachments(in: text.paragraphs[index]).isEmpty
    else { return nil }
    beside = []
    guard let job = try job(index, from: nil, width: width), job.isJustified,
      job.hyphenationFactor == 0, job.style.text.wrap != .stable, job.style.text.wrap != .nowrap,
      job.style.text.whiteSpace.wraps,
      !job.segments.contains(where: { $0.kind == .tab || $0.kind == .lineBreak })
    else { return nil }
    return job
  }
}
