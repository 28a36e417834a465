internal import Foundation
internal import Synchronization

/// Every font that a book may use: its own (`@font-face`), those of `--font-dir` and `--font-file`,
/// then the system's by family name. Shared by all chapters. Equal requests have the same result until
/// a font is registered. `paginate(_:options:progress:)` registers the fonts of a book in a copy, so
/// that one library serves any number of books.
public final class FontLibrary: Sendable {
  private struct FallbackKey: Hashable {
    let scalar: UInt32
    /// Nil where the language does not matter.
    let han: HanLanguage?
    let isBold: Bool
    let isItalic: Bool
    /// That of the face of the text; empty for none.
    let family: String
  }

  private struct State {
    /// By lower-case family: book fonts, then folder fonts.
    var registered: [String: [Face]] = [:]
    var keys: [String: Set<Face.Key>] = [:]
    var system: [String: [Face]] = [:]
    var matches: [FontRequest: Matches] = [:]
    var fallbacks: [FallbackKey: FontFace?] = [:]
    var mathFaces: [[String]: FontFace?] = [:]
    var files: [String: FontFile] = [:]
    /// Faces that leave characters to others of their family, by all of these.
    var divided: [[ObjectIdentifier]: FontFace] = [:]
    var findings = FindingList()

    /// Forgets what was found among the fonts so far: another font may be nearer.
    mutating func forgetAnswers() {
      matches.removeAll()
      fallbacks.removeAll()
      mathFaces.removeAll()
    }
  }

  /// The faces for a request, and the findings about them.
  struct Matches: Sendable {
    var list: [FontMatch] = []
    /// The index of the face that most text is set in: the first one, or if that is first because of its space, the
    /// one behind it.
    var textFace = 0
    /// How many matches at the beginning are faces of one family, which `unicode-range` divides.
    var familyCount = 1
    var findings = FindingList()
  }

  private let state = Mutex(State())
  private let usesSystemFonts: Bool
  /// The preset's text families, tried when a request names none that exists.
  private let defaultFamilies: [String]

  /// A library with the system's fonts, or with registered fonts only.
  public init(usesSystemFonts: Bool = true, defaultFamilies: [String] = FontLibrary.textFamilies) {
    self.usesSystemFonts = usesSystemFonts
    self.defaultFamilies = defaultFamilies
  }

  /// Debian's text face first; then faces that nearly every machine has.
  public static let textFamilies = [
    "EB Garamond", "Linux Libertine O", "DejaVu Serif", "Noto Serif", "Liberation Serif",
  ]

  private static let sansFamilies = ["DejaVu Sans", "Noto Sans", "Liberation Sans"]
  private static let monospaceFamilies = [
    "DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono",
  ]

  private static let generics: [String: [String]] = [
    "serif": textFamilies, "ui-serif": textFamilies,
    "sans-serif": sansFamilies, "ui-sans-serif": sansFamilies, "system-ui": sansFamilies,
    "monospace": monospaceFamilies, "ui-monospace": monospaceFamilies,
    "cursive": textFamilies, "fantasy": textFamilies,
    "math": ["STIX Two Math", "Latin Modern Math", "DejaVu Math TeX Gyre", "DejaVu Serif"],
  ]

  /// The findings about all requests and characters.
  public var findings: [Finding] { state.withLock { $0.findings.all } }

  /// A library with the same fonts; fonts registered later in one library are not in the other.
  public func copy() -> FontLibrary {
    let made = FontLibrary(usesSystemFonts: usesSystemFonts, defaultFamilies: defaultFamilies)
    state.withLock { state in
      made.state.withLock {
        $0.registered = state.registered
        $0.keys = state.keys
        $0.system = state.system
      }
    }
    return made
  }

  /// Takes over the system fonts that a copy has opened, so that the next copy need not open them.
  public func keepSystemFonts(of copy: FontLibrary) {
    let found = copy.state.withLock { $0.system }
    state.withLock { $0.system.merge(found) { own, _ in own } }
  }

  /// The paths of the font files that fontconfig lists, sorted.
  public static var systemFiles: [String] { Set(SystemFonts.all().map(\.path)).sorted() }

  // MARK: Registering

  /// Adds every font file below a folder.
  /// - Throws: `BookError` when the folder cannot be read.
  public func register(folder: String) throws {
    guard FileManager.default.fileExists(atPath: folder),
      let names = FileManager.default.enumerator(atPath: folder)
    else {
      throw BookError(.noSuchInput, "no such font folder \"\(folder)\"")
    }
    let files = names.compactMap { $0 as? String }.filter { name in
      ["ttf", "otf", "ttc", "otc", "woff", "woff2"].contains {
        name.lowercased().hasSuffix("." + $0)
      }
    }
    for file in files.sorted() { try register(file: folder + "/" + file) }
  }

