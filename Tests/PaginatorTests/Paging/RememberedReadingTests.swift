import EPUB
import Foundation
import Testing

@testable import Paginator

/// Documents that are used as they were read in the book's last run.
@Suite("Remembered documents")
struct RememberedReadingTests {
  /// Four documents: links and their target, a note in another document, a picture.
  private static let documents: [(name: String, body: String)] = [
    ("a", "<h1 id='a'>one</h1><p>aaa <a href='d.xhtml#d'>bbb</a> ccc</p><h1>two</h1><p>ddd</p>"),
    ("b", "<p>called<a epub:type='noteref' href='c.xhtml#n'>1</a></p>"),
    ("c", "<p>ccc</p><aside epub:type='footnote' id='n'>a note</aside>"),
    ("d", "<p id='d'>text <a href='a.xhtml#a'>aaa</a></p><p>a word more</p>"),
    ("e", "<p><img src='none.png' alt='a picture'/></p>"),
  ]

  /// A change to the book, and how many of its documents need not be read again.
  struct Edit: Sendable, CustomStringConvertible {
    let description: String
    let unread: Int
    var change: @Sendable (inout SmallEPUB) -> Void = { _ in }
    var isExpected = true
  }

  // Without an edit, the first and the fourth document are kept: the others have a note or picture.
  static let edits = [
    Edit(description: "nothing", unread: 2),
    Edit(description: "nothing, but no promise", unread: 0, isExpected: false),
    Edit(description: "a word", unread: 1) { $0.documents[0].body += "<p>more</p>" },
    Edit(description: "a page more before all others", unread: 1) {
      $0.documents[0].body += "<h1>three</h1>"
    },
    Edit(description: "the target of a link is gone", unread: 1) {
      $0.documents[3].body.replace("id='d'", with: "")
    },
    Edit(description: "a call of the note", unread: 1) {
      $0.documents[0].body += "<p>x<a epub:type='noteref' href='c.xhtml#n'>1</a></p>"
    },
    Edit(description: "the note is a paragraph", unread: 2) {
      $0.documents[2].body.replace("epub:type='footnote'", with: "")
    },
    Edit(description: "a document before all others", unread: 0) {
      $0.documents.insert(("z", "<p>new</p>"), at: 0)
    },
    Edit(description: "the order", unread: 0) { $0.documents.swapAt(0, 3) },
    Edit(description: "the style", unread: 0) { $0.css += "p { margin-left: 10pt }" },
    Edit(description: "the page", unread: 0) { $0.page = Size(width: 90, height: 100) },
    Edit(description: "the place of the notes", unread: 0) { $0.notes = .end },
  ]

  private static func set(
    _ small: SmallEPUB, remembering memory: ChapterMemory? = nil
  ) async throws -> (map: [UInt8], svg: [[UInt8]], findings: [String]) {
    try await small.withBook { publication, options in
      let watcher = ReceivingTests.Watcher()
      let book = SharedBook(publication)
      let pagination =
        if let memory {
          try await paginate(book, options: options, remembering: memory, receiver: watcher)
        } else {
          try await paginate(book, options: options, receiver: watcher)
        }
      let (map, svg) = watcher.output(pagination)
      return (map, svg, pagination.findings.map(\.message))
    }
  }

  @Test("a book with remembered documents is as one that is read in full", arguments: edits)
  func edit(_ edit: Edit) async throws {
    let first = SmallEPUB(
      documents: Self.documents,
      css: "h1 { break-before: page; margin: 0 } @page :left { margin-right: 30pt }")
    let memory = ChapterMemory()
    _ = try await Self.set(first, remembering: memory)
    #expect(memory.unreadCount == 0)
    var second = first
    edit.change(&second)
    let plain = try await Self.set(second)
    if edit.isExpected { memory.expectOnlyDocumentsToChange() }
    let remembered = try await Self.set(second, remembering: memory)
    #expect(memory.unreadCount == edit.unread)
    #expect(remembered.map == plain.map)
    #expect(remembered.svg == plain.svg)
    #expect(remembered.findings == plain.findings)
    // And back: what an incomplete or older run has left is not used.
    memory.expectOnlyDocumentsToChange()
    let back = try await Self.set(first, remembering: memory)
    let anew = try await Self.set(first)
    #expect(back.map == anew.map && back.svg == anew.svg && back.findings == anew.findings)
  }
}
