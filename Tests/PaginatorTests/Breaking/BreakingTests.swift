import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

@Suite("Line breaking")
struct BreakingTests {
  @Test("a soft hyphen shows only at a line end")
  func softHyphen() async throws {
    let pagination = try await SmallBook().set("<p>aaaa bbb&#xAD;cccccc ddd&#xAD;d</p>")
    let lines = SmallBook.fragments(of: pagination)
    #expect(SmallBook.lines(of: pagination)[0][0] == "aaaa bbb\u{AD}")
    #expect(lines[0].flags.contains(.showsHyphen))
    #expect(lines[0].usedRect.width == 90)  // 4 + 1 + 3 characters and the hyphen
    #expect(!lines[1].flags.contains(.showsHyphen))
  }

  @Test("words are hyphenated by the patterns of their own language", .needsDictionaries)
  func languages() throws {
    let library = HyphenationLibrary()
    let english = try #require(library.dictionary(for: "en-GB"))
    let german = try #require(library.dictionary(for: "de"))
    #expect(english.points(in: "affliction").map(\.offset).contains(2))
    #expect(german.points(in: "Selbstverständlichkeit").map(\.offset).contains(6))
  }

  @Test(
    "words have the least lengths of hyphenate-limit-chars: whole, before and after the break",
    .needsDictionaries,
    arguments: [("5 2 2", 2), ("10 2 8", 2), ("11 2 2", 1), ("5 3 2", 1), ("5 2 9", 1)])
  func leastLengths(limits: String, lines: Int) async throws {
    // "af-fliction": 8 of the 10 places of the first line, or the whole word on the second.
    let css = "p { hyphens: auto; hyphenate-limit-chars: \(limits) }"
    let found = try await SmallBook(css: css).lines("<p>aaaa affliction</p>")[0]
    #expect(found == (lines == 2 ? ["aaaa af", "fliction"] : ["aaaa", "affliction"]), "\(limits)")
  }

  @Test(
    "a comma is no letter of the word that hyphenate-limit-chars counts", .needsDictionaries,
    arguments: [(5, ["aaaaaa pa", "per,"]), (6, ["aaaaaa", "paper,"])])
  func lettersOfWord(limit: Int, lines: [String]) async throws {
    let css = "p { hyphens: auto; hyphenate-limit-chars: \(limit) 2 2 }"
    #expect(try await SmallBook(css: css).lines("<p>aaaaaa paper,</p>")[0] == lines)
  }

  @Test("text without a language is not hyphenated, and is a finding")
  func noLanguage() async throws {
    let pagination = try await SmallBook(css: "p { hyphens: auto }").set(
      "<p>extraordinarily incomprehensible</p>", lang: "")
    #expect(pagination.findings.contains { $0.rule == .noLanguage })
    #expect(SmallBook.fragments(of: pagination).allSatisfy { !$0.flags.contains(.showsHyphen) })
  }

  @Test("text with white-space: nowrap is not broken; it overflows with a finding")
  func nowrap() async throws {
    let pagination = try await SmallBook(css: "b { white-space: nowrap; font-weight: normal }")
      .set("<p>a <b>bbbb cccc dddd</b></p>")
    #expect(SmallBook.lines(of: pagination)[0] == ["a", "bbbb cccc dddd"])
    #expect(pagination.findings.contains { $0.rule == .overfullLine })
  }

  @Test(
    "a justified line that may not be broken is squeezed to its minimum and reported if it is wider",
    arguments: ["stable", "pretty"])
  func squeezed(wrap: String) async throws {
    // 9 letters and 2 spaces of 10 points, which shrink by a third: 103.33 at least.
    func line(measure: Length) async throws -> (width: Double, findings: [String]) {
      let pagination = try await SmallBook(
        css: """
          p { text-align: justify; text-align-last: justify; white-space: nowrap; text-wrap: \(wrap) }
          """, page: Size(width: measure, height: 100)
      ).set("<p>aaa bbb ccc</p>")
      let width = SmallBook.fragments(of: pagination)[0].usedRect.width.points
      return (
        width, pagination.findings.filter { $0.rule == .overfullLine }.map(\.message)
      )
    }
    #expect(try await line(measure: 105).width == 105)
    #expect(try await line(measure: 105).findings == [])
    let tooWide = try await line(measure: 100)
    #expect(abs(tooWide.width - 103.33) < 0.02)
    #expect(tooWide.findings == ["a line is wider than its measure: \"aaa bbb ccc\""])
  }

