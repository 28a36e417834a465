import Foundation
import Support
import Testing

/// The program as a user runs it.
@Suite("Command")
struct CommandTests {
  private let document = """
    <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>\
    <body><p>Hello</p></body></html>
    """

  @Test("a book becomes the folder BOOK.pages with an SVG of its page")
  func book() throws {
    try Program.withFolder { folder in
      try document.write(
        to: folder.appendingPathComponent("b.xhtml"), atomically: true, encoding: .utf8)
      let result = try Program.run(["b.xhtml", "--page", "6x9"], in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "1 page: b.pages\n")
      let svg = try String(
        contentsOf: folder.appendingPathComponent("b.pages/svg/0001.svg"), encoding: .utf8)
      #expect(svg.contains("aria-label=\"Hello\""))
      #expect(svg.contains("width=\"432pt\" height=\"648pt\""))
    }
  }

  @Test(
    "a mistake gives its exit status and a message, and no file is written",
    arguments: [
      (["none.xhtml"], Int32(66), "no such file"),
      (["-"], 66, "\"-\" is not standard input here: write /dev/stdin"),
      (["b.xhtml", "--page", "huge"], 64, "unknown page size"),
      (["b.xhtml", "--style", "nice"], 64, "unknown style"), (["bad.xhtml"], 65, "bad.xhtml:1:"),
      (["b.xhtml", "-o", "b.xhtml"], 73, "is a file"),
      (["b.xhtml", "--frob"], 64, "Unknown option"),
      (["--versio"], 64, "Unknown option '--versio'"),
      (["explain", "three.xhtml", "--on", "3-1"], 64, "must follow one another"),
      (["diff", "b.xhtml", "b.xhtml"], 65, "b.xhtml: not JSON: Invalid value around character 0"),
      (["b.xhtml", "--no-system-fonts"], 66, "no usable font"),
      (["text.xhtml"], 65, "not well-formed"),
      (["svg.xhtml"], 65, "not XHTML"),
      (["big.xhtml", "--limit", "sheets=3"], 64, "not a limit"),
      (["big.xhtml", "--limit", "pages=3"], 65, "more than 3 pages"),
      (["big.xhtml", "--limit", "generated=100"], 65, "--limit generated="),
      (["big.xhtml", "--limit", "output=0"], 65, "--limit output="),
      (["big.xhtml", "--limit", "boxes=1"], 65, "--limit boxes="),
    ])
  func mistakes(arguments: [String], status: Int32, message: String) throws {
    try Program.withFolder { folder in
      try document.write(
        to: folder.appendingPathComponent("b.xhtml"), atomically: true, encoding: .utf8)
      try "<html><p></html>".write(
        to: folder.appendingPathComponent("bad.xhtml"), atomically: true, encoding: .utf8)
      let page = "<p style='break-after: page'>a</p>"
      try document.replacing("<p>", with: page + page + "<p>", maxReplacements: 1).write(
        to: folder.appendingPathComponent("three.xhtml"), atomically: true, encoding: .utf8)
      try "plain text".write(
        to: folder.appendingPathComponent("text.xhtml"), atomically: true, encoding: .utf8)
      try "<svg xmlns='http://www.w3.org/2000/svg'/>".write(
        to: folder.appendingPathComponent("svg.xhtml"), atomically: true, encoding: .utf8)
      try """
      <html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title><style>p::before { content: \
      "\(String(repeating: "aa ", count: 50))" }</style></head><body><p>b</p>\
      <div style="height: 9000pt">c</div></body></html>
      """.write(to: folder.appendingPathComponent("big.xhtml"), atomically: true, encoding: .utf8)
      let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let result = try Program.run(arguments, in: folder)
      #expect(result.status == status, "\(result.errors)")
      #expect(result.errors.contains(message), "\(result.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
    }
  }

