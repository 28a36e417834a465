/// Writes numbers the way a counter style does (CSS Counter Styles 3, section 6).
enum CounterStyle {
  /// The text of a marker, with the suffix the style has.
  static func marker(_ type: ListStyleType, value: Int) -> String? {
    switch type {
    case .string(let text): return text
    case .keyword("none"): return nil
    case .keyword(let name):
      if let bullet = bullets[name] { return bullet + "\u{A0}" }
      let suffix = ideographicSuffix.contains(name) ? "\u{3001}" : ".\u{A0}"
      return text(name, value: value) + suffix
    }
  }

  static func isBullet(_ type: ListStyleType) -> Bool {
    if case .keyword(let name) = type { return bullets[name] != nil }
    return false
  }

  static let bullets = ["disc": "•", "circle": "◦", "square": "▪"]

  private static let ideographicSuffix: Set<String> = [
    "hiragana", "hiragana-iroha", "katakana", "katakana-iroha", "cjk-decimal",
    "cjk-earthly-branch", "cjk-heavenly-stem",
  ]

  /// A number alone, without prefix or suffix.
  static func text(_ name: String, value: Int) -> String {
    if let bullet = bullets[name] { return bullet }
    switch name {
    case "none": return ""
    case "decimal-leading-zero":
      return value.magnitude < 10
        ? (value < 0 ? "-0" : "0") + String(value.magnitude) : String(value)
    case "lower-roman": return roman(value)?.lowercased() ?? String(value)
    case "upper-roman": return roman(value) ?? String(value)
    case "armenian", "upper-armenian": return additive(value, armenian, 1...9999)
    case "lower-armenian": return additive(value, armenian, 1...9999).lowercased()
    case "georgian": return additive(value, georgian, 1...19999)
    case "hebrew": return additive(value, hebrew, 1...10999)
    default: break
    }
    if let zero = digits[name] { return numeric(value, zero: zero) }
    if let symbols = alphabets[name] { return alphabetic(value, Array(symbols)) ?? String(value) }
    return String(value)
  }

  private static func roman(_ value: Int) -> String? {
    guard (1...3999).contains(value) else { return nil }
    let table = [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
      (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    var rest = value
    var text = ""
    for (amount, numeral) in table {
      while rest >= amount {
        text += numeral
        rest -= amount
      }
    }
    return text
  }

  private static func alphabetic(_ value: Int, _ symbols: [Character]) -> String? {
    guard value >= 1 else { return nil }
    var rest = value
    var text = ""
    while rest > 0 {
      rest -= 1
      text = String(symbols[rest % symbols.count]) + text
      rest /= symbols.count
    }
    return text
  }

  private static func numeric(_ value: Int, zero: UInt32) -> String {
    var text = value < 0 ? "-" : ""
    for digit in String(value.magnitude).utf8 {
      if let scalar = Unicode.Scalar(zero + UInt32(digit - 0x30)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func additive(
    _ value: Int, _ table: [(Int, String)], _ range: ClosedRange<Int>
  ) -> String {
    guard range.contains(value) else { return String(value) }
    var rest = value
    var text = ""
    for (amount, symbol) in table {
      while rest >= amount {
        text += symbol
        rest -= amount
      }
    }
    return text
  }

  /// The zero of each decimal system.
  private static let digits: [String: UInt32] = [
    "decimal": 0x30, "arabic-indic": 0x660, "bengali": 0x9E6, "cambodian": 0x17E0,
    "khmer": 0x17E0, "devanagari": 0x966, "gujarati": 0xAE6, "gurmukhi": 0xA66,
    "kannada": 0xCE6, "lao": 0xED0, "malayalam": 0xD66, "mongolian": 0x1810, "myanmar": 0x1040,
    "oriya": 0xB66, "persian": 0x6F0, "tamil": 0xBE6, "telugu": 0xC66, "thai": 0xE50,
    "tibetan": 0xF20,
  ]

  private static let alphabets: [String: String] = [
    "lower-alpha": "abcdefghijklmnopqrstuvwxyz", "lower-latin": "abcdefghijklmnopqrstuvwxyz",
    "upper-alpha": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "upper-latin": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "lower-greek": "αβγδεζηθικλμνξοπρστυφχψω",
    "hiragana": "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん",
    "hiragana-iroha": "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす",
    "katakana": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン",
    "katakana-iroha": "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス",
  ]

  private static let armenian: [(Int, String)] = zip(
    [
      9000, 8000, 7000, 6000, 5000, 4000, 3000, 2000, 1000, 900, 800, 700, 600, 500, 400, 300, 200,
      100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ], "ՔՓՒՑՐՏՎՍՌՋՊՉՈՇՆՅՄՃՂՁՀԿԾԽԼԻԺԹԸԷԶԵԴԳԲԱ".map { String($0) }
  ).map { ($0, $1) }
  private static let georgian: [(Int, String)] = zip(
    [
      10000, 9000, 8000, 7000, 6000, 5000, 4000, 3000, 2000, 1000, 900, 800, 700, 600, 500, 400,
      300, 200, 100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ], "ჵჰჯჴხჭწძცჩშყღქფჳტსრჟპოჲნმლკითჱზვედგბა".map { String($0) }
  ).map { ($0, $1) }
  private static let hebrew: [(Int, String)] = [
    (10000, "י׳"), (9000, "ט׳"), (8000, "ח׳"), (7000, "ז׳"), (6000, "ו׳"), (5000, "ה׳"),
    (4000, "ד׳"), (3000, "ג׳"), (2000, "ב׳"), (1000, "א׳"), (400, "ת"), (300, "ש"), (200, "ר"),
    (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע"), (60, "ס"), (50, "נ"), (40, "מ"), (30, "ל"),
    (20, "כ"), (19, "יט"), (18, "יח"), (17, "יז"), (16, "טז"), (15, "טו"), (10, "י"), (9, "ט"),
    (8, "ח"), (7, "ז"), (6, "ו"), (5, "ה"), (4, "ד"), (3, "ג"), (2, "ב"), (1, "א"),
  ]
}
