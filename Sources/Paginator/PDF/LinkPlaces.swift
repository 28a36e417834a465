internal import EPUB
internal import Markup
internal import Synchronization

/// The ids of a book's documents, each collected when the first link leads there.
final class LinkPlaces: Sendable {
  private let ids = Mutex<[String: Set<String>]>([:])

  /// Whether a place, as "href#id", is in the book.
  /// - Parameter chapter: its own document is already parsed.
  func contains(_ place: String, from chapter: NumberedChapter) -> Bool {
    let href = String(place.prefix { $0 != "#" })
    guard chapter.publication.documentPaths.contains(href) else { return false }
    let id = String(place.dropFirst(href.count + 1))
    guard !id.isEmpty else { return true }
    if let known = ids.withLock({ $0[href] }) { return known.contains(id) }
    let found: Set<String>
    if href == chapter.document.href {
      found = Self.ids(in: chapter.tree.tree)
    } else if let document = chapter.publication.documents.first(where: { $0.href == href }),
      let bytes = try? chapter.publication.bytes(of: document),
      let (tree, _) = try? Markup.parse(bytes, path: href, mode: .lenient)
    {
      found = Self.ids(in: tree)
    } else {
      found = []
    }
    ids.withLock { $0[href] = found }
    return found.contains(id)
  }

  private static func ids(in tree: ElementTree) -> Set<String> {
    Set(
      tree.nodes.indices.lazy.filter { tree.nodes[$0].kind == .element }.compactMap {
        tree.attribute("id", of: $0)
          ?? (tree.isElement($0, "a") ? tree.attribute("name", of: $0) : nil)
      })
  }
}
