/// The syntax of `border-radius` and its longhands (CSS Backgrounds 3, section 4.1).
enum CornerGrammar {
  static let longhands = ["top-left", "top-right", "bottom-right", "bottom-left"].map {
    "border-\($0)-radius"
  }

  /// The longhands that depend on `direction`, with those of left-to-right and right-to-left text (CSS
  /// Logical 1, section 4.3.1).
  static let logical: [String: (leftToRight: String, rightToLeft: String)] = {
    var result: [String: (leftToRight: String, rightToLeft: String)] = [:]
    for (block, side) in [("start", "top"), ("end", "bottom")] {
      let (left, right) = ("border-\(side)-left-radius", "border-\(side)-right-radius")
      result["border-\(block)-start-radius"] = (left, right)
      result["border-\(block)-end-radius"] = (right, left)
    }
    return result
  }()

  /// Other names that browsers know (Compatibility, section 3.1).
  static let aliases = Dictionary(
    uniqueKeysWithValues: (longhands + ["border-radius"]).map { ("-webkit-" + $0, $0) })

  /// One corner: a radius across and one down, or one for both.
  @Sendable static func corner(_ parser: inout ValueParser) -> StyleValue? {
    guard let across = parser.dimension(.positive) else { return nil }
    return .list([across, parser.dimension(.positive) ?? across])
  }

  /// Up to four radii across, then those down after a slash.
  @Sendable static func shorthand(
    _ parser: inout ValueParser
  ) -> DeclarationParser.Longhands? {
    guard let across = radii(&parser) else { return nil }
    var down = across
    if parser.slash() {
      guard let own = radii(&parser) else { return nil }
      down = own
    }
    return longhands.enumerated().map { ($1, .list([across[$0], down[$0]])) }
  }

  /// The radii of the four corners, from one to four values.
  private static func radii(_ parser: inout ValueParser) -> [StyleValue]? {
    var values: [StyleValue] = []
    while values.count < 4, let value = parser.dimension(.positive) {
      values.append(value)
    }
    guard let first = values.first else { return nil }
    let second = values.count > 1 ? values[1] : first
    return [
      first, second, values.count > 2 ? values[2] : first, values.count > 3 ? values[3] : second,
    ]
  }
}

extension StyleComputer {
  /// Rows and columns have no rounded corners, and cells have none where borders are shared (CSS
  /// Backgrounds 3, section 4.4).
  mutating func finishCorners() {
    guard box.corners != nil else { return }
    let isCell = box.display == .tableCell
    if isCell && text.collapsesBorders
      || box.display.isTablePart && !isCell && box.display != .tableCaption
    {
      box.corners = nil
    }
  }
}
