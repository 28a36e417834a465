/// The vertical writing modes (CSS Writing Modes 4, section 3.2). Pages are set in rows all the same: the
/// lines run from left to right, and the sides of boxes turn with them.
enum WritingMode: Sendable {
  /// Columns from right to left, or from left to right.
  case verticalRL, verticalLR

  /// - Parameter keyword: a value of `writing-mode`; nil for horizontal writing.
  init?(keyword: String) {
    switch keyword {
    case "vertical-rl", "sideways-rl", "tb", "tb-rl": self = .verticalRL
    case "vertical-lr", "sideways-lr", "tb-lr": self = .verticalLR
    default: return nil
    }
  }

  static let keywords: Set<String> = [
    "horizontal-tb", "vertical-rl", "vertical-lr", "sideways-rl", "sideways-lr", "lr", "lr-tb",
    "rl",
    "rl-tb", "tb", "tb-rl", "tb-lr",
  ]

  /// The margin, padding or border in rows that a book's sheet gives to a side of text in columns: the
  /// top, where its lines begin, is then the left.
  func turned(_ property: String) -> String {
    guard let sides = Self.turns[property] else { return property }
    return self == .verticalRL ? sides.rightToLeft : sides.leftToRight
  }

  private static let turns: [String: (rightToLeft: String, leftToRight: String)] = {
    var result: [String: (rightToLeft: String, leftToRight: String)] = [:]
    for (side, rightToLeft, leftToRight) in [
      ("top", "left", "left"), ("bottom", "right", "right"), ("right", "top", "bottom"),
      ("left", "bottom", "top"),
    ] {
      for name in ["margin", "padding"] {
        result["\(name)-\(side)"] = ("\(name)-\(rightToLeft)", "\(name)-\(leftToRight)")
      }
      for part in LogicalProperties.borderParts {
        result["border-\(side)-\(part)"] = (
          "border-\(rightToLeft)-\(part)", "border-\(leftToRight)-\(part)"
        )
      }
    }
    return result
  }()
}

extension StyleComputer {
  /// The writing mode of an element with these declarations; nil for rows.
  func writingMode(_ winners: [String: StyleValue]) -> WritingMode? {
    let inherited = parent?.generated.writingMode
    guard let word = winners["writing-mode"].flatMap(keyword) else { return inherited }
    switch word {
    case "initial": return nil
    case "inherit", "unset": return inherited
    default: return WritingMode(keyword: word)
    }
  }

  /// Reports where text in columns begins.
  mutating func finishWritingMode(_ winners: [String: StyleValue]) {
    generated.writingMode = writingMode(winners)
    guard let word = winners["writing-mode"].flatMap(keyword), generated.writingMode != nil,
      parent?.generated.writingMode == nil
    else { return }
    generated.unhonoured.append("writing-mode: \(word)")
  }
}
