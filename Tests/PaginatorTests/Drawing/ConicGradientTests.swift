import Support
import Testing

@testable import Paginator

/// Conic gradients (CSS Images 4, section 3.3): slices that cover one another.
@Suite("Conic gradients")
struct ConicGradientTests {
  /// The colors of the slices of a gradient, in the order in which they are drawn, in a box of 10 by 10 points.
  private static func slices(_ gradient: String) async throws -> (colors: [String], svg: String) {
    let pagination = try await SmallBook(css: "p { background: \(gradient) }").set("<p>a</p>")
    #expect(pagination.findings.isEmpty)
    let text = pagination.chapters[0].text
    let block = try #require(text.blocks.last)
    let own = try #require(text.styles[Int(block.style)].box.picture?.gradient)
    let image = GradientDrawing(own, size: Size(width: 10, height: 10)).image
    let svg = String(decoding: image.bytes, as: UTF8.self)
    return (svg.matches(of: /<path [^>]*fill="([^"]*)"/).map { String($0.output.1) }, svg)
  }

  @Test("a sharp change is a slice; each slice reaches to the end of the next")
  func sharp() async throws {
    let (colors, svg) = try await Self.slices("conic-gradient(red 25%, lime 0 270deg, blue 0)")
    #expect(colors == ["#ff0000", "#00ff00", "#0000ff"])
    // The first slice ends where the second does, at three quarters of a turn: five steps of 54 degrees. Twice the
    // distance from the middle to a corner is 14.1421.
    #expect(svg.contains("<path d=\"M5 5L5 -9.1421L16.4412 -3.3125L"))
    #expect(svg.contains("L-9.1421 5Z\" fill=\"#ff0000\"/>"))
    // The last one begins there, and ends at the top.
    #expect(svg.contains("<path d=\"M5 5L-9.1421 5L"))
    #expect(svg.contains("L5 -9.1421Z\" fill=\"#0000ff\"/></svg>"))
    // The ground has the color of the last one.
    #expect(svg.contains("<rect width=\"100%\" height=\"100%\" fill=\"#0000ff\"/><path"))
  }

  @Test("the start and the center")
  func start() async throws {
    let (_, svg) = try await Self.slices("conic-gradient(from 90deg at 0 0, red 50%, blue 0)")
    // To the right, from the corner.
    #expect(svg.contains("<path d=\"M0 0L28.2843 0L"))
  }

  @Test("colors change by slices of at most a degree and at least a step of a color")
  func smooth() async throws {
    let (colors, _) = try await Self.slices("conic-gradient(#000, #fff)")
    #expect(colors.count == 255)
    #expect(colors.first == "#010101" && colors.last == "#ffffff")
    let near = try await Self.slices("conic-gradient(#000, #040404)").colors
    #expect(near.count == 4)
  }

  @Test("stops repeat; where that cannot be seen, the color is their average")
  func repeating() async throws {
    let stripes = try await Self.slices("repeating-conic-gradient(red 0 45deg, blue 0 90deg)")
    #expect(stripes.colors == (0..<8).map { $0 % 2 == 0 ? "#ff0000" : "#0000ff" })
    #expect(
      try await Self.slices("repeating-conic-gradient(red, blue 0.1deg)").colors == ["#800080"])
    // Stops at one place: the last one counts.
    #expect(
      try await Self.slices("repeating-conic-gradient(red 9deg, blue 9deg)").colors == ["#0000ff"])
  }

  @Test("the opacity of slices is that of a mask, so that their edges do not show")
  func opacity() async throws {
    let (colors, svg) = try await Self.slices(
      "conic-gradient(rgb(255 0 0 / 20%) 50%, transparent 0)")
    #expect(colors == ["#333333", "#000000", "#ff0000", "#000000"])
    #expect(svg.contains("<mask id=\"m\"") && svg.contains("<g mask=\"url(#m)\">"))
  }
}
