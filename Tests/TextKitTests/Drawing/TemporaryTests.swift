import Foundation
import Paginator
import Support
import Testing

/// Attributes that only the drawing has, and effects of drawing.
@Suite("TextKit: drawing over a layout")
struct TemporaryTests {
  private static let red = Color(red: 255, green: 0, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 255)

  private static func svg(_ chain: Chain) throws -> String {
    var drawing = SVGDrawing(size: Size(width: 200, height: 60))
    try drawing.draw(chain.manager, containerAt: 0)
    return String(decoding: drawing.svg(), as: UTF8.self)
  }

  /// The colors of the glyphs of a drawing, in order.
  private static func fills(_ svg: String) -> [String] {
    svg.split(separator: "<g ").dropFirst().flatMap { group -> [String] in
      let glyphs = group.split(separator: "<use").count - 1
      let fill = group.firstMatch(of: /^[^>]*fill="(#[0-9a-f]+)"/).map { String($0.1) } ?? "black"
      return Array(repeating: fill, count: glyphs)
    }
  }

  @Test("T74: temporary attributes change the drawing of exactly their range, and lay out nothing")
  func temporaryColors() throws {
    final class Counting: LayoutManagerDelegate {
      var layouts = 0
      var invalidations = 0
      func layoutManager(
        _ manager: LayoutManager, didCompleteLayoutFor container: TextContainer, atEnd: Bool
      ) { layouts += 1 }
      func layoutManagerDidInvalidateLayout(_ manager: LayoutManager) { invalidations += 1 }
    }
    let chain = try Chain("abcd ef gh", size: Size(width: 200, height: 60))
    let counting = Counting()
    chain.manager.delegate = counting
    let trace = try Trace(chain)
    let plain = try Self.svg(chain)
    let (layouts, invalidations) = (counting.layouts, counting.invalidations)
    let generation = chain.storage.generation
    #expect(Self.fills(plain) == Array(repeating: "black", count: 8))
    // From the middle of one word to the middle of another.
    chain.manager.addTemporaryAttributes(TemporaryAttributes(color: Self.red), in: 2..<6)
    let svg = try Self.svg(chain)
    let wanted = [
      "black", "black", "#ff0000", "#ff0000", "#ff0000", "black", "black", "black",
    ]
    #expect(Self.fills(svg) == wanted)
    #expect(try Trace(chain) == trace)
    #expect(counting.layouts == layouts && counting.invalidations == invalidations)
    #expect(chain.storage.generation == generation)
    #expect(chain.storage.attributes(at: 3).attributes.color == .black)
    let other = LayoutManager(storage: chain.storage, typesetter: chain.manager.typesetter)
    try other.add(TextContainer(size: Size(width: 200, height: 60)))
    var drawing = SVGDrawing(size: Size(width: 200, height: 60))
    try drawing.draw(other, containerAt: 0)
    #expect(String(decoding: drawing.svg(), as: UTF8.self) == plain, "another manager has none")
    chain.manager.removeTemporaryAttributes(in: 0..<10)
    #expect(try Self.svg(chain) == plain)
  }

  @Test("T74: a temporary background and underline are as wide as their characters")
  func temporaryMarks() throws {
    let chain = try Chain("abcd ef", size: Size(width: 200, height: 60))
    var marked = TemporaryAttributes(background: Self.red, underline: .single)
    marked.underlineColor = Self.blue
    chain.manager.addTemporaryAttributes(marked, in: 1..<6)
    let svg = try Self.svg(chain)
    // Every character is 10 points wide.
    #expect(svg.contains(/<rect x="10" y="0" width="50" height="10"[^>]*fill="#ff0000"/))
    #expect(svg.contains(/M10 [0-9.]+H60"[^>]*stroke="#0000ff"/))
  }

