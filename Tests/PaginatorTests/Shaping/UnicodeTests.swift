import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Runs Unicode's test files on the functions that layout calls.
@Suite("Unicode conformance")
struct UnicodeTests {
  private struct Case {
    let line: Int
    let scalars: [UInt32]
    /// Scalar indices at which there is a boundary.
    let boundaries: [Int]
  }

  private func cases(_ text: String) -> [Case] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      number, line in
      let content = line.prefix { $0 != "#" }
      guard content.contains("÷") else { return nil }
      var scalars: [UInt32] = []
      var boundaries: [Int] = []
      for field in content.split(whereSeparator: \.isWhitespace) {
        if field == "÷" {
          boundaries.append(scalars.count)
        } else if field != "×", let value = UInt32(field, radix: 16) {
          scalars.append(value)
        }
      }
      return Case(line: number + 1, scalars: scalars, boundaries: boundaries.filter { $0 > 0 })
    }
  }

  private func boundaries(_ scalars: [UInt32], _ kind: TextBreaker.Kind, _ breaker: TextBreaker)
    -> [Int]?
  {
    var text = String.UnicodeScalarView()
    var offsets: [Int: Int] = [0: 0]
    var offset = 0
    for (index, value) in scalars.enumerated() {
      guard let scalar = Unicode.Scalar(value) else { return nil }
      text.append(scalar)
      offset += UTF16.width(scalar)
      offsets[offset] = index + 1
    }
    return breaker.boundaries(kind, of: String(text)).compactMap { offsets[$0] }
  }

  @Test(
    "LineBreakTest.txt passes, but for at most 22 cases in which ICU 72 differs", .needsUnicodeData)
  func lineBreaks() throws {
    let text = try Checkout.unicode("auxiliary/LineBreakTest.txt")
    let breaker = TextBreaker()
    let failed = cases(text).filter {
      boundaries($0.scalars, .line(locale: "en@lb=strict"), breaker).map { $0 } != $0.boundaries
    }
    #expect(cases(text).count == 7654)
    #expect(failed.count <= 22, "\(failed.map(\.line))")
  }

  @Test("every case of GraphemeBreakTest.txt passes", .needsUnicodeData)
  func graphemes() throws {
    let text = try Checkout.unicode("auxiliary/GraphemeBreakTest.txt")
    let breaker = TextBreaker()
    for test in cases(text) {
      #expect(boundaries(test.scalars, .grapheme, breaker) == test.boundaries, "line \(test.line)")
    }
  }

  @Test("every level and order of BidiCharacterTest.txt is right", .needsUnicodeData)
  func bidi() throws {
    let text = try Checkout.unicode("BidiCharacterTest.txt")
    var count = 0
    var failures: [Int] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false)
      guard fields.count == 5, !line.hasPrefix("#") else { continue }
      count += 1
      if !passes(fields) { failures.append(number + 1) }
    }
    #expect(count == 91_707)
    #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(5))")
  }

  private func passes(_ fields: [Substring]) -> Bool {
    let scalars = fields[0].split(separator: " ").compactMap { UInt32($0, radix: 16) }
    let base: Bidi.BaseDirection =
      fields[1] == "0" ? .leftToRight : fields[1] == "1" ? .rightToLeft : .automatic
    let result = Bidi.levels(ofScalars: scalars, base: base)
    guard Int(result.paragraph) == Int(fields[2]) else { return false }
    var kept: [UInt8] = []
    var keptIndices: [Int] = []
    for (index, wanted) in fields[3].split(separator: " ").enumerated() where wanted != "x" {
      guard Int(wanted) == Int(result.levels[index]) else { return false }
      kept.append(result.levels[index])
      keptIndices.append(index)
    }
    let order = Bidi.visualOrder(kept).map { keptIndices[$0] }
    return order == fields[4].split(separator: " ").compactMap { Int($0) }
  }

  @Test("the Greek word for 'or' keeps its accent in capitals")
  func greek() {
    var transformer = TextTransformer(.uppercase, upper: false, language: "el")
    var shown: [UInt32] = []
    for (index, scalar) in [0x3AE, 0x20, 0x3AE, 0x3B4, 0x3B7].enumerated() {
      let next: UInt32 = index == 0 || index == 1 ? 0x20 : 0x3B4
      transformer.add(UInt32(scalar), next: next) { shown.append($0) }
    }
    #expect(shown == [0x389, 0x20, 0x397, 0x394, 0x397])
  }

  @Test("a sigma before an apostrophe and a letter is not at the end of its word")
  func finalSigma() {
    let units = Array("ΑΣ ΑΣ'Α ΑΣ'".utf16)
    units.withUnsafeBufferPointer { units in
      let sigmas = units.indices.filter { units[$0] == TextTransformer.sigma }
      let next = sigmas.map { TextTransformer.passIgnored(units, from: $0 + 1) }
      #expect(next == [2, 6, units.count])
    }
  }
}
