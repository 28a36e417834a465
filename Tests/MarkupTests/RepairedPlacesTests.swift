import Testing

@testable import Markup

/// Where the nodes of a repaired document are in its source.
@Suite("Places in repaired documents")
struct RepairedPlacesTests {
  private func tree(_ source: String) throws -> ElementTree {
    try parse(Array(source.utf8), path: "a.xhtml", mode: .lenient).tree
  }

  /// The source from each element of a name on, up to a length.
  private func sources(_ name: String, _ tree: ElementTree, _ count: Int) -> [String] {
    tree.nodes.indices.filter { tree.isElement($0, name) }.map {
      String(
        decoding: tree.source[Int(tree.nodes[$0].sourceOffset)...].prefix(count), as: UTF8.self)
    }
  }

  @Test("elements are at their tags, and added elements at what follows")
  func elements() throws {
    let tree = try tree(
      "<html><head><title>a</title><script>'<p id=9>'</script></head><body>"
        + "<!-- <p> --><p\nid='1'>a <- b</p><p id='2'>c<br>&lt;d</P><ul><li>e<li>f</ul>"
        + "<table><tr><td id=\"a>b\">g</table></body></html>")
    #expect(sources("p", tree, 9) == ["<p\nid='1'", "<p id='2'"])
    #expect(sources("li", tree, 5) == ["<li>e", "<li>f"])
    #expect(sources("td", tree, 7) == ["<td id="])
    #expect(sources("tbody", tree, 4).allSatisfy { $0 == "<tr>" })
  }

  @Test("characters are at their bytes, also behind signs that are not markup")
  func characters() throws {
    let tree = try tree(
      "<html><body><p>a <- b & c &lt; d</p>\n<p>\n x <b>y</b> z</p></body></html>")
    for (character, before) in [
      ("b", "<- "), ("c", "& "), ("d", "&lt; "), ("y", "<b>"), ("z", "</b> "),
    ] {
      var found: ElementTree.SourceByte?
      for node in tree.nodes.indices where tree.nodes[node].kind == .text {
        let text = tree.string(of: node)
        if let at = text.firstIndex(of: Character(character)) {
          found = tree.sourceByte(
            of: node, offset: text.utf16.distance(from: text.startIndex, to: at))
        }
      }
      let place = try #require(found)
      #expect(String(decoding: tree.source[..<place.offset], as: UTF8.self).hasSuffix(before))
      #expect(tree.source[place.offset] == character.utf8.first)
    }
  }
}
