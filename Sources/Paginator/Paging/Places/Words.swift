internal import EPUB
public import Markup

/// What is at an offset into a document's text.
extension Pagination {
  private func chapter(with offset: Int, in href: String) -> ChapterLayout? {
    guard let document = documents.firstIndex(where: { $0.href == href }) else { return nil }
    return chapters.first {
      $0.chapter.document == document && $0.chapter.documentOffset <= offset
        && offset <= $0.chapter.documentOffset + $0.text.length
    }
  }

  /// The source location of an offset into a document's text; nil if it has none.
  public func sourceLocation(of offset: Int, in href: String) -> SourceLocation? {
    guard let layout = chapter(with: offset, in: href),
      let place = Positions.source(of: offset - layout.chapter.documentOffset, in: layout)
    else { return nil }
    return trees[layout.chapter.document].tree.location(of: place.node, offset: place.offset ?? 0)
  }

  /// The word that contains an offset into a document's text, or the word before it; nil if there
  /// is none.
  public func word(at offset: Int, in href: String) -> String? {
    word(offset, in: href, isNext: false)
  }

  /// The word that contains an offset into a document's text, or the word after it; nil if there
  /// is none.
  public func word(after offset: Int, in href: String) -> String? {
    word(offset, in: href, isNext: true)
  }

  private func word(_ offset: Int, in href: String, isNext: Bool) -> String? {
    guard let layout = chapter(with: offset, in: href) else { return nil }
    let units = layout.text.units
    func isSpace(_ index: Int) -> Bool { units[index] <= 0x20 || units[index] == 0x2028 }
    var start = min(max(0, offset - layout.chapter.documentOffset), units.count)
    guard !layout.text.paragraphs.isEmpty else { return nil }
    // Between two paragraphs, the word is in the first; with `isNext`, in the second.
    let index = layout.text.paragraphIndex(at: isNext ? start : max(0, start - 1))
    let paragraph = layout.text.paragraphs[index].range
    if isNext {
      while start < paragraph.upperBound, isSpace(start) { start += 1 }
    } else {
      while start > paragraph.lowerBound, isSpace(start - 1) { start -= 1 }
    }
    var end = start
    while start > paragraph.lowerBound, !isNext, !isSpace(start - 1) { start -= 1 }
    while end < paragraph.upperBound, !isSpace(end) { end += 1 }
    guard start < end else { return nil }
    let text = layout.text.string(in: start..<end)
    let word = text.drop { !$0.isLetter && !$0.isNumber }
    let bare = word.reversed().drop { !$0.isLetter && !$0.isNumber }.reversed()
    return bare.isEmpty ? text : String(bare)
  }
}
