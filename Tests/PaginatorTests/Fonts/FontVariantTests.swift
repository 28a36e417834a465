import Foundation
import Support
import Testing

@testable import Paginator

/// What text asks of its fonts: alternates, language systems, synthesis (CSS Fonts 4).
@Suite("Font variants")
struct FontVariantTests {
  private static let text = "Лад, fog @ Ɵ"

  /// The drawing of a paragraph in EB Garamond, and the findings about it.
  private func drawn(
    _ css: String, rules: String = "", _ body: String = text, lang: String = "en"
  ) async throws -> (svg: String, findings: [Finding]) {
    let book = SmallBook(
      css: "\(rules) p { font-family: 'EB Garamond', Square; \(css) }",
      page: Size(width: 400, height: 100), fonts: FontLibrary())
    let pagination = try await book.set("<p>\(body)</p>", lang: lang)
    return (try SmallBook.firstPage(of: pagination), pagination.findings)
  }

  private static let named = """
    @font-feature-values 'Other', EB  Garamond {
      font-display: swap;
      @styleset { one: 1; many: 1 5 20; Case: 2; case: 5 }
      @stylistic { alternate: 1 } @swash { none-here: 0 }
      @character-variant { first: 1; second: 2 3 }
    }
    """

  @Test(
    "names of font-variant-alternates are features of the family", .needsFont("EB Garamond"),
    arguments: [
      ("styleset(one)", "'ss01'"), ("styleset(many)", "'ss01', 'ss05', 'ss20'"),
      ("styleset(one, case)", "'ss01', 'ss05'"), ("styleset(Case)", "'ss02'"),
      ("stylistic(alternate)", "'salt'"), ("character-variant(first, second)", "'cv01', 'cv02' 3"),
      ("historical-forms", "'hist'"), ("stylistic(alternate) styleset(one)", "'salt', 'ss01'"),
    ])
  func alternates(value: String, features: String) async throws {
    let named = try await drawn("font-variant-alternates: \(value)", rules: Self.named)
    #expect(named.findings.isEmpty)
    let expected = try await drawn("font-feature-settings: \(features)")
    #expect(named.svg == expected.svg)
    // The shorthand sets them, too, and later features win.
    let short = try await drawn(
      "font-variant: \(value) common-ligatures; font-feature-settings: 'liga' 0", rules: Self.named)
    let off = try await drawn("font-feature-settings: \(features), 'liga' 0")
    #expect(short.svg == off.svg)
  }

