import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// The descriptors of `@font-face` (CSS Fonts 4, section 4).
@Suite("Font faces")
struct FontFaceTests {
  private static let mono = "DejaVu Sans Mono"

  /// The width of the first line and its height.
  private func line(_ rules: String, _ text: String, css: String = "") async throws -> Size? {
    let fonts = FontLibrary(usesSystemFonts: true, defaultFamilies: ["Square"])
    let book = SmallBook(
      css: "\(rules) p { font-family: X; \(css) }", page: Size(width: 300, height: 100),
      fonts: fonts)
    let pagination = try await book.set("<p>\(text)</p>")
    #expect(pagination.findings.isEmpty)
    return SmallBook.fragments(of: pagination).first.map {
      Size(width: $0.usedRect.width, height: $0.rect.height)
    }
  }

  private func face(_ source: String, _ more: String = "") -> String {
    "@font-face { font-family: X; src: local(\"\(source)\"); \(more) }"
  }

  /// The width of "aaaa" in BoxesCFF2.otf at 10 points: an "a" is 500 units wide at weight 400 and
  /// 700 at 900.
  private func boxes(
    _ css: String, _ descriptors: String = "", before: String? = nil, isThickened: Bool = false
  ) async throws -> Length? {
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    try fonts.register(file: Checkout.fixture("BoxesCFF2.otf"))
    let book = SmallBook(
      css: "\(before.map { face("Boxes CFF2", $0) } ?? "") \(face("Boxes CFF2", descriptors)) "
        + "p { font-family: X; \(css) }",
      page: Size(width: 300, height: 100), fonts: fonts)
    let pagination = try await book.set("<p>aaaa</p>")
    #expect(pagination.findings.map(\.rule) == (isThickened ? [.synthesizedFont] : []))
    return SmallBook.fragments(of: pagination).first?.usedRect.width
  }

