import Foundation
import Testing

@Suite("proof")
struct ProofTests {
  private static func page(_ title: String, _ body: String) -> String {
    """
    <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>\(title)</title></head>
    <body>\(body)</body></html>
    """
  }

  private static func write(_ text: String, _ name: String, in folder: URL) throws {
    try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  private static func text(_ path: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("a proof has every page, every word in order, and the viewer's files")
  func whole() throws {
    try Program.withFolder { folder in
      let paragraphs = (0..<120).map {
        "<p id=\"p\($0)\">Paragraph number \($0) of the book, which goes on.</p>"
      }
      try Self.write(Self.page("A book", paragraphs.joined()), "b.xhtml", in: folder)
      let result = try Program.run(["proof", "b.xhtml", "--page", "a5", "-o", "p"], in: folder)
      #expect(result.status == 0, "\(result.errors)")
      let book = try ProofScript.book("p", in: folder)
      let map = try #require(book["map"] as? [String: Any])
      let pages = try #require(map["pages"] as? [[String: Any]])
      #expect(pages.count > 2)
      for number in 1...pages.count {
        #expect(FileManager.default.fileExists(atPath: folder.path + "/p/pages/\(number).js"))
      }
      #expect((book["sizes"] as? [[Double]])?.count == pages.count)
      for name in ["index.html", "proof.css", "proof.js", "map.json"] {
        #expect(FileManager.default.fileExists(atPath: folder.path + "/p/" + name))
      }
      let wanted = (0..<120).map { "Paragraphnumber\($0)ofthebook,whichgoeson." }.joined()
      let texts = try ProofScript.texts("p", in: folder)
      #expect(texts.joined().replacingOccurrences(of: " ", with: "") == wanted)
      // The words of the second page are where its lines say.
      let words = try ProofScript.json("p/data/words-0.js", in: folder) as? [[[Double]]]
      let lines = try #require(words)[1]
      let units = Array(texts[1].utf16)
      for line in lines {
        var start = Int(line[0])
        for length in stride(from: 5, to: line.count, by: 3).map({ Int(line[$0]) }) {
          let text = String(decoding: units[start..<start + abs(length)], as: UTF16.self)
          #expect(length > 0 ? !text.contains(" ") : text == " ", "\(text)")
          start += abs(length)
        }
      }
      #expect(lines.count > 10 && lines.last.map { $0[0] < Double(units.count) } == true)
    }
  }

  @Test("text of a book never becomes markup of the proof")
  func hostile() throws {
    try Program.withFolder { folder in
      let evil = "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"
      let quotes = "`${alert(3)}` \\` &amp;amp;"
      let link = "<a href=\"javascript:alert(2)\">x</a>"
      try Self.write(
        Self.page(evil, "<h1>\(evil)</h1><p>\(evil)\u{2028}\(link)</p><p>\(quotes)</p>"), "b.xhtml",
        in: folder)
      #expect(try Program.run(["proof", "b.xhtml", "-o", "p"], in: folder).status == 0)
      for path in ["p/data/book.js", "p/data/text-0.js"] {
        #expect(try !Self.text(path, in: folder).contains("<"))
      }
      // Data and pages are texts between backquotes.
      #expect(try ProofScript.texts("p", in: folder)[0].contains("`${alert(3)}` \\` &amp;"))
      let page = try Self.text("p/pages/1.js", in: folder)
      #expect(page.count { $0 == "`" } == 2 && page.hasPrefix("proofPage(`<svg"))
      #expect(page.contains("&#96;&#36;{alert(3)}&#96; &#92;&#96; &amp;amp;"))
      #expect(try ProofScript.book("p", in: folder)["map"] != nil)
      let index = try Self.text("p/index.html", in: folder)
      #expect(index.contains("Content-Security-Policy") && !index.contains("alert("))
      #expect(!index.contains("http://") && !index.contains("https://"))
    }
  }

  @Test("a proof has the same bytes in any folder: paths of sources begin at the book")
  func placeless() throws {
    try Program.withFolder { folder in
      // Each has a finding in the document and one in the stylesheet.
      let body = "<link rel=\"stylesheet\" href=\"s.css\"/><p style=\"colr: red\">One.</p>"
      try Program.put(Self.page("T", body), "far/off/b.xhtml", in: folder)
      try Program.put("p { blah: 3 }", "far/off/s.css", in: folder)
      try Program.putEPUB("far/e", in: folder)
      try Program.put(
        Self.page("T", "<p style=\"colr: red\">One.</p>"), "far/e/c.xhtml", in: folder)
      let script = """
        root="$PWD"; proof() { $PAGINATE proof $1 --page 6x9 -q -o "$root/$2"; }
        proof far/off/b.xhtml 1; proof "$root/far/off/b.xhtml" 2; (cd far/off; proof b.xhtml 3)
        proof far/e 4; (cd far; proof e 5)
        diff -r 1 2 && diff -r 1 3 && diff -r 4 5 && ! grep -rlF "$root" 1 4 && ! grep -rlF far/ 1 4
        """
      let result = try Program.shell(script, in: folder)
      #expect(result.status == 0, "\(result.output) \(result.errors)")
      let findings = try #require(
        try ProofScript.book("1", in: folder)["findings"] as? [[String: Any]])
      #expect(Set(findings.compactMap { $0["path"] as? String }) == ["b.xhtml", "s.css"])
    }
  }

  @Test("--against tells changed pages from moved pages")
  func against() throws {
    try Program.withFolder { folder in
      // Each paragraph has its own page.
      let style = "<style>p { break-after: page }</style>"
      func text(_ names: [String]) -> String {
        style + names.map { "<p>This is the page of \($0).</p>" }.joined()
      }
      try Self.write(Self.page("T", text(["one", "two", "three", "four"])), "b.xhtml", in: folder)
      _ = try Program.run(["b.xhtml", "--page", "a5", "-o", "old"], in: folder)
      try Self.write(
        Self.page("T", text(["one", "changed", "new", "newer", "three", "four"])), "b.xhtml",
        in: folder)
      let result = try Program.run(
        ["proof", "b.xhtml", "--page", "a5", "-o", "p", "--against", "old"], in: folder)
      #expect(result.status == 0, "\(result.errors)")
      let book = try ProofScript.book("p", in: folder)
      let changes = try #require(book["changes"] as? [[String: Any]])
      #expect(changes.map { $0["page"] as? Int } == [2, 3, 4, 5, 6])
      #expect(
        changes.map { $0["kind"] as? String } == [
          "changed", "changed", "changed", "moved", "moved",
        ])
      #expect(changes[3]["old"] as? Int == 3 && changes[3]["oldLabel"] as? String == "3")
      #expect(book["oldCount"] as? Int == 4)
      let old = try #require(changes[0]["old"] as? Int)
      #expect(changes[0]["isShown"] as? Bool == true)
      #expect(FileManager.default.fileExists(atPath: folder.path + "/p/old/\(old).js"))
      // `--against` takes an earlier proof, too.
      _ = try Program.run(
        ["proof", "b.xhtml", "--page", "a5", "-o", "q", "--against", "p"], in: folder)
      #expect(try ProofScript.changes("q", in: folder).isEmpty)
      // And a page map, with the pages beside it or alone.
      _ = try Program.shell("cp old/map.json alone.json", in: folder)
      for (map, hasPictures) in [("old/map.json", true), ("alone.json", false)] {
        let named = try Program.run(
          ["proof", "b.xhtml", "--page", "a5", "-o", "m", "--against", map], in: folder)
        #expect(named.status == 0, "\(named.errors)")
        let found = try ProofScript.changes("m", in: folder)
        #expect(found.count == changes.count)
        #expect(found.contains { $0["isShown"] != nil } == hasPictures)
      }
      let wrong = try Program.run(["proof", "b.xhtml", "--against", "none"], in: folder)
      #expect(wrong.status == 66)
      #expect(wrong.errors.contains("none/map.json"))
    }
  }

