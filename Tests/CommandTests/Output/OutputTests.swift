import Foundation
import Support
import Testing

/// The files that a run writes, replaces and leaves alone.
@Suite("Outputs")
struct OutputTests {
  private func withBook(_ body: (URL) throws -> Void) throws {
    try Program.withFolder { folder in
      let document = """
        <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>\
        <body><p>Hello</p></body></html>
        """
      try Data(document.utf8).write(to: folder.appendingPathComponent("b.xhtml"))
      try body(folder)
    }
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func read(_ name: String, _ folder: URL) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test(
    "output goes into a named pipe, which stays a pipe",
    arguments: ["--map", "--findings", "--positions"])
  func pipe(option: String) throws {
    try withBook { folder in
      let result = try Program.shell(
        "mkfifo p && { cat p > got & } && $PAGINATE b.xhtml -q \(option) p && wait && test -p p",
        in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try read("got", folder).hasPrefix("{"))
    }
  }

  @Test("a symbolic link is followed: its target is written, whether or not it existed")
  func link() throws {
    try withBook { folder in
      let result = try Program.shell(
        "echo old > real && ln -s real a && ln -s new b && $PAGINATE b.xhtml -q --map a"
          + " --findings b && test -L a && test -L b",
        in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try read("real", folder).contains("\"pages\""))
      #expect(try read("new", folder).contains("sarif"))
    }
  }

  @Test(
    "options that contradict each other, and folders that do not exist, are errors",
    arguments: [
      ("--map-only --svg-dir s", 64, "--map-only and --svg-dir"),
      ("--map - --json", 64, "only one output"), ("--pdf - --positions -", 64, "only one output"),
      ("--root none", 66, "no such folder \"none\""),
      ("--project none.yml", 66, "no project file \"none.yml\""),
    ])
  func contradictions(options: String, status: Int32, message: String) throws {
    try withBook { folder in
      let result = try Program.shell(
        "$PAGINATE b.xhtml \(options); s=$?; ls -A; exit $s", in: folder)
      #expect(result.status == status)
      #expect(result.output == "b.xhtml\n")
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test("output goes into a device; a full device is an error with status 74")
  func device() throws {
    try withBook { folder in
      let result = try Program.shell(
        "$PAGINATE b.xhtml -q --map /dev/null && test -c /dev/null && $PAGINATE b.xhtml -q"
          + " --map /dev/full",
        in: folder)
      #expect(result.status == 74)
      #expect(result.errors.contains("cannot write \"/dev/full\": No space left"))
    }
  }

  @Test(
    "output goes into open files from where they are, whatever names them",
    arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
  func openFile(place: String) throws {
    try withBook { folder in
      let result = try Program.shell(
        """
        ln -s /dev/stdout link; before=$(readlink /dev/stdout)
        { echo first; $PAGINATE b.xhtml -q --map \(place); echo; echo last; } > map
        { printf '%%PDF'; $PAGINATE b.xhtml -q --pdf \(place); } > pdf
        test "$(readlink /dev/stdout)" = "$before" && test -L link && ls -A
        """, in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "b.xhtml\nlink\nmap\npdf\n")
      let map = try read("map", folder)
      #expect(map.hasPrefix("first\n{") && map.contains("\"pages\"") && map.hasSuffix("\nlast\n"))
      let pdf = try Data(contentsOf: folder.appendingPathComponent("pdf"))
      #expect(pdf.starts(with: Data("%PDF%PDF-".utf8)))
    }
  }

  @Test(
    "files that no earlier run wrote are kept, and the error names them",
    arguments: [
      ("-o", "svg/logo.svg"), ("-o", "svg/0007.svg"), ("-o", "notes.txt"), ("-o", "map.json"),
      ("--svg-dir", "2024.svg"), ("--svg-dir", "font-a.ttf"), ("--svg-dir", "deep/0001.svg"),
    ])
  func foreignFiles(option: String, name: String) throws {
    try withBook { folder in
      let result = try Program.shell(
        "mkdir -p out/$(dirname \(name)) && echo mine > out/\(name) && $PAGINATE b.xhtml \(option) out",
        in: folder)
      #expect(result.status == 73)
      #expect(result.errors.contains("\"\(name)\""))
      #expect(try read("out/" + name, folder) == "mine\n")
      #expect(try names(in: folder) == ["b.xhtml", "out"])
    }
  }

  @Test("the output of an earlier run is replaced, and its surplus pages are deleted")
  func replaced() throws {
    try withBook { folder in
      let long = """
        <html xmlns="http://www.w3.org/1999/xhtml"><body>\
        <p>a</p><p style="break-before: page">b</p></body></html>
        """
      try Data(long.utf8).write(to: folder.appendingPathComponent("long.xhtml"))
      for option in ["-o", "--svg-dir"] {
        let folderOfPages = option == "-o" ? "out-o/svg" : "out--svg-dir"
        _ = try Program.run(["long.xhtml", option, "out\(option)", "-q"], in: folder)
        #expect(try names(in: folder.appendingPathComponent(folderOfPages)).contains("0002.svg"))
        let second = try Program.run(["b.xhtml", option, "out\(option)", "-q"], in: folder)
        #expect(second.status == 0, "\(second.errors)")
        #expect(!(try names(in: folder.appendingPathComponent(folderOfPages)).contains("0002.svg")))
      }
    }
  }

  @Test("an output folder keeps its mode, and a symbolic link to it is kept")
  func folderMode() throws {
    try withBook { folder in
      let result = try Program.shell(
        "mkdir real && chmod 750 real && ln -s real out && $PAGINATE b.xhtml -q -o out"
          + " && test -L out && stat -c %a real",
        in: folder)
      #expect(result.output == "750\n")
    }
  }

  @Test(
    "a run that a signal ends leaves no files", arguments: [("INT", Int32(130)), ("TERM", 143)])
  func signals(name: String, status: Int32) throws {
    try withBook { folder in
      // Pages are written as their chapters are finished, and there are many: the signal arrives
      // while the output folder is still staged.
      let result = try Program.shell(
        """
        mkfifo css
        echo '<html xmlns="http://www.w3.org/1999/xhtml"><head><style>p { break-before: page }</style>' > long.xhtml
        echo '</head><body>' >> long.xhtml
        for i in $(seq 20000); do echo '<p>some words of text</p>'; done >> long.xhtml
        echo '</body></html>' >> long.xhtml
        set -m; $PAGINATE long.xhtml -o out & process=$!
        for i in $(seq 300); do ls -A | grep -q paginate-tmp && break; sleep 0.02; done
        kill -\(name) $process; wait $process; echo $?; ls -A
        """, in: folder)
      #expect(result.output == "\(status)\nb.xhtml\ncss\nlong.xhtml\n")
    }
  }

  @Test("a run deletes what a killed run left, and nothing else")
  func abandoned() throws {
    try withBook { folder in
      let result = try Program.shell(
        """
        mkdir .out.x.paginate-tmp; touch .map.y.paginate-tmp .mine.tmp
        exec 9> .busy.z.paginate-tmp; flock 9
        $PAGINATE b.xhtml -q --map map.json; ls -A
        """, in: folder)
      #expect(result.output == ".busy.z.paginate-tmp\n.mine.tmp\nb.xhtml\nmap.json\n")
    }
  }

  @Test(
    "a full or closed standard output ends the run with status 74",
    arguments: [("", "> /dev/full"), ("", ">&-"), ("exec 3> >(true); wait $!;", ">&3")])
  func standardOutput(setup: String, place: String) throws {
    try withBook { folder in
      for command in ["b.xhtml --map -", "styles novel", "dump text b.xhtml"] {
        let result = try Program.shell("\(setup) $PAGINATE \(command) \(place)", in: folder)
        #expect(result.status == 74, "\(command) \(place)")
      }
    }
  }

  @Test("with a closed standard error a run ends with 66 for a missing file, 74 for a finding")
  func standardError() throws {
    try withBook { folder in
      let bad = try Program.shell("$PAGINATE none.xhtml 2>&-", in: folder)
      #expect(bad.status == 66)
      // The run has a finding (no language), but cannot write it.
      try Data(#"<html xmlns="http://www.w3.org/1999/xhtml"><body><p>a</p></body></html>"#.utf8)
        .write(to: folder.appendingPathComponent("c.xhtml"))
      #expect(try Program.shell("$PAGINATE c.xhtml 2>&-", in: folder).status == 74)
    }
  }

  @Test(
    "no output replaces an input, whatever its name, or another output",
    arguments: [
      ("b.xhtml --map own.css", "is an input"),
      ("b.xhtml --style s.css --pdf s.css", "is an input"),
      ("b.xhtml --map linked.xhtml", "is an input"), ("b.xhtml --map x --pdf x", "one place"),
      ("b.xhtml --map x --findings ./x", "one place"),
      ("b.xhtml -o d --pdf d/x.pdf", "in the folder"),
      ("b.xhtml -o d --svg-dir d/svg", "contains the other"), ("b.xhtml -o -", "standard output"),
      ("check b.xhtml --baseline b.xhtml --update", "not JSON"),
      ("check b.xhtml --update --baseline other.json", "neither a page map nor a baseline"),
      ("check b.xhtml --update --format json=b.xhtml", "is an input"),
      ("spell b.xhtml --findings b.xhtml", "is an input"),
    ])
  func inputs(arguments: String, message: String) throws {
    try Program.withFolder { folder in
      try Program.put(
        "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>T</title>"
          + "<link rel='stylesheet' href='own.css'/></head><body><p>a</p></body></html>", "b.xhtml",
        in: folder)
      for name in ["own.css", "s.css"] { try Program.put("p { margin: 0 }", name, in: folder) }
      try Program.put("{\"mine\": 1}", "other.json", in: folder)
      let before = try Program.shell(
        "ln b.xhtml linked.xhtml; cat b.xhtml own.css s.css other.json | cksum", in: folder)
      let result = try Program.shell("$PAGINATE \(arguments)", in: folder)
      #expect(result.status != 0 && (result.errors + result.output).contains(message), "\(result)")
      let after = try Program.shell("cat b.xhtml own.css s.css other.json | cksum", in: folder)
      #expect(before.output == after.output)
    }
  }

  @Test(
    "folders that are missing are made for every output",
    arguments: [
      "b.xhtml -o a/b/o", "b.xhtml --svg-dir a/b/svg", "b.xhtml --map a/b/m.json",
      "b.xhtml --pdf a/b/x.pdf", "b.xhtml --findings a/b/f.sarif", "b.xhtml --positions a/b/p.json",
      "e --page-list a/b/x.epub", "spell b.xhtml --findings a/b/f.sarif",
      "lint b.xhtml --findings a/b/f.sarif", "check b.xhtml --update --baseline a/b/x.json",
      "proof b.xhtml -o a/b/proof", "b.xhtml --map-only -o a/../c/o",
    ])
  func missingFolders(arguments: String) throws {
    try Program.withFolder { folder in
      try Program.put(Program.chapters([3]), "b.xhtml", in: folder)
      try Program.putEPUB("e", in: folder)
      let result = try Program.shell("$PAGINATE \(arguments)", in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try Program.shell("find a c -type f | head -1", in: folder).output != "")
    }
  }

  @Test(
    "an output that cannot be written leaves all others of its run as they were",
    arguments: [
      ("--map m.json --page-list /dev/full", 74), ("--map m.json --page-list d", 73),
      ("--map m.json --positions d", 73), ("--pdf m.json --findings /dev/full", 74),
      ("--map /dev/full --page-list m.json", 74), ("-o o --positions /dev/full", 74),
    ] as [(String, Int32)])
  func allOrNothing(arguments: String, status: Int32) throws {
    try Program.withFolder { folder in
      try Program.putEPUB("e", in: folder)
      _ = try Program.shell("mkdir d; echo old > m.json", in: folder)
      let result = try Program.shell("$PAGINATE e \(arguments)", in: folder)
      #expect(result.status == status, "\(result.errors)")
      #expect(
        try Program.shell("cat m.json; ls -A . d", in: folder).output
          == "old\n.:\nd\ne\nm.json\n\nd:\n")
    }
  }

  @Test("an output to /dev/stdout has nothing behind it")
  func standardOutput() throws {
    try Program.withFolder { folder in
      try Program.put(Program.chapters([3]), "b.xhtml", in: folder)
      let own = try Program.shell("$PAGINATE b.xhtml --map -", in: folder).output
      #expect(try Program.shell("$PAGINATE b.xhtml --map /dev/stdout", in: folder).output == own)
      #expect(own.hasSuffix("}\n"))
    }
  }

  @Test(
    "the margins of a preset leave an inch for text on a small page, those that are asked for stay")
  func smallPages() throws {
    try Program.withFolder { folder in
      // 40 words of 6 letters.
      try Program.put(Program.chapters([40]), "b.xhtml", in: folder)
      func pages(_ arguments: String, _ book: String = "b.xhtml") throws -> Int {
        let result = try Program.shell(
          "$PAGINATE \(book) \(arguments) -q --map - | grep -c '\"number\":'", in: folder)
        return Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
      }
      let small = try pages("--page 1x1")
      #expect((2...12).contains(small), "\(small)")
      #expect(try pages("--page 1x1 --margin 0") == small)
      let larger = try pages("--page 2x2")
      #expect((2...12).contains(larger), "\(larger)")
      // 200 pixels and the margins of the body.
      #expect(try pages("--page 216x216px --style none") == 1)
      // The book's own margins leave a tenth of an inch.
      let own = Program.chapters([40]).replacing(
        "</title>", with: "</title><style>@page { margin: 0.45in }</style>")
      try Program.put(own, "own.xhtml", in: folder)
      #expect(try pages("--page 1x1", "own.xhtml") > 40)
    }
  }

  @Test(
    "a character and the mark that a change of case adds to it are set in one font, as typed",
    .needsFont("Liberation Serif"), .needsFont("EB Garamond"),
    arguments: [
      ("lowercase", "İSTANBUL", "i̇stanbul"), ("lowercase", "ağİ", "aği̇"),
      ("uppercase", "ǰa", "J̌A"), ("lowercase", "AB", "ab"),
    ])
  func addedMarks(transform: String, source: String, typed: String) throws {
    try Program.withFolder { folder in
      func page(_ text: String, _ style: String) throws -> String {
        try Program.put(
          "<html xmlns='http://www.w3.org/1999/xhtml' xml:lang='en'><head><title>T</title></head><body>"
            + "<p style=\"font-family: 'Liberation Serif'; \(style)\">\(text)</p></body></html>",
          "t.xhtml", in: folder)
        _ = try Program.run(["t.xhtml", "-q", "-o", "o"], in: folder)
        return try read("o/svg/0001.svg", folder)
          .replacing(/aria-label="[^"]*"/, with: "")
      }
      let transformed = try page(source, "text-transform: \(transform)")
      let plain = try page(typed, "")
      #expect(transformed == plain)
    }
  }

  @Test("no output overwrites the book", arguments: ["--map", "--findings"])
  func bookItself(option: String) throws {
    try withBook { folder in
      let before = try read("b.xhtml", folder)
      let result = try Program.run(["b.xhtml", option, "./b.xhtml"], in: folder)
      #expect(result.status == 64)
      #expect(try read("b.xhtml", folder) == before)
    }
  }

  @Test("control characters in the book's text and file names are escaped in the output")
  func controls() throws {
    try withBook { folder in
      let document = """
        <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>\
        <body><p>see &#x9b;31m\u{202E}this</p><p><img src="&#10;::error::x&#x85;.png" alt=""/></p>\
        </body></html>
        """
      try Data(document.utf8).write(to: folder.appendingPathComponent("c.xhtml"))
      let found = try Program.run(["grep", "see.*", "c.xhtml"], in: folder)
      #expect(found.output.contains("\\u{9B}31m\\u{202E}this"))
      let listed = try Program.run(["c.xhtml", "--verbose"], in: folder)
      #expect(!listed.errors.split(separator: "\n").contains { $0.hasPrefix("::error") })
      #expect(!listed.errors.contains("\u{85}"))
    }
  }

  @Test("libraries print no message about a repeated id in repaired markup")
  func libraryReports() throws {
    try Program.withFolder { folder in
      let result = try Program.shell(
        """
        printf '<html><body><p id="z">\\033]0;x\\007<p id="z">b</body></html>' > b.xhtml
        $PAGINATE b.xhtml --page 6x9 --lenient --map m.json
        """, in: folder)
      #expect(result.status == 0)
      #expect(!result.errors.contains("validity"), "\(result.errors)")
    }
  }

  @Test(
    "a run that fails removes the empty folders that it made",
    arguments: [
      "-o new/deep/out", "-o new/", "--map-only --map new/deep/m.json", "--svg-dir new/svg",
      "--pdf new/b.pdf", "--map kept/new/m.json -o kept/other/out",
    ])
  func madeFolders(options: String) throws {
    try withBook { folder in
      let result = try Program.shell(
        """
        mkdir -p kept/empty; echo mine > kept/mine; echo '<html><p></html>' > b.xhtml
        $PAGINATE b.xhtml -q \(options); s=$?; find . -mindepth 1 | sort; exit $s
        """, in: folder)
      #expect(result.status == 65, "\(result.errors)")
      #expect(result.output == "./b.xhtml\n./kept\n./kept/empty\n./kept/mine\n")
    }
  }

  @Test("a cache that others can write to is refused without --trust-cache")
  func cacheOfOthers() throws {
    try withBook { folder in
      let check = "$PAGINATE check b.xhtml --cache c"
      let result = try Program.shell(
        """
        $PAGINATE check b.xhtml --update -q 2> /dev/null; $PAGINATE check b.xhtml --update
        mkdir -m 777 c; \(check); echo $?; \(check) --trust-cache; echo $?
        chmod 700 c; \(check); echo $?; chmod 666 c/*.json; \(check); echo $?
        """, in: folder)
      let statuses = result.output.split(separator: "\n").map(String.init).filter { $0.count <= 2 }
      #expect(statuses == ["64", "0", "0", "64"], "\(result.output)\(result.errors)")
      #expect(result.errors.contains("can be written by others"))
    }
  }

  @Test("a cache that cannot be written is a finding and does not fail the check")
  func fullCache() throws {
    try withBook { folder in
      let result = try Program.shell(
        "$PAGINATE check b.xhtml --update && mkdir c && mkfifo -m 600 c/x.json; ulimit -f 0;"
          + " trap '' XFSZ; $PAGINATE check b.xhtml --cache c; echo $?",
        in: folder)
      #expect(result.output.hasSuffix("0\n"), "\(result.output)\(result.errors)")
      #expect(result.output.contains("[unwritten-cache]"))
    }
  }

  @Test("old cache entries are deleted and new ones kept; --cache-size 0 deletes both")
  func pruning() throws {
    try withBook { folder in
      let result = try Program.shell(
        """
        mkdir -m 700 c; old=0123456789abcdef01234567.json; new=f123456789abcdef01234567.json
        touch -d '40 days ago' c/$old c/mine.json; echo x > c/$new
        $PAGINATE check b.xhtml --update > /dev/null; $PAGINATE check b.xhtml --cache c > /dev/null
        ls c | grep -c -e $new -e mine.json; ls c | grep -c $old
        $PAGINATE check b.xhtml --cache c --cache-size 0 > /dev/null; ls c
        """, in: folder)
      #expect(result.output == "2\n0\nmine.json\n")
    }
  }

  @Test("--since refuses an unknown revision and an option", arguments: ["NOSUCH", "--help"])
  func since(revision: String) throws {
    try withBook { folder in
      let result = try Program.shell(
        "git init -q . && $PAGINATE check b.xhtml --since=\(revision)", in: folder)
      #expect(result.status == 64)
      #expect(result.errors.contains("\"\(revision)\" is not a revision"))
    }
  }

  @Test(
    "an image with which many programs cannot read its SVG page is a finding",
    arguments: [7_400_000, 7_600_000])
  func largeImage(size: Int) throws {
    // Four bytes of base64 for three; libxml2 reads attributes of up to 10,000,000 bytes.
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR42mP4zwAE/8GIgQEAGfQC/sy4rZEAAAAASUVORK5CYII="
    try Program.withFolder { folder in
      let picture = try #require(Data(base64Encoded: png))
      try (picture + Data(count: size - picture.count)).write(
        to: folder.appendingPathComponent("p.png"))
      let image = "<p style=\"break-before: page\"><img src=\"p.png\" alt=\"\"/></p>"
      try Program.put(
        "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p>a</p>\(image)\(image)</body></html>",
        "b.xhtml", in: folder)
      let result = try Program.run(["b.xhtml", "--svg-dir", "s", "--verbose"], in: folder)
      #expect(result.status == 0)
      let found = result.errors.split(separator: "\n").filter { $0.contains("[large-image]") }
      #expect(found.count == (size > 7_500_000 ? 1 : 0))
      #expect(found.allSatisfy { $0.contains("page 2: the image \"p.png\" has 7 MB") })
      // A map alone has no pages.
      let map = try Program.run(["b.xhtml", "--map", "m.json", "--verbose"], in: folder)
      #expect(!map.errors.contains("large-image"))
    }
  }
}
