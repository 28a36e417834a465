/// The size that an image has by itself (CSS Images 3, section 4.1).
struct NaturalSize {
  /// Nil for a drawing without a width.
  let width: Length?
  /// Nil for a drawing without a height.
  let height: Length?
  /// Width divided by height; nil for none.
  let ratio: Double?

  /// - Parameter image: nil for a gradient, which has no size.
  init(_ image: ImageReference?) {
    width = image?.size?.width ?? image?.naturalWidth
    height = image?.size?.height ?? image?.naturalHeight
    ratio = image?.naturalRatio.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  /// The largest size with the image's ratio that fits into an area (section 5.3).
  func contained(in area: Size) -> Size { filling(area, covers: false) }

  /// The smallest size with the image's ratio that covers an area (section 5.3).
  func covering(_ area: Size) -> Size { filling(area, covers: true) }

  private func filling(_ area: Size, covers: Bool) -> Size {
    guard let ratio, area.width > 0, area.height > 0 else { return area }
    let isWide = area.width.points / area.height.points > ratio
    return isWide == covers
      ? Size(width: area.width, height: height(at: area.width) ?? area.height)
      : Size(width: width(at: area.height) ?? area.width, height: area.height)
  }

  /// The default sizing algorithm (section 5.2).
  /// - Parameters:
  ///   - wide, high: as asked for; nil for `auto`.
  ///   - area: the default size.
  func size(width wide: Length?, height high: Length?, in area: Size) -> Size {
    switch (wide, high) {
    case (let wide?, let high?): return Size(width: wide, height: high)
    case (let wide?, nil):
      return Size(width: wide, height: height(at: wide) ?? height ?? area.height)
    case (nil, let high?): return Size(width: width(at: high) ?? width ?? area.width, height: high)
    case (nil, nil):
      if width == nil, height == nil { return contained(in: area) }
      return Size(
        width: width ?? height.flatMap { self.width(at: $0) } ?? area.width,
        height: height ?? width.flatMap { self.height(at: $0) } ?? area.height)
    }
  }

  func width(at height: Length) -> Length? { ratio.map { Length(points: height.points * $0) } }
  func height(at width: Length) -> Length? { ratio.map { Length(points: width.points / $0) } }
}

extension ObjectFit {
  /// The size of an image in a box (CSS Images 3, section 5.5).
  func size(of image: ImageReference, in box: Size) -> Size {
    let natural = NaturalSize(image)
    let own = natural.size(width: nil, height: nil, in: box)
    switch self {
    case .fill: return box
    case .contain: return natural.contained(in: box)
    case .cover: return natural.covering(box)
    case .natural: return own
    case .scaleDown:
      return own.width <= box.width && own.height <= box.height ? own : natural.contained(in: box)
    }
  }
}

extension Rect {
  /// Where an image is in its box (CSS Images 3, sections 5.5 and 5.6).
  func placing(_ image: ImageReference, _ style: BoxProperties) -> Rect {
    let fit = style.objectFit ?? .fill
    let position = style.objectPosition
    let window = place(
      fit.size(of: image, in: size), x: position?.x ?? .half, y: position?.y ?? .half)
    // A drawing that keeps its proportions is in the middle of its own window.
    guard fit == .fill, image.isScaledEvenly == true else { return window }
    return window.place(NaturalSize(image).contained(in: size), x: .half, y: .half)
  }

  private func place(_ part: Size, x: Dimension, y: Dimension) -> Rect {
    Rect(
      x: minX + x.offset(in: width - part.width), y: minY + y.offset(in: height - part.height),
      width: part.width, height: part.height)
  }

  /// Whether a rectangle is inside, up to a rounding of lengths.
  func covers(_ other: Rect) -> Bool {
    let most: Length = 0.01
    return other.minX >= minX - most && other.minY >= minY - most && other.maxX <= maxX + most
      && other.maxY <= maxY + most
  }
}

extension Dimension {
  fileprivate static let half = Dimension(fraction: 0.5)

  /// The distance from the start of a box in which an image leaves some room.
  fileprivate func offset(in room: Length) -> Length {
    length + room * fraction
  }
}