  @Test("check makes a proof of a failed cell, with the pages that changed and why")
  func ofCheck() throws {
    try Program.withFolder { folder in
      let paragraphs = (0..<90).map { "<p>Paragraph number \($0) of <b>the</b> book.</p>" }
      try Self.write(Self.page("T", paragraphs.joined()), "b.xhtml", in: folder)
      let arguments = ["check", "b.xhtml", "--page", "4x5"]
      #expect(try Program.run(arguments + ["--update"], in: folder).status == 0)
      let good = try Program.run(
        arguments + ["--format", "html=look", "--format", "text"], in: folder)
      #expect(good.status == 0, "\(good.errors)")
      #expect(try Self.text("look/index.html", in: folder).contains("0 cells"))
      let more = "<p>" + String(repeating: "and more words ", count: 90) + "</p>"
      try Self.write(Self.page("T", paragraphs.joined() + more), "b.xhtml", in: folder)
      let result = try Program.run(arguments + ["--format", "html=look"], in: folder)
      #expect(result.status == 1)
      #expect(result.errors.contains("look/index.html"))
      #expect(try Self.text("look/index.html", in: folder).contains("href=\"cell-1/index.html\""))
      let book = try ProofScript.book("look/cell-1", in: folder)
      let changes = try #require(book["changes"] as? [[String: Any]])
      let pages = try #require((book["map"] as? [String: Any])?["pages"] as? [[String: Any]])
      #expect(!changes.isEmpty && changes.count < pages.count)
      #expect((book["notes"] as? [String])?.contains { $0.contains("b.xhtml") } == true)
    }
  }

