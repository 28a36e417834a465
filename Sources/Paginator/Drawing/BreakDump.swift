/// Writes a paragraph as TeX's items: boxes, glue and penalties in scaled points (65,536 to the
/// point), and the chosen breaks.
enum BreakDump {
  static func write(
    _ outcome: ParagraphBreaker.Outcome, paragraph: Int, in chapter: ChapterLayout,
    _ form: StageDump.Form, to writer: inout ByteWriter
  ) {
    guard !outcome.candidates.isEmpty || !outcome.lines.isEmpty else { return }
    let text = chapter.text.string(in: chapter.text.paragraphs[paragraph].range)
    guard form == .json else {
      writer.write("paragraph \(paragraph) ")
      writer.writeJSON(String(text.prefix(40)))
      for line in outcome.lines.map(\.end) {
        writer.write(" \(line.offset)\(line.showsHyphen ? "-" : "")")
      }
      writer.write("\n")
      return
    }
    writer.write("{")
    writer.writeField("text", text)
    writer.writeField("greedy", outcome.isGreedy)
    writer.writeField("hsize", outcome.width * 64)
    parameters(outcome, &writer)
    items(outcome, &writer)
    writer.write("}\n")
  }

  private static func parameters(_ outcome: ParagraphBreaker.Outcome, _ writer: inout ByteWriter) {
    let parameters = outcome.parameters
    writer.writeName("params")
    writer.write("{")
    let values: [(StaticString, Int)] = [
      ("tolerance", outcome.threshold), ("pretolerance", -1),
      ("linepenalty", parameters.linePenalty), ("hyphenpenalty", parameters.hyphenPenalty),
      ("exhyphenpenalty", parameters.exHyphenPenalty),
      ("adjdemerits", parameters.adjacentDemerits),
      ("doublehyphendemerits", parameters.doubleHyphenDemerits),
      ("finalhyphendemerits", parameters.finalHyphenDemerits),
      ("emergencystretch", outcome.emergencyStretch * 64),
    ]
    for (name, value) in values { writer.writeField(name, value) }
    writer.write("}")
    writer.writeField("demerits", outcome.demerits)
    writer.writeField("overfull", outcome.isOverfull)
  }

  /// Writes a box between every two candidates; a candidate is glue, a penalty or a discretionary.
  private static func items(_ outcome: ParagraphBreaker.Outcome, _ writer: inout ByteWriter) {
    writer.writeName("items")
    writer.write("[")
    var count = 0
    var position = 0
    var stretch = 0
    var shrink = 0
    var breakItems: [Int] = []
    var nextLine = 0
    func item(_ text: String, _ writer: inout ByteWriter) {
      if count > 0 { writer.write(", ") }
      writer.write(text)
      count += 1
    }
    for candidate in outcome.candidates {
      let box = candidate.widthBefore - position
      if box != 0 || count == 0 { item("{\"box\": \(box * 64)}", &writer) }
      // Spaces without a break opportunity stretch and shrink too. Their glue follows a penalty of
      // 10,000, where TeX does not break; their width is part of the box.
      let given = candidate.stretchBefore - stretch
      if given != 0 {
        item("{\"penalty\": 10000}", &writer)
        item(
          "{\"glue\": 0, \"stretch\": \(given * 64), \"shrink\": \((candidate.shrinkBefore - shrink) * 64)}",
          &writer)
        // TeX breaks at glue only after an item that it does not discard.
        item("{\"box\": 0}", &writer)
      }
      stretch = candidate.stretchAfter
      shrink = candidate.shrinkAfter
      let isChosen =
        nextLine < outcome.lines.count && outcome.lines[nextLine].end.offset == candidate.offset
      if candidate.isForced {
        if isChosen { breakItems.append(count) }
        nextLine += isChosen ? 1 : 0
        break
      }
      if isChosen {
        breakItems.append(count)
        nextLine += 1
      }
      let glue = candidate.widthAfter - candidate.widthBefore
      if candidate.isFlagged {
        // The no-break part adds the protrusion back: only a line that ends here has it.
        item("{\"disc\": [\(Int(candidate.hyphenWidth) * 64), 0, \(glue * 64)]}", &writer)
      } else if glue != 0 {
        // A break at the penalty before the space discards the space too.
        if candidate.penalty != 0 { item("{\"penalty\": \(candidate.penalty)}", &writer) }
        item(
          "{\"glue\": \(glue * 64), \"stretch\": \((candidate.stretchAfter - candidate.stretchBefore) * 64), \"shrink\": \((candidate.shrinkAfter - candidate.shrinkBefore) * 64)}",
          &writer)
      } else {
        item("{\"penalty\": \(candidate.penalty)}", &writer)
      }
      position = candidate.widthAfter
    }
    writer.write("], \"breaks\": [\(breakItems.map(String.init).joined(separator: ", "))]")
  }
}
