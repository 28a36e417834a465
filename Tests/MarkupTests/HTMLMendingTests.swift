import Markup
import Testing

/// HTML that browsers read in another way than libxml2 (HTML, section 13.2.5).
@Suite("HTML mending")
struct HTMLMendingTests {
  /// The text of a document that is repaired.
  private func text(_ body: String) throws -> String {
    let source = "<!DOCTYPE html><html><head><title>t</title></head><body><p>" + body
    let tree = try parse(Array(source.utf8), path: "a.html", mode: .lenient).tree
    let body = try #require(tree.nodes.indices.first { tree.isElement($0, "body") })
    return tree.textContent(of: body).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(
    "text is where browsers have it",
    arguments: [
      ("a</p></body></html> b <p>c", "a b c"), ("a</body> b </html> c", "a b c"),
      ("a</html> <html><body>b</body></html>", "a b"), ("a</body></html> <!-- c -->", "a"),
      ("<![if !supportLists]>a<![endif]> b<!x>", "a b"),
      ("a <!--> b <!---> c <!-- d --!> e", "a b c e"),
      ("a </ > b </3> c", "a b c"), ("a <? php ?> b", "a b"),
      ("&#146;&#147; &#x80; &#150 &#160;x &#239;", "\u{2019}\u{201C} \u{20AC} \u{2013} x \u{EF}"),
      ("<b title='</html>'>a</b> b", "a b"),
      ("<script>'</html>'</script>a", "'</html>'a"),
    ])
  func text(body: String, text: String) throws { #expect(try self.text(body) == text) }

  @Test("a document with many ends takes time in proportion to its length")
  func manyEnds() throws {
    let ends = String(repeating: "</html>a", count: 20_000)
    #expect(try text(ends).utf8.count == 20_000)
  }
}
