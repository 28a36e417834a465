/// The languages whose text is set in ideographs: each needs faces of its own, because the same character
/// has another shape in another language, and faces of one lack characters of the others.
enum HanLanguage: Hashable, Sendable {
  case simplifiedChinese, traditionalChinese, japanese, korean

  /// - Parameter tag: a BCP 47 tag.
  init?(tag: String?) {
    guard let tag = tag?.lowercased() else { return nil }
    switch LanguageTag.primary(tag) {
    case "ja": self = .japanese
    case "ko": self = .korean
    case "zh", "cmn", "wuu":
      let parts = Set(tag.split(separator: "-").dropFirst().map(String.init))
      let isTraditional = !parts.isDisjoint(with: ["hant", "tw", "hk", "mo"])
      self = isTraditional && !parts.contains("hans") ? .traditionalChinese : .simplifiedChinese
    default: return nil
    }
  }

  /// Whether a character is set in the faces of such a language.
  static func has(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Frequent characters that faces for the other languages lack.
  private var samples: [UInt32] {
    switch self {
    case .simplifiedChinese: [0x4EEC, 0x8FD9, 0x8BF4]
    case .traditionalChinese: [0x5011, 0x9019, 0x8AAA, 0x5C07]
    case .japanese: [0x3042, 0x30A2, 0x6C17]
    case .korean: [0xAC00, 0xD55C]
    }
  }

  /// Whether a face is made for text in the language.
  func isSet(in face: FontFace) -> Bool { samples.allSatisfy(face.covers) }
}
