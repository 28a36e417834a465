import Foundation
import Testing

/// Manifests that are not valid, and places that cannot be written to.
@Suite("failures of a batch")
struct BatchFailureTests {
  private func putBooks(_ count: Int, in folder: URL, more: String = "") throws {
    var lines = ""
    for number in 0..<count {
      try Program.put(
        "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>T</title></head>"
          + "<body><p>Book \(number).</p></body></html>", "\(number)/b.xhtml", in: folder)
      lines += #"{"book":"\#(number)/b.xhtml"\#(more)}"# + "\n"
    }
    try Program.put(lines, "m.jsonl", in: folder)
  }

  @Test("a manifest is read to its end before the first book is set")
  func lastLine() throws {
    try Program.withFolder { folder in
      try putBooks(2, in: folder)
      let bad = try Program.shell(
        "echo '{' >> m.jsonl; $PAGINATE batch m.jsonl --out r", in: folder)
      #expect(bad.status == 64)
      #expect(bad.errors.contains("m.jsonl:3: no object of JSON"), "\(bad.errors)")
      #expect(try Program.shell("ls r", in: folder).status != 0)
      // A shard has only its own units to answer for.
      let shard = try Program.shell("$PAGINATE batch m.jsonl --out r --shard 1/3", in: folder)
      #expect(shard.status == 0)
      // What comes through a pipe is set as it comes.
      let piped = try Program.shell("cat m.jsonl | $PAGINATE batch - -j 1", in: folder)
      #expect(piped.status == 64)
      #expect(piped.output.split(separator: "\n").count == 2)
      // Even one with a name, which can be opened only once.
      let named = try Program.shell(
        "mkfifo p.csv; printf 'book\\n0/b.xhtml\\n' > p.csv & $PAGINATE batch p.csv -j 1",
        in: folder)
      #expect(named.status == 0)
      #expect(named.output.split(separator: "\n").count == 1)
    }
  }

  @Test(
    "a value that no edition can have is told before the first book is set, with its line",
    arguments: [
      (
        #"{"book":"0/b.xhtml","editions":[{"page":"7q"}]}"#,
        "m.jsonl:2: an edition: unknown page size"
      ),
      (
        #"{"book":"0/b.xhtml","editions":[{"page":"6x9"},{"reader-size":"huge"}]}"#,
        "m.jsonl:2: an edition: unknown reader size"
      ),
      (
        #"{"book":"0/b.xhtml","editions":[{"limit":"pages"}]}"#,
        "m.jsonl:2: an edition: \"pages\" is not"
      ),
      (
        #"{"book":"0/b.xhtml","editions":[{"limit":"pages=0"}]}"#,
        "m.jsonl:2: an edition: \"pages=0\" allows no book"
      ),
      (
        #"{"book":"0/b.xhtml","editions":[{"page":"-1x9"}]}"#,
        "m.jsonl:2: an edition: the page size \"-1x9\" is out of range"
      ),
    ])
  func badValue(unit: String, message: String) throws {
    try Program.withFolder { folder in
      try putBooks(1, in: folder)
      try Program.put(unit + "\n", "more", in: folder)
      let result = try Program.shell(
        "cat more >> m.jsonl; $PAGINATE batch m.jsonl --out r", in: folder)
      #expect(result.status == 64)
      #expect(result.errors.contains(message), "\(result.errors)")
      #expect(try Program.shell("ls r", in: folder).status != 0)
      // The same fault in a pipe is a row.
      let piped = try Program.shell("cat m.jsonl | $PAGINATE batch -", in: folder)
      #expect(piped.status == 1)
      #expect(piped.output.contains("\"class\":\"usage\""), "\(piped.output)")
    }
  }

  @Test("a table from a pipe is told to need a name in .csv")
  func tableWithoutName() throws {
    try Program.withFolder { folder in
      try putBooks(1, in: folder)
      let table = "printf '\u{FEFF}book,page\\n0/b.xhtml,6x9\\n'"
      for line in ["\(table) | $PAGINATE batch -", "$PAGINATE batch <(\(table))"] {
        let result = try Program.shell(line, in: folder)
        #expect(result.status == 64)
        let message = ":1: no object of JSON: a table wants a file whose name ends in .csv"
        #expect(result.errors.contains(message), "\(result.errors)")
      }
      let other = try Program.shell("echo book of hours | $PAGINATE batch -", in: folder)
      #expect(!other.errors.contains(".csv"), "\(other.errors)")
      #expect(other.errors.contains("each line names a book, as {\"book\":"), "\(other.errors)")
    }
  }

