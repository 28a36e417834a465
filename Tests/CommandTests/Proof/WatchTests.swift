import Foundation
import Testing

@Suite("watch")
struct WatchTests {
  private static func page(_ body: String) -> String {
    """
    <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title>
    <link rel="stylesheet" href="b.css"/></head><body>\(body)</body></html>
    """
  }

  /// Three chapters, each of several pages.
  private static func book(_ middle: String) -> String {
    let chapters = ["first", middle, "third"].map { name in
      "<section><h1>The \(name) chapter</h1>"
        + (0..<60).map { "<p id=\"\(name)\($0)\">Paragraph \($0) of the \(name) chapter.</p>" }
        .joined() + "</section>"
    }
    return page(chapters.joined())
  }

  private static func write(_ text: String, _ name: String, in folder: URL) throws {
    try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  private static let wait = """
    wait_for() { for i in $(seq 200); do grep -q "$1" "$2" 2>/dev/null && return; sleep 0.1; done; echo "no $1"; }
    same() {
      "$PAGINATE" proof b.xhtml -q --page a5 $options -o fresh
      for part in pages data/text-0.js data/words-0.js data/shapes-0.js map.json; do
        diff -r p/$part fresh/$part >/dev/null || echo "$1: $part differs"
      done
    }
    """

  @Test("after edits of the text and of the style, the proof is as a new one has it")
  func sameAsNew() throws {
    try Program.withFolder { folder in
      let css = "section { break-before: page } h1 { color: #123456 }"
      try Self.write(css, "b.css", in: folder)
      try Self.write(Self.book("second"), "b.xhtml", in: folder)
      // A word in the second chapter; a chapter that is pages longer; other colors and running heads.
      try Self.write(Self.book("other"), "one", in: folder)
      let longer = String(repeating: "<p>More and more of it.</p>", count: 80)
      try Self.write(
        Self.book("other").replacingOccurrences(
          of: "<section><h1>The other", with: longer + "<section><h1>The other"),
        "two", in: folder)
      try Self.write(
        css.replacingOccurrences(of: "123456", with: "654321")
          + "@page { @top-center { content: \"head\"; color: red } }", "three", in: folder)
      let script = """
        \(Self.wait)
        "$PAGINATE" watch b.xhtml -q --page a5 -o p 2>errors &
        pid=$!
        wait_for 'proofVersion(1,' p/data/version.js; same begin
        cp one b.xhtml; wait_for 'proofVersion(2,""' p/data/version.js; same word
        cp two b.xhtml; wait_for 'proofVersion(3,""' p/data/version.js; same longer
        cp three b.css; wait_for 'proofVersion(4,""' p/data/version.js; same style
        cp one b.xhtml; wait_for 'proofVersion(5,""' p/data/version.js; same shorter
        kill -TERM $pid
        wait $pid
        echo "status $?"
        """
      let result = try Program.shell(script, in: folder)
      #expect(result.output == "status 143\n", "\(result.errors)")
    }
  }

  @Test("after edits of any file of an unpacked EPUB, the proof is as a new one has it")
  func unpacked() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", in: folder)
      let html = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>T</title>"
      func document(_ name: String, _ body: String) throws {
        try Self.write(
          html + "<link rel=\"stylesheet\" href=\"b.css\"/></head><body>\(body)</body></html>",
          name,
          in: folder)
      }
      func picture(_ width: Int) -> String {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"50\"/>"
      }
      let package = try String(
        contentsOf: folder.appendingPathComponent("b/book.opf"), encoding: .utf8
      ).replacing(
        "<manifest>",
        with: """
          <manifest><item id="d" href="d.xhtml" media-type="application/xhtml+xml"/>\
          <item id="p" href="p.svg" media-type="image/svg+xml"/>\
          <item id="s" href="b.css" media-type="text/css"/>
          """
      ).replacing("<itemref idref=\"c\"/>", with: "<itemref idref=\"c\"/><itemref idref=\"d\"/>")
      try Self.write(package, "b/book.opf", in: folder)
      // Words are divided as in the package's language.
      try Self.write(package.replacing(">en<", with: ">de<"), "language", in: folder)
      let text =
        "<h1 id=\"c\">First</h1><p>See <a href=\"d.xhtml#d\">there</a>.</p><p>Aufmerksamkeit, Geschwindigkeit</p>"
      try document("b/c.xhtml", text)
      try document("word", text + "<p>And more.</p>")
      let other = "<h1 id=\"d\">Second</h1><p>A <img src=\"p.svg\" alt=\"p\"/> picture.</p>"
      try document("b/d.xhtml", other)
      try document("gone", other.replacing("id=\"d\"", with: ""))
      try Self.write(picture(50), "b/p.svg", in: folder)
      try Self.write(picture(200), "wide", in: folder)
      try Self.write("p { width: 5em; hyphens: auto }", "b/b.css", in: folder)
      try Self.write("p { width: 4em; hyphens: auto; color: red }", "style", in: folder)
      let edits = [
        ("word", "c.xhtml"), ("wide", "p.svg"), ("style", "b.css"), ("gone", "d.xhtml"),
        ("language", "book.opf"),
      ]
      let steps = edits.enumerated().map { number, edit in
        """
        cp \(edit.0) b/\(edit.1)
        wait_for 'proofVersion(\(number + 2),""' p/data/version.js
        same \(edit.0)
        """
      }
      let script = """
        \(Self.wait.replacing("b.xhtml", with: "b"))
        "$PAGINATE" watch b -q --page a5 -o p 2>errors &
        pid=$!
        wait_for 'proofVersion(1,' p/data/version.js; same begin
        \(steps.joined(separator: "\n"))
        kill -TERM $pid
        wait $pid
        echo "status $?"
        """
      let result = try Program.shell(script, in: folder)
      #expect(result.output == "status 143\n", "\(result.errors)")
    }
  }

  @Test("pages that look the same are not drawn again")
  func onlyChanges() throws {
    try Program.withFolder { folder in
      try Self.write("section { break-before: page }", "b.css", in: folder)
      try Self.write(Self.book("second"), "b.xhtml", in: folder)
      try Self.write(
        Self.book("second").replacingOccurrences(
          of: "Paragraph 59 of the third", with: "Paragraph 60 of the third"), "one", in: folder)
      let script = """
        \(Self.wait)
        "$PAGINATE" watch b.xhtml -q --page a5 -o p 2>errors &
        pid=$!
        wait_for 'proofVersion(1,' p/data/version.js
        cp one b.xhtml; wait_for 'proofVersion(2,""' p/data/version.js
        kill -TERM $pid
        wait $pid
        grep -o '"drawn":[^]]*]' p/data/book.js
        """
      let result = try Program.shell(script, in: folder)
      let drawn = result.output.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
        .split(separator: ",").compactMap { Int($0) }
      // The first chapters keep their pages; at least the last page is new.
      #expect(drawn.count > 4 && drawn.first == 1 && drawn.last == 2, "\(drawn)")
      #expect(drawn.prefix(drawn.count / 2).allSatisfy { $0 == 1 }, "\(drawn)")
    }
  }

  /// Two chapters with notes and a box in a line, whose page ends depend on their first page's side,
  /// and one to edit.
  private static func notes(_ first: String, _ extra: String = "") -> String {
    func chapter(_ name: String, _ count: Int) -> String {
      "<section><h1>\(name)</h1>"
        + (0..<count).map { number in
          let call = "<a href=\"#n\(name)\(number)\" epub:type=\"noteref\">*</a>"
          let text = String(repeating: "Paragraph \(number) of \(name) goes on. ", count: 3)
          return "<p>\(text) <span class=\"box\">boxed <a href=\"#top\">word</a></span>"
            + (number % 7 == 0 ? call : "") + "</p>"
        }.joined()
        + (0..<count).filter { $0 % 7 == 0 }.map {
          "<aside id=\"n\(name)\($0)\" epub:type=\"footnote\"><p>Note \($0).</p></aside>"
        }.joined() + "</section>"
    }
    let body =
      "<section id=\"top\"><h1>First</h1><p>\(first)</p></section>\(extra)" + chapter("two", 40)
      + chapter("three", 60)
    return page(body).replacingOccurrences(
      of: "<html ", with: "<html xmlns:epub=\"http://www.idpf.org/2007/ops\" ")
  }

  @Test("chapters with notes and boxes in lines that did not change are not drawn again")
  func notesAndBoxes() throws {
    try Program.withFolder { folder in
      try Self.write(
        "section { break-before: page; page-breaking: optimal } .box { display: inline-block }",
        "b.css", in: folder)
      try Self.write(Self.notes("one"), "b.xhtml", in: folder)
      try Self.write(Self.notes("other words"), "word", in: folder)
      // A line break in the source: the same pages from other source lines.
      try Self.write(
        Self.notes("other words").replacingOccurrences(of: "<section>", with: "\n<section>"),
        "lines", in: folder)
      // A page more: the chapters begin on the other side.
      try Self.write(
        Self.notes("other words", "<section><p>A page more.</p></section>"), "side", in: folder)
      try Self.write(
        Self.notes("other words").replacingOccurrences(of: "Note 14.", with: "Another note."),
        "note", in: folder)
      let script = """
        \(Self.wait)
        drawn() { grep -o '"drawn":[^]]*]' p/data/book.js; }
        "$PAGINATE" watch b.xhtml -q --page a5 --notes foot -o p 2>errors &
        pid=$!
        options="--notes foot"
        wait_for 'proofVersion(1,' p/data/version.js
        cp word b.xhtml; wait_for 'proofVersion(2,""' p/data/version.js; drawn; same word
        cp lines b.xhtml; wait_for 'proofVersion(3,""' p/data/version.js; drawn; same lines
        cp side b.xhtml; wait_for 'proofVersion(4,""' p/data/version.js; same side
        cp note b.xhtml; wait_for 'proofVersion(5,""' p/data/version.js; same note
        kill -TERM $pid
        wait $pid
        """
      let result = try Program.shell(script, in: folder)
      let lines = result.output.split(separator: "\n").map(String.init)
      #expect(lines.count == 2, "\(result.output) \(result.errors)")
      for line in lines {
        let drawn = line.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
          .split(separator: ",").compactMap { Int($0) }
        #expect(drawn.count > 8 && drawn[0] == 2, "\(drawn)")
        #expect(drawn.dropFirst().allSatisfy { $0 == 1 }, "\(drawn)")
      }
    }
  }

  @Test("the server has the proof's files, for requests with its token, and nothing else")
  func server() throws {
    try Program.withFolder { folder in
      try Self.write(Self.page("<p>first</p>"), "b.xhtml", in: folder)
      try Self.write(Self.page("<p>second</p>"), "second", in: folder)
      try Self.write(
        """
        import http.client, os, re, shutil, subprocess, time
        watch = subprocess.Popen([os.environ["PAGINATE"], "watch", "b.xhtml", "-o", "p"],
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        host, token = re.search(r"http://(127[.]0[.]0[.]1:[0-9]+)/([0-9a-f]{32})/index.html", watch.stdout.readline()).groups()
        def ask(path, method="GET", name=host):
            connection = http.client.HTTPConnection(host)
            connection.putrequest(method, path, skip_host=True)
            connection.putheader("Host", name)
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        print(ask(f"/{token}/index.html")[1] == open("p/index.html").read())
        print("first" in ask(f"/{token}/data/text-0.js")[1], ask(f"/{token}/pages/1.js")[0])
        os.symlink("../b.xhtml", "p/data/link.js")
        wrong = ["/index.html", "/", f"/{token}", f"/{token}/", f"/{token}/.paginate-files", f"/{token}/map.json",
                 f"/{token}/../b.xhtml", f"/{token}/%2e%2e/b.xhtml", f"/{token}/data/link.js", f"/{token}/data",
                 f"/{token}/p/index.html", f"/{'0' * 32}/index.html", f"/{token[:-1]}/index.html"]
        print([ask(path)[0] for path in wrong if ask(path)[0] != 404])
        os.remove("p/data/link.js")
        print(ask(f"/{token}/index.html", name="evil.example")[0], ask(f"/{token}/index.html", "POST")[0])
        shutil.copy("second", "b.xhtml")
        print(ask(f"/{token}/data/version.js?after=1")[1].strip())
        print("second" in ask(f"/{token}/data/text-0.js")[1])
        watch.terminate()
        watch.wait()
        for _ in range(100):
            try: ask(f"/{token}/index.html")
            except OSError: break
            time.sleep(0.1)
        else: print("the server goes on")
        """, "ask.py", in: folder)
      let result = try Program.shell("/usr/bin/python3 ask.py", in: folder)
      let wanted = """
        True
        True 200
        []
        403 405
        proofVersion(2,"");
        True

        """
      #expect(result.output == wanted, "\(result.errors)")
    }
  }

  @Test("without a change, nothing is made again, though the proof is next to the book")
  func quiet() throws {
    try Program.withFolder { folder in
      try Self.write(Self.page("<p>text</p>"), "b.xhtml", in: folder)
      let script = """
        \(Self.wait)
        "$PAGINATE" watch b.xhtml -q --page a5 -o p 2>errors &
        pid=$!
        wait_for 'proofVersion(1,' p/data/version.js
        sleep 1
        grep -q 'proofVersion(1,' p/data/version.js || echo "made again without a change"
        kill -TERM $pid
        wait $pid
        echo "status $?"
        """
      let result = try Program.shell(script, in: folder)
      #expect(result.output == "status 143\n", "\(result.errors)")
    }
  }
}
