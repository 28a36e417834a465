import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// The places of margin boxes (CSS Paged Media 3, section 5.3), in the square font, on pages of 100
/// points with margins of 20.
@Suite("margin boxes")
struct MarginBoxTests {
  /// By box: the place of its margin box, its text, and the height of what is drawn.
  private struct Box: Equatable {
    var rect: [Double]
    var text = ""
    /// The place of the border box that is drawn.
    var drawn: [Double] = []
  }

  private func boxes(_ css: String) async throws -> [String: Box] {
    var book = SmallBook(css: "@page { margin: 20pt; \(css) }")
    book.preset = ""
    let pagination = try await book.set("<p>x</p>")
    var setter = FurnitureSetter(typesetter: Typesetter(fonts: try SmallBook.squareFonts()))
    var result: [String: Box] = [:]
    for piece in try setter.furniture(of: pagination.pages[0]) {
      let rect = piece.rect
      var box = Box(
        rect: [rect.minX.points, rect.minY.points, rect.width.points, rect.height.points])
      box.text = piece.layout.text.string(in: 0..<piece.layout.text.length)
      if let drawn = piece.layout.boxes.first {
        box.drawn = [
          piece.origin.x.points + Double(drawn.x) / 1024,
          piece.origin.y.points + Double(drawn.y) / 1024, Double(drawn.width) / 1024,
          Double(drawn.height) / 1024,
        ]
      }
      result[piece.name] = box
    }
    return result
  }

  @Test("boxes with backgrounds share their edge in proportion to their texts, and fill it")
  func shared() async throws {
    let found = try await boxes(
      "@top-left { content: 'a'; background: red } @top-right { content: 'bb'; background: red }")
    #expect(found["top-left"] == Box(rect: [20, 0, 20, 20], text: "a", drawn: [20, 0, 20, 20]))
    #expect(found["top-right"] == Box(rect: [40, 0, 40, 20], text: "bb", drawn: [40, 0, 40, 20]))
  }

  @Test("the middle box stays in the middle of the edge")
  func middle() async throws {
    let found = try await boxes(
      """
      @top-left { content: 'aa'; border-bottom: 2pt solid } \
      @top-center { content: 'b'; border-bottom: 2pt solid } \
      @top-right { content: 'a'; border-bottom: 2pt solid }
      """)
    // The sides count as 2 x 20 points beside 10: the middle has a fifth of 60.
    #expect(found["top-center"]?.rect == [44, 0, 12, 20])
    #expect(found["top-left"]?.rect == [20, 0, 24, 20])
    #expect(found["top-right"]?.rect == [56, 0, 24, 20])
  }

  @Test("a width takes its part of the edge, and the other box the rest")
  func width() async throws {
    let found = try await boxes(
      "@bottom-left { content: 'a'; width: 50% } @bottom-right { content: 'b' }")
    #expect(found["bottom-left"] == Box(rect: [20, 80, 30, 20], text: "a"))
    #expect(found["bottom-right"] == Box(rect: [50, 80, 30, 20], text: "b"))
  }

  @Test("margins and a height are honoured, and an empty string has a box that is seen")
  func sizes() async throws {
    let margin = try await boxes(
      "@top-center { content: 'a'; background: red; margin-bottom: 4pt }")
    #expect(margin["top-center"]?.drawn == [20, 0, 60, 16])
    let height = try await boxes("@left-middle { content: 'a'; height: 30pt; background: red }")
    #expect(height["left-middle"]?.drawn == [0, 35, 20, 30])
    let empty = try await boxes("@top-right { content: ''; border-bottom: 1pt solid }")
    #expect(empty["top-right"]?.drawn == [20, 0, 60, 20])
    #expect(try await boxes("@top-right { content: '' }").isEmpty)
  }

  @Test("texts that fit beside each other keep the whole edge")
  func plain() async throws {
    let found = try await boxes("@top-left { content: 'a' } @top-right { content: 'b' }")
    #expect(found.values.allSatisfy { $0.rect == [20, 0, 60, 20] })
  }

