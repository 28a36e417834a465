import EPUB
import Foundation
import Support
import Synchronization
import Testing

@testable import Paginator

/// Books that share a font library, and books that are not set to their end.
struct SharedLibraryTests {
  /// A font's file as "f.ttf" of a book whose text is in it.
  private static func book(_ font: String, _ library: FontLibrary) throws -> SmallBook {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Checkout.fixture(font))))
    return SmallBook(
      css: "@font-face { font-family: Own; src: url(f.ttf) } p { font-family: Own }",
      fonts: library, files: ["f.ttf": bytes])
  }

  private static func families(of pagination: Pagination) -> Set<String> {
    Set(pagination.chapters.flatMap { $0.glyphs.faces.map(\.family) })
  }

  @Test("two books with one library each have their own font, though its files have one name")
  func twoBooks() async throws {
    let library = FontLibrary(usesSystemFonts: false, defaultFamilies: ["Square"])
    let square = try await Self.book("Square.ttf", library).set("<p>a</p>")
    let other = try await Self.book("BoxesCFF2.otf", library).set("<p>a</p>")
    let again = try await Self.book("Square.ttf", library).set("<p>a</p>")
    #expect(Self.families(of: square) == ["Square"])
    #expect(Self.families(of: other) != ["Square"])
    #expect(Self.families(of: again) == ["Square"])
    #expect(!library.hasFamily("Own"))
  }

  @Test("a cancelled task ends with an error, before all chapters are set")
  func cancelled() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("cancelled-\(UUID().uuidString).xhtml")
    defer { try? FileManager.default.removeItem(at: file) }
    let body = String(repeating: "<h1>aaa</h1><p>aaa bbb ccc ddd</p>", count: 400)
    try """
    <html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title>\
    <style>h1 { break-before: page }</style></head><body>\(body)</body></html>
    """.write(to: file, atomically: true, encoding: .utf8)
    let book = try Publication.open(file.path)
    var options = PaginationOptions(
      preset: (name: "square", css: SmallBook.square), fonts: try SmallBook.squareFonts())
    options.page = Size(width: 100, height: 100)
    options.jobs = 1
    let own = options
    let counter = Counter()
    let task = Task {
      try await paginate(book, options: own) { progress in
        counter.add(progress.chapters)
        // The worker waits here until the task is cancelled, for ten seconds at most.
        for _ in 0..<10_000 where counter.count >= 10 && !Task.isCancelled { usleep(1000) }
      }
    }
    while counter.count < 10 { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(counter.count < 400)
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add(_ count: Int) { value.withLock { $0 += count } }
  }
}
