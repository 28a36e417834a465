import Markup
import Testing

@Suite("XHTML parser")
struct ParserTests {
  private func parse(_ text: String, mode: ParseMode = .strict) throws -> ElementTree {
    try Markup.parse(Array(text.utf8), path: "t.xhtml", mode: mode).tree
  }

  private let open = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>"
  private let close = "</body></html>"

  @Test("every node knows the line and column where it starts")
  func places() throws {
    let tree = try parse("\(open)\n  <p>one<i\n class='a'>two</i></p>\(close)")
    let p = try #require(tree.nodes.indices.first { tree.isElement($0, "p") })
    let i = try #require(tree.nodes.indices.first { tree.isElement($0, "i") })
    #expect(tree.location(of: p).description == "t.xhtml:2:3")
    #expect(tree.location(of: i).description == "t.xhtml:2:9")
    #expect(tree.location(of: p + 1).description == "t.xhtml:2:6")  // the text "one"
  }

  @Test("malformed XML is an error with line, excerpt and hint")
  func malformed() {
    let error = #expect(throws: MarkupError.self) { try parse("\(open)\n<p>a</b>\(close)") }
    #expect(error?.location.line == 2)
    #expect(error?.excerpt.contains("<p>a</b>") == true)
    #expect(error?.hint.contains("--lenient") == true)
  }

  @Test(
    "HTML's named entities resolve without a DTD",
    arguments: [
      ("&nbsp;", "\u{A0}"), ("&mdash;", "\u{2014}"), ("&eacute;", "é"), ("&amp;", "&"),
    ])
  func entities(entity: String, expected: String) throws {
    let tree = try parse("\(open)<p title='\(entity)'>\(entity)</p>\(close)")
    let p = try #require(tree.nodes.indices.first { tree.isElement($0, "p") })
    #expect(tree.textContent(of: p) == expected)
    #expect(tree.attribute("title", of: p) == expected)
  }

  @Test("an external entity is refused, not read")
  func externalEntity() {
    let text =
      "<!DOCTYPE html [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\(open)<p>A&x;B</p>\(close)"
    let error = #expect(throws: MarkupError.self) { try parse(text) }
    #expect(error?.description.contains("external entity") == true)
  }

  @Test("entity bombs end in an error")
  func bomb() {
    var text = "<!DOCTYPE html [<!ENTITY a0 \"aaaaaaaaaa\">"
    for level in 1...9 {
      let references = String(repeating: "&a\(level - 1);", count: 10)
      text += "<!ENTITY a\(level) \"\(references)\">"
    }
    #expect(throws: MarkupError.self) { try parse(text + "]>\(open)<p>&a9;</p>\(close)") }
  }

  @Test("UTF-16, byte order marks and declared encodings are read")
  func encodings() throws {
    let body = "<p>é€</p>"
    var utf16: [UInt8] = [0xFF, 0xFE]
    for unit in "\(open)\(body)\(close)".utf16 { utf16 += [UInt8(unit & 255), UInt8(unit >> 8)] }
    let withMark: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("\(open)\(body)\(close)".utf8)
    let latin: [UInt8] =
      Array("<?xml version='1.0' encoding='ISO-8859-15'?>\(open)<p>".utf8) + [0xE9, 0xA4]
      + Array("</p>\(close)".utf8)
    for bytes in [utf16, withMark, latin] {
      let tree = try Markup.parse(bytes, path: "t").tree
      let p = try #require(tree.nodes.indices.first { tree.isElement($0, "p") })
      #expect(tree.textContent(of: p) == "é€")
    }
  }

  @Test("lenient mode reads HTML without a namespace as HTML, and reports this as a repair")
  func missingNamespace() throws {
    let bytes = Array("<html><body><p>one</p></body></html>".utf8)
    let strict = try Markup.parse(bytes, path: "t")
    #expect(strict.tree.name(of: try #require(strict.tree.root)).namespace.isEmpty)
    let (tree, repairs) = try Markup.parse(bytes, path: "t", mode: .lenient)
    #expect(tree.isElement(try #require(tree.root), "html"))
    #expect(repairs.first?.message == "the root element is in no namespace")
  }

