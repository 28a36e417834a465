internal import Markup

extension Publication {
  /// The path of the cover's picture: the item with the property `cover-image` (EPUB 3.3, section
  /// D.4), the item that an EPUB 2 names by "meta name=cover", or else the first picture of the
  /// document that the landmarks or the guide call the cover. Nil for a book without a cover.
  public var coverImage: String? {
    guard let package else { return nil }
    let named =
      package.items.first { $0.properties.contains("cover-image") }
      ?? package.metadata.cover.flatMap { package.item(id: $0) }
    if let named, let picture = picture(of: named) { return picture }
    let place = (navigation.landmarks + package.guide).first {
      ($0.type ?? "").split(separator: " ").contains("cover")
    }
    let path = place?.href.map { String($0.prefix { $0 != "#" }) }
    return path.flatMap { item(at: $0) }.flatMap(picture(of:))
  }

  /// The path of a picture, or of the first picture in a document.
  private func picture(of item: Package.Item) -> String? {
    switch Self.documentKind(item.mediaType) {
    case .image?, .svg?: item.href
    case .xhtml?: firstPicture(in: item.href)
    case nil: nil
    }
  }

  private func firstPicture(in document: String) -> String? {
    guard let bytes = try? container.bytes(document),
      let tree = try? parse(bytes, path: document).tree
    else { return nil }
    for node in tree.nodes.indices where tree.nodes[node].kind == .element {
      let url: String?
      switch tree.name(of: node).local {
      case "img": url = tree.attribute("src", of: node)
      case "image":
        url =
          tree.attribute("href", in: Namespace.xlink, of: node)
          ?? tree.attribute("href", of: node)
      default: continue
      }
      if let url { return ContainerPath.resolve(url, relativeTo: document) }
    }
    return nil
  }
}
