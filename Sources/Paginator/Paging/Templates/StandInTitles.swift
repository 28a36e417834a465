internal import EPUB

/// Titles of documents that have no heading and are not in the book's navigation, as running heads: that of the document
/// before them would be wrong.
///
/// A document that goes on with the chapter of the one before it, as files that programs divided do, has its title, or
/// one with another number.
struct StandInTitles {
  private var document = -1
  private var title = ""

  /// Advances to a chapter.
  /// - Returns: the string that stands in for the title of its document.
  mutating func next(
    _ layout: ChapterLayout, of document: ReadDocument, in publication: Publication
  ) -> NamedString? {
    guard layout.chapter.document != self.document else { return nil }
    let before = title
    let isFirst = self.document < 0
    self.document = layout.chapter.document
    title = document.title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !isFirst, let package = publication.package, let start = layout.pages.first?.start,
      publication.firstEntries[document.document.href] == nil,
      !layout.text.namedStrings.contains(where: { $0.name == Self.name }),
      title != package.metadata.titles.first?.text, !Self.isName(title, of: document),
      !Self.letters(of: title).isEmpty, Self.letters(of: title) != Self.letters(of: before)
    else { return nil }
    return NamedString(offset: Int32(start), name: Self.name, value: title)
  }

  /// The string that the presets set to the titles of chapters.
  private static let name = "chapter-title"

  /// Whether a title is the name of its file.
  private static func isName(_ title: String, of document: ReadDocument) -> Bool {
    let file = document.document.href.split(separator: "/").last ?? ""
    return file.hasPrefix(title) && file.dropFirst(title.count).first.map { $0 == "." } ?? true
  }

  private static func letters(of title: String) -> String { title.filter(\.isLetter) }
}
