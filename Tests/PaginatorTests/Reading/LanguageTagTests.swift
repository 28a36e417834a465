import Testing

@testable import Paginator

@Suite("Language tags")
struct LanguageTagTests {
  @Test(
    "the code of a language is its shortest one",
    arguments: [
      ("spa", "es"), ("eng-GB", "en-GB"), ("fre", "fr"), ("GER", "de"), ("grc", "grc"),
      ("en-us", "en-us"), ("x-klingon", "x-klingon"), ("", ""),
    ])
  func canonical(tag: String, expected: String) {
    #expect(LanguageTag.canonical(tag) == expected)
  }
}
