import Foundation
import Testing

/// PDFs that `check` and `matrix` measure, and their settings in `paginate.yml`. The oracle of a
/// size and digest is the file that the main command writes, read with `stat` and `sha256sum`.
@Suite("PDFs in checks")
struct PDFCheckTests {
  private static func book(_ words: Int = 200, link: String = "https://example.org/a") -> String {
    let text = (1...words).map { "word\($0)" }.joined(separator: " ")
    return """
      <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>\
      <body><p><a href="\(link)">here</a> \(text)</p></body></html>
      """
  }

  private func withBook(_ test: (URL) throws -> Void) throws {
    try Program.withFolder { folder in
      try Program.put(Self.book(), "b.xhtml", in: folder)
      try test(folder)
    }
  }

  private func shell(_ line: String, _ folder: URL, status: Int32 = 0) throws -> String {
    let result = try Program.shell("set -e\n" + line, in: folder)
    #expect(result.status == status, "\(line): \(result.output) \(result.errors)")
    return result.output
  }

  /// The size and the digest of a file, as other programs see them.
  private func measured(_ file: String, _ folder: URL) throws -> (bytes: String, digest: String) {
    let lines = try shell("stat -c %s \(file); sha256sum \(file)", folder).split(separator: "\n")
    return (String(lines[0]), String(lines[1].prefix(64)))
  }

  private func rows(_ folder: URL, _ name: String = "r.json") throws -> [[String: Any]] {
    let data = try Data(contentsOf: folder.appendingPathComponent(name))
    let report = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try #require(report?["results"] as? [[String: Any]])
  }

  /// A profile of a CMYK printer, as far as it is read.
  private func putProfile(_ folder: URL, fill: UInt8 = 0) throws {
    var bytes = [UInt8](repeating: fill, count: 200)
    bytes.replaceSubrange(12..<16, with: Array("prtr".utf8))
    bytes.replaceSubrange(16..<20, with: Array("CMYK".utf8))
    bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
    try Data(bytes).write(to: folder.appendingPathComponent("P51.icc"))
  }

