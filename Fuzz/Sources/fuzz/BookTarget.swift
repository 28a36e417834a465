import EPUB
import Foundation

@testable import Paginator

/// Tests a document with its styles and images: it is read, set, numbered, and drawn as SVG and
/// PDF.
enum BookTarget {
  static func test(_ bytes: [UInt8]) {
    guard let fonts = squareFont() else { return }
    set(bytes, fonts: fonts)
  }

  /// The font of the tests, relative to the current folder, which must be the repository.
  private static func squareFont() -> FontLibrary? {
    let fonts = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    let path = "Tests/PaginatorTests/Fixtures/Square.ttf"
    precondition((try? fonts.register(file: path)) != nil, "start in the repository: no \(path)")
    return fonts
  }

  static func set(_ bytes: [UInt8], fonts: FontLibrary) {
    Scratch.withFile(bytes, named: "a.xhtml") { path in
      var options = PaginationOptions(
        preset: (name: "novel", css: Preset.css(named: "novel") ?? ""), fonts: fonts)
      options.page = Size(width: 200, height: 260)
      options.jobs = 1
      options.isLenient = true
      options.budgets[.pages] = 300
      options.budgets[.generated] = 200_000
      options.budgets[.boxes] = 20_000
      options.budgets[.time] = 10
      let publication = try Publication.open(path)
      waiting { [options] in try await draw(publication, options) }
    }
  }

  private static func draw(_ publication: Publication, _ options: PaginationOptions) async throws {
    let pdf = try PDFDocument(NoSink())
    let pagination = try await paginate(
      SharedBook(publication, isLenient: true), options: options, receiver: Both(pdf))
    _ = try pdf.finish(pagination)
  }

  /// Waits for concurrent work, because libFuzzer's test is a synchronous function.
  private static func waiting(_ body: @escaping @Sendable () async throws -> Void) {
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      try? await body()
      end.signal()
    }
    end.wait()
  }

  private struct NoSink: PDFDocument.Sink {
    func write(_ bytes: [UInt8]) {}
    func startAgain() {}
  }

  /// Draws every page as SVG and into the PDF.
  private final class Both: ChapterReceiver {
    private let pdf: PDFDocument
    private let outlines = SVGPageDrawer.SharedOutlines()

    init(_ pdf: PDFDocument) { self.pdf = pdf }
    func startAgain() throws { try pdf.startAgain() }
    func makeConsumer() -> any ChapterConsumer { Consumer(pdf.makeConsumer(), outlines) }

    private final class Consumer: ChapterConsumer {
      private let pdf: any ChapterConsumer
      private let outlines: SVGPageDrawer.SharedOutlines

      init(_ pdf: any ChapterConsumer, _ outlines: SVGPageDrawer.SharedOutlines) {
        self.pdf = pdf
        self.outlines = outlines
      }

      func receive(_ chapter: NumberedChapter) throws {
        try pdf.receive(chapter)
        let drawer = SVGPageDrawer(PageDrawer(chapter.context), outlines: outlines)
        for page in chapter.pages { _ = try drawer.svg(of: page, in: chapter) }
      }
    }
  }
}
