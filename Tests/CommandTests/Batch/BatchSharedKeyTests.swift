import Foundation
import Testing

/// Units that share a key, outputs beside rows, and baselines. The oracle is what the commands for
/// one book write.
@Suite("units with one key, and baselines of a batch")
struct BatchSharedKeyTests {
  private func shell(_ line: String, _ folder: URL, status: Int32 = 0) throws -> String {
    let result = try Program.shell("set -e\n" + line, in: folder)
    #expect(result.status == status, "\(line): \(result.output) \(result.errors)")
    return result.output
  }

  private func unit(_ book: String, _ outputs: String, page: String = "3x4") -> String {
    #"{"book":"\#(book)","editions":[{"page":"\#(page)"}],"outputs":[\#(outputs)]}"# + "\n"
  }

  @Test("two units with one key and different outputs both get their outputs, in one run")
  func outputs() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", in: folder)
      _ = try shell("$PAGINATE b -q --page 3x4 --map m.json", folder)
      for (run, outputs) in [
        ["", #""map""#, #""map","svg""#], [#""svg""#, #""map""#, ""], [#""map""#, #""svg""#],
      ].enumerated() {
        try Program.put(outputs.map { unit("b", $0) }.joined(), "m.jsonl", in: folder)
        for jobs in [1, 3] {
          let out = "r\(run)-\(jobs)"
          _ = try shell(
            """
            $PAGINATE batch m.jsonl --out \(out) -q -j \(jobs)
            cmp m.json \(out)/*/map.json
            ls \(out)/*/svg/0001.svg
            """, folder)
          #expect(
            try shell("wc -l < \(out)/results.jsonl; wc -l < \(out)/table.csv", folder) == "1\n2\n")
          let again = try shell("$PAGINATE batch m.jsonl --out \(out) --resume 2>&1", folder)
          #expect(again.contains("0 set, 0 failed, \(outputs.count) there already"), "\(again)")
        }
      }
    }
  }

  @Test("of two books with the same bytes, the row has the first name, in any order and resumed")
  func names() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("a", in: folder)
      _ = try shell("cp -r a b; cp -r a c", folder)
      var tables: Set<String> = []
      for (run, books) in [["a", "b", "c"], ["c", "b", "a"], ["b", "a"]].enumerated() {
        try Program.put(books.map { unit($0, "") }.joined(), "m.jsonl", in: folder)
        tables.insert(
          try shell("$PAGINATE batch m.jsonl --out r\(run) -q -j 2; cat r\(run)/table.csv", folder))
      }
      try Program.put(unit("c", ""), "m.jsonl", in: folder)
      _ = try shell("$PAGINATE batch m.jsonl --out s -q", folder)
      try Program.put(unit("a", #""map""#) + unit("c", ""), "m.jsonl", in: folder)
      tables.insert(
        try shell("$PAGINATE batch m.jsonl --out s --resume -q; cat s/table.csv", folder))
      #expect(tables.count == 1, "\(tables)")
      #expect(tables.first?.contains(",a,") == true)
    }
  }

  @Test("--output-dir has the outputs, and the rows come on standard output")
  func outputFolder() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", in: folder)
      try Program.put(unit("b", #""map","pdf""#), "m.jsonl", in: folder)
      _ = try shell("$PAGINATE b -q --page 3x4 --map m.json", folder)
      let rows = try shell("$PAGINATE batch - --output-dir o -q < m.jsonl; ls o/*.pdf", folder)
      #expect(rows.hasPrefix("{") && rows.contains("\"status\":\"ok\""))
      _ = try shell("cmp m.json o/*/map.json && ! ls o/results.jsonl", folder)
      _ = try shell("$PAGINATE batch m.jsonl --out r --output-dir o", folder, status: 64)
    }
  }

  @Test("--print-key has a line for every edition, also of a book that cannot be read")
  func printKey() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", in: folder)
      try Program.put(unit("none.epub", "") + unit("b", ""), "m.jsonl", in: folder)
      let keys = try shell("$PAGINATE batch - --print-key < m.jsonl", folder, status: 1)
      let lines = keys.split(separator: "\n")
      #expect(lines.count == 2 && lines.first == "-  none.epub")
      #expect(lines.last?.hasSuffix("  b") == true && lines.last?.count == 27)
    }
  }

  @Test("--print-key has no key for an edition that cannot be set, and says why")
  func printKeyOfFault() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", in: folder)
      let editions =
        #"[{"page":"bogus"},{"page":"3x4"},{"reader-size":"huge"},{"style":"none.css"}]"#
      let faulty = #"{"book":"b","editions":\#(editions)}"# + "\n"
      try Program.put(unit("b", "") + faulty + faulty, "m.jsonl", in: folder)
      let result = try Program.shell("$PAGINATE batch m.jsonl --print-key", in: folder)
      #expect(result.status == 1)
      let lines = result.output.split(separator: "\n")
      #expect(lines.count == 9 && lines[1] == "-  b" && lines[3] == "-  b" && lines[4] == "-  b")
      #expect(lines[2] == lines[0] && lines[2].hasSuffix("  b") && lines[2].count == 27)
      #expect(lines[1...4] == lines[5...8])
      for message in [
        "m.jsonl:2: an edition: unknown page size \"bogus\"",
        "m.jsonl:3: an edition: unknown page size",
        "m.jsonl:2: an edition: unknown reader size \"huge\": it is one of XS, S, M, L,",
        "m.jsonl:2: an edition: unknown style \"none.css\"",
      ] {
        #expect(result.errors.contains(message), "\(result.errors)")
      }
      // The output for a printer needs its profile; without that output, the edition can be set.
      let printed =
        #"{"book":"b","editions":[{"pdf-profile":"print","icc":"no.icc"}],"outputs":["pdf"]}"#
      for (line, status) in [(printed, Int32(1)), (printed.replacing(#""pdf"]"#, with: "]"), 0)] {
        try Program.put(line + "\n", "p.jsonl", in: folder)
        let result = try Program.shell("$PAGINATE batch p.jsonl --print-key", in: folder)
        #expect(result.status == status, "\(result.output)\(result.errors)")
      }
    }
  }

  @Test("the output baseline writes what check --update writes, beside each book with those bytes")
  func baselines() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("a", in: folder)
      _ = try shell("cp -r a b; $PAGINATE check a --page 3x4 --baseline one.json --update", folder)
      let units = unit("a", #""baseline""#) + unit("b", #""baseline""#)
      try Program.put(units, "m.jsonl", in: folder)
      let run = "$PAGINATE batch m.jsonl --out r --resume 2>&1"
      #expect(try shell(run, folder).contains("2 set, 0 failed, 0 there already"))
      _ = try shell("cmp one.json a.pages.json && cmp one.json b.pages.json", folder)
      try Program.validate(lines: "r/results.jsonl", "batch-result", in: folder)
      try Program.validate(lines: "m.jsonl", "batch-unit", in: folder)
      #expect(try shell(run, folder).contains("0 set, 0 failed, 2 there already"))
      // A baseline that is not the one of this run is written again.
      try Program.put("old", "b.pages.json", in: folder)
      #expect(try shell(run, folder).contains("1 set, 0 failed, 1 there already"))
      _ = try shell("cmp one.json b.pages.json", folder)
      try Program.put(unit("a", #""check""#) + unit("b", #""check""#), "m.jsonl", in: folder)
      _ = try shell("$PAGINATE batch m.jsonl -q", folder)
      try Program.put(unit("a", #""check","baseline""#), "m.jsonl", in: folder)
      let both = try Program.shell("$PAGINATE batch m.jsonl", in: folder)
      #expect(both.status == 64 && both.errors.contains("check it first"), "\(both.errors)")
    }
  }

  @Test("a baseline beside a document does not change the document's key")
  func documentKey() throws {
    try Program.withFolder { folder in
      let document = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>a</p></body></html>"
      try Program.put(document, "d/d.xhtml", in: folder)
      try Program.put(unit("d/d.xhtml", #""baseline""#), "m.jsonl", in: folder)
      let run = "$PAGINATE batch m.jsonl --out r --resume 2>&1; ls d/d.pages.json"
      #expect(try shell(run, folder).contains("1 set, 0 failed, 0 there already"))
      #expect(try shell(run, folder).contains("0 set, 0 failed, 1 there already"))
    }
  }

  @Test("the cache of a batch is kept within --cache-days; other files in it stay")
  func cacheBounds() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", in: folder)
      try Program.put(unit("b", ""), "m.jsonl", in: folder)
      let run = "$PAGINATE batch m.jsonl -q --cache k"
      _ = try shell(
        "\(run) && touch -d '9 days ago' k/*.row && touch -d '9 days ago' k/mine", folder)
      _ = try shell("\(run) --cache-days 8 && ls k/*.row", folder)
      try Program.put(unit("b", "", page: "4x5"), "m.jsonl", in: folder)
      _ = try shell("touch -d '9 days ago' k/*.row && \(run) --cache-days 8", folder)
      #expect(try shell("ls k/*.row | wc -l; ls k/mine", folder) == "1\nk/mine\n")
    }
  }
}
