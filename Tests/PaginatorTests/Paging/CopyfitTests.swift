import EPUB
import Support
import Testing

@testable import Paginator

/// Books set to a number of pages.
@Suite("Copyfit")
struct CopyfitTests {
  private static let bounds = {
    var bounds = CopyfitBounds()
    bounds.wordSpacing = -30...60
    bounds.leading = -0.5...0.75
    bounds.fontSize = -0.5...0.5
    bounds.margin = -6...6
    return bounds
  }()

  /// The page count of a model book: the area of its text divided by the area of a page.
  private static func area(_ copyfit: Copyfit) -> Int {
    let size = 11 + copyfit.fontSize.points
    let width = (1 + Double(copyfit.wordSpacing) / 2500) * size / 11
    let lines = (522 - 2 * copyfit.margin.points) / (14 + copyfit.leading.points)
    let measure = (324 - 2 * copyfit.margin.points) / 324
    return Int((300 * 37 / lines.rounded(.down) * width / measure).rounded(.up))
  }

  private func find(_ goal: PageGoal) async throws -> CopyfitResult {
    var search = CopyfitSearch(Self.bounds) { Self.area($0) }
    return try await search.find(goal)
  }

  @Test("a page count within reach is met by a setting within the bounds")
  func exact() async throws {
    for wanted in 285...318 {
      let result = try await find(.exactly(wanted))
      #expect(result.isReached && result.pages == wanted, "\(wanted): \(result)")
      #expect(Self.area(result.copyfit) == wanted)
      #expect(Self.bounds.wordSpacing.contains(result.copyfit.wordSpacing))
      #expect(Self.bounds.leading.contains(result.copyfit.leading))
      #expect(Self.bounds.fontSize.contains(result.copyfit.fontSize))
      #expect(Self.bounds.margin.contains(result.copyfit.margin))
      #expect(result.runs < 40)
    }
  }

  @Test("a page count that the search jumps over is found near the jump")
  func jump() async throws {
    var search = CopyfitSearch(Self.bounds) { copyfit in
      switch copyfit.wordSpacing {
      case ..<7: 558
      case 8: 560
      default: 561
      }
    }
    let result = try await search.find(.exactly(560))
    #expect(result.isReached && result.copyfit.wordSpacing == 8)
  }

  @Test("the gentlest setting is chosen: word spaces alone if they suffice, margins last")
  func gentle() async throws {
    #expect(try await find(.exactly(300)).copyfit.isNothing)
    let near = try await find(.exactly(299)).copyfit
    #expect(near.leading == 0 && near.fontSize == 0 && near.margin == 0 && near.wordSpacing < 0)
    // No smaller change of the word spaces gives 299 pages.
    #expect(!(near.wordSpacing + 1...0).contains { Self.area(with: $0) == 299 })
    let leading = try await find(.exactly(292)).copyfit
    #expect(leading.leading < 0 && leading.fontSize == 0 && leading.margin == 0)
    let far = try await find(.atMost(270)).copyfit
    #expect(far.margin < 0)
  }

  private static func area(with wordSpacing: Int) -> Int {
    var copyfit = Copyfit()
    copyfit.wordSpacing = wordSpacing
    return area(copyfit)
  }

  @Test("letter space and looseness change after word spaces and before the leading")
  func letterSpaceAndLooseness() async throws {
    var bounds = Self.bounds
    bounds.letterSpacing = -3...3
    bounds.looseness = -30...30
    func find(_ wanted: Int) async throws -> Copyfit {
      var search = CopyfitSearch(bounds) { copyfit in
        let width = 1 + Double(copyfit.letterSpacing) / 500 + Double(copyfit.looseness) / 1500
        return Int((Double(Self.area(copyfit)) * width).rounded(.up))
      }
      let result = try await search.find(.exactly(wanted))
      #expect(result.isReached)
      return result.copyfit
    }
    let near = try await find(299)
    #expect(near.letterSpacing == 0 && near.looseness == 0 && near.wordSpacing < 0)
    let letters = try await find(296)
    #expect(letters.letterSpacing < 0 && letters.looseness == 0 && letters.leading == 0)
    let loose = try await find(291)
    #expect(loose.letterSpacing == -3 && loose.looseness < 0 && loose.leading == 0)
    #expect(try await find(270).leading < 0)
  }

