import Foundation
import Paginator
import Support
import Testing

/// A naive attributed string: an array of characters with their attributes.
private struct Model {
  var units: [UInt16] = []
  var sizes: [Int] = []

  mutating func replace(_ range: Range<Int>, _ new: [UInt16]) {
    let size =
      units.isEmpty ? 10 : sizes[range.isEmpty ? max(0, range.lowerBound - 1) : range.lowerBound]
    units.replaceSubrange(range, with: new)
    sizes.replaceSubrange(range, with: new.map { _ in size })
  }
}

/// A minimal backing store: a list of characters with their attributes.
private final class ListBacking: TextBacking {
  private var characters: [(unit: UInt16, attributes: TextAttributes)]
  private let initial: TextAttributes

  init(_ string: String, _ attributes: TextAttributes) {
    initial = attributes
    characters = string.utf16.map { ($0, attributes) }
  }

  var string: String { String(decoding: characters.map(\.unit), as: UTF16.self) }

  func attributes(at offset: Int) -> (attributes: TextAttributes, effectiveRange: Range<Int>) {
    (characters[offset].attributes, offset..<offset + 1)
  }

  func replaceCharacters(in range: Range<Int>, with string: String) {
    let index = range.isEmpty ? max(0, range.lowerBound - 1) : range.lowerBound
    let inherited = characters.indices.contains(index) ? characters[index].attributes : initial
    characters.replaceSubrange(range, with: string.utf16.map { ($0, inherited) })
  }

  func setAttributes(_ attributes: TextAttributes, in range: Range<Int>) {
    for index in range { characters[index].attributes = attributes }
  }
}

private final class CountingStorage: TextStorage {
  var count = 0
  var last: (mask: EditMask, range: Range<Int>, change: Int)?

  override func processEditing() {
    count += 1
    last = (editedMask, editedRange, changeInLength)
    super.processEditing()
  }
}

private enum Token: TextAttributeKey {
  typealias Value = String
  static let name = "token"
}

@Suite("TextKit: storage")
struct StorageTests {
  @Test("T1: random edits through the four primitives equal a naive model", arguments: 1...20)
  func primitives(seed: UInt64) throws {
    try run(seed: seed, storage: TextStorage("", attributes: Chain.attributes()))
  }

  @Test("T2: a backing of one's own passes as the built-in one does", arguments: 1...20)
  func backing(seed: UInt64) throws {
    try run(seed: seed, storage: TextStorage(backing: ListBacking("", Chain.attributes())))
  }

