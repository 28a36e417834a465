internal import CHarfBuzz

/// What HarfBuzz is asked for besides the characters of a piece: features and a language, and the scale of its
/// glyphs. Most pieces have that of the piece before them.
struct ShapingRequest {
  private let face: FontFace
  private let style: Int32
  private let isSmallCapital: Bool
  let features: [hb_feature_t]
  let language: OpaquePointer?
  /// Percent of the style's size, which is that of its first face (`size-adjust`).
  let scale: Int16

  init(_ face: FontFace, _ style: ShapingStyle, isSmallCapital: Bool, language: OpaquePointer?) {
    self.face = face
    self.style = style.id
    self.isSmallCapital = isSmallCapital
    self.language = language
    scale = Self.scale(of: face, style, isSmallCapital: isSmallCapital)
    features = (face.descriptors.features + style.features(in: face)).compactMap { feature in
      if isSmallCapital, ["smcp", "c2sc"].contains(feature.tag) { return nil }
      // HarfBuzz pads a shorter tag with spaces (OpenType, "Data types").
      return shim_hb_feature(hb_tag_from_string(feature.tag, -1), UInt32(clamping: feature.value))
    }
  }

  func isFor(_ face: FontFace, _ style: ShapingStyle, isSmallCapital: Bool) -> Bool {
    self.face === face && self.style == style.id && self.isSmallCapital == isSmallCapital
  }

  private static func scale(
    of face: FontFace, _ style: ShapingStyle, isSmallCapital: Bool
  ) -> Int16 {
    let percent = isSmallCapital ? 80 : 100
    let (own, first) = (face.descriptors.sizeAdjust, style.faces[0].descriptors.sizeAdjust)
    // Descriptors are from 0.01 to 10, so the percentage is below 100,000.
    return own == first
      ? Int16(percent) : Int16(clamping: Int((Double(percent) * own / first).rounded()))
  }
}
