/// The attributed string: replacing characters.
///
/// Every table of offsets is updated. If the characters at an offset are deleted, anchors and named
/// strings move to the position of the edit, and attachments are dropped. The indices of styles and
/// blocks never change, so a layout of unedited text stays valid.
extension AttributedText {
  /// Replaces characters. The new characters take the attributes of the first replaced character
  /// or, for an insertion, those of the preceding character.
  public mutating func replaceCharacters(in range: Range<Int>, with string: String) {
    replaceCharacters(in: range, with: Array(string.utf16))
  }

  mutating func replaceCharacters(in range: Range<Int>, with new: [UInt16]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= length, "a range outside the text")
    let edit = TextEdit(range: range, count: new.count)
    let inherited = inheritedRun(for: range)
    units.replaceSubrange(range, with: new)
    moveRuns(edit, inherited)
    moveSources(edit)
    moveAttachments(edit)
    for index in anchors.indices { edit.move(&anchors[index].offset) }
    for index in namedStrings.indices { edit.move(&namedStrings[index].offset) }
    for index in notes.indices { edit.move(&notes[index].offset) }
    for index in inlineEdges.indices { edit.move(&inlineEdges[index].offset) }
    moveParagraphs(edit)
    checkInvariants()
  }

  private func inheritedRun(for range: Range<Int>) -> AttributeRun? {
    guard !runs.isEmpty else { return nil }
    return runs[runIndex(at: range.isEmpty ? max(0, range.lowerBound - 1) : range.lowerBound)]
  }

  private mutating func moveRuns(_ edit: TextEdit, _ inherited: AttributeRun?) {
    guard var inherited else {
      runs = [AttributeRun(start: 0, style: styleIndex(for: TextAttributes()), link: -1)]
      return
    }
    let (lower, upper) = (Int32(edit.range.lowerBound), Int32(edit.range.upperBound))
    let first = runs.partitioningIndex { $0.start >= lower }
    let last = runs.partitioningIndex { $0.start > upper }
    var rest: [AttributeRun] = []
    if edit.end < length, last > 0 {
      rest = [runs[last - 1]]
      rest[0].start = Int32(edit.end)
    }
    runs.replaceSubrange(first..<max(first, last), with: rest)
    for index in first + rest.count..<runs.count { runs[index].start += Int32(edit.delta) }
    inherited.start = lower
    if edit.count > 0 {
      replaceRuns(in: edit.range.lowerBound..<edit.end, with: inherited)
    } else if runs.isEmpty {
      // An empty text keeps its attributes for the text that is typed next.
      runs = [inherited]
    } else if first > 0, first < runs.count, runs[first].isSame(as: runs[first - 1]) {
      runs.remove(at: first)
    }
  }

  /// New characters have no source; the characters after them keep theirs.
  private mutating func moveSources(_ edit: TextEdit) {
    guard !sources.isEmpty else { return }
    let (lower, upper) = (Int32(edit.range.lowerBound), Int32(edit.range.upperBound))
    let first = sources.partitioningIndex { $0.start >= lower }
    let last = sources.partitioningIndex { $0.start > upper }
    var replacement: [SourceSpan] = []
    if edit.count > 0 { replacement.append(SourceSpan(start: lower, node: -1, nodeOffset: 0)) }
    if edit.end < length, last > 0 {
      var rest = sources[last - 1]
      if rest.isLinear, rest.node >= 0 { rest.nodeOffset += upper - rest.start }
      rest.start = Int32(edit.end)
      replacement.append(rest)
    }
    sources.replaceSubrange(first..<max(first, last), with: replacement)
    for index in first + replacement.count..<sources.count {
      sources[index].start += Int32(edit.delta)
    }
  }
}

/// A replacement of characters, and how it moves offsets.
struct TextEdit {
  /// The replaced range, before the edit.
  let range: Range<Int>
  /// The number of new UTF-16 code units.
  let count: Int

  var delta: Int { count - range.count }
  /// The offset after the new characters.
  var end: Int { range.lowerBound + count }

  /// An offset after the edit. An offset inside the replaced range moves to its start.
  func moved(_ offset: Int) -> Int {
    if offset >= range.upperBound { return offset + delta }
    return min(offset, range.lowerBound)
  }

  func move(_ offset: inout Int32) {
    if offset >= 0 { offset = Int32(moved(Int(offset))) }
  }
}
