import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Initial letters that span several lines. In the square font, capitals of 10 points are 8 points
/// high; lines are 10 points high, with the baseline 8 points below the top.
@Suite("Initial letters")
struct InitialLetterTests {
  private static let words = "<p>Xaaa" + String(repeating: " aaaa", count: 14) + "</p>"

  private func lines(_ body: String, css: String) async throws -> [LineFragment] {
    let pagination = try await SmallBook(css: css, page: Size(width: 200, height: 200)).set(body)
    let lines = SmallBook.fragments(of: pagination)
    try #require(lines.count > 2, "\(SmallBook.lines(of: pagination))")
    return lines
  }

  private func expect(
    _ line: LineFragment, size: Double, baseline: Double, _ note: Comment = ""
  ) {
    #expect(abs(line.usedRect.width.points - size) < 0.01, note)
    #expect(abs(Double(line.baseline) / 1024 - baseline) < 0.01, note)
  }

  @Test(
    "capitals reach from the first line's cap height to the baseline of the last",
    arguments: [("2", 2), ("3", 3), ("3 drop", 3), ("2 2", 2)])
  func drop(value: String, count: Int) async throws {
    let lines = try await lines(Self.words, css: "p::first-letter { initial-letter: \(value) }")
    // The capital is 10 points high for each line but one, plus 8. That is 0.8 em, and the glyph is
    // a square of 1 em.
    let size = Double(10 * (count - 1) + 8) / 0.8
    expect(lines[0], size: size, baseline: Double(10 * count - 2))
    for (index, line) in lines.dropFirst().enumerated() {
      #expect(line.rect.minX.points == (index < count ? size : 0), "line \(index)")
      #expect(line.rect.minY.points == Double(10 * index))
    }
  }

  @Test("lines follow the shape of an initial letter: an A and an L are narrow at their tops")
  func wrap() async throws {
    func starts(_ letter: String, _ wrap: String) async throws -> [Double] {
      let css = """
        p { font: 10pt/12pt 'EB Garamond' } \
        p::first-letter { initial-letter: 3; initial-letter-wrap: \(wrap) }
        """
      let book = SmallBook(
        css: css, page: Size(width: 200, height: 200), fonts: FontLibrary())
      let pagination = try await book.set(
        "<p>\(letter)" + String(repeating: "aaa ", count: 40) + "</p>")
      return SmallBook.fragments(of: pagination)[1...3].map { $0.rect.minX.points }
    }
    let box = try await starts("A", "none")
    #expect(Set(box).count == 1)
    let all = try await starts("A", "all")
    // The middle of an A is about half of its width narrower than its feet.
    #expect(all[0] < all[1] - 2 && all[1] < all[2] - 2 && all[2] <= box[2])
    #expect(all[0] < box[0] * 0.7)
    let first = try await starts("A", "first")
    #expect(first[0] == all[0] && first[1] == box[1] && first[2] == box[2])
    // The stem of an L is on the left; its foot reaches up to the second line.
    let stem = try await starts("L", "all")
    #expect(stem[0] < stem[1] - 5 && stem[1] <= stem[2])
  }

  @Test("text next to an initial letter is not indented; the letter can float to the right")
  func indent() async throws {
    let css = "p { text-indent: 10pt } p::first-letter { initial-letter: 2 }"
    let lines = try await lines(Self.words, css: css)
    #expect(lines[1].usedRect.minX.points == 22.5)
    let right = try await self.lines(
      Self.words, css: "p::first-letter { initial-letter: 2; float: right }")
    #expect(right[0].rect.minX.points == 177.5)
    #expect(right[1].rect.minX.points == 0)
  }

  @Test("text that goes on after a picture of its initial is not indented")
  func picture() async throws {
    let css = "p { text-indent: 20pt } img { float: left }"
    func start(_ alternative: String, _ text: String) async throws -> Double {
      let image = "<img src=\"\(SmallBook.drawing(10, 10))\" alt='\(alternative)'/>"
      let found = try await LinePlace.all("<p>\(image)\(text)</p>", css: css)
      return found.map(\.x).max() ?? 0
    }
    // An ordinary picture beside which the paragraph has its indent.
    let other = try await start("A map", "The")
    #expect(try await start("T", "HE") == other - 20)
    #expect(try await start("", "he") == other - 20)
  }

  @Test("a raised letter moves its first line down to make room; the line keeps its height")
  func raised() async throws {
    let lines = try await lines(
      "<p>aa</p>" + Self.words, css: "p + p::first-letter { initial-letter: 2 raise }")
    #expect(lines[1].rect.minY.points == 20)
    #expect(lines[2].rect.minY.points == 30)
    #expect(Double(lines[1].baseline) / 1024 == 8)
  }