  /// Adds a font file under its own family name.
  /// - Throws: `BookError`: `noSuchInput` for a file that is missing, `badInput` for one that is no
  ///   font that can be scaled.
  public func register(file path: String) throws {
    do {
      let file = try FontFile.open(path)
      for face in file.faces { register(face, family: face.family) }
    } catch {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw BookError(isThere ? .badInput : .noSuchInput, "\(error)")
    }
  }

  private func register(_ face: FontFace, family: String) {
    register(
      Face(
        family: family, weight: face.weight, isItalic: face.isItalic, stretch: face.stretch,
        face: face))
  }

  /// Adds a face under the family and axes that an `@font-face` rule gives it, once.
  func register(_ face: Face) { register([face], as: face.family) }

  /// Adds faces, each once.
  /// - Parameter family: the name to register them by.
  func register(_ faces: [Face], as family: String) {
    let family = family.lowercased()
    state.withLock { state in
      let new = faces.filter { state.keys[family, default: []].insert($0.key).inserted }
      guard !new.isEmpty else { return }
      // Of rules for the same characters, the last one wins (CSS Fonts 4, section 4.5).
      state.registered[family] =
        new.filter(\.isOfBook).reversed() + (state.registered[family] ?? [])
        + new.filter { !$0.isOfBook }
      state.forgetAnswers()
    }
  }

  /// Opens a font of a book once, even if several rules refer to it.
  func file(_ path: String, bytes: [UInt8]) throws(FontFile.Problem) -> FontFile {
    if let known = state.withLock({ $0.files[path] }) { return known }
    let file = try FontFile.open(bytes, path: path)
    state.withLock { $0.files[path] = file }
    return file
  }

  // MARK: Matching

  /// The faces for a request, best first: the first one is for the text, the others are for
  /// characters that it lacks.
  /// - Throws: `BookError` when there is no usable font at all.
  public func matches(_ request: FontRequest) throws -> [FontMatch] {
    try match(request).list
  }

  func match(_ request: FontRequest) throws -> Matches {
    try state.withLock { state in
      if let known = state.matches[request] { return known }
      let found = try self.find(request, &state)
      state.matches[request] = found
      state.findings.append(contentsOf: found.findings.all)
      return found
    }
  }

  private func find(_ request: FontRequest, _ state: inout State) throws -> Matches {
    var findings = FindingList()
    var result: [FontMatch] = []
    var familyCount = 1
    var named: String?
    for family in request.families {
      let names = Self.generics[family.lowercased()] ?? [family]
      for name in names {
        let faces = self.faces(ofFamily: name, &state)
        let found = FontMatching.all(of: faces, for: request)
        if found.isEmpty { continue }
        if result.isEmpty { familyCount = found.count }
        result += found
        if names.count > 1 { break }
      }
      if result.isEmpty, named == nil, Self.generics[family.lowercased()] == nil { named = family }
    }
    if result.isEmpty, let named {
      findings.report(.missingFont, "no font of the family \"\(named)\" is available")
    }
    for family in defaultFamilies {
      if let face = FontMatching.best(of: faces(ofFamily: family, &state), for: request) {
        if !result.contains(where: { $0.face === face.face }) { result.append(face) }
        break
      }
    }
    if result.isEmpty, let any = anyFace(request, &state) { result.append(any) }
    let movedCount = bringSpaceForward(&result, &state)
    familyCount = max(familyCount, movedCount)
    var textFace = movedCount > 1 ? 1 : 0
    guard let first = result.first else {
      throw BookError(
        .noUsableFont,
        "no usable font: install fonts-ebgaramond, or name fonts with --font-dir or --font-file")
    }
    if let stand = companion(of: first, for: request, &state) {
      findings.report(
        .fontFallback,
        "\"\(first.face.family)\" has no \(request.isItalic ? "bold italic" : "bold"): \"\(stand.face.family) \(stand.face.style)\" replaces it"
      )
      result.insert(stand, at: 0)
      familyCount = 1
      textFace = 0
    }
    result = result.map { $0.synthesizing(only: request.synthesis) }
    Self.reportSynthesis(result[0], &findings)
    return Matches(
      list: result, textFace: textFace, familyCount: familyCount, findings: findings)
  }

  /// Makes the first available font the first one, which is the one that has the space: its metrics
  /// count (CSS Fonts 4, section 5.2). The faces before it still come first for their characters.
  /// - Returns: how many faces were before it, with itself; 1 if it was the first.
  private func bringSpaceForward(_ matches: inout [FontMatch], _ state: inout State) -> Int {
    guard let first = matches.firstIndex(where: { $0.face.covers(0x20) }), first > 0 else {
      return 1
    }
    let stronger = matches[..<first].map(\.face)
    var own = matches.remove(at: first)
    let key = ([own.face] + stronger).map { ObjectIdentifier($0) }
    let face =
      state.divided[key]
      ?? FontFace(own.face, descriptors: own.face.descriptors, stronger: stronger)
    state.divided[key] = face
    own.face = face
    matches.insert(own, at: 0)
    return first + 1
  }

