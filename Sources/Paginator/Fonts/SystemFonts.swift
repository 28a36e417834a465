internal import CFontconfig

/// The fonts that fontconfig finds. Used only if a book's own fonts do not have the family, because
/// starting fontconfig takes longer than setting a short text.
enum SystemFonts {
  struct Entry: Sendable {
    let path: String
    let index: Int
    let family: String
    let weight: Int
    let isItalic: Bool
  }

  /// Every face whose family is `family`, ignoring case, sorted by path.
  static func faces(ofFamily family: String) -> [Entry] { faces(with: FC_FAMILY, family) }

  /// Every face whose PostScript name is `name`, sorted by path.
  static func faces(ofPostScriptName name: String) -> [Entry] {
    faces(with: FC_POSTSCRIPT_NAME, name)
  }

  /// Every face whose full name is `name`, such as "EB Garamond Italic", ignoring case, sorted by path.
  static func faces(ofFullName name: String) -> [Entry] { faces(with: FC_FULLNAME, name) }

  private static func faces(with property: String, _ value: String) -> [Entry] {
    guard let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    value.withCString { text in
      text.withMemoryRebound(to: FcChar8.self, capacity: 1) {
        _ = FcPatternAddString(pattern, property, $0)
      }
    }
    return list(pattern)
  }

  /// Every installed outline font, sorted by path.
  static func all() -> [Entry] {
    guard let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    return list(pattern)
  }

  /// Faces that have a character, sorted by path, so that the choice depends on the host's
  /// configuration as little as possible.
  static func faces(covering scalar: UInt32) -> [Entry] {
    guard let pattern = FcPatternCreate(), let charset = FcCharSetCreate() else { return [] }
    defer {
      FcPatternDestroy(pattern)
      FcCharSetDestroy(charset)
    }
    FcCharSetAddChar(charset, scalar)
    FcPatternAddCharSet(pattern, FC_CHARSET, charset)
    return list(pattern)
  }

  static var version: String {
    let number = FcGetVersion()
    return "\(number / 10000).\(number / 100 % 100).\(number % 100)"
  }

  /// Loads the system's configuration, once. fontconfig's own start also reads all configuration files that are
  /// installed but not used, only to be able to list them: that takes longer than setting a page.
  private static let start: Void = {
    guard let configuration = FcConfigCreate() else { return }
    defer { FcConfigDestroy(configuration) }
    // Without a usable configuration, fontconfig's own start supplies one.
    guard FcConfigParseAndLoad(configuration, nil, FcTrue) == FcTrue,
      let folders = FcConfigGetCacheDirs(configuration)
    else { return }
    defer { FcStrListDone(folders) }
    if FcStrListNext(folders) != nil { FcConfigSetCurrent(configuration) }
  }()

  private static func list(_ pattern: OpaquePointer) -> [Entry] {
    start
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue)
    guard let properties = FcObjectSetCreate() else { return [] }
    defer { FcObjectSetDestroy(properties) }
    for name in [FC_FILE, FC_INDEX, FC_FAMILY, FC_WEIGHT, FC_SLANT] {
      FcObjectSetAdd(properties, name)
    }
    guard let set = FcFontList(nil, pattern, properties) else { return [] }
    defer { FcFontSetDestroy(set) }
    var result: [Entry] = []
    for index in 0..<Int(set.pointee.nfont) {
      if let font = set.pointee.fonts[index], let entry = entry(font) { result.append(entry) }
    }
    // HarfBuzz shapes from sfnt tables: Type 1 and bitmap formats have none.
    let usable = result.filter { entry in
      ["ttf", "otf", "ttc", "otc", "woff", "woff2"].contains {
        entry.path.lowercased().hasSuffix("." + $0)
      }
    }
    return usable.sorted { ($0.path, $0.index) < ($1.path, $1.index) }
  }

  private static func entry(_ font: OpaquePointer) -> Entry? {
    var file: UnsafeMutablePointer<FcChar8>?
    var family: UnsafeMutablePointer<FcChar8>?
    var index: Int32 = 0
    var weight: Int32 = 80
    var slant: Int32 = 0
    guard FcPatternGetString(font, FC_FILE, 0, &file) == FcResultMatch, let file else { return nil }
    FcPatternGetString(font, FC_FAMILY, 0, &family)
    FcPatternGetInteger(font, FC_INDEX, 0, &index)
    FcPatternGetInteger(font, FC_WEIGHT, 0, &weight)
    FcPatternGetInteger(font, FC_SLANT, 0, &slant)
    // Named instances of variable fonts have their number in the upper 16 bits.
    guard index >> 16 == 0 else { return nil }
    return Entry(
      path: String(cString: file), index: Int(index),
      family: family.map { String(cString: $0) } ?? "",
      weight: Int(FcWeightToOpenType(weight)), isItalic: slant > 0)
  }
}

extension SystemFonts.Entry {
  /// How far the face is from a request: first by slant, then by weight.
  func distance(from request: FontRequest) -> (Int, Int) {
    (isItalic == request.isItalic ? 0 : 1, abs(weight - request.weight))
  }
}
