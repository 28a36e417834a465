import Foundation
import Testing

/// `--keep` keeps page starts where a baseline has them; `--fit` finds a setting for a page count.
@Suite("Page goals")
struct PageGoalTests {
  /// Ninety paragraphs. In the paragraph with the number `word`, one word is replaced.
  private func book(replacing word: Int? = nil) -> String {
    let paragraphs = (0..<90).map { paragraph in
      var words = (0..<35 + paragraph * 7 % 23).map { Self.word($0, of: paragraph) }
      if paragraph == word { words[17] = "quite incomprehensible" }
      return "<p>\(words.joined(separator: " "))</p>"
    }
    return """
      <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>\
      <body>\(paragraphs.joined())</body></html>
      """
  }

  private static func word(_ number: Int, of paragraph: Int) -> String {
    let letters = "abcdefghij".dropLast((number * number + paragraph) % 9)
    return "\(letters)\(number)"
  }

  private func put(_ text: String, in folder: URL, name: String = "b.xhtml") throws {
    try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  @Test("--keep-baseline, --keep and a project's keep hold pages that a correction would move")
  func check() throws {
    try Program.withFolder { folder in
      let arguments = ["check", "b.xhtml", "--page", "5x6"]
      try put(book(), in: folder)
      #expect(try Program.run(arguments + ["--update"], in: folder).status == 0)
      var moving: [Int] = []
      var kept: [Int] = []
      for paragraph in [12, 16, 20, 23, 27, 29, 34, 38, 41, 44, 48, 51, 54, 57] {
        try put(book(replacing: paragraph), in: folder)
        guard try Program.run(arguments, in: folder).status == 1 else { continue }
        moving.append(paragraph)
        let result = try Program.run(arguments + ["--keep-baseline"], in: folder)
        if result.status == 0 { kept.append(paragraph) }
        let named = try Program.run(arguments + ["--keep", "b.pages.json"], in: folder)
        #expect(named.output == result.output)
      }
      #expect(kept.count > 1, "\(kept) of \(moving)")
      try put(book(replacing: kept.last), in: folder)
      try "pages: [5x6]\nkeep: true\nbaselines: .\nbooks:\n  - path: b.xhtml\n    name: b.pages\n"
        .write(
          to: folder.appendingPathComponent("paginate.yml"), atomically: true, encoding: .utf8)
      let project = try Program.run(["check"], in: folder)
      #expect(project.status == 0, "\(project.output) \(project.errors)")
    }
  }

  @Test(
    "--fit finds a setting, --fitted repeats its pages, and an unreachable count is an error")
  func fit() throws {
    try Program.withFolder { folder in
      try put(book(), in: folder)
      let page = ["b.xhtml", "--page", "5x6"]
      let plain = try Program.run(page + ["--map", "plain.json"], in: folder)
      let count = try #require(plain.output.split(separator: " ").first.flatMap { Int($0) })
      let fit = try Program.run(page + ["--fit", "\(count - 1)", "--map", "fit.json"], in: folder)
      #expect(fit.status == 0 && fit.output.contains("fit: \(count - 1) pages"), "\(fit.output)")
      let changes = try #require(
        fit.output.split(separator: "\"").dropFirst().first.map(String.init))
      let again = try Program.run(
        page + ["--fitted", changes, "--map", "again.json"], in: folder)
      #expect(again.status == 0)
      let maps = try ["fit.json", "again.json"].map {
        try Data(contentsOf: folder.appendingPathComponent($0))
      }
      #expect(maps[0] == maps[1])
      let far = try Program.run(page + ["--fit", "3", "--map", "far.json"], in: folder)
      #expect(far.status == 1)
      let message = "no setting within the style's bounds has 3 pages; the nearest has "
      #expect(far.errors.contains(message), "\(far.errors)")
      let most = try Program.run(page + ["--fit", "<=3", "--map", "far.json"], in: folder)
      #expect(most.errors.contains("has 3 pages or fewer; the nearest has "), "\(most.errors)")
      #expect(try Program.run(page + ["--fit", "many"], in: folder).status == 64)
      let none = try Program.run(page + ["--fit", "9", "--style", "none"], in: folder)
      #expect(none.status == 64 && none.errors.contains("@copyfit"))
    }
  }

  @Test("--keep refuses missing, damaged and foreign maps, and first-fit page breaking")
  func mistakes() throws {
    try Program.withFolder { folder in
      try put(book(), in: folder)
      let missing = try Program.run(["b.xhtml", "--keep", "none.json"], in: folder)
      #expect(missing.status == 66 && missing.errors.contains("no such file \"none.json\""))
      let other = try Program.run(["b.xhtml", "--keep", "b.xhtml"], in: folder)
      #expect(other.status == 65 && other.errors.contains("not JSON"))
      #expect(try Program.run(["b.xhtml", "--map", "m.json"], in: folder).status == 0)
      let map = try String(
        contentsOf: folder.appendingPathComponent("m.json"), encoding: .utf8)
      for (old, new) in [
        (#""offset": 0,"#, #""offset": 9223372036854775807,"#),
        (#""offset": 0,"#, #""offset": -9223372036854775808,"#),
        (#""breaks": ""#, #""breaks": "1y2p0ij32e8e7 1y2p0ij32e8e7 "#),
      ] {
        try put(map.replacing(old, with: new), in: folder, name: "odd.json")
        for arguments in [["b.xhtml", "--keep", "odd.json"], ["diff", "m.json", "odd.json"]] {
          let odd = try Program.run(arguments, in: folder)
          #expect(odd.status == 65 && odd.errors.contains("odd.json"), "\(new) \(odd)")
        }
      }
      try put(book(), in: folder, name: "c.xhtml")
      let foreign = try Program.run(["c.xhtml", "--keep", "m.json"], in: folder)
      #expect(foreign.status == 65 && foreign.errors.contains("m.json is of another book"))
      let both = try Program.run(
        ["b.xhtml", "--keep", "m.json", "--page-breaking", "first-fit"], in: folder)
      #expect(both.status == 64 && both.errors.contains("--keep"))
    }
  }
}
