/// How images are turned, and how large their pixels are.
enum ImageFormGrammar {
  /// `image-orientation` (CSS Images 3, section 5.7).
  @Sendable static func orientation(_ parser: inout ValueParser) -> StyleValue? {
    if let word = parser.keyword(of: ["from-image", "none"]) { return word }
    // An angle of 0 needs a unit here.
    var angle: Double?
    if case .token(.dimension) = parser.peek {
      angle = parser.angle()
      guard angle != nil else { return nil }
    }
    let flip = parser.keyword(of: ["flip"])
    guard angle != nil || flip != nil else { return nil }
    return .list([.number(angle ?? 0)] + (flip.map { [$0] } ?? []))
  }

  /// `image-resolution` (CSS Images 4, section 6.2). Paper has no pixels to snap to.
  @Sendable static func resolution(_ parser: inout ValueParser) -> StyleValue? {
    var (given, isFromImage, snaps): (Double?, Bool, Bool) = (nil, false, false)
    while !parser.isAtEnd {
      if !isFromImage, parser.keyword(of: ["from-image"]) != nil {
        isFromImage = true
      } else if !snaps, parser.keyword(of: ["snap"]) != nil {
        snaps = true
      } else if given == nil, let resolution = parser.resolution(), resolution > 0 {
        given = resolution
      } else {
        return nil
      }
    }
    guard isFromImage || given != nil else { return nil }
    return .list([.number(given ?? 1)] + (isFromImage ? [.keyword("from-image")] : []))
  }
}

extension ValueParser {
  /// A resolution in dots a pixel of CSS.
  mutating func resolution() -> Double? {
    guard case .token(.dimension(let number, let unit)) = peek,
      let factor = Self.resolutions[unit.asciiLowercased]
    else { return nil }
    advance()
    return number.value * factor
  }

  /// The pixels of 1/96 inch that a dot of each unit has.
  private static let resolutions: [String: Double] = [
    "dppx": 1, "x": 1, "dpi": 0.25 / 24, "dpcm": 0.635 / 24,
  ]
}

extension StyleComputer {
  /// Nil for `from-image`, the initial value.
  func imageOrientation(_ value: StyleValue) -> ImageForm.Orientation? {
    switch value {
    case .keyword("none"): return ImageForm.Orientation.none
    case .list(let parts):
      guard case .number(let degrees)? = parts.first else { return nil }
      return .turned(quarters: Int((degrees / 90).rounded()) & 3, isFlipped: parts.count > 1)
    default: return nil
    }
  }

  /// Nil for a pixel of CSS for each pixel of an image, the initial value.
  func imageResolution(_ value: StyleValue) -> ImageForm.Resolution? {
    guard case .list(let parts) = value, case .number(let density)? = parts.first else {
      return nil
    }
    if parts.count > 1 { return .fromImage(otherwise: density) }
    return density == 1 ? nil : .given(density)
  }
}
