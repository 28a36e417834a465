import Support
import Testing

@testable import Paginator

/// `pre-scale-min`, in the square font: ten points a letter, and pages of 100 points.
@Suite("Preformatted text with long lines")
struct PreformattedTests {
  private static let css = "pre { margin: 0; font: 10pt/10pt Square; white-space: pre-wrap; "

  private func set(_ body: String, _ style: String = "pre-scale-min: 0.75") async throws
    -> Pagination
  {
    try await SmallBook(css: Self.css + style + "}").set(body)
  }

  private func sizes(_ pagination: Pagination) -> [Double] {
    SmallBook.typeSizes(of: pagination)
  }

  @Test("it is set smaller if all its lines fit then, which is a finding")
  func scaled() async throws {
    // 12 letters of 8 points; 100 / 12 is 8.33.
    let pagination = try await set("<p>x</p><pre>ab\n12345 789012</pre><p>y</p>")
    #expect(SmallBook.lines(of: pagination) == [["x", "ab", "12345 789012", "y"]])
    #expect(sizes(pagination) == [10, 8, 10])
    let found = pagination.findings.filter { $0.rule == .scaledCode }
    #expect(found.count == 1 && found[0].message.contains("80 %") && found[0].location != nil)
    #expect(try await sizes(set("<pre>1234 67890</pre>")) == [10])
    // At 75 %, 13 letters fit.
    #expect(try await sizes(set("<pre>1234 67890123</pre>")) == [7.5])
    // Type is not set below six points.
    let small = "pre-scale-min: 0.5; font-size: 8pt"
    #expect(try await sizes(set("<pre>1234 67890123</pre>", small)) == [Length(points: 7.6).points])
    #expect(try await sizes(set("<pre>1234 678901234 67</pre>", small)) == [8])
  }

  @Test(
    "a table that is drawn with characters is set smaller than `pre-scale-min` says, if it fits then"
  )
  func drawnTable() async throws {
    // 14 letters of 7 points; 16 letters at the least size, 6 points.
    #expect(try await sizes(set("<pre>+------------+\n| a          |</pre>")) == [7])
    #expect(try await sizes(set("<pre>┌────────────┐\n│ a          │</pre>")) == [7])
    #expect(try await sizes(set("<pre>+--------------+</pre>")) == [6])
    #expect(try await sizes(set("<pre>+---------------+</pre>")) == [10])
    // A tree of folders can be read when it is folded.
    #expect(try await sizes(set("<pre>├── 1234 67890</pre>")) == [10])
  }

