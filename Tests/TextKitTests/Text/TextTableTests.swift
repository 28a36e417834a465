import Foundation
import Paginator
import Support
import Testing

/// What a text refers to: attachments, links, custom values, styles.
@Suite("TextKit: what is deleted from a text")
struct TextTableTests {
  private enum Mark: TextAttributeKey {
    typealias Value = Int
    static let name = "mark"
  }

  private static func box(_ name: String, x: Length = 0) -> TextAttachment {
    TextAttachment(bounds: Rect(x: x, y: -2, width: 10, height: 8), name: name)
  }

  @Test("an attachment in the attributes of a new text is at every U+FFFC, and only there")
  func attachmentOfNewText() {
    var attributes = Chain.attributes()
    attributes.attachment = Self.box("a")
    let character = TextAttachment.character
    let text = AttributedText("b\(character)c\(character)", attributes: attributes)
    let found = (0..<4).map { text.attributes(at: $0).attributes.attachment?.name }
    #expect(found == [nil, "a", nil, "a"])
    let storage = TextStorage(character, attributes: attributes)
    #expect(storage.attributes(at: 0).attributes.attachment == Self.box("a"))
    storage.replaceCharacters(in: 0..<0, with: text)
    #expect(storage.text.attributes(at: 3).attributes.attachment == Self.box("a"))
  }

  @Test("the bounds of an attachment are kept, their x too")
  func boundsX() throws {
    let storage = TextStorage("ab", attributes: Chain.attributes())
    storage.insert(Self.box("a", x: 7), at: 1)
    #expect(storage.attributes(at: 1).attributes.attachment == Self.box("a", x: 7))
    let read = try AttributedText(archive: storage.text.archive())
    #expect(read.attributes(at: 1).attributes.attachment == Self.box("a", x: 7))
    // It moves nothing.
    let chain = try Chain(storage)
    #expect(try chain.manager.rects(for: 1..<2)[0].rect.minX == 10)
  }

  @Test("equal texts have equal archives, however they were edited", arguments: 1...30)
  func archives(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let storage = TextStorage("start", attributes: Chain.attributes())
    for step in 0..<40 {
      let offset = Int.random(in: 0...storage.length, using: &random)
      let end = min(storage.length, offset + Int.random(in: 0...6, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: storage.delete(offset..<end)
      case 1: storage.insert(Self.box("box \(step)"), at: offset)
      case 2: storage.modifyAttributes(in: offset..<end) { $0.link = "l\(step)" }
      case 3: storage.modifyAttributes(in: offset..<end) { $0[Mark.self] = step }
      case 4: storage.modifyAttributes(in: offset..<end) { $0.font.families = ["F\(step)"] }
      default: storage.insert(step % 3 == 0 ? "a\n" : "bc", at: offset)
      }
    }
    let remade = storage.remade()
    #expect(storage.text == remade.text)
    #expect(try storage.text.archive() == remade.text.archive(), "seed \(seed)")
    #expect(try AttributedText(archive: storage.text.archive()) == storage.text)
  }

  @Test("an archive has nothing that was deleted")
  func deleted() throws {
    let storage = TextStorage("abc", attributes: Chain.attributes())
    let before = try storage.text.archive()
    storage.insert("secret", at: 1)
    storage.modifyAttributes(in: 1..<7) {
      $0.link = "secret"
      $0[Mark.self] = 4711
      $0.font.families = ["Secret"]
    }
    storage.insert(Self.box("secret"), at: 2)
    storage.delete(1..<8)
    #expect(try storage.text.archive() == before)
  }

  @Test("tables do not grow with what is deleted")
  func tables() {
    let storage = TextStorage("abc", attributes: Chain.attributes())
    for step in 0..<1000 {
      storage.insert(Self.box("\(step)"), at: 1)
      storage.modifyAttributes(in: 1..<2) {
        $0.link = "l\(step)"
        $0[Mark.self] = step
      }
      storage.delete(1..<2)
    }
    #expect(storage.text.attachments.isEmpty)
    #expect(storage.text.links.count <= 64)
    #expect(storage.text.customs.count <= 64)
  }

  @Test("a page shows its own attachments after others were added or deleted before it")
  func attachmentsOfLaterPages() throws {
    let storage = TextStorage("aa\nbb\ncc\ndd", attributes: Chain.attributes())
    storage.insert(Self.box("late"), at: storage.length)
    storage.insert(Self.box("early"), at: 1)
    func drawing(_ chain: Chain) throws -> [UInt8] {
      var drawing = SVGDrawing(size: Size(width: 100, height: 100))
      for index in 0..<(try chain.manager.containerCount()) {
        try drawing.draw(
          chain.manager, containerAt: index, at: Point(x: 0, y: Length(points: Double(index * 20))))
      }
      return drawing.svg()
    }
    let chain = try Chain(storage, size: Size(width: 100, height: 20))
    try chain.manager.ensureLayout()
    for edit in [
      { $0.insert(Self.box("new"), at: 0) }, { $0.delete(0..<3) }, { $0.insert("\n\n", at: 0) },
    ] as [(TextStorage) -> Void] {
      edit(storage)
      let fresh = try Chain(storage.remade(), size: Size(width: 100, height: 20))
      #expect(try drawing(chain) == drawing(fresh))
      #expect(try Trace(chain) == Trace(fresh))
    }
  }

  @Test("an archive with damaged tables or endless lengths is refused or read, never trapped on")
  func damaged() throws {
    let text = AttributedText("abc", attributes: Chain.attributes { $0.headIndent = 12345 })
    let archive = String(decoding: try text.archive(), as: UTF8.self)
    func reading(_ old: String, _ new: String) throws -> AttributedText {
      let changed = archive.replacingOccurrences(of: old, with: new)
      #expect(changed != archive)
      return try AttributedText(archive: Array(changed.utf8))
    }
    // 12345 points are 12641280 units.
    let long = try reading("\"headIndent\":12641280", "\"headIndent\":\(Int.max)")
    #expect(long.style(at: 0).style.paragraph?.headIndent == .infinite)
    let negative = try reading("\"headIndent\":12641280", "\"headIndent\":\(Int.min)")
    #expect(negative.style(at: 0).style.paragraph?.headIndent == -.infinite)
    for text in [long, negative] {
      let chain = try Chain(TextStorage(text))
      #expect(try chain.manager.numberOfGlyphs() == 3)
    }
    let span = "{\"isLinear\":true,\"node\":0,\"nodeOffset\":0,\"start\":9}"
    let name = "{\"name\":\"n\",\"offset\":9,\"value\":\"v\"}"
    #expect(throws: BookError.self) { try reading("\"sources\":[]", "\"sources\":[\(span)]") }
    #expect(throws: BookError.self) {
      try reading("\"namedStrings\":[]", "\"namedStrings\":[\(name)]")
    }
  }
}
