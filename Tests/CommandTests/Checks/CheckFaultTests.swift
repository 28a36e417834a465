import Foundation
import Testing

/// What a check must refuse, and what it must not overlook.
@Suite("faults of checks")
struct CheckFaultTests {
  /// - Parameter project: the text of `paginate.yml`; nil for none.
  private func withBook(_ project: String?, _ body: (URL) throws -> Void) throws {
    try Program.withFolder { folder in
      try Program.put(Self.document, "b.xhtml", in: folder)
      if let project { try Program.put(project, "paginate.yml", in: folder) }
      try body(folder)
    }
  }

  private static let document = """
    <html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>
    \((1...40).map { "<p>It is a truth universally acknowledged, number \($0).</p>" }.joined())
    </body></html>
    """

  @Test("a list without an entry is an error at its place, not a check of nothing")
  func emptyLists() throws {
    for key in ["pages", "styles", "reader-sizes"] {
      try withBook("\(key): []\nbooks: [{path: b.xhtml}]\n") { folder in
        let result = try Program.run(["check"], in: folder)
        #expect(result.status == 64)
        #expect(result.errors.contains("paginate.yml:1:"), "\(result.errors)")
        #expect(result.errors.contains("\"\(key)\" lists nothing"))
      }
    }
  }

  @Test(
    "an unknown key or reader size is an error that names the nearest key or all sizes",
    arguments: [
      (
        "pags: [6x9]\nbooks: [{path: b.xhtml}]\n",
        "1:1: unknown key \"pags\": perhaps \"page\"; it is one of "
      ),
      ("books: [{paht: b.xhtml}]\n", "unknown key \"paht\": perhaps \"path\"; it is one of "),
      ("Reader_Sizes: [L]\nbooks: [{path: b.xhtml}]\n", "perhaps \"reader-sizes\"; "),
      ("publisher: x\nbooks: [{path: b.xhtml}]\n", "unknown key \"publisher\": it is one of "),
      (
        "reader-sizes: [huge]\nbooks: [{path: b.xhtml}]\n",
        "unknown reader size \"huge\": it is one of XS, S, M, L, XL, XXL, XXXL, AX1, AX2, AX3, AX4, AX5, or xSmall,"
      ),
    ])
  func nearNames(project: String, message: String) throws {
    try withBook(project) { folder in
      let result = try Program.run(["check"], in: folder)
      #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test("a report does not replace a baseline, nor another report")
  func reports() throws {
    try withBook("page: 4x6\nbooks: [{path: b.xhtml}]\n") { folder in
      #expect(try Program.run(["check", "--update"], in: folder).status == 0)
      let file = folder.appendingPathComponent("baselines/b.json")
      let before = try Data(contentsOf: file)
      for arguments in [
        ["--format", "json=baselines/b.json"],
        ["--format", "json=./baselines/../baselines/b.json"],
        ["--format", "json=baselines/b.json", "--update"],
        ["--format", "json=r.txt", "--format", "junit=r.txt"],
      ] {
        let result = try Program.run(["check"] + arguments, in: folder)
        #expect(result.status == 64, "\(arguments)")
        #expect(try Data(contentsOf: file) == before)
      }
    }
  }

  @Test("a rule on page counts is checked when the result comes from the cache too")
  func rulesOfCachedBooks() throws {
    let project = "page: 4x6\nmultiple-of: 97\nbooks: [{path: b.xhtml}]\n"
    try withBook(project) { folder in
      let cache = ["--cache", "cache"]
      _ = try Program.run(["check", "--update"] + cache, in: folder)
      for _ in 1...2 {
        let result = try Program.run(["check"] + cache, in: folder)
        #expect(result.status == 1, "\(result.output)\(result.errors)")
      }
    }
  }

  @Test("a baseline with impossible lengths is refused")
  func impossibleLengths() throws {
    try withBook("page: 4x6\nbooks: [{path: b.xhtml}]\n") { folder in
      _ = try Program.run(["check", "--update"], in: folder)
      let file = folder.appendingPathComponent("baselines/b.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      let start = try #require(text.range(of: "\"documents\""))
      let length = try #require(
        text.range(
          of: "\"length\": ?[0-9]+", options: .regularExpression,
          range: start.upperBound..<text.endIndex))
      try Program.put(
        text.replacingCharacters(in: length, with: "\"length\":-9223372036854775808"),
        "baselines/b.json", in: folder)
      let result = try Program.run(["check"], in: folder)
      #expect(result.status != 0)
      let said = result.output + result.errors
      #expect(said.contains("impossible"), "\(said)")
    }
  }

