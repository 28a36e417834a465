import Foundation
import Paginator
import Testing

@testable import Examples

@Suite("Examples")
struct ExamplesTests {
  @Test(
    "every example draws text, and draws the same bytes again", arguments: Example.all.map(\.name))
  func drawn(_ name: String) throws {
    let example = try #require(Example.all.first { $0.name == name })
    let svg = try example.svg()
    #expect(try example.svg() == svg)
    let text = String(decoding: svg, as: UTF8.self)
    #expect(text.contains("<use") && text.hasSuffix("</svg>\n"))
  }

  @Test("a tap finds the token under it, and nothing outside a token")
  func tap() throws {
    let storage = try Tokens.storage()
    let manager = LayoutManager(storage: storage, typesetter: Setting.typesetter())
    try manager.add(TextContainer(size: Size(width: 260, height: 100)))
    let start = storage.string.utf16.count - "@fust.".utf16.count
    let rect = try #require(try manager.rects(for: start..<start + 2).first?.rect)
    let point = Point(x: rect.minX + 3, y: rect.minY + 5)
    #expect(try Tokens.token(at: point, in: manager) == "fust")
    #expect(try Tokens.token(at: Point(x: 2, y: 5), in: manager) == nil)
  }

  @Test("the disc holds the whole text")
  func shapes() throws {
    let storage = TextStorage(Setting.text, attributes: Setting.body(size: 10))
    let manager = LayoutManager(storage: storage, typesetter: Setting.typesetter())
    try manager.add(Disc(diameter: 290))
    #expect(try manager.characterRange(forContainerAt: 0) == 0..<storage.length)
  }
}