  @Test(
    "a face has serifs by its family class, else by its PANOSE style",
    arguments: [
      (1, 2, 0, true), (8, 2, 2, false), (0, 2, 11, false), (0, 2, 4, true), (0, 2, 0, nil),
      (0, 0, 11, nil),
    ] as [(UInt8, UInt8, UInt8, Bool?)])
  func serifs(family: UInt8, kind: UInt8, style: UInt8, expected: Bool?) throws {
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Checkout.fixture("Square.ttf"))))
    // The table directory: records of 16 bytes with a tag and, at 8, the offset.
    let tag = Array("OS/2".utf8)
    var record = 12
    while Array(bytes[record..<record + 4]) != tag { record += 16 }
    var table = 0
    for byte in bytes[record + 8..<record + 12] { table = table << 8 | Int(byte) }
    (bytes[table + 30], bytes[table + 32], bytes[table + 33]) = (family, kind, style)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("serifs-\(UUID()).ttf")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    try fonts.register(file: file.path)
    #expect(fonts.available().first?.face.hasSerifs == expected)
  }

  @Test("a variable font is set in the weight that is asked for, within the range of its rule")
  func weights() async throws {
    #expect(try await boxes("") == 20)  // 4 * 500 units
    #expect(try await boxes("font-weight: 650") == 24)  // 4 * (500 + 200 / 2)
    #expect(try await boxes("font-weight: 900") == 28)
    #expect(try await boxes("font-weight: 900", "font-weight: 400 650") == 24)
    // A rule for one weight has no bold.
    #expect(
      try await boxes("font-weight: 900", "font-weight: 400", isThickened: true) == 20)
    // Of two rules for one file, the last one wins, also with other weights.
    #expect(
      try await boxes(
        "font-weight: 900", "font-weight: 400 900", before: "font-weight: 400 500") == 28)
    // The descriptors of its rule stay those of an instance.
    #expect(try await boxes("font-weight: 900", "size-adjust: 50%") == 14)
  }

  @Test(
    "local() is a face by its full name or its PostScript name",
    .needsFont("DejaVu Sans"),
    arguments: [
      ("DejaVu Sans Bold", "DejaVuSans-Bold.ttf"),
      ("DejaVuSans-Bold", "DejaVuSans-Bold.ttf"),
      ("dejavusans", "DejaVuSans.ttf"),
      ("DejaVu Sans", "DejaVuSans.ttf"),
      ("DejaVu Sans Bold Oblique", "DejaVuSans-BoldOblique.ttf"),
    ])
  func localNames(name: String, face: String) async throws {
    let fonts = FontLibrary(usesSystemFonts: true, defaultFamilies: ["Square"])
    let book = SmallBook(
      css: "\(self.face(name)) p { font-family: X }", page: Size(width: 300, height: 100),
      fonts: fonts)
    let pagination = try await book.set("<p>bold</p>")
    #expect(pagination.findings.isEmpty)
    #expect(pagination.inputs.contains { $0.kind == "font" && $0.name == face })
  }

  @Test("the list of fonts depends on their files, not on the folders they are in")
  func inputsOfFolders() async throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    // Two of the fonts have one file name.
    let files = [("Square.ttf", "One.ttf"), ("BoxesCFF2.otf", "One.ttf"), ("Bare.ttf", "Two.ttf")]
    func inputs(_ folders: [String]) async throws -> [String] {
      let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
      for (folder, (file, name)) in zip(folders, files) {
        let place = root.appendingPathComponent(folder)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let copy = place.appendingPathComponent(name)
        try FileManager.default.copyItem(atPath: Checkout.fixture(file), toPath: copy.path)
        try fonts.register(file: copy.path)
      }
      let book = SmallBook(page: Size(width: 300, height: 100), fonts: fonts)
      let pagination = try await book.set(
        "<p>a<i style='font-family: Boxes CFF2'>a</i><b style='font-family: Bare'>a</b></p>")
      return pagination.inputs.filter { $0.kind == "font" }.map { "\($0.name) \($0.digest)" }
    }
    let first = try await inputs(["a", "b", "c"])
    #expect(first.map { $0.prefix(8) } == ["One.ttf ", "One.ttf ", "Two.ttf "])
    #expect(first == first.sorted())
    #expect(try await inputs(["f", "e", "d"]) == first)
  }

  @Test(
    "local() of a font that was given by an option",
    arguments: ["BoxesCFF2-Regular", "Boxes CFF2 Regular"])
  func localNameOfOption(name: String) async throws {
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    try fonts.register(file: Checkout.fixture("BoxesCFF2.otf"))
    let own = try FontFile.open(Checkout.fixture("BoxesCFF2.otf")).faces[0]
    #expect(own.ownNames.contains(name), "\(own.ownNames)")
    #expect(fonts.face(named: name.uppercased()) === fonts.face(named: own.postScriptName))
    #expect(fonts.face(named: name) != nil)
    #expect(fonts.face(named: "none") == nil)
  }

  @Test("live text has the file of a variable font with its axes, and rules for the weights in use")
  func liveWeights() async throws {
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    try fonts.register(file: Checkout.fixture("BoxesCFF2.otf"))
    let book = SmallBook(
      css: "\(face("Boxes CFF2")) p { font-family: X }", page: Size(width: 300, height: 100),
      fonts: fonts)
    let live = LiveFonts(try await book.set("<p>a <b>a</b></p>"))
    #expect(live.files.count == 2)
    for weight in ["400.0", "700.0"] {
      #expect(live.css.contains(".otf);font-weight:\(weight)}"), "\(live.css)")
    }
    for file in live.files {
      let face = try #require(try FontFile.open(file.bytes, path: file.name).faces.first)
      #expect(face.weights == 400...900)
    }
  }

  @Test(
    "a font that is registered later is found, also for what was asked before",
    .needsFont("DejaVu Math TeX Gyre"))
  func registeredLater() throws {
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    try fonts.register(file: Checkout.fixture("BoxesCFF2.otf"))
    let request = FontRequest(families: ["Square"])
    #expect(try fonts.matches(request).first?.face.family == "Boxes CFF2")
    #expect(fonts.fallback(for: 0x7A) == nil)
    #expect(fonts.mathFace(request) == nil)
    try fonts.register(file: Checkout.fixture("Square.ttf"))
    #expect(try fonts.matches(request).first?.face.family == "Square")
    #expect(fonts.fallback(for: 0x7A)?.family == "Square")
    let math = try #require(SystemFonts.faces(ofFamily: "DejaVu Math TeX Gyre").first)
    try fonts.register(file: math.path)
    #expect(fonts.mathFace(request)?.hasMath == true)
  }

  @Test("a face is used for the characters of its unicode-range", .needsFont(mono))
  func range() async throws {
    let mono = try #require(try await line(face(Self.mono), "b")?.width)
    #expect(mono != 10)
    let part = face(Self.mono, "unicode-range: U+62")
    #expect(try await line(face("Square") + part, "abc")?.width == mono + 20)
    // Of two faces for a character, the last one is used.
    #expect(try await line(part + face("Square"), "abc")?.width == 30)
    #expect(
      try await line(face("Square") + face(Self.mono, "unicode-range: U+6?"), "ab")?.width == mono
        * 2)
    #expect(
      try await line(
        face("Square", "unicode-range: U+0-61, u+63-10FFFF") + part, "abc")?.width == mono + 20)
  }

  @Test(
    "a unicode-range is read as CSS Syntax 3 says",
    arguments: [
      ("U+26", [0x26...0x26]), ("u+0-7f, U+1F600", [0...0x7F, 0x1F600...0x1F600]),
      ("U+4??", [0x400...0x4FF]), ("U+1e00-1eff", [0x1E00...0x1EFF]), ("U+5-4", nil),
      ("U+110000", nil), ("U+?4", nil), ("26", nil), ("U+4?-5", nil), ("U+1234567", nil),
    ] as [(String, [ClosedRange<UInt32>]?)])
  func syntax(text: String, ranges: [ClosedRange<UInt32>]?) throws {
    let sheet = StyleSheetParser.parse(
      "@font-face { font-family: X; src: url(x); unicode-range: \(text) }", path: "t.css",
      origin: .author, media: MediaQuery()
    ) { _, _ in nil }
    #expect(try #require(sheet.fontFaces.first).descriptors.characters == ranges)
    #expect(sheet.findings.map(\.rule) == (ranges == nil ? [.unsupportedValue] : []))
  }

  @Test("descriptors change the size and the metrics of a face")
  func metrics() async throws {
    #expect(try await line(face("Square", "size-adjust: 50%"), "ab")?.width == 10)
    // The ascent is 0.8 em and the descent 0.2 em.
    let normal = "line-height: normal"
    #expect(try await line(face("Square"), "a", css: normal)?.height == 10)
    let larger = face(
      "Square", "ascent-override: 180%; descent-override: 70%; line-gap-override: 0%")
    #expect(try await line(larger, "a", css: normal)?.height == 25)
    #expect(try await line(face("Square", "size-adjust: 200%"), "a", css: normal)?.height == 20)
  }

  @Test("two documents that define a family differently have their own fonts", .needsFont(mono))
  func ownFonts() async throws {
    func rule(_ source: String, _ more: String = "") -> String {
      "<style>p { font-family: X } \(face(source, more))</style><p>ab</p>"
    }
    let book = SmallEPUB(documents: [
      ("a", rule("Square")), ("b", rule("Square", "size-adjust: 200%")), ("c", rule("Square")),
    ])
    let pagination = try await book.set()
    let widths = pagination.pages.indices.flatMap {
      SmallBook.fragments(of: pagination, page: $0).map(\.usedRect.width)
    }
    #expect(widths == [20, 40, 20])
  }

  @Test("two fonts in data URLs are two fonts", .needsFont(mono))
  func dataURLs() async throws {
    func rule(_ family: String, _ bytes: Data) -> String {
      "@font-face { font-family: \(family); src: url(data:font/ttf;base64,\(bytes.base64EncodedString())) }"
    }
    let square = try Data(contentsOf: URL(fileURLWithPath: Checkout.fixture("Square.ttf")))
    let face = try #require(
      try FontLibrary().matches(FontRequest(families: [Self.mono])).first?.face)
    let mono = try Data(contentsOf: URL(fileURLWithPath: face.path))
    let both = rule("X", square) + rule("Y", mono)
    let width = try await line(both, "b", css: "font-family: Y")?.width
    #expect(try await line(both, "b")?.width == 10)
    #expect(width == (try await line(self.face(Self.mono), "b")?.width))
  }

  @Test("features of a face come before those of the text", .needsFont("EB Garamond"))
  func features() async throws {
    func width(_ more: String, _ css: String = "") async throws -> Length? {
      try await line(face("EB Garamond", more), "office", css: css)?.width
    }
    let plain = try await width("", "font-feature-settings: 'liga' 0")
    #expect(try await width("") != plain)
    #expect(try await width("font-feature-settings: 'liga' off") == plain)
    #expect(
      try await width("font-feature-settings: 'liga' off", "font-feature-settings: 'liga'")
        == width(""))
  }

  @Test("a percentage of word-spacing refers to the width of a space", .needsFont(mono))
  func wordSpacing() async throws {
    let letter = try #require(try await line(face(Self.mono), "b")?.width)
    let spaced = try await line(face(Self.mono), "a b", css: "word-spacing: 100%")
    #expect(try #require(spaced).width - letter * 4 <= 0.01)
    #expect(try #require(spaced).width - letter * 4 >= -0.01)
  }

  @Test("a missing character shows the sign of a font that has one")
  func missingGlyph() throws {
    let fonts = try SmallBook.squareFonts()
    try fonts.register(file: Checkout.fixture("Bare.ttf"))
    let cache = ShapingCache(fonts: fonts)
    let shaper = Shaper(cache: cache)
    var text = TextProperties()
    text.font.families = ["Bare", "Square"]
    let shaping = try cache.shapingStyle(TextStyle(id: 1, text: text, box: BoxProperties()))
    func family(_ text: String) -> String {
      let word = Array(text.utf16).withUnsafeBufferPointer {
        shaper.word($0, style: shaping, context: Shaper.Context())
      }
      return shaper.faces[Int(shaper.words[Int(word)].face)].family
    }
    #expect(family("a") == "Bare")
    // Neither font has it, and the sign of the first is empty.
    #expect(family("\u{10000}") == "Square")
    #expect(shaper.used.findings.all.map(\.rule) == [.missingGlyph])
  }

  @Test(
    "a letter whose small capital a face takes apart is a smaller capital",
    .needsFont("EB Garamond"))
  func dividedSmallCapital() throws {
    let cache = ShapingCache(fonts: FontLibrary())
    let shaper = Shaper(cache: cache)
    var text = TextProperties()
    text.font.families = ["EB Garamond"]
    text.font.caps = .small
    // The sizes for text and for notes: the first has no small capital of the letter.
    for size in [12, 8] as [Length] {
      text.font.size = size
      let style = TextStyle(id: size.rawValue, text: text, box: BoxProperties())
      let shaping = try cache.shapingStyle(style)
      let word = Array("\u{1EBF}".utf16).withUnsafeBufferPointer {
        shaper.word($0, style: shaping, context: Shaper.Context())
      }
      #expect(shaper.words[Int(word)].scale == 80)
      #expect(shaper.words[Int(word)].glyphCount == 1)
    }
  }

  /// The system's fonts, and a face of EB Garamond in them; nil without that family.
  private static func garamond(
    _ isItalic: Bool, size: Length? = nil
  ) -> (fonts: FontLibrary, face: FontFace)? {
    let fonts = FontLibrary(usesSystemFonts: true, defaultFamilies: ["EB Garamond"])
    var request = FontRequest(families: ["EB Garamond"], isItalic: isItalic)
    request.size = size
    let face = try? fonts.matches(request).first?.face
    return face.flatMap { $0.family == "EB Garamond" ? (fonts, $0) : nil }
  }

  private static let lacksSmallCapitals =
    garamond(false).map { $0.face.covers(0x436) && !$0.face.hasSmallCapital(0x436) } ?? false

  @Test(
    "small capitals are made for letters of which the face has none",
    .enabled(if: lacksSmallCapitals, "needs an EB Garamond without Cyrillic small capitals"))
  func cyrillicSmallCapitals() async throws {
    let (fonts, face) = try #require(Self.garamond(false))
    #expect(face.hasSmallCapital(0x61))
    let book = SmallBook(
      css: "p { font: small-caps 10pt 'EB Garamond' }", page: Size(width: 200, height: 100),
      fonts: fonts)
    let trace = String(
      decoding: try await book.trace("<p>\u{416}\u{436}a</p>", stage: .canvas), as: UTF8.self)
    let glyphs = trace.split(separator: "\n").filter { $0.contains("run ") }.compactMap {
      $0.split(separator: " ").last?.prefix { $0 != "@" }
    }
    // The capital, the same glyph again, and the small capital of the font.
    #expect(glyphs.count == 3 && glyphs[0] == glyphs[1] && glyphs[1] != glyphs[2], "\(trace)")
    let findings = try await book.set("<p>\u{436}</p>").findings
    #expect(findings.contains { $0.rule == .synthesizedFont })
  }

  /// The Cyrillic letters of the small italic are empty in Debian's EB Garamond.
  private static let hasBlankLetters =
    garamond(true, size: 8).map { own in
      own.face.glyph(for: 0x434).map { own.face.inkBox(of: $0) == nil } ?? false
    } ?? false

  @Test(
    "a letter whose glyph draws nothing comes from another face",
    .enabled(if: hasBlankLetters, "needs an EB Garamond with blank Cyrillic letters"))
  func blankLetter() throws {
    let (fonts, face) = try #require(Self.garamond(true, size: 8))
    #expect(!face.covers(0x434))
    let other = try #require(fonts.fallback(for: 0x434, like: face))
    #expect(other.family == face.family && other.covers(0x434))
  }
}