  @Test("a folder for outputs that stays empty is removed")
  func emptyFolder() throws {
    try Program.withFolder { folder in
      try putBooks(1, in: folder, more: #","outputs":["pdf"],"editions":[{"limit":"boxes=1"}]"#)
      let result = try Program.shell(
        "$PAGINATE batch m.jsonl -q --output-dir new/out > /dev/null; s=$?; ls; exit $s",
        in: folder)
      #expect(result.status == 1, "\(result.errors)")
      #expect(result.output == "0\nm.jsonl\n")
    }
  }

  @Test("a file that is not there makes a row: it may be there when its turn comes")
  func missingFile() throws {
    try Program.withFolder { folder in
      try putBooks(1, in: folder, more: #","editions":[{},{"font-file":"none.ttf"}]"#)
      let result = try Program.shell("$PAGINATE batch m.jsonl", in: folder)
      #expect(result.status == 1)
      #expect(result.output.split(separator: "\n").count == 2, "\(result.output)\(result.errors)")
    }
  }

  @Test(
    "paths in a manifest on an open descriptor are relative to the working directory",
    arguments: [
      "/dev/stdin < m.jsonl", "/dev/fd/3 3< m.jsonl", "/proc/self/fd/0 < m.jsonl",
      "<(cat m.jsonl)",
    ])
  func descriptors(manifest: String) throws {
    try Program.withFolder { folder in
      try putBooks(1, in: folder)
      let result = try Program.shell("$PAGINATE batch \(manifest)", in: folder)
      #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
  }

  @Test("of several faults, the first is told: a long line, a cell without an end, a folder")
  func firstFault() throws {
    try Program.withFolder { folder in
      let long = "printf '{\"book\":\"%017000000d\"}\\n{\\n{\\n' 0 > m.jsonl; "
      let csv = "printf 'book,name\\na.epub,\"b\\nc\"\\n' > m.csv; "
      for (line, words) in [
        (long + "cat m.jsonl | $PAGINATE batch - -j 4", "standard input:1: a line of over 16 MB"),
        (csv + "$PAGINATE batch m.csv", "m.csv:2: a quoted cell does not end on its line"),
        ("$PAGINATE batch .", "the manifest \".\" is a folder"),
      ] {
        let result = try Program.shell(line, in: folder)
        #expect(result.status == 64)
        #expect(result.errors.contains(words), "\(result.errors)")
      }
    }
  }

  @Test("a batch whose rows cannot be written ends, and sets no further books")
  func fullRows() throws {
    try Program.withFolder { folder in
      try putBooks(40, in: folder, more: #","outputs":["map"]"#)
      let result = try Program.shell(
        "$PAGINATE batch m.jsonl --output-dir o -j 1 > /dev/full", in: folder)
      #expect(result.status == 74)
      #expect(result.errors.contains("No space left on device"), "\(result.errors)")
      let made = try Program.shell("ls o | wc -l", in: folder).output
      #expect(Int(made.trimmingCharacters(in: .whitespacesAndNewlines)) == 1, "\(made)")
    }
  }

  @Test("an output that cannot be written makes a row, and leaves no other files")
  func fullOutputs() throws {
    try Program.withFolder { folder in
      try putBooks(3, in: folder, more: #","outputs":["pdf","map","svg"]"#)
      // No file may have a byte; pipes may.
      let result = try Program.shell(
        "trap '' XFSZ; ulimit -f 0; $PAGINATE batch m.jsonl --output-dir o -j 1 -q | cat",
        in: folder)
      let rows = result.output.split(separator: "\n")
      #expect(rows.count == 3)
      #expect(rows.allSatisfy { $0.contains(#""class":"output""#) }, "\(result.output)")
      #expect(try Program.shell("find o -type f", in: folder).output == "")
    }
  }
}
