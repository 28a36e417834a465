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
  /// The height from which on its text may be divided into sections, because no line depends on text
  /// far above it; nil for none.
  var sectionStart: Int? {
    guard isEndless, maximumNumberOfLines == 0, let height = shapedHeight, height < .infinite else {
      return nil
    }
    return max(0, height.rawValue)
  }

  /// Whether a part of its text may be divided into sections.
  var mayHaveSections: Bool { sectionStart != nil }
}

extension PageFiller {
  var hasSections: Bool { sections != nil && container.mayHaveSections }

  /// Whether a section of an endless container ends before a row.
  func endsSection(before row: Row, at top: Int) -> Bool {
    guard let sections, row.isLine, row.lineInParagraph == 0,
      sections.ends(before: Int(row.paragraph), after: nextRow - firstRow),
      let start = container.sectionStart
    else { return false }
    return isSection || top >= start
  }

  /// The container and the position of the next row; nil for a plain rectangle. A section is below the
  /// container's shapes, wherever that is.
  var shape: ContainerShape? {
    if container.isSimpleRectangular { return nil }
    let y = nextRow > firstRow ? y : headHeight
    return ContainerShape(
      container: container, y: isSection ? y + (container.sectionStart ?? 0) : y,
      isTop: nextRow == firstRow && !isSection, isFirst: isAtStart)
  }
}
