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
    return layout.text.word(at: offset - layout.chapter.documentOffset, isNext: isNext)
  }
}

extension AttributedText {
  /// The word that contains an offset, or the one before it or, with `isNext`, after it.
  func word(at offset: Int, isNext: Bool) -> String? {
    func isSpace(_ index: Int) -> Bool {
      [0xA0, 0x2028].contains(units[index]) || units[index] <= 0x20
    }
    var start = min(max(0, offset), units.count)
    guard !paragraphs.isEmpty else { return nil }
    // Between two paragraphs, the word is in the first; with `isNext`, in the second.
    let index = paragraphIndex(at: isNext ? start : max(0, start - 1))
    let paragraph = paragraphs[index].range
    if isNext {
      while start < paragraph.upperBound, isSpace(start) { start += 1 }
    } else {
      while start > paragraph.lowerBound, isSpace(start - 1) { start -= 1 }
    }
    var end = start
    while start > paragraph.lowerBound, !isNext, !isSpace(start - 1) { start -= 1 }
    while end < paragraph.upperBound, !isSpace(end) { end += 1 }
    guard start < end else { return nil }
    let text = self.string(in: start..<end)
    let word = text.drop { !$0.isLetter && !$0.isNumber }
    let bare = word.reversed().drop { !$0.isLetter && !$0.isNumber }.reversed()
    return bare.isEmpty ? text : String(bare)
  }
}
