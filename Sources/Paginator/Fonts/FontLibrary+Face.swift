extension FontLibrary {
  /// A face of the library, by the family name and the axes with which it is registered.
  public struct Face: Sendable {
    /// As the font names it.
    public let family: String
    /// CSS `font-weight`: 1 to 1000.
    public let weight: Int
    /// Whether the face is slanted.
    public let isItalic: Bool
    /// CSS `font-stretch`, in percent.
    public let stretch: Double
    /// The face itself.
    public let face: FontFace
    /// Whether an `@font-face` rule registers it. It then replaces all other fonts of its family.
    let isOfBook: Bool
    /// The weights and widths that a variable font is used for; nil for other fonts.
    var weights: ClosedRange<Int>?
    let stretches: ClosedRange<Double>?

    init(
      family: String, weight: Int, isItalic: Bool, stretch: Double, face: FontFace,
      isOfBook: Bool = false
    ) {
      self.family = family
      self.weight = weight
      self.isItalic = isItalic
      self.stretch = stretch
      self.face = face
      weights = face.weights
      stretches = face.stretches
      self.isOfBook = isOfBook
    }

    /// What tells the faces of a family apart.
    struct Key: Hashable {
      let path: String
      let index: Int
      let weight: Int
      let isItalic: Bool
      let stretch: Double
      let weights: ClosedRange<Int>?
      let descriptors: FaceDescriptors
      let isOfBook: Bool
    }

    var key: Key {
      Key(
        path: face.path, index: face.index, weight: weight, isItalic: isItalic, stretch: stretch,
        weights: weights, descriptors: face.descriptors, isOfBook: isOfBook)
    }

    /// The weight that the face has for a request.
    func weight(for wanted: Int) -> Int {
      weights.map { min(max(wanted, $0.lowerBound), $0.upperBound) } ?? weight
    }

    /// The width that the face has for a request, in percent.
    func stretch(for wanted: Double) -> Double {
      stretches.map { min(max(wanted, $0.lowerBound), $0.upperBound) } ?? stretch
    }
  }
}

extension FontFace {
  /// The names of this face alone: its PostScript name, and its family with its style, which is the full
  /// name of most faces.
  var ownNames: [String] {
    [postScriptName, family + " " + style] + (style == "Regular" ? [family] : [])
  }
}
