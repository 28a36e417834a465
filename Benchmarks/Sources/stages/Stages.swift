import EPUB
import Foundation
import Markup

@testable import Paginator

/// Measures every stage separately over a whole book, on one core, and compares it with the times
/// that prototypes reached on War and Peace.
@main
struct Stages {
  private static let floors = [
    "load": 0.015, "load again and parse": 0.033, "shape, cold": 0.111, "shape, warm": 0.0105,
    "break lines": 0.027, "map": 0.011, "SVG pages": 0.081,
  ]

  static func main() async throws {
    guard CommandLine.arguments.count == 2 else {
      print("stages BOOK")
      exit(64)
    }
    let publication = try Publication.open(CommandLine.arguments[1])
    var best: [(name: String, seconds: Double)] = []
    for _ in 0..<3 {
      let run = try await measure(publication)
      if best.isEmpty { best = run }
      for index in best.indices {
        best[index].seconds = min(best[index].seconds, run[index].seconds)
      }
    }
    print("| stage | CPU ms | floor ms |\n|---|---|---|")
    for (name, seconds) in best {
      let floor = floors[name].map { "\(Int(($0 * 1000).rounded()))" } ?? ""
      print("| \(name) | \(Int((seconds * 1000).rounded())) | \(floor) |")
    }
  }

  private static func clock() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func measure(
    _ publication: Publication
  ) async throws -> [(name: String, seconds: Double)] {
    var result: [(name: String, seconds: Double)] = []
    var start = clock()
    func lap(_ name: String) {
      result.append((name, clock() - start))
      start = clock()
    }
    var options = PaginationOptions(preset: (name: "novel", css: Preset.css(named: "novel") ?? ""))
    options.page = Size(width: 432, height: 648)
    options.jobs = 1
    for document in publication.documents { _ = try publication.bytes(of: document) }
    lap("load")
    let book = SharedBook(publication)
    for index in publication.documents.indices { _ = try book.document(index) }
    lap("load again and parse")
    let styles = BookStyles(publication: publication, options: options)
    let opened = try publication.documents.indices.map {
      try OpenedDocument($0, of: book, options: options, styles: styles)
    }
    lap("stylesheets")
    let computed = ComputedStyles()
    let plan = try NotePlan(opened, isAtFoot: false, floatsToFoot: true)
    var chapters: [Chapter] = []
    for index in opened.indices {
      _ = try DocumentReading(
        index: index, documents: opened, notes: plan, publication: publication, options: options,
        pages: [options.page], isOneOfSeveral: false,
        textStyles: styles.textStyles, targets: nil, computed: computed
      ).read { chapters.append($0.chapter) }
    }
    lap("style and read")
    let cache = ShapingCache(fonts: options.fonts)
    let environment = LayoutEnvironment(cache: cache, options: options)
    let typesetter = environment.typesetter()
    try shape(chapters, typesetter)
    lap("shape, cold")
    try shape(chapters, typesetter)
    lap("shape, warm")
    let width = 300 * 1024
    for chapter in chapters {
      let setter = try LineSetter(text: chapter.text, typesetter: typesetter)
      for index in chapter.text.paragraphs.indices {
        _ = try setter.set(
          ParagraphRequest(index: index, width: width, pageHeight: Length(points: 520)))
      }
    }
    lap("shape (warm), break and build lines")
    let shaping = result[result.count - 2].seconds
    result[result.count - 1] = (
      "break lines", max(0, result[result.count - 1].seconds - shaping)
    )
    start = clock()
    let pagination = try await paginate(publication, options: options)
    lap("everything, to pages in memory")
    var map = PageMap(pagination)
    _ = map.json(versions: [])
    lap("map")
    let drawer = SVGPageDrawer(pagination)
    for page in pagination.pages { _ = try drawer.svg(of: page, in: pagination) }
    lap("SVG pages")
    return result
  }

  private static func shape(_ chapters: [Chapter], _ typesetter: Typesetter) throws {
    var segments: [Segment] = []
    for chapter in chapters {
      var shaper = try ParagraphShaper(text: chapter.text, shaper: typesetter.shaper)
      for (index, paragraph) in chapter.text.paragraphs.enumerated() {
        segments.removeAll(keepingCapacity: true)
        shaper.shape(paragraph, at: index, into: &segments)
      }
    }
  }
}
