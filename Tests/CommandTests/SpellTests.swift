import Foundation
import Support
import Testing

/// The words that `paginate spell` lists, and what it suggests for them.
@Suite("Spelling on the command line")
struct SpellTests {
  private func put(_ body: String, in folder: URL) throws {
    try Program.put(
      "<html xmlns='http://www.w3.org/1999/xhtml' xml:lang='en'><head><title>T</title></head>"
        + "<body>\(body)</body></html>", "b.xhtml", in: folder)
  }

  @Test("a frequent name has no suggestions, and is one for words that are nearly the same")
  func names() throws {
    try Program.withFolder { folder in
      try put(
        String(repeating: "<p>Here comes Queequeg.</p>", count: 3)
          + "<p>Queequag again. We aldrovandi recieve it.</p>", in: folder)
      let result = try Program.run(["spell", "b.xhtml", "--words"], in: folder)
      let lines = result.output.split(separator: "\n")
      #expect(lines.first == "3  Queequeg  page 1")
      #expect(lines.contains("1  Queequag  Queequeg  page 1"), "\(result.output)")
      #expect(lines.contains { $0.hasPrefix("1  recieve  receive") })
      // No word of the dictionary is near.
      #expect(lines.contains("1  aldrovandi  page 1"))
    }
  }

  @Test("words in the boxes of lines are listed where the boxes are")
  func boxes() throws {
    try Program.withFolder { folder in
      let box = "<span style='display: inline-block'>bxqz</span>"
      try put("<p>axqz</p><p>a \(box) cxqz</p><p>dxqz</p>", in: folder)
      let result = try Program.run(["spell", "b.xhtml", "--no-suggestions"], in: folder)
      let words = result.output.matches(of: /[a-d]xqz/).map { String($0.output) }
      #expect(words == ["axqz", "bxqz", "cxqz", "dxqz"])
    }
  }

  @Test("any number of tasks suggests the same")
  func tasks() throws {
    try Program.withFolder { folder in
      let letters = Array("abcdefghij")
      let words = letters.flatMap { one in letters.map { "lettr\(one)\($0)" } }
      try put("<p>\(words.joined(separator: " "))</p>", in: folder)
      let one = try Program.run(["spell", "b.xhtml", "-j", "1"], in: folder)
      #expect(one.output.split(separator: "\n").count > 90)
      #expect(try Program.run(["spell", "b.xhtml", "-j", "3"], in: folder).output == one.output)
    }
  }

  @Test("a dictionary is missed for languages only, and named without script and region")
  func missing() throws {
    try Program.withFolder { folder in
      try put(
        "<p lang='und'>Xyzzy</p><p lang='zxx'>ab</p><p lang='x-own'>ab</p><p lang='he-Latn'>shalom</p>",
        in: folder)
      let result = try Program.run(["spell", "b.xhtml"], in: folder)
      #expect(
        result.errors
          == "paginate: no dictionary for \"he-Latn\" (apt search hunspell-he, or --dictionary-dir)\n"
      )
    }
  }

  @Test("the letter of a note's call is not part of the word, and addresses are not misspelt")
  func callsAndAddresses() throws {
    try Program.withFolder { folder in
      let call = "<a epub:type='noteref' href='#n'>a</a>"
      try Program.put(
        "<html xmlns='http://www.w3.org/1999/xhtml' xmlns:epub='http://www.idpf.org/2007/ops' "
          + "xml:lang='en'><head><title>T</title></head><body><h1>Head\(call)</h1>"
          + "<p>A cell<sup><a href='#m'>b</a></sup>, and hause\(call). The 1<sup>st</sup> M<sup>r</sup> one. "
          + "See http://xyzzy.example.org/qwrt/zzyx-abc, www.qwrt.org/zzyx and qwrt@zzyx.org.</p>"
          + "<p id='m'>More.</p><aside epub:type='footnote' id='n'><p>Here.</p></aside></body></html>",
        "b.xhtml", in: folder)
      let result = try Program.run(["spell", "b.xhtml", "--words", "--no-suggestions"], in: folder)
      #expect(result.output == "1  hause  page 1\n")
    }
  }

  @Test("a single letter has no suggestions")
  func letters() throws {
    try Program.withFolder { folder in
      try put("<p>The \u{00F0} and recieve.</p>", in: folder)
      let lines = try Program.run(["spell", "b.xhtml", "--words"], in: folder).output.split(
        separator: "\n")
      #expect(lines.contains("1  \u{00F0}  page 1") && lines.contains { $0.contains("receive") })
    }
  }
}
