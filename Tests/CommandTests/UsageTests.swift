import Foundation
import Support
import Testing

/// What the command says of mistakes, and with which status.
@Suite("Usage")
struct UsageTests {
  private func withBook(_ test: (URL) throws -> Void) throws {
    try Program.withFolder { folder in
      try Program.put(Program.chapters([40, 40]), "b.xhtml", in: folder)
      try test(folder)
    }
  }

  private static let long = String(repeating: "0123456789", count: 9)

  @Test(
    "a mistake gives its status and says what to do",
    arguments: [
      ("-dash.epub", Int32(64), "goes after \"--\""), ("-xyz b.xhtml", 64, "unknown option"),
      ("-new.xhtml", 64, "goes after \"--\""), ("-new", 64, "goes after \"--\""),
      ("$'b\\xff.xhtml'", 64, "not UTF-8"), ("b.xhtml -o $'o\\xff'", 64, "not UTF-8"),
      ("b.xhtml --page 152x229", 64, "152x229mm"),
      ("b.xhtml --page 1000000x9", 64, "\"1000000x9\" is out of range"),
      ("b.xhtml --page 0x9mm", 64, "\"0x9mm\" is out of range"),
      ("b.xhtml --page -1x9", 64, "\"-1x9\" is out of range: sides are more than 0"),
      ("lint b.xhtml --page -9x-9mm", 64, "\"-9x-9mm\" is out of range"),
      ("b.xhtml --limit pages=0", 64, "\"pages=0\" allows no book"),
      ("b.xhtml --page nine", 64, "unknown page size \"nine\""),
      ("b.xhtml --page \(long)", 64, "page size \"\(long.prefix(40))…\""),
      ("b.xhtml --reader-size \(long)", 64, "reader size \"\(long.prefix(40))…\""),
      ("b.xhtml --style \(long)", 64, "style \"\(long.prefix(40))…\""),
      ("b.xhtml --hyphenation-exceptions digits", 65, "digits:1: \"\(long.prefix(40))…\" is not"),
      ("damaged/x.epub", 65, "error: damaged/x.epub: not a readable"),
      ("locate b.xhtml --on 9999", 64, "there is no page \"9999\": the book has 2"),
      ("dump tree b.xhtml --json", 64, "--json is for breaks, glyphs, lines"),
      ("at b.xhtml --on 1 --point 99in,1in", 64, "432 x 648 pt"),
      ("batch empty.jsonl", 64, "it names no books"), ("check none.epub", 66, "no such file"),
      ("check b.xhtml --since HEAD", 64, "in no repository"),
      ("check b.xhtml --update --baseline b.xhtml/x.json", 73, "cannot create"),
      ("b.xhtml --pdf b.pdf --pdf-profile print --icc b.xhtml --bleed 200mm", 64, "0 to 144pt"),
      (
        "b.xhtml --pdf b.pdf --pdf-profile print --icc b.xhtml --bleed '3mm 5mm'", 64,
        "cannot read the bleed"
      ),
      ("b.xhtml --pdf b.pdf --pdf-profile print --icc b.xhtml", 65, "b.xhtml: \"b\" is not an ICC"),
      ("b.xhtml --font-file b.xhtml", 65, "b.xhtml"), ("pipe", 65, "pipes are not read"),
      ("b.xhtml --limit pages=1", 65, "more than 1 page:"),
      ("proof b.xhtml --against other", 65, "of another book"),
      ("p.opf", 65, "give the folder of the book"),
    ] as [(String, Int32, String)])
  func mistakes(line: String, status: Int32, message: String) throws {
    try withBook { folder in
      let setup = """
        mkdir damaged; printf no > damaged/x.epub; printf %s \(Self.long) > digits
        mkfifo pipe; : > empty.jsonl; echo '<package/>' > p.opf; sed s/word/other/g b.xhtml > o.xhtml
        $PAGINATE o.xhtml -q -o other
        """
      _ = try Program.shell(setup, in: folder)
      let result = try Program.shell("$PAGINATE \(line)", in: folder)
      #expect(result.status == status, "\(result.errors)")
      #expect((result.errors + result.output).contains(message), "\(result.output)\(result.errors)")
    }
  }

  @Test("a name that begins with a hyphen is a book behind two hyphens")
  func dashes() throws {
    try withBook { folder in
      let result = try Program.shell(
        "cp b.xhtml ./-d.xhtml && $PAGINATE --map-only -q -- -d.xhtml", in: folder)
      #expect(result.status == 0, "\(result.errors)")
    }
  }

  @Test("no combined letters of options are taken for the name of a book")
  func letters() throws {
    try withBook { folder in
      let help = try Program.shell("$PAGINATE --experimental-dump-help", in: folder).output
      let letters = Set(help.matches(of: /"kind" : "short",\s+"name" : "(.)"/).map(\.1))
      #expect(letters.count > 4)
      for letter in letters where letter != "h" {
        let result = try Program.shell("$PAGINATE b.xhtml -q\(letter)", in: folder)
        #expect(!result.errors.contains("unknown option"), "-\(letter): \(result.errors)")
      }
    }
  }

  @Test("more jobs than there is work for are not started")
  func jobs() throws {
    try withBook { folder in
      let result = try Program.shell(
        "$PAGINATE b.xhtml -q --map-only --jobs 99999999999", in: folder)
      #expect(result.status == 0, "\(result.errors)")
    }
  }