  @Test("a run that fails leaves the old proof; a folder with the user's files is refused")
  func failure() throws {
    try Program.withFolder { folder in
      try Self.write(Self.page("T", "<p>good</p>"), "b.xhtml", in: folder)
      _ = try Program.run(["proof", "b.xhtml", "-o", "p"], in: folder)
      let before = try Self.text("p/data/book.js", in: folder)
      try Self.write("<html><p>bad", "b.xhtml", in: folder)
      #expect(try Program.run(["proof", "b.xhtml", "-o", "p"], in: folder).status == 65)
      #expect(try Self.text("p/data/book.js", in: folder) == before)
      // A folder with the user's own files is not replaced.
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("own"), withIntermediateDirectories: true)
      try Self.write("mine", "own/notes.txt", in: folder)
      try Self.write(Self.page("T", "<p>good</p>"), "b.xhtml", in: folder)
      #expect(try Program.run(["proof", "b.xhtml", "-o", "own"], in: folder).status == 73)
      #expect(try Self.text("own/notes.txt", in: folder) == "mine")
    }
  }

  @Test("watch remakes the proof after each save and reports an error until it is fixed")
  func watch() throws {
    try Program.withFolder { folder in
      try Self.write(Self.page("T", "<p>first</p>"), "b.xhtml", in: folder)
      try Self.write(Self.page("T", "<p>second</p>"), "second", in: folder)
      try Self.write("<html><p>bad", "bad", in: folder)
      let script = """
        wait_for() { for i in $(seq 200); do grep -q "$1" "$2" 2>/dev/null && return; sleep 0.1; done; echo "no $1"; }
        "$PAGINATE" watch b.xhtml -q -o p 2>errors &
        pid=$!
        wait_for 'proofVersion(1,' p/data/version.js
        cp second b.xhtml
        wait_for 'proofVersion(2,""' p/data/version.js
        grep -q second p/data/text-0.js || echo "no second words"
        cp bad b.xhtml
        wait_for 'proofVersion(3,".*b.xhtml:1:' p/data/version.js
        grep -q second p/data/text-0.js || echo "the pages went"
        cp second b.xhtml
        wait_for 'proofVersion(4,""' p/data/version.js
        kill -TERM $pid
        wait $pid
        echo "status $?"
        """
      let result = try Program.shell(script, in: folder)
      #expect(result.output == "status 143\n", "\(result.errors)")
    }
  }
}