  @Test("each line that is wider than its measure is a finding at its first character")
  func everyOverfullLine() async throws {
    for wrap in ["wrap", "pretty"] {
      let pagination = try await SmallBook(css: "p { text-wrap: \(wrap) }").set(
        "<p>aaa bbbbbbbbbbbb cc dd dddddddddddd eeeeeeeeeee</p>")
      let overfull = pagination.chapters[0].findings.filter { $0.rule == .overfullLine }
      #expect(overfull.map(\.textOffset) == [4, 23, 36])
    }
  }

  @Test("overflow-wrap breaks a word that is wider than the measure, between graphemes")
  func overflowWrap() async throws {
    let lines = try await SmallBook(css: "p { overflow-wrap: anywhere }").lines(
      "<p>aa bbbbbbbbbbbbbb</p>")
    #expect(lines[0] == ["aa", "bbbbbbbbbb", "bbbb"])
  }

  @Test("a word is cut without a hyphen only on a line that can't end anywhere else")
  func cutLast() async throws {
    // The second word is wider than the measure; none of it goes on the first line.
    let lines = try await SmallBook(css: "p { overflow-wrap: break-word; text-wrap: pretty }")
      .lines(
        "<p>aaaa bbbbbbbbbbbbbb</p>")
    #expect(lines[0].first == "aaaa")
    #expect(lines[0].dropFirst().joined() == "bbbbbbbbbbbbbb")
  }

  @Test("a word that has room in a line, but not beside the first line's indent, is cut")
  func besideIndent() async throws {
    func lines(_ css: String, _ text: String) async throws -> [String] {
      try await SmallBook(css: "p { text-indent: 4em; \(css) }").lines("<p>\(text)</p>")[0]
    }
    let breaks = "overflow-wrap: break-word"
    #expect(try await lines(breaks, "aaaaaaaa a") == ["aaaaaa", "aa a"])
    #expect(try await lines(breaks, "aaa<b>aaaaa</b> a") == ["aaaaaa", "aa a"])
    // Only the first word is beside it.
    #expect(try await lines(breaks, "aa aaaaaaaa a") == ["aa", "aaaaaaaa a"])
    #expect(try await lines("overflow-wrap: normal", "aaaaaaaa a") == ["aaaaaaaa", "a"])
  }

  @Test("text that word joiners hold together is cut if it is wider than the measure")
  func joined() async throws {
    let lines = try await SmallBook(css: "p { overflow-wrap: break-word }").lines(
      "<p>aaaaaaa&#x2060;&#x200A;&#x2060;bbbb</p>")
    #expect(lines[0].count == 2)
  }

  @Test("a line may end between a closing quotation mark and an opening bracket (UAX #14, LB15a)")
  func quotations() async throws {
    func lines(_ text: String) async throws -> [String] {
      try await SmallBook().lines("<p>\(text)</p>")[0]
    }
    #expect(try await lines("aaaaaa” (bbbb)") == ["aaaaaa”", "(bbbb)"])
    #expect(try await lines("a aaaa “ (bbbb)") == ["a aaaa", "“ (bbbb)"])
    #expect(try await lines("a aaaa“ (bbbb)") == ["a aaaa“", "(bbbb)"])
  }

  @Test("a line does not end after a slash that begins a word, and does after another one")
  func slashes() async throws {
    func lines(_ text: String) async throws -> [String] {
      try await SmallBook().lines("<p>\(text)</p>")[0]
    }
    #expect(try await lines("aaaaaaaa /bbb") == ["aaaaaaaa", "/bbb"])
    #expect(try await lines("aaaaaaa (/bbb") == ["aaaaaaa", "(/bbb"])
    #expect(try await lines("aaa /bbb/cccc") == ["aaa /bbb/", "cccc"])
    #expect(try await lines("aaaaaa/bbbbbb") == ["aaaaaa/", "bbbbbb"])
    // Between spaces, it stays with the word before it.
    #expect(try await lines("aaaaaaa / bbb") == ["aaaaaaa /", "bbb"])
    #expect(try await lines("aaaaaaaa / bbb") == ["aaaaaaaa /", "bbb"])
  }

