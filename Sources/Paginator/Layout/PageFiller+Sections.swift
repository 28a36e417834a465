/// Where the text of an endless container is cut into sections, so that an edit sets one of them anew
/// and not all of the text. A section begins with a paragraph and stands right below the one before;
/// nobody sees where it ends.
struct SectionPlan {
  /// Old sections begin with these paragraphs, in order: to end there again is to meet the rest of the
  /// old layout.
  let oldStarts: [Int]
  /// A section has so many lines when text is first laid out, and twice as many at most after edits.
  private static let lineCount = 64

  func ends(before paragraph: Int, after count: Int) -> Bool {
    if oldStarts.isEmpty { return count >= Self.lineCount }
    if count >= Self.lineCount * 2 { return true }
    let index = oldStarts.partitioningIndex { $0 >= paragraph }
    return index < oldStarts.count && oldStarts[index] == paragraph
  }
}

extension TextContainer {
  /// Whether its text may be cut into sections: nothing in it depends on what is far above.
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
