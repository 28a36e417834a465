import EPUB
import Foundation
import Markup
import Paginator
import Support
import Testing

/// Page maps of whole books: our corpus, and the novels of `../shared` if they are present.
@Suite("Maps of whole books")
struct BookMapTests {
  private struct Cell: Decodable {
    let style: String
    let pages: Int
  }

  @Test(
    "the corpus keeps its page counts, for every preset and reader size",
    arguments: ["sampler", "lighthouse"])
  func pageCounts(name: String) throws {
    let file = Checkout.root.appendingPathComponent("corpus/page-counts.json")
    let all = try JSONDecoder().decode(
      [String: [String: [Int]]].self, from: Data(contentsOf: file))
    let result = try Program.run(
      [
        "matrix", "corpus/\(name)/\(name).xhtml", "--style", Preset.names.joined(separator: ","),
        "--reader-size", ReaderSize.allCases.map(\.rawValue).joined(separator: ","),
        "--format", "json",
      ], in: Checkout.root)
    let cells = try JSONDecoder().decode([Cell].self, from: Data(result.output.utf8))
    let counts = Dictionary(grouping: cells, by: \.style).mapValues { $0.map(\.pages) }
    #expect(counts == all[name])
  }

  private struct Map: Decodable {
    struct Page: Decodable {
      struct Place: Decodable { let cfi: String? }
      let document: String?
      let start: Place?
      let text: String?
    }
    let pages: [Page]
  }

  /// Resolves the CFI of each page start and compares the letters there with the first ones of the page.
  @Test(
    "the CFI of every page's start leads to its first letters", .needsShared("books"),
    arguments: ["pride-and-prejudice", "moby-dick", "war-and-peace"])
  func pageStarts(name: String) throws {
    let file = Checkout.shared.appendingPathComponent("books/\(name).epub")
    let result = try Program.run([file.path, "--page", "6x9", "--map", "-"], in: Checkout.root)
    let pages = try JSONDecoder().decode(Map.self, from: Data(result.output.utf8)).pages
    let publication = try Publication.open(file.path)
    var trees: [String: DocumentTree] = [:]
    var wrong: [String] = []
    var compared = 0
    for page in pages {
      guard let path = page.document, let text = page.start?.cfi, let first = page.text else {
        continue
      }
      let document = try #require(publication.documents.first { $0.href == path })
      let tree =
        try trees[path] ?? DocumentTree(parse(publication.bytes(of: document), path: path).tree)
      trees[path] = tree
      let cfi = try #require(CFI(text))
      guard let place = tree.place(at: cfi.path.parts[1], offset: cfi.path.offset) else {
        wrong.append(text)
        continue
      }
      guard let offset = place.offset else { continue }
      let units = tree.tree.string(of: place.node).utf16.dropFirst(offset)
      let letters = String(decoding: units, as: UTF16.self).filter(\.isLetter).prefix(8)
      if !first.filter(\.isLetter).hasPrefix(letters) { wrong.append("\(text): \(first)") }
      compared += 1
    }
    // Pages that begin with an image or generated text are left out.
    #expect(compared * 10 > pages.count * 9)
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
  }
}