  @Test(
    "a line does not end in an operator",
    arguments: [
      ("aaaaaaa != b", ["aaaaaaa !=", "b"]), ("aaaaaaaa != b", ["aaaaaaaa", "!= b"]),
      ("aaaaaa!=bbbb", ["aaaaaa!=", "bbbb"]), ("aaaa bbbb->cc", ["aaaa", "bbbb->cc"]),
      ("aaaaaa->bbbb", ["aaaaaa->", "bbbb"]), ("aaaa &lt;bbb/> c", ["aaaa", "<bbb/> c"]),
      ("aaaaaaaa |> bb", ["aaaaaaaa", "|> bb"]), ("aaaaaaaa ?== bb", ["aaaaaaaa", "?== bb"]),
      // A mark at the end of a sentence, and a dash.
      ("aaaaaaa! = b", ["aaaaaaa! =", "b"]), ("aaaaaaa! bb", ["aaaaaaa!", "bb"]),
      ("aaaaaaaa-bbb", ["aaaaaaaa-", "bbb"]),
    ])
  func operators(_ text: (body: String, lines: [String])) async throws {
    #expect(try await SmallBook().lines("<p>\(text.body)</p>")[0] == text.lines)
  }

  @Test("the call of a note does not begin a line, as between ideographs and a bracket")
  func noteCalls() async throws {
    func lines(_ text: String) async throws -> [String] {
      try await SmallBook(css: "sup { vertical-align: 3pt }").lines("<p>\(text)</p>")[0]
    }
    let text = String(repeating: "\u{6F22}", count: 10)
    #expect(try await lines("\(text)[3]") == [text, "[3]"])
    #expect(
      try await lines("\(text)<sup>[3]</sup>") == [String(text.dropLast()), "\u{6F22}[3]"])
    #expect(try await lines("\(text) <sup>[3]</sup>") == [text, "[3]"])
  }

  @Test("a word wider than its line with the call of a note is divided in it or before the call")
  func wideCalls() async throws {
    let css = "sup { vertical-align: 3pt } p { overflow-wrap: break-word"
    for css in [css + "}", css + "; text-align: justify; text-wrap: pretty }"] {
      let lines = try await SmallBook(css: css).lines("<p>aaaa bbbbbbbb.<sup>[1]</sup> c</p>")[0]
      #expect(lines.joined().filter { $0 != " " } == "aaaabbbbbbbb.[1]c")
      #expect(lines.allSatisfy { $0.count <= 10 && !$0.hasSuffix("[") })
    }
  }

  @Test("a justified line does not begin with a dash")
  func dashes() async throws {
    let lines = try await SmallBook(
      css: "p { text-align: justify }", page: Size(width: 90, height: 100)
    )
    .lines("<p>aaaa bbbb—cccc dddd eeee</p>")
    #expect(lines.joined().allSatisfy { !$0.hasPrefix("—") })
  }

  @Test("a dash between spaces begins a line where it has no room after its word")
  func dashWithoutRoom() async throws {
    func lines(_ words: String) async throws -> [String] {
      try await SmallBook(css: "p { text-wrap: pretty; overflow-wrap: break-word }")
        .lines("<p>\(words)</p>").joined().map { $0 }
    }
    #expect(try await lines("aaaaaaaaa – bbbb") == ["aaaaaaaaa", "– bbbb"])
    #expect(try await lines("aaa aaaaaaaaa — bbbb") == ["aaa", "aaaaaaaaa", "— bbbb"])
    #expect(try await lines("aaaaaaaa – bbbb") == ["aaaaaaaa –", "bbbb"])
    #expect(try await lines("aaaa bbbb – cccc") == ["aaaa", "bbbb –", "cccc"])
  }

  @Test("optimal lines never cost more than greedy ones", arguments: 1...40)
  func optimality(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let candidates = Paragraphs.random(words: 40, &random)
    let widths = LineWidths(first: 60 * 1024, others: 60 * 1024)
    var breaker = TotalFitBreaker()
    let parameters = BreakParameters()
    let found = breaker.breaks(
      candidates,
      TotalFitBreaker.Pass(widths: widths, parameters: parameters, threshold: 10000))
    let optimal = try #require(found, "seed \(seed)")
    let greedy = GreedyBreaker().breaks(candidates, widths: widths, hyphenLimit: nil)
    #expect(
      Paragraphs.cost(optimal.breaks, candidates, widths)
        <= Paragraphs.cost(greedy, candidates, widths),
      "seed \(seed)")
  }

  @Test(
    "badness is TeX's",
    arguments: [
      (0, 10, 0), (10, 10, 100), (5, 10, 12), (20, 10, 800), (10, 0, 10000),
    ])
  func badness(total: Int, stretch: Int, expected: Int) {
    // The TeXbook, chapter 14: 100 times the cube of the ratio.
    #expect(Badness.of(total * 1024, available: stretch * 1024) == expected)
  }

  @Test("no line begins with a hyphen behind a formula or an image")
  func hyphenBehindBox() async throws {
    let image = "<img alt='' src=\"\(SmallBook.drawing(20, 8))\"/>"
    // 40 + 10 + 15 points, and 30 more for the rest of the compound.
    let lines = try await SmallBook(css: "p { width: 80pt; text-wrap: pretty }").lines(
      "<p>aaaa \(image)-bb</p>")
    #expect(lines == [["aaaa", "\u{FFFC}-bb"]])
  }

  @Test("a line before a wide image is left short rather than stretched")
  func lineBeforeImage() async throws {
    let image = "<img alt='' src=\"\(SmallBook.drawing(200, 8))\"/>"
    let book = SmallBook(
      css: "p { text-align: justify; glyph-scaling-limit: 2% }",
      page: Size(width: 200, height: 100))
    // Six words and five spaces: 170 points, and six more for each space, up to the measure.
    let lines = SmallBook.fragments(of: try await book.set("<p>aa aa aa aa aa aa \(image) aa</p>"))
    #expect(lines.map(\.usedRect.width) == [170, 180])
  }

  @Test("ideographs are not spread over a line that would become twice as wide")
  func spreadIdeographs() async throws {
    let pagination = try await SmallBook(
      css: "p { text-align: justify; letter-spacing-limit: 0.003em } b { white-space: nowrap }"
    ).set(
      "<p lang='zh'>\u{8BBF}\u{95EE}\u{63A7}<b>aaaaaaaaa</b>"
        + String(repeating: "\u{5B9A}", count: 20) + "</p>")
    let line = try #require(SmallBook.fragments(of: pagination).first)
    #expect(line.usedRect.width.points < 50)
    #expect(pagination.findings.contains { $0.rule == .looseLine })
  }

  @Test("a justified line before a word that cannot be divided is left short, and is a finding")
  func hopeless() async throws {
    let css = "p { text-align: justify; text-wrap: pretty; glyph-scaling-limit: 2% }"
    let pagination = try await SmallBook(css: css).set("<p>aa bb cccccccccc dd</p><p>x</p>")
    let widths = SmallBook.fragments(of: pagination).map(\.usedRect.width.points)
    #expect(widths == [50, 100, 20, 10])
    let found = pagination.findings.filter { $0.rule == .looseLine }
    #expect(found.map(\.message).first?.hasSuffix("\"aa bb cccccccccc dd\"") == true)
  }

  @Test("a balanced heading just over a line has lines of about one length")
  func balanced() async throws {
    let lines = try await SmallBook(css: "h2 { text-wrap: balance; font-size: 10pt; margin: 0 }")
      .lines(
        "<h2>aaa bbb ccc</h2>")
    #expect(lines == [["aaa bbb", "ccc"]])
    let four = try await SmallBook(css: "h2 { text-wrap: balance; font-size: 10pt; margin: 0 }")
      .lines(
        "<h2>aa bb cc dd</h2>")
    #expect(four == [["aa bb", "cc dd"]])
  }

  @Test("the space between ideographs stretches as well as word spaces")
  func ideographs() async throws {
    let pagination = try await SmallBook(
      css: "p { text-align: justify }", page: Size(width: 95, height: 50)
    )
    .set("<p>\u{4E00} \u{4E8C}\u{4E09}\u{56DB}\u{4E94}\u{516D}\u{4E03}\u{516B}\u{4E5D}\u{5341}</p>")
    let line = SmallBook.fragments(of: pagination)[0]
    #expect(line.letterExtra > 0)
    #expect(line.extra < 2048)
  }

  @Test(
    "many lines of ideographs that are a character short are better than one that is four short")
  func evenIdeographs() async throws {
    let css = "p { text-align: justify; text-wrap: pretty; letter-spacing-limit: 0.003em }"
    // After three lines of 21 characters the 22nd is a comma. Without their stretch, one line in four had 17.
    let sentence =
      "\u{5929}\u{5730}\u{7384}\u{9EC3}\u{FF0C}\u{5B87}\u{5B99}\u{6D2A}\u{8352}\u{3002}"
    let lines = try await SmallBook(css: css, page: Size(width: 211, height: 1000))
      .lines("<p lang='zh'>\(String(repeating: sentence, count: 60))</p>")[0]
    #expect(lines.count > 20)
    #expect(lines.dropLast().allSatisfy { (20...22).contains($0.count) })
  }

  @Test("text that does not wrap is broken also if it takes no more lines than before")
  func keptText() async throws {
    let pagination = try await SmallBook(
      css: "p { overflow-wrap: break-word } i { white-space: pre }"
    )
    .set("<p>aaaaa <i>bb cc dd ee</i></p>")
    #expect(SmallBook.lines(of: pagination) == [["aaaaa bb", "cc dd ee"]])
    #expect(pagination.findings.map(\.rule).contains(.brokenKeptText))
  }

  @Test("ideographs that are far apart in a line are a finding")
  func wideGaps() async throws {
    let text = String(repeating: "\u{5B9A}", count: 7)
    let pagination = try await SmallBook(css: "p { text-align: justify }")
      .set("<p lang='zh'>\(text)<span style='white-space: nowrap'>aaaaaa</span></p>")
    let found = pagination.findings.filter { $0.rule == .looseLine }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("more than a quarter") == true)
  }
}

