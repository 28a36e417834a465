import Foundation
import Testing

@testable import paginate

@Suite("changed lines of a proof")
struct ProofChangeTests {
  /// A line of SVG as pages have it: one glyph for each letter, ten units apart.
  private static func line(_ text: String, x: Double = 50, y: Double, gap: Int = 10) -> String {
    let glyphs = text.utf8.enumerated().map { "<use href=\"#a_\($1)\" x=\"\($0 * gap)\"/>" }
    return
      "<g><text aria-label=\"\(text)\"/><g transform=\"translate(\(x) \(y)) scale(0.01)\">\(glyphs.joined())</g></g>"
  }

  private static func page(_ number: Int, _ lines: [String]) -> ChangedLines.Page {
    let furniture = "<g><text class=\"generated\" aria-label=\"7\"/></g>"
    let svg = (["<svg>"] + lines + [furniture, "</svg>"]).joined(separator: "\n")
    return (number, DrawnLine.lines(of: Array(svg.utf8)))
  }

  private static func kinds(_ marks: [ChangedLines.Mark]?) -> [String] {
    (marks ?? []).map { "\($0.line.text) \($0.kind.rawValue)" }
  }

  @Test("a changed word marks its line alone")
  func word() {
    let before = [
      Self.line("one", y: 20), Self.line("two", y: 30), Self.line("three", y: 40),
    ]
    let after = [Self.line("one", y: 20), Self.line("new", y: 30), Self.line("three", y: 40)]
    var changes = ChangedLines()
    changes.compare([Self.page(4, after)], with: [Self.page(4, before)])
    #expect(Self.kinds(changes.new[4]) == ["new changed"])
    #expect(Self.kinds(changes.old[4]) == ["two changed"])
    #expect(changes.new[4]?.first?.line.baseline == 30)
  }

  @Test("other spaces are no other words, and a line that went down is moved")
  func spacesAndPlaces() {
    let before = [
      Self.line("one", y: 20), Self.line("two", y: 30), Self.line("three", y: 40),
    ]
    let after = [
      Self.line("one", y: 20), Self.line("two", y: 30, gap: 11), Self.line("three", y: 52),
    ]
    var changes = ChangedLines()
    changes.compare([Self.page(1, after)], with: [Self.page(1, before)])
    #expect(Self.kinds(changes.new[1]) == ["two respaced", "three moved"])
  }

  @Test("a line that went to the next page is moved, and the ones after it with it")
  func pages() {
    let old = [
      Self.page(1, [Self.line("one", y: 20), Self.line("two", y: 30)]),
      Self.page(2, [Self.line("three", y: 20)]),
    ]
    let new = [
      Self.page(1, [Self.line("zero", y: 20), Self.line("one", y: 30)]),
      Self.page(2, [Self.line("two", y: 20), Self.line("three", y: 30)]),
    ]
    var changes = ChangedLines()
    changes.compare(new, with: old)
    #expect(Self.kinds(changes.new[1]) == ["zero changed", "one moved"])
    #expect(Self.kinds(changes.new[2]) == ["two moved", "three moved"])
    #expect(changes.old[1]?.count == 2)
  }

  @Test("SVG that is cut off has no lines, and thousands of other lines end")
  func hostile() {
    #expect(DrawnLine.lines(of: Array("<g><text aria-label=\"x".utf8)).isEmpty)
    #expect(DrawnLine.lines(of: Array("<g><text aria-label=\"x\"/>translate(1".utf8)).isEmpty)
    let lines = (0..<7000).map { Self.line("\($0)", y: 20) }
    let others = (0..<7000).map { Self.line("n\($0)", y: 20) }
    var changes = ChangedLines()
    changes.compare([Self.page(1, others)], with: [Self.page(1, lines)])
    #expect(changes.new.isEmpty)
  }
}