  @Test(
    "a JSON dump has one value on each line", arguments: ["glyphs", "lines", "breaks"])
  func dumps(stage: String) throws {
    try Program.withFolder { folder in
      try document.replacing("Hello", with: "Hel<br/>lo").write(
        to: folder.appendingPathComponent("b.xhtml"), atomically: true, encoding: .utf8)
      let result = try Program.run(["dump", stage, "b.xhtml", "--json"], in: folder)
      #expect(result.status == 0, "\(result.errors)")
      let lines = result.output.split(whereSeparator: \.isNewline)
      #expect(!lines.isEmpty)
      for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test("the folder of an earlier run is replaced, but not one with other files")
  func replacing() throws {
    try Program.withFolder { folder in
      try document.write(
        to: folder.appendingPathComponent("b.xhtml"), atomically: true, encoding: .utf8)
      #expect(try Program.run(["b.xhtml", "-o", "out", "-q"], in: folder).status == 0)
      #expect(try Program.run(["b.xhtml", "-o", "out", "-q"], in: folder).status == 0)
      try "mine".write(
        to: folder.appendingPathComponent("out/notes.txt"), atomically: true, encoding: .utf8)
      #expect(try Program.run(["b.xhtml", "-o", "out", "-q"], in: folder).status == 73)
      #expect(
        FileManager.default.fileExists(atPath: folder.appendingPathComponent("out/notes.txt").path))
    }
  }

  @Test("--fail-on turns a finding into exit 1")
  func failOn() throws {
    try Program.withFolder { folder in
      let text = document.replacingOccurrences(of: "<p>", with: "<p style='perspective: none'>")
      try text.write(
        to: folder.appendingPathComponent("b.xhtml"), atomically: true, encoding: .utf8)
      #expect(
        try Program.run(["b.xhtml", "-q", "--fail-on", "unsupported-property"], in: folder).status
          == 1)
      #expect(
        try Program.run(["b.xhtml", "-q", "--fail-on", "missing-image"], in: folder).status == 0)
    }
  }

  @Test("the map has the same bytes in two folders, with one job and with two")
  func places() throws {
    var outputs: [Data] = []
    for jobs in ["1", "2"] {
      try Program.withFolder { folder in
        try document.write(
          to: folder.appendingPathComponent("b.xhtml"), atomically: true, encoding: .utf8)
        #expect(try Program.run(["b.xhtml", "-q", "-j", jobs], in: folder).status == 0)
        outputs.append(try Data(contentsOf: folder.appendingPathComponent("b.pages/map.json")))
      }
    }
    #expect(outputs[0] == outputs[1])
  }

  @Test("styles, fonts, --version and dump print their output")
  func listings() throws {
    let folder = FileManager.default.temporaryDirectory
    #expect(try Program.run(["styles"], in: folder).output.contains("novel (the default)"))
    #expect(try Program.run(["fonts"], in: folder).status == 0)
    #expect(try Program.run(["--version"], in: folder).output.contains("HarfBuzz"))
    let sampler = Checkout.root.appendingPathComponent("corpus/sampler/sampler.xhtml").path
    for stage in ["tree", "styles", "text", "glyphs", "breaks", "lines", "pages"] {
      let result = try Program.run(["dump", stage, sampler], in: folder)
      #expect(result.status == 0 && result.output.count > 500, "\(stage)")
    }
  }

  @Test("T59: --version --json has the versions of Unicode, CLDR and libraries, and the patterns")
  func versions() throws {
    let folder = FileManager.default.temporaryDirectory
    let lines = try Program.run(["--version"], in: folder).output.split(separator: "\n")
    let result = try Program.run(["--version", "--json"], in: folder)
    let found = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    for name in ["paginate", "ICU", "Unicode", "CLDR", "HarfBuzz", "FreeType", "FriBidi"] {
      let version = try #require(found[name] as? String, "\(name)")
      #expect(lines.contains("\(name) \(version)"))
    }
    let shaper = try Program.shell("pkg-config --modversion harfbuzz", in: folder)
    #expect(found["HarfBuzz"] as? String == shaper.output.trimmingCharacters(in: .newlines))
    let patterns = try #require(found["hyphenation"] as? [[String: String]])
    let english = try #require(patterns.first { $0["language"] == "en-us" })
    let path = try #require(english["path"])
    let sum = try Program.shell("sha256sum '\(path)'", in: folder)
    #expect(sum.output.hasPrefix(english["sha256"] ?? "none"))
    #expect(patterns.allSatisfy { FileManager.default.fileExists(atPath: $0["path"] ?? "") })
    #expect(try Program.run(["--json", "--version"], in: folder).output == result.output)
  }

  // MARK: check

  private func book(_ words: Int) -> String {
    let text = (1...words).map { "word\($0)" }.joined(separator: " ")
    return """
      <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>\
      <body><p>\(text)</p></body></html>
      """
  }

  @Test("check fails without a baseline and for moved pages, with the cause; --update accepts them")
  func check() throws {
    try Program.withFolder { folder in
      try Program.put(book(900), "b.xhtml", in: folder)
      let arguments = ["check", "b.xhtml", "--page", "3x4"]
      #expect(try Program.run(arguments, in: folder).status == 1)
      #expect(try Program.run(arguments + ["--update"], in: folder).status == 0)
      #expect(try Program.run(arguments, in: folder).status == 0)
      try Program.put(book(1200), "b.xhtml", in: folder)
      let moved = try Program.run(arguments, in: folder)
      #expect(moved.status == 1)
      #expect(moved.output.contains("cause: document b.xhtml: nothing else changed"))
      #expect(moved.output.contains("first page that differs: "))
      #expect(try Program.run(arguments + ["--update"], in: folder).status == 0)
      #expect(try Program.run(arguments, in: folder).status == 0)
    }
  }

  @Test("init names books whose files have one name by their folders")
  func initNames() throws {
    try Program.withFolder { folder in
      for name in ["one/src", "two/src", "two"] {
        let own = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        try Program.put(book(30), "\(name)/b.xhtml", in: folder)
      }
      let books = ["one/src/b.xhtml", "two/src/b.xhtml", "two/b.xhtml", "two/../two/b.xhtml"]
      #expect(try Program.run(["init"] + books, in: folder).status == 0)
      #expect(try Program.run(["check", "--update"], in: folder).status == 0)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent("baselines").path)
      #expect(names.sorted() == ["one-src-b.json", "two-b.json", "two-src-b.json"])
    }
  }

  @Test(
    "a project checks every book in every cell; an unknown key is an error with line and column")
  func project() throws {
    try Program.withFolder { folder in
      try Program.put(book(300), "b.xhtml", in: folder)
      #expect(try Program.run(["init", "b.xhtml"], in: folder).status == 0)
      #expect(try Program.run(["check", "--update"], in: folder).status == 0)
      try Program.put(
        "pages: [3x4, 4x5]\nbaselines: base\nbooks:\n  - path: b.xhtml\n    reader-sizes: [S, L]\n",
        "paginate.yml", in: folder)
      #expect(try Program.run(["check", "--update"], in: folder).status == 0)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent("base").path)
      #expect(names.count == 4)
      #expect(try Program.run(["check"], in: folder).output.contains("4 of 4 as they were"))
      try Program.put("books:\n  - path: b.xhtml\n    pags: 3\n", "paginate.yml", in: folder)
      let wrong = try Program.run(["check"], in: folder)
      #expect(wrong.status == 64)
      #expect(wrong.errors.contains("paginate.yml:3:5: unknown key \"pags\""))
    }
  }

  /// A baseline records how a book was set, so the command and the project file must give the same.
  @Test("options in a project file give the same baseline as on the command line")
  func projectOptions() throws {
    try Program.withFolder { folder in
      let square = URL(fileURLWithPath: Checkout.fixture("Square.ttf"))
        .path
      try Program.put(book(300), "b.xhtml", in: folder)
      try Program.put("uni-ver-sal-ly\n", "words", in: folder)
      let options = [
        "--page", "4x5", "--font", "Square", "--font-file", square, "--no-system-fonts",
        "--lenient",
        "--hyphenation-exceptions", "words", "--root", ".", "--max-unpacked", "99", "--notes",
        "foot", "--page-breaking", "first-fit",
        "--limit", "pages=500", "--author-styles", "off", "--margin", "0.5in",
      ]
      let command = try Program.run(
        ["check", "b.xhtml", "--update", "--baseline", "command.json"] + options, in: folder)
      #expect(command.status == 0, "\(command.errors)")
      try Program.put(
        """
        pages: 4x5
        font: Square
        font-files: \(square)
        no-system-fonts: true
        lenient: true
        hyphenation-exceptions: words
        root: .
        max-unpacked: 99
        notes: foot
        page-breaking: first-fit
        limits: [pages=500]
        author-styles: false
        margin: 0.5in
        baselines: base
        books: [{path: b.xhtml}]

        """, "paginate.yml", in: folder)
      let project = try Program.run(["check", "--update"], in: folder)
      #expect(project.status == 0, "\(project.errors)")
      func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      }
      #expect(try text("base/b.json") == text("command.json"))
      #expect(try text("command.json").contains("Square"))
      #expect(try text("command.json").contains("first-fit"))
    }
  }

  @Test("a word in a box in a line is not divided where its first letter hangs in the margin")
  func hangingBox() throws {
    try Program.withFolder { folder in
      let html = """
        <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>t</title><style>\
        html { font-size: 19px } body { font-family: "DejaVu Sans"; line-height: 1.5em }\
        a { display: inline-block; background: #eee }</style></head>\
        <body><p>Every. <a>Government</a> is</p></body></html>
        """
      try Program.put(html, "g.xhtml", in: folder)
      let lines = try Program.run(["dump", "lines", "g.xhtml", "--page", "6x9"], in: folder).output
      // One line of 19 pixels times 1.5.
      #expect(lines.contains(" h 21.375 \"Every. \u{FFFC} is\""), "\(lines)")
    }
  }

  @Test("one check writes JUnit, SARIF, GitHub, Markdown and JSON reports")
  func reports() throws {
    try Program.withFolder { folder in
      try Program.put(book(300), "b.xhtml", in: folder)
      let arguments = ["check", "b.xhtml", "--page", "3x4"]
      #expect(try Program.run(arguments + ["--update"], in: folder).status == 0)
      try Program.put(book(600), "b.xhtml", in: folder)
      let formats = ["junit=j.xml", "sarif=s.json", "github=g.txt", "markdown=m.md", "json=r.json"]
      let result = try Program.run(arguments + formats.flatMap { ["--format", $0] }, in: folder)
      #expect(result.status == 1)
      func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      }
      #expect(try text("j.xml").contains("<testsuites tests=\"1\" failures=\"1\" errors=\"0\">"))
      #expect(
        try text("g.txt").hasPrefix("::error file=b.xhtml,line=1,title=Pages moved%3A b.xhtml::"))
      #expect(try text("m.md").contains("| b.xhtml | **moved** |"))
      let sarif =
        try JSONSerialization.jsonObject(with: Data(text("s.json").utf8)) as? [String: Any]
      let results = (sarif?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]]
      #expect(results?.first?["ruleId"] as? String == "pages-moved")
      let report =
        try JSONSerialization.jsonObject(with: Data(text("r.json").utf8)) as? [String: Any]
      let row = (report?["results"] as? [[String: Any]])?.first
      #expect(row?["result"] as? String == "moved")
    }
  }

  @Test("GitHub annotations name the changed line of a document or style sheet")
  func annotatedLine() throws {
    try Program.withFolder { folder in
      func document(_ changed: String) -> String {
        let lines = (0..<40).map { number in
          "<p>" + (number == 17 ? changed : "")
            + String(repeating: "some words of a paragraph \(number) ", count: 6) + "</p>"
        }
        return
          "<html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"en\"><head><title>t</title>\n"
          + "<link rel=\"stylesheet\" href=\"s.css\"/></head><body>\n"
          + lines.joined(separator: "\n") + "\n</body></html>"
      }
      func annotation(_ extra: [String]) throws -> String {
        let result = try Program.run(
          ["check", "b.xhtml", "--page", "3x4", "--format", "github"] + extra, in: folder)
        #expect(result.status == 1)
        return result.output
      }
      try Program.put(document(""), "b.xhtml", in: folder)
      try Program.put("p {\n  margin: 0;\n  text-indent: 1em\n}\n", "s.css", in: folder)
      try Program.put(document(""), "old/b.xhtml", in: folder)
      try Program.put("p {\n  margin: 0;\n  text-indent: 1em\n}\n", "old/s.css", in: folder)
      #expect(
        try Program.run(["check", "b.xhtml", "--page", "3x4", "--update"], in: folder).status == 0)
      // Paragraph 17 is on line 20.
      try Program.put(document(String(repeating: "more ", count: 60)), "b.xhtml", in: folder)
      #expect(try annotation([]).hasPrefix("::error file=b.xhtml,line=20,"))
      #expect(
        try annotation(["--baseline-source", "old"]).hasPrefix("::error file=b.xhtml,line=20,"))
      try Program.put(document(""), "b.xhtml", in: folder)
      try Program.put("p {\n  margin: 0;\n  text-indent: 9em\n}\n", "s.css", in: folder)
      #expect(
        try annotation(["--baseline-source", "old"]).hasPrefix("::error file=s.css,line=3,"))
    }
  }

  @Test("diff compares two page maps; any other file is an error")
  func diff() throws {
    try Program.withFolder { folder in
      for (name, words) in [("a", 900), ("b", 1200)] {
        try Program.put(book(words), "b.xhtml", in: folder)
        #expect(
          try Program.run(["b.xhtml", "--page", "3x4", "--map", "\(name).json", "-q"], in: folder)
            .status
            == 0)
      }
      #expect(
        try Program.run(["diff", "a.json", "a.json"], in: folder).output == "the same pages\n")
      #expect(try Program.run(["diff", "a.json", "b.json"], in: folder).status == 1)
      #expect(try Program.run(["diff", "a.json", "b.xhtml"], in: folder).status == 65)
    }
  }

  @Test("each cell of a matrix has the map that a single run writes")
  func matrix() throws {
    try Program.withFolder { folder in
      try Program.put(book(900), "b.xhtml", in: folder)
      let matrix = try Program.run(
        ["matrix", "b.xhtml", "--page", "3x4,4x5", "--reader-size", "S,L", "--maps", "m"],
        in: folder)
      #expect(matrix.status == 0)
      for page in ["3x4", "4x5"] {
        for size in ["S", "L"] {
          let single = try Program.run(
            ["b.xhtml", "--page", page, "--reader-size", size, "--map", "-"], in: folder)
          let cell = try String(
            contentsOf: folder.appendingPathComponent("m/\(page)-novel-\(size).json"),
            encoding: .utf8)
          #expect(cell == single.output)
        }
      }
    }
  }

  @Test("T9, T73: --stats says what a run took; a matrix parses its book once")
  func stats() throws {
    try Program.withFolder { folder in
      try Program.put(book(300), "b.xhtml", in: folder)
      let single = try Program.run(["b.xhtml", "--map", "-", "--stats"], in: folder)
      #expect(single.errors.contains("stats: 1 documents parsed"))
      #expect(single.errors.contains(" s CPU, peak "))
      let matrix = try Program.run(
        ["matrix", "b.xhtml", "--page", "3x4,4x5", "--reader-size", "S,L,AX1", "--stats"],
        in: folder)
      #expect(matrix.errors.contains("stats: 1 documents parsed"))
    }
  }

  @Test("T68: spell lists misspelt words with page, line and suggestions, and as findings")
  func spell() throws {
    try Program.withFolder { folder in
      try Program.put(
        document.replacing("Hello", with: "We recieve teh letter"), "b.xhtml", in: folder)
      let plain = try Program.run(["spell", "b.xhtml"], in: folder)
      #expect(plain.status == 0)
      let lines = plain.output.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines[0].hasPrefix("1:1  recieve  receive"))
      let ignoring = try Program.run(
        ["spell", "b.xhtml", "--ignore", "teh", "--fail", "--findings", "f.sarif"], in: folder)
      #expect(ignoring.status == 1)
      #expect(!ignoring.output.contains("teh"))
      let sarif = try String(
        contentsOf: folder.appendingPathComponent("f.sarif"), encoding: .utf8)
      #expect(sarif.contains("\"ruleId\" : \"misspelling\""))
      #expect(
        try Program.run(["spell", "b.xhtml", "--ignore-file", "none"], in: folder).status == 66)
    }
  }

  @Test("T39: --debug adds a group over each page and nothing else; unknown overlays are refused")
  func debug() throws {
    try Program.withFolder { folder in
      try Program.put(document, "b.xhtml", in: folder)
      func page(_ arguments: [String]) throws -> String {
        #expect(try Program.run(["b.xhtml", "-q", "-o", "o"] + arguments, in: folder).status == 0)
        return try String(
          contentsOf: folder.appendingPathComponent("o/svg/0001.svg"), encoding: .utf8)
      }
      let plain = try page([])
      let shown = try page(["--debug", "boxes,baselines"])
      #expect(shown.contains("<g class=\"debug\">"))
      let stripped = shown.replacing(/<g class="debug">.*?<\/g>\n/, with: "")
      #expect(stripped == plain)
      #expect(try Program.run(["b.xhtml", "--debug", "nonsense"], in: folder).status == 64)
    }
  }
}
