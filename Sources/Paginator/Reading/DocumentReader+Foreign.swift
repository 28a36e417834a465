internal import EPUB
internal import Markup

/// Embedded content that is no image: films, frames, canvases, objects.
extension DocumentReader {
  /// The elements with embedded content, apart from images.
  static let foreign: Set = ["object", "video", "audio", "iframe", "canvas", "embed"]

  /// Reads embedded content: the image of an `object`, `embed` or `iframe`, the poster of a film, otherwise the
  /// fallback content. Sound, film and scripts cannot be printed.
  mutating func readForeign(_ node: Int, _ style: ComputedStyle) -> Bool {
    let name = tree.name(of: node).local
    let attributes = ["object": "data", "embed": "src", "iframe": "src", "video": "poster"]
    let source = attributes[name].flatMap { tree.attribute($0, of: node) }
    if let source, var image = try? loadedImage(source, from: ""), !image.isPlaceholder {
      if name == "video" { reportForeign(node, "; its poster replaces it") }
      // A frame does not scale what it shows.
      if name != "iframe" { image.setAttributeSize(tree, node) }
      place(image, node, style, isOwnDocument: name == "iframe")
      return true
    }
    // What is between the tags of a frame is never shown.
    let hasFallback = name != "iframe" && tree.nodes[node].end > node + 1
    reportForeign(
      node,
      hasFallback ? "; its fallback content replaces it" : ", and has no fallback content")
    guard !hasFallback, let blank = blankImage(node, style) else { return false }
    place(blank, node, style)
    return true
  }

  private mutating func reportForeign(_ node: Int, _ what: String) {
    findings.report(
      .fallbackContent, "\"\(tree.name(of: node).local)\" is not set\(what)",
      at: tree.location(of: node))
  }

  /// An image that shows nothing, in the place of a canvas, or of a frame with a background or a border of its own;
  /// nil for other elements and frames, which would leave a hole in the page.
  private func blankImage(_ node: Int, _ style: ComputedStyle) -> ImageReference? {
    let name = tree.name(of: node).local
    let isDrawn = !style.box.background.isTransparent || style.box.border.top.width > 0
    guard name == "canvas" || name == "iframe" && isDrawn else { return nil }
    let empty = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"
    var image = ImageReference(
      href: "#svg", mediaType: ImageHeader.svgMediaType, bytes: Array(empty.utf8), size: nil)
    // A frame is 300 by 150 pixels and has no proportions (CSS 2, section 10.3.2), a canvas is an image.
    guard name == "canvas" else { return image }
    func pixels(_ attribute: String, _ usual: Double) -> Length {
      let given = tree.attribute(attribute, of: node).flatMap(Double.init).map { max(0, $0) }
      return Length(points: (given ?? usual) * 0.75)
    }
    image.size = Size(width: pixels("width", 300), height: pixels("height", 150))
    return image
  }

  /// The style of what replaces embedded content that is not set: its box is at least as high as that of the
  /// content, and grows with the text.
  func fallbackStyle(_ style: ComputedStyle, _ node: Int) -> ComputedStyle {
    guard !style.box.height.isAuto, tree.name(of: node).namespace == Namespace.xhtml,
      Self.foreign.contains(tree.name(of: node).local)
    else { return style }
    return resolver.derived(.fallback, style) { _, box in
      if box.minHeight.isAuto || box.minHeight == .zero { box.minHeight = box.height }
      box.height = .auto
      box.maxHeight = .auto
    }
  }
}
