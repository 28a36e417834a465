import Support
import Testing

@testable import Paginator

/// What the presets make of images and boxes that are wider than the measure, on pages of 100 points.
@Suite("Images and wide boxes in presets")
struct PresetBoxTests {
  private func set(_ body: String, preset: String, css: String = "") async throws -> Pagination {
    let sheet = try #require(Preset.css(named: preset))
    let book = SmallBook(
      css: "@page, @page :right, @page :left { margin: 0 } figure, p { margin: 0 } " + css)
    return try await book.set(body) { $0.preset = (name: preset, css: sheet) }
  }

  @Test(
    "a picture of a given height that is too wide keeps its proportions in a figure",
    arguments: Preset.names)
  func figure(preset: String) async throws {
    // 300 by 150 points; a height of 80 points gives a width of 160.
    let image = "<img style='height: 80pt' src=\"\(SmallBook.drawing(400, 200))\" alt=''/>"
    for body in ["<figure>\(image)</figure>", "<p>\(image)</p>"] {
      let pagination = try await set(body, preset: preset)
      let layout = try #require(pagination.chapters[0].attachments[0])
      #expect([layout.width, layout.height].map { $0 / 1024 } == [100, 50])
    }
  }

  @Test("columns of a table that is too wide are a word space apart", arguments: Preset.names)
  func columns(preset: String) async throws {
    // The first column is as wide as its word.
    let body = "<table style='font: 20pt/1 Square'><tr><td>12</td><td>1 1 1 1</td></tr></table>"
    let lines = SmallBook.fragments(of: try await set(body, preset: preset)).map(\.usedRect)
    let first = try #require(lines.min { $0.minX < $1.minX })
    let others = lines.filter { $0.minX > first.minX }.map(\.minX.points)
    #expect(try #require(others.min()) - first.maxX.points >= 4.99)
  }

  @Test(
    "negative margins make room for a box in the margins of the page",
    arguments: [
      // CSS 2, section 10.3.3: 100 + 20 + 20, and a width of 120 % is not limited to 100.
      ("margin: 0 -20pt", -20.0, 140.0), ("margin: 0 -10%; width: 120%", -10, 120),
      // The limit of widths for screens is that of the margin box.
      ("margin: 0 -10pt; width: 600px", -10, 120), ("margin-left: 20pt; width: 600px", 20, 80),
      ("width: 600px", 0, 100),
    ], Preset.names)
  func negativeMargins(
    _ box: (style: String, x: Double, width: Double), preset: String
  ) async throws {
    let pagination = try await set(
      "<div style='\(box.style); background: red'>a</div>", preset: preset,
      css: "div { font: 10pt/10pt Square }")
    let fragment = try #require(pagination.chapters[0].boxes.last)
    #expect(abs(Double(fragment.x) / 1024 - box.x) < 0.1)
    #expect(abs(Double(fragment.width) / 1024 - box.width) < 0.1)
    // On pages without margins, the letter is in front of the page: that is another finding.
    let isWide = pagination.findings.contains {
      $0.rule == .overfullBox && !$0.message.hasPrefix("text is outside of its page")
    }
    #expect(!isWide || box.style.contains("px"))
  }

  @Test(
    "a rule above notes goes with them, and the caption of a picture is not divided",
    arguments: ["novel", "textbook"])
  func keptTogether(preset: String) async throws {
    let css = "p, div, span, hr { font: 10pt/10pt Square; margin: 0; text-indent: 0 }"
    let filler = "<p style='height: 80pt'>x</p>"
    let words = String(repeating: "aaaaaaaa ", count: 3)
    let ruled = try await set(
      filler + "<hr style='margin: 9.5pt 0 0'/><p><sup>1</sup>\(words)</p>", preset: preset,
      css: css)
    #expect(ruled.chapters[0].boxes.first { $0.height < 1024 }?.y == 0)
    let image = "<img src=\"\(SmallBook.drawing(40, 40))\" alt=''/>"
    let caption = "<div class='figcenter'>\(image)<br/><span class='caption'>\(words)</span></div>"
    let captioned = try await set(
      "<p style='height: 40pt'>x</p>" + caption, preset: preset, css: css)
    #expect(SmallBook.lines(of: captioned).map(\.count) == [1, 4])
  }

  @Test("the rules of tables in textbooks are not around a column without a head")
  func columnRules() async throws {
    func borders(_ table: String) async throws -> Int {
      let pagination = try await set("<div>\(table)</div>", preset: "textbook")
      return pagination.chapters[0].boxes.filter {
        pagination.chapters[0].text.blocks[Int($0.block)].kind == .table
      }.count
    }
    let row = "<tr><td>a</td></tr>"
    #expect(try await borders("<table><tbody>\(row)\(row)</tbody></table>") == 0)
    #expect(try await borders("<table>\(row)<tr><td>a</td><td>b</td></tr></table>") == 1)
    #expect(try await borders("<table><tr><th>a</th></tr>\(row)</table>") == 1)
    #expect(try await borders("<table><caption>c</caption>\(row)</table>") == 1)
    #expect(try await borders("<table style='border: 1pt solid'>\(row)</table>") == 1)
  }

  @Test("what is in the margins of a page is at most 16 points high in large type")
  func marginBoxes() async throws {
    for (size, height) in [(ReaderSize.ax5, 16), (.xSmall, 9)] as [(ReaderSize, Length)] {
      let sheet = try #require(Preset.css(named: "novel"))
      let pagination = try await SmallBook(css: "@page { @top-left { content: 'a' } }").set(
        "<p>a</p>"
      ) {
        $0.preset = (name: "novel", css: sheet)
        $0.readerSize = size
      }
      let boxes = pagination.pages[0].template.marginBoxes.filter { $0.name == "top-left" }
      #expect(boxes.map(\.style.text.font.size) == [height])
    }
  }

  @Test("a paragraph in an hgroup is a subtitle: centered, larger than text, without an indent")
  func subtitle() async throws {
    let pagination = try await set(
      "<hgroup><h2>a</h2><p>b</p></hgroup><p>c</p>", preset: "novel",
      css: "p { font-family: Square }")
    let text = pagination.chapters[0].text
    let styles = text.paragraphs.map { text.styles[Int($0.style)].text }
    #expect(styles.map(\.align) == [.center, .center, .justify])
    #expect(styles.map(\.font.size) == [15.5, 12.5, 11])
    #expect(styles.map(\.indent.length) == [0, 0, 0])
  }

  @Test("a title page is on a recto, and the copyright page on its back")
  func titlePage() async throws {
    let sheet = try #require(Preset.css(named: "novel"))
    let parts = ["halftitlepage", "titlepage", "copyright-page", "dedication"]
    let book = SmallEPUB(
      documents: parts.map { ($0, "<section epub:type='\($0)'><p>\($0)</p></section>") },
      preset: sheet)
    let pages = SmallBook.lines(of: try await book.set()).map { $0.joined() }
    #expect(pages == ["halftitlepage", "", "titlepage", "copyright-page", "dedication"])
  }
}
