import Paginator
import Support
import Testing

/// Misspelt words and completions.
@Suite("TextKit: spelling")
struct SpellingTests {
  @Test("T68: each misspelling is found once, with its page; ignored words are not")
  func spelling() async throws {
    let pagination = try await Press(page: Size(width: 300, height: 10)).set(
      "<p>The recieve word.</p><p>Nothing wrong here.</p><p>Another recieve and teh end.</p>")
    var checker = SpellChecker()
    let found = pagination.misspeltWords(&checker)
    #expect(found.map(\.word) == ["recieve", "recieve", "teh"])
    #expect(found.map(\.location.page.number) == [1, 3, 3])
    #expect(checker.suggestions(for: "recieve", language: "en").contains("receive"))
    checker.ignore("recieve")
    #expect(pagination.misspeltWords(&checker).map(\.word) == ["teh"])
    let blocks = try await Press(page: Size(width: 300, height: 50)).set(
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
}
