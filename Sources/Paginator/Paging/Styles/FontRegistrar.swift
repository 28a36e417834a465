internal import EPUB
internal import Markup

/// Registers the fonts of `@font-face` rules, document by document in the order of the book. The
/// rules of a document apply to that document only (CSS Fonts 4, section 4.1): where two documents
/// define a family differently, the later definition has a name of its own in the library.
struct FontRegistrar {
  let publication: Publication
  let fonts: FontLibrary
  /// The faces of the rules that were read; nil for a rule without a usable source.
  private var known: [SourceLocation: FontLibrary.Face?] = [:]
  /// Rules that give the same face share it.
  private var faces: [FontLibrary.Face.Key: FontLibrary.Face] = [:]
  /// The definitions of each family, by lower-case name, and the names that they are registered by.
  private var definitions: [String: [[FontLibrary.Face.Key]: String]] = [:]
  private(set) var findings = FindingList()

  init(publication: Publication, fonts: FontLibrary) {
    self.publication = publication
    self.fonts = fonts
  }

  /// Registers the families that a document defines.
  ///
  /// - Returns: the names in the library of the families that an earlier document has defined
  ///   differently, by lower-case name.
  mutating func register(_ sheets: [StyleSheet]) -> [String: String] {
    var families: [String: [FontLibrary.Face]] = [:]
    for rule in LayerOrder.sorted(\.fontFaces, of: sheets) {
      if let face = face(rule) { families[rule.family.lowercased(), default: []].append(face) }
    }
    var names: [String: String] = [:]
    for (family, faces) in families.sorted(by: { $0.key < $1.key }) {
      let name = register(faces, as: family)
      if name != family { names[family] = name }
    }
    return names
  }

  /// - Parameter family: in lower case.
  /// - Returns: the family's name in the library.
  private mutating func register(_ faces: [FontLibrary.Face], as family: String) -> String {
    let definition = faces.map(\.key)
    let others = definitions[family] ?? [:]
    if let name = others[definition] { return name }
    let name = others.isEmpty ? family : "\(family) (definition \(others.count + 1))"
    definitions[family, default: [:]][definition] = name
    fonts.register(faces, as: name)
    return name
  }

  /// The face of a rule, which is read once.
  private mutating func face(_ rule: StyleSheet.FontFaceRule) -> FontLibrary.Face? {
    if let known = known[rule.location] { return known }
    let made = open(rule).map { face -> FontLibrary.Face in
      let made = Self.face(face, rule)
      return faces[made.key] ?? made
    }
    known[rule.location] = .some(made)
    if let made { faces[made.key] = made }
    return made
  }

  private mutating func open(_ rule: StyleSheet.FontFaceRule) -> FontFace? {
    for (kind, value) in rule.sources {
      guard kind == .url else {
        if let face = localFace(value) { return face }
        continue
      }
      guard let resource = try? publication.resource(value, relativeTo: rule.location.path),
        let file = try? fonts.file(Self.path(of: resource), bytes: resource.bytes),
        let face = file.faces.first
      else { continue }
      return face
    }
    let place = SourceLocation(
      path: publication.displayPath(of: rule.location.path), line: rule.location.line,
      column: rule.location.column)
    findings.report(
      .missingFont, "no source of the font \"\(rule.family)\" could be opened", at: place)
    return nil
  }

  /// The face of `local()`: the regular face of a family, as most names are meant, or the face that has the
  /// name itself.
  private func localFace(_ name: String) -> FontFace? {
    if let match = try? fonts.matches(FontRequest(families: [name])).first,
      match.face.family.lowercased() == name.lowercased()
    {
      return match.face
    }
    return fonts.face(named: name)
  }

  /// Fonts in data URLs have no path of their own, and are told apart by their content.
  private static func path(of resource: Resource) -> String {
    resource.href == "data:"
      ? "data:" + Digest.of(resource.bytes).prefix(16) : resource.href
  }

  private static func face(
    _ face: FontFace, _ rule: StyleSheet.FontFaceRule
  ) -> FontLibrary.Face {
    func number(_ name: String) -> Double? {
      if case .number(let value) = rule.axes[name] { value } else { nil }
    }
    let weight = number("font-weight").map { Int($0) }
    var made = FontLibrary.Face(
      family: rule.family, weight: weight ?? 400,
      isItalic: rule.axes["font-style"].map { $0 != .keyword("normal") } ?? false,
      stretch: number("font-stretch") ?? 100,
      face: rule.descriptors == FaceDescriptors()
        ? face : FontFace(face, descriptors: rule.descriptors),
      isOfBook: true)
    made.weights = weights(weight, rule.heaviest, face.weights)
    return made
  }

  /// The weights of a variable font that a rule names, within those that the font has.
  private static func weights(
    _ first: Int?, _ last: Int?, _ own: ClosedRange<Int>?
  ) -> ClosedRange<Int>? {
    guard let first, let own else { return own }
    let ends = [first, last ?? first].map { min(max($0, own.lowerBound), own.upperBound) }
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }
}
