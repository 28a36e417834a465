/// The properties of CSS Logical Properties 1 in horizontal writing.
///
/// The block direction always runs from top to bottom, so those properties are other names of
/// physical ones. The inline direction depends on `direction`: the cascade maps its properties,
/// because the later of two declarations of one side wins, whatever its name.
enum LogicalProperties {
  /// Other names of physical properties.
  static let aliases: [String: String] = [
    "inline-size": "width", "block-size": "height", "min-inline-size": "min-width",
    "min-block-size": "min-height", "max-inline-size": "max-width",
    "max-block-size": "max-height",
    "contain-intrinsic-inline-size": "contain-intrinsic-width",
    "contain-intrinsic-block-size": "contain-intrinsic-height",
  ]

  static let borderParts = ["width", "style", "color"]

  /// The longhands that depend on `direction`, with those of left-to-right and right-to-left text; and those
  /// of the block axis, which vertical writing does not turn, as it turns physical ones.
  private static let sides: [String: (leftToRight: String, rightToLeft: String)] = {
    var result = CornerGrammar.logical
    for (side, left, right) in [
      ("inline-start", "left", "right"), ("inline-end", "right", "left"),
      ("block-start", "top", "top"), ("block-end", "bottom", "bottom"),
    ] {
      result["inset-\(side)"] = (left, right)
      for name in ["margin", "padding"] {
        result["\(name)-\(side)"] = ("\(name)-\(left)", "\(name)-\(right)")
      }
      for part in borderParts {
        result["border-\(side)-\(part)"] = ("border-\(left)-\(part)", "border-\(right)-\(part)")
      }
    }
    return result
  }()

  static func contains(_ property: String) -> Bool { sides[property] != nil }

  /// The physical property; the property itself if it does not depend on the direction.
  static func physical(_ property: String, isRightToLeft: Bool) -> String {
    sides[property].map { isRightToLeft ? $0.rightToLeft : $0.leftToRight } ?? property
  }

  /// Shorthands of both sides of an axis, with the longhands of each side. All but the borders take
  /// one or two values.
  static let pairs: [String: [String]] = {
    var result: [String: [String]] = [:]
    for axis in ["block", "inline"] {
      for name in ["inset", "margin", "padding"] {
        result["\(name)-\(axis)"] = ["\(name)-\(axis)-start", "\(name)-\(axis)-end"]
      }
      for part in borderParts {
        result["border-\(axis)-\(part)"] = [
          "border-\(axis)-start-\(part)", "border-\(axis)-end-\(part)",
        ]
      }
    }
    return result
  }()

  /// Shorthands of whole borders, with the sides that they set.
  static let borders: [String: [String]] = [
    "border-block": ["block-start", "block-end"],
    "border-block-start": ["block-start"], "border-block-end": ["block-end"],
    "border-inline": ["inline-start", "inline-end"],
    "border-inline-start": ["inline-start"], "border-inline-end": ["inline-end"],
  ]
}
