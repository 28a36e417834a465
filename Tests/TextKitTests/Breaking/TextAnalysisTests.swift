import Foundation
import Paginator
import Support
import Testing

/// The folder of Unicode's test files in Debian's unicode-data.
private let unicodeTests = "/usr/share/unicode/auxiliary"

/// Rows of TextKitRows.md about what a text consists of: expressions, words, sentences.
@Suite("TextKit: the parts of a text")
struct TextAnalysisTests {
  @Test(
    "T57, T58: expressions are ICU's; a bad one is an error with its place; those without length end"
  )
  func expressions() throws {
    let text = AttributedText("call 408-555-0199 or iPad, not ipad", attributes: Chain.attributes())
    let all = 0..<text.length
    let phone = try TextPattern(#"\d{3}-\d{3}-\d{4}"#).matches(in: text, all)
    #expect(phone.map { text.string(in: $0) } == ["408-555-0199"])
    #expect(try TextPattern("x*").matches(in: AttributedText("abc"), 0..<3).count == 4)
    let names = try TextPattern(#"\bi[\p{Alphabetic}&&\p{Uppercase}]\w+"#).matches(in: text, all)
    #expect(names.map { text.string(in: $0) } == ["iPad"])
    let error = #expect(throws: TextPattern.Malformed.self) { try TextPattern("ab(c") }
    #expect(error?.offset == 4)
  }

  @Test("T59: the versions of Unicode, of its library and of its locale data are told")
  func versions() {
    #expect(unicodeVersions.map(\.name) == ["ICU", "Unicode", "CLDR"])
    for version in unicodeVersions { #expect(version.version.contains(".")) }
  }

  @Test(
    "T67: words and sentences end where UAX #29's tests say, but for the cases in which ICU departs",
    .enabled(
      if: FileManager.default.fileExists(atPath: unicodeTests),
      "unicode-data is not installed: Scripts/setup installs it"),
    arguments: [
      ("WordBreakTest.txt", TextBreaker.Kind.word, 15), ("SentenceBreakTest.txt", .sentence, 0),
      ("GraphemeBreakTest.txt", .grapheme, 0),
    ])
  func breakTests(_ name: String, _ kind: TextBreaker.Kind, _ exceptions: Int) throws {
    let text = try String(contentsOfFile: "\(unicodeTests)/\(name)", encoding: .utf8)
    let breaker = TextBreaker()
    var failed: [String] = []
    var count = 0
    for line in text.split(separator: "\n") where line.hasPrefix("÷") {
      let test = line.prefix { $0 != "#" }
      var units: [UInt16] = []
      var expected: [Int] = []
      for word in test.split(whereSeparator: \.isWhitespace).dropFirst() {
        if word == "÷" { expected.append(units.count) }
        if let value = UInt32(word, radix: 16), let scalar = Unicode.Scalar(value) {
          units += Array(String(Character(scalar)).utf16)
        }
      }
      count += 1
      if breaker.boundaries(kind, of: String(decoding: units, as: UTF16.self)) != expected {
        failed.append(String(test))
      }
    }
    #expect(count > 500)
    #expect(failed.count == exceptions, "\(failed)")
    // CLDR takes the colon out of MidLetter for all languages but Finnish and Swedish.
    #expect(failed.allSatisfy { $0.contains("003A") }, "\(failed)")
  }

  @Test("T67: the line that holds a character is one of layout; tokens tile the text")
  func tokens() throws {
    let chain = try Chain("One two. Three four!\nFive.", size: Size(width: 100, height: 100))
    let tokenizer = TextTokenizer(chain.storage.text)
    for granularity in TextGranularity.allCases where granularity != .line {
      let tokens = tokenizer.tokens(granularity, in: 0..<chain.storage.length)
      #expect(tokens.first?.lowerBound == 0)
      #expect(tokens.last?.upperBound == chain.storage.length)
      for (a, b) in zip(tokens, tokens.dropFirst()) { #expect(a.upperBound == b.lowerBound) }
    }
    #expect(tokenizer.tokens(.sentence, in: 0..<chain.storage.length).count == 3)
    #expect(tokenizer.tokens(.word, in: 0..<7).filter(tokenizer.isWord) == [0..<3, 4..<7])
    for line in try chain.frames()[0].lines {
      #expect(
        try chain.manager.lineRange(at: line.characterRange.lowerBound) == line.characterRange)
    }
  }

  @Test("the natural direction of a paragraph is that of its first strong letter (UAX #9, P2, P3)")
  func naturalDirection() throws {
    let chain = try Chain("אבג abc\nabc אבג", size: Size(width: 200, height: 100))
    let lines = try #require(try chain.manager.frame(forContainerAt: 0)?.lines)
    #expect(lines.map(\.isRightToLeft) == [true, false])
    #expect(lines[0].usedRect.maxX == 200)
    #expect(lines[1].usedRect.minX == 0)
  }

  @Test("a pattern that can match nothing matches at every position")
  func emptyMatches() throws {
    let text = AttributedText("abc", attributes: Chain.attributes())
    #expect(try TextPattern("x*").matches(in: text, 0..<3) == [0..<0, 1..<1, 2..<2, 3..<3])
  }
}
