internal import EPUB

/// Compares the page list of an EPUB with the pages of a pagination.
public struct PageListCheck: Sendable {
  /// A page of the book's page list.
  public struct Entry: Sendable {
    /// The page's label in the book's page list.
    public let label: String
    /// The target of the entry; nil if it has none.
    public let href: String?
    /// The label of the page that contains the target; nil if the target does not exist.
    public let found: String?
    /// Whether the target is the very beginning of its page.
    public let isAtStart: Bool

    /// Whether the target's page has the label that the list gives.
    public var agrees: Bool { found == label }
  }

  /// In the order of the list.
  public let entries: [Entry]
  /// Pages with text that the list does not name.
  public let missing: [String]

  /// Compares the book's page list with a pagination.
  public init(_ pagination: Pagination) {
    var named: Set<String> = []
    entries = pagination.publication.navigation.pageList.map { entry in
      named.insert(entry.title)
      let page = entry.href.flatMap { href in
        pagination.targets.target(of: href) == nil ? nil : pagination.page(of: href)
      }
      return Entry(
        label: entry.title, href: entry.href, found: page?.label,
        isAtStart: page.map { Self.starts($0, entry.href ?? "", pagination) } ?? false)
    }
    missing = pagination.pages.filter { page in
      guard let (_, content) = pagination.layout(of: page) else { return false }
      return content.start < content.end && !named.contains(page.label)
    }.map(\.label)
  }

  private static func starts(
    _ page: Pagination.Page, _ place: String, _ pagination: Pagination
  ) -> Bool {
    guard let (chapter, content) = pagination.layout(of: page) else { return false }
    // A document begins on its first page.
    guard place.contains("#") else {
      return chapter.chapter.documentOffset == 0 && page.pageInChapter == 0
    }
    let id = place.split(separator: "#", maxSplits: 1).last.map(String.init)
    return chapter.text.anchors.contains { anchor in
      anchor.id == id && Int(anchor.offset) == content.start
    }
  }

  /// Whether all entries agree and the list names every page with text.
  public var agrees: Bool { missing.isEmpty && entries.allSatisfy(\.agrees) }
  /// The first entry that does not agree; nil if all do.
  public var firstDifference: Entry? { entries.first { !$0.agrees } }
}
