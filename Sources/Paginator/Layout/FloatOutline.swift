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
    self.shape = rounded ?? Self.shape(shape.outline, in: reference)
  }

  /// A box with rounded corners; nil for other shapes.
  /// - Parameter whole: the margin box.
  private static func rounded(
    _ shape: FloatShape, _ box: BoxProperties, _ whole: Rect, _ area: Rect, around: Length,
    margin: Double
  ) -> Shape? {
    let size = (width: Double(area.width.rawValue), height: Double(area.height.rawValue))
    switch shape.outline {
    case .box where box.corners != nil:
      let (width, height) = (whole.width.rawValue, whole.height.rawValue)
      let border = reference(.border, box, width, height, around)
      let insets = [
        area.minY - border.minY, border.maxX - area.maxX, border.maxY - area.maxY,
        area.minX - border.minX,
      ]
      let radii = box.radii(
        ofBoxInside: insets.map { Double($0.rawValue) },
        border: (Double(border.width.rawValue), Double(border.height.rawValue)))
      guard case .rectangle(let x, let y) = Self.shape(.box, in: area) else { return nil }
      return .rounded(
        RoundedOutline(
          x: (x.lowerBound, x.upperBound), y: (y.lowerBound, y.upperBound), radii: radii,
          margin: margin))
    case .roundedInset(_, let corners):
      guard case .rectangle(let x, let y) = Self.shape(shape.outline, in: area) else { return nil }
      return .rounded(
        RoundedOutline(
          x: (x.lowerBound, x.upperBound), y: (y.lowerBound, y.upperBound),
          radii: CornerRadii.Corner.allCases.map { corners[$0].resolved(size) }, margin: margin))
    default: return nil
    }
  }

  private static func reference(
    _ kind: FloatShape.ReferenceBox, _ box: BoxProperties, _ width: Int, _ height: Int,
    _ around: Length
  ) -> Rect {
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
    return Rect(
      raw: left, top, max(0, width - left - inset(\.right, box.border.right)),
      max(0, height - top - inset(\.bottom, box.border.bottom)))
  }

  private static func shape(_ outline: FloatShape.Outline, in area: Rect) -> Shape {
    func raw(_ point: Point) -> (x: Double, y: Double) {
      (Double(point.x.rawValue), Double(point.y.rawValue))
    }
    switch outline.resolved(in: area) {
    case .rectangle(let rect):
      let (start, end) = (
        raw(Point(x: rect.minX, y: rect.minY)), raw(Point(x: rect.maxX, y: rect.maxY))
      )
      return .rectangle(x: start.x..<end.x, y: start.y..<end.y)
    case .ellipse(let center, let across, let down):
      return .ellipse(
        center: raw(center), radius: (Double(across.rawValue), Double(down.rawValue)))
    case .polygon(let corners): return .polygon(corners.map(raw))
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
