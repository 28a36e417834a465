/// The outline of a float with `shape-outside`, from the top left corner of its margin box (CSS Shapes
/// 1). Text beside the float reaches as far as the outline lets it.
struct FloatOutline {
  private enum Shape {
    case rectangle(x: Range<Double>, y: Range<Double>)
    case rounded(RoundedOutline)
    case ellipse(center: (x: Double, y: Double), radius: (x: Double, y: Double))
    case polygon([(x: Double, y: Double)])
  }

  private let shape: Shape
  /// `shape-margin`.
  private let margin: Double
  /// The size of the float's margin box, over which the outline has no effect.
  private let width: Int
  private let height: Int

  /// - Parameters:
  ///   - width: of the margin box.
  ///   - around: the width of the block around the float.
  /// - Returns: nil without `shape-outside`.
  init?(_ box: BoxProperties, width: Int, height: Int, around: Length) {
    guard let shape = box.floatShape else { return nil }
    self.width = width
    self.height = height
    margin = Double(max(0, (box.shapeMargin ?? .zero).resolved(against: around).rawValue))
    let reference = Self.reference(shape.reference, box, width, height, around)
    let rounded = Self.rounded(
      shape, box, Rect(raw: 0, 0, width, height), reference, around: around, margin: margin)
    self.shape = rounded ?? Self.resolved(shape.outline, in: reference)
  }

  /// A box with rounded corners; nil for other shapes.
  /// - Parameter whole: the margin box.
  private static func rounded(
    _ shape: FloatShape, _ box: BoxProperties, _ whole: Rect, _ area: Area, around: Length,
    margin: Double
  ) -> Shape? {
    let size = (width: area.width, height: area.height)
    switch shape.outline {
    case .box where box.corners != nil:
      let (width, height) = (whole.width.rawValue, whole.height.rawValue)
      let border = reference(.border, box, width, height, around)
      let insets = [
        area.y - border.y, border.x + border.width - area.x - area.width,
        border.y + border.height - area.y - area.height, area.x - border.x,
      ]
      let radii = box.radii(ofBoxInside: insets, border: (border.width, border.height))
      return .rounded(
        RoundedOutline(
          x: (area.x, area.x + area.width), y: (area.y, area.y + area.height), radii: radii,
          margin: margin))
    case .roundedInset(let sides, let corners):
      guard case .rectangle(let x, let y) = resolved(.inset(sides), in: area) else { return nil }
      return .rounded(
        RoundedOutline(
          x: (x.lowerBound, x.upperBound), y: (y.lowerBound, y.upperBound),
          radii: CornerRadii.Corner.allCases.map { corners[$0].resolved(size) }, margin: margin))
    default: return nil
    }
  }

  /// The reference box, in 1/1024 points.
  private typealias Area = (x: Double, y: Double, width: Double, height: Double)

  private static func reference(
    _ kind: FloatShape.ReferenceBox, _ box: BoxProperties, _ width: Int, _ height: Int,
    _ around: Length
  ) -> Area {
    func inset(_ side: KeyPath<Edges<Dimension>, Dimension>, _ border: BorderSide) -> Int {
      var distance = 0
      if kind != .margin {
        distance += box.margin[keyPath: side].resolved(against: around).rawValue
      }
      if kind == .padding || kind == .content { distance += border.width.rawValue }
      if kind == .content {
        distance += box.padding[keyPath: side].resolved(against: around).rawValue
      }
      return distance
    }
    let left = inset(\.left, box.border.left)
    let top = inset(\.top, box.border.top)
    return (
      x: Double(left), y: Double(top),
      width: Double(max(0, width - left - inset(\.right, box.border.right))),
      height: Double(max(0, height - top - inset(\.bottom, box.border.bottom)))
    )
  }

