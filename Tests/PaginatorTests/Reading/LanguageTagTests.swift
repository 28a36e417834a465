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

  @Test(
    "languages in ideographs have fallback faces of their own",
    arguments: [
      ("zh", .simplifiedChinese), ("zh-CN", .simplifiedChinese), ("zh-Hans-TW", .simplifiedChinese),
      ("zh-Hant", .traditionalChinese), ("zh-TW", .traditionalChinese),
      ("zh-hk", .traditionalChinese),
      ("ja-JP", .japanese), ("ko", .korean), ("en", nil), (nil, nil),
    ] as [(String?, HanLanguage?)])
  func han(tag: String?, expected: HanLanguage?) {
    #expect(HanLanguage(tag: tag) == expected)
  }
}
