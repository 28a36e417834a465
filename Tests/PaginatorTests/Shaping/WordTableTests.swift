import Testing

@testable import Paginator

@Suite("Word table")
struct WordTableTests {
  @Test("a word is found again, whether its characters are in its slot or in the arena")
  func found() {
    // Of eight letters of Latin-1, of nine, and of one other letter, whose places in the arena, 0 and 9, are
    // also the characters of the last two.
    let words: [[UInt16]] = [
      Array("eightfÿl".utf16), Array("ninefolds".utf16), [0x410], [0x00], [0x09],
    ]
    var table = WordTable()
    for (index, word) in words.enumerated() {
      word.withUnsafeBufferPointer { table.insert($0, 1, 2, 3, Int32(index)) }
    }
    for (index, word) in words.enumerated() {
      let found = word.withUnsafeBufferPointer { table.find($0, 1, 2, 3) }
      #expect(found == Int32(index))
    }
    let other = Array("eightfül".utf16).withUnsafeBufferPointer { table.find($0, 1, 2, 3) }
    #expect(other == nil)
  }
}
