internal import EPUB
internal import Markup

/// The page size of a fixed-layout document (EPUB 3.3, section 8.2.2.6).
enum Viewport {
  /// Nil for a document that flows. Sizes are in CSS pixels, whatever unit they name.
  static func size(
    of document: Publication.Document, _ tree: ElementTree, _ publication: Publication
  ) -> Size? {
    if document.kind == .svg {
      let size = drawing(tree, tree.root ?? 0) ?? standard
      // A viewBox need not be in pixels. A drawing larger than any sheet is fitted to the book's
      // page.
      return max(size.width, size.height) <= largestDrawing ? size : nil
    }
    guard document.isFixedLayout else { return nil }
    if document.kind == .image { return image(document, publication) ?? standard }
    for node in tree.nodes.indices where tree.isElement(node, "meta") {
      guard tree.attribute("name", of: node)?.asciiLowercased == "viewport",
        let content = tree.attribute("content", of: node)
      else { continue }
      // Only the first declaration counts, even if it is not valid.
      return size(content) ?? standard
    }
    return publication.package?.metadata.viewport.flatMap(size) ?? standard
  }

  private static let largestDrawing: Length = 3600
  private static let standard = PageSizes.standard

  /// Reads "width=600, height=900". If a name occurs twice, the first value counts.
  private static func size(_ content: String) -> Size? {
    var sides: [String: Double] = [:]
    for part in content.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }) {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, sides[pair[0].asciiName] == nil else { continue }
      sides[pair[0].asciiName] = Double(pair[1].prefix { $0.isNumber || $0 == "." })
    }
    return pixels(sides["width"], sides["height"])
  }

  private static func pixels(_ width: Double?, _ height: Double?) -> Size? {
    guard let width, let height, (1...50_000).contains(width), (1...50_000).contains(height) else {
      return nil
    }
    return Size(width: Length(points: width * 0.75), height: Length(points: height * 0.75))
  }

  private static func drawing(_ tree: ElementTree, _ node: Int) -> Size? {
    let box = (tree.attribute("viewBox", of: node) ?? "")
      .split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
    if box.count == 4, let size = pixels(box[2], box[3]) { return size }
    let summary = ImageHeader.svg(tree, node)
    return pixels(summary.width, summary.height)
  }

  private static func image(_ document: Publication.Document, _ publication: Publication) -> Size? {
    let url = publication.relativeURL(of: document.href, from: document.href)
    guard let resource = try? publication.resource(url, relativeTo: document.href),
      let summary = ImageHeader.read(resource.bytes)
    else { return nil }
    return pixels(summary.width, summary.height)
  }
}

extension Substring {
  fileprivate var asciiName: String { String(self).asciiLowercased }
}
