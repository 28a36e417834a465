import Foundation
import Testing

/// The cache of `check`, and baselines of runs that were killed.
@Suite("Cache")
struct CacheTests {
  private func book(_ words: Int) -> String {
    let text = (1...words).map { "word\($0)" }.joined(separator: " ")
    return """
      <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>\
      <body><p>\(text)</p></body></html>
      """
  }

  @Test("check takes unchanged books and chapters from the cache, and sets the others")
  func cache() throws {
    try Program.withFolder { folder in
      try Program.put(Program.chapters([300, 200, 400]), "b.xhtml", in: folder)
      let plain = ["check", "b.xhtml", "--page", "3x4"]
      let arguments = plain + ["--cache", "c"]
      let baseline = folder.appendingPathComponent("b.pages.json")
      /// Writes the baseline with and without the cache, and checks that both are equal.
      func update() throws -> String {
        try? FileManager.default.removeItem(at: baseline)
        let result = try Program.run(arguments + ["--update"], in: folder)
        #expect(result.status == 0)
        let cached = try Data(contentsOf: baseline)
        try FileManager.default.removeItem(at: baseline)
        #expect(try Program.run(plain + ["--update"], in: folder).status == 0)
        #expect(try Data(contentsOf: baseline) == cached)
        return result.output
      }
      #expect(try !update().contains("[cache"))
      #expect(try Program.run(arguments, in: folder).output.contains("[cache]"))
      #expect(try update().contains("[cache]"))
      try Program.put(Program.chapters([300, 260, 400]), "b.xhtml", in: folder)
      let moved = try Program.run(arguments, in: folder)
      #expect(moved.status == 1 && moved.output.contains("[cache: 2 of 3 chapters]"))
      #expect(try update().contains("[cache]"))
      try Program.put(Program.chapters([301, 261, 400]), "b.xhtml", in: folder)
      #expect(try update().contains("[cache: 1 of 3 chapters]"))
    }
  }

  @Test("a finding fails a check whose pages are in the cache")
  func failingFindings() throws {
    try Program.withFolder { folder in
      try Program.put(
        Program.chapters([9]).replacing("<p>", with: "<p style=\"frob: 1\">"), "b.xhtml", in: folder
      )
      let arguments = ["check", "b.xhtml", "--cache", "c"]
      #expect(try Program.run(arguments + ["--update"], in: folder).status == 0)
      let known = try Program.run(arguments, in: folder)
      #expect(known.status == 0 && known.output.contains("[cache]"))
      let failing = try Program.run(arguments + ["--fail-on", "unsupported-property"], in: folder)
      #expect(failing.status == 1 && failing.output.contains("frob"))
      #expect(try Program.run(arguments + ["--fail-on", "overfull-line"], in: folder).status == 0)
    }
  }

  @Test("a damaged cache entry is reported and written again", arguments: ["json", "chapters"])
  func damagedCache(kind: String) throws {
    try Program.withFolder { folder in
      try Program.put(Program.chapters([300, 200]), "b.xhtml", in: folder)
      let arguments = ["check", "b.xhtml", "--page", "3x4", "--cache", "c"]
      #expect(try Program.run(arguments + ["--update"], in: folder).status == 0)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent("c").path)
      let name = try #require(names.first { $0.hasSuffix("." + kind) })
      let entry = folder.appendingPathComponent("c/\(name)")
      let whole = try Data(contentsOf: entry)
      // Cached chapters are read only if the book as a whole has changed.
      if kind == "chapters" {
        try Program.put(Program.chapters([300, 201]), "b.xhtml", in: folder)
      }
      for place in [0, whole.count / 3, whole.count / 2, whole.count - 1] {
        var bytes = whole
        bytes[place] ^= 1
        try bytes.write(to: entry)
        let damaged = try Program.run(
          arguments + [
            "--allow", "+-1", "--fail-on", "any", "--format", "text", "--format", "json=r",
          ],
          in: folder)
        #expect(damaged.status == 0, "\(place)")
        #expect(damaged.output.contains("c/\(name)\" was not as it had been written"), "\(place)")
        #expect(damaged.output.contains("[damaged-cache]"))
        let report = try String(
          contentsOf: folder.appendingPathComponent("r"), encoding: .utf8)
        #expect(report.contains("\"cacheFindings\""))
        // The entry was written again.
        let next = try Program.run(arguments + ["--allow", "+-1"], in: folder)
        #expect(next.output.contains("[cache]") && !next.output.contains("damaged"), "\(place)")
        if kind == "chapters" {
          try FileManager.default.removeItem(
            at: folder.appendingPathComponent("c/\(name.replacing(".chapters", with: ".json"))"))
        }
      }
    }
  }

  @Test("entries that were not used for 30 days are removed; a check that uses an entry keeps it")
  func pruning() throws {
    try Program.withFolder { folder in
      try Program.put(Program.chapters([300]), "b.xhtml", in: folder)
      let arguments = ["check", "b.xhtml", "--page", "3x4", "--cache", "c"]
      #expect(try Program.run(arguments + ["--update"], in: folder).status == 0)
      let cache = folder.appendingPathComponent("c")
      func age(days: Double) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: cache.path) {
          try FileManager.default.setAttributes(
            [.modificationDate: Date() - days * 86_400],
            ofItemAtPath: cache.appendingPathComponent(name).path)
        }
      }
      try age(days: 20)
      #expect(try Program.run(arguments, in: folder).output.contains("[cache]"))
      // Without its use the entry would be 40 days old now.
      let entry = try #require(
        try FileManager.default.contentsOfDirectory(atPath: cache.path).first {
          $0.hasSuffix(".json")
        })
      let used =
        try FileManager.default.attributesOfItem(
          atPath: cache.appendingPathComponent(entry).path)[.modificationDate] as? Date
      #expect(try #require(used) > Date() - 86_400)
      // A check of another book removes what is not used.
      try age(days: 31)
      try Program.put(Program.chapters([200]), "c.xhtml", in: folder)
      let other = ["check", "c.xhtml", "--page", "3x4", "--cache", "c", "--update"]
      #expect(try Program.run(other, in: folder).status == 0)
      #expect(try !Program.run(arguments, in: folder).output.contains("[cache]"))
    }
  }

  @Test("a killed run leaves either the old baseline or the new one")
  func killed() throws {
    try Program.withFolder { folder in
      try Program.put(book(400), "b.xhtml", in: folder)
      let arguments = ["check", "b.xhtml", "--page", "3x4", "--update", "--cache", "c"]
      #expect(try Program.run(arguments, in: folder).status == 0)
      let baseline = folder.appendingPathComponent("b.pages.json")
      let old = try Data(contentsOf: baseline)
      try Program.put(book(800), "b.xhtml", in: folder)
      var seen: Set<Data> = []
      for step in 0..<12 {
        let process = Process()
        process.executableURL = Program.url
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        usleep(UInt32(step * 9_000))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        seen.insert(try Data(contentsOf: baseline))
      }
      let last = try Program.run(arguments, in: folder)
      #expect(last.status == 0 && !last.output.contains("damaged-cache"))
      let new = try Data(contentsOf: baseline)
      #expect(new != old && seen.isSubset(of: [old, new]))
    }
  }
}
