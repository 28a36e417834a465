import Foundation
import Testing

@Suite("proofs of runs")
struct ProofRunTests {
  private static func book(_ word: String, more: String = "") -> String {
    let paragraphs = (0..<60).map { "<p>Paragraph \($0) of \($0 == 40 ? word : "the book").</p>" }
    return """
      <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>
      <body>\(paragraphs.joined())\(more)</body></html>
      """
  }

  private func run(_ text: String, _ name: String, in folder: URL) throws {
    try Program.put(text, "b.xhtml", in: folder)
    let result = try Program.run(["b.xhtml", "--page", "a6", "-q", "-o", name], in: folder)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("the pages of two runs are compared without the book")
  func folders() throws {
    try Program.withFolder { folder in
      try run(Self.book("one &amp; `two`"), "old", in: folder)
      try run(Self.book("other"), "new", in: folder)
      _ = try Program.shell("rm b.xhtml", in: folder)
      let result = try Program.run(["proof", "new", "--against", "old", "-o", "p"], in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try ProofScript.book("p", in: folder)["isRun"] as? Bool == true)
      let changes = try ProofScript.changes("p", in: folder)
      #expect(changes.count == 1 && changes[0]["kind"] as? String == "changed", "\(changes)")
      for key in ["lines", "oldLines"] {
        let lines = try #require(changes[0][key] as? [[Any]])
        #expect(lines.count == 1 && lines[0].last as? String == "changed", "\(lines)")
      }
      let cause = try #require(changes[0]["cause"] as? String)
      #expect(cause.hasPrefix("document b.xhtml"), "\(cause)")
      let number = try #require(changes[0]["page"] as? Int)
      let now = try ProofScript.texts("p", in: folder)[number - 1]
      #expect(now.contains("Paragraph 40 of other. "), "\(now)")
      // A proof of the old pages has their text, too, and a proof is as good as the run.
      _ = try Program.run(["proof", "old", "-o", "q"], in: folder)
      let text = try ProofScript.texts("q", in: folder)[number - 1]
      #expect(text.contains("Paragraph 40 of one & `two`. "), "\(text)")
      _ = try Program.run(["proof", "p", "--against", "q", "-o", "r"], in: folder)
      #expect(try ProofScript.changes("r", in: folder).count == 1)
      let same = try Program.shell("diff -r p/pages r/pages && diff -r p/old r/old", in: folder)
      #expect(same.status == 0, "\(same.output)")
    }
  }

  @Test("two page maps alone are compared, without pictures")
  func maps() throws {
    try Program.withFolder { folder in
      try run(Self.book("one"), "old", in: folder)
      try run(Self.book("two", more: "<p>More.</p>"), "new", in: folder)
      _ = try Program.shell("mv old/map.json a.json; mv new/map.json b.json", in: folder)
      let result = try Program.run(
        ["proof", "b.json", "--against", "a.json", "-o", "p"], in: folder)
      #expect(result.status == 0, "\(result.errors)")
      let changes = try ProofScript.changes("p", in: folder)
      #expect(changes.count >= 1 && changes.allSatisfy { $0["isShown"] == nil })
      let book = try ProofScript.book("p", in: folder)
      let pages = try #require((book["map"] as? [String: Any])?["pages"] as? [[String: Any]])
      #expect((book["undrawn"] as? [Int]) == Array(1...pages.count))
      // 105 x 148 mm, in points.
      #expect((book["sizes"] as? [[Double]])?[0].map { Int($0) } == [297, 419])
    }
  }

  @Test("pages are shown as they are; another book's, or options of layout, are errors")
  func faults() throws {
    try Program.withFolder { folder in
      try run(Self.book("one"), "one", in: folder)
      let wide = try Program.run(["proof", "one", "--page", "a5", "-o", "p"], in: folder)
      #expect(wide.status == 64 && wide.errors.contains("as they are"), "\(wide.errors)")
      _ = try Program.run(["proof", "one", "-o", "one.proof"], in: folder)
      let own = try Program.run(["proof", "one.proof"], in: folder)
      #expect(own.status == 64 && own.errors.contains("name another folder"), "\(own.errors)")
      _ = try Program.shell("sed 's/b.xhtml/c.xhtml/g' one/map.json > other.json", in: folder)
      let other = try Program.run(
        ["proof", "one", "--against", "other.json", "-o", "p"], in: folder)
      #expect(other.status == 65 && other.errors.contains("another book"), "\(other.errors)")
      // What another proof has for a page is no program of this one.
      _ = try Program.run(["proof", "one", "-o", "evil"], in: folder)
      _ = try Program.shell("printf 'alert(1)`;alert(2);`\\n' > evil/pages/1.js", in: folder)
      _ = try Program.run(["proof", "evil", "-o", "p"], in: folder)
      let page = try String(
        contentsOf: folder.appendingPathComponent("p/pages/1.js"), encoding: .utf8)
      #expect(page == "proofPage(`alert(1)&#96;;alert(2);&#96;\n`);\n")
    }
  }
}
