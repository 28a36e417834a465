import Support
import Testing

@testable import Paginator

/// A set paragraph is a value: it depends on its request alone, and what is set only to be measured leaves
/// nothing behind.
@Suite("Set paragraphs")
struct SetParagraphTests {
  private func chapter(_ body: String, css: String = "") async throws -> AttributedText {
    let pagination = try await SmallBook(css: css).set(body)
    return try #require(pagination.chapters.first).chapter.text
  }

  private static let body = """
    <p>aa bb cc dd ee ff <img src="\(SmallBook.drawing(20, 20))" alt=""/> gg</p>\
    <p><span style='float: left'>a</span>\u{4E00}bb cc <span style='display: inline-block'>dd</span> ee</p>
    """

  @Test("a paragraph is set the same, whatever was set before it")
  func order() async throws {
    let text = try await chapter(Self.body)
    let typesetter = Typesetter(fonts: try SmallBook.squareFonts())
    func set(_ indices: [Int]) throws -> SetLines {
      let setter = try LineSetter(text: text, typesetter: typesetter)
      var last = SetLines()
      for index in indices {
        last = try setter.set(ParagraphRequest(index: index, width: 60 * 1024, pageHeight: 100))
        // Each paragraph has its own boxes alone.
        let own = setter.attachments(in: text.paragraphs[index]).map(Int32.init)
        #expect(last.attachments.keys.sorted() == own)
      }
      return last
    }
    #expect(text.attachments.count > 1)
    for index in text.paragraphs.indices {
      let (alone, after) = (try set([index]), try set(text.paragraphs.indices + [index]))
      #expect(alone.lines.map(\.usedWidth) == after.lines.map(\.usedWidth))
      #expect(alone.lines.map(\.height) == after.lines.map(\.height))
      #expect(alone.segments.map(\.width) == after.segments.map(\.width))
      #expect(alone.findings.all == after.findings.all)
      #expect(alone.notableWords == after.notableWords)
    }
  }

  @Test("an image that is as high as a page only where it is measured is not scaled down")
  func measuredImage() async throws {
    let image = #"<img alt="" style="width: 20%" src="\#(SmallBook.drawing(100, 1000))"/>"#
    let rules = try await SmallBook().set(
      "<div style='float: left; width: 30pt'><div style='float: left'>\(image)</div></div><p>a</p>"
    ).findings.map(\.rule)
    #expect(!rules.contains(.scaledImage))
    // On the page, it is.
    let high = try await SmallBook().set(
      #"<p><img alt="" src="\#(SmallBook.drawing(100, 1000))"/></p>"#)
    #expect(high.findings.map(\.rule).contains(.scaledImage))
  }

  @Test("a language without a dictionary is reported once, at its first word")
  func dictionary() async throws {
    let css = "p { hyphens: auto }"
    let pagination = try await SmallBook(css: css).set(
      "<p>a</p><table><tr><td lang='tlh'><p>bb cc</p></td></tr></table><p lang='tlh'>dd</p>")
    let chapter = try #require(pagination.chapters.first)
    let found = chapter.findings.filter {
      $0.rule == .missingDictionary && $0.message.contains("tlh")
    }
    #expect(found.count == 1)
  }

  @Test("the spaces of a line shrink as far as its plan says, and no further")
  func shrink() async throws {
    // 100 points; spaces give a third of 10 points each.
    func widths(_ measure: Length) async throws -> [Double] {
      let pagination = try await SmallBook(
        css: "p { text-align: justify; text-wrap: pretty }", page: Size(width: measure, height: 100)
      ).set("<p>aaa bbb cc<br/>d</p>")
      return SmallBook.fragments(of: pagination).map(\.usedRect.width.points)
    }
    #expect(try await widths(100) == [100, 10])
    #expect(try await widths(95) == [95, 10])
    #expect(try await widths(90).count == 3)
    // Ten points are missing, and two spaces give a third of theirs.
    let kept = try await SmallBook(
      css: "p { text-align: justify; text-align-last: justify; white-space: nowrap }",
      page: Size(width: 90, height: 100)
    ).set("<p>aaa bbb cc</p>")
    let width = try #require(SmallBook.fragments(of: kept).first).usedRect.width.points
    #expect(abs(width - 93.33) < 0.01)
    #expect(kept.findings.map(\.rule).contains(.overfullLine))
  }
}
