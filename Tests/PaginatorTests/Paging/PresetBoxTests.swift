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
}
