import Foundation
import Support
import Testing

/// What the commands say of a book whose pages begin and end as they did, but that has other text.
@Suite("text added to a page")
struct AddedTextTests {
  private func put(_ last: String, in folder: URL) throws {
    try Program.put(
      "<html xmlns='http://www.w3.org/1999/xhtml' xml:lang='en'><head><title>T</title></head>"
        + "<body><p>One.</p><p>Next.</p><p style='break-before: page'>Two, with words enough to know it by, "
        + "and with a line that is long, so that the page begins as it did. \(last)</p></body></html>",
      "b.xhtml", in: folder)
  }

  private static let added = String(repeating: "More text is here. ", count: 20)

  @Test("diff and check say that pages begin and end as they did, not that they have the same text")
  func added() throws {
    try Program.withFolder { folder in
      try put("", in: folder)
      #expect(
        try Program.run(["b.xhtml", "--page", "a6", "-q", "-o", "old"], in: folder).status == 0)
      let check = ["check", "b.xhtml", "--page", "a6"]
      #expect(try Program.run(check + ["--update"], in: folder).status == 0)
      #expect(
        try Program.run(check, in: folder).output.hasPrefix(
          "ok b.xhtml: 2 pages, as in the baseline\n"))
      try put(Self.added, in: folder)
      #expect(
        try Program.run(["b.xhtml", "--page", "a6", "-q", "-o", "new"], in: folder).status == 0)
      let diff = try Program.run(["diff", "old", "new"], in: folder)
      #expect(diff.status == 0 && diff.output.hasPrefix("every page begins and ends as it did\n"))
      let now = try Program.run(check, in: folder)
      #expect(
        now.status == 0
          && now.output.contains("2 pages, as in the baseline; 1 page has other lines"),
        "\(now.output) \(now.errors)")
    }
  }

  @Test("diff takes the folders of two runs")
  func folders() throws {
    try Program.withFolder { folder in
      try put("", in: folder)
      for name in ["a", "b"] {
        #expect(try Program.run(["b.xhtml", "-q", "-o", name], in: folder).status == 0)
      }
      #expect(try Program.run(["diff", "a", "b"], in: folder).output == "the same pages\n")
      #expect(
        try Program.run(["diff", "a/map.json", "b"], in: folder).output == "the same pages\n")
      #expect(
        try Program.run(["diff", "a", "c"], in: folder).errors.contains("no such file \"c\""))
    }
  }

  @Test("a key that is twice in paginate.yml is named with its line")
  func repeatedKey() throws {
    try Program.withFolder { folder in
      for (text, place) in [
        ("pages: [6x9]\nbooks: [b.xhtml]\npages: [a5]\n", "3:1: \"pages\""),
        ("books:\n  - path: b.xhtml\n    name: x\n    name: y\n", "4:5: \"name\""),
      ] {
        try Program.put(text, "paginate.yml", in: folder)
        let result = try Program.run(["check"], in: folder)
        #expect(
          result.errors.contains("paginate.yml:\(place) is given twice") && result.status == 64,
          "\(result.errors)")
      }
    }
  }

  @Test("a text that locate shows has a space between two paragraphs")
  func spaced() throws {
    try Program.withFolder { folder in
      try put("", in: folder)
      let found = try Program.run(["locate", "b.xhtml", "--text", "One"], in: folder)
      #expect(found.output.contains("\"One. Next.\""), "\(found.output)")
    }
  }
}
