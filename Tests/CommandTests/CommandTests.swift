import Foundation
import Testing

/// The program as a user runs it.
@Suite("Command")
struct CommandTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The program that was built beside these tests.
  private static var program: URL {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    let folder = bundle.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
    let beside = folder?.appendingPathComponent("paginate")
    if let beside, FileManager.default.fileExists(atPath: beside.path) { return beside }
    return root.appendingPathComponent(".build/debug/paginate")
  }

  private struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  private func run(_ arguments: [String], in folder: URL) throws -> Result {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let problems = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: problems, as: UTF8.self))
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "paginate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private let document = """
    <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head>\
    <body><p>Hello</p></body></html>
    """

  @Test("a book becomes BOOK-NAME.pages with a map and a page")
  func book() throws {
    try withFolder { folder in
      try document.write(
        to: folder.appendingPathComponent("b.xhtml"), atomically: true, encoding: .utf8)
      let result = try run(["b.xhtml", "--page", "6x9"], in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "1 page: b.pages\n")
      let svg = try String(
        contentsOf: folder.appendingPathComponent("b.pages/svg/0001.svg"), encoding: .utf8)
      #expect(svg.contains("aria-label=\"Hello\""))
      #expect(svg.contains("width=\"432pt\" height=\"648pt\""))
    }
  }

  @Test(
    "each mistake has its exit status and a message",
    arguments: [
      (["none.xhtml"], Int32(66), "no such file"),
      (["b.xhtml", "--page", "huge"], 64, "unknown page size"),
      (["b.xhtml", "--style", "nice"], 64, "unknown style"), (["bad.xhtml"], 65, "bad.xhtml:1:"),
      (["b.xhtml", "-o", "b.xhtml"], 73, "is a file"),
      (["b.xhtml", "--frob"], 64, "Unknown option"),
      (["b.xhtml", "--no-system-fonts"], 66, "no usable font"),
      (["text.xhtml"], 65, "not well-formed"),
      (["svg.xhtml"], 65, "not XHTML"),
    ])
  func mistakes(arguments: [String], status: Int32, message: String) throws {
    try withFolder { folder in
      try document.write(
        to: folder.appendingPathComponent("b.xhtml"), atomically: true, encoding: .utf8)
      try "<html><p></html>".write(
        to: folder.appendingPathComponent("bad.xhtml"), atomically: true, encoding: .utf8)
      try "plain text".write(
        to: folder.appendingPathComponent("text.xhtml"), atomically: true, encoding: .utf8)
      try "<svg xmlns='http://www.w3.org/2000/svg'/>".write(
        to: folder.appendingPathComponent("svg.xhtml"), atomically: true, encoding: .utf8)
      let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let result = try run(arguments, in: folder)
      #expect(result.status == status, "\(result.errors)")
      #expect(result.errors.contains(message), "\(result.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
    }
  }

  @Test("a folder with other files is not replaced; an earlier run's is")
  func replacing() throws {
    try withFolder { folder in
      try document.write(
        to: folder.appendingPathComponent("b.xhtml"), atomically: true, encoding: .utf8)
      #expect(try run(["b.xhtml", "-o", "out", "-q"], in: folder).status == 0)
      #expect(try run(["b.xhtml", "-o", "out", "-q"], in: folder).status == 0)
      try "mine".write(
        to: folder.appendingPathComponent("out/notes.txt"), atomically: true, encoding: .utf8)
      #expect(try run(["b.xhtml", "-o", "out", "-q"], in: folder).status == 73)
      #expect(
        FileManager.default.fileExists(atPath: folder.appendingPathComponent("out/notes.txt").path))
    }
  }

  @Test("--fail-on turns a finding into exit 1")
  func failOn() throws {
    try withFolder { folder in
      let text = document.replacingOccurrences(of: "<p>", with: "<p style='box-shadow: none'>")
      try text.write(
        to: folder.appendingPathComponent("b.xhtml"), atomically: true, encoding: .utf8)
      #expect(
        try run(["b.xhtml", "-q", "--fail-on", "unsupported-property"], in: folder).status == 1)
      #expect(try run(["b.xhtml", "-q", "--fail-on", "missing-image"], in: folder).status == 0)
    }
  }

  @Test("the same bytes from two folders and any number of jobs")
  func places() throws {
    var outputs: [Data] = []
    for jobs in ["1", "2"] {
      try withFolder { folder in
        try document.write(
          to: folder.appendingPathComponent("b.xhtml"), atomically: true, encoding: .utf8)
        #expect(try run(["b.xhtml", "-q", "-j", jobs], in: folder).status == 0)
        outputs.append(try Data(contentsOf: folder.appendingPathComponent("b.pages/map.json")))
      }
    }
    #expect(outputs[0] == outputs[1])
  }

  @Test("styles, fonts, version and dump answer")
  func listings() throws {
    let folder = FileManager.default.temporaryDirectory
    #expect(try run(["styles"], in: folder).output.contains("novel (the default)"))
    #expect(try run(["fonts"], in: folder).status == 0)
    #expect(try run(["--version"], in: folder).output.contains("HarfBuzz"))
    let sampler = Self.root.appendingPathComponent("corpus/sampler/sampler.xhtml").path
    for stage in ["tree", "styles", "text", "glyphs", "breaks", "lines", "pages"] {
      let result = try run(["dump", stage, sampler], in: folder)
      #expect(result.status == 0 && result.output.count > 500, "\(stage)")
    }
  }
}
