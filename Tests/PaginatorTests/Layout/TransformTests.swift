import Support
import Testing

@testable import Paginator

/// `transform` of positioned boxes, beyond the goldens "scaled-box" and "scaled-from-the-middle".
@Suite("Transforms")
struct TransformTests {
  private func set(
    _ transform: String, box: String = "", _ body: String = "aa"
  ) async throws -> Pagination {
    let css = """
      div { position: absolute; left: 0; top: 0; transform-origin: left top; \
      transform: \(transform); \(box) }
      """
    return try await SmallBook(css: css).set("<div>\(body)</div>")
  }

  private func size(_ pagination: Pagination) throws -> Length? {
    let texts = pagination.chapters.map(\.text)
    return (texts + texts.flatMap { $0.boxTexts.map(\.text) }).flatMap { text in
      text.runs.map { text.styles[Int($0.style)].text.font.size }
    }.min()
  }

  @Test(
    "scales multiply, and a turn of nothing is none",
    arguments: [
      ("scale(0.5)", 5.0), ("scale(0.5) rotate(0deg) skew(0, 0) scale(.5)", 2.5),
      ("matrix(0.5, 0, 0, 0.5, 10, 0)", 5), ("scale(50%)", 5), ("translate(3pt)", 10),
      ("scale(1, 1)", 10),
    ])
  func factors(transform: String, points: Double) async throws {
    let pagination = try await set(transform)
    #expect(try size(pagination) == Length(points: points))
    #expect(pagination.findings.isEmpty)
  }

  @Test(
    "what is not carried out is a finding, and the scale is honoured",
    arguments: [
      ("rotate(90deg) scale(0.5)", 5.0), ("scale(0.5, 0.25)", 5), ("scale(-0.5, 0.5)", 5),
      ("scale(0)", 10), ("matrix(0, .5, -.5, 0, 0, 0)", 5),
    ])
  func unhonoured(transform: String, points: Double) async throws {
    let pagination = try await set(transform)
    #expect(try size(pagination) == Length(points: points))
    #expect(pagination.findings.map(\.rule) == [.unsupportedValue])
  }

  @Test("every length in a scaled box is scaled, also inherited ones and those of images")
  func lengths() async throws {
    let image = "<img src=\"\(SmallBook.drawing(80, 80))\" alt=\"\"/>"
    let pagination = try await set("scale(0.5)", box: "letter-spacing: 2pt; font-size: 1rem", image)
    // 80 pixels are 60 points.
    #expect(pagination.chapters.flatMap { $0.text.images.map(\.size?.width) } == [30])
    let letters = try await set("scale(0.5)", box: "letter-spacing: 2pt", "<p>a <b>b</b></p>")
    let spaces = letters.chapters.flatMap { $0.text.boxTexts }.flatMap { $0.text.styles }
      .map(\.text.letterSpacing)
    #expect(!spaces.isEmpty && spaces.allSatisfy { $0 == 1 })
  }
}
