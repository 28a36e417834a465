/// An image that repeats behind a box (CSS Backgrounds 3, section 3). Lengths are points.
public struct PictureTiles: Hashable, Sendable {
  /// The image that is drawn once in each tile.
  public let image: ImageReference
  /// The rectangle of the first copy, on the page.
  public let tile: Rect
  /// The distance from the left edge of a copy to that of the next, and from top to top.
  public let step: Size
  /// The number of copies across.
  public let columns: Int
  /// The number of copies down.
  public let rows: Int
  /// The part of the page outside of which nothing is drawn.
  public let clip: Rect

  /// The part of the page that the copies cover.
  var area: Rect {
    let right = columns == 1 ? min(clip.maxX, tile.maxX) : clip.maxX
    let bottom = rows == 1 ? min(clip.maxY, tile.maxY) : clip.maxY
    let left = columns == 1 ? max(clip.minX, tile.minX) : clip.minX
    let top = rows == 1 ? max(clip.minY, tile.minY) : clip.minY
    return Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  /// Nil if nothing of the image is inside the box.
  init?(
    _ layer: BoxPicture, behind fragment: BoxFragment, _ style: BoxProperties, x: Int, y: Int
  ) {
    let picture = layer.picture
    let area =
      layer.area
      ?? fragment.pictureArea.map {
        Rect(
          x: $0.minX + Length(rawValue: x), y: $0.minY + Length(rawValue: y), width: $0.width,
          height: $0.height)
      }
      ?? fragment.area(picture.origin, style, x: x, y: y)
    clip = fragment.area(picture.clip, style, x: x, y: y)
    guard clip.width > 0, clip.height > 0,
      let plain = Self.size(of: layer.image, picture.scale, in: area.size)
    else { return nil }
    let size = picture.rounded(plain, in: area.size)
    guard Self.isVisible(size) else { return nil }
    let across = Direction(
      picture.repeatsAcross, size: size.width, in: Span(area.minX, area.maxX), picture.x,
      clip: Span(clip.minX, clip.maxX))
    let down = Direction(
      picture.repeatsDown, size: size.height, in: Span(area.minY, area.maxY), picture.y,
      clip: Span(clip.minY, clip.maxY))
    let tile = Rect(x: across.start, y: down.start, width: across.size, height: down.size)
    guard
      let image = layer.image?.drawn(at: tile.size)
        ?? picture.gradient.map({ GradientDrawing($0, size: tile.size).image })
    else { return nil }
    self.tile = tile
    self.image = image
    step = Size(width: across.step, height: down.step)
    (columns, rows) = (across.count, down.count)
    if columns <= 0 || rows <= 0 || self.area.isEmpty { return nil }
  }

  /// An image that fills a rectangle.
  init(once image: ImageReference, in rect: Rect) { self.init(image, at: rect, in: rect) }

  /// An image in a rectangle, of which a part is drawn.
  init(_ image: ImageReference, at rect: Rect, in clip: Rect) {
    self.image = image
    tile = rect
    self.clip = clip
    step = rect.size
    (columns, rows) = (1, 1)
  }

  /// The size of a copy; nil if it is empty.
  private static func size(
    of image: ImageReference?, _ scale: BackgroundPicture.Scale, in area: Size
  ) -> Size? {
    let natural = NaturalSize(image)
    let size =
      switch scale {
      case .cover: natural.covering(area)
      case .contain: natural.contained(in: area)
      case .lengths(let width, let height):
        natural.size(
          width: width.isAuto ? nil : width.resolved(against: area.width),
          height: height.isAuto ? nil : height.resolved(against: area.height), in: area)
      }
    return isVisible(size) ? size : nil
  }

  /// Less than a hundredth of a point cannot be seen, and would repeat without end.
  private static func isVisible(_ size: Size) -> Bool {
    size.width.rawValue > 10 && size.height.rawValue > 10
  }

  /// One side of a rectangle.
  private struct Span {
    let start: Length
    let end: Length
    var length: Length { end - start }

    init(_ start: Length, _ end: Length) {
      self.start = start
      self.end = end
    }
  }

  /// The copies in one direction.
  private struct Direction {
    var start: Length
    var size: Length
    var step: Length
    var count = 1

    init(
      _ repetition: BackgroundPicture.Repetition, size wanted: Length, in area: Span,
      _ place: Dimension, clip: Span
    ) {
      let room = area.length
      size = wanted
      start = area.start + place.resolved(against: room - size)
      step = size
      switch repetition {
      case .noRepeat: return
      case .space:
        let fitting = room.rawValue / size.rawValue
        guard fitting > 1 else { return }
        start = area.start
        step = size + Length(rawValue: (room - size * fitting).rawValue / (fitting - 1))
      case .round, .repeat: break
      }
      let before = (start - clip.start).rawValue
      let copies =
        before > 0 ? (before + step.rawValue - 1) / step.rawValue : before / step.rawValue
      start = start - Length(rawValue: copies * step.rawValue)
      count = max(0, ((clip.end - start).rawValue + step.rawValue - 1) / step.rawValue)
    }
  }
}

extension BackgroundPicture {
  /// The size of a copy, with `round` in one or both directions. Where the size in the other direction is `auto`,
  /// the copy keeps its proportions (CSS Backgrounds 3, section 3.9).
  fileprivate func rounded(_ size: Size, in area: Size) -> Size {
    func fitting(_ length: Length, _ room: Length) -> Length {
      guard room > 0 else { return length }
      let count = max(1, (room.rawValue + length.rawValue / 2) / length.rawValue)
      return Length(rawValue: max(1, room.rawValue / count))
    }
    let width = repeatsAcross == .round ? fitting(size.width, area.width) : size.width
    let height = repeatsDown == .round ? fitting(size.height, area.height) : size.height
    guard case .lengths(let wide, let high) = scale else {
      return Size(width: width, height: height)
    }
    if repeatsAcross == .round, repeatsDown != .round, high.isAuto {
      return Size(width: width, height: size.height * (width.points / size.width.points))
    }
    if repeatsDown == .round, repeatsAcross != .round, wide.isAuto {
      return Size(width: size.width * (height.points / size.height.points), height: height)
    }
    return Size(width: width, height: height)
  }
}

extension BoxFragment {
  /// One of the boxes of a fragment whose border box begins at a place, in 1/1024 points.
  func area(
    _ area: BackgroundPicture.Area, _ style: BoxProperties, x: Int, y: Int
  ) -> Rect {
    let whole = Rect(raw: x, y, width, height)
    guard area != .border else { return borders.map { shared(whole, $0) } ?? whole }
    let sides = borders ?? style.border
    var (left, right) = (hasLeft ? sides.left.width : 0, hasRight ? sides.right.width : 0)
    var (top, bottom) = (hasTop ? sides.top.width : 0, hasBottom ? sides.bottom.width : 0)
    if area == .content {
      let around = Length(rawValue: width)
      left += style.padding.left.resolved(against: around)
      right += style.padding.right.resolved(against: around)
      top += hasTop ? style.padding.top.resolved(against: around) : 0
      bottom += hasBottom ? style.padding.bottom.resolved(against: around) : 0
    }
    return Rect(
      x: whole.minX + left, y: whole.minY + top, width: max(0, whole.width - left - right),
      height: max(0, whole.height - top - bottom))
  }

  /// The border box of a cell, which has half of each border that it shares (CSS 2, section 17.6.2).
  private func shared(_ whole: Rect, _ borders: Edges<BorderSide>) -> Rect {
    func half(_ width: Length, _ isThere: Bool, _ rest: Int = 0) -> Length {
      isThere ? Length(rawValue: (width.rawValue + rest) / 2) : 0
    }
    let left = half(borders.left.width, hasLeft)
    let top = half(borders.top.width, hasTop)
    let right = half(borders.right.width, hasRight, 1)
    let bottom = half(borders.bottom.width, hasBottom, 1)
    return Rect(
      x: whole.minX + left, y: whole.minY + top, width: max(0, whole.width - left - right),
      height: max(0, whole.height - top - bottom))
  }
}
