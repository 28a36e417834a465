import Foundation
import Paginator
import Support
import Testing

/// What programs ask of storages, layout managers and faces.
@Suite("TextKit: queries")
struct QueryTests {
  @Test("attributed texts are cut, joined and compared with their attributes")
  func wholes() throws {
    let storage = TextStorage("one two three", attributes: Chain.attributes())
    let red = Color(red: 255, green: 0, blue: 0)
    storage.modifyAttributes(in: 4..<7) { $0.color = red }
    let part = storage.attributedSubstring(in: 2..<9)
    #expect(part.string == "e two t")
    #expect(part.attributes(at: 2).attributes.color == red)
    #expect(part.attributes(at: 2).effectiveRange == 2..<5)
    var again = storage.attributedSubstring(in: 0..<2)
    again.append(part)
    again.append(storage.attributedSubstring(in: 9..<13))
    #expect(again == storage.text)
    again.setAttributes(Chain.attributes(), in: 4..<5)
    #expect(again != storage.text)
    storage.setAttributedString(part)
    #expect(storage.text == part)
    #expect(storage.text.paragraphs.count == 1)
  }

  @Test("text reflows when a container is inserted or removed")
  func chains() throws {
    let chain = try Chain("aaa bbb ccc ddd eee fff", size: nil)
    func container(_ height: Length) -> TextContainer {
      TextContainer(size: Size(width: 30, height: height))
    }
    for height in [20, 20, 40] as [Length] { try chain.manager.add(container(height)) }
    #expect(try chain.lines() == [["aaa", "bbb"], ["ccc", "ddd"], ["eee", "fff"]])
    let made = container(10)
    try chain.manager.insert(made, at: 1)
    #expect(try chain.lines() == [["aaa", "bbb"], ["ccc"], ["ddd", "eee"], ["fff"]])
    chain.manager.removeContainer(at: 1)
    #expect(made.layoutManager == nil)
    #expect(try chain.lines() == [["aaa", "bbb"], ["ccc", "ddd"], ["eee", "fff"]])
    #expect(throws: LayoutError.self) { try chain.manager.insert(container(.infinite), at: 0) }
    #expect(throws: LayoutError.self) {
      try chain.manager.insert(chain.manager.containers[0], at: 1)
    }
  }

  @Test("text reflows when a container is resized; a size without room changes nothing")
  func resizing() throws {
    let chain = try Chain("aaa bbb ccc ddd", size: nil)
    try chain.manager.add(TextContainer(size: Size(width: 30, height: 20)))
    try chain.manager.add(TextContainer(size: Size(width: 70, height: 20)))
    #expect(try chain.lines() == [["aaa", "bbb"], ["ccc ddd"]])
    try chain.manager.resizeContainer(at: 0, to: Size(width: 70, height: 10))
    #expect(try chain.lines() == [["aaa bbb"], ["ccc ddd"]])
    for size in [
      Size(width: 70, height: 0), Size(width: 0, height: 10), Size(width: 70, height: .infinite),
    ] {
      #expect(throws: LayoutError.self) { try chain.manager.resizeContainer(at: 0, to: size) }
    }
    #expect(chain.manager.containers[0].size == Size(width: 70, height: 10))
    try chain.manager.resizeContainer(at: 1, to: Size(width: 30, height: .infinite))
    #expect(try chain.lines() == [["aaa bbb"], ["ccc", "ddd"]])
  }

  @Test("a number of a style that is not a number counts as not set, and is a finding")
  func notNumbers() throws {
    let plain = try Trace(Chain("aaa bbb ccc ddd eee"))
    for (name, change) in [
      ("lineHeightMultiple", { $0.lineHeightMultiple = .nan }),
      ("hyphenationFactor", { $0.hyphenationFactor = .nan }),
      ("tighteningFactorForTruncation", { $0.tighteningFactorForTruncation = .nan }),
    ] as [(String, (inout ParagraphStyle) -> Void)] {
      let chain = try Chain("aaa bbb ccc ddd eee", attributes: Chain.attributes(change))
      #expect(try Trace(chain) == plain)
      #expect(
        chain.manager.findings.map(\.message) == [
          "\"\(name)\" is not a number (NaN): it counts as not set"
        ])
    }
    let indented = try Chain(
      "aaa bbb ccc ddd eee",
      attributes: Chain.attributes { $0.headIndent = Length(points: .nan) })
    #expect(try Trace(indented) == plain)
    for change in [
      { $0.font.stretch = .nan }, { $0.font.sizeAdjust = .nan },
      {
        $0.effects = TextEffects()
        $0.effects?.expansion = .nan
      },
    ] as [(inout TextAttributes) -> Void] {
      var attributes = Chain.attributes()
      change(&attributes)
      let chain = try Chain("aaa bbb ccc ddd eee", attributes: attributes)
      #expect(try Trace(chain) == plain)
      #expect(chain.manager.findings.map(\.rule) == [.unsupportedValue])
    }
    let chain = try Chain("a\tb", size: Size(width: 200, height: 50))
    chain.storage.modifyAttributes(in: 0..<3) { $0.tabSize = TabSize(spaces: .nan) }
    #expect(try chain.frames()[0].lines[0].usedRect.width == 20)
  }

  @Test("a line is justified by its spaces, in full or in part")
  func justifiedLine() throws {
    let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
    func places(_ string: String, width: Length, factor: Double = 1) throws -> [Length] {
      try LineTypesetter(
        AttributedText(string, attributes: Chain.attributes()), typesetter: typesetter
      ).justifiedLine(for: 0..<string.utf16.count, width: width, factor: factor)
        .runs.flatMap(\.glyphs).map(\.position.x)
    }
    // 80 points wide, with two spaces.
    #expect(try places("aa bb cc", width: 100) == [0, 10, 20, 40, 50, 60, 80, 90])
    #expect(try places("aa bb cc", width: 100, factor: 0.5) == [0, 10, 20, 35, 45, 55, 70, 80])
    #expect(try places("aa bb cc", width: 100, factor: 0) == [0, 10, 20, 30, 40, 50, 60, 70])
    #expect(try places("aa bb cc", width: 78) == [0, 10, 20, 29, 39, 49, 58, 68])
    #expect(try places("aaa", width: 100) == [0, 10, 20])
  }

  @Test("positions are found within a range, and ranges are extended to the edge of a line")
  func placesInRanges() throws {
    let chain = try Chain("aaaa bbbb", size: Size(width: 50, height: 100))
    let far = Point(x: 49, y: 99)
    #expect(try chain.manager.closestPosition(to: far, within: 1..<3, inContainerAt: 0) == 3)
    #expect(try chain.manager.closestPosition(to: .zero, within: 1..<3, inContainerAt: 0) == 1)
    let below = Point(x: 0, y: 19)
    #expect(try chain.manager.closestPosition(to: below, within: 1..<3, inContainerAt: 0) == 1)
    #expect(try chain.manager.position(within: 1..<8, farthestIn: .down) == 8)
    #expect(try chain.manager.position(within: 1..<8, farthestIn: .right) == 4)
    #expect(try chain.manager.characterRange(byExtending: 6, in: .left) == 5..<6)
    #expect(try chain.manager.characterRange(byExtending: 6, in: .right) == 6..<9)
    #expect(try chain.manager.characterRange(byExtending: 6, in: .up) == 0..<6)
  }

  @Test("a learned word is correct until it is unlearned")
  func learning() throws {
    let library = SpellingLibrary()
    let text = AttributedText("a trooth", attributes: Chain.attributes())
    func count() -> Int {
      var checker = SpellChecker(library: library)
      return checker.misspellings(in: text, 0..<text.length).count
    }
    try #require(library.dictionary(for: "en") != nil)
    #expect(library.availableLanguages.contains { $0.hasPrefix("en") })
    #expect(count() == 1)
    library.learn("trooth")
    #expect(library.learnedWords == ["trooth"])
    #expect(count() == 0)
    library.unlearn("trooth")
    #expect(count() == 1)
  }

  @Test("a face gives glyphs, advances, bounds, features and coverage, as in Core Text")
  func fontQueries() throws {
    let square = try #require(
      try SmallBook.squareFonts().matches(FontRequest(families: ["Square"])).first?.face)
    let glyph = try #require(square.glyphID(for: "a"))
    #expect(square.advance(ofGlyph: glyph) == 1000)
    let box = try #require(square.boundingBox(ofGlyph: glyph))
    #expect((box.x, box.y, box.width, box.height) == (0, -200, 1000, 1000))
    #expect(square.variationAxes.isEmpty)
    #expect(square.coverage.contains("a") && square.covers("abc"))
    let serif = try #require(
      try Chain.serif.matches(FontRequest(families: ["EB Garamond"])).first?.face)
    #expect(serif.featureTags.contains("liga") && serif.featureTags.contains("kern"))
    #expect(!serif.covers("\u{5D0}\u{E000}"))
    #expect(square.glyphIDs(for: "a\u{5D0}a") == [glyph, 0, glyph])
    // A square of 1000 units whose lower edge is 200 below the baseline.
    let numbers = Set(square.outline(ofGlyph: glyph).matches(of: /-?[0-9]+/).map { String($0.0) })
    #expect(numbers == ["0", "1000", "-800", "200"])
    #expect(square.namedInstances.isEmpty)
    let cut = try #require(
      try Chain.serif.matches(FontRequest(families: ["EBGaramond12-Regular"])).first?.face)
    #expect(cut.featureNames["ss01"] == "Cyrillic alternate de, el and elj")
    let mono = try #require(
      try Chain.serif.matches(FontRequest(families: ["DejaVu Sans Mono"])).first?.face)
    #expect(mono.isMonospaced && !serif.isMonospaced)
  }

  @Test("a variable font tells its axes and its named styles")
  func namedStyles() throws {
    func words(_ values: Int...) -> [UInt8] {
      values.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
    // One axis, "wght" from 100 to 900; two styles, named as the font's style and family.
    let table =
      words(1, 0, 16, 2, 1, 20, 2, 8) + Array("wght".utf8) + words(100, 0, 400, 0, 900, 0, 0, 1)
      + words(2, 0, 400, 0) + words(1, 0, 700, 0)
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("variable-\(UUID().uuidString).ttf")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(SquareFont.adding("fvar", table)).write(to: file)
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    try fonts.register(file: file.path)
    let face = try #require(try fonts.matches(FontRequest(families: ["Square"])).first?.face)
    let axis = try #require(face.variationAxes.first)
    #expect((axis.tag, axis.minimum, axis.standard, axis.maximum) == ("wght", 100, 400, 900))
    #expect(face.namedInstances.map(\.coordinates) == [["wght": 400], ["wght": 700]])
    #expect(face.namedInstances.map(\.name) == [face.style, face.family])
  }

  @Test("the preferred font of a text style grows with the reader size")
  func preferredFont() throws {
    let summary = PresetSummary(name: "novel", css: try #require(Preset.css(named: "novel")))
    let body = try #require(summary.preferredFont(for: "body", at: .large))
    let larger = try #require(summary.preferredFont(for: "body", at: .xxLarge))
    #expect(larger.font.size > body.font.size && body.leading > body.font.size)
    #expect(summary.preferredFont(for: "nothing", at: .large) == nil)
  }

  @Test("T83: a change of the reader size changes styled text alone, and it is laid out again")
  func readerSize() throws {
    let preset = PresetSummary(name: "screen", css: try #require(Preset.css(named: "screen")))
    let storage = TextStorage("title\nbody\nplain", attributes: Chain.attributes())
    storage.modifyAttributes(in: 0..<6) {
      $0[PreferredTextStyle.self] = "title-1"
      $0.font.weight = 700
    }
    storage.modifyAttributes(in: 6..<11) { $0[PreferredTextStyle.self] = "body" }
    let chain = try Chain(storage, size: Size(width: 500, height: 300))
    let heights = try chain.frames()[0].lines.map(\.rect.height)
    #expect(heights == [10, 10, 10])
    for (size, body, leading) in [
      (ReaderSize.large, 17, 22), (.xxxLarge, 23, 29), (.xSmall, 14, 19),
    ] as [(ReaderSize, Length, Length)] {
      let generation = storage.generation
      try storage.setReaderSize(size, of: preset)
      #expect(storage.generation == generation + 1)
      // Apple's table: body is 17/22 at "large", 23/29 at "xxxLarge", 14/19 at "xSmall".
      #expect(storage.attributes(at: 7).attributes.font.size == body)
      let lines = try chain.frames()[0].lines
      #expect(lines[1].rect.height == leading)
      #expect(lines[2].rect.height == 10)
      #expect(lines[0].runs[0].style.text.font.weight == 700)
    }
    #expect(try Trace(chain) == Trace(Chain(storage.remade(), size: Size(width: 500, height: 300))))
  }

  @Test("a frame that begins at or after the end of the text is empty")
  func frameBehindEnd() throws {
    let framesetter = Framesetter(
      AttributedText("abc", attributes: Chain.attributes()),
      typesetter: Typesetter(fonts: try SmallBook.squareFonts()))
    let container = TextContainer(size: Size(width: 50, height: 50))
    #expect(try framesetter.frame(in: container, from: 4).lines.isEmpty)
    #expect(try framesetter.frame(in: container, from: 3).lines.isEmpty)
  }
}