  /// Families that replace one that lacks a weight.
  private static let companions = ["eb garamond": ["Linux Libertine O", "Libertinus Serif"]]

  /// A real bold face of a related family, instead of a synthesized one.
  private func companion(
    of match: FontMatch, for request: FontRequest, _ state: inout State
  ) -> FontMatch? {
    guard match.synthesizesBold else { return nil }
    for family in Self.companions[match.face.family.lowercased()] ?? [] {
      let found = FontMatching.best(of: faces(ofFamily: family, &state), for: request)
      if let found, !found.synthesizesBold, !found.synthesizesItalic { return found }
    }
    return nil
  }

  private static func reportSynthesis(_ match: FontMatch, _ findings: inout FindingList) {
    if match.synthesizesBold {
      findings.report(
        .synthesizedFont, "\"\(match.face.family)\" has no bold: it is emboldened synthetically")
    }
    if match.synthesizesItalic {
      findings.report(
        .synthesizedFont, "\"\(match.face.family)\" has no italic: it is slanted synthetically")
    }
  }

  private func faces(ofFamily family: String, _ state: inout State) -> [Face] {
    let key = family.lowercased()
    if let own = state.registered[key] {
      return own.contains(where: \.isOfBook) ? own.filter(\.isOfBook) : own
    }
    if let named = registeredFace(named: family, state) { return [named] }
    guard usesSystemFonts else { return [] }
    if let known = state.system[key] { return known }
    var entries = SystemFonts.faces(ofFamily: family)
    // A name such as "EBGaramond-Italic" is that of a single face, as in `UIFont(name:size:)`.
    if entries.isEmpty { entries = SystemFonts.faces(ofPostScriptName: family) }
    let faces = entries.compactMap { entry -> Face? in
      open(entry, &state).map {
        Face(
          family: family, weight: $0.weight, isItalic: $0.isItalic, stretch: $0.stretch, face: $0)
      }
    }
    state.system[key] = faces
    return faces
  }

  /// The registered face with a PostScript name.
  private func registeredFace(named name: String, _ state: State) -> Face? {
    for family in state.registered.keys.sorted() {
      if let face = state.registered[family]?.first(where: { $0.face.postScriptName == name }) {
        return face
      }
    }
    return nil
  }

  /// The face with a full name or a PostScript name, as `local()` of `@font-face` wants it (CSS Fonts
  /// 4, section 4.3); nil if there is none. Case does not matter.
  func face(named name: String) -> FontFace? {
    state.withLock { state in
      let wanted = name.lowercased()
      for family in state.registered.keys.sorted() {
        for face in state.registered[family] ?? [] where !face.isOfBook {
          if face.face.ownNames.contains(where: { $0.lowercased() == wanted }) { return face.face }
        }
      }
      guard usesSystemFonts else { return nil }
      let entry =
        SystemFonts.faces(ofFullName: name).first
        ?? SystemFonts.faces(ofPostScriptName: name).first
      return entry.flatMap { open($0, &state) }
    }
  }

  private func open(_ entry: SystemFonts.Entry, _ state: inout State) -> FontFace? {
    if state.files[entry.path] == nil { state.files[entry.path] = try? FontFile.open(entry.path) }
    return state.files[entry.path]?.faces.first { $0.index == entry.index }
  }

  private func anyFace(_ request: FontRequest, _ state: inout State) -> FontMatch? {
    if let family = state.registered.keys.sorted().first, let faces = state.registered[family] {
      return FontMatching.best(of: faces, for: request)
    }
    guard usesSystemFonts, let entry = SystemFonts.faces(covering: 0x65).first,
      let face = open(entry, &state)
    else { return nil }
    return FontMatch(
      face: face, family: face.family, synthesizesBold: false, synthesizesItalic: false)
  }

  /// The face for formulas: the first face with a MATH table among the families of the request,
  /// well known mathematical families, and all registered families; nil if there is none.
  func mathFace(_ request: FontRequest) -> FontFace? {
    state.withLock { state in
      if let known = state.mathFaces[request.families] { return known }
      let names = request.families.flatMap { Self.generics[$0.lowercased()] ?? [$0] }
      var found: FontFace?
      for family in names + Self.mathFamilies where found == nil {
        found = faces(ofFamily: family, &state).first { $0.face.hasMath }?.face
      }
      for family in state.registered.keys.sorted() where found == nil {
        found = state.registered[family]?.first { $0.face.hasMath }?.face
      }
      state.mathFaces[request.families] = .some(found)
      return found
    }
  }

