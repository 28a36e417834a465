import Paginator
import Support
import Testing

/// Rules of rows that could be broken without any other test turning red.
@Suite("TextKit: rules of rows")
struct RowRuleTests {
  private final class Ranges: TextStorageObserver {
    var seen: [Range<Int>] = []
    func textStorage(_ storage: TextStorage, didProcess edit: TextEditRecord) {
      seen.append(edit.range)
    }
  }

  @Test("T4: the range of several edits is around all of them")
  func severalRanges() {
    let storage = TextStorage("0123456789", attributes: Chain.attributes())
    let ranges = Ranges()
    storage.add(ranges)
    for places in [[2, 8], [8, 2]] {
      storage.edit { storage in
        for place in places { storage.replaceCharacters(in: place..<place + 1, with: "x") }
      }
    }
    storage.edit {
      $0.insert("abc", at: 5)
      $0.delete(0..<2)
    }
    #expect(ranges.seen == [2..<9, 2..<9, 0..<6])
  }

  @Test("T28: raised text is drawn above the baseline of its line")
  func raised() throws {
    let storage = TextStorage("aaa", attributes: Chain.attributes())
    storage.modifyAttributes(in: 1..<2) { $0.baselineShift = 3 }
    let line = try #require(try Chain(storage).frames()[0].lines.first)
    let heights = line.runs.flatMap(\.glyphs).map { line.baseline - $0.position.y }
    #expect(heights == [0, 3, 0])
  }

  @Test("T34: text kept whole that is too wide is not broken at its spaces")
  func onlyBehindMarks() throws {
    let size = Size(width: 80, height: 100)
    let storage = TextStorage("aa/bbb ccc", attributes: Chain.attributes())
    let chain = try Chain(storage, size: size)
    #expect(try chain.lines() == [["aa/bbb", "ccc"]])
    storage.modifyAttributes(in: 0..<10) { $0.keepsWhole = true }
    #expect(try chain.lines() == [["aa/", "bbb ccc"]])
  }

  @Test("T35: links that a program set stay when addresses around them change")
  func ownLinks() throws {
    let storage = TextStorage("see example.com", attributes: Chain.attributes())
    storage.passes = [try LinkPass()]
    storage.modifyAttributes(in: 0..<3) { $0.link = "own" }
    #expect(storage.attributes(at: 4).attributes.link == "http://example.com")
    storage.insert("x ", at: 4)
    storage.delete(13..<17)
    #expect(storage.string == "see x example")
    #expect(storage.attributes(at: 0).attributes.link == "own")
    #expect(storage.attributes(at: 0).effectiveRange == 0..<3)
    #expect(storage.attributes(at: 7).attributes.link == nil)
  }

  @Test("T66: in text from right to left, a caret is at the right of its character")
  func caretsFromRight() throws {
    let chain = try Chain("אבג abc", size: Size(width: 100, height: 50))
    let manager = chain.manager
    let line = try chain.frames()[0].lines[0]
    // From the right: three letters, a space, and three letters from left to right.
    for (offset, x) in [(0, 100), (1, 90), (2, 80), (3, 70), (4, 30), (5, 40)] as [(Int, Length)] {
      #expect(line.offset(forCharacterAt: offset) == x)
      #expect(try manager.caretRect(at: offset, affinity: .downstream)?.rect.minX == x)
    }
    #expect(try manager.caretRect(at: 4, affinity: .upstream)?.rect.minX == 60)
  }

  @Test("T76: the image bounds of expanded text are those of its wider glyphs")
  func expandedInk() throws {
    var attributes = Chain.attributes()
    attributes.effects = TextEffects()
    attributes.effects?.expansion = 2
    let bounds = try TextMeasurement.imageBounds(
      of: AttributedText("aa", attributes: attributes),
      typesetter: Typesetter(fonts: try SmallBook.squareFonts()))
    #expect(bounds == Rect(x: 0, y: 0, width: 40, height: 10))
  }

  @Test("T79: a mark without a base is told from a letter")
  func loneMark() throws {
    let chain = try Chain("\u{301}a", attributes: Sample.serif(), fonts: Chain.serif)
    let mark = try #require(try chain.manager.glyphProperties(forGlyphAt: 0))
    #expect(mark.contains(.nonBaseCharacter))
    #expect(try chain.manager.glyphProperties(forGlyphAt: 1) == [])
  }

  @Test("T66: in text from right to left, a range is extended to the left, forwards")
  func extendingFromRight() throws {
    let chain = try Chain("אבגד")
    #expect(try chain.manager.characterRange(byExtending: 1, in: .left) == 1..<4)
    #expect(try chain.manager.characterRange(byExtending: 1, in: .right) == 0..<1)
  }
}