  @Test("findings on standard output are alone there, and the status is the same")
  func findingsOnOutput() throws {
    try withBook(nil) { folder in
      try Program.put(
        Self.document.replacingOccurrences(of: "truth", with: "trruth")
          .replacingOccurrences(of: "<html ", with: "<html lang=\"en\" "), "m.xhtml", in: folder)
      let spelt = try Program.run(
        ["spell", "m.xhtml", "--fail", "--findings", "-"], in: folder)
      let plain = try Program.run(
        ["spell", "m.xhtml", "--fail"], in: folder)
      #expect(spelt.status == plain.status)
      let linted = try Program.run(
        ["lint", "b.xhtml", "--page", "20x20mm", "--margin", "0", "--findings", "-"], in: folder)
      for result in [spelt, linted] {
        #expect(throws: Never.self) {
          try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        }
      }
    }
  }

  @Test("JSON on standard output is alone there")
  func standardOutput() throws {
    try withBook("page: 4x6\nbooks: [{path: b.xhtml}]\n") { folder in
      _ = try Program.run(["check", "--update"], in: folder)
      let result = try Program.run(["check", "--format", "json=-"], in: folder)
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      }
    }
  }

  @Test("a book over its limit is refused, whether it is in the cache or not")
  func cachedLimit() throws {
    try withBook(nil) { folder in
      let check = ["check", "b.xhtml", "--page", "3x3in", "--cache", "c"]
      #expect(try Program.run(check + ["--update"], in: folder).status == 0)
      #expect(try Program.run(check, in: folder).status == 0)
      let limited = try Program.run(check + ["--limit", "pages=1"], in: folder)
      #expect(limited.status == 65, "\(limited.output)")
    }
  }

  @Test("rules that only lint or spell looks for are refused by --fail-on")
  func failingRules() throws {
    try withBook(nil) { folder in
      for command in [["b.xhtml"], ["check", "b.xhtml"]] {
        for (rule, name) in [("ink-outside-page", "lint"), ("misspelling", "spell")] {
          let result = try Program.run(command + ["--fail-on", rule], in: folder)
          #expect(result.status == 64)
          #expect(result.errors.contains("paginate \(name)"))
        }
      }
    }
  }

  @Test("pages of a first-fit baseline are compared with those of another style")
  func keptFirstFit() throws {
    try withBook(nil) { folder in
      let first = ["check", "b.xhtml", "--page", "4x6", "--page-breaking", "first-fit"]
      #expect(
        try Program.run(first + ["--style", "pocket", "--update"], in: folder).status == 0)
      let result = try Program.run(
        ["check", "b.xhtml", "--page", "4x6", "--style", "novel", "--keep-baseline"], in: folder)
      #expect(result.status == 1, "\(result.output)\(result.errors)")
      #expect(!result.output.contains("does not go"))
    }
  }

  @Test("a book alone is set as its project says: PDF, overlays, failing rules")
  func project() throws {
    let project = """
      page: 4x6
      debug: [boxes]
      impose: booklet
      fail-on: any
      books: [{path: b.xhtml}]
      """
    try withBook(project) { folder in
      _ = try Program.run(["b.xhtml", "--svg-dir", "s", "-q"], in: folder)
      let page = try String(
        contentsOf: folder.appendingPathComponent("s/0001.svg"), encoding: .utf8)
      #expect(page.contains("debug"))
      _ = try Program.run(["b.xhtml", "--pdf", "own.pdf", "--impose", "2up", "-q"], in: folder)
      _ = try Program.run(["b.xhtml", "--pdf", "p.pdf", "-q"], in: folder)
      _ = try Program.run(["b.xhtml", "--project", "none.yml", "--pdf", "n.pdf", "-q"], in: folder)
      func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(name))
      }
      #expect(try bytes("own.pdf") != bytes("p.pdf"))
      try Program.put(
        Self.document.replacing("</p>", with: "</p><p style='foo: 1'>x</p>"), "b.xhtml", in: folder)
      #expect(try Program.run(["b.xhtml", "--map-only", "-q"], in: folder).status == 1)
    }
  }

  @Test("the output folder may be the current one")
  func currentFolder() throws {
    try withBook(nil) { folder in
      let own = folder.appendingPathComponent("own")
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      for _ in 0..<2 {
        let result = try Program.run(["../b.xhtml", "-o", ".", "-q"], in: own)
        #expect(result.status == 0, "\(result.errors)")
        #expect(FileManager.default.fileExists(atPath: own.path + "/svg/0001.svg"))
      }
    }
  }

  @Test("what an option names is looked at before the book is set")
  func named() throws {
    try withBook("page: 4x6\nbooks: [{path: b.xhtml}]\n") { folder in
      for (arguments, status, message) in [
        (["b.xhtml", "--cell", "nope"], 64, "has no cell \"nope\""),
        (["b.xhtml", "--page-source", "x"], 64, "--page-source needs --page-list"),
        (["b.xhtml", "--page-list", "p.epub", "--page-source", ""], 64, "wants a name"),
        (["b.xhtml", "--map-only", "--text", "live"], 64, "for SVG pages"),
        (["b.xhtml", "--hyphenation-dir", "."], 66, "has no file hyph_LANG.dic"),
        (["spell", "b.xhtml", "--dictionary-dir", "nodir"], 66, "no folder of dictionaries"),
        (["b.xhtml", "--pdf-profile", "access"], 64, "--pdf-profile needs --pdf"),
      ] as [([String], Int32, String)] {
        let result = try Program.run(arguments, in: folder)
        #expect(result.status == status, "\(arguments)")
        #expect(result.errors.contains(message), "\(result.errors)")
      }
    }
  }

  @Test("the JSON summary has what --fit found")
  func fitted() throws {
    try withBook(nil) { folder in
      let result = try Program.run(
        ["b.xhtml", "--page", "4x6", "--fit", "<=9", "--json", "--map-only"], in: folder)
      let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      let summary = try #require(object as? [String: Any])
      #expect(summary["fitReached"] as? Bool == true)
      #expect(summary["fitted"] is String && summary["pagesBeforeFit"] is Int)
    }
  }
}
