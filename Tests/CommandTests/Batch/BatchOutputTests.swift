import Foundation
import Testing

/// The outputs `page-list` and `check` of a batch, and its PDF settings. The oracle is what the
/// commands for one book write.
@Suite("outputs of a batch")
struct BatchOutputTests {
  private func shell(_ line: String, _ folder: URL, status: Int32 = 0) throws -> String {
    let result = try Program.shell("set -e\n" + line, in: folder)
    #expect(result.status == status, "\(line): \(result.output) \(result.errors)")
    return result.output
  }

  /// Runs a batch of units and returns its rows by edition, in the order of the units.
  private func rows(
    _ units: [String], _ folder: URL, options: String = "", status: Int32 = 0
  ) throws -> [[String: Any]] {
    try Program.put(units.joined(separator: "\n") + "\n", "m.jsonl", in: folder)
    let lines = try shell("$PAGINATE batch m.jsonl -j 1 -q \(options)", folder, status: status)
    try Program.put(lines, "rows.jsonl", in: folder)
    try Program.validate(lines: "rows.jsonl", "batch-result", in: folder)
    try Program.validate(lines: "m.jsonl", "batch-unit", in: folder)
    return try lines.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func check(_ row: [String: Any]) -> [String: Any]? { row["check"] as? [String: Any] }

  @Test("page-list writes the EPUB that --page-list writes, for each edition")
  func pageList() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", in: folder)
      let editions =
        #"[{"page":"3x4","page-source":"urn:isbn:1"},{"page":"4x5"}]"#
      try Program.put(
        #"{"book":"b","editions":\#(editions),"outputs":["page-list","map"]}"# + "\n", "m.jsonl",
        in: folder)
      _ = try shell(
        """
        $PAGINATE b -q --page 3x4 --page-list one.epub --page-source urn:isbn:1
        $PAGINATE b -q --page 4x5 --page-list two.epub --map two.json
        $PAGINATE batch m.jsonl --out r -q
        """, folder)
      let keys = try shell("$PAGINATE batch m.jsonl --print-key | cut -d' ' -f1", folder)
        .split(separator: "\n")
      try #require(keys.count == 2)
      _ = try shell("cmp one.epub r/\(keys[0]).epub && cmp two.epub r/\(keys[1]).epub", folder)
      _ = try shell("cmp two.json r/\(keys[1])/map.json", folder)
      _ = try shell("$PAGINATE check-page-list r/\(keys[1]).epub --page 4x5", folder)
      let document = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>a</p></body></html>"
      try Program.put(document, "d/d.xhtml", in: folder)
      try Program.put(#"{"book":"d/d.xhtml","outputs":["page-list"]}"#, "m.jsonl", in: folder)
      let failed = try shell(
        "$PAGINATE batch m.jsonl --out r2 -q || cat r2/results.jsonl; ls r2", folder)
      #expect(failed.contains("a page list goes into an EPUB") && !failed.contains(".epub\n"))
    }
  }

  @Test("check says ok or moved, with the pages and causes; a moved edition makes the status 1")
  func moved() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", in: folder)
      let unit = #"{"book":"b","editions":[{"page":"3x4"}],"outputs":["check"]}"#
      let none = try rows([unit], folder, status: 1)
      #expect(none[0]["status"] as? String == "failed" && none[0]["pages"] is Int)
      let error = try #require(none[0]["error"] as? [String: Any])
      #expect(error["class"] as? String == "no-baseline")
      #expect((error["message"] as? String)?.contains("\"b.pages.json\"") == true)

      let before = try shell("$PAGINATE check b --page 3x4 --update", folder)
      let same = try rows([unit], folder)
      #expect(same[0]["status"] as? String == "ok")
      #expect(check(same[0])?["result"] as? String == "same")
      #expect(before.contains("baseline written, \(same[0]["pages"] ?? 0) pages"))

