import Paginator
import Support
import Testing

/// Conjuncts and marks: one character for the reader, one font.
@Suite("Scripts in the text system")
struct ScriptTests {
  @Test(
    "consonants joined by a virama are one character for tokens and hit tests",
    .needsFont("Lohit Devanagari"))
  func conjuncts() throws {
    let chain = try Chain(
      "स्ते", size: Size(width: 100, height: 30), attributes: Sample.serif(), fonts: Chain.serif)
    #expect(TextTokenizer(chain.storage.text).tokens(.character, in: 0..<4) == [0..<4])
    let line = try #require(try chain.manager.frame(forContainerAt: 0)?.lines.first)
    let glyphs = line.runs.flatMap(\.glyphs)
    // The first consonant, without its virama, has half a form: fewer glyphs than characters.
    #expect(glyphs.count < 4 && glyphs.allSatisfy { $0.id != 0 }, "\(glyphs)")
    #expect(line.runs.map(\.font.family) == ["Lohit Devanagari"])
    for x in [Length(0), Length(points: line.usedRect.maxX.points / 2), line.usedRect.maxX] {
      #expect(line.hit(x: x)?.characterRange == 0..<4)
    }
  }

  @Test("a base and its marks are set in one font")
  func marksOfOneFont() throws {
    for text in ["e\u{301}\u{323}", "x\u{323}\u{200C}\u{31B}", "q\u{1DC4}"] {
      let chain = try Chain(
        text, size: Size(width: 100, height: 30), attributes: Sample.serif(), fonts: Chain.serif)
      let line = try #require(try chain.manager.frame(forContainerAt: 0)?.lines.first)
      #expect(line.runs.count == 1, "\(text.debugDescription): \(line.runs.map(\.font.family))")
      #expect(
        line.runs.allSatisfy { $0.glyphs.allSatisfy { $0.id != 0 } }, "\(text.debugDescription)")
    }
  }
}
