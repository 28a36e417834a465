internal import Markup

extension Publication {
  /// The book with a contents page made from its navigation, before the body; the same book when it
  /// has such a page already, or no navigation.
  public func withContents() -> Publication {
    let hasOwn = documents.contains { $0.href == navigation.path }
    let entries = navigation.contents.filter { $0.href != nil }
    guard !hasOwn else { return self }
    guard !entries.isEmpty, package != nil else { return withoutContents() }
    let bodyPath = navigation.bodyStart?.prefix { $0 != "#" }
    let place = documents.firstIndex { $0.href == bodyPath ?? "" } ?? min(1, documents.count)
    var contents = Document(href: "contents")
    contents.generated = Array(markup(entries).utf8)
    var result = self
    result.documents.insert(contents, at: place)
    return result
  }

  /// The same book, with a warning that no contents page could be made.
  private func withoutContents() -> Publication {
    var result = self
    let place = package?.path ?? documents.first?.href ?? path
    result.warnings.append(
      PackageWarning(
        message: "the book has no navigation: no contents page was made (--toc)",
        location: SourceLocation(startOf: place)))
    return result
  }

  private func markup(_ entries: [Navigation.Entry]) -> String {
    let language =
      package?.metadata.languages.first.map { " xml:lang=\"\(XMLText.escaped($0))\"" } ?? ""
    var text = """
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"\(language)>\
      <head><title>Contents</title></head><body epub:type="frontmatter">\
      <nav epub:type="toc" class="contents"><h1>Contents</h1>
      """
    for entry in entries {
      text +=
        "<p class=\"level-\(min(entry.level, 6))\"><a href=\"/\(XMLText.escaped(url(of: entry)))\">"
      text += XMLText.escaped(entry.title) + "</a></p>\n"
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
