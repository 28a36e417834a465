import EPUB
import Foundation
import Support
import Testing

@testable import Paginator

/// Blocks with several columns (CSS Multi-column Layout 1), in the square font: every line is 10 points
/// high, and every character 10 points wide. The page is 100 points wide.
@Suite("Columns")
struct ColumnTests {
  /// Where each line begins, by the letter with which it does: "a 0 0".
  private func places(
    _ body: String, _ style: String, more: String = "", height: Length = 100
  ) async throws -> [[String]] {
    let pagination = try await SmallBook(
      css: ".c { column-gap: 0; \(style) } \(more)", page: Size(width: 100, height: height)
    ).set(body)
    let unexpected = pagination.findings.filter {
      [.unsupportedProperty, .unsupportedValue].contains($0.rule)
    }
    #expect(unexpected.isEmpty)
    return zip(pagination.pages.indices, SmallBook.lines(of: pagination)).map { page, texts in
      zip(SmallBook.fragments(of: pagination, page: page), texts)
        .filter { $0.0.usedRect.width > 0 }.map { line, text in
          "\(text.prefix(1)) \(Int(line.usedRect.minX.points)) \(Int(line.rect.minY.points))"
        }
    }
  }

  @Test("lines of two columns are in register on a baseline grid, below a heading as well")
  func register() async throws {
    // On the second page, the heading and the space below it take 15 points.
    let body = "<div class='c'>\(Self.lines("abcdef"))<h2>h</h2>\(Self.lines("ghijklm"))</div>"
    let css = """
      html { baseline-grid: auto } h2 { font-size: 10pt; line-height: 15pt; margin: 0; baseline-grid: none }
      """
    let found = try await places(body, "columns: 2", more: css, height: 30)
    #expect(found[1] == ["h 0 0", "g 0 20", "h 50 0", "i 50 10", "j 50 20"])
  }

  @Test(
    "a row of a table goes on in the next column, also if its table is to be kept whole",
    arguments: ["auto", "avoid"])
  func highRow(_ breakInside: String) async throws {
    let css = """
      .c { columns: 2; column-gap: 0 } td { padding: 0; background: red; vertical-align: top }
      table { border-spacing: 0; width: 100%; break-inside: \(breakInside) }
      """
    let cell = Self.lines(String(repeating: "x", count: 25))
    let pagination = try await SmallBook(css: css, pageBreaking: .optimal).set(
      "<div class='c'><table><tr><td>\(cell)</td></tr></table></div>")
    #expect(pagination.findings.isEmpty)
    // Twice ten lines, and five, of which none are divided.
    #expect(SmallBook.lines(of: pagination).map(\.count) == [20, 5])
    #expect(SmallBook.fragments(of: pagination)[10].usedRect.minX == 50)
    let svg = try SmallBook.firstPage(of: pagination)
    let red = SmallBook.places(of: "rect", in: svg) { $0.contains("fill=\"#ff0000\"") }
    #expect(red == [[0, 0, 50, 100], [50, 0, 50, 100]])
  }

  @Test("a row whose lines are not beside each other does not run out of its column")
  func unevenRow() async throws {
    let css = """
      .c { columns: 2; column-gap: 0 } td { padding: 0; vertical-align: top } \
      table { border-spacing: 0 } td + td { padding-top: 5pt }
      """
    let cell = "<td>\(Self.lines(String(repeating: "x", count: 25)))</td>"
    let pagination = try await SmallBook(css: css).set(
      "<div class='c'><table><tr>\(cell)\(cell)</tr></table></div>")
    #expect(pagination.findings.isEmpty)
    let lines = pagination.pages.indices.flatMap { SmallBook.fragments(of: pagination, page: $0) }
    #expect(lines.count == 50 && lines.allSatisfy { $0.rect.maxY <= 100 })
  }

  private static func lines(_ letters: String) -> String {
    letters.map { "<p>\($0)</p>" }.joined()
  }

