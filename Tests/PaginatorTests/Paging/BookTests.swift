import EPUB
import Foundation
import Support
import Testing

@testable import Paginator

/// Whole books: our corpus, and the novels of `../shared` if they are present.
@Suite("Books")
struct BookTests {
  private func options(_ preset: String = "novel", size: ReaderSize = .large, jobs: Int = 2) throws
    -> PaginationOptions
  {
    let css = try #require(Preset.css(named: preset))
    var options = PaginationOptions(preset: (name: preset, css: css))
    options.readerSize = size
    options.jobs = jobs
    return options
  }

  static let corpus = ["sampler", "lighthouse"]

  private func open(_ name: String) throws -> Publication {
    try Publication.open(Checkout.root.appendingPathComponent("corpus/\(name)/\(name).xhtml").path)
  }

  @Test("map and SVG have the same bytes in every run, with any number of jobs", arguments: corpus)
  func determinism(name: String) async throws {
    var outputs: [[UInt8]] = []
    for jobs in [1, 2, 4, 2] {
      let pagination = try await paginate(open(name), options: options(jobs: jobs))
      var map = PageMap(pagination)
      var bytes = map.json(versions: [])
      let drawer = SVGPageDrawer(pagination)
      for page in pagination.pages { bytes += try drawer.svg(of: page, in: pagination) }
      outputs.append(bytes)
    }
    #expect(outputs.allSatisfy { $0 == outputs[0] })
  }

  @Test("pages tile the text: each begins where the last ended", arguments: corpus)
  func tiling(name: String) async throws {
    let pagination = try await paginate(open(name), options: options())
    for chapter in pagination.chapters {
      #expect(chapter.pages.first?.start == 0)
      #expect(chapter.pages.last?.end == chapter.text.length)
      for (page, next) in zip(chapter.pages, chapter.pages.dropFirst()) {
        #expect(page.end == next.start)
      }
      var end = 0
      for line in chapter.lines where !line.flags.contains(.isRepeated) && line.segmentsAreInFlow {
        if Int(line.start) >= end { end = Int(line.end) }
      }
      #expect(end == chapter.text.length)
    }
  }

  @Test("no line ends below the text area of its page", arguments: corpus)
  func inkInside(name: String) async throws {
    let pagination = try await paginate(open(name), options: options())
    for page in pagination.pages where !page.isBlank {
      let (chapter, content) = try #require(pagination.layout(of: page))
      for index in content.lines {
        #expect(chapter.lines[index].rect.maxY <= content.containerSize.height)
      }
    }
  }

  @Test("the page map follows its schema")
  func schema() async throws {
    let pagination = try await paginate(open("sampler"), options: options())
    var map = PageMap(pagination)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "map-\(UUID().uuidString).json")
    try Data(map.json(versions: [("paginate", "0")])).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let schema = Checkout.root.appendingPathComponent("Schemas/page-map.schema.json").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import json,sys,jsonschema; jsonschema.validate(json.load(open(sys.argv[1])), json.load(open(sys.argv[2])))",
      file.path, schema,
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(
    "Pride and Prejudice has no relaxed break and no overfull line or page", .needsShared("books"))
  func novel() async throws {
    let file = Checkout.shared.appendingPathComponent("books/pride-and-prejudice.xhtml").path
    var options = try options()
    options.page = Size(width: 432, height: 648)
    let pagination = try await paginate(Publication.open(file), options: options)
    #expect(
      !pagination.findings.contains {
        [.overfullLine, .relaxedBreak, .overfullPage].contains($0.rule)
      })
    #expect(pagination.pages.count > 300)
  }
}

extension LineFragment {
  /// Whether the line is shown on its page.
  var segmentsAreInFlow: Bool { !flags.contains(.isOffPage) }
}
