import Support
import Testing

@testable import Paginator

@Suite("Line breaks of plain text")
struct PlainLineBreakTests {
  /// Letters, spaces and marks as in prose, and characters that are left to ICU: dashes, digits, brackets, a slash, a
  /// tab, no-break spaces, joiners, marks, ideographs, Hebrew and Thai letters.
  private static let units: [UInt16] =
    Array("abc XYZ  abcde fgh   ,.;:!?\"'‘’“” abc—–-12(/)[]%$\t\u{A0}\u{AD}é".utf16)
    + [0x2026, 0x2060, 0x200B, 0x200D, 0x301, 0x4E00, 0x3001, 0x5D0, 0xE01, 0xD83D, 0xDE00, 0x0A]

  @Test(
    "are those that ICU finds",
    arguments: ["en", "fr", "de", "el", "fi", "sv", "he", "ko", "ja", "zh", "zho", "th"])
  func equalsICU(language: String) throws {
    let breaker = TextBreaker()
    var random = SeededRandom(seed: 17)
    for strictness in ["normal", "strict", "loose"] {
      let kind = TextBreaker.Kind.line(locale: "\(language)@lb=\(strictness)")
      for plainness in 1...12 {
        for _ in 0..<100 {
          // The first 35 units are plain.
          let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in
            let isPlain = Int.random(in: 0..<plainness, using: &random) > 0
            return Self.units[Int.random(in: 0..<(isPlain ? 35 : Self.units.count), using: &random)]
          }
          text.withUnsafeBufferPointer { text in
            let expected = Array(breaker.boundariesByICU(kind, of: text))
            let found = Array(breaker.boundaries(kind, of: text))
            if found != expected {
              Issue.record("\(found), not \(expected): \(Array(text)) in \(kind)")
            }
          }
        }
      }
    }
  }

  @Test("a text of words asks ICU for nothing")
  func plainWords() {
    var breaks = PlainLineBreaks()
    let text = Array("“My dear Mr. Bennet,” said his lady, ‘have you heard?’".utf16)
    text.withUnsafeBufferPointer { text in
      breaks.find(in: text) { part in
        Issue.record("ICU is asked about \(part)")
        return []
      }
    }
    #expect(breaks.found == [4, 9, 13, 22, 27, 31, 37, 43, 47, Int32(text.count)])
  }
}
