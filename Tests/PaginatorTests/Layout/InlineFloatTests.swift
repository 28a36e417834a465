import EPUB
import Foundation
import Support
import Testing

@testable import Paginator

/// Floats inside paragraphs, in the square font: every character is 10 points wide and high, and its
/// baseline is 8 points below its top.
@Suite("Floats in paragraphs")
struct InlineFloatTests {
  /// The words that are drawn, each with its page and the place of its baseline, such as "1 80,8 N".
  private func words(
    _ body: String, css: String, page: Size = Size(width: 100, height: 100)
  ) async throws -> [String] {
    let trace = String(
      decoding: try await SmallBook(css: css, page: page).trace(body, stage: .canvas), as: UTF8.self
    )
    var number = 0
    return trace.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      if fields.first == "page" { number += 1 }
      guard fields.first == "run", let word = line.firstMatch(of: /"(.*)"/)?.1 else { return nil }
      return "\(number) \(fields[1]) \(word)"
    }
  }

  @Test("a float goes below the floats that it clears, in its paragraph and before it")
  func clear() async throws {
    let found = try await words(
      "<p>a <span>N O</span>b <span>P</span>c</p><p>d <span>Q</span></p>",
      css: "span { float: right; clear: right; width: 20pt }", page: Size(width: 100, height: 300))
    #expect(
      found == [
        "1 0,8 a", "1 80,8 N", "1 80,18 O", "1 20,8 b", "1 80,28 P", "1 40,8 c", "1 0,18 d",
        "1 80,38 Q",
      ])
  }

  @Test("widths of a float are shares of its block, and negative margins put it beside the block")
  func besideBlock() async throws {
    let found = try await words(
      "<p>aaaaa<span>NN NN</span> bbbbb</p>",
      css: "p { width: 50% } span { float: right; width: 50%; margin-right: -60% }")
    // 25 points wide, and its right edge is 30 points outside the paragraph's.
    #expect(found == ["1 0,8 aaaaa", "1 55,8 NN", "1 55,18 NN", "1 0,18 bbbbb"])
  }

  @Test("a float is beside the margin box of another one, around whose outline lines go")
  func outline() async throws {
    let found = try await words(
      "<p>a <span class='a'>N</span><span class='b'>O</span>cc dd</p>",
      css: """
        span { float: left; width: 10pt } .a { width: 40pt; height: 20pt; \
        shape-outside: inset(0 20pt 0 0) }
        """, page: Size(width: 100, height: 100))
    // The second float is as wide and high as its letter; the outline ends 20 points from the left.
    #expect(found == ["1 50,8 a", "1 0,8 N", "1 40,8 O", "1 70,8 cc", "1 20,18 dd"])
  }

  @Test("a float that does not fit on the page takes its line with it")
  func pageEnd() async throws {
    let found = try await words(
      "<p>aaaaaaa aaaaaaa aaaaaaa</p><p>b</p><p>c <span>N O P</span></p>",
      css: "span { float: right; width: 20pt }", page: Size(width: 100, height: 50))
    #expect(
      found.filter { "bcNOP".contains($0.last ?? " ") } == [
        "1 0,38 b", "2 0,8 c", "2 80,8 N", "2 80,18 O", "2 80,28 P",
      ])
  }

  @Test("a float that does not fit on one page with its line is set in the line")
  func tooTall() async throws {
    let found = try await words(
      "<p><b></b><span>N O</span></p>",
      css:
        "b { display: inline-block; width: 90pt; height: 40pt } span { float: right; width: 20pt }",
      page: Size(width: 100, height: 50))
    #expect(found == ["2 0,8 N", "2 0,18 O"])
  }

  @Test("a box in a float in a float is as wide as the page leaves it, not as its text on one line")
  func boxInFloats() async throws {
    let found = try await words(
      "<div><div><span>aaaa bbbb cccc</span></div></div><p>d</p>",
      css: "div { float: left } span { display: inline-block }")
    #expect(found == ["1 0,8 aaaa", "1 50,8 bbbb", "1 0,18 cccc", "1 0,28 d"])
  }

  @Test("a box that is as wide as its content has room for the floats in its paragraphs")
  func shrinkToFit() async throws {
    let found = try await words(
      "<p class='o'>aa <span>bb</span></p>", css: ".o { float: left } span { float: right }")
    // The space between them is at the end of the line.
    #expect(found == ["1 0,8 aa", "1 20,8 bb"])
  }

  @Test("notes that are longer than their text stop the text until they end")
  func longNotes() async throws {
    let found = try await words(
      "<p>a <span>N O P Q</span></p><p>b</p><p>c <span>R</span></p>",
      css: "span { float: right; clear: right; width: 20pt }")
    // The notes reach 20 points below "b": over an eighth of the page.
    #expect(
      found.filter { "bcR".contains($0.last ?? " ") } == [
        "1 0,18 b", "1 0,48 c", "1 80,48 R",
      ])
  }
}
