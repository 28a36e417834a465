/// A rectangle with rounded corners that text goes around (CSS Shapes 1, sections 3 and 4.1). In 1/1024 points.
struct RoundedOutline {
  /// The radii of a corner.
  typealias Radius = (x: Double, y: Double)

  private let x: (start: Double, end: Double)
  private let y: (start: Double, end: Double)
  /// From the top left corner, clockwise.
  private let radii: [Radius]

  /// - Parameters:
  ///   - x, y: the edges.
  ///   - radii: four; they become smaller in proportion where they overlap (CSS Backgrounds 3, section 4.5).
  ///   - margin: how far the outline is outside of it on all sides.
  init(
    x: (start: Double, end: Double), y: (start: Double, end: Double), radii: [Radius],
    margin: Double = 0
  ) {
    self.radii = Self.fitted(radii, width: x.end - x.start, height: y.end - y.start).map {
      ($0.x + margin, $0.y + margin)
    }
    self.x = (x.start - margin, x.end + margin)
    self.y = (y.start - margin, y.end + margin)
  }

  static func fitted(_ radii: [Radius], width: Double, height: Double) -> [Radius] {
    let sums = [
      (width, radii[0].x + radii[1].x), (height, radii[1].y + radii[2].y),
      (width, radii[2].x + radii[3].x), (height, radii[3].y + radii[0].y),
    ]
    let factor = sums.filter { $0.1 > $0.0 }.map { max(0, $0.0) / $0.1 }.min() ?? 1
    return radii.map { ($0.x * factor, $0.y * factor) }
  }

  /// How far it reaches between two heights to the side of a float's text; nil where it does not.
  func reach(_ side: FloatSide, _ range: (top: Double, bottom: Double)) -> Double? {
    guard x.end > x.start, y.start < range.bottom, y.end > range.top else { return nil }
    let (upper, lower) = side == .left ? (radii[1], radii[2]) : (radii[0], radii[3])
    let missing: Double
    if range.bottom < y.start + upper.y {
      missing = Self.cut(upper, y.start + upper.y - range.bottom)
    } else if range.top > y.end - lower.y {
      missing = Self.cut(lower, range.top - (y.end - lower.y))
    } else {
      missing = 0
    }
    return side == .left ? x.end - missing : x.start + missing
  }

  /// What a corner cuts off at a distance from where its curve begins.
  private static func cut(_ radius: Radius, _ distance: Double) -> Double {
    let share = min(1, distance / radius.y)
    return radius.x * (1 - (1 - share * share).squareRoot())
  }
}

extension BoxProperties {
  /// The radii of the corners of one of a float's boxes (CSS Shapes 1, section 3.1).
  ///
  /// - Parameters:
  ///   - insets: from the border box to that box: the top, the right, the bottom and the left; negative for the
  ///     margin box.
  ///   - border: the size of the border box.
  func radii(
    ofBoxInside insets: [Double], border: (width: Double, height: Double)
  ) -> [RoundedOutline.Radius] {
    guard let corners else { return Array(repeating: (0, 0), count: 4) }
    let own = RoundedOutline.fitted(
      CornerRadii.Corner.allCases.map { corners[$0].resolved(border) }, width: border.width,
      height: border.height)
    return own.enumerated().map { index, radius in
      let upper = index < 2 ? insets[0] : insets[2]
      let side = index == 0 || index == 3 ? insets[3] : insets[1]
      return (Self.radius(radius.x, inset: side), Self.radius(radius.y, inset: upper))
    }
  }

  /// A radius that is small grows less than the margin, so that a square corner stays square.
  private static func radius(_ radius: Double, inset: Double) -> Double {
    guard inset < 0, radius < -inset else { return max(0, radius - inset) }
    let share = radius / -inset - 1
    return radius - inset * (1 + share * share * share)
  }
}

extension CornerRadii.Radius {
  /// The radii in a box of a size, in 1/1024 points.
  func resolved(_ size: (width: Double, height: Double)) -> RoundedOutline.Radius {
    func length(_ radius: Dimension, _ base: Double) -> Double {
      Double(max(0, radius.resolved(against: Length(rawValue: Int(base))).rawValue))
    }
    return (length(across, size.width), length(down, size.height))
  }
}
