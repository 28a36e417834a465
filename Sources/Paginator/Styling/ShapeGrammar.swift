/// The syntax of `shape-outside` (CSS Shapes 1, sections 3 and 4), without images.
enum ShapeGrammar {
  /// The most corners of a polygon: more are refused, since every line is compared with each.
  private static let mostCorners = 256

  @Sendable static func outside(_ parser: inout ValueParser) -> StyleValue? {
    parser.keyword(of: ["none"]) ?? shape(&parser, boxes: [:], usual: .margin)
  }

  /// A shape, a box, or both.
  /// - Parameters:
  ///   - others: other names of boxes, with the usual ones.
  ///   - usual: the box of a shape without one.
  static func shape(
    _ parser: inout ValueParser, boxes others: [String: String], usual: FloatShape.ReferenceBox
  ) -> StyleValue? {
    var box: StyleValue?
    var outline: StyleValue?
    let boxes = Set(FloatShape.ReferenceBox.allCases.map(\.rawValue)).union(others.keys)
    while !parser.isAtEnd {
      if box == nil, case .keyword(let word)? = parser.keyword(of: boxes) {
        box = .keyword(others[word] ?? word)
      } else if outline == nil, case .function(let name, let content) = parser.peek,
        let shape = shape(name.asciiLowercased, content)
      {
        parser.advance()
        outline = shape
      } else {
        return nil
      }
    }
    guard box != nil || outline != nil else { return nil }
    return .list([box ?? .keyword(usual.rawValue), outline ?? .keyword("box")])
  }

  private static func shape(_ name: String, _ content: [CSSValue]) -> StyleValue? {
    var parser = ValueParser(content)
    let arguments: [StyleValue]? =
      switch name {
      case "circle": round(&parser, radii: 1)
      case "ellipse": round(&parser, radii: 2)
      case "inset": inset(&parser)
      case "polygon": polygon(&parser)
      default: nil
      }
    guard let arguments, parser.isAtEnd else { return nil }
    return .function(name, arguments)
  }

  /// The radii of a circle or an ellipse and the place of its centre.
  private static func round(_ parser: inout ValueParser, radii count: Int) -> [StyleValue]? {
    var radii: [StyleValue] = []
    while radii.count < count,
      let radius = parser.keyword(of: ["closest-side", "farthest-side"])
        ?? parser.dimension(.positive)
    {
      radii.append(radius)
    }
    guard radii.isEmpty || radii.count == count else { return nil }
    while radii.count < count { radii.append(.keyword("closest-side")) }
    guard !parser.isAtEnd else { return radii + [.list([.percentage(50), .percentage(50)])] }
    guard parser.keyword() == "at", let center = BackgroundGrammar.position(&parser) else {
      return nil
    }
    return radii + [center]
  }

  /// The distances from the top, the right, the bottom and the left, and the radii of four corners.
  private static func inset(_ parser: inout ValueParser) -> [StyleValue]? {
    var sides: [StyleValue] = []
    while sides.count < 4, let side = parser.dimension(.lengthOrPercent) {
      sides.append(side)
    }
    guard let top = sides.first else { return nil }
    let right = sides.count > 1 ? sides[1] : top
    let all = [
      top, right, sides.count > 2 ? sides[2] : top, sides.count > 3 ? sides[3] : right,
    ]
    guard !parser.isAtEnd else { return all }
    guard parser.keyword(of: ["round"]) != nil else { return nil }
    return CornerGrammar.shorthand(&parser).map { all + $0.map(\.1) }
  }

  private static func polygon(_ parser: inout ValueParser) -> [StyleValue]? {
    // Which side of a line that crosses itself is inside does not change what is outermost.
    if parser.keyword(of: ["nonzero", "evenodd"]) != nil, !parser.comma() { return nil }
    var corners: [StyleValue] = []
    repeat {
      guard let x = parser.dimension(.lengthOrPercent),
        let y = parser.dimension(.lengthOrPercent)
      else { return nil }
      corners.append(.list([x, y]))
    } while parser.comma() && corners.count < mostCorners
    return corners
  }
}

extension StyleComputer {
  /// The computed value of `shape-outside`; nil for `none`.
  func floatShape(_ value: StyleValue) -> FloatShape? {
    guard case .list(let parts) = value, parts.count == 2 else { return nil }
    var shape = FloatShape()
    shape.reference = keyword(parts[0]).flatMap { .init(rawValue: $0) } ?? .margin
    guard case .function(let name, let arguments) = parts[1] else { return shape }
    switch name {
    case "circle":
      shape.outline = .circle(radius: radius(arguments[0]), center: shapePlace(arguments[1]))
    case "ellipse":
      shape.outline = .ellipse(
        across: radius(arguments[0]), down: radius(arguments[1]),
        center: shapePlace(arguments[2]))
    case "inset":
      let sides = arguments.map { lengths.dimension($0) ?? .zero }
      let edges = Edges(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
      shape.outline =
        arguments.count == 8
        ? .roundedInset(edges, corners(Array(arguments[4...]))) : .inset(edges)
    default: shape.outline = .polygon(arguments.map(shapePlace))
    }
    return shape
  }

  private func corners(_ values: [StyleValue]) -> CornerRadii {
    var radii = CornerRadii()
    for (corner, value) in zip(CornerRadii.Corner.allCases, values) {
      guard case .list(let parts) = value, parts.count == 2 else { continue }
      radii[corner] = CornerRadii.Radius(
        across: lengths.dimension(parts[0]) ?? .zero, down: lengths.dimension(parts[1]) ?? .zero)
    }
    return radii
  }

  private func radius(_ value: StyleValue) -> FloatShape.Radius {
    switch value {
    case .keyword("closest-side"): .closestSide
    case .keyword("farthest-side"): .farthestSide
    default: .length(lengths.dimension(value) ?? .zero)
    }
  }

  private func shapePlace(_ value: StyleValue) -> FloatShape.Place {
    guard case .list(let parts) = value, parts.count == 2 else {
      return FloatShape.Place(x: .zero, y: .zero)
    }
    return FloatShape.Place(x: place(parts[0]), y: place(parts[1]))
  }
}
