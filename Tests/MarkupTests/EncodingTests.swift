import Testing

@testable import Markup

/// Lenient mode finds the encoding of a document as browsers do.
@Suite("Encodings of repaired documents")
struct EncodingTests {
  private func text(_ bytes: [UInt8]) throws -> (text: String, remarks: [String]) {
    let (tree, repairs) = try parse(bytes, path: "t", mode: .lenient)
    let body = try #require(tree.nodes.indices.first { tree.isElement($0, "body") })
    return (tree.singleSpaced(body), repairs.map(\.message))
  }

  private static func document(_ head: String, _ body: [UInt8]) -> [UInt8] {
    Array("<html><head>\(head)<title>T</title></head><body><p>".utf8) + body + Array("</p>".utf8)
  }

  @Test("a document in UTF-32 with its byte order mark is read", arguments: [true, false])
  func utf32(isBigEndian: Bool) throws {
    let source = "\u{FEFF}<html><body>é \u{1F600}</body></html>"
    let bytes = source.unicodeScalars.flatMap { scalar in
      let all = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
      return isBigEndian ? all : all.reversed()
    }
    #expect(try text(bytes).text == "é \u{1F600}")
  }

  @Test(
    "a meta element selects the encoding (Encoding Standard, labels); otherwise it is detected",
    arguments: [
      ("<meta charset=windows-1252>", [0x93, 0xE9, 0x94] as [UInt8], "\u{201C}é\u{201D}"),
      ("<meta charset='ISO-8859-1'>", [0x93, 0xE9, 0x94], "\u{201C}é\u{201D}"),
      (
        "<meta http-equiv=Content-Type content='text/html; charset=windows-1251'>", [0xC4, 0xE0],
        "Да"
      ),
      ("<meta charset=shift_jis>", [0x82, 0xA0], "あ"), ("<meta charset=utf-8>", [0xC3, 0xA9], "é"),
      ("", [0xC3, 0xA9], "é"), ("", [0xE9], "é"),
    ])
  func meta(head: String, bytes: [UInt8], wanted: String) throws {
    #expect(try text(Self.document(head, bytes)).text == wanted)
  }

  @Test("undecodable bytes and a guessed encoding are reported")
  func remarks() throws {
    let lost = try text(Self.document("<meta charset=utf-8>", [0x61, 0xFF]))
    #expect(lost.text == "a\u{FFFD}")
    #expect(lost.remarks.contains { $0.contains("U+FFFD") })
    #expect(try text(Self.document("", [0xE9])).remarks.contains { $0.contains("windows-1252") })
  }

  @Test(
    "old character references need no semicolon; unknown references stay as text",
    arguments: [
      ("AT&amp T &copy 2", "AT& T © 2"), ("&eacutex", "éx"),
      ("a & b &unknown c", "a & b &unknown c"),
    ])
  func references(source: String, wanted: String) throws {
    #expect(try text(Self.document("", Array(source.utf8))).text == wanted)
  }

  @Test("an ampersand in the query of a link is not a character reference")
  func parameters() throws {
    let source = Array("<html><body><a href='x?a=1&copy=2&lt=3'>l</a>".utf8)
    let tree = try parse(source, path: "t", mode: .lenient).tree
    let link = try #require(tree.nodes.indices.first { tree.isElement($0, "a") })
    #expect(tree.attribute("href", of: link) == "x?a=1&copy=2&lt=3")
  }
}
