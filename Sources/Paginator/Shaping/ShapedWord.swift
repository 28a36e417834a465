/// A glyph of a shaped word, in font units. Only numbers, because there are millions of glyphs.
package struct Glyph: Sendable {
  package var id: UInt16
  /// The UTF-16 offset in the word of the first character that it represents.
  package var cluster: UInt16
  package var advance: Int32
  package var xOffset: Int16
  /// The offset upwards from the baseline.
  package var yOffset: Int16
}

/// A word, shaped once in font units for use at every size and position.
package struct ShapedWord: Sendable {
  /// The index in the glyphs of the shaper, or in those of the layout that took the word.
  package var firstGlyph: Int32
  package var glyphCount: Int32
  /// Sum of the glyphs' advances.
  package var advance: Int32
  /// In `Shaper.faces`.
  package var face: Int32
  /// UTF-16 units.
  package var length: Int32
  /// The index of the next piece of the word, which needs another face; -1 for none.
  package var next: Int32
  /// The advance of the space before the word: kerned if the face kerns with spaces.
  package var leadingSpace: Int32
  /// Percent of the style's size: less for synthesized small capitals.
  package var scale: Int16
  /// Grapheme clusters, for letter spacing.
  package var clusterCount: Int16
  /// How far its leftmost and rightmost glyphs may protrude from the measure, in font units; nil
  /// until they are computed (`Shaper.edges(ofWord:)`).
  var edges: OpticalEdges?

  /// The size of the word in text of a size: smaller for synthesized small capitals.
  @inline(__always)
  func size(in size: Int) -> Int { scale == 100 ? size : size * Int(scale) / 100 }
}

/// The properties of a style that determine the glyphs of its words. `ShapingCache` makes one for
/// all text styles that agree in them.
final class ShapingStyle: Sendable {
  let id: Int32
  let faces: [FontFace]
  /// `FontFace.shapesWithSpace` of the first face, stored because it is asked for every word.
  let shapesWithSpace: Bool
  /// How many faces at the beginning are of one family, which `unicode-range` divides.
  let familyCount: Int
  let features: [FontFeature]
  /// The features of `font-variant-alternates` of each face; empty if no face has any.
  private let alternates: [[FontFeature]]
  let language: String?
  /// The OpenType language system that is used instead of that of the language.
  let languageSystem: String?
  let transform: TextTransform
  /// Whether lower case is set as reduced capitals, because the face has no small capitals.
  let synthesizesSmallCaps: Bool
  /// Whether small capitals are asked for, and may be synthesized.
  let wantsSmallCaps: Bool
  /// Whether capitals are small capitals, too (`all-small-caps`).
  let reducesCapitals: Bool
  let synthesizesBold: Bool
  let synthesizesItalic: Bool
  /// Findings about its fonts, reported wherever text is set in it.
  let findings: [Finding]

  /// - Parameters:
  ///   - key: the properties that it is found by.
  ///   - faces: those of the key, in the same order.
  init(_ key: ShapingKey, id: Int32, faces: [FontFace], findings: [Finding]) {
    self.findings = findings
    self.id = id
    self.faces = faces
    shapesWithSpace = faces[0].shapesWithSpace
    familyCount = key.familyCount
    features = key.features
    alternates = key.alternates
    language = key.language
    languageSystem = key.languageSystem
    transform = key.transform
    synthesizesSmallCaps = key.synthesizesSmallCaps
    reducesCapitals = key.features.contains { $0.tag == "c2sc" && $0.value > 0 }
    wantsSmallCaps =
      key.maySynthesizeSmallCaps
      && key.features.contains { $0.tag == "smcp" && $0.value > 0 }
    synthesizesBold = key.synthesizesBold
    synthesizesItalic = key.synthesizesItalic
  }

  /// The features of text in one of its faces, without those of the face's own rule (CSS Fonts 4,
  /// section 7.2: the later ones win).
  func features(in face: FontFace) -> [FontFeature] {
    guard !alternates.isEmpty, let index = faces.firstIndex(where: { $0 === face }) else {
      return features
    }
    return alternates[index] + features
  }
}