  private static let mathFamilies = [
    "STIX Two Math", "Libertinus Math", "Latin Modern Math", "TeX Gyre Termes Math",
    "TeX Gyre Pagella Math", "XITS Math", "DejaVu Math TeX Gyre", "Noto Sans Math",
  ]

  /// A face for a character that no face of the request has; nil when the machine has none. Other faces
  /// of the same family are preferred, such as another optical size.
  ///
  /// - Parameter own: a face whose weight and slant the fallback has if it can; nil for an upright
  ///   text face.
  /// - Parameter language: that of the text; faces for it come first where its characters have other
  ///   shapes in other languages.
  func fallback(
    for scalar: UInt32, like own: FontFace? = nil, language: String? = nil
  ) -> FontFace? {
    let han = HanLanguage.has(scalar) ? HanLanguage(tag: language) : nil
    let key = FallbackKey(
      scalar: scalar, han: han, isBold: (own?.weight ?? 400) >= 600,
      isItalic: own?.isItalic ?? false, family: own?.family ?? "")
    let request = FontRequest(families: [], weight: key.isBold ? 700 : 400, isItalic: key.isItalic)
    return state.withLock { state in
      if let known = state.fallbacks[key] { return known }
      func best(_ faces: [Face]) -> FontFace? {
        FontMatching.best(of: faces.filter { $0.face.covers(scalar) }, for: request)?.face
      }
      var found: FontFace?
      if let han { found = face(for: scalar, in: han, request, like: own, &state, best) }
      // Another optical size of the family comes first, and is no finding.
      if found == nil, !key.family.isEmpty,
        let own = best(faces(ofFamily: key.family, &state))
      {
        state.fallbacks[key] = .some(own)
        return own
      }
      for family in state.registered.keys.sorted() where found == nil {
        found = best(state.registered[family] ?? [])
      }
      // Prefer text faces to other faces of the machine.
      for family in Self.textFamilies + ["DejaVu Sans", "Noto Sans"] where found == nil {
        found = best(faces(ofFamily: family, &state))
      }
      if found == nil, usesSystemFonts {
        // The first of equally near ones.
        let nearest = SystemFonts.faces(covering: scalar).min {
          $0.distance(from: request) < $1.distance(from: request)
        }
        found = nearest.flatMap { open($0, &state) }
      }
      state.fallbacks[key] = .some(found)
      state.findings.report(Self.finding(ofFallback: found, for: scalar))
      return found
    }
  }

  /// A face for a character that is made for a language in ideographs: the library's own first. Of faces of the system
  /// that are equally near, one that has serifs if the face of the text has.
  private func face(
    for scalar: UInt32, in language: HanLanguage, _ request: FontRequest, like own: FontFace?,
    _ state: inout State, _ best: ([Face]) -> FontFace?
  ) -> FontFace? {
    for family in state.registered.keys.sorted() {
      let own = (state.registered[family] ?? []).filter { language.isSet(in: $0.face) }
      if let found = best(own) { return found }
    }
    guard usesSystemFonts else { return nil }
    let nearest = SystemFonts.faces(covering: scalar).sorted {
      $0.distance(from: request) < $1.distance(from: request)
    }
    let hasSerifs = own?.hasSerifs
    var first: (face: FontFace, distance: (Int, Int))?
    for entry in nearest {
      let distance = entry.distance(from: request)
      if let first, first.distance < distance { break }
      guard let face = open(entry, &state), language.isSet(in: face) else { continue }
      if hasSerifs == nil || face.hasSerifs == hasSerifs { return face }
      if first == nil { first = (face, distance) }
    }
    return first?.face
  }

  /// Whether there is a face of a family, from `@font-face`, a folder or the system.
  public func hasFamily(_ family: String) -> Bool {
    Self.generics[family.lowercased()] != nil
      || state.withLock { !faces(ofFamily: family, &$0).isEmpty }
  }

  /// Whether the book itself has a face of a family (`@font-face`).
  func isOfBook(_ family: String) -> Bool {
    state.withLock { $0.registered[family.lowercased()]?.contains(where: \.isOfBook) ?? false }
  }

  /// Every face that can be requested by name, for `paginate fonts`.
  public func available() -> [Face] {
    state.withLock { state in
      var result = state.registered.keys.sorted().flatMap { state.registered[$0] ?? [] }
      guard usesSystemFonts else { return result }
      for entry in SystemFonts.all() {
        guard let face = open(entry, &state) else { continue }
        result.append(
          Face(
            family: entry.family, weight: face.weight, isItalic: face.isItalic,
            stretch: face.stretch, face: face))
      }
      return result
    }
  }
}
