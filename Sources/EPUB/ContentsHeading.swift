/// The heading of a contents page, where the book's navigation has none.
enum ContentsHeading {
  /// The word in a language.
  /// - Parameter language: a BCP 47 tag; nil for a book that does not give its language.
  static func word(in language: String?) -> String {
    let parts = (language ?? "en").lowercased().split(separator: "-").map(String.init)
    let primary = parts.first ?? "en"
    if primary == "zh", !Set(parts).isDisjoint(with: ["hant", "tw", "hk", "mo"]) { return "目錄" }
    if primary == "pt", parts.contains("br") { return "Sumário" }
    return words[primary] ?? "Contents"
  }

  /// Whether the language is written from right to left.
  static func isRightToLeft(_ language: String?) -> Bool {
    let primary = (language ?? "").lowercased().prefix { $0 != "-" }
    return ["ar", "fa", "he", "iw", "ur", "yi", "ps", "ug", "sd"].contains(primary)
  }

  private static let words = [
    "ar": "المحتويات", "bg": "Съдържание", "ca": "Índex", "cs": "Obsah", "cy": "Cynnwys",
    "da": "Indhold", "de": "Inhalt", "el": "Περιεχόμενα", "en": "Contents", "eo": "Enhavo",
    "es": "Índice", "et": "Sisukord", "eu": "Aurkibidea", "fa": "فهرست", "fi": "Sisällys",
    "fr": "Table des matières", "ga": "Clár", "gl": "Índice", "he": "תוכן העניינים",
    "hi": "विषय-सूची", "hr": "Sadržaj", "hu": "Tartalom", "id": "Daftar Isi",
    "is": "Efnisyfirlit", "it": "Indice", "ja": "目次", "ko": "차례", "lt": "Turinys",
    "lv": "Saturs", "nb": "Innhold", "nl": "Inhoud", "nn": "Innhald", "no": "Innhold",
    "pl": "Spis treści", "pt": "Índice", "ro": "Cuprins", "ru": "Содержание", "sk": "Obsah",
    "sl": "Kazalo", "sr": "Садржај", "sv": "Innehåll", "th": "สารบัญ", "tr": "İçindekiler",
    "uk": "Зміст", "vi": "Mục lục", "zh": "目录",
  ]
}
