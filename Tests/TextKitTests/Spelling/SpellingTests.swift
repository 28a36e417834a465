import Paginator
import Support
import Testing

/// Misspelt words and completions.
@Suite("TextKit: spelling")
struct SpellingTests {
  @Test("T68: each misspelling is found once, with its page; ignored words are not")
  func spelling() async throws {
    let pagination = try await SmallBook(page: Size(width: 300, height: 10)).set(
      "<p>The recieve word.</p><p>Nothing wrong here.</p><p>Another recieve and teh end.</p>")
    var checker = SpellChecker()
    let found = pagination.misspeltWords(&checker)
    #expect(found.map(\.word) == ["recieve", "recieve", "teh"])
    #expect(found.map(\.location.page.number) == [1, 3, 3])
    #expect(checker.suggestions(for: "recieve", language: "en").contains("receive"))
    checker.ignore("recieve")
    #expect(pagination.misspeltWords(&checker).map(\.word) == ["teh"])
    let blocks = try await SmallBook(page: Size(width: 300, height: 50)).set(
      "<p>A fine dog</p><p>runs away<br/>today, <b style='display: inline-block'>teh</b></p>")
    #expect(blocks.misspeltWords(&checker).map(\.word) == ["teh"])
    #expect(checker.missingLanguages.isEmpty)
  }

  @Test(
    "E5: the search for misspellings ends, on one-letter words and at the text's end, and reports each once"
  )
  func spellLoop() {
    let text = AttributedText("a I x teh b recieve", attributes: Chain.attributes())
    var checker = SpellChecker()
    var offset = 0
    var words: [String] = []
    while let found = checker.misspelling(in: text, 0..<text.length, from: offset) {
      words.append(found.word)
      offset = found.range.upperBound
      if words.count > 10 { break }
    }
    #expect(words == ["teh", "recieve"])
    #expect(
      checker.misspelling(in: text, 0..<text.length, from: text.length, wraps: true)?.word == "teh")
  }

  @Test("T69: what begins a word is completed from the text, then from the dictionary")
  func completions() {
    let text = AttributedText("paginate pages paginate pag", attributes: Chain.attributes())
    let found = SpellChecker().completions(of: 24..<27, in: text)
    #expect(Array(found.prefix(2)) == ["paginate", "pages"])
    #expect(found.allSatisfy { $0.hasPrefix("pag") })
  }

  @Test("searching from one misspelt word to the next takes time in proportion to the text")
  func spellingLoopGrowth() throws {
    func loop(_ sentences: Int) -> Double {
      let text = AttributedText(
        (0..<sentences).map { "It is a trooth \($0) universaly known." }.joined(separator: " "),
        attributes: Chain.attributes())
      var checker = SpellChecker()
      // Opens the dictionary.
      _ = checker.misspelling(in: text, 0..<text.length, from: 0)
      let start = ThreadTime.seconds
      var (offset, count) = (0, 0)
      while let next = checker.misspelling(in: text, 0..<text.length, from: offset) {
        offset = next.range.upperBound
        count += 1
      }
      #expect(count == 2 * sentences)
      return ThreadTime.seconds - start
    }
    // Four times the text; the shortest of a few runs, because other processes only make one longer.
    let times = (0..<3).map { _ in (loop(60), loop(240)) }
    let (short, long) = (times.map(\.0).min() ?? 0, times.map(\.1).min() ?? 0)
    #expect(long < short * 8, "\(long) s, and \(short) s for a quarter")
  }

  @Test("searching from one misspelt word to the next finds each once")
  func spellingLoop() throws {
    let text = AttributedText(
      (0..<400).map { "It is a trooth \($0) universaly known." }.joined(separator: " "),
      attributes: Chain.attributes())
    var checker = SpellChecker()
    let all = checker.misspellings(in: text, 0..<text.length)
    try #require(!checker.missingLanguages.contains("en"))
    #expect(all.count == 800)
    #expect(checker.misspellings(in: text, 0..<text.length + 90).count == 800)
    var found: [SpellChecker.Misspelling] = []
    var offset = 0
    while let next = checker.misspelling(in: text, 0..<text.length, from: offset) {
      found.append(next)
      offset = next.range.upperBound
    }
    #expect(found == all)
    let wrapped = checker.misspelling(in: text, 0..<text.length, from: text.length - 3, wraps: true)
    #expect(wrapped == all.first)
    // From inside a misspelt word, the next one is found.
    let inside = all[0].range.lowerBound + 2
    #expect(checker.misspelling(in: text, 0..<text.length, from: inside) == all[1])
  }
}
