import EPUB
import Foundation
import Markup
import Support
import Testing

@testable import Paginator

/// Compares the word cache with HarfBuzz, which shapes whole paragraphs.
@Suite("Shaping")
struct ShapingTests {
  private func style(_ change: (inout TextProperties) -> Void = { _ in }) -> TextStyle {
    var text = TextProperties()
    text.font.families = ["EB Garamond"]
    text.language = "en"
    change(&text)
    return TextStyle(id: 1, text: text, box: BoxProperties())
  }

  private let sample = """
    The affable officer’s fjord: “Waffle,” he said, of fifty flowers—AV To Ty. Yes; if you f it, \
    all of f. office T. VA “of” f’s
    """

  @Test(
    "words from the cache are as wide as in the paragraph shaped whole, upright and italic",
    .needsFont("EB Garamond"),
    arguments: [false, true])
  func wordCache(isItalic: Bool) throws {
    let cache = ShapingCache(fonts: FontLibrary())
    let shaper = Shaper(cache: cache)
    let shaping = try cache.shapingStyle(style { $0.font.isItalic = isItalic })
    let whole = Oracle.advances(of: sample, shaping.faces[0])
    var offset = 0
    for word in sample.split(separator: " ", omittingEmptySubsequences: false) {
      let units = Array(word.utf16)
      if !units.isEmpty {
        var context = Shaper.Context()
        context.hasSpaceBefore = offset > 0
        context.hasSpaceAfter = offset + units.count < sample.utf16.count
        let index = units.withUnsafeBufferPointer {
          shaper.word($0, style: shaping, context: context)
        }
        let expected = (offset..<offset + units.count).reduce(0) { $0 + (whole[$1] ?? 0) }
        #expect(Int(shaper.words[Int(index)].advance) == expected, "\(word)")
      }
      offset += units.count + 1
    }
  }

  @Test(
    "a space before a word of another face has the width of its own face's space",
    .needsFont("Lohit Devanagari"),
    arguments: ["EB Garamond", "Linux Libertine O", "DejaVu Sans", "DejaVu Serif"])
  func spaceBeforeFallback(family: String) throws {
    let cache = ShapingCache(fonts: FontLibrary())
    let shaper = Shaper(cache: cache)
    let shaping = try cache.shapingStyle(style { $0.font.families = [family] })
    var context = Shaper.Context()
    context.hasSpaceBefore = true
    context.script = 0x4465_7661
    let index = Array("हिन्दी".utf16).withUnsafeBufferPointer {
      shaper.word($0, style: shaping, context: context)
    }
    let word = shaper.words[Int(index)]
    let face = shaping.faces[0]
    try #require(shaper.faces[Int(word.face)] !== face)
    #expect(Int(word.leadingSpace) == face.spaceAdvance)
  }

  @Test("letter spacing turns optional ligatures off", .needsFont("DejaVu Serif"))
  func letterSpacing() throws {
    let cache = ShapingCache(fonts: FontLibrary())
    let shaper = Shaper(cache: cache)
    let serif: (inout TextProperties) -> Void = { $0.font.families = ["DejaVu Serif"] }
    let plain = try cache.shapingStyle(style(serif))
    let spaced = try cache.shapingStyle(
      style {
        serif(&$0)
        $0.letterSpacing = 1
      })
    let counts = [plain, spaced].map { shaping in
      let index = Array("fi".utf16).withUnsafeBufferPointer {
        shaper.word($0, style: shaping, context: Shaper.Context())
      }
      return shaper.words[Int(index)].glyphCount
    }
    #expect(counts == [1, 2])
  }

  @Test(
    "fonts are matched by weight and optical size (CSS Fonts 4, section 5.2)",
    .needsFont("EB Garamond"), .needsFont("DejaVu Serif"))
  func matching() throws {
    let library = FontLibrary()
    let upright = try #require(
      library.matches(FontRequest(families: ["EB Garamond"], size: 12)).first)
    #expect(upright.face.opticalSize == 12)
    let small = try #require(library.matches(FontRequest(families: ["EB Garamond"], size: 7)).first)
    #expect(small.face.opticalSize == 8)
    // Debian's bold EB Garamond has no apostrophe. The regular face is emboldened instead, so that
    // no single glyph comes from another family.
    let bold = try #require(
      library.matches(FontRequest(families: ["EB Garamond"], weight: 700, size: 12)).first)
    #expect(bold.face.covers(0x2019))
    let serif = try #require(
      library.matches(FontRequest(families: ["DejaVu Serif"], weight: 600, size: 12)).first)
    #expect(serif.face.weight == 700 && !serif.synthesizesBold)  // 600 of {400, 700}
  }

  @Test("a character that the text's font lacks is set in another, and reported (T7)")
  func fallback() async throws {
    let pagination = try await SmallBook().set(
      "<p>a</p><p>a\u{5D0}b\n\u{5D0}</p><p style='break-before: page'>\u{5D0} \u{2603}</p>")
    let missing = pagination.findings.filter { $0.rule == .missingGlyph }
    // Each once, at its first place.
    #expect(missing.map(\.message) == ["no font has U+05D0", "no font has U+2603"])
    #expect(missing.map(\.page) == [1, 2])
    let lines = missing.compactMap(\.location?.line)
    #expect(lines.count == 2 && lines[1] == lines[0] + 1)
  }
}
