internal import CFriBidi

/// The bidirectional algorithm (UAX #9) through FriBidi.
public enum Bidi {
  /// Whether a text needs the algorithm: characters before the Hebrew block are never right to
  /// left, and the embedding controls come after it.
  static func isNeeded(_ units: UnsafeBufferPointer<UInt16>) -> Bool {
    for unit in units where unit >= 0x0590 {
      if unit <= 0x08FF || unit >= 0xFB1D && unit <= 0xFDFF || unit >= 0xFE70 && unit <= 0xFEFF
        || unit >= 0x202A && unit <= 0x202E || unit >= 0x2066 && unit <= 0x2069
        || unit >= 0xD802 && unit <= 0xD83B || unit == 0x200F
      {
        return true
      }
    }
    return false
  }

  /// The base direction of a paragraph; `automatic` takes it from the text.
  public enum BaseDirection: Sendable {
    /// Level 0.
    case leftToRight
    /// Level 1.
    case rightToLeft
    /// From the first strong character (UAX #9, P2 and P3).
    case automatic
  }

  /// The embedding level of every scalar, and the level of the paragraph.
  public static func levels(
    ofScalars scalars: [UInt32], base: BaseDirection
  ) -> (levels: [UInt8], paragraph: UInt8) {
    let count = scalars.count
    guard count > 0 else { return ([], base == .rightToLeft ? 1 : 0) }
    var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: count)
    var brackets = [FriBidiBracketType](repeating: 0, count: count)
    var levels = [FriBidiLevel](repeating: 0, count: count)
    fribidi_get_bidi_types(scalars, Int32(count), &types)
    fribidi_get_bracket_types(scalars, Int32(count), types, &brackets)
    var direction: FriBidiParType
    switch base {
    case .leftToRight: direction = FriBidiParType(rawValue: 0x110)
    case .rightToLeft: direction = FriBidiParType(rawValue: 0x111)
    case .automatic: direction = FriBidiParType(rawValue: 0x40)
    }
    _ = fribidi_get_par_embedding_levels_ex(types, brackets, Int32(count), &direction, &levels)
    let paragraph: UInt8 = direction.rawValue & 1 == 1 ? 1 : 0
    return (levels.map { UInt8(max(0, $0)) }, paragraph)
  }

  /// Whether the first strong character of a paragraph, outside of isolates, runs from right to
  /// left (UAX #9, P2 and P3).
  static func isRightToLeft(_ units: UnsafeBufferPointer<UInt16>) -> Bool {
    var scalars: [UInt32] = []
    var index = 0
    while index < units.count {
      let (scalar, width) = UTF16Scalars.scalar(units, at: index)
      scalars.append(scalar)
      index += width
    }
    var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: scalars.count)
    fribidi_get_bidi_types(scalars, Int32(scalars.count), &types)
    return isRightToLeft(scalars, types)
  }

  /// FriBidi's own function does not skip isolates.
  private static func isRightToLeft(_ scalars: [UInt32], _ types: [FriBidiCharType]) -> Bool {
    // The isolates that are open. One without its end reaches to the end of the paragraph (BD9).
    var depth = 0
    for (scalar, type) in zip(scalars, types) {
      switch scalar {
      case 0x2066...0x2068: depth += 1
      case 0x2069: depth = max(0, depth - 1)
      case _ where depth == 0 && (type.rawValue == 0x111 || type.rawValue == 0x113): return true
      case _ where depth == 0 && type.rawValue == 0x110: return false
      default: break
      }
    }
    return false
  }

  /// Levels by UTF-16 unit.
  ///
  /// - Parameter controls: control characters to be treated as if they were in the text, in order.
  static func levels(
    of units: UnsafeBufferPointer<UInt16>, base: BaseDirection,
    controls: [(offset: Int, scalar: UInt32)] = []
  ) -> (levels: [UInt8], paragraph: UInt8) {
    var scalars: [UInt32] = []
    var widths: [Int] = []
    var index = 0
    var next = controls[...]
    while index < units.count {
      while let control = next.first, control.offset <= index {
        scalars.append(control.scalar)
        widths.append(0)
        next = next.dropFirst()
      }
      let (scalar, width) = UTF16Scalars.scalar(units, at: index)
      scalars.append(scalar)
      widths.append(width)
      index += width
    }
    let result = levels(ofScalars: scalars, base: base)
    var expanded: [UInt8] = []
    expanded.reserveCapacity(units.count)
    for (index, width) in widths.enumerated() {
      for _ in 0..<width { expanded.append(result.levels[index]) }
    }
    return (expanded, result.paragraph)
  }

  /// The visual order of items with these levels (UAX #9, rule L2): indices from left to right.
  public static func visualOrder(_ levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), let lowestOdd = levels.filter({ $0 % 2 == 1 }).min() else {
      return order
    }
    var level = highest
    while level >= lowestOdd {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
      level -= 1
    }
    return order
  }
}
