import Support
import Testing

@testable import Paginator

/// Ruby (CSS Ruby 1) in the square font: letters of the base are 10 points wide and high, those of annotations
/// 5. Annotations are drawn as red rectangles.
@Suite("Ruby")
struct RubyTests {
  private func set(
    _ body: String, css: String = "p { line-height: 20pt }"
  ) async throws -> (svg: String, pagination: Pagination) {
    let pagination = try await SmallBook(css: "rt { background: red } " + css).set(body)
    return (try SmallBook.firstPage(of: pagination), pagination)
  }

  /// The red rectangles, as x, y, width and height.
  private func annotations(
    _ body: String, css: String = "p { line-height: 20pt }"
  ) async throws -> [[Double]] {
    SmallBook.places(of: "rect", in: try await set(body, css: css).svg) {
      $0.contains("fill=\"#ff0000\"")
    }
  }

  @Test("an annotation is in the middle above its base")
  func above() async throws {
    // Lines are 20 high: letters begin 5 below the top of their line.
    let (svg, pagination) = try await set("<p>a<ruby>bbb<rt>cc</rt></ruby>d</p>")
    #expect(try await annotations("<p>a<ruby>bbb<rt>cc</rt></ruby>d</p>") == [[20, 0, 10, 5]])
    #expect(SmallBook.lines(of: pagination) == [["abbb\u{FFFC}d"]])
    #expect(svg.contains("aria-label=\"cc\""))
    #expect(pagination.findings.isEmpty)
  }

  @Test("an annotation is above its base in justified lines, between stretched letters, too")
  func justified() async throws {
    let css = "p { line-height: 20pt; text-align: justify }"
    // Ten points for two spaces.
    #expect(
      try await annotations("<p>aa <ruby>bb<rt>c</rt></ruby> ccc dddd</p>", css: css)
        == [[42.5, 0, 5, 5]])
    // Ten points for nine letters but one, of which four are in front of the base and one is in it.
    let letters = try await annotations(
      "<p>\u{4E00}\u{4E01}\u{4E02}\u{4E03}<ruby>\u{4E04}\u{4E05}<rt>c</rt></ruby>\u{4E06}\u{4E07}\u{4E08} dddd</p>",
      css: css)
    #expect(letters.count == 1 && abs(letters[0][0] - (40 + 10 + 10.0 / 8 * 4.5 - 2.5)) < 1)
  }

  @Test("each base has the annotation after it, and bases before several share their width")
  func pairs() async throws {
    #expect(
      try await annotations("<p><ruby>aa<rt>b</rt>cc<rt>d</rt></ruby></p>")
        == [[7.5, 0, 5, 5], [27.5, 0, 5, 5]])
    #expect(
      try await annotations(
        "<p><ruby><rb>aa</rb><rb>cc</rb><rtc><rt>b</rt> <rt>d</rt></rtc></ruby></p>")
        == [[7.5, 0, 5, 5], [27.5, 0, 5, 5]])
  }

  @Test("a wider annotation has room of its own, half on each side, but may be over kana beside it")
  func wide() async throws {
    let (_, pagination) = try await set("<p>a<ruby>b<rt>cccc</rt></ruby>d</p>")
    #expect(SmallBook.fragments(of: pagination).first?.usedRect.width == 40)
    #expect(try await annotations("<p>a<ruby>b<rt>cccc</rt></ruby>d</p>") == [[10, 0, 20, 5]])
    let kana = "<p>\u{3042}<ruby>b<rt>ccc</rt></ruby>\u{3042}</p>"
    let between = try await set(kana).pagination
    #expect(SmallBook.fragments(of: between).first?.usedRect.width == 30)
  }

  @Test("a line without room for its annotations above is higher, one with room is not")
  func height() async throws {
    for (leading, second) in [(10.0, 15.0), (12, 16), (16, 16), (20, 20)] {
      let css = "p { line-height: \(leading)pt; width: 20pt }"
      let (_, pagination) = try await set("<p>aa <ruby>b<rt>c</rt></ruby></p>", css: css)
      let lines = SmallBook.fragments(of: pagination).map(\.rect.height.points)
      #expect(lines.first == leading)
      #expect(abs((lines.last ?? 0) - second) < 0.01, "\(leading): \(lines)")
    }
  }

  @Test("no line ends inside ruby, and lines end behind it as they would without")
  func breaks() async throws {
    func lines(_ body: String) async throws -> [String] {
      SmallBook.lines(of: try await set("<p>\(body)</p>").pagination)[0]
    }
    let ruby = "<ruby>\u{4E00}\u{4E01}<rt>c</rt></ruby>"
    #expect(
      try await lines("aaaaaa \(ruby)\u{4E02}\u{4E03}")
        == ["aaaaaa \u{4E00}\u{4E01}\u{FFFC}\u{4E02}", "\u{4E03}"])
    #expect(
      try await lines("aaaaaaaa \(ruby)\u{4E02}")
        == ["aaaaaaaa", "\u{4E00}\u{4E01}\u{FFFC}\u{4E02}"])
    #expect(
      try await lines("aaaaaaa \(ruby)\u{4E02}")
        == ["aaaaaaa \u{4E00}\u{4E01}\u{FFFC}", "\u{4E02}"])
  }

  @Test("hidden annotations, parentheses for other readers and empty ruby leave nothing")
  func hidden() async throws {
    let body =
      "<p><ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby><ruby></ruby><ruby><rt></rt></ruby></p>"
    let (_, pagination) = try await set(body, css: "rt { display: none }")
    #expect(SmallBook.lines(of: pagination) == [["a"]])
  }

  @Test(
    "long ruby follows its base in parentheses (a finding)",
    arguments: [
      (String(repeating: "a ", count: 20), "<rt>bb</rt>", "a (bb)"),
      (String(repeating: "<b>aa</b>", count: 20), "<rt>bb</rt>", "aa(bb)"),
      ("a", String(repeating: "<rt>b</rt>", count: 1000), "(b)(b)(b)"),
    ])
  func long(base: String, annotations: String, end: String) async throws {
    let (_, pagination) = try await set("<p><ruby>\(base)\(annotations)</ruby></p>")
    let text = SmallBook.lines(of: pagination).joined().joined(separator: " ")
    #expect(text.replacing(" ", with: "").hasSuffix(end.replacing(" ", with: "")))
    #expect(pagination.findings.contains { $0.rule == .fallbackContent })
  }
}
