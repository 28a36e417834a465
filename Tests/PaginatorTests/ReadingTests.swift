import Testing

@testable import Paginator

@Suite("Reading")
struct ReadingTests {
  @Test("white space collapses across elements and vanishes at line ends")
  func whiteSpace() async throws {
    let lines = try await Press().lines("<p>\n  a <i> b</i>\n<b> </b> c <br/> d </p>")
    #expect(lines[0] == ["a b c", "d"])
  }

  @Test("pre keeps spaces and newlines")
  func preserved() async throws {
    let pagination = try await Press(css: "pre { font-family: Square; margin: 0 }").set(
      "<pre>a  b\n c</pre>")
    #expect(pagination.chapters[0].text.string(in: 0..<7) == "a  b\u{2028} c")
  }

  @Test("every character knows its place in the source, and the way back")
  func sourceMap() async throws {
    let pagination = try await Press().set("<p>one  <i>two</i>\n three</p>")
    let text = pagination.chapters[0].text
    for offset in 0..<text.length {
      guard let (node, nodeOffset) = text.source(of: offset) else { continue }
      #expect(text.offset(ofNode: node, offset: nodeOffset) == offset)
    }
  }

  @Test(
    "counters and quotes are generated",
    arguments: [
      ("lower-roman", "iv."), ("upper-alpha", "D."), ("decimal", "4."),
      ("decimal-leading-zero", "04."),
    ])
  func markers(type: String, expected: String) async throws {
    let pagination = try await Press(
      css: "li { list-style: \(type) inside } ol { padding: 0; margin: 0 }"
    )
    .set("<ol start='4'><li>a</li></ol>")
    #expect(Press.lines(of: pagination)[0][0].hasPrefix(expected))
  }

  @Test("generated content takes counters, attributes and strings")
  func content() async throws {
    let press = Press(
      css:
        "p { counter-increment: n } p::before { content: counter(n, upper-roman) ':' attr(title) ' ' }"
    )
    let lines = try await press.lines("<p title='x'>a</p><p title='y'>b</p>")
    #expect(lines[0] == ["I:x a", "II:y b"])
  }

  @Test("display: none is not on any page; hidden headings off the page keep their text")
  func hidden() async throws {
    let pagination = try await Press(
      css: ".n { display: none } .o { position: absolute; left: -999em }"
    )
    .set("<p class='n'>no</p><h1 class='o'>off</h1><p>yes</p>")
    #expect(Press.lines(of: pagination)[0].contains("off"))
    #expect(!Press.lines(of: pagination)[0].contains("no"))
    let off = try #require(Press.fragments(of: pagination).first)
    #expect(off.flags.contains(.isOffPage))
  }

  @Test("text-transform leaves the source's characters in the text")
  func transform() async throws {
    let pagination = try await Press(css: "p { text-transform: uppercase }").set("<p>straße</p>")
    #expect(Press.lines(of: pagination) == [["straße"]])
    #expect(Press.fragments(of: pagination)[0].usedRect.width == 70)  // STRASSE
  }
}
