import Foundation
import Support
import Testing

/// Every option of the main command is a key of `paginate.yml`, or is left out for a reason.
@Suite("options in paginate.yml")
struct ProjectOptionTests {
  /// Options for one file, whose keys name a folder with a file for each cell.
  private static let renamed = [
    "output": "output-dir", "page-list": "page-list-dir", "positions": "positions-dir",
  ]

  /// Keys with a second name, because they are lists.
  private static let lists = [
    "page": "pages", "style": "styles", "reader-size": "reader-sizes", "font-dir": "font-dirs",
    "font-file": "font-files", "hyphenation-dir": "hyphenation-dirs", "limit": "limits",
  ]

  /// Options that are no keys, and why.
  private static let exceptions = [
    "map": "output-dir has every cell's map",
    "svg-dir": "output-dir has every cell's pages",
    "findings": "check --format sarif=FILE has the findings of all books",
    "fit": "a check repeats what --fit found, which is the key fitted",
    "project": "names the project file", "cell": "names a cell of the project file",
    "json": "about the report of a run, not a book", "quiet": "about the report of a run",
    "verbose": "about the report of a run", "stats": "about the report of a run",
    "version": "sets no book", "help": "sets no book",
  ]

  /// The long names of the options of a command, as the argument parser lists them.
  private func options(_ folder: URL, of command: String = "book") throws -> Set<String> {
    let text = try Program.run(["--experimental-dump-help"], in: folder).output
    let help = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let root = try #require(help?["command"] as? [String: Any])
    let own = try #require(
      (root["subcommands"] as? [[String: Any]])?.first { $0["commandName"] as? String == command })
    let names = (own["arguments"] as? [[String: Any]] ?? [])
      .filter { $0["kind"] as? String != "positional" }
      .compactMap { argument in
        (argument["names"] as? [[String: Any]])?.first { $0["kind"] as? String == "long" }?["name"]
          as? String
      }
    return Set(names)
  }

  /// The keys that the program names when it finds one that it does not know.
  private func keys(_ project: String, _ folder: URL) throws -> Set<String> {
    try Program.put(project, "paginate.yml", in: folder)
    let errors = try Program.run(["check"], in: folder).errors
    let list = try #require(errors.split(separator: ": it is one of ").last)
    return Set(
      list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) })
  }

  private func schemaKeys() throws -> [Set<String>] {
    let file = Checkout.root.appendingPathComponent("Schemas/project.schema.json")
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    func keys(_ path: [String]) -> Set<String> {
      let place = path.reduce(schema) { $0?[$1] as? [String: Any] }
      return Set((place?["properties"] as? [String: Any] ?? [:]).keys)
    }
    return [
      keys([]), keys(["properties", "books", "items"]), keys(["$defs", "editions", "items"]),
    ]
  }

  @Test("every option of the main command is a key for projects, books and editions")
  func everyOption() throws {
    try Program.withFolder { folder in
      let options = try options(folder)
      #expect(options.count > 40 && options.contains("page"))
      let levels = [
        try keys("nonsense: 1\n", folder), try keys("books: [{nonsense: 1}]\n", folder),
        try keys("books: [{path: b, editions: [{nonsense: 1}]}]\n", folder),
      ]
      for keys in levels {
        let missing = options.filter {
          !keys.contains(Self.renamed[$0] ?? $0) && Self.exceptions[$0] == nil
        }
        #expect(missing.isEmpty, "neither keys nor exceptions with a reason: \(missing.sorted())")
        // No exception outlives its option, or its reason.
        #expect(Self.exceptions.keys.filter { !options.contains($0) || keys.contains($0) } == [])
        #expect(Self.renamed.keys.filter { !options.contains($0) || keys.contains($0) } == [])
        #expect(keys.isSuperset(of: Self.lists.values))
      }
      #expect(try schemaKeys() == levels)
    }
  }

  private func shell(_ line: String, _ folder: URL, status: Int32 = 0) throws -> String {
    let result = try Program.shell("set -e\n" + line, in: folder)
    #expect(result.status == status, "\(line): \(result.output) \(result.errors)")
    return result.output
  }

  /// Values of the options that change pages; an empty one is a flag's.
  private static let pageOptions = [
    "page": "4x5", "style": "novel", "reader-size": "large", "margin": "20pt",
    "font": "EB Garamond", "font-dir": ".", "font-file": "f.ttf", "no-system-fonts": "",
    "hyphenation-dir": ".", "hyphenation-exceptions": "x.txt", "root": ".", "author-styles": "on",
    "notes": "foot", "page-breaking": "first-fit", "keep": "k.json", "fitted": "leading 0.25pt",
    "toc": "", "lenient": "",
  ]

  @Test("check of a project refuses options that change pages, and applies those of the run")
  func overrides() throws {
    try Program.withFolder { folder in
      try Program.put(Program.chapters([300]), "b.xhtml", in: folder)
      try Program.put("pages: 3x4\nbooks: [{path: b.xhtml}]\n", "paginate.yml", in: folder)
      _ = try shell("$PAGINATE check --update", folder)
      let before = try shell("cat baselines/b.json", folder)
      let applied: Set = ["jobs", "limit", "max-unpacked"]
      // `spell` has the layout options only.
      let layout = try options(folder, of: "check").intersection(options(folder, of: "spell"))
        .subtracting(["help", "version", "project", "cell"])
      #expect(layout == applied.union(Self.pageOptions.keys))
      for (option, value) in Self.pageOptions {
        let arguments = ["check", "--update", "--\(option)"] + (value.isEmpty ? [] : [value])
        let result = try Program.run(arguments, in: folder)
        #expect(result.status == 64, "\(option): \(result.output) \(result.errors)")
        #expect(result.errors.contains("--\(option) "), "\(result.errors)")
        #expect(result.errors.contains("\"\(Self.lists[option] ?? option)\""), "\(result.errors)")
      }
      let baseline = try Program.run(["check", "--baseline", "o.json"], in: folder)
      #expect(baseline.status == 64 && baseline.errors.contains("--baseline "))
      #expect(try shell("cat baselines/b.json", folder) == before)
      _ = try shell("$PAGINATE check --jobs 2 --limit pages=99", folder)
      let limited = try shell("$PAGINATE check --limit pages=1", folder, status: 65)
      #expect(limited.contains("pages"))
      _ = try shell("$PAGINATE check b.xhtml --page 3x4 --baseline baselines/b.json", folder)
    }
  }

  @Test("the outputs of a project file are what the main command writes")
  func outputs() throws {
    try Program.withFolder { folder in
      try Program.put(Program.chapters([200, 100]), "b.xhtml", in: folder)
      try Program.put(
        """
        { "pages": ["3x4", "4x5"], "output-dir": "o", "positions-dir": "p", "debug": ["boxes"],
          "jobs": 1, "text": "live", "baselines": "base",
          "books": [{ "path": "b.xhtml" }, { "path": "b.xhtml", "name": "m", "pages": "a6",
          "text": "outlines", "debug": "", "map-only": true }] }
        """, "paginate.yml", in: folder)
      try Program.validate("paginate.yml", "project", in: folder)
      _ = try shell(
        """
        $PAGINATE check --update --cache c
        $PAGINATE b.xhtml -q --page 4x5 --debug boxes --text live -o x --positions x.json
        diff -r -x .paginate-files x o/b.4x5-novel-large.pages
        cmp x.json p/b.4x5-novel-large.json
        $PAGINATE b.xhtml -q --page a6 --map a6.json
        """, folder)
      _ = try shell("cmp a6.json o/m.pages/map.json; test ! -e o/m.pages/svg", folder)
      // A cache does not save writing what is missing.
      _ = try shell("rm -r o; $PAGINATE check --cache c; ls o/b.3x4-novel-large.pages/svg", folder)
      try Program.put("debug: [boxs]\nbooks: [{path: b.xhtml}]\n", "paginate.yml", in: folder)
      let wrong = try Program.run(["check"], in: folder)
      #expect(wrong.status == 64 && wrong.errors.contains("paginate.yml:1:8: "), "\(wrong.errors)")
    }
  }

  @Test("toc, page lists and a file to keep count in a project file as on the command line")
  func contents() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", words: 600, in: folder)
      try Program.put(
        """
        pages: 3x4
        toc: true
        page-list-dir: lists
        page-source: urn:isbn:1
        output-dir: o
        books: [{path: b}]

        """, "paginate.yml", in: folder)
      _ = try shell(
        """
        $PAGINATE check --update
        $PAGINATE b -q --toc --page 3x4 --page-list x.epub --page-source urn:isbn:1 --map x.json
        cmp x.epub lists/b.epub && cmp x.json o/b.pages/map.json && grep -q '"contents"' x.json
        $PAGINATE check b --toc --page 3x4 --baseline baselines/b.json
        """, folder)
      // From a folder without a project file.
      let without = try shell(
        "cd o; $PAGINATE check ../b --page 3x4 --baseline ../baselines/b.json", folder, status: 1)
      #expect(without.contains("pages and had"))
      try Program.putEPUB("b", words: 620, in: folder)
      try Program.put("pages: 3x4\nkeep: x.json\nbooks: [{path: b}]\n", "paginate.yml", in: folder)
      _ = try shell(
        """
        $PAGINATE check b --page 3x4 --keep x.json --update --baseline k.json
        $PAGINATE check --update && cmp baselines/b.json k.json && grep '"keep"' k.json
        """, folder)
    }
  }

  @Test("two books whose files would have the same names are refused")
  func sameNames() throws {
    try Program.withFolder { folder in
      for name in ["a/b.xhtml", "c/b.xhtml"] {
        try Program.put(Program.chapters([10]), name, in: folder)
      }
      let books = "books:\n  - path: a/b.xhtml\n  - path: c/b.xhtml\n"
      try Program.put(books, "paginate.yml", in: folder)
      let refused = try Program.run(["check", "--update"], in: folder)
      #expect(refused.status == 64, "\(refused.errors)")
      #expect(refused.errors.contains("paginate.yml:3:5: two editions have the baseline"))
      try Program.put(books + "    name: other\n", "paginate.yml", in: folder)
      _ = try shell("$PAGINATE check --update; ls baselines/b.json baselines/other.json", folder)
    }
  }
}
