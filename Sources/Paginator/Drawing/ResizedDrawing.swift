internal import Markup

extension ImageReference {
  /// The image as it is drawn in a rectangle of a size, which programs stretch it to fill.
  ///
  /// A drawing is not stretched: it is the picture that its file shows in a window of this size (CSS Images 3,
  /// section 4.2). Where stretching would make a difference, its file gets the size as its own.
  func drawn(at size: Size) -> ImageReference {
    guard mediaType == ImageHeader.svgMediaType, !isFormula, !isPlaceholder,
      size.width > 0, size.height > 0, isStretched(to: size),
      let (tree, _) = try? Markup.parse(bytes, path: href), let root = tree.root,
      tree.isElement(root, "svg", in: Namespace.svg)
    else { return self }
    // Nothing of a drawing with an empty viewBox is rendered (SVG 2, section 8.6).
    let hidden = Self.hasEmptyViewBox(tree, root) ? tree.children(of: root).map { ($0, "") } : []
    let markup = MarkupWriter.xml(
      of: root, in: tree, replaced: Dictionary(hidden) { first, _ in first }
    ) { element in
      element == root ? self.window(size, in: tree, root) : []
    } filter: { element, attribute, value in
      element == root && ["width", "height"].contains(attribute) ? nil : value
    }
    var image = self
    image.bytes = Array(markup.utf8)
    image.sourceDigest = nil
    image.size = size
    return image
  }

  /// Whether a size is larger than its own, or has another ratio.
  private func isStretched(to size: Size) -> Bool {
    guard let ratio = naturalRatio, ratio > 0 else { return true }
    let difference = ratio * size.height.points - size.width.points
    if abs(difference) > 0.02 + size.width.points * 0.002 { return true }
    return self.size.map { size.width.points > $0.width.points * 1.01 } ?? false
  }

  /// The attributes of a drawing of a size, in CSS pixels. One without a `viewBox` is scaled as an image of
  /// pixels is, if it has a size of its own.
  private func window(_ size: Size, in tree: ElementTree, _ root: Int) -> [(String, String)] {
    func pixels(_ length: Length) -> String { "\(Double(length.rawValue) / 768)" }
    let window = [("width", pixels(size.width)), ("height", pixels(size.height))]
    guard let own = self.size, tree.attribute("viewBox", of: root) == nil else { return window }
    return window + [
      ("viewBox", "0 0 \(pixels(own.width)) \(pixels(own.height))"),
      ("preserveAspectRatio", "none"),
    ]
  }

  private static func hasEmptyViewBox(_ tree: ElementTree, _ root: Int) -> Bool {
    let box = tree.attribute("viewBox", of: root) ?? ""
    let numbers = box.split { ", \n\t".contains($0) }.compactMap { Double($0) }
    return numbers.count == 4 && (numbers[2] == 0 || numbers[3] == 0)
  }
}