  @Test(
    "initial-letter-fit makes a floated letter as large as the nearest number of lines",
    arguments: [
      (
        Self.words,
        "p::first-letter { float: left; font-size: 25pt; line-height: 1 }"
      ),
      (
        Self.words.replacing("X", with: "<span>X</span>"),
        "span { float: left; font-size: 21pt; margin-top: 3pt }"
      ),
      (
        Self.words.replacing("X", with: "<span>X</span>"),
        "span { float: left; font-size: 21pt; height: 1em }"
      ),
    ])
  func fitted(body: String, css: String) async throws {
    let lines = try await lines(body, css: "p { initial-letter-fit: lines } " + css)
    expect(lines[0], size: 22.5, baseline: 18)
    #expect(lines[1].rect.minX.points == 22.5)
    #expect(lines[2].rect.minX.points == 22.5)
    #expect(lines[3].rect.minX.points == 0)
    let plain = try await self.lines(body, css: css)
    #expect(plain[0].usedRect.width.points != 22.5, "without it the size is the book's")
  }

  @Test(
    "a float that is not a single first letter keeps its size",
    arguments: [
      words.replacing("X", with: "<span>Xy</span>"), words.replacing("X", with: "aa<span>X</span>"),
      words.replacing("X", with: "<span> </span>"),
    ])
  func others(body: String) async throws {
    let css = "p { initial-letter-fit: lines } span { float: left; font-size: 20pt }"
    let lines = try await lines(body, css: css)
    #expect(!lines.contains { abs($0.usedRect.width.points - 22.5) < 0.01 })
  }

  @Test("a float that is much higher than its letter keeps its size")
  func highFloat() async throws {
    let css = "p { initial-letter-fit: lines } span { float: left; font-size: 21pt; height: 40pt }"
    let lines = try await lines(Self.words.replacing("X", with: "<span>X</span>"), css: css)
    #expect(lines[0].usedRect.width.points == 21)
  }

  @Test(
    "with huge or fractional sizes every letter of the text is set",
    arguments: ["1e30", "30 1000000", "1.5 1"])
  func bounds(value: String) async throws {
    let pagination = try await SmallBook(
      css: "p::first-letter { initial-letter: \(value) }", page: Size(width: 200, height: 200)
    ).set(Self.words)
    let text = SmallBook.lines(of: pagination).flatMap { $0 }.joined().filter { !$0.isWhitespace }
    #expect(text == "Xaaa" + String(repeating: "aaaa", count: 14))
  }

  @Test("two slanted initials lean over their advances each by its own amount")
  func slanted() async throws {
    var book = SmallBook(
      css: "p::first-letter { initial-letter: 2; font-style: italic } p { min-height: 40pt }",
      page: Size(width: 200, height: 200))
    book.preset = "html { font: 11pt/14pt 'EB Garamond' }"
    book.fonts = FontLibrary()
    func margins(_ letters: String) async throws -> [Length] {
      let body = letters.map { "<p>\($0)aa bb</p>" }.joined()
      let text = try await book.set(body).chapters[0].text
      return text.blocks.filter { $0.kind == .floating }
        .map { text.styles[Int($0.style)].box.margin.right.length }
    }
    let alone = (try await margins("E"), try await margins("o"))
    #expect(alone.0.count == 1 && alone.1.count == 1 && alone.0 != alone.1)
    #expect(try await margins("Eo") == alone.0 + alone.1)
  }

  @Test("a first letter inherits from the first line")
  func firstLetter() async throws {
    let pagination = try await SmallBook(
      css: "p::first-line { color: blue } p::first-letter { font-size: 20pt }"
    ).set("<p>ab</p>")
    let style = pagination.chapters[0].text.style(at: 0).style.text
    #expect(style.color == Color(red: 0, green: 0, blue: 255))
  }

  @Test("a floated first letter is found in an element with letter space")
  func spacedFirstLetter() async throws {
    let css = "p::first-letter { float: left; font-size: 20pt } i { letter-spacing: 1pt }"
    let pagination = try await SmallBook(css: css).set("<p><i>ab</i> c</p>")
    #expect(SmallBook.lines(of: pagination) == [["a", "b c"]])
    #expect(SmallBook.fragments(of: pagination).map(\.usedRect.minX) == [0, 20])
    let text = pagination.chapters[0].text
    #expect(text.inlineEdges.map(\.paragraph) == [1, 1])
    #expect(text.inlineEdges.map(\.offset) == [1, 2])
  }

  @Test("a large number at the start of a paragraph has figures as high as capitals")
  func numerals() async throws {
    func variants(_ text: String, _ css: String) async throws -> [String] {
      let pagination = try await SmallBook(
        css: "p { font-variant-numeric: oldstyle-nums; initial-letter-fit: lines } \(css)",
        page: Size(width: 200, height: 200)
      ).set("<p>\(text)" + String(repeating: " aaaa", count: 14) + "</p>")
      return pagination.chapters[0].text.style(at: 0).style.text.font.variants
    }
    let float = "b { float: left; font-size: 26pt; font-weight: normal }"
    #expect(try await variants("<b>1</b>", float) == ["lining-nums"])
    #expect(try await variants("<b>12</b>", float) == ["lining-nums"])
    #expect(try await variants("1", "p::first-letter { initial-letter: 2 }") == ["lining-nums"])
    #expect(
      try await variants("1", "p::first-letter { float: left; font-size: 26pt }") == ["lining-nums"]
    )
    #expect(try await variants("<b>1</b>", "") == ["oldstyle-nums"])
    #expect(
      try await variants("<b>1</b>", float + "p { initial-letter-fit: none }") == ["oldstyle-nums"])
  }
}
