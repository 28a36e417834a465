internal import EPUB

/// Tells a book's front matter, whose pages are numbered in roman, from its body.
enum FrontMatter {
  /// The chapter that the body begins with: where the landmarks say, else the first that is marked
  /// `epub:type="bodymatter"`. Nil where nothing says so, or nothing comes before it.
  static func end(
    _ chapters: [ChapterLayout], _ documents: [ReadDocument], _ navigation: Navigation
  ) -> Int? {
    let start = landmark(chapters, documents, navigation) ?? marked(chapters)
    guard let start, start > 0, chapters[start].chapter.document < documents.count else {
      return nil
    }
    return start
  }

  private static func landmark(
    _ chapters: [ChapterLayout], _ documents: [ReadDocument], _ navigation: Navigation
  ) -> Int? {
    guard let href = navigation.bodyStart else { return nil }
    let parts = href.split(separator: "#", maxSplits: 1).map(String.init)
    guard let path = parts.first else { return nil }
    let own = chapters.indices.filter {
      documents[chapters[$0].chapter.document].document.href == path
    }
    if parts.count > 1,
      let chapter = own.first(where: { index in
        chapters[index].text.anchors.contains { $0.id == parts[1] }
      })
    {
      return chapter
    }
    return own.first
  }

  private static func marked(_ chapters: [ChapterLayout]) -> Int? {
    chapters.indices.first { index in
      chapters[index].text.anchors.contains { $0.types.contains("bodymatter") }
    }
  }
}
