internal import Markup

/// Background images.
extension DocumentReader {
  /// Opens a block and reads its background images.
  mutating func openBlock(_ kind: TextBlock.Kind, style: ComputedStyle, node: Int) {
    let style = kind.isSizedByRatio ? resolver.styleByRatio(style) : style
    builder.openBlock(kind, style: style, node: node)
    readPictures(of: style, node)
  }

  /// Reads the background images of a box, each once a document.
  mutating func readPictures(of style: ComputedStyle, _ node: Int) {
    guard style.box.hasPicture else { return }
    let files = style.box.pictures.map(\.file) + [style.box.borderPicture?.file]
    for source in files.compactMap({ $0 }) where builder.text.pictures[source] == nil {
      if pictures[source] == nil { pictures[source] = .some(readPicture(source, node)) }
      if let image = pictures[source] ?? nil { builder.add(image, at: source) }
    }
  }

  private mutating func readPicture(
    _ source: StyleFile, _ node: Int
  ) -> ImageReference? {
    if let image = try? loadedImage(source.url, from: source.base), !image.isPlaceholder {
      return image
    }
    findings.report(
      .missingImage,
      "the background image \"\(Self.short(source.url))\" is missing, broken or outside the book: it is left out",
      at: node < 0 ? nil : tree.location(of: node))
    return nil
  }
}

extension TextBlock.Kind {
  /// Whether `aspect-ratio` applies to it.
  fileprivate var isSizedByRatio: Bool {
    switch self {
    case .block, .floating, .positioned: true
    default: false
    }
  }
}

extension StyleResolver {
  /// The style of a block with the width that its height and its `aspect-ratio` give.
  fileprivate func styleByRatio(_ style: ComputedStyle) -> ComputedStyle {
    guard let box = style.box.withWidthByRatio else { return style }
    return derived(.widthByRatio, style) { $1 = box }
  }
}