  @Test(
    "columns have the same height, the first ones more lines",
    arguments: [
      ("column-count: 2", "abcd", ["a 0 0", "b 0 10", "c 50 0", "d 50 10"]),
      ("column-count: 2", "abc", ["a 0 0", "b 0 10", "c 50 0"]),
      ("column-count: 2; column-gap: 20pt", "ab", ["a 0 0", "b 60 0"]),
      ("column-count: 2; column-gap: 20%", "ab", ["a 0 0", "b 60 0"]),
      ("columns: 20pt", "abcde", ["a 0 0", "b 20 0", "c 40 0", "d 60 0", "e 80 0"]),
      // (100 + 10) / (40 + 10) = 2 columns of (100 - 10) / 2 points.
      ("columns: 40pt; column-gap: 10pt", "ab", ["a 0 0", "b 55 0"]),
      // The number is the most there are.
      ("columns: 2 20pt", "ab", ["a 0 0", "b 50 0"]),
      ("-webkit-column-count: 2", "ab", ["a 0 0", "b 50 0"]),
      ("column-count: 2; direction: rtl", "ab", ["a 90 0", "b 40 0"]),
      (
        "column-count: 2; column-fill: auto; height: 30pt", "abcd",
        ["a 0 0", "b 0 10", "c 0 20", "d 50 0"]
      ),
      ("column-count: 1", "ab", ["a 0 0", "b 0 10"]),
      ("columns: auto auto", "ab", ["a 0 0", "b 0 10"]),
    ] as [(String, String, [String])])
  func balanced(style: String, letters: String, expected: [String]) async throws {
    let found = try await places("<div class='c'>\(Self.lines(letters))</div>", style)
    #expect(found == [expected])
  }