  private func run(seed: UInt64, storage: TextStorage) throws {
    var random = SeededRandom(seed: seed)
    var model = Model()
    let pieces = ["a", "bc", "\n", "", "👩‍🚀", "d e", "\r\n", "ä"]
    for _ in 0..<120 {
      let lower = Int.random(in: 0...model.units.count, using: &random)
      let upper = min(model.units.count, lower + Int.random(in: 0...6, using: &random))
      if Bool.random(using: &random) {
        let new = pieces.randomElement(using: &random) ?? ""
        model.replace(lower..<upper, Array(new.utf16))
        storage.replaceCharacters(in: lower..<upper, with: new)
      } else {
        let size = Int.random(in: 10...12, using: &random)
        for index in lower..<upper { model.sizes[index] = size }
        storage.modifyAttributes(in: lower..<upper) {
          $0.font.size = Length(rawValue: size * 1024)
        }
      }
      #expect(
        Array(storage.string.utf16) == Array(String(decoding: model.units, as: UTF16.self).utf16))
      #expect(storage.length == model.units.count)
    }
    try compare(storage, model)
  }

  private func compare(_ storage: TextStorage, _ model: Model) throws {
    for offset in model.units.indices {
      let (attributes, effective) = storage.attributes(at: offset)
      #expect(attributes.font.size == Length(rawValue: model.sizes[offset] * 1024))
      #expect(effective.contains(offset))
      let longest = storage.attribute(\.text.font.size, at: offset).longestEffectiveRange
      var lower = offset
      while lower > 0, model.sizes[lower - 1] == model.sizes[offset] { lower -= 1 }
      var upper = offset
      while upper < model.units.count, model.sizes[upper] == model.sizes[offset] { upper += 1 }
      #expect(longest == lower..<upper)
    }
  }

  @Test("T4: an edit says what changed, where, and by how much")
  func editRecord() {
    let storage = CountingStorage(AttributedText("one two", attributes: Chain.attributes()))
    storage.insert("x", at: 3)
    #expect(storage.last?.mask == .characters)
    #expect(storage.last?.range == 3..<4)
    #expect(storage.last?.change == 1)
    storage.modifyAttributes(in: 0..<3) { $0.color = Color(red: 255, green: 0, blue: 0) }
    #expect(storage.last?.mask == .attributes)
    #expect(storage.last?.range == 0..<3)
    #expect(storage.last?.change == 0)
  }

  @Test("T5: a thousand edits in one transaction are processed once")
  func transactions() {
    let storage = CountingStorage(AttributedText("text", attributes: Chain.attributes()))
    storage.beginEditing()
    for _ in 0..<500 {
      storage.edit { $0.append("a") }
      storage.edit { $0.insert("b", at: 0) }
    }
    #expect(storage.count == 0)
    storage.endEditing()
    #expect(storage.count == 1)
    #expect(storage.last?.change == 1000)
    #expect(storage.last?.range == 0..<1004)
  }

  @Test("T6: names are marked and unmarked as they are typed, as in a run over the final text")
  func identifiers() throws {
    let storage = TextStorage("the ", attributes: Chain.attributes())
    storage.passes = [try IdentifierPass()]
    func marked() -> [String] {
      var found: [String] = []
      storage.text.enumerate(\.color, in: 0..<storage.length) { color, range in
        if color == IdentifierPass.defaultColor { found.append(storage.text.string(in: range)) }
      }
      return found
    }
    for letter in ["i", "P", "a", "d"] { storage.append(letter) }
    #expect(marked() == ["iPad"])
    storage.delete(5..<6)
    #expect(marked() == [])
    storage.replaceCharacters(in: 0..<storage.length, with: "an iPhone, not an iphone. iMac")
    #expect(marked() == ["iPhone", "iMac"])
    let fresh = TextStorage(storage.string, attributes: Chain.attributes())
    fresh.passes = storage.passes
    fresh.edited(.characters, range: 0..<fresh.length, changeInLength: 0)
    for offset in 0..<fresh.length {
      #expect(fresh.attributes(at: offset).attributes == storage.attributes(at: offset).attributes)
    }
  }

  @Test("E2: behind an emoji every stale mark is removed")
  func staleMarks() throws {
    let storage = TextStorage("👩‍👩‍👧‍👦👩‍👩‍👧‍👦 iPad", attributes: Chain.attributes())
    storage.passes = [try IdentifierPass()]
    storage.append("s")
    #expect(
      storage.attributes(at: storage.length - 1).attributes.color == IdentifierPass.defaultColor)
    storage.delete(storage.length - 4..<storage.length - 3)  // "iPads" -> "iads"
    for offset in 0..<storage.length {
      #expect(storage.attributes(at: offset).attributes.color == .black)
    }
  }

  @Test("T35: links are marked, and nothing but attributes changes")
  func linkPass() throws {
    let prose =
      "See https://example.org/a_b, www.w3.org. It ended.Next came Mr.Darcy; call 408-555-0199."
    let storage = TextStorage(prose, attributes: Chain.attributes())
    storage.passes = [try LinkPass()]
    storage.edited(.attributes, range: 0..<storage.length, changeInLength: 0)
    var links: [String] = []
    storage.text.enumerate(\.link, in: 0..<storage.length) { link, _ in
      if let link { links.append(link) }
    }
    #expect(links == ["https://example.org/a_b", "http://www.w3.org"])
    #expect(storage.string == prose)
  }

  @Test("E4: \"end.Next\" and \"Mr.Darcy\" are no links")
  func proseIsNoLink() throws {
    let storage = TextStorage("the end.Next day Mr.Darcy came.", attributes: Chain.attributes())
    storage.passes = [try LinkPass()]
    storage.append(" e.g.this")
    #expect(storage.attribute(\.link, at: 0).longestEffectiveRange == 0..<storage.length)
    #expect(storage.attributes(at: 0).attributes.link == nil)
  }

  @Test("E8: an edit that overlaps marked text from either side is done")
  func overlaps() throws {
    for (range, rest) in [(2..<6, "ab__ghij"), (5..<9, "abcde__j")] {
      let storage = TextStorage("abcdefghij", attributes: Chain.attributes())
      storage.modifyAttributes(in: 4..<7) { $0.link = "x" }
      storage.replaceCharacters(in: range, with: "__")
      #expect(storage.string == rest)
      let linked = (0..<storage.length).filter { storage.attributes(at: $0).attributes.link == "x" }
      // New text has the attributes of the first character that it replaces.
      #expect(linked == (range.lowerBound == 2 ? [4] : [4, 5, 6]))
    }
  }

  @Test("E10: adding a manager or a container twice changes nothing, or is refused")
  func twice() throws {
    let chain = try Chain("text", size: nil)
    chain.storage.add(chain.manager)
    #expect(chain.storage.layoutManagers.count == 1)
    let container = TextContainer(size: Size(width: 100, height: 100))
    try chain.manager.add(container)
    #expect(throws: LayoutError.self) { try chain.manager.add(container) }
    #expect(chain.manager.containers.count == 1)
  }

  @Test("T36: attributes of one's own are typed, and come through the archive")
  func customAttributes() throws {
    let storage = TextStorage("hello @anna and @bert", attributes: Chain.attributes())
    storage.modifyAttributes(in: 6..<11) { $0[Token.self] = "anna" }
    #expect(storage.attributes(at: 8).attributes[Token.self] == "anna")
    #expect(storage.attributes(at: 5).attributes[Token.self] == nil)
    let read = try AttributedText(archive: storage.text.archive())
    #expect(read.attributes(at: 8).attributes[Token.self] == "anna")
  }

  @Test("T60: deleting backwards takes a whole grapheme, and nothing from an empty text")
  func deleteBackward() {
    let storage = TextStorage("a👨‍👩‍👧", attributes: Chain.attributes())
    #expect(storage.deleteBackward(at: storage.length) == 1)
    #expect(storage.string == "a")
    #expect(storage.deleteBackward(at: 1) == 0)
    #expect(storage.deleteBackward(at: 0) == 0)
    #expect(storage.string == "")
  }

  @Test("removing a mark restores the colour that it replaced")
  func unmarked() throws {
    let storage = TextStorage("iPad", attributes: Chain.attributes())
    let gray = Color(red: 128, green: 128, blue: 128)
    storage.modifyAttributes(in: 0..<4) { $0.color = gray }
    storage.passes = [try IdentifierPass()]
    storage.insert("x", at: 4)
    #expect(storage.attributes(at: 0).attributes.color == IdentifierPass.defaultColor)
    storage.delete(1..<2)
    #expect(storage.attributes(at: 0).attributes.color == gray)
  }

  @Test(
    "LinkPass marks whole addresses as links, and nothing else",
    arguments: [
      ("see example.com.", ["example.com": "http://example.com"]),
      ("mail jane@pemberley.co.uk now", ["jane@pemberley.co.uk": "mailto:jane@pemberley.co.uk"]),
      ("ftp://a.b/c, HTTP://X.Y", ["ftp://a.b/c": "ftp://a.b/c", "HTTP://X.Y": "HTTP://X.Y"]),
      ("(https://x.org/c_(d))", ["https://x.org/c_(d)": "https://x.org/c_(d)"]),
      ("awww.b.c", [:]), ("end.Next Mr.Darcy e.g. this", [:]),
      ("www.gutenberg.org!", ["www.gutenberg.org": "http://www.gutenberg.org"]),
      ("at example.org/a/b?c=d, or", ["example.org/a/b?c=d": "http://example.org/a/b?c=d"]),
    ])
  func links(text: String, wanted: [String: String]) throws {
    let storage = TextStorage("", attributes: Chain.attributes())
    storage.passes = [try LinkPass()]
    storage.append(text)
    var found: [String: String] = [:]
    storage.text.enumerate(\.link, in: 0..<storage.length) { link, range in
      if let link { found[storage.text.string(in: range)] = link }
    }
    #expect(found == wanted)
  }

  @Test("styles that no text uses any more are removed")
  func recoloring() throws {
    let storage = TextStorage("abc", attributes: Chain.attributes())
    for number in 0..<3000 {
      storage.modifyAttributes(in: 0..<3) {
        $0.color = Color(red: UInt8(number % 256), green: UInt8(number / 256), blue: 7)
      }
    }
    #expect(storage.text.styles.count <= 128)
    #expect(storage.attributes(at: 0).attributes.color == Color(red: 183, green: 11, blue: 7))
    let data = try storage.text.archive()
    #expect(data.count < 500_000)
  }
}
