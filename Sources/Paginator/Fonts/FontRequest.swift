/// The font that CSS requests: a family list and the axes of matching (CSS Fonts 4, section 5).
public struct FontRequest: Hashable, Sendable {
  /// Family names in order of preference; generic families (`serif`) are allowed.
  public var families: [String]
  /// CSS `font-weight`: 1 to 1000, 400 for normal.
  public var weight: Int
  /// Whether a slanted face is requested.
  public var isItalic: Bool
  /// CSS `font-stretch`, in percent: 100 for normal.
  public var stretch: Double
  /// The font size in points, to choose among optical sizes; nil with `font-optical-sizing: none`.
  public var size: Length?
  /// What is made up when the family lacks it.
  public var synthesis: FontSynthesis

  /// A request for faces.
  public init(
    families: [String], weight: Int = 400, isItalic: Bool = false, stretch: Double = 100,
    size: Length? = nil, synthesis: FontSynthesis = .all
  ) {
    self.families = families
    self.weight = weight
    self.isItalic = isItalic
    self.stretch = stretch
    self.size = size
    self.synthesis = synthesis
  }
}

extension FontStyle {
  /// The request of this style to the library.
  public var request: FontRequest {
    FontRequest(
      families: families, weight: weight, isItalic: isItalic,
      stretch: stretch.isNaN ? 100 : stretch,
      size: hasOpticalSizing ? size : nil, synthesis: synthesis ?? .all)
  }
}

/// The face chosen for a request, and what must be synthesized.
public struct FontMatch: Sendable {
  /// The chosen face.
  public internal(set) var face: FontFace
  /// The family that it was found in.
  public let family: String
  /// Whether the face is lighter than requested and is drawn bolder.
  public internal(set) var synthesizesBold: Bool
  /// Whether the face is upright and is drawn slanted.
  public internal(set) var synthesizesItalic: Bool

  /// The same face with what `font-synthesis` allows.
  func synthesizing(only allowed: FontSynthesis) -> FontMatch {
    var result = self
    if !allowed.contains(.weight) { result.synthesizesBold = false }
    if !allowed.contains(.style) { result.synthesizesItalic = false }
    return result
  }
}