  private static func resolved(_ outline: FloatShape.Outline, in area: Area) -> Shape {
    func across(_ x: Dimension) -> Double {
      Double(x.resolved(against: Length(rawValue: Int(area.width))).rawValue)
    }
    func down(_ y: Dimension) -> Double {
      Double(y.resolved(against: Length(rawValue: Int(area.height))).rawValue)
    }
    switch outline {
    case .box:
      return .rectangle(x: area.x..<area.x + area.width, y: area.y..<area.y + area.height)
    case .inset(let sides), .roundedInset(let sides, _):
      let left = area.x + across(sides.left)
      let top = area.y + down(sides.top)
      return .rectangle(
        x: left..<max(left, area.x + area.width - across(sides.right)),
        y: top..<max(top, area.y + area.height - down(sides.bottom)))
    case .circle(let radius, let center):
      let place = (x: across(center.x), y: down(center.y))
      let distances = [place.x, area.width - place.x, place.y, area.height - place.y]
      // A percentage is of the box's diagonal, divided by the root of two.
      let diagonal = ((area.width * area.width + area.height * area.height) / 2).squareRoot()
      let own = Self.radius(radius, distances, of: diagonal)
      return .ellipse(center: (area.x + place.x, area.y + place.y), radius: (own, own))
    case .ellipse(let horizontal, let vertical, let center):
      let place = (x: across(center.x), y: down(center.y))
      let radius = (
        x: Self.radius(horizontal, [place.x, area.width - place.x], of: area.width),
        y: Self.radius(vertical, [place.y, area.height - place.y], of: area.height)
      )
      return .ellipse(center: (area.x + place.x, area.y + place.y), radius: radius)
    case .polygon(let corners):
      return .polygon(corners.map { (area.x + across($0.x), area.y + down($0.y)) })
    }
  }

  private static func radius(
    _ radius: FloatShape.Radius, _ distances: [Double], of base: Double
  ) -> Double {
    switch radius {
    case .closestSide: distances.map(abs).min() ?? 0
    case .farthestSide: distances.map(abs).max() ?? 0
    case .length(let length):
      Double(max(0, length.resolved(against: Length(rawValue: Int(base))).rawValue))
    }
  }

  /// How far the outline reaches over lines between two heights: its right edge for a float on the left,
  /// its left edge for one on the right. It is never outside the margin box.
  /// - Returns: nil where the float is not between these heights.
  func reach(_ side: FloatSide, from top: Int, to bottom: Int) -> Int? {
    let range = (top: Double(max(0, top)), bottom: Double(min(height, bottom)))
    guard range.top < range.bottom else { return nil }
    let sign: Double = side == .left ? 1 : -1
    let reach: Double?
    switch shape {
    case .rectangle(let x, let y):
      let touches =
        !x.isEmpty && !y.isEmpty && y.lowerBound - margin < range.bottom
        && y.upperBound + margin > range.top
      reach = touches ? (side == .left ? x.upperBound : x.lowerBound) + margin * sign : nil
    case .rounded(let outline): reach = outline.reach(side, range)
    case .ellipse(let center, let radius):
      let own = (x: radius.x + margin, y: radius.y + margin)
      let distance = Self.distance(center.y, range)
      reach =
        radius.x > 0 && radius.y > 0 && distance < own.y
        ? center.x + sign * own.x * (1 - distance * distance / (own.y * own.y)).squareRoot() : nil
    case .polygon(let corners): reach = self.reach(of: corners, range, sign)
    }
    return reach.map { Int(min(max($0, 0), Double(width))) }
  }

  private static func distance(_ y: Double, _ range: (top: Double, bottom: Double)) -> Double {
    y < range.top ? range.top - y : y > range.bottom ? y - range.bottom : 0
  }

  /// The number of points on each side of a polygon around which its margin is measured.
  private static let samples = 16

  /// Lengths are rounded to this.
  private static let touching = 1.0

  private func reach(
    of corners: [(x: Double, y: Double)], _ range: (top: Double, bottom: Double), _ sign: Double
  ) -> Double? {
    var reach: Double?
    func include(_ x: Double, _ y: Double) {
      let distance = Self.distance(y, range)
      guard distance <= margin else { return }
      let edge = sign * x + (margin * margin - distance * distance).squareRoot()
      reach = max(reach ?? edge, edge)
    }
    for (index, end) in corners.enumerated() {
      let start = corners[index == 0 ? corners.count - 1 : index - 1]
      // The part of the side that is near enough.
      let low = max(min(start.y, end.y), range.top - margin)
      let high = min(max(start.y, end.y), range.bottom + margin)
      let drop = end.y - start.y
      // A side that only touches the line is not beside it.
      let isBeside =
        max(start.y, end.y) > range.top - margin + Self.touching
        && min(start.y, end.y) < range.bottom + margin - Self.touching
      guard isBeside else { continue }
      guard drop != 0 else {
        include(start.x, start.y)
        include(end.x, end.y)
        continue
      }
      let count = margin > 0 ? Self.samples : 1
      for step in 0...count {
        let y = low + (high - low) * Double(step) / Double(count)
        include(start.x + (end.x - start.x) * (y - start.y) / drop, y)
      }
    }
    return reach.map { $0 * sign }
  }
}