  @Test("upper limits, whole signatures and unreachable counts are handled as goals")
  func goals() async throws {
    #expect(try await find(.atMost(301)).copyfit.isNothing)
    #expect(try await find(.atMost(297)).pages <= 297)
    // 303 pages and the blank back of the last one are 19 signatures of 16 sides.
    let signatures = try await find(.multiple(of: 16))
    #expect(signatures.pages == 303 && signatures.isReached)
    let thirds = try await find(.multiple(of: 7))
    #expect(thirds.pages == 301 && thirds.isReached)
    let none = try await find(.exactly(150))
    #expect(!none.isReached && none.pages < 300)
    #expect(PageGoal("320") == .exactly(320))
    #expect(PageGoal("<=320") == .atMost(320))
    #expect(PageGoal("16x") == .multiple(of: 16))
    for text in ["", "x", "<=", "0", "-3", "16 x", "1e9", "0x"] { #expect(PageGoal(text) == nil) }
  }

  @Test("a written setting reads back the same; malformed settings are refused")
  func text() {
    for text in [
      "none", "word-spacing -0.011em", "leading 0.25pt, font-size -0.5pt, margin 3.0pt",
      "letter-spacing 0.002em, word-spacing -0.011em, looseness -0.3",
    ] {
      let copyfit = Copyfit(text)
      #expect(copyfit.map { Copyfit($0.description) } == copyfit && copyfit != nil, "\(text)")
    }
    for text in [
      "", "leading", "leading 1em", "word-spacing 1pt", "looseness 1em", "leading 1000pt",
      "width 1pt",
    ] {
      #expect(Copyfit(text) == nil, "\(text)")
    }
  }

  @Test("a setting changes a book's leading, font size, word spaces and margins")
  func applied() async throws {
    var book = SmallBook(page: Size(width: 200, height: 200))
    book.preset = """
      @text-style body { large: 10pt/10pt }
      html { text-style: body; font-family: Square }
      """
    book.copyfit = try #require(Copyfit("leading 2pt, margin 20pt"))
    let pagination = try await book.set(String(repeating: "<p>abc</p>", count: 30))
    // 160 points hold 13 lines of 12 points.
    #expect(SmallBook.lines(of: pagination).map(\.count) == [13, 13, 4])
    #expect(SmallBook.fragments(of: pagination).prefix(2).map { $0.y } == [0, 12 * 1024])
    book.copyfit = try #require(Copyfit("font-size 10pt, word-spacing -0.5em"))
    // Letters of 20 points, spaces of 10: nine letters and a space take 190 of 200.
    #expect(try await book.lines("<p>abcd efghi j</p>") == [["abcd efghi", "j"]])
  }

  @Test("a negative margin is kept, and a setting is added to it")
  func negativeMargin() async throws {
    var book = SmallBook(css: "@page { margin: -10pt }")
    // 100 points and 10 more on each side hold twelve characters.
    #expect(try await book.lines("<p>abcdefghijkl mn</p>") == [["abcdefghijkl", "mn"]])
    book.copyfit = try #require(Copyfit("margin 20pt"))
    #expect(try await book.lines("<p>abcdefgh mn</p>") == [["abcdefgh", "mn"]])
  }

  @Test("@copyfit sets the bounds, its mistakes are findings, and every preset but screen has one")
  func rule() {
    let sheet = StyleSheet.preset(
      "@copyfit { leading: -1pt 2pt; margin: 3pt 4pt; width: -1pt 1pt; word-spacing: -0.1em 0em; looseness: -0.2 1; letter-spacing: -0.002em 0em }",
      path: "t.css", origin: .preset)
    #expect(sheet.copyfit?.leading == -1...2)
    #expect(sheet.copyfit?.wordSpacing == -100...0)
    #expect(sheet.copyfit?.letterSpacing == -2...0)
    #expect(sheet.copyfit?.looseness == -20...100)
    #expect(sheet.copyfit?.margin == 0...0)
    #expect(sheet.findings.count { $0.rule == .unsupportedValue } == 2)
    for name in Preset.names {
      let preset = StyleSheet.preset(Preset.css(named: name) ?? "", path: name, origin: .preset)
      #expect((preset.copyfit != nil) == (name != "screen"), "\(name)")
    }
  }
}