  @Test("a page is filled column by column, and the rest is balanced on the next one")
  func pages() async throws {
    let found = try await places(
      "<p>x</p><div class='c'>\(Self.lines("abcdefg"))</div><p>z</p>", "column-count: 2",
      height: 30)
    #expect(
      found == [
        ["x 0 0", "a 0 10", "b 0 20", "c 50 10", "d 50 20"],
        ["e 0 0", "f 0 10", "g 50 0", "z 0 20"],
      ])
  }

  @Test("a block that spans the columns divides them")
  func spanning() async throws {
    let found = try await places(
      "<div class='c'>\(Self.lines("ab"))<h2>hhhhh</h2>\(Self.lines("cd"))</div>",
      "column-count: 2", more: "h2 { column-span: all; font: inherit; margin: 5pt 0 }")
    #expect(found == [["a 0 0", "b 50 0", "h 0 15", "c 0 30", "d 50 30"]])
  }

  @Test(
    "breaks between columns are forced and avoided",
    arguments: [
      (".b { break-before: column }", ["a 0 0", "b 50 0", "c 50 10", "d 50 20"]),
      (".b { break-after: column }", ["a 0 0", "b 0 10", "c 50 0", "d 50 10"]),
      (".k { break-inside: avoid-column }", ["a 0 0", "b 50 0", "c 50 10", "d 50 20"]),
      (".k { break-inside: avoid }", ["a 0 0", "b 50 0", "c 50 10", "d 50 20"]),
      (".b, .n { break-after: avoid }", ["a 0 0", "b 50 0", "c 50 10", "d 50 20"]),
      // What is around the columns is kept on its page, and its columns are divided.
      ("body { break-inside: avoid }", ["a 0 0", "b 0 10", "c 50 0", "d 50 10"]),
    ] as [(String, [String])])
  func breaks(more: String, expected: [String]) async throws {
    let found = try await places(
      "<div class='c'><p>a</p><div class='k'><p class='b'>b</p><p class='n'>c</p><p>d</p></div></div>",
      "column-count: 2", more: more)
    #expect(found == [expected])
  }

  @Test("a block with room for one column is set like others, with page ends inside it")
  func narrow() async throws {
    let body = "<div class='c'>\(Self.lines("abc"))<h2>h</h2>\(Self.lines("de"))</div>"
    let found = try await places(
      body, "columns: 2; measure-min: 12",
      more: "h2 { column-span: all; font: inherit; margin: 0; break-after: avoid }", height: 40)
    #expect(found == [["a 0 0", "b 0 10", "c 0 20"], ["h 0 0", "d 0 10", "e 0 20"]])
  }

  @Test("widows and orphans are kept in columns")
  func widows() async throws {
    let paragraph = "<p>a<br/>b<br/>c<br/>d<br/>e</p>"
    let found = try await places(
      "<div class='c'>\(paragraph)</div>", "column-count: 3; widows: 2; orphans: 2")
    #expect(found == [["a 0 0", "b 0 10", "c 0 20", "d 33 0", "e 33 10"]])
  }

  @Test("a margin vanishes at the top of a column, but not at the start of the block")
  func margins() async throws {
    let found = try await places(
      "<div class='c'><p>a</p><p>b</p></div>", "column-count: 2", more: ".c p { margin-top: 10pt }")
    #expect(found == [["a 0 10", "b 50 0"]])
  }

  @Test("columns in columns, in cells, in floats and in lines")
  func nested() async throws {
    let inner = "<div class='c'>\(Self.lines("ab"))</div>"
    var found = try await places(
      "<div class='c'>\(inner)<p>c</p></div>", "column-count: 2")
    #expect(found == [["a 0 0", "b 25 0", "c 50 0"]])
    found = try await places(
      "<table><tr><td class='c'>\(Self.lines("ab"))</td></tr></table>", "column-count: 2",
      more: "table { border-spacing: 0; width: 60pt } td { padding: 0 }")
    #expect(found == [["a 0 0", "b 30 0"]])
    found = try await places(
      "<div class='c'>\(Self.lines("ab"))</div>", "column-count: 2; float: right; width: 60pt")
    #expect(found == [["a 40 0", "b 70 0"]])
  }

  @Test(
    "a table has no columns of this kind, and its text is set once", arguments: ["", "float: left"])
  func table(float: String) async throws {
    let found = try await places(
      "<table class='c'><caption>a</caption><tr><td><p>b</p></td><td>c</td></tr></table>",
      "column-count: 2; \(float)", more: "table { border-spacing: 0 } td { padding: 0 }")
    #expect(found.joined().map { String($0.prefix(1)) } == ["a", "b", "c"])
  }

  @Test("a rule is drawn between two columns with content, above the block's background")
  func rule() async throws {
    let css = """
      .c { columns: 3; column-gap: 14pt; column-rule: 2pt solid #123456; background: #eeddcc }
      """
    let pagination = try await SmallBook(css: css).set("<div class='c'>\(Self.lines("ab"))</div>")
    let svg = try SmallBook.firstPage(of: pagination)
    let ground = try #require(svg.range(of: "#eeddcc", options: .caseInsensitive))
    let rule = try #require(svg.range(of: "#123456", options: .caseInsensitive))
    #expect(ground.lowerBound < rule.lowerBound)
    // The third column is empty.
    #expect(svg.components(separatedBy: "#123456").count == 2)
    let boxes = pagination.chapters[0].boxes.filter(\.isColumnRule)
    #expect(boxes.map(\.rect) == [Rect(x: 30, y: 0, width: 2, height: 10)])
  }

  @Test("a box that goes on in the next column is open there")
  func boxes() async throws {
    let pagination = try await SmallBook(
      css: ".c { columns: 2; column-gap: 0 } .b { border: 1pt solid; padding: 2pt }"
    ).set("<div class='c'><div class='b'>\(Self.lines("abcd"))</div></div>")
    let boxes = pagination.chapters[0].boxes
    #expect(boxes.map(\.hasTop) == [true, false])
    #expect(boxes.map(\.hasBottom) == [false, true])
    #expect(boxes.map(\.rect.minX) == [0, 50])
    #expect(boxes.map(\.rect.height) == [23, 23])
  }

  @Test("columns leave room for the notes that are called in them")
  func notes() async throws {
    let found = try await places(
      "<div class='c'><p>a</p><p>b<i>n</i></p>\(Self.lines("cdefgh"))</div>", "column-count: 2",
      more: "i { float: footnote }", height: 50)
    // Of five lines, the note and the line above it take more than two.
    #expect(
      found == [
        ["a 0 0", "b 0 10", "c 50 0", "d 50 10"], ["e 0 0", "f 0 10", "g 50 0", "h 50 10"],
      ])
  }

  @Test("no text is lost and its order is kept, whatever the columns and the page are")
  func nothingLost() async throws {
    let seed: UInt64 = 11
    var random = SeededRandom(seed: seed)
    for trial in 0..<60 {
      var words: [String] = []
      let content = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        randomBlock(&words, &random)
      }
      let css = """
        .c { columns: \(Int.random(in: 1...4, using: &random)); orphans: 2; widows: 2; \
        column-gap: \(Int.random(in: 0...12, using: &random))pt }
        .b { break-inside: avoid; border: 1pt solid } .s { column-span: all }
        h3 { font: inherit; break-after: avoid; margin: 7pt 0 3pt }
        """
      let height = Length(points: Double(Int.random(in: 30...130, using: &random)))
      let found = try await SmallBook(css: css, page: Size(width: 130, height: height))
        .lines("<p>x</p><div class='c'>\(content.joined())</div><p>z</p>")
      let text = found.joined().joined(separator: " ").split(separator: " ").map(String.init)
      #expect(text == ["x"] + words + ["z"], "seed \(seed), trial \(trial)")
    }
  }

  private func randomBlock(_ words: inout [String], _ random: inout SeededRandom) -> String {
    func text() -> String {
      let new = (0..<Int.random(in: 1...12, using: &random)).map { "w\(words.count + $0)" }
      words += new
      return new.joined(separator: " ")
    }
    return switch Int.random(in: 0..<6, using: &random) {
    case 0: "<h3>\(text())</h3>"
    case 1: "<div class='b'><p>\(text())</p><p>\(text())</p></div>"
    case 2: "<p class='s'>\(text())</p>"
    default: "<p>\(text())</p>"
    }
  }
}