  @Test(
    "T74: temporary attributes are pixels", .enabled(if: Pixels.areAvailable, "no rsvg-convert"))
  func temporaryPixels() throws {
    let chain = try Chain("abcd", size: Size(width: 200, height: 60))
    let plain = try Pixels(Array(Self.svg(chain).utf8))
    let mark = TemporaryAttributes(
      color: Color(red: 0x60, green: 0, blue: 0), background: Color(red: 0xC0, green: 0, blue: 0))
    chain.manager.addTemporaryAttributes(mark, in: 2..<3)
    let marked = try Pixels(Array(Self.svg(chain).utf8))
    // Letters are black squares of 10 points: the third one has another color.
    for (x, red) in [(5.0, 0), (15, 0), (25, 0x60), (35, 0), (45, 0xFF)] {
      #expect(marked.red(x: x, y: 5) == red, "\(x)")
      #expect(plain.red(x: x, y: 5) == (x < 40 ? 0 : 0xFF), "\(x)")
    }
    let (before, after) = try (#require(plain.ink), #require(marked.ink))
    #expect(before == after)
  }

  @Test(
    "T74: random changes and edits of temporary attributes equal a naive model", arguments: 1...20)
  func temporaryModel(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let chain = try Chain(String(repeating: "x", count: 40))
    var model = [TemporaryAttributes](repeating: TemporaryAttributes(), count: 40)
    for _ in 0..<200 {
      let lower = Int.random(in: 0...model.count, using: &random)
      let range = lower..<min(model.count, lower + Int.random(in: 0...9, using: &random))
      switch Int.random(in: 0...5, using: &random) {
      case 0:
        chain.manager.addTemporaryAttributes(TemporaryAttributes(color: Self.red), in: range)
        for index in range { model[index].color = Self.red }
      case 1:
        chain.manager.addTemporaryAttributes(TemporaryAttributes(underline: .thick), in: range)
        for index in range { model[index].underline = .thick }
      case 2:
        chain.manager.setTemporaryAttributes(TemporaryAttributes(background: Self.blue), in: range)
        for index in range { model[index] = TemporaryAttributes(background: Self.blue) }
      case 3:
        chain.manager.removeTemporaryAttribute(\.color, in: range)
        for index in range { model[index].color = nil }
      case 4:
        let text = String(repeating: "y", count: Int.random(in: 0...5, using: &random))
        guard range.count + text.count > 0 else { continue }
        chain.storage.replaceCharacters(in: range, with: text)
        model.replaceSubrange(
          range, with: Array(repeating: TemporaryAttributes(), count: text.count))
      default:
        chain.storage.modifyAttributes(in: range) { $0.font.weight = 700 }
      }
      for index in model.indices {
        let (found, effective) = chain.manager.temporaryAttributes(at: index)
        #expect(found == model[index], "seed \(seed), offset \(index)")
        #expect(effective.contains(index) && effective.allSatisfy { model[$0] == found })
      }
    }
  }

  private struct Highlighting: TextPass {
    let pattern: TextPattern
    func process(_ storage: TextStorage, in paragraphs: Range<Int>) {
      storage.modifyAttributes(in: paragraphs) { $0.color = .black }
      for range in pattern.matches(in: storage.text, paragraphs) {
        storage.modifyAttributes(in: range) { $0.color = red }
      }
    }
  }

  @Test("T21: highlighting by expressions, as attributes or temporary ones, moves no line")
  func highlighting() throws {
    let code = "let waffle = office(\"fjord\") // affix\nif waffle { return efficient }"
    func chain(_ passes: [any TextPass]) throws -> Chain {
      let storage = TextStorage("", attributes: Sample.ligating())
      storage.passes = passes
      storage.append(code)
      return try Chain(storage, size: Size(width: 120, height: 50), fonts: Chain.serif)
    }
    let pattern = try TextPattern("let|if|return|\"[^\"]*\"|ff")
    let plain = try chain([])
    let lit = try chain([Highlighting(pattern: pattern)])
    #expect(lit.storage.attributes(at: 0).attributes.color == Self.red)
    func lines(_ chain: Chain) throws -> [Range<Int>] {
      try chain.frames().flatMap { $0.lines.map(\.characterRange) }
    }
    #expect(try lines(lit) == lines(plain))
    let trace = try Trace(plain)
    for range in pattern.matches(in: plain.storage.text, 0..<plain.storage.length) {
      plain.manager.addTemporaryAttributes(TemporaryAttributes(color: Self.red), in: range)
    }
    #expect(try Trace(plain) == trace)
  }

  @Test("T38: a long address is shortened in its middle, and keeps its text")
  func shortened() throws {
    let address = "https://example.com/a/very/long/path"
    let text = AttributedText("see \(address)", attributes: Chain.attributes())
    let typesetter = try LineTypesetter(
      text, typesetter: Typesetter(fonts: SmallBook.squareFonts()))
    let line = try typesetter.line(
      for: 4..<text.length, width: 150, truncation: .byTruncatingMiddle)
    #expect(line.usedRect.width <= 150 && line.usedRect.width > 130)
    #expect(line.isTruncated)
    #expect(line.characterRange == 4..<text.length)
    let hidden = try #require(line.truncatedCharacterRange)
    #expect(hidden.lowerBound > 4 && hidden.upperBound < text.length)
    #expect(text.string(in: hidden).count > 20)
  }

  @Test("T61: the documentation says what is left out, and each line has a reason or a substitute")
  func leftOut() throws {
    let path = Checkout.root.appendingPathComponent(
      "Sources/Paginator/Paginator.docc/FromTextKit.md")
    let article = try String(contentsOf: path, encoding: .utf8)
    let list = try #require(article.components(separatedBy: "## What is not available").last)
    for word in ["Keyboards", "marked text", "responder chain", "Vertical writing", "RTF"] {
      #expect(list.contains(word), "\(word)")
    }
    // How each line begins, and words of its reason or of what there is instead.
    let reasons = [
      ("Keyboards", "there is no interactive user"), ("Vertical writing", "SVG and PDF"),
      ("`NSTextLayoutManager`", "one manager handles"), ("Layout on another", "belong to one task"),
      ("Non-contiguous", "depend on all that comes before"),
      ("Incremental layout of", "columns, numbers and page breaks depend on all of them"),
      ("Incremental layout with", "what only the delegate knows"),
      ("Incremental layout inside", "may depend on all lines above it"),
      ("Glyph ranges", "has no glyphs"), ("Temporary attributes", "PDFs are made of books"),
      ("PDF of a manager", "``Canvas``"), ("Foundation's", "make a storage"),
      ("`NSGlyphInfo`", "``GlyphGenerator``"),
    ]
    let lines = list.components(separatedBy: "\n- ").dropFirst()
    #expect(lines.count == reasons.count)
    for (line, (start, reason)) in zip(lines, reasons) {
      let parts = line.replacing(/\s+/, with: " ").split(separator: ": ", maxSplits: 1)
      #expect(parts[0].hasPrefix(start), "\(line)")
      #expect(parts.count == 2 && parts[1].contains(reason), "\(line)")
    }
  }

  private static func drawing(_ change: (inout TextEffects) -> Void) throws -> String {
    var attributes = Chain.attributes()
    attributes.effects = TextEffects()
    change(&attributes.effects!)
    return try svg(Chain("ab cd", size: Size(width: 200, height: 60), attributes: attributes))
  }

  @Test("T76: outlines, alone or around filled glyphs, in percent of the font size")
  func strokes() throws {
    let hollow = try Self.drawing {
      $0.strokeWidth = 5
      $0.strokeColor = Self.red
    }
    // 5 % of 10 points; glyphs are drawn in font units, 1000 to the em.
    #expect(hollow.contains("fill=\"none\" stroke=\"#ff0000\" stroke-width=\"50\""))
    let filled = try Self.drawing { $0.strokeWidth = -5 }
    #expect(filled.contains("stroke=\"#000000\" stroke-width=\"50\""))
    #expect(!filled.contains("fill=\"none\" stroke=\"#000000\" stroke-width=\"50\""))
  }

  @Test("T76: slant and shadow move nothing")
  func slantAndShadow() throws {
    let plain = try Self.drawing { _ in }
    let slanted = try Self.drawing { $0.obliqueness = 0.25 }
    #expect(slanted.replacing(" matrix(1 0 -0.25 1 0 0)", with: "") == plain)
    #expect(slanted != plain)
    let shadowed = try Self.drawing {
      $0.shadow = TextShadow(offset: Size(width: 2, height: 3), blurRadius: 4)
    }
    #expect(shadowed.contains("<feOffset dx=\"2\" dy=\"3\""))
    #expect(shadowed.contains("stdDeviation=\"2\""))
    let bare = shadowed.replacing("<g filter=\"url(#shadow1)\">", with: "")
      .replacing("</g></g></g>", with: "</g></g>")
      .replacing(/<defs>\n<filter.*<\/filter>\n/.dotMatchesNewlines(), with: "<defs>\n")
    #expect(bare == plain)
  }

  @Test(
    "T76: every effect changes the pixels", .enabled(if: Pixels.areAvailable, "no rsvg-convert"))
  func effectPixels() throws {
    let pictures = try [
      Self.drawing { _ in }, Self.drawing { $0.strokeWidth = 4 },
      Self.drawing { $0.strokeWidth = -4 }, Self.drawing { $0.obliqueness = 0.3 },
      Self.drawing { $0.expansion = 1.5 },
      Self.drawing { $0.shadow = TextShadow(offset: Size(width: 3, height: 3)) },
    ].map { try Pixels(Array($0.utf8)) }
    #expect(Set(pictures).count == pictures.count)
    #expect(pictures.allSatisfy { $0.ink != nil })
  }

  @Test("T76: expanded text takes room for its wider glyphs and spaces, in lines, hits and carets")
  func expansion() throws {
    var attributes = Chain.attributes()
    attributes.effects = TextEffects()
    attributes.effects?.expansion = 1.5
    let chain = try Chain("ab cd", size: Size(width: 70, height: 60), attributes: attributes)
    let frame = try #require(try chain.manager.frame(forContainerAt: 0))
    // Two characters of 15 points; "ab cd" would be 75 wide.
    #expect(frame.lines.map(\.usedRect.width) == [30, 30])
    #expect(frame.lines.map(\.rect.height) == [10, 10])
    // The third glyph is the space at the line's end.
    #expect(frame.lines[0].runs[0].glyphs.map(\.position.x) == [0, 15, 30])
    #expect(try chain.manager.rects(for: 1..<2).map(\.rect.minX) == [15])
    #expect(frame.lines[0].hit(x: 16)?.characterRange == 1..<2)
  }

  @Test("T75: invisible characters are shown at their places, and move nothing")
  func invisibles() throws {
    final class Recording: TextRenderer {
      var seen: [(Invisible.Kind, Int, Length, Length)] = []
      override func drawInvisible(_ invisible: Invisible, in context: inout DrawingContext) {
        seen.append(
          (invisible.kind, invisible.characterIndex, invisible.rect.minX, invisible.rect.width))
        super.drawInvisible(invisible, in: &context)
      }
    }
    let chain = try Chain(
      "ab c\u{A0}d\u{AD}\nx\ty\u{2028}z", size: Size(width: 200, height: 60),
      attributes: Chain.attributes { $0.tabStops = [TabStop(.left, at: 40)] })
    let plain = try Self.svg(chain)
    func draw() throws -> (Recording, String) {
      let recording = Recording()
      var drawing = SVGDrawing(size: Size(width: 200, height: 60), renderer: recording)
      try drawing.draw(chain.manager, containerAt: 0)
      return (recording, String(decoding: drawing.svg(), as: UTF8.self))
    }
    let trace = try Trace(chain)
    #expect(try draw().0.seen.isEmpty)
    chain.manager.showsInvisibleCharacters = true
    let (shown, svg) = try draw()
    #expect(
      shown.seen.map(\.0) == [
        .space, .noBreakSpace, .paragraphSeparator, .tab, .lineSeparator,
      ])
    #expect(shown.seen.map(\.1) == [2, 4, 7, 9, 11])
    #expect(shown.seen.map(\.2) == [20, 40, 60, 10, 50])
    #expect(shown.seen.map(\.3) == [10, 10, 0, 30, 0])
    #expect(svg.replacing(/<g class="invisibles">.*<\/g>\n/, with: "") == plain)
    chain.manager.showsControlCharacters = true
    #expect(try draw().0.seen.map(\.0).contains(.control))
    #expect(try Trace(chain) == trace)
  }
}

