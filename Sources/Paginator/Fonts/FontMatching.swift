/// Chooses among the faces of one family (CSS Fonts 4, section 5.2): stretch, then style, then
/// weight, then the nearest optical size.
enum FontMatching {
  static func best(of faces: [FontLibrary.Face], for request: FontRequest) -> FontMatch? {
    all(of: faces, for: request).first
  }

  /// The best face; with `unicode-range`, all faces that are equally good, of which the first that
  /// covers a character is used for it.
  static func all(of faces: [FontLibrary.Face], for request: FontRequest) -> [FontMatch] {
    guard !faces.isEmpty else { return [] }
    // Weights are from 1 to 1000 (CSS Fonts 4, section 2.2).
    var request = request
    request.weight = min(max(1, request.weight), 1000)
    // If a face lacks the apostrophe or accented letters that other faces of its family have (as
    // Debian's bold EB Garamond does), single letters in its words would come from other families.
    let isComposite = faces.contains { $0.face.descriptors.characters != nil }
    let complete = faces.filter { isComposite || hasTextRepertoire($0.face) }
    let byStretch = nearest(complete.isEmpty ? faces : complete) {
      stretchDistance($0.stretch(for: request.stretch), request.stretch)
    }
    let byStyle = nearest(byStretch) { $0.isItalic == request.isItalic ? 0 : 1 }
    let byWeight = nearest(byStyle) {
      weightDistance($0.weight(for: request.weight), request.weight)
    }
    let bySize = nearest(byWeight) { sizeDistance($0.face.opticalSize, request.size) }
    let isDivided = bySize.contains { $0.face.descriptors.characters != nil }
    return (isDivided ? bySize : Array(bySize.prefix(1))).map { match(of: $0, for: request) }
  }

  /// A face, or its instance if it is of a variable font.
  private static func match(of face: FontLibrary.Face, for request: FontRequest) -> FontMatch {
    let weight = face.weight(for: request.weight)
    let instance = face.face.instance(
      weight: face.weights.map { _ in weight },
      stretch: face.stretches.map { _ in face.stretch(for: request.stretch) })
    return FontMatch(
      face: instance, family: face.family,
      synthesizesBold: request.weight >= 600 && weight < 600,
      synthesizesItalic: request.isItalic && !face.isItalic)
  }

  private static func hasTextRepertoire(_ face: FontFace) -> Bool {
    [0x61, 0x2019, 0x201C, 0x2014, 0xE4, 0xE8].allSatisfy { face.covers($0) }
  }

  private static func nearest(
    _ faces: [FontLibrary.Face], by distance: (FontLibrary.Face) -> Double
  ) -> [FontLibrary.Face] {
    let least = faces.map(distance).min() ?? 0
    return faces.filter { distance($0) == least }
  }

  /// Requests for normal or narrow faces prefer narrower faces; others prefer wider ones.
  private static func stretchDistance(_ stretch: Double, _ wanted: Double) -> Double {
    if stretch == wanted { return 0 }
    let isPreferred = wanted <= 100 ? stretch < wanted : stretch > wanted
    return (stretch - wanted).magnitude + (isPreferred ? 0 : 1000)
  }

  /// 400 and 500 first replace each other; lighter requests prefer lighter faces, bolder requests
  /// bolder ones.
  private static func weightDistance(_ weight: Int, _ wanted: Int) -> Double {
    if weight == wanted { return 0 }
    let distance = Double((weight - wanted).magnitude)
    if wanted >= 400 && wanted <= 500 {
      if weight > wanted && weight <= 500 { return distance }
      return weight < wanted ? distance + 1000 : distance + 2000
    }
    let isPreferred = wanted < 400 ? weight < wanted : weight > wanted
    return distance + (isPreferred ? 0 : 1000)
  }

  /// By ratio: 10 pt is nearer to a design for 12 pt than to one for 8 pt.
  private static func sizeDistance(_ drawn: Double?, _ wanted: Length?) -> Double {
    guard let drawn, let wanted, wanted > 0 else { return 0 }
    let ratio = drawn / wanted.points
    return ratio >= 1 ? ratio : 1 / ratio
  }
}
