import Foundation
import Testing

/// The table that a batch makes of many rows, and what is set again after a change.
@Suite("the table of a batch, and what a change sets again")
struct BatchTableTests {
  private func shell(_ line: String, _ folder: URL) throws -> String {
    let result = try Program.shell("set -e\n" + line, in: folder)
    #expect(result.status == 0, "\(line): \(result.output) \(result.errors)")
    return result.output
  }

  private func text(_ path: String, _ folder: URL) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  /// A key of 24 digits that does not grow with its number.
  private func key(_ number: Int) -> String {
    let mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    let digits = String(mixed, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + "0000beef"
  }

  private func row(_ number: Int, _ book: String, pages: Int) -> String {
    let long = String(repeating: "x", count: 300)
    return #"{"key":"\#(key(number))","book":"\#(book)","edition":{},"#
      + #""status":"ok","pages":\#(pages),"mapDigest":"\#(long)"}"#
  }

  @Test("rows of many pieces make one table by key, with the last row and the first name of each")
  func pieces() throws {
    try Program.withFolder { folder in
      let count = 12_000  // of about 400 bytes: five pieces
      var lines = (0..<count).map { row($0, "b", pages: 1) }
      // Every tenth book a second time, with another name and number of pages.
      lines += stride(from: 0, to: count, by: 10).map { row($0, "a", pages: 2) }
      lines.append(String(row(count, "c", pages: 9).prefix(50)))  // cut by a kill
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("r"), withIntermediateDirectories: true)
      try Program.put(lines.joined(separator: "\n"), "r/results.jsonl", in: folder)
      _ = try shell("$PAGINATE batch /dev/null --out r --resume -q", folder)
      let table = try text("r/table.csv", folder).split(separator: "\n").dropFirst()
        .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
      let keys = table.map { $0[0] }
      #expect(keys.count == count && keys == Set(keys).sorted())
      #expect(Set(keys) == Set((0..<count).map { key($0) }))
      let second = Set(stride(from: 0, to: count, by: 10).map { key($0) })
      #expect(
        table.allSatisfy {
          let isSecond = second.contains($0[0])
          return $0[1] == (isSecond ? "a" : "b") && $0[4] == (isSecond ? "2" : "1")
        })
      // 10,800 of one page and 1,200 of two.
      let summary = try text("r/summary.json", folder)
      #expect(summary.contains("\"results\" : 12000") && summary.contains("\"pages\" : 13200"))
      #expect(
        try shell("wc -l < r/results.jsonl; ls -A r", folder)
          == "12000\nresults.jsonl\nsummary.json\ntable.csv\n")
    }
  }

  @Test("after a change of one stylesheet, only the editions that use it are set again")
  func stylesheet() throws {
    try Program.withFolder { folder in
      for (name, words) in [("a", 300), ("b", 310), ("c", 320)] {
        try Program.putEPUB(name, words: words, in: folder)
      }
      try Program.put("p { text-indent: 1em }", "house.css", in: folder)
      try Program.put("@import \"novel.css\";", "other.css", in: folder)
      let house = #"{"page":"6x9","style":"house.css"}"#
      try Program.put(
        """
        {"book":"a","editions":[{"page":"6x9"},\(house)]}
        {"book":"b","editions":[{"page":"6x9","style":"other.css"}]}
        {"book":"c","editions":[\(house)]}

        """, "m.jsonl", in: folder)
      _ = try shell("$PAGINATE batch m.jsonl --out r1 --cache k -q", folder)
      try Program.put("p { text-indent: 1em; line-height: 40pt }", "house.css", in: folder)
      _ = try shell("$PAGINATE batch m.jsonl --out r2 --cache k -q", folder)
      let rows = try text("r2/results.jsonl", folder).split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(rows.count == 4)
      for row in rows {
        let edition = try #require(row["edition"] as? [String: String])
        #expect(row["cached"] as? Bool == (edition["style"] == "house.css" ? nil : true), "\(row)")
      }
      // What was set again is as in a run without a cache.
      _ = try shell(
        """
        $PAGINATE batch m.jsonl --out r3 -q
        cmp r2/table.csv r3/table.csv
        ! cmp -s r1/table.csv r3/table.csv
        """, folder)
    }
  }
}
