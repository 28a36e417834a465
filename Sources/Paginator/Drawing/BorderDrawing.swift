/// The borders of a box as filled areas (CSS Backgrounds 3, section 4). Sides that differ meet on the
/// line between the corners of the border box and the padding box.
struct BorderDrawing {
  /// A filled part of a side.
  enum Part {
    case rect(Rect, Color)
    case polygon([Point], Color)
  }

  /// The border box, in 1/1024 points.
  private let x: Int
  private let y: Int
  private let width: Int
  private let height: Int
  /// Top, right, bottom, left; a side without a width is not drawn.
  let sides: [BorderSide]
  /// Whether the borders belong to several cells, so that no side ends at a corner of this one.
  private let isCollapsed: Bool

  /// - Parameter style: with the borders, unless those of the fragment replace them.
  init(_ fragment: BoxFragment, style: BoxProperties, x: Int, y: Int) {
    (self.x, self.y, width, height) = (x, y, fragment.width, fragment.height)
    isCollapsed = fragment.borders != nil
    let border = fragment.borders ?? style.border
    let has = [fragment.hasTop, fragment.hasRight, fragment.hasBottom, fragment.hasLeft]
    sides = zip(border.all, has).map { side, isThere in
      isThere && side.style.isDrawn ? side : BorderSide()
    }
  }

  /// The sides that are lines of dots or dashes.
  var dashed: [(side: BorderSide, isVertical: Bool, start: Point, length: Length)] {
    (0..<4).filter { sides[$0].isVisible && sides[$0].isDashed }.map { index in
      let (side, isVertical) = (sides[index], index % 2 == 1)
      let thickness = side.width.rawValue
      let left = index == 1 ? x + width - thickness : x
      let top = index == 2 ? y + height - thickness : y
      return (
        side, isVertical,
        Point(
          x: Length(rawValue: isVertical ? left + thickness / 2 : left),
          y: Length(rawValue: isVertical ? top : top + thickness / 2)),
        Length(rawValue: isVertical ? height : width)
      )
    }
  }

  /// The filled parts of the other sides.
  var parts: [Part] {
    [0, 2, 3, 1].flatMap { index -> [Part] in
      guard sides[index].isVisible, !sides[index].isDashed else { return [] }
      return bands(of: index).map { part(of: index, from: $0.from, to: $0.to, $0.color) }
    }
  }

  /// The thirds or halves of a side, counted in sixths from its outer edge.
  func bands(of index: Int) -> [(from: Int, to: Int, color: Color)] {
    let side = sides[index]
    let isUpper = index == 0 || index == 3
    let color = side.drawnColor
    let (dark, light) = color.shades
    switch isCollapsed ? side.style.whenCollapsed : side.style {
    // Less than 0.75 points has no room for two lines.
    case .double where side.width >= 0.75: return [(0, 2, color), (4, 6, color)]
    case .groove: return [(0, 3, isUpper ? dark : light), (3, 6, isUpper ? light : dark)]
    case .ridge: return [(0, 3, isUpper ? light : dark), (3, 6, isUpper ? dark : light)]
    case .inset: return [(0, 6, isUpper ? dark : light)]
    case .outset: return [(0, 6, isUpper ? light : dark)]
    default: return [(0, 6, color)]
    }
  }

  /// A band of a side: a rectangle, or with slanted ends where it meets a side that differs.
  private func part(of index: Int, from: Int, to: Int, _ color: Color) -> Part {
    let (outer, inner) = (corners(from), corners(to))
    let next = (index + 1) % 4
    let isVertical = index % 2 == 1
    func joined(_ outer: Point, _ inner: Point) -> Point {
      isVertical ? Point(x: inner.x, y: outer.y) : Point(x: outer.x, y: inner.y)
    }
    let startsSquare = isSquare(index, (index + 3) % 4)
    let endsSquare = isSquare(index, next)
    let points = [
      outer[index], outer[next],
      endsSquare ? joined(outer[next], inner[next]) : inner[next],
      startsSquare ? joined(outer[index], inner[index]) : inner[index],
    ]
    guard startsSquare, endsSquare else { return .polygon(points, color) }
    let (first, last) = (points[0], points[2])
    return .rect(
      Rect(
        x: min(first.x, last.x), y: min(first.y, last.y),
        width: max(first.x, last.x) - min(first.x, last.x),
        height: max(first.y, last.y) - min(first.y, last.y)), color)
  }

  /// The corners of the border box moved inwards by some sixths of each side, from the top left
  /// corner on.
  func corners(_ sixths: Int) -> [Point] {
    let insets = sides.map { $0.width.rawValue * sixths / 6 }
    let (left, right) = (x + insets[3], x + width - insets[1])
    let (top, bottom) = (y + insets[0], y + height - insets[2])
    return [(left, top), (right, top), (right, bottom), (left, bottom)].map {
      Point(x: Length(rawValue: $0.0), y: Length(rawValue: $0.1))
    }
  }

  /// Whether a side may cover the whole corner that it shares with another.
  private func isSquare(_ index: Int, _ neighbour: Int) -> Bool {
    let (side, other) = (sides[index], sides[neighbour])
    if isCollapsed || other.width == 0 { return true }
    return side.drawnColor == other.drawnColor && side.drawnColor.alpha == 255 && !side.hasShades
      && !other.hasShades
  }
}

extension LineStyle {
  /// The style in a table with collapsed borders (CSS 2, section 17.6.3).
  fileprivate var whenCollapsed: LineStyle {
    switch self {
    case .inset: .ridge
    case .outset: .groove
    default: self
    }
  }
}

extension BorderSide {
  var isDashed: Bool { style == .dotted || style == .dashed }

  var hasShades: Bool {
    switch style {
    case .groove, .ridge, .inset, .outset: true
    default: false
    }
  }
}

extension Color {
  /// The two colors of a border that looks carved or raised. The specification leaves them open:
  /// here the lighter one is the color itself, unless it is too dark to have a darker one.
  fileprivate var shades: (dark: Color, light: Color) {
    if let ink { return shades(of: ink) }
    func mixed(with other: Int) -> Color {
      func mix(_ component: UInt8) -> UInt8 { UInt8((Int(component) + other) / 2) }
      return Color(red: mix(red), green: mix(green), blue: mix(blue), alpha: alpha)
    }
    return max(red, green, blue) < 64 ? (self, mixed(with: 170)) : (mixed(with: 0), self)
  }

  private func shades(of ink: Ink) -> (dark: Color, light: Color) {
    if let spot = ink.spot {
      // A spot ink has tints, and no darker color.
      let tint = Ink(
        cyan: ink.cyan, magenta: ink.magenta, yellow: ink.yellow, black: ink.black, spot: spot,
        tint: ink.tint / 2)
      return (self, Color(ink: tint, alpha: alpha))
    }
    if ink.black >= 750 {
      let lighter = Ink(
        cyan: ink.cyan, magenta: ink.magenta, yellow: ink.yellow, black: ink.black / 2)
      return (self, Color(ink: lighter, alpha: alpha))
    }
    let darker = Ink(
      cyan: ink.cyan, magenta: ink.magenta, yellow: ink.yellow, black: ink.black + 500)
    return (Color(ink: darker, alpha: alpha), self)
  }
}
