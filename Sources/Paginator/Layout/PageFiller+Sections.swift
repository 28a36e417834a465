/// Divides the text of an endless container into sections, so that an edit sets only one of them
/// again. A section begins with a paragraph and follows the previous section without a gap: the
/// ends of sections are not visible.
struct SectionPlan {
  /// The paragraphs with which old sections begin, in order. Where a new section ends at one of
  /// them, the rest of the old layout may follow.
  let oldStarts: [Int]
  /// A section ends at the first paragraph after this many lines; after edits it may have twice as
  /// many.
  private static let lineCount = 64

  func ends(before paragraph: Int, after count: Int) -> Bool {
    if oldStarts.isEmpty { return count >= Self.lineCount }
    if count >= Self.lineCount * 2 { return true }
    let index = oldStarts.partitioningIndex { $0 >= paragraph }
    return index < oldStarts.count && oldStarts[index] == paragraph
  }
}

extension TextContainer {
  /// Whether its text may be divided into sections: no line depends on text far above it.
  var mayHaveSections: Bool {
    isEndless && isSimpleRectangular && maximumNumberOfLines == 0
  }
}

extension PageFiller {
  var hasSections: Bool { sections != nil && container.mayHaveSections }

  /// Whether a section of an endless container ends before a row.
  func endsSection(before row: Row) -> Bool {
    guard hasSections, let sections, row.isLine, row.lineInParagraph == 0 else { return false }
    return sections.ends(before: Int(row.paragraph), after: nextRow - firstRow)
  }
}
