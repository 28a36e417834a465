import Paginator
import Support
import Testing

@Suite("TextKit: setting paragraph styles")
struct ParagraphStyleTests {
  private static func style(_ random: inout SeededRandom) -> ParagraphStyle? {
    guard Int.random(in: 0..<6, using: &random) > 0 else { return nil }
    func pick<Value>(_ values: [Value], _ random: inout SeededRandom) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    var style = ParagraphStyle()
    style.alignment = pick([.left, .right, .center, .justified, .natural], &random)
    style.lineBreakMode = pick(ParagraphStyle.LineBreakMode.allCases, &random)
    style.hyphenationFactor = pick([0, 0.5, 1], &random)
    style.baseWritingDirection = pick([.natural, .leftToRight, .rightToLeft], &random)
    style.lineBreakStrategy = pick([.standard, .greedy, .optimal], &random)
    style.firstLineHeadIndent = pick([0, 10], &random)
    style.headIndent = pick([0, 20], &random)
    style.widows = pick([1, 2, 3], &random)
    style.orphans = pick([1, 2, 3], &random)
    return style
  }

  @Test("a style after others equals that style alone", arguments: 1...200)
  func replaced(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var attributes = TextAttributes()
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      attributes.paragraphStyle = Self.style(&random)
    }
    let last = Self.style(&random)
    attributes.paragraphStyle = last
    var alone = TextAttributes()
    alone.paragraphStyle = last
    #expect(attributes == alone, "seed \(seed)")
  }

  @Test("changing one value of a style in place equals setting the changed style")
  func inPlace() {
    var attributes = Chain.attributes { $0.lineBreakMode = .byCharWrapping }
    attributes.paragraphStyle?.lineBreakMode = .byWordWrapping
    #expect(attributes == Chain.attributes())
    attributes.paragraphStyle?.hyphenationFactor = 1
    attributes.paragraphStyle?.hyphenationFactor = 0
    #expect(attributes == Chain.attributes())
  }

  @Test("CSS properties that the program sets stay when the style changes")
  func ownProperties() {
    var attributes = TextAttributes()
    attributes.hyphens = .auto
    attributes.letterSpacing = 2
    attributes.paragraphStyle = ParagraphStyle()
    #expect(attributes.hyphens == .auto)
    attributes.lineBreak = .strict
    attributes.align = .center
    attributes.paragraphStyle = nil
    #expect(attributes.hyphens == .auto)
    #expect(attributes.letterSpacing == 2)
    #expect(attributes.lineBreak == .strict)
    #expect(attributes.align == .center)
  }

  @Test("lines of a storage follow a style that is replaced or removed")
  func lines() throws {
    // 10 points a letter: "aaaa bbbb c" is 110 points wide.
    let chain = try Chain(
      "aaaa bbbb cccc", attributes: Chain.attributes { $0.lineBreakMode = .byCharWrapping })
    #expect(try chain.lines() == [["aaaa bbbb", "cccc"]])
    chain.storage.modifyAttributes(in: 0..<14) { $0.paragraphStyle?.firstLineHeadIndent = 30 }
    #expect(try chain.lines() == [["aaaa bb", "bb cccc"]])
    chain.storage.modifyAttributes(in: 0..<14) {
      $0.paragraphStyle?.lineBreakMode = .byWordWrapping
    }
    #expect(try chain.lines() == [["aaaa", "bbbb cccc"]])
    chain.storage.modifyAttributes(in: 0..<14) { $0.paragraphStyle = nil }
    #expect(try chain.frames()[0].lines[0].usedRect.minX == 0)
  }

  @Test(
    "the first strong character outside of isolates decides the natural direction (UAX #9, P2)",
    arguments: [
      ("\u{2067}\u{05E9}\u{05DC}\u{2069} abc", false),
      ("\u{2066}abc\u{2069} \u{05E9}\u{05DC}", true),
      // An isolate without its end reaches to the end of the paragraph, around another one too.
      ("\u{2067}\u{05E9} abc", false), ("\u{2066}abc \u{2067}d\u{2069} \u{05E9}", false),
      // A PDI without its beginning ends nothing.
      ("\u{2069}\u{05E9} abc", true), ("\u{2067}1\u{2068}a\u{2069}\u{2069}\u{05E9}", true),
      // Embeddings do not count.
      ("\u{202B}abc\u{202C} \u{05E9}", false),
    ])
  func isolates(_ string: String, isRightToLeft: Bool) throws {
    let chain = try Chain(string, size: Size(width: 300, height: 50))
    #expect(try chain.frames()[0].lines[0].isRightToLeft == isRightToLeft)
  }

  @Test("without a hyphenation factor, a word wider than its line is broken without a hyphen")
  func overlongWord() throws {
    let word = "internationalization"
    let chain = try Chain(word)
    #expect(try chain.lines() == [["internatio", "nalization"]])
    #expect(try !chain.frames()[0].lines[0].isHyphenated)
    chain.storage.modifyAttributes(in: 0..<20) { $0.paragraphStyle?.hyphenationFactor = 1 }
    #expect(try chain.frames()[0].lines[0].isHyphenated)
    let soft = try Chain("inter\u{AD}nationalization")
    #expect(try soft.frames()[0].lines[0].characterRange == 0..<6)
    #expect(try soft.frames()[0].lines[0].isHyphenated)
  }

  @Test("text behind a tab without a stop goes on in the next line")
  func tabBehindStops() throws {
    func lines(_ string: String, _ width: Length = 100) throws -> [TextLine] {
      let chain = try Chain(
        string, size: Size(width: width, height: 100),
        attributes: Chain.attributes { $0.tabStops = [TabStop(.left, at: 30)] })
      return try chain.frames()[0].lines
    }
    #expect(try lines("aaaa\tb").map(\.characterRange) == [0..<5, 5..<6])
    #expect(try lines("a\tb\tc").map(\.characterRange) == [0..<4, 4..<5])
    // The line after a soft break begins its tabs anew.
    let wrapped = try lines("aaaaaa bb\tc", 80)
    #expect(wrapped.map(\.characterRange) == [0..<7, 7..<11])
    #expect(wrapped[1].rects(for: 10..<11)[0].minX == 30)
    // With an interval, there is always a next stop: 60.
    let chain = try Chain(
      "aaaa\tb",
      attributes: Chain.attributes {
        $0.tabStops = [TabStop(.left, at: 30)]
        $0.defaultTabInterval = 60
      })
    #expect(try chain.manager.rects(for: 5..<6)[0].rect.minX == 60)
  }
}