/// Glyphs, lines and fonts as layout sees them.
@Suite("TextKit: glyphs and leading")
struct GlyphPropertyTests {
  @Test("T79: glyphs tell whether they are white space, control characters, marks or added")
  func properties() throws {
    let chain = try Chain("a b\tc", size: Size(width: 200, height: 60))
    let found = try (0..<5).map { try chain.manager.glyphProperties(forGlyphAt: $0) }
    #expect(found == [[], .elastic, [], .controlCharacter, []])
    #expect(try chain.manager.glyphProperties(forGlyphAt: 5) == nil)
    let accented = try Chain(
      "q\u{323}", size: Size(width: 200, height: 60), attributes: Sample.serif(),
      fonts: Chain.serif)
    let marks = try (0..<accented.manager.numberOfGlyphs()).map {
      try accented.manager.glyphProperties(forGlyphAt: $0)
    }
    #expect(marks.first == .some([]))
    #expect(marks.dropFirst().allSatisfy { $0 == .nonBaseCharacter })
  }

  @Test(
    "T79: the text that an ellipsis replaces is known",
    arguments: [
      ParagraphStyle.LineBreakMode.byTruncatingTail, .byTruncatingHead, .byTruncatingMiddle,
    ])
  func truncated(mode: ParagraphStyle.LineBreakMode) throws {
    let chain = try Chain(
      "abcdefghi", size: Size(width: 70, height: 60),
      attributes: Chain.attributes { $0.lineBreakMode = mode })
    let range = try #require(try chain.manager.truncatedCharacterRange(inLineAt: 0))
    let line = try #require(try chain.manager.frame(forContainerAt: 0)?.lines.first)
    let shown = line.runs.flatMap(\.glyphs).filter { $0.characterCount > 0 }.map(\.characterIndex)
    #expect(Set(shown).union(range) == Set(0..<9))
    #expect(Set(shown).isDisjoint(with: range))
    // Seven characters wide; one ellipsis or three full stops, as the font has it.
    let dots = line.runs[0].font.covers("\u{2026}") ? 1 : 3
    #expect(range.count == 9 - (7 - dots))
    #expect((range.lowerBound == 0) == (mode == .byTruncatingHead))
    #expect((range.upperBound == 9) == (mode == .byTruncatingTail))
    let whole = try Chain("abc", size: Size(width: 70, height: 60))
    #expect(try whole.manager.truncatedCharacterRange(inLineAt: 0) == nil)
  }

  @Test("T79: without font leading, a line is as high as its font's ascent and descent")
  func leading() throws {
    var attributes = Chain.attributes()
    attributes.font = FontStyle("Square", size: 20)
    let fonts = try SquareFont.library(
      of: SquareFont.measuring(typo: (700, -300, 200), hhea: (800, -200, 0), usesTypo: true))
    let chain = try Chain(
      "abc\ndef", size: Size(width: 200, height: 100), attributes: attributes, fonts: fonts)
    chain.manager.usesFontLeading = false
    let lines = try #require(try chain.manager.frame(forContainerAt: 0)?.lines)
    // At 20 points, the ascent is 14, the descent 6 and the line gap 4 points.
    #expect(lines.map(\.rect.height) == [20, 20])
    chain.manager.usesFontLeading = true
    let led = try #require(try chain.manager.frame(forContainerAt: 0)?.lines)
    #expect(led.map(\.rect.height) == [24, 24])
  }
}
