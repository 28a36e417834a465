internal import Markup

/// Background images of blocks.
extension DocumentReader {
  /// Opens a block and reads its background image.
  mutating func openBlock(_ kind: TextBlock.Kind, style: ComputedStyle, node: Int) {
    builder.openBlock(kind, style: style, node: node)
    guard let source = style.box.picture?.file, builder.text.pictures[source] == nil else {
      return
    }
    if pictures[source] == nil { pictures[source] = .some(readPicture(source, node)) }
    if let image = pictures[source] ?? nil { builder.add(image, at: source) }
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

  /// Reports a background image of an inline box, which is not drawn.
  mutating func reportInlinePicture(_ style: ComputedStyle, _ node: Int) {
    guard style.box.picture?.file != nil else { return }
    findings.report(
      .unsupportedValue, "the background image of an inline box is not honoured",
      at: tree.location(of: node))
  }
}