  @Test("the rest of a line that is folded is at the line's indent")
  func folded() async throws {
    // 14 letters would have to be 7.14 points wide.
    let body = "<pre>1234 6789 1234\n  aaaa bbb cc dd\n    1234 678 abcd</pre>"
    let pagination = try await set(body)
    #expect(sizes(pagination) == [10])
    #expect(
      SmallBook.lines(of: pagination) == [
        ["1234 6789", "1234", "aaaa bbb", "cc dd", "1234", "678", "abcd"]
      ])
    // The indents of two and of four spaces.
    #expect(
      SmallBook.fragments(of: pagination).map { $0.usedX / 1024 } == [0, 0, 0, 20, 0, 40, 40])
    #expect(!pagination.findings.contains { $0.rule == .scaledCode })
  }

  @Test("no line has nothing but an indent, before a word that has no room next to it")
  func longWord() async throws {
    let pagination = try await set(
      "<pre>a\n    123456789012\nb</pre>", "pre-scale-min: 0.75; overflow-wrap: break-word")
    #expect(SmallBook.lines(of: pagination) == [["a", "123456", "789012", "b"]])
  }

  @Test(
    "a line without a space is cut between names, if there is a place in its last third",
    arguments: [
      ("aaa.bbbb.ccccccc", ["aaa.bbbb.", "ccccccc"]),
      ("aaaaaaa(bbbbbbbbb)", ["aaaaaaa(", "bbbbbbbbb)"]),
      ("aaaaaaaa,bbbbbbbb", ["aaaaaaaa,", "bbbbbbbb"]),
      ("aaa_bbbb_ccccccc", ["aaa_bbbb_", "ccccccc"]),
      ("aaaaaaaa+bbbbbbbb", ["aaaaaaaa", "+bbbbbbbb"]),
      // The operator is a better place than the underscore.
      ("aaaaaaa+b_cccccc", ["aaaaaaa", "+b_cccccc"]),
      // Too far before, a number, the beginning of a name, an empty pair.
      ("aaaaa.bbbbbbbbbbb", ["aaaaa.bbbb", "bbbbbbb"]),
      ("aaaaaa12.34567890", ["aaaaaa12.3", "4567890"]),
      ("aaaaaaa.__bbbbbbb", ["aaaaaaa.", "__bbbbbbb"]),
      ("aaaaaaaaa()+bbbbb", ["aaaaaaaaa(", ")+bbbbb"]),
    ])
  func namesInCode(_ text: (body: String, lines: [String])) async throws {
    for wrap in ["wrap", "pretty"] {
      let css = "pre-scale-min: 0.75; overflow-wrap: break-word; text-wrap: \(wrap)"
      let pagination = try await set("<pre>\(text.body)</pre>", css)
      #expect(SmallBook.lines(of: pagination) == [text.lines])
    }
    let other = try await set("<pre>aaa.bbbb.ccccccc</pre>", "overflow-wrap: break-word")
    #expect(SmallBook.lines(of: other) == [["aaa.bbbb.c", "cccccc"]])
  }

  @Test("listings of a chapter that are set smaller have one size, down to the least of each")
  func oneSize() async throws {
    let body = "<pre>1234 6789012</pre><pre>1234 67890123</pre><pre>1234</pre>"
    #expect(try await sizes(set(body)) == [7.5, 7.5, 10])
    let css = "pre-scale-min: 0.75 } .b { pre-scale-min: 0.8 !important"
    let own = "<pre class='b'>1234 6789012</pre><pre>1234 67890123</pre>"
    #expect(try await sizes(set(own, css)) == [8, 7.5])
  }

  @Test("a listing with a float in it, such as a button, keeps its size")
  func float() async throws {
    let css = "pre-scale-min: 0.75 } b { float: right"
    #expect(try await sizes(set("<pre><b>x</b>1234 6789012</pre>", css)).last == 10)
  }

  @Test("code is set smaller with the numbers of its lines, in a float or in a cell beside it")
  func lineNumbers() async throws {
    let css = """
      pre-scale-min: 0.75 } .n { float: left } .c { margin-left: 20pt } \
      table { border-spacing: 0 } td { padding: 0
      """
    // 10 letters in 80 points.
    let float = "<div class='n'><pre>1\n2</pre></div><pre class='c'>12345 7890\nb</pre>"
    #expect(try await sizes(set(float, css)) == [8, 8])
    let text = "<div class='n'><pre>a</pre></div><pre class='c'>12345 7890</pre>"
    #expect(try await sizes(set(text, css)) == [10, 8])
    // 13 letters in 100 points.
    let row = "<td><pre>1\n2</pre></td><td><pre>12345 789012\nb</pre></td>"
    let table = try await set("<table><tr>\(row)</tr></table>", css)
    #expect(sizes(table) == [7.5, 7.5])
    #expect(SmallBook.fragments(of: table).count == 4)
    #expect(table.findings.filter { $0.rule == .scaledCode }.count == 1)
    // Other cells decide where columns are.
    let prose = try await set("<table><tr>\(row)<td>a</td></tr></table>", css)
    #expect(sizes(prose).allSatisfy { $0 == 10 })
  }

  @Test("an indent that leaves little room is not kept by what is folded")
  func narrow() async throws {
    // A word of 10 letters fits in the measure, and not beside the indent.
    let pagination = try await set("<pre>  a 1234567890</pre><pre>      aaaa bbb ccc dd</pre>")
    #expect(SmallBook.lines(of: pagination) == [["a", "1234567890", "aaaa", "bbb", "ccc dd"]])
    // Not at 20 and at 60.
    #expect(SmallBook.fragments(of: pagination).map { $0.usedX / 1024 } == [0, 0, 0, 40, 40])
  }

  @Test("with `nowrap`, it is for all elements whose lines do not wrap, and for no others")
  func unwrapped() async throws {
    let css =
      "} body { pre-scale-min: 0.75 nowrap; overflow-wrap: break-word } "
      + "div { font: 10pt/10pt Square "
    func set(_ space: String, _ text: String) async throws -> Pagination {
      try await self.set("<div style='white-space: \(space)'>\(text)</div>", css)
    }
    #expect(try await sizes(set("pre", "12345 789012")) == [8])
    #expect(try await sizes(set("pre-wrap", "12345 789012")) == [10])
    #expect(try await sizes(set("nowrap", "12345 789012")) == [10])
    func starts(_ space: String) async throws -> [Int] {
      SmallBook.fragments(of: try await set(space, "  aaaa bbb cc ddd")).map { $0.usedX / 1024 }
    }
    // The line does not fit at 75 %, and is folded at its indent of two spaces.
    #expect(try await starts("pre") == [0, 20])
    #expect(try await starts("pre-wrap") == [0, 0])
  }

  @Test("without the property, the size stays and what is folded is not indented")
  func plain() async throws {
    let pagination = try await set("<pre>  12345 789012</pre>", "")
    #expect(sizes(pagination) == [10])
    let lines = SmallBook.fragments(of: pagination)
    #expect(lines.count == 2 && lines[1].usedX == 0)
  }
}