  @Test("in lenient mode, drawings and formulas keep their namespaces and the case of their names")
  func foreignContent() throws {
    let source = """
      <p><svg viewBox='0 0 1 1'><linearGradient gradientUnits='x'/><foreignObject><b>t</b>\
      </foreignObject></svg><math><mi>x</mi></math><b>open</p>
      """
    let (tree, _) = try Markup.parse(Array(source.utf8), path: "t", mode: .lenient)
    let names = Set(tree.names)
    for name in ["linearGradient", "foreignObject"] {
      #expect(names.contains(ElementTree.Name(namespace: Namespace.svg, local: name)))
    }
    for name in ["viewBox", "gradientUnits"] {
      #expect(names.contains(ElementTree.Name(namespace: "", local: name)))
    }
    #expect(names.contains(ElementTree.Name(namespace: Namespace.mathML, local: "mi")))
    #expect(names.contains(ElementTree.Name(namespace: Namespace.xhtml, local: "b")))
    #expect(!names.contains { $0.namespace == Namespace.svg && $0.local == "b" })
  }

  @Test("in lenient mode, lines are counted beyond 65,535")
  func manyLines() throws {
    let source = "<p>a</p>" + String(repeating: "\n", count: 70_000) + "<i>b</i><b>c"
    let (tree, _) = try Markup.parse(Array(source.utf8), path: "t", mode: .lenient)
    let node = try #require(
      tree.nodes.indices.first { tree.nodes[$0].kind == .element && tree.name(of: $0).local == "i" }
    )
    #expect(tree.location(of: node).line == 70_001)
  }

  @Test("in lenient mode, line ends are line feeds, and the one at the start of pre is dropped")
  func lineEnds() throws {
    let tree = try Markup.parse(
      Array("<html><body><pre>\r\na\r\nb\rc</pre><p>d &c\r\ne</p></body></html>".utf8), path: "t",
      mode: .lenient
    ).tree
    let texts = tree.nodes.indices.filter { tree.nodes[$0].kind == .text }
      .map { tree.string(of: $0) }
    #expect(texts.contains("a\nb\nc"))
    #expect(texts.contains("d &c\ne"))
  }

  @Test("elements without end tags are nested in XML, but not in HTML", arguments: ["p", "li"])
  func omittedEndTags(name: String) throws {
    let items = String(repeating: "<\(name)>a", count: 300)
    let bytes = Array("<html><body>\(items)</body></html>".utf8)
    #expect(throws: MarkupError.self) { try Markup.parse(bytes, path: "t") }
    let (tree, _) = try Markup.parse(bytes, path: "t", mode: .lenient)
    #expect(tree.nodes.indices.count { tree.isElement($0, name) } == 300)
    // What HTML nests, too, is refused.
    let deep = Array("<html><body>\(String(repeating: "<div>", count: 300))".utf8)
    #expect(throws: MarkupError.self) { try Markup.parse(deep, path: "t", mode: .lenient) }
  }

  @Test("lenient mode recovers and reports repairs")
  func lenient() throws {
    let (tree, repairs) = try Markup.parse(
      Array("<html><body><p>one<p>two &c <b>bold</body></html>".utf8), path: "t", mode: .lenient)
    #expect(tree.nodes.indices.count { tree.isElement($0, "p") } == 2)
    #expect(!repairs.isEmpty)
  }

  @Test("text around comments and CDATA keeps its order")
  func text() throws {
    let tree = try parse("\(open)<p>a<![CDATA[<b>]]>c<!-- x -->d</p>\(close)")
    let p = try #require(tree.nodes.indices.first { tree.isElement($0, "p") })
    #expect(tree.textContent(of: p) == "a<b>cd")
    #expect(tree.children(of: p).map { tree.nodes[$0].kind } == [.text, .comment, .text])
  }
}
