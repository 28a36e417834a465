import Support
import Testing

@testable import Paginator

/// Findings that a book would have thousands of times.
@Suite("Groups of findings")
struct FindingGroupTests {
  @Test("what is so throughout a file is one finding, with its first place and a count")
  func ruby() async throws {
    let ruby = "<ruby>\(String(repeating: "a ", count: 20))<rt>b</rt></ruby>"
    let pagination = try await SmallBook().set("<p>\(ruby)</p><p>\(ruby)\(ruby)</p>")
    #expect(pagination.findings.map(\.rule) == [.fallbackContent])
    #expect(pagination.findings.map(\.count) == [3])
    #expect(pagination.findings.first?.page == nil)
  }

  @Test("a property is one finding in a sheet, and another property another")
  func properties() async throws {
    let pagination = try await SmallBook(css: "p { cursor: help } b { cursor: help; zoom: 2 }")
      .set("<p>a</p>")
    #expect(pagination.findings.map(\.count) == [2, 1])
  }

  @Test("letters of a script that no font has are one finding")
  func missingLetters() async throws {
    let pagination = try await SmallBook().set("<p>a \u{AC00} \u{AC01} \u{5D0}</p>")
    let missing = pagination.findings.filter { $0.rule == .missingGlyph }
    #expect(missing.map(\.message) == ["no font has U+AC00", "no font has U+05D0"])
    #expect(missing.map(\.count) == [2, 1])
  }

  @Test("links into a missing file are one finding, those to missing places of a file are not")
  func links() async throws {
    let pagination = try await SmallBook().set(
      "<p><a href='x.xhtml#a'>a</a> <a href='x.xhtml#b'>b</a> <a href='#c'>c</a> <a href='#d'>d</a></p>"
    )
    let missing = pagination.findings.filter { $0.rule == .missingTarget }
    #expect(missing.map(\.count) == [2, 1, 1])
  }

  @Test("lines that are too long are each a finding")
  func places() async throws {
    let pagination = try await SmallBook(css: "p { overflow-wrap: normal }").set(
      "<p>aaaaaaaaaaaa</p><p>bbbbbbbbbbbb</p>")
    #expect(pagination.findings.map(\.count) == [1, 1])
  }
}
