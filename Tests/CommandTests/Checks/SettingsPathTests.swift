import Foundation
import Paginator
import Support
import Testing

/// A setting can be given on the command line, in the manifest of a batch and in `paginate.yml`. The
/// map states what arrived.
@Suite("settings on their way to the map")
struct SettingsPathTests {
  /// A value of every setting; an empty one is a flag's. Paths are relative to the folder `p`.
  private static let values: [(key: LayoutSettings.Key, value: String)] = [
    (.page, "4x5"), (.margin, "0.5in 30pt"), (.style, "s.css"), (.readerSize, "small"),
    (.font, "Square"), (.fontDir, "fonts"), (.fontFile, "fonts/Square.ttf"),
    (.noSystemFonts, ""), (.hyphenationDir, "fonts"), (.hyphenationExceptions, "words"),
    (.root, "."), (.authorStyles, "off"), (.notes, "foot"), (.pageBreaking, "optimal"),
    (.keep, "k.json"), (.fitted, "leading 0.25pt"), (.toc, ""), (.lenient, ""), (.jobs, "1"),
    (.maxUnpacked, "99"), (.limit, "pages=500"),
  ]

  /// What the map says of them.
  private static let stated = [
    "style": "s.css", "readerSize": "small", "page": "288.0x360.0pt",  // 4 x 5 inches
    "margin": "36.0 30.0 36.0 30.0pt", "font": "Square", "authorStyles": "off", "notes": "foot",
    "pageBreaking": "optimal", "fitted": "leading 0.25pt", "keep": "k.json",
  ]

  /// The options of the command.
  private var arguments: [String] {
    Self.values.flatMap { key, value in ["--\(key.rawValue)"] + (value.isEmpty ? [] : [value]) }
  }

  /// The settings as the members of a JSON object, which is also YAML. Numbers are written as texts
  /// in a manifest.
  private func members(quotesNumbers: Bool) -> String {
    Self.values.map { key, value in
      let isPlain = value.isEmpty || !quotesNumbers && Int(value) != nil
      return "\"\(key.rawValue)\": " + (isPlain ? (value.isEmpty ? "true" : value) : "\"\(value)\"")
    }.joined(separator: ", ")
  }

  private func prepare(_ folder: URL) throws {
    let square = URL(fileURLWithPath: Checkout.fixture("Square.ttf"))
    _ = try shell("mkdir -p p/fonts; cp '\(square.path)' p/fonts", folder)
    try Program.putEPUB("p/b", words: 400, in: folder)
    try Program.put("body { line-height: 1.3 }", "p/s.css", in: folder)
    try Program.put("ta-ble\n", "p/words", in: folder)
    try Program.put("UTF-8\n", "p/fonts/hyph_xx.dic", in: folder)
    _ = try shell("$PAGINATE p/b -q --page 4x5 --map p/k.json", folder)
    try Program.put(
      """
      {\(members(quotesNumbers: false)), "output-dir": "o", "baselines": "base",
       "books": [{"path": "b"}]}
      """, "p/paginate.yml", in: folder)
    try Program.put(
      #"{"book": "b", "outputs": ["map"], "editions": [{\#(members(quotesNumbers: true))}]}"#
        + "\n",
      "p/m.jsonl", in: folder)
  }

  private func shell(_ line: String, _ folder: URL, status: Int32 = 0) throws -> String {
    let result = try Program.shell("set -e\n" + line, in: folder)
    #expect(result.status == status, "\(line): \(result.output) \(result.errors)")
    return result.output
  }

  private func settings(_ map: String, _ folder: URL) throws -> [String: String] {
    let data = try Data(contentsOf: folder.appendingPathComponent(map))
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try #require(object?["settings"] as? [String: String])
  }

  @Test("every setting arrives, whether options, a manifest or paginate.yml give it")
  func everyWay() throws {
    #expect(Set(Self.values.map(\.key)) == Set(LayoutSettings.Key.allCases))
    try Program.withFolder { folder in
      try prepare(folder)
      let options = arguments.map { "'\($0)'" }.joined(separator: " ")
      _ = try shell(
        """
        mkdir q; (cd q; cp -r ../p/{b,fonts,s.css,words,k.json} .
          $PAGINATE b -q \(options) --map options.json)
        $PAGINATE batch p/m.jsonl --out r -q && cp r/*/map.json batch.json
        $PAGINATE check --project p/paginate.yml --update
        $PAGINATE p/b --project p/paginate.yml -q --map project.json
        (cd p; $PAGINATE b -q --map ../beside.json)
        """, folder)
      let maps = [
        "q/options.json", "batch.json", "p/o/b.pages/map.json", "project.json", "beside.json",
      ]
      for map in maps {
        #expect(try settings(map, folder) == Self.stated, "\(map)")
        _ = try shell("cmp q/options.json \(map)", folder)
      }
    }
  }

  @Test("options of the command override the project file, for one book and its check")
  func overriding() throws {
    try Program.withFolder { folder in
      try Program.putEPUB("b", words: 400, in: folder)
      try Program.putEPUB("c", words: 30, in: folder)
      try Program.put(
        "pages: [4x5, a6]\nreader-sizes: small\nallow: total\nbaselines: base\nbooks: [{path: b}]\n",
        "paginate.yml", in: folder)
      _ = try shell("$PAGINATE check --update", folder)
      func set(_ arguments: String) throws -> [String: String] {
        _ = try shell("$PAGINATE \(arguments) -q --map m.json", folder)
        return try settings("m.json", folder)
      }
      #expect(try set("b")["page"] == "288.0x360.0pt")
      #expect(try set("b --page a6")["page"]?.hasPrefix("297.6") == true)
      #expect(try set("b --cell b.a6-novel-small")["page"]?.hasPrefix("297.6") == true)
      let other = try set("./b --page 6x9 --reader-size large")
      #expect(other["page"] == "432.0x648.0pt" && other["readerSize"] == "large")
      // A book that the file does not list.
      #expect(try set("c")["readerSize"] == "large")
      // The other commands speak of the same pages.
      let place = try shell("$PAGINATE grep 'word39[0-9]' b | head -1", folder)
      #expect(
        try shell("$PAGINATE grep 'word39[0-9]' b --page 4x5 --reader-size S | head -1", folder)
          == place)
      // The check of one book is that of its cell.
      _ = try shell(
        "$PAGINATE check b; $PAGINATE check b --page a6; $PAGINATE check --cell b.a6-novel-small",
        folder)
      let before = try shell("cat base/*", folder)
      // Under other settings, it has a baseline of its own.
      _ = try shell(
        "$PAGINATE check b --page 6x9 --update; grep -q 432.0x648.0pt b.pages.json; grep -q small b.pages.json",
        folder)
      #expect(try shell("cat base/*", folder) == before)
      _ = try shell(
        "$PAGINATE check b --page 6x9; $PAGINATE check b --page 6x9 --reader-size large", folder,
        status: 1)
      #expect(try Program.run(["b", "--cell", "none"], in: folder).status == 64)
    }
  }
}
