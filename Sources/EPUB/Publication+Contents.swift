internal import Markup

extension Publication {
  /// The book with a contents page made from its navigation, before the body; the same book with a warning
  /// when it has such a page already, or no navigation. A navigation document that is not linear is for reading
  /// systems: the page replaces it.
  public func withContents() -> Publication {
    var result = self
    let own = documents.firstIndex { $0.href == navigation.path }
    if let own {
      guard !documents[own].isLinear else {
        return warned(
          "the navigation document is the book's contents page: no other one was made (--toc)",
          at: documents[own].href)
      }
      result.documents.remove(at: own)
    }
    let entries = navigation.contentsEntries
    guard !entries.isEmpty, package != nil else {
      return warned(
        "the book has no navigation: no contents page was made (--toc)",
        at: package?.path ?? documents.first?.href ?? path)
    }
    var contents = Document(href: "contents")
    contents.generated = Array(markup(entries).utf8)
    result.documents.insert(contents, at: result.placeOfContents)
    return result
  }

  /// Where the contents page goes: behind the title page and what belongs to it, and before the preface and the body.
  private var placeOfContents: Int {
    let bodyPath = navigation.bodyStart?.prefix { $0 != "#" }
    let body = documents.firstIndex { $0.href == bodyPath ?? "" }
    // A cover may not say what it is.
    var (place, index) = (0, 0)
    while index < body ?? documents.count, index == 0 || index == max(1, place) {
      if opensBook(documents[index]) { place = index + 1 }
      index += 1
    }
    return place > 0 ? place : body ?? firstChapter ?? min(1, documents.count)
  }

  /// The first document that the navigation names and that is no cover or title page: it has text of some lines.
  private var firstChapter: Int? {
    let named = navigation.firstEntries
    return documents.indices.first { index in
      let document = documents[index]
      guard named[document.href] != nil, document.kind == .xhtml,
        let bytes = try? bytes(of: document),
        let tree = try? parse(bytes, path: document.href, mode: mode).tree
      else { return false }
      let text = tree.nodes.lazy.filter { $0.kind == .text }
      return text.reduce(0) { $0 + Int($1.count) } >= Self.leastOfChapter
    }
  }

  /// In bytes. A title page has a few lines.
  private static let leastOfChapter = 600

  /// The types of what comes before the contents (EPUB 3 Structural Semantics).
  private static let openingTypes: Set = [
    "cover", "frontispiece", "halftitlepage", "titlepage", "copyright-page", "imprint",
    "dedication", "epigraph",
  ]

  /// Whether a document holds nothing but such parts, by the landmarks or by its own types.
  private func opensBook(_ document: Document) -> Bool {
    let isLandmark = navigation.landmarks.contains { entry in
      entry.href == document.href && Self.areOpening(entry.type?.split(separator: " ") ?? [])
    }
    if isLandmark { return true }
    guard document.kind == .xhtml, let bytes = try? bytes(of: document),
      let tree = try? parse(bytes, path: document.href, mode: mode).tree, let root = tree.root,
      let body = tree.children(of: root).first(where: { tree.isElement($0, "body") })
    else { return false }
    if Self.areOpening(tree.types(of: body)) { return true }
    let parts = tree.children(of: body).filter { tree.nodes[$0].kind == .element }
    return !parts.isEmpty && parts.allSatisfy { Self.areOpening(tree.types(of: $0)) }
  }

  private static func areOpening(_ types: some Sequence<some StringProtocol>) -> Bool {
    types.contains { openingTypes.contains(String($0)) }
  }

  /// The same book, with a warning that no contents page could be made.
  private func warned(_ message: String, at place: String) -> Publication {
    var result = self
    result.warnings.append(
      PackageWarning(message: message, location: SourceLocation(startOf: place)))
    return result
  }

  private func markup(_ entries: [Navigation.Entry]) -> String {
    let language = package?.metadata.languages.first
    var attributes = language.map { " xml:lang=\"\(XMLText.escaped($0))\"" } ?? ""
    if ContentsHeading.isRightToLeft(language) { attributes += " dir=\"rtl\"" }
    let heading = XMLText.escaped(
      navigation.contentsHeading ?? ContentsHeading.word(in: language))
    var text = """
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"\(attributes)>\
      <head><title>\(heading)</title></head><body epub:type="frontmatter">\
      <nav epub:type="toc" class="contents"><h1>\(heading)</h1>
      """
    for entry in entries {
      text += "<p class=\"level-\(min(entry.level, 6))\">"
      let title = XMLText.escaped(entry.title)
      text +=
        entry.href == nil ? title : "<a href=\"/\(XMLText.escaped(url(of: entry)))\">\(title)</a>"
      text += "</p>\n"
    }
    return text + "</nav></body></html>"
  }

  /// An entry's target as a URL from the root. Paths are kept decoded, and may contain any character.
  private func url(of entry: Navigation.Entry) -> String {
    let target = entry.href ?? ""
    // A path may contain "#".
    let ends = target.indices.filter { target[$0] == "#" } + [target.endIndex]
    let own = ends.last { documentPaths.contains(String(target[..<$0])) } ?? ends[0]
    let path = String(target[..<own])
    return relativeURL(of: path, from: "") + target.dropFirst(path.count)
  }
}
