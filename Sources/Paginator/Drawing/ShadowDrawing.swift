/// The shadows of a box (CSS Backgrounds 3, section 6.1). A blurred one is a drawing of its own with a
/// filter; a sharp one is a filled path. Where a page or a line divides the box, its shadows are cut
/// off, as if the box were drawn whole and then divided.
struct ShadowDrawing {
  private let fragment: BoxFragment
  private let style: BoxProperties
  private let x: Int
  private let y: Int
  /// The border box.
  private let box: RoundedRect

  init(_ fragment: BoxFragment, style: BoxProperties, x: Int, y: Int) {
    (self.fragment, self.style, self.x, self.y) = (fragment, style, x, y)
    box =
      RoundedRect(fragment, style, x: x, y: y)
      ?? RoundedRect(
        Rect(raw: x, y, fragment.width, fragment.height), radii: Array(repeating: .zero, count: 4))
  }

  /// Shadows around the box, the lowest one first. They are below its background, and are not drawn
  /// where the box itself is.
  var outer: [PageShape] {
    shadows(areInset: false).compactMap { shadow in
      let whole = extended(box.rect, by: reach(shadow))
      let shape = Self.moved(
        Self.outset(RoundedRect(whole, radii: box.radii), by: shadow.spread), shadow)
      guard let shape else { return nil }
      let area = open(box.rect.grown(by: reach(shadow)), box.rect)
      return painted(
        shape.path, shadow,
        within: PagePath(PagePath(polygon: area.corners).steps + box.path.steps), area)
    }
  }

  /// Shadows inside the padding box, the lowest one first. They are above the background and below the
  /// borders.
  var inset: [PageShape] {
    let padding = fragment.area(.padding, style, x: x, y: y)
    guard !padding.isEmpty else { return [] }
    let edge = box.inset(to: padding)
    return shadows(areInset: true).compactMap { shadow in
      let whole = extended(padding, by: reach(shadow))
      let hole = Self.moved(
        Self.outset(RoundedRect(whole, radii: edge.radii), by: -shadow.spread), shadow)
      // What is drawn goes beyond the box, so that its outer edge is not blurred into it.
      let around = padding.grown(by: reach(shadow) + shadow.blur)
      let steps = PagePath(polygon: around.corners).steps + (hole?.path.steps ?? [])
      return painted(PagePath(steps), shadow, within: edge.path, around)
    }
  }

  private func shadows(areInset: Bool) -> [BoxShadow] {
    (style.shadows ?? []).reversed().filter { $0.isInset == areInset && !$0.color.isTransparent }
  }

  /// A distance that a shadow does not exceed.
  private func reach(_ shadow: BoxShadow) -> Length {
    func size(_ length: Length) -> Length { length < 0 ? -length : length }
    return shadow.blur + size(shadow.spread) + max(size(shadow.x), size(shadow.y)) + 1
  }

  /// A box that goes on beyond the edges where it is divided.
  private func extended(_ rect: Rect, by distance: Length) -> Rect {
    let far = distance * 2
    let (left, right) = (fragment.hasLeft ? 0 : far, fragment.hasRight ? 0 : far)
    let (top, bottom) = (fragment.hasTop ? 0 : far, fragment.hasBottom ? 0 : far)
    return Rect(
      x: rect.minX - left, y: rect.minY - top, width: rect.width + left + right,
      height: rect.height + top + bottom)
  }

  /// The area for shadows: it ends at the edges where the box is divided.
  private func open(_ area: Rect, _ box: Rect) -> Rect {
    let left = fragment.hasLeft ? area.minX : box.minX
    let right = fragment.hasRight ? area.maxX : box.maxX
    let top = fragment.hasTop ? area.minY : box.minY
    let bottom = fragment.hasBottom ? area.maxY : box.maxY
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private static func moved(_ shape: RoundedRect?, _ shadow: BoxShadow) -> RoundedRect? {
    shape.map { RoundedRect($0.rect.offset(x: shadow.x, y: shadow.y), radii: $0.radii) }
  }

  /// The shape with its edge moved outwards; nil if nothing is left of it. Square corners stay square,
  /// and the radius of those that are nearly so grows less (section 6.1.1).
  private static func outset(_ shape: RoundedRect, by spread: Length) -> RoundedRect? {
    let rect = shape.rect.grown(by: spread)
    guard rect.width > 0, rect.height > 0 else { return nil }
    func grown(_ radius: Length) -> Length {
      guard spread > 0, radius < spread else { return max(0, radius + spread) }
      let share = Double(radius.rawValue) / Double(spread.rawValue) - 1
      return radius + spread * (1 + share * share * share)
    }
    return RoundedRect(
      rect,
      radii: shape.radii.map {
        $0 == .zero ? .zero : Size(width: grown($0.width), height: grown($0.height))
      })
  }

  private func painted(
    _ shape: PagePath, _ shadow: BoxShadow, within clip: PagePath, _ area: Rect
  ) -> PageShape? {
    guard !area.isEmpty else { return nil }
    guard shadow.blur > 0 else {
      return .clipped([.path(shape, fill: shadow.color)], to: clip)
    }
    let drawing = BlurredPath(path: shape, color: shadow.color, blur: shadow.blur, area: area)
    return .clipped([.tiles(PictureTiles(once: drawing.image, in: area))], to: clip)
  }
}

/// A filled path with a blurred edge, as a drawing of the size of its area.
private struct BlurredPath {
  let path: PagePath
  let color: Color
  let blur: Length
  /// On the page.
  let area: Rect

  var image: ImageReference {
    var writer = ByteWriter()
    writer.write("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"")
    for value in [area.minX, area.minY, area.width] {
      writer.write(points: value.rawValue)
      writer.write(" ")
    }
    writer.write(points: area.height.rawValue)
    writer.write("\" width=\"")
    writer.write(points: area.width.rawValue)
    writer.write("\" height=\"")
    writer.write(points: area.height.rawValue)
    writer.write("\"><filter id=\"b\" filterUnits=\"userSpaceOnUse\"")
    writer.writePlace(area.grown(by: blur * 2))
    // The blur of CSS is twice the standard deviation.
    writer.write(" color-interpolation-filters=\"sRGB\"><feGaussianBlur stdDeviation=\"")
    writer.write(points: blur.rawValue / 2)
    writer.write("\"/></filter><g filter=\"url(#b)\">")
    writer.writeFilled(path, color)
    writer.write("</g></svg>")
    return ImageReference(
      href: "#shadow", mediaType: ImageHeader.svgMediaType, bytes: writer.bytes, size: area.size)
  }
}

extension Rect {
  /// With its sides moved outwards.
  fileprivate func grown(by distance: Length) -> Rect {
    Rect(
      x: minX - distance, y: minY - distance, width: width + distance * 2,
      height: height + distance * 2)
  }

  var corners: [Point] {
    [
      origin, Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY),
    ]
  }
}