  @Test("the features show: without them, the text looks another way", .needsFont("EB Garamond"))
  func alternatesShow() async throws {
    let plain = try await drawn("").svg
    for value in ["styleset(many)", "stylistic(alternate)", "character-variant(second)"] {
      #expect(
        try await drawn("font-variant-alternates: \(value)", rules: Self.named).svg != plain,
        "\(value)")
      // `normal` turns inherited ones off.
      #expect(
        try await drawn(
          "",
          rules:
            "\(Self.named) body { font-variant-alternates: \(value) } p { font-variant: normal }"
        ).svg == plain)
    }
  }

  @Test("alternates are those of the family that has the text", .needsFont("EB Garamond"))
  func otherFamily() async throws {
    let other = "@font-feature-values Square { @styleset { many: 1 5 20 } }"
    let plain = try await drawn("").svg
    #expect(
      try await drawn("font-variant-alternates: styleset(many)", rules: other).svg == plain)
    // The names are inherited, and meet their family below.
    let inherited = try await drawn(
      "",
      rules: "\(Self.named) body { font-family: Square; font-variant-alternates: styleset(many) }")
    #expect(inherited.svg != plain)
  }

  @Test("a name that is not defined and a value that is not one are findings")
  func undefinedNames() async throws {
    let undefined = try await drawn("font-variant-alternates: swash(fancy)", rules: Self.named)
    #expect(undefined.findings.map(\.rule) == [.unsupportedValue])
    #expect(undefined.findings.first?.message.contains("swash(fancy)") == true)
    for value in [
      "swash(a, b)", "swash()", "styleset(a) styleset(b)", "styleset(1)", "normal swash(a)",
    ] {
      let wrong = try await drawn("font-variant-alternates: \(value)", rules: Self.named)
      #expect(wrong.findings.map(\.rule) == [.unsupportedValue], "\(value)")
    }
    for rule in [
      "@swash { a: 1 2 }", "@character-variant { a: 1 2 3 }", "@swash { a: -1 }", "@swash { a: x }",
    ] {
      let wrong = try await drawn("", rules: "@font-feature-values X { \(rule) }")
      #expect(wrong.findings.map(\.rule) == [.unsupportedValue], "\(rule)")
    }
    let unknown = try await drawn("", rules: "@font-feature-values X { @ligature { a: 1 } }")
    #expect(unknown.findings.map(\.rule) == [.unsupportedRule])
  }

  @Test("what font-synthesis forbids is not made up", .needsFont("EB Garamond"))
  func synthesis() async throws {
    func rules(_ css: String, _ body: String) async throws -> [Finding.Rule] {
      let book = SmallBook(
        css: "p { font-family: Square; \(css) }", page: Size(width: 300, height: 100))
      return try await book.set("<p>\(body)</p>").findings.map(\.rule)
    }
    func svg(_ css: String, _ body: String) async throws -> String {
      try SmallBook.firstPage(
        of: try await SmallBook(css: css, page: Size(width: 300, height: 100))
          .set("<p>\(body)</p>"))
    }
    for (element, part) in [("b", "weight"), ("i", "style")] {
      let body = "<\(element)>ab</\(element)>"
      #expect(try await rules("", body) == [.synthesizedFont])
      #expect(try await rules("font-synthesis-\(part): none", body) == [])
      #expect(try await rules("font-synthesis: none", body) == [])
      #expect(try await rules("font-synthesis: small-caps \(part)", body) == [.synthesizedFont])
      let plain = try await svg("", "ab")
      #expect(try await svg("p { font-synthesis: none }", "<span>ab</span>") == plain)
    }
    #expect(
      try await rules("font-variant: small-caps", "ab") == [.synthesizedFont])
    let small = "font-variant: small-caps; font-synthesis: weight style position"
    #expect(try await rules(small, "ab") == [])
    #expect(try await rules("font-synthesis: bold", "ab") == [.unsupportedValue])
  }

  @Test(
    "a mark that no face has with its base comes from another font by itself",
    .needsFont("DejaVu Sans"), arguments: ["x&#x64B;y", "<i>&#x64B;</i>", "x &#x64B; y"])
  func marks(body: String) async throws {
    let sans = try #require(SystemFonts.faces(ofFamily: "DejaVu Sans").first)
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    try fonts.register(file: sans.path)
    let book = SmallBook(
      css: "i { font-style: normal }", page: Size(width: 300, height: 100), fonts: fonts)
    let findings = try await book.set("<p>\(body)</p>").findings
    #expect(findings.map(\.rule) == [.fontFallback])
    let glyphs = String(
      decoding: try await book.trace("<p>\(body)</p>", stage: .glyphs), as: UTF8.self)
    #expect(glyphs.contains("DejaVuSans"))
    // Glyph 0 is the sign for a missing one.
    #expect(!glyphs.contains(" 0@"))
    let none = SmallBook(css: "i { font-style: normal }", page: Size(width: 300, height: 100))
    #expect(try await none.set("<p>\(body)</p>").findings.map(\.rule) == [.missingGlyph])
  }

  @Test(
    "the letters of Vietnamese that a font lacks are one finding", .needsFont("DejaVu Sans"))
  func vietnameseLetters() async throws {
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    try fonts.register(file: try #require(SystemFonts.faces(ofFamily: "DejaVu Sans").first).path)
    let book = SmallBook(page: Size(width: 300, height: 100), fonts: fonts)
    let findings = try await book.set("<p>\u{1EA1}\u{1EC1} \u{1EF9}</p>").findings
    #expect(findings.map(\.rule) == [.fontFallback])
    #expect(findings.first?.message.hasPrefix("letters of Vietnamese are not in") == true)
  }

  @Test("the first available font has the space, and gives the line its height")
  func firstAvailableFont() async throws {
    func height(_ families: String) async throws -> Length? {
      func face(_ name: String, _ more: String) -> String {
        "@font-face { font-family: \(name); src: local(Square); \(more) }"
      }
      let book = SmallBook(
        css: """
          \(face("Tall", "ascent-override: 200%; unicode-range: U+61")) \(face("Flat", ""))
          p { font-family: \(families); line-height: normal }
          """, page: Size(width: 300, height: 100),
        fonts: FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"]))
      let pagination = try await book.set("<p>ab</p>")
      // The face before it still has its character, and stands in for no other.
      #expect(pagination.findings.isEmpty)
      return SmallBook.fragments(of: pagination).first?.rect.height
    }
    // The ascent of Square is 0.8 em, the descent 0.2 em.
    #expect(try await height("Flat") == 10)
    #expect(try await height("Tall, Flat") == 10)
  }

  @Test(
    "the small capitals are those of the face that has the text, not of the one that has the space",
    .needsFont("EB Garamond"))
  func capitalsOfTextFace() async throws {
    let book = SmallBook(
      css: """
        @font-face { font-family: X; src: local("EB Garamond"); unicode-range: U+61-7A }
        p { font-family: X, Square; font-variant: small-caps }
        """, page: Size(width: 300, height: 100),
      fonts: FontLibrary(usesSystemFonts: true, defaultFamilies: ["Square"]))
    // Square has no small capitals: smaller capitals would be a finding.
    #expect(try await book.set("<p>ab</p>").findings.isEmpty)
  }

  @Test("font-language-override asks for another language system", .needsFont("EB Garamond"))
  func languageSystem() async throws {
    // EB Garamond has no ligature with an i in Turkish.
    let plain = try await drawn("", "fi fi").svg
    let turkish = try await drawn("", "fi fi", lang: "tr").svg
    #expect(plain != turkish)
    let system = try await drawn("font-language-override: 'TRK'", "fi fi")
    #expect(system.svg == turkish.replacing("\"tr\"", with: "\"en\""))
    #expect(system.findings.isEmpty)
    #expect(
      try await drawn("font-language-override: 'Turkish'", "fi").findings.map(\.rule)
        == [.unsupportedValue])
  }
}
