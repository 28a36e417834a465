import Foundation
import Support
import Testing

/// The articles about the examples quote code that is compiled.
@Suite("Articles about the examples")
struct ExampleArticleTests {
  private static let sources = Checkout.root.appendingPathComponent("Examples/Sources/Examples")
  private static let articles = Checkout.root.appendingPathComponent(
    "Sources/Paginator/Paginator.docc")

  private static func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  @Test("every example has an article, which says what is seen and quotes the example's own code")
  func quotes() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
      .filter { $0 != "Example.swift" }.sorted()
    #expect(files.count == 8)
    let catalogue = try String(
      contentsOf: Self.articles.appendingPathComponent("Paginator.md"), encoding: .utf8)
    for file in files {
      let name = file.replacing(".swift", with: "")
      let source = Self.lines(
        try String(contentsOf: Self.sources.appendingPathComponent(file), encoding: .utf8))
      let article = try String(
        contentsOf: Self.articles.appendingPathComponent("Example\(name).md"), encoding: .utf8)
      #expect(catalogue.contains("<doc:Example\(name)>"))
      #expect(article.contains("\n## What you see\n"))
      let blocks = article.components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "```").first }
      #expect(!blocks.isEmpty)
      for block in blocks.map(Self.lines) {
        #expect(
          source.indices.contains { source[$0...].starts(with: block) },
          "\(name) has no lines \(block)")
      }
    }
  }
}
