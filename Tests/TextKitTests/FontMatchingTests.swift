import Paginator
import Support
import Testing

/// CSS Fonts 4, section 5.2, on faces of one family.
@Suite("TextKit: font matching")
struct FontMatchingTests {
  private static func match(
    _ faces: [[UInt8]], weight: Int = 400, isItalic: Bool = false, stretch: Double = 100
  ) throws -> FontMatch {
    let request = FontRequest(
      families: ["Square"], weight: weight, isItalic: isItalic, stretch: stretch)
    // Whatever the order in which the faces were registered.
    let found = try [faces, faces.reversed()].map {
      try #require(try SquareFont.library(of: $0).matches(request).first)
    }
    #expect(found[0].face.digest == found[1].face.digest)
    return found[0]
  }

  @Test(
    "T54: the nearest weight is taken, first in the direction that the request leans to",
    arguments: [
      ([400, 700], 600, 700), ([400, 700], 500, 400), ([400, 700], 300, 400),
      ([400, 700], 900, 700), ([400, 700], 1, 400), ([300, 500, 700], 400, 500),
      ([300, 500, 700], 450, 500), ([300, 600, 700], 450, 300), ([300, 600], 500, 300),
      ([300, 500, 700], 550, 700), ([300, 500, 700], 350, 300), ([100, 900], 501, 900),
      ([100, 900], 399, 100), ([600, 900], 400, 600), ([200, 400], 300, 200),
      ([600, 800], 700, 800), ([500, 600], 700, 600),
    ])
  func weights(faces: [Int], wanted: Int, taken: Int) throws {
    let found = try Self.match(faces.map { try SquareFont.face(weight: $0) }, weight: wanted)
    #expect(found.face.weight == taken)
    #expect(found.synthesizesBold == (wanted >= 600 && taken < 600))
  }

  @Test(
    "T54: the nearest width is taken: narrow ones first for a request up to normal, else wide ones",
    arguments: [
      // Width classes and their percentages: 3, 75; 5, 100; 7, 125; 9, 200.
      ([3, 7], 100.0, 75.0), ([3, 7], 110, 125), ([5, 7], 90, 100), ([3, 5], 150, 100),
      ([3, 9], 125, 200), ([7, 9], 75, 125),
    ])
  func widths(classes: [Int], wanted: Double, taken: Double) throws {
    let found = try Self.match(classes.map { try SquareFont.face(width: $0) }, stretch: wanted)
    #expect(found.face.stretch == taken)
  }

  @Test("T54: width goes before slant, and slant before weight; what is missing is synthesized")
  func order() throws {
    let upright = try SquareFont.face(weight: 700)
    let italic = try SquareFont.face(isItalic: true)
    let found = try Self.match([upright, italic], weight: 700, isItalic: true)
    #expect(found.face.isItalic && found.synthesizesBold && !found.synthesizesItalic)
    let slanted = try Self.match([upright], isItalic: true)
    #expect(!slanted.face.isItalic && slanted.synthesizesItalic)
    let straight = try Self.match([italic])
    #expect(straight.face.isItalic && !straight.synthesizesItalic)
    let narrow = try SquareFont.face(width: 3)
    let condensed = try Self.match([narrow, italic], isItalic: true, stretch: 75)
    #expect(condensed.face.stretch == 75 && condensed.synthesizesItalic)
  }

  @Test("T88: a descriptor finds all faces that it describes")
  func descriptors() throws {
    let fonts = try SquareFont.library(of: [
      SquareFont.face(), SquareFont.face(weight: 700), SquareFont.face(weight: 700, isItalic: true),
      SquareFont.face(isItalic: true),
    ])
    func found(_ change: (inout FontDescriptor) -> Void) -> [[Int]] {
      var descriptor = FontDescriptor()
      change(&descriptor)
      return fonts.faces(matching: descriptor).map { [$0.weight, $0.isItalic ? 1 : 0] }.sorted {
        $0.lexicographicallyPrecedes($1)
      }
    }
    #expect(found { _ in } == [[400, 0], [400, 1], [700, 0], [700, 1]])
    #expect(found { $0.isItalic = true } == [[400, 1], [700, 1]])
    #expect(found { $0.weights = 600...900 } == [[700, 0], [700, 1]])
    #expect(
      found {
        $0.weights = 700...700; $0.isItalic = false
      } == [[700, 0]])
    #expect(found { $0.families = ["square"] }.count == 4)
    #expect(found { $0.families = ["Round"] } == [])
    #expect(found { $0.isMonospaced = true } == [])
    #expect(found { $0.characters = "a b" }.count == 4)
    #expect(found { $0.characters = "\u{E000}" } == [])
    let name = try #require(fonts.available().first).face.postScriptName
    #expect(found { $0.postScriptName = name }.count >= 1)
    #expect(found { $0.postScriptName = name + "X" } == [])
  }

  @Test("a request lists the faces of all its families in order, then the default family's")
  func cascade() throws {
    let fonts = FontLibrary(usesSystemFonts: true, defaultFamilies: ["DejaVu Serif"])
    try fonts.register(file: Checkout.fixture("Square.ttf"))
    let list = try fonts.matches(
      FontRequest(families: ["Nobody's", "Square", "DejaVu Sans Mono", "sans-serif"], weight: 700))
    #expect(
      list.map(\.face.family) == ["Square", "DejaVu Sans Mono", "DejaVu Sans", "DejaVu Serif"])
    #expect(list.map(\.synthesizesBold) == [true, false, false, false])
  }

  /// The number of glyphs of "ffi".
  private static func ligatedGlyphs(_ change: (inout FontStyle) -> Void = { _ in }) throws -> Int {
    var attributes = Sample.ligating()
    change(&attributes.font)
    let chain = try Chain("ffi", attributes: attributes, fonts: Chain.serif)
    return try chain.frames()[0].lines[0].glyphCount
  }

  @Test("a feature turns ligatures off, and so does variants: none")
  func noLigatures() throws {
    #expect(try Self.ligatedGlyphs() < 3)
    #expect(try Self.ligatedGlyphs { $0.features = [FontFeature(tag: "liga", value: 0)] } == 3)
    #expect(try Self.ligatedGlyphs { $0.variants = ["none"] } == 3)
  }

  @Test("a PostScript name selects exactly that face")
  func postScriptName() throws {
    var attributes = Sample.serif()
    for name in ["EBGaramond12-Italic", "EBGaramond08-Regular", "DejaVuSerif-BoldItalic"] {
      attributes.font = FontStyle(name, size: 11)
      let chain = try Chain("abc", attributes: attributes, fonts: FontLibrary())
      let run = try #require(try chain.manager.frame(forContainerAt: 0)?.lines.first?.runs.first)
      #expect(run.font.postScriptName == name)
      #expect(chain.manager.findings.isEmpty, "\(chain.manager.findings)")
    }
  }
}
