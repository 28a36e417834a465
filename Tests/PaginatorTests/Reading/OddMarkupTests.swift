import EPUB
import Foundation
import Support
import Testing

@testable import Paginator

/// Markup that few documents have.
@Suite("Odd markup")
struct OddMarkupTests {
  private static let math = "http://www.w3.org/1998/Math/MathML"

  @Test("a switch sets the first case in known markup, otherwise the default, once")
  func switches() async throws {
    let ops = "xmlns:e=\"http://www.idpf.org/2007/ops\""
    func lines(_ namespace: String) async throws -> [[String]] {
      let pagination = try await SmallBook().set(
        """
        <p \(ops)>a <e:switch><e:case required-namespace="urn:none">b</e:case>\
        <e:case required-namespace="\(namespace)">c</e:case><e:default>d</e:default></e:switch></p>
        """)
      return SmallBook.lines(of: pagination)
    }
    #expect(try await lines("http://www.w3.org/1999/xhtml") == [["a c"]])
    #expect(try await lines("urn:other") == [["a d"]])
  }

  @Test("the text of content markup in a formula is set, with a finding")
  func contentMath() async throws {
    let pagination = try await SmallBook(fonts: FontLibrary()).set(
      "<p><math xmlns=\"\(Self.math)\"><apply><plus/><ci>xyz</ci><cn>2</cn></apply></math></p>")
    let image = try #require(pagination.chapters.first?.text.attachments.first)
    guard case .image(let formula) = image.content else {
      Issue.record("no drawing")
      return
    }
    // A glyph for each letter and digit.
    let drawing = String(decoding: formula.bytes, as: UTF8.self)
    #expect(drawing.split(separator: "<path").count + drawing.split(separator: "<use").count > 4)
    #expect(pagination.findings.contains { $0.message.hasPrefix("\"ci\" in a formula is not set") })
  }

  @Test("a formula that is taller than a page is on one page, above its own baseline's depth")
  func tallMath() async throws {
    let rows = String(repeating: "<mtr><mtd><mi>x</mi></mtd></mtr>", count: 40)
    let pagination = try await SmallBook(
      page: Size(width: 200, height: 200), fonts: FontLibrary()
    ).set("<p>a</p><p><math xmlns=\"\(Self.math)\"><mtable>\(rows)</mtable></math></p>")
    let heights = pagination.chapters.flatMap { $0.lines.map { Length(rawValue: $0.height) } }
    #expect(heights.count == 2 && heights[1] > 150 && heights[1] <= 200, "\(heights)")
    #expect(!pagination.findings.contains { $0.rule == .overfullPage })
  }

  @Test("formulas of two lines that would touch are a line apart, others are not")
  func formulasBelowOneAnother() async throws {
    let formula =
      "<math xmlns=\"\(Self.math)\"><mfrac><msqrt><mn>3</mn></msqrt><mn>2</mn></mfrac></math>"
    var book = SmallBook(page: Size(width: 200, height: 200), fonts: FontLibrary())
    book.preset = "html { font: 11pt/14pt 'EB Garamond'; baseline-grid: auto } p { margin: 0 }"
    let pagination = try await book.set(
      "<p>a \(formula)</p><p>b \(formula)</p><p>c</p><p>dddddddd \(formula)</p>")
    let tops = SmallBook.fragments(of: pagination).map {
      $0.rect.minY + Length(rawValue: $0.baseline)
    }
    #expect(zip(tops, tops.dropFirst()).map { ($1 - $0).points } == [28, 14, 14])
  }

  @Test("a namespace that is no valid URI does not stop a document")
  func namespace() async throws {
    let pagination = try await SmallBook().set("<p xmlns:x=\"http://http://x.org/\">aa</p>")
    #expect(SmallBook.lines(of: pagination) == [["aa"]])
  }

