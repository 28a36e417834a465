import Foundation
import Testing

@Suite("proofs of a project")
struct ProofProjectTests {
  private static let project = """
    pages: [4x5, a6]
    books:
      - { path: text/b.xhtml, font-dirs: fonts }
      - { path: text/c.xhtml, page: a5, author-styles: off }
    """

  private func prepare(_ folder: URL) throws {
    for name in ["text", "fonts"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try Program.put(Program.chapters([300]), "text/b.xhtml", in: folder)
    try Program.put(Program.chapters([30]), "text/c.xhtml", in: folder)
    try Program.put(Self.project, "paginate.yml", in: folder)
  }

  /// The settings that the map of a proof states.
  private func settings(_ proof: String, _ folder: URL) throws -> [String: String] {
    let data = try Data(contentsOf: folder.appendingPathComponent(proof + "/map.json"))
    let map = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try #require(map?["settings"] as? [String: String])
  }

  private func proof(_ arguments: [String], _ folder: URL) throws -> [String: String] {
    let result = try Program.run(["proof", "-o", "p"] + arguments, in: folder)
    #expect(result.status == 0, "\(arguments): \(result.errors)")
    return try settings("p", folder)
  }

  @Test("a book of the project file is set as it says, and options override it")
  func settings() throws {
    try Program.withFolder { folder in
      try prepare(folder)
      #expect(try proof(["text/b.xhtml"], folder)["page"] == "288.0x360.0pt")  // 4 x 5 inches
      #expect(try proof(["text/b.xhtml", "--page", "a6"], folder)["page"]?.prefix(5) == "297.6")
      let wide = try proof(["text/c.xhtml", "--page", "6x9"], folder)
      #expect(wide["page"] == "432.0x648.0pt" && wide["authorStyles"] == "off")
      let other = try proof(["--cell", "b.a6-novel-large", "--reader-size", "small"], folder)
      #expect(other["readerSize"] == "small" && other["page"]?.prefix(5) == "297.6")
      #expect(
        try proof(["text/b.xhtml", "--style", "pocket"], folder)["style"] == "pocket")
      // From a folder above; the font folder is beside the project file.
      let above = folder.deletingLastPathComponent()
      let path = folder.lastPathComponent
      let result = try Program.run(
        ["proof", "--project", "\(path)/paginate.yml", "--cell", "c", "-o", "\(path)/q"], in: above)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try settings("q", folder)["authorStyles"] == "off")
    }
  }

  @Test("a book that the project file does not list has the command line's settings alone")
  func others() throws {
    try Program.withFolder { folder in
      try prepare(folder)
      try Program.put(Program.chapters([30]), "d.xhtml", in: folder)
      #expect(try proof(["d.xhtml"], folder)["page"] == "style")
      for arguments in [[], ["--cell", "none"], ["d.xhtml", "--project", "paginate.yml"]] {
        let result = try Program.run(["proof"] + arguments, in: folder)
        #expect(result.status == 64, "\(arguments): \(result.errors)")
      }
      let several = try Program.run(["proof"], in: folder).errors
      #expect(several.contains("b.4x5-novel-large, b.a6-novel-large, c"), "\(several)")
    }
  }

  @Test("watch sees the project file, and shows its errors until they are corrected")
  func watch() throws {
    try Program.withFolder { folder in
      try prepare(folder)
      let script = """
        wait_for() { for i in $(seq 200); do grep -q "$1" "$2" 2>/dev/null && return; sleep 0.1; done; echo "no $1"; }
        same() { "$PAGINATE" proof --cell c -q -o fresh; diff -r p/pages fresh/pages || echo "$1 differs"; }
        "$PAGINATE" watch text/c.xhtml -q -o p 2>errors &
        pid=$!
        wait_for 'proofVersion(1,' p/data/version.js; grep -q 419.5 p/map.json || echo "not a5"
        sed -i 's/page: a5/page: a6/' paginate.yml
        wait_for 'proofVersion(2,""' p/data/version.js; grep -q 297.6 p/map.json || echo "not a6"
        same page
        sed -i 's/page: a6/pege: a6/' paginate.yml
        wait_for 'proofVersion(3,".*paginate.yml:4:' p/data/version.js
        sed -i 's/pege: a6/page: a6, font: EB Garamond, no-system-fonts: false/' paginate.yml
        wait_for 'proofVersion(4,""' p/data/version.js; grep -q '"font": "EB Garamond"' p/map.json || echo "no font"
        same font
        kill -TERM $pid
        wait $pid
        echo "status $?"
        """
      let result = try Program.shell(script, in: folder)
      #expect(result.output == "status 143\n", "\(result.errors)")
    }
  }
}