  @Test("the folder of --format html is not taken from a user's files")
  func foreignFolder() throws {
    try withBook { folder in
      try Program.put("mine", "look/index.html", in: folder)
      let refused = try Program.shell("$PAGINATE check b.xhtml --format html=look", in: folder)
      #expect(refused.status == 73, "\(refused.errors)")
      #expect(try Program.shell("cat look/index.html", in: folder).output == "mine")
      let line = "$PAGINATE check b.xhtml --format html=new"
      for _ in 0..<2 { #expect(try Program.shell(line, in: folder).status == 1) }
    }
  }

  @Test("--page-list packs the book and not what earlier runs wrote in its folder")
  func packing() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("e", in: folder)
      let inside = try Program.shell("$PAGINATE e --page-list e/new.epub", in: folder)
      #expect(inside.status == 64, "\(inside.errors)")
      let result = try Program.shell(
        "$PAGINATE e -q -o e/pages && $PAGINATE e -q --page-list new.epub"
          + " && unzip -l new.epub", in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("container.xml"))
      #expect(!result.output.contains("map.json"), "\(result.output)")
    }
  }

  @Test("--fail-on lists its findings in the JSON of a check")
  func failingFindings() throws {
    try withBook { folder in
      let line = "$PAGINATE check b.xhtml --fail-on missing-image --format json=r.json"
      try Program.put(
        "<html xmlns='http://www.w3.org/1999/xhtml'><body><p><img src='x.png'/></p></body></html>",
        "b.xhtml", in: folder)
      _ = try Program.shell("$PAGINATE check b.xhtml --update", in: folder)
      #expect(try Program.shell(line, in: folder).status == 1)
      let report = try Program.shell("cat r.json", in: folder).output
      #expect(report.contains("\"rule\" : \"missing-image\""), "\(report)")
      #expect(report.contains("1 finding fails the check"))
      try Program.validate("r.json", "check-report", in: folder)
    }
  }

  @Test("misspelt words have their places in the source")
  func spelling() throws {
    try withBook { folder in
      let body = "<p>right</p>\n<p>wrongg</p>"
      try Program.put(
        "<html xmlns='http://www.w3.org/1999/xhtml' xml:lang='xx'><body>\(body)</body></html>",
        "b.xhtml", in: folder)
      try Program.put("1\nright\n", "d/xx.dic", in: folder)
      try Program.put("SET UTF-8\n", "d/xx.aff", in: folder)
      let result = try Program.shell(
        "$PAGINATE spell b.xhtml --dictionary-dir d --findings -", in: folder)
      #expect(result.output.contains("\"startLine\" : 2"), "\(result.output)\(result.errors)")
      #expect(result.output.contains("\"startColumn\" : 4"), "\(result.output)")
    }
  }

  @Test("a text that is in a box of its line in part is found")
  func boxes() throws {
    try withBook { folder in
      let body = "<p>One <span style='display:inline-block'>two</span> three</p>"
      try Program.put(
        "<html xmlns='http://www.w3.org/1999/xhtml'><body>\(body)</body></html>", "b.xhtml",
        in: folder)
      let result = try Program.shell("$PAGINATE locate b.xhtml --text 'One two three'", in: folder)
      #expect(result.output.contains("page 1, line 1"), "\(result.errors)")
      #expect(result.output.contains("\"One two three\""), "\(result.output)")
    }
  }

  @Test(
    "packages and documentation state the program's version",
    arguments: [
      ("Integrations/ray/pyproject.toml", "version = {attr = \"paginator_ray.__version__\"}"),
      ("Integrations/ray/paginator_ray/__init__.py", "__version__ = \"%\""),
      ("Integrations/python/paginator/__init__.py", "__version__ = \"%\""),
      ("Integrations/python/README.md", "paginator-%-py3"), ("Documentation/check.md", "v%"),
    ])
  func versions(file: String, sentence: String) throws {
    let text = try String(
      contentsOf: Checkout.root.appendingPathComponent(file), encoding: .utf8)
    let output = try Program.run(["--version"], in: Checkout.root).output
    let version = try #require(output.split(whereSeparator: \.isWhitespace).dropFirst().first)
    #expect(text.contains(sentence.replacing("%", with: version)), "\(file): not \(version)")
  }

  @Test("SIGQUIT ends a run as SIGINT does")
  func quit() throws {
    try withBook { folder in
      let result = try Program.shell(
        "timeout --preserve-status -s QUIT 5 $PAGINATE watch b.xhtml -q", in: folder)
      #expect(result.status == 131, "\(result.errors)")
      #expect(!result.errors.contains("crash"), "\(result.errors)")
    }
  }

  @Test("--toc of a book without navigation is a finding; a reader that stops reading is none")
  func quietly() throws {
    try withBook { folder in
      let result = try Program.shell("$PAGINATE b.xhtml --toc --verbose", in: folder)
      #expect(result.errors.contains("no navigation"), "\(result.errors)")
      let piped = try Program.shell(
        "exec 3> >(true); wait $!; $PAGINATE styles novel >&3", in: folder)
      #expect(piped.errors.isEmpty)
    }
  }
}
