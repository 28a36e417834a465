/// The nine parts of an image in place of a box's borders (CSS Backgrounds 3, section 6.2).
///
/// The image is cut by two lines across and two down. Its corners go to the corners of the border image area, its
/// sides are scaled to the width of theirs and repeated along them, and its middle fills the rest if it is to be
/// drawn at all. A copy of a part is the whole image, scaled, of which only the part is inside of a clip.
struct BorderImageDrawing {
  private let image: ImageReference
  private let picture: BorderPicture
  /// The places of the four cuts across and down, with the edges, in the image and on the page, in points.
  private let source: (x: [Double], y: [Double])
  private let target: (x: [Double], y: [Double])

  /// More copies of a part than this cannot be told apart: it is stretched.
  private static let mostCopies = 200

  /// Nil for borders that cells share, and for an image without a size.
  init?(_ layer: BoxPicture, behind fragment: BoxFragment, _ style: BoxProperties, x: Int, y: Int) {
    guard let picture = layer.border, fragment.borders == nil else { return nil }
    let has = [fragment.hasTop, fragment.hasRight, fragment.hasBottom, fragment.hasLeft]
    let borders = zip(style.border.all, has).map { $1 ? $0.width.points : 0 }
    let outsets = zip(zip(picture.outsets.all, has), borders).map { side, border in
      side.1 ? side.0.length(of: 0, unit: border) : 0
    }
    let box = Rect(raw: x, y, fragment.width, fragment.height)
    let (left, top) = (box.minX.points - outsets[3], box.minY.points - outsets[0])
    let width = box.width.points + outsets[3] + outsets[1]
    let height = box.height.points + outsets[0] + outsets[2]
    let area = Size(width: Length(points: width), height: Length(points: height))
    let size = NaturalSize(layer.image).size(width: nil, height: nil, in: area)
    guard size.width > 0, size.height > 0,
      let image = layer.image?.drawn(at: size)
        ?? picture.gradient.map({ GradientDrawing($0, size: size).image })
    else { return nil }
    (self.image, self.picture) = (image, picture)
    let whole = [size.height.points, size.width.points, size.height.points, size.width.points]
    let slices = zip(picture.slices.all, whole).map { min($0.length(of: $1, unit: 0.75), $1) }
    let reach = [height, width, height, width]
    var widths = (0..<4).map { side -> Double in
      guard has[side] else { return 0 }
      let own = picture.widths.all[side]
      return own == .auto
        ? (layer.image?.hasNaturalSize ?? false ? slices[side] : borders[side])
        : own.length(of: reach[side], unit: borders[side])
    }
    let across = widths[1] + widths[3]
    let down = widths[0] + widths[2]
    let scale = min(1, across > 0 ? width / across : 1, down > 0 ? height / down : 1)
    widths = widths.map { $0 * scale }
    source = (
      [0, slices[3], whole[1] - slices[1], whole[1]],
      [0, slices[0], whole[0] - slices[2], whole[0]]
    )
    target = (
      [left, left + widths[3], left + width - widths[1], left + width],
      [top, top + widths[0], top + height - widths[2], top + height]
    )
  }

  var shapes: [PageShape] {
    var result: [PageShape] = []
    for row in 0..<3 {
      for column in 0..<3 where row != 1 || column != 1 || picture.isFilled {
        result += part(column, row)
      }
    }
    return result
  }

  private func part(_ column: Int, _ row: Int) -> [PageShape] {
    let (width, height) = (length(source.x, column), length(source.y, row))
    let (wide, high) = (length(target.x, column), length(target.y, row))
    guard min(width, height, wide, high) > 0.01 else { return [] }
    let across = copies(
      column == 1 ? picture.repeatsAcross : .stretch, at: target.x[column], length: wide,
      size: width * scale(across: true, row))
    let down = copies(
      row == 1 ? picture.repeatsDown : .stretch, at: target.y[row], length: high,
      size: height * scale(across: false, column))
    return down.starts.flatMap { top in
      across.starts.compactMap { left -> PageShape? in
        let (x, y) = (across.size / width, down.size / height)
        let place = Self.rect(
          left - source.x[column] * x, top - source.y[row] * y, (source.x[3] - source.x[0]) * x,
          (source.y[3] - source.y[0]) * y)
        let (right, bottom) = (left + across.size, top + down.size)
        let (minX, minY) = (max(left, target.x[column]), max(top, target.y[row]))
        let window = Self.rect(
          minX, minY, min(right, target.x[column + 1]) - minX,
          min(bottom, target.y[row + 1]) - minY)
        return window.isEmpty ? nil : .tiles(PictureTiles(image, at: place, in: window))
      }
    }
  }

  /// A rectangle of points.
  private static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    let (left, top) = (Length(points: x), Length(points: y))
    return Rect(
      x: left, y: top, width: Length(points: x + width) - left,
      height: Length(points: y + height) - top)
  }

  private func length(_ places: [Double], _ index: Int) -> Double {
    places[index + 1] - places[index]
  }

  /// How much a repeated part is scaled along its side: as across its side. In the middle, that is the scale of
  /// the side before it or else after it.
  private func scale(across: Bool, _ place: Int) -> Double {
    let (source, target) = across ? (self.source.y, self.target.y) : (self.source.x, self.target.x)
    for side in place == 1 ? [0, 2] : [place]
    where length(source, side) > 0.01 && length(target, side) > 0.01 {
      return length(target, side) / length(source, side)
    }
    return 1
  }

  private func copies(
    _ repetition: BorderPicture.Repetition, at start: Double, length: Double, size: Double
  ) -> (starts: [Double], size: Double) {
    let whole = ([start], length)
    guard repetition != .stretch, size > 0.01, length / size < Double(Self.mostCopies) else {
      return whole
    }
    switch repetition {
    case .stretch: return whole
    case .round:
      let count = max(1, (length / size).rounded())
      return ((0..<Int(count)).map { start + length / count * Double($0) }, length / count)
    case .space:
      // Up to a rounding of lengths.
      let count = (length / size + 1e-3).rounded(.down)
      let gap = (length - count * size) / (count + 1)
      return ((0..<Int(count)).map { start + gap + (size + gap) * Double($0) }, size)
    case .repeat:
      // One copy is in the middle.
      let before = ((length - size) / 2 / size).rounded(.up)
      let first = start + (length - size) / 2 - max(0, before) * size
      let count = Int(((start + length - first) / size - 1e-3).rounded(.up))
      return ((0..<max(1, count)).map { first + size * Double($0) }, size)
    }
  }
}

extension BorderPicture.Distance {
  /// In points.
  fileprivate func length(of whole: Double, unit: Double) -> Double {
    switch self {
    case .number(let number): number * unit
    case .dimension(let dimension):
      max(0, dimension.resolved(against: Length(points: whole)).points)
    case .auto: 0
    }
  }
}

extension ImageReference {
  fileprivate var hasNaturalSize: Bool {
    size != nil || naturalWidth != nil || naturalHeight != nil
  }
}
