import Foundation
import Testing

@Suite("batch")
struct BatchTests {
  private static let chapter = """
    <html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>
    <h1>TITLE</h1><p>It is a truth universally acknowledged.</p></body></html>
    """

  /// Writes a book into its own folder: the key of a book depends on all files of its folder.
  private static func book(_ name: String, in folder: URL) throws {
    let own = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    try chapter.replacing("TITLE", with: name)
      .write(to: own.appendingPathComponent("book.xhtml"), atomically: true, encoding: .utf8)
  }

  private static func manifest(_ lines: [String], in folder: URL, name: String = "m.jsonl") throws {
    try lines.joined(separator: "\n")
      .write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  private static func rows(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private static func text(_ path: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  private static let two =
    #""editions":[{"page":"6x9"},{"page":"a5","style":"pocket","reader-size":"XL"}]"#

  @Test("every edition gets a row; a bad book gets a row with its error, and the status is 1")
  func rows() throws {
    try Program.withFolder { folder in
      try Self.book("a", in: folder)
      try "no zip".write(
        to: folder.appendingPathComponent("bad.epub"), atomically: true, encoding: .utf8)
      try Self.manifest(
        [
          #"{"book":"a/book.xhtml",\#(Self.two),"outputs":["map","svg","pdf"]}"#,
          #"{"book":"bad.epub"}"#, #"{"book":"none.epub"}"#,
        ], in: folder)
      let result = try Program.run(["batch", "m.jsonl", "--out", "r", "-j", "2"], in: folder)
      #expect(result.status == 1)
      let rows = try Self.rows(Self.text("r/results.jsonl", in: folder))
      #expect(rows.count == 4)
      let good = rows.filter { $0["status"] as? String == "ok" }
      #expect(good.compactMap { $0["pages"] as? Int } == [1, 1])
      for row in good {
        let key = try #require(row["key"] as? String)
        for file in ["r/\(key)/map.json", "r/\(key)/svg/0001.svg", "r/\(key).pdf"] {
          #expect(FileManager.default.fileExists(atPath: folder.path + "/" + file), "\(file)")
        }
      }
      try Program.validate(lines: "r/results.jsonl", "batch-result", in: folder)
      try Program.validate(lines: "m.jsonl", "batch-unit", in: folder)
      let errors = rows.compactMap { $0["error"] as? [String: Any] }
      #expect(Set(errors.compactMap { $0["class"] as? String }) == ["bad-input", "no-input"])
      #expect(errors.allSatisfy { !("\($0)".contains(folder.path)) })
    }
  }

  @Test("the fault of one edition is not that of the others")
  func faultyEdition() throws {
    try Program.withFolder { folder in
      try Self.book("a", in: folder)
      let editions = #""editions":[{"page":"6x9"},{"page":"nope"},{"page":"a6","limit":"pages=0"}]"#
      try Self.manifest([#"{"book":"a/book.xhtml",\#(editions)}"#], in: folder)
      // A manifest in a file is refused as a whole.
      let rows = try Self.rows(
        try Program.shell("cat m.jsonl | $PAGINATE batch - --out r", in: folder).output
          + Self.text("r/results.jsonl", in: folder))
      #expect(rows.count == 3)
      for row in rows {
        let page = (row["edition"] as? [String: Any])?["page"] as? String
        #expect((row["status"] as? String == "ok") == (page == "6x9"), "\(row)")
        let message = (row["error"] as? [String: Any])?["message"] as? String ?? ""
        if page == "nope" { #expect(message.contains("unknown page size")) }
        if page == "a6" { #expect(message.contains("limit")) }
      }
    }
  }

  @Test("an edition has the same pages whatever is set before it")
  func order() throws {
    try Program.withFolder { folder in
      let words = (1...400).map { "word\($0 % 37) of\($0 % 5)" }.joined(separator: " ")
      let text = (1...30).map { "<p>\(words.prefix(200 + $0 * 31)).</p>" }.joined()
      try Program.put(
        Self.chapter.replacing("<p>It", with: text + "<p>It"), "b.xhtml", in: folder)
      for pages in ["6x9,5x8", "5x8,6x9"] {
        let result = try Program.run(
          ["matrix", "b.xhtml", "--page", pages, "--maps", pages], in: folder)
        #expect(result.status == 0)
      }
      for page in ["6x9", "5x8"] {
        let name = "\(page)-novel-large.json"
        #expect(
          try Self.text("6x9,5x8/\(name)", in: folder) == Self.text("5x8,6x9/\(name)", in: folder))
      }
    }
  }

  @Test("the table has the same bytes for any order of the manifest, number of workers and folder")
  func table() throws {
    try Program.withFolder { folder in
      var tables: Set<String> = []
      for (run, jobs) in ["1", "3", "2"].enumerated() {
        let place = folder.appendingPathComponent("place\(run)")
        for name in ["a", "b", "c", "d"] { try Self.book(name, in: place) }
        var lines = ["a", "b", "c", "d"].map { #"{"book":"\#($0)/book.xhtml",\#(Self.two)}"# }
        if run > 0 { lines.reverse() }
        try Self.manifest(lines, in: place)
        let result = try Program.run(
          ["batch", "place\(run)/m.jsonl", "--out", "r\(run)", "-j", jobs], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        tables.insert(try Self.text("r\(run)/table.csv", in: folder))
      }
      #expect(tables.count == 1)
      #expect(tables.first?.split(separator: "\n").count == 9)
    }
  }

  @Test("batch writes the same page map as a single run of the program")
  func sameAsAlone() throws {
    try Program.withFolder { folder in
      for name in ["a", "b"] { try Self.book(name, in: folder) }
      try Self.manifest(
        ["a", "b"].map {
          #"{"book":"\#($0)/book.xhtml","editions":[{"page":"5x8"}],"outputs":["map"]}"#
        },
        in: folder)
      _ = try Program.run(["batch", "m.jsonl", "--out", "r", "-j", "1"], in: folder)
      _ = try Program.run(["b/book.xhtml", "--page", "5x8", "--map", "b.json"], in: folder)
      let row = try #require(
        try Self.rows(Self.text("r/results.jsonl", in: folder)).first {
          $0["book"] as? String == "b/book.xhtml"
        })
      let key = try #require(row["key"] as? String)
      #expect(try Self.text("r/\(key)/map.json", in: folder) == Self.text("b.json", in: folder))
    }
  }

  @Test("results in a document's own folder do not change the document's key")
  func resultsBesideDocument() throws {
    try Program.withFolder { folder in
      try Self.book("a", in: folder)
      let arguments = ["batch", "../m.jsonl", "--out", "r", "--cache", "k", "--resume"]
      try Self.manifest([#"{"book":"a/book.xhtml"}"#], in: folder)
      let inside = folder.appendingPathComponent("a")
      _ = try Program.run(arguments, in: inside)
      let again = try Program.run(arguments, in: inside)
      #expect(again.errors.contains("0 set, 0 failed, 1 there already"), "\(again.errors)")
    }
  }

  @Test("a killed run resumes, and the cache saves setting an unchanged book again")
  func resume() throws {
    try Program.withFolder { folder in
      for name in ["a", "b", "c"] { try Self.book(name, in: folder) }
      let lines = ["a", "b", "c"].map { #"{"book":"\#($0)/book.xhtml"}"# }
      try Self.manifest(lines, in: folder)
      _ = try Program.run(["batch", "m.jsonl", "--out", "r", "--cache", "k"], in: folder)
      let whole = try Self.text("r/results.jsonl", in: folder)
      // As if the run was killed while it wrote the second line.
      let cut = whole.split(separator: "\n")
      try (cut[0] + "\n" + cut[1].prefix(40)).write(
        to: folder.appendingPathComponent("r/results.jsonl"), atomically: true, encoding: .utf8)
      let refused = try Program.run(["batch", "m.jsonl", "--out", "r"], in: folder)
      #expect(refused.status == 73)
      let again = try Program.run(["batch", "m.jsonl", "--out", "r", "--resume"], in: folder)
      #expect(again.errors.contains("2 set, 0 failed, 1 there already"), "\(again.errors)")
      #expect(try Self.rows(Self.text("r/results.jsonl", in: folder)).count == 3)
      let other = try Program.run(
        ["batch", "m.jsonl", "--out", "r2", "--cache", "k"], in: folder)
      #expect(other.status == 0)
      let cached = try Self.rows(Self.text("r2/results.jsonl", in: folder))
      #expect(cached.allSatisfy { $0["cached"] as? Bool == true })
      #expect(try Self.text("r2/table.csv", in: folder) == Self.text("r/table.csv", in: folder))
      // One book changed: only that book is set again.
      try Self.chapter.replacing("TITLE", with: "new").write(
        to: folder.appendingPathComponent("b/book.xhtml"), atomically: true, encoding: .utf8)
      _ = try Program.run(["batch", "m.jsonl", "--out", "r3", "--cache", "k"], in: folder)
      let changed = try Self.rows(Self.text("r3/results.jsonl", in: folder))
      #expect(
        changed.filter { $0["cached"] == nil }.map { $0["book"] as? String } == ["b/book.xhtml"])
    }
  }

  @Test("a worker that crashes costs one row; the next book gets a new worker")
  func crash() throws {
    try Program.withFolder { folder in
      for name in ["a", "b", "c"] { try Self.book(name, in: folder) }
      try Self.manifest(["a", "b", "c"].map { #"{"book":"\#($0)/book.xhtml"}"# }, in: folder)
      let result = try Program.shell(
        "PAGINATE_TEST_CRASH=b/book.xhtml \"$PAGINATE\" batch m.jsonl -j 1 2>errors", in: folder)
      #expect(result.status == 1)
      let rows = try Self.rows(result.output)
      #expect(rows.map { $0["status"] as? String } == ["ok", "failed", "ok"])
      #expect((rows[1]["error"] as? [String: Any])?["class"] as? String == "crash")
    }
  }

  @Test("a book that exceeds the time or memory limit fails with that error class")
  func budgets() throws {
    try Program.withFolder { folder in
      try Self.book("a", in: folder)
      let own = folder.appendingPathComponent("long")
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      let paragraph = "<p>" + String(repeating: "word and another ", count: 400) + "</p>"
      try Self.chapter.replacing(
        "</body>", with: String(repeating: paragraph, count: 1500) + "</body>"
      )
      .write(to: own.appendingPathComponent("book.xhtml"), atomically: true, encoding: .utf8)
      try Self.manifest(["long", "a"].map { #"{"book":"\#($0)/book.xhtml"}"# }, in: folder)
      for (option, name) in [("--timeout", "timeout"), ("--memory", "memory")] {
        // A worker alone takes more than one megabyte, so `--memory 1` fails both books.
        let result = try Program.run(["batch", "m.jsonl", "-j", "1", option, "1"], in: folder)
        #expect(result.status == 1)
        let first = try #require(try Self.rows(result.output).first)
        #expect((first["error"] as? [String: Any])?["class"] as? String == name, "\(first)")
      }
    }
  }

  @Test("matrix runs without --page, for several styles")
  func matrixWithoutPage() throws {
    try Program.withFolder { folder in
      try Self.book("a", in: folder)
      let result = try Program.run(
        ["matrix", "a/book.xhtml", "--style", "novel,pocket"], in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("pocket large"))
    }
  }

  @Test("an invalid manifest is an error that names the line")
  func badManifest() throws {
    try Program.withFolder { folder in
      for (line, words) in [
        ("{", "m.jsonl:2: no object"), (#"{"bok":1}"#, "m.jsonl:2: unknown key \"bok\""),
        (#"{"book":"a","editions":[{"colour":"red"}]}"#, "m.jsonl:2: an edition"),
        (#"{"book":"a","outputs":["gif"]}"#, "m.jsonl:2: unknown output \"gif\""),
      ] {
        try Self.manifest(["", line], in: folder)
        let result = try Program.run(["batch", "m.jsonl", "--print-key"], in: folder)
        #expect(result.status == 64)
        #expect(result.errors.contains(words), "\(result.errors)")
      }
    }
  }

  @Test(
    "a CSV manifest is read and sharded; a key does not depend on the name of the book's folder")
  func shardsAndKeys() throws {
    try Program.withFolder { folder in
      for name in ["a", "b,c"] { try Self.book(name, in: folder) }
      try Self.manifest(
        ["book,page,lenient", "a/book.xhtml,6x9,true", "\"b,c/book.xhtml\",a5,"], in: folder,
        name: "m.csv")
      let one = try Program.run(["batch", "m.csv", "--shard", "1/2"], in: folder)
      let two = try Program.run(["batch", "m.csv", "--shard", "2/2"], in: folder)
      #expect(try Self.rows(one.output).map { $0["book"] as? String } == ["a/book.xhtml"])
      #expect(try Self.rows(two.output).map { $0["book"] as? String } == ["b,c/book.xhtml"])
      let keys = try Program.run(["batch", "m.csv", "--print-key"], in: folder).output
      try FileManager.default.moveItem(
        at: folder.appendingPathComponent("a"), to: folder.appendingPathComponent("z"))
      try Self.manifest(
        ["book,page,lenient", "z/book.xhtml,6x9,true"], in: folder, name: "m.csv")
      let moved = try Program.run(["batch", "m.csv", "--print-key"], in: folder).output
      #expect(moved.prefix(24) == keys.prefix(24))
    }
  }

  @Test(
    "a name with newlines and quotes is one CSV cell; cached rows writable by others are refused")
  func namesAndRows() throws {
    try Program.withFolder { folder in
      try Self.book("a", in: folder)
      try Self.manifest(
        [#"{"book":"a/book.xhtml","name":"one\ntwo \"\u0301"}"#], in: folder)
      let arguments = ["batch", "m.jsonl", "--cache", "k", "--out"]
      #expect(try Program.run(arguments + ["r"], in: folder).status == 0)
      try Self.manifest(
        [
          "import csv", "rows = list(csv.reader(open('r/table.csv', newline='')))",
          "assert len(rows) == 2 and rows[1][1] == 'one\\ntwo \"\\u0301', rows",
        ], in: folder, name: "t.py")
      let table = try Program.shell("/usr/bin/python3 t.py", in: folder)
      #expect(table.status == 0, "\(table.errors)")
      _ = try Program.shell("chmod o+w k/*.row", in: folder)
      let refused = try Program.run(arguments + ["s"], in: folder)
      #expect(refused.status == 64)
      #expect(refused.errors.contains("can be written by others"))
    }
  }

  @Test("a batch fed by standard input writes a row for every edition, duplicates included")
  func stream() throws {
    try Program.withFolder { folder in
      try Self.book("a", in: folder)
      let line = #"{"book":"a/book.xhtml",\#(Self.two)}"#
      let result = try Program.shell(
        "printf '%s\\n' '\(line)' '\(line)' | $PAGINATE batch - -q --jobs 1", in: folder)
      let rows = try Self.rows(result.output)
      #expect(rows.count == 4)
      #expect(Set(rows.compactMap { $0["key"] as? String }).count == 2)
      #expect(rows.allSatisfy { $0["status"] as? String == "ok" })
    }
  }
}
