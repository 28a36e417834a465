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

  @Test("positions are found within a range, and ranges are extended to the edge of a line")
  func placesInRanges() throws {
    let chain = try Chain("aaaa bbbb", size: Size(width: 50, height: 100))
    let far = Point(x: 49, y: 99)
    #expect(try chain.manager.closestPosition(to: far, within: 1..<3, inContainerAt: 0) == 3)
    #expect(try chain.manager.closestPosition(to: .zero, within: 1..<3, inContainerAt: 0) == 1)
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
    #expect(count() == 1)
    library.learn("trooth")
    #expect(count() == 0)
    library.unlearn("trooth")
    #expect(count() == 1)
  }

  @Test("a face gives glyphs, advances, bounds, features and coverage, as in Core Text")
  func fontQueries() throws {
    let square = try #require(
      try Press.squareFonts().matches(FontRequest(families: ["Square"])).first?.face)
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
}