/// Paragraphs of words with random widths, for the breakers.
enum Paragraphs {
  static func random(words: Int, _ random: inout SeededRandom) -> [BreakCandidate] {
    var candidates: [BreakCandidate] = []
    var width = 0
    var stretch = 0
    var shrink = 0
    for word in 0..<words {
      width += Int.random(in: 2...11, using: &random) * 1024
      let isLast = word == words - 1
      let space = isLast ? 0 : 2560
      candidates.append(
        BreakCandidate(
          segment: Int32(word), offset: Int32(word), widthBefore: width, stretchBefore: stretch,
          shrinkBefore: shrink, widthAfter: width + space, stretchAfter: stretch + space / 2,
          shrinkAfter: shrink + space / 3, penalty: isLast ? -10000 : 0,
          isForced: isLast))
      width += space
      stretch += space / 2
      shrink += space / 3
    }
    return candidates
  }

  /// The total demerits of a list of breaks, computed line by line.
  static func cost(_ breaks: [Int32], _ candidates: [BreakCandidate], _ widths: LineWidths) -> Int {
    var total = 0
    var from: BreakCandidate?
    var lastFitness = 2
    for (number, index) in breaks.enumerated() {
      let to = candidates[Int(index)]
      let room = widths.width(ofLine: number) - (to.widthBefore - (from?.widthAfter ?? 0))
      let stretch = to.stretchBefore - (from?.stretchAfter ?? 0)
      let shrink = to.shrinkBefore - (from?.shrinkAfter ?? 0)
      var badness =
        room >= 0 ? Badness.of(room, available: stretch) : Badness.of(-room, available: shrink)
      if room < 0, -room > shrink { badness = 1_000_000 }
      if room >= 0, to.isForced { badness = 0 }
      let fitness = room < 0 ? (badness > 12 ? 3 : 2) : badness > 99 ? 0 : badness > 12 ? 1 : 2
      let line = 10 + badness
      total += line >= 10000 ? 100_000_000 : line * line
      if abs(fitness - lastFitness) > 1 { total += BreakParameters().adjacentDemerits }
      lastFitness = fitness
      from = to
    }
    return total
  }
}