  @Test("a part of a document is set in lenient mode, and is otherwise an error that says so")
  func part() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("paginator-\(UUID().uuidString).xhtml")
    defer { try? FileManager.default.removeItem(at: folder) }
    try "<div><p>aa</p></div>".write(to: folder, atomically: true, encoding: .utf8)
    var options = PaginationOptions(
      preset: (name: "square", css: SmallBook.square), fonts: try SmallBook.squareFonts())
    let book = try Publication.open(folder.path)
    await #expect {
      _ = try await paginate(book, options: options)
    } throws: {
      "\($0)".contains("or use --lenient")
    }
    options.isLenient = true
    #expect(SmallBook.lines(of: try await paginate(book, options: options)) == [["aa"]])
  }

  @Test("rules in a comment of XML are none, with a finding")
  func commentedRules() async throws {
    for (sheet, count) in [
      ("<!-- p { margin: 0 } -->", 1), ("", 0), ("p { margin: 0 }<!-- x -->", 0),
    ] {
      let found = try await SmallBook().set("<style>\(sheet)</style><p>aa</p>").findings
      #expect(found.filter { $0.rule == .missingStylesheet }.count == count, "\(sheet)")
    }
  }

  @Test("rules in a comment are read by the rules of HTML")
  func commentedRulesOfHTML() async throws {
    let pagination = try await SmallBook().set(
      "<style><!-- .a { display: none } --></style><p class='a'>aa</p><p>bb</p>"
    ) { $0.isLenient = true }
    #expect(SmallBook.lines(of: pagination) == [["bb"]])
    #expect(!pagination.findings.map(\.rule).contains(.missingStylesheet))
  }

  @Test("a style sheet of another type than CSS is not read")
  func templates() async throws {
    let sheet = "p { text-indent: 50pt }"
    for (type, x) in [("application/vnd.adobe-page-template+xml", 0), ("text/css", 50)] {
      let book = SmallBook(files: ["a.css": Array(sheet.utf8)])
      let trace = String(
        decoding: try await book.trace(
          "<link rel='stylesheet' type='\(type)' href='a.css'/><p>aa</p>", stage: .canvas),
        as: UTF8.self)
      #expect(trace.contains("run \(x),8 "))
    }
  }

  @Test("fields of forms show what they hold; an empty one is a finding")
  func fields() async throws {
    let pagination = try await SmallBook(page: Size(width: 300, height: 100)).set(
      "<p>a <input value='v w'/> <input type='checkbox' checked='checked'/> <input type='radio'/>"
        + " <input type='hidden' value='h'/><input type='password' value='pp'/></p>"
        + "<p><input/> b <embed src='x.swf'/></p>")
    let text = SmallBook.lines(of: pagination).joined().joined(separator: "|")
    #expect(text == "a v w \u{2611} \u{25CB} \u{2022}\u{2022}|b")
    #expect(
      pagination.findings.filter { $0.rule == .fallbackContent }.map(\.message) == [
        "an empty field (\"input\" of the type \"text\") is not set",
        "\"embed\" is not set, and has no fallback content",
      ])
  }

  @Test("text directly after a box to tick does not touch it")
  func boxesToTick() async throws {
    let radio = "<input type='radio'/>"
    let pagination = try await SmallBook(page: Size(width: 300, height: 100)).set(
      "<p><label><input type='checkbox'/>ab</label> \(radio) c\(radio)</p>")
    #expect(SmallBook.lines(of: pagination) == [["\u{2610}\u{A0}ab \u{25CB} c\u{25CB}"]])
  }

  @Test("an image of an object has the size of its attributes")
  func objectSize() async throws {
    let source = SmallBook.drawing(40, 40)
    for element in ["object data", "embed src"] {
      let body = "<p><\(element)=\"\(source)\" width='20' height='10'/></p>"
      let svg = try SmallBook.firstPage(of: try await SmallBook().set(body))
      #expect(svg.contains("width=\"15\" height=\"7.5\""), "\(element)")
    }
  }

  @Test("an image in a frame has its own size")
  func frame() async throws {
    let source = SmallBook.drawing(40, 40)
    let pagination = try await SmallBook().set(
      "<p><iframe src=\"\(source)\" width='80' height='20'></iframe></p>")
    let svg = try SmallBook.firstPage(of: pagination)
    #expect(svg.contains("width=\"30\" height=\"30\"") && pagination.findings.isEmpty)
  }

  @Test("numbers in attributes are read as in HTML", arguments: [("50%;", 50.0), (" 25%", 25)])
  func dimensions(width: String, expected: Double) async throws {
    let image = "<img src=\"\(SmallBook.drawing(40, 40))\" alt='' width='\(width)'/>"
    let pagination = try await SmallBook().set("<p>\(image)</p>")
    #expect(pagination.chapters[0].attachments[0]?.width == Int(expected * 1024))
  }

  @Test(
    "the smallest counter value has a symbol",
    arguments: ["<ol start='\(Int.min)'>", "<ul><li value='\(Int.min)'>a</li>"])
  func smallestCounter(list: String) async throws {
    let css = "@counter-style c { system: cyclic; symbols: 'x' 'y' } ol, ul { list-style: c }"
    let end = list.hasPrefix("<ol") ? "<li>a</li></ol>" : "</ul>"
    #expect(try await SmallBook(css: css).set(list + end).pages.count == 1)
  }

  @Test("the first letter of a word in Devanagari has its vowel sign")
  func firstCluster() {
    let word = Array("किताब".utf16)
    #expect(FirstLetter.end(in: word, from: 0) == 2)
    let combined = Array("e\u{20DD}a".utf16)
    #expect(FirstLetter.end(in: combined, from: 0) == 2)
  }

  @Test(
    "units and features of the page size are found",
    arguments: [
      ("p { margin: 40svh }", true), ("p { margin: 1.5DVMIN }", true), ("p { width: 3vi }", true),
      ("p { width: 4\\76 w }", true), ("@media (min-width: 3in) {}", true),
      ("@import 'a' (orientation: portrait);", true), ("@media print { p { width: 3em } }", false),
      ("p { content: '3v' } .svh { width: 9em }", false), ("@font-face { src: url(a3w) }", false),
    ])
  func pageDependence(css: String, expected: Bool) {
    #expect(PageDependence.isIn(css) == expected)
  }

  @Test("the transform of an item is not that of its marker", arguments: ["inside", "outside"])
  func markerTransform(position: String) async throws {
    let css =
      "li { text-transform: uppercase; list-style: \(position) lower-alpha }"
      + " .m::marker { text-transform: uppercase }"
    let pagination = try await SmallBook(css: css).set(
      "<ol><li>x</li><li class='m'>x</li></ol>")
    let text = try #require(pagination.chapters.first?.text)
    func transform(of text: AttributedText, at run: Int) -> TextTransform {
      text.styles[Int(text.runs[run].style)].text.transform
    }
    if position == "inside" {
      #expect((0..<4).map { transform(of: text, at: $0).isEmpty } == [true, false, false, false])
    } else {
      let markers = text.attachments.compactMap { attachment in
        if case .marker(let inner) = attachment.content { inner } else { nil }
      }
      #expect(markers.map { transform(of: $0, at: 0).isEmpty } == [true, false])
    }
  }
}
