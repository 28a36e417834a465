internal import Markup

/// Reads the navigation document (EPUB 3.3, section 7) and the NCX of EPUB 2.
struct NavigationReader {
  let container: Container
  let package: Package
  private(set) var warnings: [PackageWarning] = []

  init(container: Container, package: Package) {
    self.container = container
    self.package = package
  }

  /// The navigation of the book. A book with an unreadable navigation document is not refused, because
  /// all of its documents are in the spine; that it has no contents then is a warning.
  mutating func read() -> Navigation {
    var navigation = Navigation()
    let item = package.items.first { $0.properties.contains("nav") }
    if let item, let tree = tree(item.href, "navigation document") {
      navigation.path = item.href
      readDocument(tree, path: item.href, into: &navigation)
    }
    let ncx =
      package.ncx.flatMap { package.item(id: $0) }
      ?? package.items.first { $0.mediaType == "application/x-dtbncx+xml" }
    if let ncx, let tree = tree(ncx.href, "NCX") {
      navigation.ncxPath = ncx.href
      readNCX(tree, path: ncx.href, into: &navigation)
    }
    if navigation.landmarks.isEmpty { navigation.landmarks = package.guide }
    if item == nil, ncx == nil {
      warn("the package names no navigation document: the book has no contents", at: package.path)
    }
    return navigation
  }

  /// - Parameter kind: what the file is, for a warning.
  private mutating func tree(_ path: String, _ kind: String) -> ElementTree? {
    guard let bytes = try? container.bytes(path) else {
      warn("the \(kind) \"\(path)\" is not in the book: its contents are missing", at: package.path)
      return nil
    }
    do {
      return try parse(bytes, path: path).tree
    } catch {
      warnings.append(
        PackageWarning(
          message: "the \(kind) is not read, and its contents are missing: \(error.message)",
          location: error.location))
      return nil
    }
  }

  private mutating func warn(_ message: String, at path: String) {
    warnings.append(
      PackageWarning(
        message: message, location: SourceLocation(path: path, line: 1, column: 1)))
  }

  // MARK: Navigation document

  private func readDocument(
    _ tree: ElementTree, path: String, into navigation: inout Navigation
  ) {
    for node in tree.nodes.indices where tree.isElement(node, "nav") {
      guard let list = tree.children(of: node).first(where: { tree.isElement($0, "ol") }) else {
        continue
      }
      var entries: [Navigation.Entry] = []
      readList(list, tree, path: path, level: 1, into: &entries)
      for type in tree.types(of: node) {
        switch type {
        case "toc" where navigation.contents.isEmpty:
          navigation.contents = entries
          navigation.contentsHeading = heading(of: node, tree)
        case "page-list" where navigation.pageList.isEmpty: navigation.pageList = entries
        case "landmarks" where navigation.landmarks.isEmpty: navigation.landmarks = entries
        default: break
        }
      }
    }
  }

  /// The heading of a list (EPUB 3.3, section 7.3): the first heading element in front of it.
  private func heading(of nav: Int, _ tree: ElementTree) -> String? {
    let first = (nav + 1..<Int(tree.nodes[nav].end)).first { node in
      ["ol", "h1", "h2", "h3", "h4", "h5", "h6"].contains { tree.isElement(node, $0) }
    }
    guard let first, !tree.isElement(first, "ol") else { return nil }
    let text = label(first, tree)
    return text.isEmpty ? nil : text
  }

  private func readList(
    _ list: Int, _ tree: ElementTree, path: String, level: Int,
    into entries: inout [Navigation.Entry]
  ) {
    for item in tree.children(of: list) where tree.isElement(item, "li") {
      for child in tree.children(of: item) where tree.nodes[child].kind == .element {
        switch tree.name(of: child).local {
        case "a", "span":
          entries.append(
            Navigation.Entry(
              title: label(child, tree),
              href: target(tree.attribute("href", of: child), from: path),
              level: level, type: tree.attribute("type", in: Namespace.ops, of: child)))
        case "ol": readList(child, tree, path: path, level: level + 1, into: &entries)
        default: break
        }
      }
    }
  }

  /// The text of a link, with the text alternatives of images in it.
  private func label(_ node: Int, _ tree: ElementTree) -> String {
    var text = ""
    for index in node..<Int(tree.nodes[node].end) {
      if tree.nodes[index].kind == .text { text += tree.string(of: index) }
      if tree.isElement(index, "img") {
        let alternative = tree.attribute("alt", of: index) ?? ""
        text += alternative.isEmpty ? tree.attribute("title", of: index) ?? "" : alternative
      }
    }
    let label = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return label.isEmpty ? tree.attribute("title", of: node) ?? "" : label
  }

  private func target(_ url: String?, from path: String) -> String? {
    url.flatMap { ContainerPath.place(of: $0, from: path) }
  }

  // MARK: NCX

  private func readNCX(_ tree: ElementTree, path: String, into navigation: inout Navigation) {
    let ncx = "http://www.daisy.org/z3986/2005/ncx/"
    var contents: [Navigation.Entry] = []
    var pages: [Navigation.Entry] = []
    for node in tree.nodes.indices where tree.nodes[node].kind == .element {
      guard tree.name(of: node).namespace == ncx else { continue }
      switch tree.name(of: node).local {
      case "navPoint":
        var level = 1
        var parent = Int(tree.nodes[node].parent)
        while parent >= 0, tree.isElement(parent, "navPoint", in: ncx) {
          level += 1
          parent = Int(tree.nodes[parent].parent)
        }
        contents.append(point(node, tree, path: path, level: level))
      case "pageTarget": pages.append(point(node, tree, path: path, level: 1))
      default: break
      }
    }
    if navigation.contents.isEmpty { navigation.contents = contents }
    if navigation.pageList.isEmpty { navigation.pageList = pages }
  }

  private func point(
    _ node: Int, _ tree: ElementTree, path: String, level: Int
  ) -> Navigation.Entry {
    var title = ""
    var href: String?
    for child in tree.children(of: node) where tree.nodes[child].kind == .element {
      switch tree.name(of: child).local {
      case "navLabel": title = tree.singleSpaced(child)
      case "content": href = target(tree.attribute("src", of: child), from: path)
      default: break
      }
    }
    return Navigation.Entry(
      title: title, href: href, level: level, type: tree.attribute("type", of: node))
  }
}