  @Test(
    "of texts that do not fit beside each other, the one that cannot be divided keeps its width")
  func narrow() async throws {
    let found = try await boxes("@top-left { content: 'aaa' } @top-right { content: 'b b b b' }")
    #expect(found["top-left"]?.rect == [20, 0, 30, 20])
    #expect(found["top-right"]?.rect == [50, 0, 30, 20])
  }

  @Test("a book's own folios and heads replace those that the preset has in other places")
  func boxesOfBook() async throws {
    let preset = """
      @page { margin: 20pt; @top-center { content: string(title) } @bottom-center { content: counter(page) } }
      p { string-set: title content() }
      """
    func texts(_ css: String) async throws -> [String: String] {
      var book = SmallBook(css: css)
      book.preset = preset
      let pagination = try await book.set("<p>x</p>")
      var setter = FurnitureSetter(typesetter: Typesetter(fonts: try SmallBook.squareFonts()))
      return try setter.furniture(of: pagination.pages[0]).reduce(into: [:]) {
        $0[$1.name] = $1.layout.text.string(in: 0..<$1.layout.text.length)
      }
    }
    #expect(try await texts("") == ["top-center": "x", "bottom-center": "1"])
    #expect(
      try await texts("@page { @bottom-right { content: '- ' counter(page) ' -' } }")
        == ["top-center": "x", "bottom-right": "- 1 -"])
    #expect(
      try await texts("@page { @top-left { content: 'T' } }")
        == ["top-left": "T", "bottom-center": "1"])
    // A box that is empty replaces nothing in another place.
    #expect(
      try await texts("@page { @top-left { content: none } @bottom-left { content: '' } }")
        == ["top-center": "x", "bottom-center": "1"])
  }

  @Test("a margin box that is drawn is as high as its area")
  func marginBox() async throws {
    let css = """
      @page { margin: 40pt 0 0; @top-left { content: 'x'; background: red; vertical-align: bottom } }
      """
    let pagination = try await SmallBook(css: css).set("<p>a</p>")
    var furniture = FurnitureSetter(typesetter: Typesetter(fonts: try SmallBook.squareFonts()))
    let box = try #require(try furniture.furniture(of: pagination.pages[0]).first)
    #expect(box.layout.boxes.first?.height == 40 * 1024)
    #expect(box.origin.y == 0)
    #expect(box.layout.lines.first?.y == 30 * 1024)
  }

  @Test("padding that has no room does not push a folio off the page")
  func smallMargin() async throws {
    for (align, padding) in [("top", "padding-top"), ("bottom", "padding-bottom")] {
      let css = """
        @page { margin: 0 0 15pt; @bottom-center { content: counter(page); \(padding): 10pt;
          vertical-align: \(align) } }
        """
      let pagination = try await SmallBook(css: css).set("<p>a</p>")
      var furniture = FurnitureSetter(typesetter: Typesetter(fonts: try SmallBook.squareFonts()))
      let box = try #require(try furniture.furniture(of: pagination.pages[0]).first)
      // 10 high in a margin of 15: 2.5 above and below.
      let line = try #require(box.layout.lines.first)
      #expect(box.origin.y + line.rect.minY == 87.5, "\(align)")
    }
  }

  @Test("a running head is one line, cut behind a word")
  func longHead() async throws {
    let css = """
      @page { margin: 20pt 0 0; @top-left { content: string(t) } } h1 { string-set: t content() }
      """
    /// The words above the text.
    func head(_ title: String) async throws -> String {
      let trace = String(
        decoding: try await SmallBook(css: css).trace("<h1>\(title)</h1><p>a</p>", stage: .canvas),
        as: UTF8.self)
      let page = trace.components(separatedBy: "page 2")[0]
      let words = page.split(separator: "\n").compactMap { line -> Substring? in
        let parts = line.split(separator: " ")
        guard parts.count > 4, parts[0] == "run",
          let y = parts[1].split(separator: ",").last.flatMap({ Double($0) }), y < 20
        else { return nil }
        return line.split(separator: "\"")[1]
      }
      return words.joined()
    }
    #expect(try await head("ab cd") == "abcd")
    #expect(try await head("one two, three four five") == "onetwo…")
  }
}
