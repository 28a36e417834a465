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
      "$PAGINATE" proof b.xhtml -q --page a5 -o fresh
      for part in pages data/words-0.js data/shapes-0.js map.json; do
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