/// The properties that identify a `ShapingStyle`.
struct ShapingKey: Hashable {
  /// In the order in which they are tried. The size is not part of the key: glyphs are in font
  /// units.
  let faces: [ObjectIdentifier]
  let familyCount: Int
  let synthesizesBold: Bool
  let synthesizesItalic: Bool
  let findings: [Finding]
  let features: [FontFeature]
  let alternates: [[FontFeature]]
  let language: String?
  let languageSystem: String?
  let transform: TextTransform
  let synthesizesSmallCaps: Bool
  let maySynthesizeSmallCaps: Bool
}

/// The OpenType features that a style asks for (CSS Fonts 4, section 7.2).
enum FontFeatures {
  static func features(of text: TextProperties, face: FontFace) -> [FontFeature] {
    var result: [FontFeature] = []
    func add(_ tag: String, _ value: Int = 1) { result.append(FontFeature(tag: tag, value: value)) }
    if !text.font.hasKerning { add("kern", 0) }
    if text.letterSpacing != 0 {
      // CSS Text 3, section 7.2: no optional ligature across letter spacing.
      for tag in ["liga", "clig", "dlig", "hlig"] { add(tag, 0) }
    }
    for word in text.font.variants {
      for feature in variants[word] ?? [] { result.append(feature) }
    }
    switch text.font.caps {
    case .normal: break
    case .small: add("smcp")
    case .allSmall:
      add("smcp")
      add("c2sc")
    case .petite: add(face.substitutionFeatures.contains("pcap") ? "pcap" : "smcp")
    case .allPetite:
      let has = face.substitutionFeatures.contains("pcap")
      add(has ? "pcap" : "smcp")
      add(has ? "c2pc" : "c2sc")
    case .unicase: add("unic")
    case .titling: add("titl")
    }
    // font-feature-settings comes last and wins.
    return result + text.font.features
  }

  /// The features that a style asks for in the family of each face; empty if there are none.
  static func alternates(of text: TextProperties, in matches: [FontMatch]) -> [[FontFeature]] {
    guard let alternates = text.font.alternates else { return [] }
    let own = matches.map { match in
      let family = match.family.lowercased()
      return alternates.filter { $0.family == family }.flatMap(\.features)
    }
    return own.allSatisfy(\.isEmpty) ? [] : own
  }

  private static func on(_ tags: String...) -> [FontFeature] {
    tags.map { FontFeature(tag: $0, value: 1) }
  }
  private static func off(_ tags: String...) -> [FontFeature] {
    tags.map { FontFeature(tag: $0, value: 0) }
  }

  private static let noLigatures = off("liga", "clig", "dlig", "hlig", "calt")

  private static let variants: [String: [FontFeature]] = [
    "lining-nums": on("lnum"), "oldstyle-nums": on("onum"), "proportional-nums": on("pnum"),
    "tabular-nums": on("tnum"), "diagonal-fractions": on("frac"), "stacked-fractions": on("afrc"),
    "historical-forms": on("hist"), "ordinal": on("ordn"),
    "slashed-zero": on("zero"),
    "common-ligatures": on("liga", "clig"),
    "no-common-ligatures": off("liga", "clig"), "discretionary-ligatures": on("dlig"),
    "no-discretionary-ligatures": off("dlig"), "historical-ligatures": on("hlig"),
    "no-historical-ligatures": off("hlig"), "contextual": on("calt"),
    "no-contextual": off("calt"),
    // The computed value of `font-variant-ligatures: none`; programs may also write "none".
    "no-ligatures": noLigatures, "none": noLigatures, "sub": on("subs"),
    "super": on("sups"), "ruby": on("ruby"), "jis78": on("jp78"), "jis83": on("jp83"),
    "jis90": on("jp90"), "jis04": on("jp04"), "simplified": on("smpl"),
    "traditional": on("trad"), "full-width": on("fwid"), "proportional-width": on("pwid"),
  ]
}