      try Program.putEPUB("b", words: 500, in: folder)
      let moved = try rows([unit], folder, status: 1)
      #expect(moved[0]["status"] as? String == "moved")
      let fields = try #require(check(moved[0]))
      #expect(fields["causes"] as? [String] == ["document c.xhtml"])
      #expect(fields["isCertain"] as? Bool == true)
      #expect(fields["pagesBefore"] as? Int == same[0]["pages"] as? Int)
      let text = try shell("$PAGINATE check b --page 3x4", folder, status: 1)
      #expect(text.contains(try #require(fields["message"] as? String)))
      let first = try #require(fields["firstDifference"] as? Int)
      #expect(text.contains("first page that differs: \(first)"))
      let allowed = unit.replacing(#""3x4""#, with: #""3x4","allow":"+-99""#)
      #expect(try rows([allowed], folder)[0]["status"] as? String == "ok")

      try Program.put("{}", "b.pages.json", in: folder)
      let bad = try rows([unit], folder, status: 1)
      #expect((bad[0]["error"] as? [String: Any])?["class"] as? String == "bad-input")
    }
  }

  @Test("editions have baselines of their own, beside the book or where the manifest says")
  func baselines() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("x/b", in: folder)
      _ = try shell(
        """
        mkdir base
        $PAGINATE check x/b --page 3x4 --baseline x/b.3x4-novel-large.pages.json --update
        $PAGINATE check x/b --page 4x5 --baseline base/other.json --update
        """, folder)
      let editions = #"[{"page":"3x4"},{"page":"4x5","baseline":"base/other.json"}]"#
      let unit = #"{"book":"x/b","editions":\#(editions),"outputs":["check"]}"#
      let rows = try rows([unit], folder)
      #expect(rows.map { $0["status"] as? String } == ["ok", "ok"], "\(rows)")
      for wrong in [
        #"{"book":"x/b","editions":[{},{}],"outputs":["check"]}"#,
        #"{"book":"x/b","editions":[{"allow":"some"}]}"#,
        #"{"book":"x/b","editions":[{"bleed":"3mm"}]}"#,
      ] {
        try Program.put(wrong, "w.jsonl", in: folder)
        let result = try Program.shell("$PAGINATE batch w.jsonl", in: folder)
        #expect(result.status == 64 && result.errors.contains("w.jsonl:1: "), "\(result.errors)")
      }
    }
  }

  @Test("the key counts a baseline's content, not its place, and only if it is checked")
  func keys() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", in: folder)
      try Program.put("1", "one.json", in: folder)
      try Program.put("2", "two.json", in: folder)
      func key(_ edition: String, _ outputs: String) throws -> String {
        try Program.put(
          #"{"book":"b","editions":[{\#(edition)}],"outputs":[\#(outputs)]}"#, "m.jsonl", in: folder
        )
        return try shell("$PAGINATE batch m.jsonl --print-key", folder)
      }
      let plain = try key("", "")
      #expect(try key("", #""map","svg""#) == plain)
      #expect(try key(#""baseline":"one.json""#, "") == plain)
      let first = try key(#""baseline":"one.json""#, #""check""#)
      #expect(first != plain)
      #expect(try key(#""baseline":"two.json""#, #""check""#) != first)
      #expect(try key(#""baseline":"one.json","allow":"total""#, #""check""#) != first)
      _ = try shell("cp one.json two.json", folder)
      #expect(try key(#""baseline":"two.json""#, #""check""#) == first)
      let pdf = try key("", #""pdf""#)
      #expect(try key(#""pdf-attach":true"#, #""pdf""#) != pdf)
      #expect(try key(#""pdf-attach":true"#, "") == plain)
    }
  }

  @Test("a moved edition stays a result when a run resumes; the table has its check")
  func resume() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", in: folder)
      _ = try shell("$PAGINATE check b --page 3x4 --update", folder)
      try Program.putEPUB("b", words: 500, in: folder)
      try Program.put(
        #"{"book":"b","editions":[{"page":"3x4"}],"outputs":["check","pdf"]}"#, "m.jsonl",
        in: folder)
      let first = try Program.shell("$PAGINATE batch m.jsonl --out r", in: folder)
      #expect(first.status == 1 && first.errors.contains("0 set, 1 moved, 0 failed"), "\(first)")
      #expect(try shell("cat r/summary.json", folder).contains("\"moved\" : 1"))
      #expect(try shell("cat r/table.csv", folder).contains("\"\"causes\"\":[\"\"document c.xhtml"))
      let again = try Program.shell("$PAGINATE batch m.jsonl --out r --retry-failed", in: folder)
      #expect(again.status == 1 && again.errors.contains("1 moved, 0 failed, 1 there already"))
      let cached = "$PAGINATE batch m.jsonl -q --cache c"
      _ = try shell("$PAGINATE check b --page 3x4 --update", folder)
      try Program.put(
        #"{"book":"b","editions":[{"page":"3x4"}],"outputs":["check"]}"#, "m.jsonl", in: folder)
      #expect(try !shell(cached, folder).contains("\"cached\""))
      #expect(try shell(cached, folder).contains("\"cached\":true"))
    }
  }

  @Test("a run that resumes writes the outputs that the manifest asks for now")
  func addedOutputs() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", in: folder)
      func manifest(_ outputs: String) throws {
        try Program.put(
          #"{"book":"b","editions":[{"page":"3x4"}],"outputs":[\#(outputs)]}"# + "\n", "m.jsonl",
          in: folder)
      }
      try manifest("")
      _ = try shell("$PAGINATE batch m.jsonl --out r -q; test $(ls r | wc -l) = 3", folder)
      try manifest(#""map""#)
      let counts = "2>&1 | grep -o '. set, . failed, . there already'"
      let resume = "$PAGINATE batch m.jsonl --out r --resume \(counts)"
      #expect(try shell(resume, folder).hasPrefix("1 set, 0 failed, 0"))
      _ = try shell(
        "$PAGINATE b -q --page 3x4 --map m.json && cmp m.json r/*/map.json && ! ls r/*/svg", folder)
      #expect(try shell(resume, folder).hasPrefix("0 set, 0 failed, 1"))
      try manifest(#""map", "svg""#)
      #expect(try shell(resume, folder).hasPrefix("1 set"))
      _ = try shell("ls r/*/svg/0001.svg", folder)
      // The row is there once.
      #expect(try shell("wc -l < r/results.jsonl; wc -l < r/table.csv", folder) == "1\n2\n")
      #expect(try shell("cat r/summary.json", folder).contains("\"results\" : 1"))
      try manifest(#""map", "pdf", "page-list""#)
      #expect(try shell(resume, folder).hasPrefix("1 set"))
      _ = try shell("rm r/*.pdf", folder)
      #expect(try shell(resume, folder).hasPrefix("1 set"))
      _ = try shell("ls r/*.pdf r/*.epub", folder)
      #expect(try shell(resume, folder).hasPrefix("0 set, 0 failed, 1"))
    }
  }
}