  @Test("check --pdf reports the size and digest of the file that the main command writes")
  func reports() throws {
    try withBook { folder in
      _ = try shell(
        "$PAGINATE b.xhtml --page 3x4 -q --pdf ../\(folder.lastPathComponent).pdf", folder)
      let other = folder.appendingPathExtension("pdf")
      defer { try? FileManager.default.removeItem(at: other) }
      let file = try measured(other.path, folder)
      let text = try shell("$PAGINATE check b.xhtml --page 3x4 --pdf --update", folder)
      #expect(text.contains("  PDF: \(file.bytes) bytes, SHA-256 \(file.digest)\n"))
      #expect(try shell("ls -A", folder) == "b.pages.json\nb.xhtml\n")
      let formats = ["json=r.json", "junit=j.xml", "markdown=m.md"]
        .map { " --format \($0)" }.joined()
      _ = try shell("$PAGINATE check b.xhtml --page 3x4 --jobs 2 --pdf \(formats)", folder)
      let pdf = try #require(rows(folder)[0]["pdf"] as? [String: Any])
      #expect(
        pdf["digest"] as? String == file.digest && pdf["digestBefore"] as? String == file.digest)
      #expect(pdf["changed"] as? Bool == false && "\(pdf["bytes"] ?? "")" == file.bytes)
      #expect(
        try shell("cat j.xml", folder).contains("name=\"pdf.sha256\" value=\"\(file.digest)\""))
      #expect(try shell("cat m.md", folder).contains("| \(file.bytes) | \(file.digest) |"))
      try Program.validate("r.json", "check-report", in: folder)
      try Program.validate("b.pages.json", "baseline", in: folder)
      _ = try shell("$PAGINATE check b.xhtml --page 3x4 --pdf-dir out/pdfs", folder)
      #expect(try measured("out/pdfs/b.pdf", folder) == file)
    }
  }

  @Test("a PDF that changed while no page did is told, with the cause, and fails only if asked")
  func changed() throws {
    try withBook { folder in
      let check = "$PAGINATE check b.xhtml --page 3x4"
      _ = try shell("\(check) --pdf --update", folder)
      // Only the target of a link is other: no letter moves.
      try Program.put(Self.book(link: "https://example.org/b"), "b.xhtml", in: folder)
      let told = try shell(
        "\(check) --pdf --format text --format json=r.json --format github=g --format sarif=s",
        folder)
      #expect(told.hasPrefix("ok b.xhtml: "))
      #expect(
        told.contains(
          "the PDF is not the baseline's, although no page changed; what changed: document b.xhtml")
      )
      let row = try rows(folder)[0]
      #expect(row["result"] as? String == "same")
      #expect((row["pdf"] as? [String: Any])?["changed"] as? Bool == true)
      #expect(
        try shell("cat g", folder).hasPrefix("::notice file=b.xhtml,line=1,title=PDF changed"))
      #expect(try shell("cat s", folder).contains("pages-pdf-changed"))
      let failed = try shell(
        "\(check) --pdf-exact --format text --format json=r.json", folder, status: 1)
      #expect(failed.contains("FAILED b.xhtml: the PDF is not the baseline's, although"))
      #expect(try rows(folder)[0]["result"] as? String == "pdf-changed")
      // Without a PDF there is nothing to tell.
      #expect(try !shell(check, folder).contains("PDF"))
      _ = try shell("\(check) --pdf --update && \(check) --pdf-exact", folder)
    }
  }

  @Test("other settings of a PDF are named as the cause; moved pages come before the PDF")
  func causes() throws {
    try withBook { folder in
      let check = "$PAGINATE check b.xhtml --page 3x4"
      _ = try shell("\(check) --pdf --update", folder)
      let attached = try shell("\(check) --pdf --pdf-attach", folder)
      #expect(attached.contains("it is made as \"access, attached\" and was made as \"access\""))
      try Program.put(Self.book(600), "b.xhtml", in: folder)
      let moved = try shell(
        "\(check) --pdf-exact --format text --format json=r.json", folder, status: 1)
      #expect(moved.contains("the PDF is not the baseline's, nor are the pages"))
      #expect(try rows(folder)[0]["result"] as? String == "moved")
      // A baseline that is written without a PDF says so.
      #expect(try shell("\(check) --update", folder).contains("no longer records a PDF"))
      let nothing = try shell("\(check) --pdf-exact", folder, status: 1)
      #expect(nothing.contains("the baseline records no PDF"))
    }
  }

  @Test("with a cache, the PDF of an unchanged book is known, and made again if its file is gone")
  func cache() throws {
    try withBook { folder in
      let check = "$PAGINATE check b.xhtml --page 3x4 --cache c"
      _ = try shell("\(check) --update --pdf", folder)
      let made = try shell("\(check) --pdf", folder)
      #expect(made.contains("[cache]") && made.contains("SHA-256"))
      #expect(try shell("\(check)", folder).contains("as in the baseline"))
      let placed = try shell("\(check) --pdf-dir out", folder)
      #expect(!placed.contains("[cache]"))
      let file = try measured("out/b.pdf", folder)
      #expect(try shell("\(check) --pdf-dir out", folder).contains("[cache]"))
      _ = try shell("rm out/b.pdf", folder)
      #expect(try shell("\(check) --pdf-dir out", folder).contains(file.digest))
      #expect(try measured("out/b.pdf", folder) == file)
      // Other settings are another PDF.
      let attached = try shell("\(check) --pdf --pdf-attach", folder)
      #expect(!attached.contains("[cache]") && !attached.contains(file.digest))
    }
  }

  @Test("matrix --pdf reports the PDF that a single run writes for each cell")
  func matrix() throws {
    try withBook { folder in
      let matrix = "$PAGINATE matrix b.xhtml --page 3x4,4x5 --style none --reader-size L"
      let text = try shell("\(matrix) --pdf", folder)
      let json = try shell("\(matrix) --pdf-dir p --format json", folder)
      #expect(try shell("ls p", folder) == "3x4-none-L.pdf\n4x5-none-L.pdf\n")
      let cells = try #require(
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
      for (cell, page) in zip(cells, ["3x4", "4x5"]) {
        _ = try shell(
          "$PAGINATE b.xhtml --page \(page) --style none --reader-size L -q --pdf x", folder)
        let file = try measured("x", folder)
        let pdf = try #require(cell["pdf"] as? [String: Any])
        #expect(pdf["digest"] as? String == file.digest && "\(pdf["bytes"] ?? "")" == file.bytes)
        #expect(text.contains("\(page) none L: PDF of \(file.bytes) bytes, SHA-256 \(file.digest)"))
        #expect(try measured("p/\(page)-none-L.pdf", folder) == file)
      }
      #expect(try !shell(matrix, folder).contains("PDF"))
    }
  }

  @Test("paginate.yml sets the PDF of the project, of a book and of an edition")
  func project() throws {
    try withBook { folder in
      try putProfile(folder)
      try Program.put(
        """
        {
          "pages": "3x4", "pdf": true, "pdf-profile": "print", "icc": "P51.icc", "bleed": "3mm",
          "marks": ["register", "crop"], "baselines": "base",
          "books": [
            { "path": "b.xhtml",
              "editions": [
                { "name": "print" },
                { "name": "reader", "pages": ["3x4", "4x5"], "pdf-profile": "access",
                  "pdf-dir": "out", "pdf-attach": true },
                { "pages": "5x5", "pdf": false }
              ] },
            { "path": "b.xhtml", "name": "plain", "pdf-profile": "access" }
          ]
        }

        """, "paginate.yml", in: folder)
      // JSON is YAML.
      try Program.validate("paginate.yml", "project", in: folder)
      _ = try shell("$PAGINATE check --update --format json=r.json", folder)
      #expect(
        try shell("ls base out", folder) == """
          base:
          b.5x5-novel-large.json
          b.print.json
          b.reader-3x4-novel-large.json
          b.reader-4x5-novel-large.json
          plain.json

          out:
          b.reader-3x4-novel-large.pdf
          b.reader-4x5-novel-large.pdf

          """)
      let made = try rows(folder)
      func settings(_ index: Int) -> String? {
        (made[index]["pdf"] as? [String: Any])?["settings"] as? String
      }
      #expect(
        made.map { $0["cell"] as? String } == [
          "print", "reader 3x4 novel large", "reader 4x5 novel large", "5x5 novel large", "",
        ])
      #expect(settings(0)?.hasPrefix("print, bleed 3mm, marks crop register, icc ") == true)
      #expect(settings(1) == "access, attached" && settings(3) == nil && settings(4) == "access")
      _ = try shell(
        "$PAGINATE b.xhtml --page 3x4 -q --pdf x --pdf-profile print --icc P51.icc --bleed 3mm --marks crop,register",
        folder)
      let file = try measured("x", folder)
      #expect((made[0]["pdf"] as? [String: Any])?["digest"] as? String == file.digest)
      #expect(
        try shell("$PAGINATE check --pdf-exact", folder, status: 1).contains("records no PDF"))
      // Another profile is another way to make the file.
      try putProfile(folder, fill: 1)
      #expect(try shell("$PAGINATE check", folder).contains("it is made as \"print, bleed 3mm"))
    }
  }

  @Test(
    "settings of a PDF that cannot be used are errors that name them",
    arguments: [
      ("pdf-profile: print\n", "pdf-profile print needs icc"),
      ("bleed: 3mm\n", "need pdf-profile print"),
      ("pdf-profile: poster\n", "paginate.yml:1:14: \"pdf-profile\" is \"access\" or \"print\""),
      ("editions: []\n", "lists no edition"),
      ("editions: [{pages: a5}, {pages: a5}]\n", "two editions have the baseline"),
      ("editions: [{path: c.xhtml}]\n", "unknown key \"path\""),
      ("editions: [{name: a/b}]\n", "is not a name of a file"),
    ])
  func mistakes(line: String, message: String) throws {
    try withBook { folder in
      try Program.put(line + "books: [{path: b.xhtml}]\n", "paginate.yml", in: folder)
      let result = try Program.run(["check"], in: folder)
      #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }
  }
}
