import Foundation
import Testing

@Suite("proofs of failed cells")
struct CheckProofTests {
  private static func document(_ words: String) -> String {
    "<html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"en\"><head><title>T</title></head>"
      + "<body>" + (0..<60).map { "<p>Paragraph \($0) of \(words).</p>" }.joined()
      + "</body></html>"
  }

  private func changes(_ proof: String, _ folder: URL) throws -> (
    notes: [String], changes: [[String: Any]]
  ) {
    let book = try ProofScript.book(proof, in: folder)
    return (
      try #require(book["notes"] as? [String]), try #require(book["changes"] as? [[String: Any]])
    )
  }

  @Test("a changed page names its cause, and shows the page of the baseline if it is there")
  func causes() throws {
    try Program.withFolder { folder in
      try Program.put(Self.document("the first state"), "b.xhtml", in: folder)
      try Program.put(
        "pages: [4x5, a6]\noutput-dir: out\nbooks: [{path: b.xhtml}]\n", "paginate.yml", in: folder)
      let update = try Program.run(["check", "--update"], in: folder)
      #expect(update.status == 0, "\(update.errors)")
      _ = try Program.shell("mv out old", in: folder)
      // 92 characters on a measure of about 40: three lines instead of one, and every page is another.
      let more = "the second state, which goes on and on and on until it is longer than a line"
      try Program.put(Self.document(more), "b.xhtml", in: folder)
      let plain = try Program.run(["check", "--format", "html=look"], in: folder)
      #expect(plain.status == 1)
      let without = try changes("look/cell-1", folder)
      #expect(without.notes.contains { $0.contains("--old-pages") }, "\(without.notes)")
      #expect(without.changes.allSatisfy { $0["isShown"] == nil })
      let first = try #require(without.changes.first { $0["kind"] as? String == "changed" })
      let cause = try #require(first["cause"] as? String)
      #expect(cause.hasPrefix("document b.xhtml; paragraph 1 takes 3 lines and took 1"), "\(cause)")
      let result = try Program.run(
        ["check", "--format", "html=look", "--old-pages", "old"], in: folder)
      #expect(result.status == 1, "\(result.errors)")
      for cell in ["look/cell-1", "look/cell-2"] {
        let shown = try changes(cell, folder)
        #expect(!shown.notes.contains { $0.contains("--old-pages") }, "\(shown.notes)")
        #expect(shown.changes.first?["isShown"] as? Bool == true)
        let number = try #require(shown.changes.first?["old"] as? Int)
        let old = cell.hasSuffix("1") ? "b.4x5-novel-large" : "b.a6-novel-large"
        let svg = try String(
          contentsOfFile: folder.path + "/old/\(old).pages/svg/000\(number).svg", encoding: .utf8)
        let picture = try String(
          contentsOfFile: folder.path + "/\(cell)/old/\(number).js", encoding: .utf8)
        #expect(number < 10 && picture == "proofPage(`\(svg)`);\n")
        #expect((shown.changes.first?["oldLines"] as? [[Any]])?.isEmpty == false)
      }
      // Pages of another state than the baseline's are not shown.
      let wrong = try Program.run(
        ["check", "--format", "html=look", "--old-pages", "out"], in: folder)
      #expect(wrong.status == 1)
      let refused = try changes("look/cell-1", folder)
      #expect(refused.notes.contains { $0.contains("not those of the baseline") })
    }
  }

  @Test("pages that changed because of an option name it")
  func options() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", words: 400, in: folder)
      let update = try Program.run(["check", "b", "--page", "4x5", "--update"], in: folder)
      #expect(update.status == 0, "\(update.errors)")
      let check = try Program.run(
        ["check", "b", "--page", "4x6", "--format", "html=look"], in: folder)
      #expect(check.status == 1, "\(check.errors)")
      let all = try changes("look/cell-1", folder).changes
      #expect(!all.isEmpty)
      #expect(
        all.allSatisfy {
          ($0["cause"] as? String)?.hasPrefix("option page (288x360pt -> 288x432pt)")
            == true
        }, "\(all)")
    }
  }
}
