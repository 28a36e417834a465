/// What of a text is a word of a language: neither addresses nor the calls of notes.
extension AttributedText {
  /// Whether an address begins with a token, such as "http" before "://", "www." or a name before "@".
  func beginsAddress(_ token: Range<Int>) -> Bool {
    let first = units[token.lowerBound]
    let rest = units[token.upperBound...]
    if rest.first == 0x40 { return (0x30...0x7A).contains(first) }
    if rest.first == 0x3A, rest.starts(with: "://".utf16) { return true }
    guard token.count > 4, first == 0x77 || first == 0x57 else { return false }
    return string(in: token).lowercased().hasPrefix("www.")
  }

  /// The next white space after a token, or the end of a piece of text.
  func spaceAfter(_ token: Range<Int>, in piece: Range<Int>) -> Int {
    var end = token.upperBound
    while end < piece.upperBound, units[end] > 0x20, units[end] != 0xA0, units[end] != 0x2028 {
      end += 1
    }
    return end
  }

  /// The part of a word that is before or after the call of a note: raised text that is a link or generated, or
  /// what calls a note at the foot of the page.
  func withoutNoteCalls(_ word: Range<Int>) -> Range<Int> {
    var index = runIndex(at: word.lowerBound)
    guard !runs.isEmpty, end(ofRun: index) < word.upperBound else { return word }
    var start = word.lowerBound
    while index < runs.count, Int(runs[index].start) < word.upperBound {
      let end = end(ofRun: index)
      if isNoteCall(index) {
        // The word before it, if there is one.
        if Int(runs[index].start) > start { return start..<Int(runs[index].start) }
        start = min(end, word.upperBound)
      }
      index += 1
    }
    return start..<word.upperBound
  }

  private func end(ofRun index: Int) -> Int {
    index + 1 < runs.count ? Int(runs[index + 1].start) : length
  }

  private func isNoteCall(_ index: Int) -> Bool {
    let run = runs[index]
    let end = end(ofRun: index)
    let next = notes.partitioningIndex { $0.offset >= run.start }
    if next < notes.count, Int(notes[next].offset) < end {
      return run.link >= 0 || isGenerated(at: Int(run.start))
    }
    return run.link >= 0 && styles[Int(run.style)].text.baselineShift > 0
  }
}
